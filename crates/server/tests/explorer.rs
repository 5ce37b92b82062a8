//! What was played in a position, over HTTP.

mod support;

use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use support::{Running, start};

/// A record of some moves.
async fn record(server: &Running, rules: &str, moves: &str) -> Value {
    let text = format!("{rules}\n{moves}");
    server.post("/api/records/read", json!({ "text": text })).await["record"].clone()
}

async fn played(server: &Running, rules: &str, moves: &str) -> Value {
    let body = json!({ "record": record(server, rules, moves).await });
    server.post("/api/explorer", body).await
}

#[tokio::test(flavor = "multi_thread")]
async fn own_games_are_found_up_to_symmetries() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    for moves in ["b1 a2 b2 c2 a3", "b3 c2 b2 a2 c1", "b1 b2"] {
        let id = server.game(json!({ "board": "3x3" }), "human", "human").await;
        server.play(&id, moves).await;
    }
    let found = played(&server, "3x3", "b1").await;
    assert_eq!((&found["games"], &found["red"]), (&json!(3), &json!(2)));
    assert_eq!(found["position"]["to_move"], "blue");
    let first = &found["continuations"][0];
    assert_eq!(
        (&first["move"], &first["games"], &first["share"]),
        (&json!("a2"), &json!(2), &json!(0.0))
    );
    assert_eq!(found["list"].as_array().map(Vec::len), Some(3));
    assert_eq!(found["list"][0]["source"], Value::Null);
    assert_eq!(played(&server, "3x3", "a1").await["games"], 0);
    let (status, words) = server.refuse("/api/explorer", json!({ "record": {} })).await;
    assert_eq!(status, 422, "{words}");
}

#[tokio::test(flavor = "multi_thread")]
async fn experiments_have_an_index_that_goes_with_them() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let form =
        json!({ "players": ["random", "random"], "board": "torus:3x3", "games": 8, "seed": 3 });
    let name = server.post("/api/experiments", form).await["name"].as_str().unwrap().to_owned();
    server.post(&format!("/api/experiments/{name}/start"), json!({})).await;
    let mut found = Value::Null;
    for _ in 0..600 {
        found = played(&server, "torus:3x3", "").await;
        if found["games"] == 8 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(found["games"], 8, "{found}");
    assert_eq!(found["continuations"][0]["games"], 8, "all first moves of a torus are one");
    assert_eq!(found["list"][0]["source"], json!(name));
    let body = json!({ "record": record(&server, "torus:3x3", "").await, "source": "games" });
    assert_eq!(server.post("/api/explorer", body).await["games"], 0);
    let body = json!({ "record": record(&server, "torus:3x3", "").await, "source": "nobody" });
    assert_eq!(server.refuse("/api/explorer", body).await.0, 404);
    let path = format!("/api/experiments/{name}");
    // All games are there a moment before the experiment is over.
    let mut deleted = StatusCode::CONFLICT;
    for _ in 0..600 {
        deleted = server.call(Method::DELETE, &path, None).await.0;
        if deleted != StatusCode::CONFLICT {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(deleted, 204);
    assert_eq!(played(&server, "torus:3x3", "").await["games"], 0);
    let left = std::fs::read_dir(data.path().join("results")).unwrap().count();
    assert_eq!(left, 0, "nothing of it is left");
}
