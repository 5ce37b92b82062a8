//! The laboratory over HTTP: quick matches, experiment files, stopping and going on, reports and
//! replays, and everything that is refused.

mod support;

use futures_util::StreamExt;
use reqwest::Method;
use serde_json::{Value, json};
use support::{Running, start};

/// Two quick players on a small board.
fn small_match(games: u32) -> Value {
    json!({ "players": ["random", "heuristic"], "board": "torus:4x4", "games": games, "seed": 3 })
}

async fn add(server: &Running, form: Value) -> String {
    let made = server.post("/api/experiments", form).await;
    made["name"].as_str().expect("a name").to_owned()
}

async fn find(server: &Running, name: &str) -> Value {
    let list = server.get("/api/experiments").await;
    let mut found = list.as_array().expect("a list").iter().filter(|e| e["name"] == name);
    found.next().unwrap_or_else(|| panic!("no {name} in {list}")).clone()
}

async fn wait(server: &Running, name: &str, state: &str) -> Value {
    for _ in 0..600 {
        let found = find(server, name).await;
        if found["state"] == state {
            return found;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("{name} never was {state}: {}", find(server, name).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_played_reported_and_replayed() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let address = format!("{}/api/experiments/live", server.url.replace("http", "ws"));
    let (mut socket, _) = tokio_tungstenite::connect_async(&address).await.expect("a socket");
    let name = add(&server, small_match(10)).await;
    server.post(&format!("/api/experiments/{name}/start"), json!({})).await;
    let mut done = 0;
    while done < 10 {
        let text = socket.next().await.expect("open").expect("a message").into_text().unwrap();
        let news: Value = serde_json::from_str(&text).unwrap();
        if news["type"] == "progress" {
            assert_eq!((&news["name"], &news["total"]), (&json!(name), &json!(10)));
            done = news["done"].as_u64().unwrap();
        }
    }
    assert_eq!(wait(&server, &name, "done").await["full"], json!({ "done": 10, "total": 10 }));
    let report = server.get(&format!("/api/experiments/{name}/report")).await;
    assert_eq!(report["title"], "random – heuristic on torus:4x4");
    let blocks = report["sections"][0]["blocks"].as_array().unwrap();
    let table = blocks.iter().find(|block| block["type"] == "table").expect("a table");
    assert_eq!(table["rows"][0][0], json!(["random", "name"]));
    let page = server.get(&format!("/api/experiments/{name}/report.html")).await;
    assert!(page.as_str().unwrap().contains("random – heuristic on torus:4x4"));
    let games = server.get(&format!("/api/experiments/{name}/games?from=2&limit=3")).await;
    assert_eq!(games.as_array().unwrap().len(), 3);
    let key =
        reqwest::Url::parse_with_params("http://x/", [("key", games[0]["key"].as_str().unwrap())]);
    let query = key.unwrap().query().unwrap().to_owned();
    let record = server.get(&format!("/api/experiments/{name}/record?{query}")).await;
    let position = server.post("/api/positions", json!({ "record": record })).await;
    assert_eq!(position["ending"]["winner"], games[0]["winner"]);
    assert_eq!(
        record["nodes"].as_array().unwrap().len() as u64,
        games[0]["moves"].as_u64().unwrap() + 1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_is_stopped_and_goes_on_after_a_restart() {
    let data = tempfile::tempdir().unwrap();
    let first = start(data.path());
    let long =
        json!({ "players": ["mcts:playouts=20000", "random"], "board": "9x9", "games": 200 });
    let name = add(&first, long).await;
    let next = add(&first, small_match(4)).await;
    for run in [&name, &next] {
        first.post(&format!("/api/experiments/{run}/start"), json!({})).await;
    }
    let (status, _) = first.refuse(&format!("/api/experiments/{name}/start"), json!({})).await;
    assert_eq!(status, 409);
    let (status, _) = first.call(Method::DELETE, &format!("/api/experiments/{name}"), None).await;
    assert_eq!(status, 409, "it is running");
    assert_eq!(find(&first, &next).await["state"], "waiting");
    first.post(&format!("/api/experiments/{name}/stop"), json!({})).await;
    wait(&first, &next, "done").await;
    let before = find(&first, &name).await;
    assert!(
        before["state"] != "running" && before["full"]["done"].as_u64() < Some(200),
        "{before}"
    );
    drop(first);
    let second = start(data.path());
    assert_eq!(find(&second, &name).await["full"], before["full"]);
    second.post(&format!("/api/experiments/{name}/start"), json!({})).await;
    wait(&second, &name, "running").await;
    second.post(&format!("/api/experiments/{name}/stop"), json!({})).await;
    let (status, _) = second.call(Method::DELETE, &format!("/api/experiments/{next}"), None).await;
    assert_eq!(status, 204);
    let (status, _) =
        second.call(Method::GET, &format!("/api/experiments/{next}/report"), None).await;
    assert_eq!(status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_experiments_that_come_with_hexring_are_there() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let hees = find(&server, "hees").await;
    assert_eq!((&hees["state"], &hees["fault"]), (&json!("new"), &Value::Null), "{hees}");
    assert!(hees["short"]["total"].as_u64() > Some(0));
    let report = server.get("/api/experiments/hees/report?quick=true").await;
    assert_eq!(report["title"], hees["title"]);
    let (status, _) = server.call(Method::DELETE, "/api/experiments/hees", None).await;
    assert_eq!(status, 404, "only quick matches are deleted");
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_matches_and_names_are_refused() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let with = |key: &str, value: Value| {
        let mut form = small_match(4);
        form[key] = value;
        form
    };
    let cases = [
        (with("games", json!(3)), "even number"),
        (with("games", json!(4_000_000)), "2 to 2000"),
        (with("players", json!(["random"])), "2 to 6"),
        (with("players", json!(["random", "human"])), "human"),
        (with("players", json!(["random", "htp:\"rm -rf /\""])), "unknown player"),
        (with("players", json!(["random", "neural:network=/etc/passwd"])), "not possible here"),
        (with("players", json!(["random", "mcts:threads=256"])), "too much"),
        (with("players", json!(["random", "mirror"])), "cannot play"),
        (with("seasons", json!({ "count": 2, "draw": "\"\nname = 5" })), "layout"),
        (with("seasons", json!({ "count": 77 })), "77"),
        (with("opening", json!(5000)), "5000"),
        (with("board", json!("99x99")), "out of range"),
        (with("more", json!(1)), "unknown field"),
    ];
    for (form, words) in cases {
        let (status, text) = server.refuse("/api/experiments", form.clone()).await;
        assert_eq!(status, 422, "{form}: {text}");
        assert!(text.contains(words), "{form}: {text}");
    }
    assert!(std::fs::read_dir(data.path().join("matches")).unwrap().next().is_none());
    for name in ["nothing", "..%2Fgames", "%2Fetc%2Fpasswd", "published%2Fbroek_claims"] {
        let (status, _) = server.refuse(&format!("/api/experiments/{name}/start"), json!({})).await;
        assert_eq!(status, 404, "{name}");
        for path in ["report", "report.html", "games", "record?key=x", "export?format=csv"] {
            let path = format!("/api/experiments/{name}/{path}");
            let (status, text) = server.call(Method::GET, &path, None).await;
            assert_eq!(status, 404, "{path}: {text}");
        }
    }
    let (status, _) = server.refuse("/api/experiments/hees/stop", json!({})).await;
    assert_eq!(status, 409);
    let (status, _) = server.call(Method::GET, "/api/experiments/hees/record?key=x", None).await;
    assert_eq!(status, 404);
}
