//! Every refusal is JSON, whatever was wrong and wherever it was found.

mod support;

use reqwest::{Client, Method};
use serde_json::{Value, json};
use support::{Running, start};

async fn refused(server: &Running, method: Method, path: &str) -> (u16, String) {
    let (status, answer) = server.call(method, path, None).await;
    let words = answer["error"].as_str().unwrap_or_else(|| panic!("{path}: {answer:?}"));
    (status.as_u16(), words.to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn queries_paths_methods_and_sockets_are_refused_in_json() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let id = server.game(json!({ "board": "3x3" }), "human", "human").await;
    let cases = [
        (Method::GET, "/api/games?limit=many".to_owned(), 400, "limit"),
        (Method::GET, "/api/experiments/hees/report?quick=perhaps".to_owned(), 400, "quick"),
        (Method::GET, "/api/experiments/hees/record".to_owned(), 400, "key"),
        (Method::GET, "/api/games/%FF".to_owned(), 400, "UTF-8"),
        (Method::GET, format!("/api/games/{id}/live"), 400, "expected a WebSocket"),
        (Method::GET, "/api/experiments/live".to_owned(), 400, "expected a WebSocket"),
        (Method::PUT, "/api/games".to_owned(), 405, "PUT is not possible here"),
        (Method::GET, format!("/api/games/{id}/moves"), 405, "GET is not possible here"),
        (Method::PATCH, format!("/api/games/{id}"), 405, "PATCH is not possible here"),
        (Method::GET, "/api/nothing".to_owned(), 404, "no page"),
    ];
    for (method, path, status, words) in cases {
        let (found, text) = refused(&server, method, &path).await;
        assert_eq!(found, status, "{path}: {text}");
        assert!(text.contains(words), "{path}: {text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_seasons_are_said_clearly() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let humans = json!({ "red": "human", "blue": "human" });
    for seasons in [json!({}), json!(3), json!({ "count": "x" }), json!({ "layout": [1] })] {
        let rules = json!({ "board": "3x3", "seasons": seasons });
        let body = json!({ "rules": rules, "players": humans });
        let (status, text) = server.refuse("/api/games", body).await;
        assert_eq!(status, 422, "{seasons}");
        assert!(text.contains("bad seasons") && !text.contains("untagged"), "{seasons}: {text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn refusals_do_not_repeat_everything_that_was_sent() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let long = "x".repeat(500_000);
    let (status, text) = server.refuse("/api/records/read", json!({ "text": long })).await;
    assert_eq!((status, text.len() <= 1000), (422, true), "{} bytes", text.len());
}

/// As many searches as there are places and seats, and one more.
#[tokio::test(flavor = "multi_thread")]
async fn a_full_queue_is_refused_before_an_answer_begins() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let record = json!({ "format": "hexring-record", "version": 1, "rules": { "board": "11x11" },
        "nodes": [{}] });
    let body = json!({ "record": record, "player": "minimax:time=60s" });
    let places = std::thread::available_parallelism().map_or(1, usize::from).div_ceil(2);
    let mut answers = Vec::new();
    for _ in 0..places + 32 {
        let request = Client::new().post(format!("{}/api/analyses", server.url)).json(&body);
        let answer = request.send().await.expect("an answer begins");
        assert_eq!(answer.status(), 200);
        answers.push(answer);
    }
    for path in ["analyses", "evaluations", "solutions"] {
        let mut body = body.clone();
        if path == "solutions" {
            body.as_object_mut().expect("an object").remove("player");
        }
        let (status, text) = server.refuse(&format!("/api/{path}"), body).await;
        assert_eq!(status, 429, "{path}: {text}");
        assert!(text.contains("waiting already"), "{path}: {text}");
    }
    drop(answers);
    // Were those who have gone away still waiting, this would take half an hour.
    let record = json!({ "format": "hexring-record", "version": 1, "rules": { "board": "3x3" },
        "nodes": [{}] });
    let body = json!({ "record": record, "player": "random" });
    let asked = async {
        while server.call(Method::POST, "/api/analyses", Some(body.clone())).await.0 != 200 {
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(40), asked).await.expect("a place");
}

#[tokio::test(flavor = "multi_thread")]
async fn long_games_are_not_evaluated() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let nodes = vec![json!({}); 6001];
    let record = json!({ "format": "hexring-record", "version": 1, "rules": { "board": "53x53" },
        "nodes": nodes });
    let body: Value = json!({ "record": record, "player": "random" });
    let (status, text) = server.refuse("/api/evaluations", body).await;
    assert_eq!(status, 422);
    assert_eq!(text, "the game has 6001 positions: expected at most 6000");
}
