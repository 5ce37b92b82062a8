//! Who may come in where others than this machine can reach the server.

mod support;

use hexring_server::{Config, Server};
use reqwest::redirect::Policy;
use reqwest::{Client, Response};
use serde_json::{Value, json};
use support::{Running, config, start_with};

/// A server that all machines of the network can reach, asked over loopback.
fn open_to_all(data: &std::path::Path) -> (Running, String) {
    let config = Config { host: "0.0.0.0".to_owned(), ..config(data) };
    let links = Server::bind(&config).expect("a free port").links();
    assert!(links.iter().all(|link| link.contains("/?token=")), "{links:?}");
    let token = links[0].split_once("token=").expect("a token").1.to_owned();
    let mut server = start_with(&config);
    server.url = server.url.replace("localhost", "127.0.0.1");
    (server, token)
}

fn client() -> Client {
    Client::builder().redirect(Policy::none()).build().expect("a client")
}

async fn error(answer: Response) -> String {
    let answer: Value = answer.json().await.expect("JSON");
    answer["error"].as_str().expect("a reason").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_see_the_page_and_nothing_else() {
    let data = tempfile::tempdir().unwrap();
    let (server, _) = open_to_all(data.path());
    let get = |path: &str| client().get(format!("{}{path}", server.url)).send();
    assert_eq!(get("/").await.unwrap().status(), 200);
    for path in ["/api/games", "/api/players", "/api/nothing", "/api/experiments/live"] {
        let answer = get(path).await.unwrap();
        assert_eq!(answer.status(), 401, "{path}");
        assert!(error(answer).await.contains("open the link"), "{path}");
    }
    let address = format!("{}/api/experiments/live", server.url.replace("http", "ws"));
    assert!(tokio_tungstenite::connect_async(&address).await.is_err());
    let wrong = get("/?token=0123456789").await.unwrap();
    assert_eq!(wrong.status(), 401);
    assert!(wrong.headers().get("set-cookie").is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_the_link_gets_in_and_stays_in() {
    let data = tempfile::tempdir().unwrap();
    let (server, token) = open_to_all(data.path());
    let link = format!("{}/?token={token}", server.url);
    let answer = client().get(&link).header("sec-fetch-site", "cross-site");
    let answer = answer.header("sec-fetch-mode", "navigate").header("sec-fetch-dest", "document");
    let answer = answer.send().await.unwrap();
    assert_eq!(
        (answer.status().as_u16(), &answer.headers()["location"]),
        (303, &"/".parse().unwrap())
    );
    let cookie = answer.headers()["set-cookie"].to_str().unwrap().to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap().to_owned();
    let games = format!("{}/api/games", server.url);
    let body =
        json!({ "rules": { "board": "3x3" }, "players": { "red": "human", "blue": "human" } });
    let made = client().post(&games).header("cookie", &cookie).json(&body).send().await.unwrap();
    assert_eq!(made.status(), 201);
    drop(server);
    let (again, kept) = open_to_all(data.path());
    assert_eq!(kept, token, "links outlive a restart");
    let list = client().get(format!("{}/api/games", again.url)).bearer_auth(&token).send().await;
    assert_eq!(list.unwrap().json::<Value>().await.unwrap().as_array().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_token_can_be_chosen_on_loopback_too() {
    let data = tempfile::tempdir().unwrap();
    let short = Config { token: Some("short".to_owned()), ..config(data.path()) };
    let refused = Server::bind(&short).err().expect("too short").to_string();
    assert_eq!(refused, "bad token: expected 8 to 128 letters, digits, - and _");
    let chosen = Config { token: Some("opensesame".to_owned()), ..config(data.path()) };
    let server = start_with(&chosen);
    let get =
        |token: &str| client().get(format!("{}/api/games", server.url)).bearer_auth(token).send();
    assert_eq!(get("opensesame").await.unwrap().status(), 200);
    assert_eq!(get("opensesamf").await.unwrap().status(), 401);
}
