//! What belongs to a server alone: its folder, and what it has promised to keep or to delete.

mod support;

use futures_util::{FutureExt, StreamExt};
use hexring_server::{ServeError, Server};
use reqwest::Method;
use serde_json::{Value, json};
use support::{config, start};

#[tokio::test(flavor = "multi_thread")]
async fn a_second_server_is_told_where_the_first_one_is() {
    let data = tempfile::tempdir().unwrap();
    let first = start(data.path());
    match Server::bind(&config(data.path())) {
        Err(ServeError::InUse { by: Some(by), .. }) => {
            assert_eq!(by.url.trim_end_matches('/'), first.url);
            assert_eq!(by.process, std::process::id());
        }
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("two servers on one folder"),
    }
    first.game(json!({ "board": "3x3" }), "human", "human").await;
    drop(first);
    start(data.path());
}

/// Somebody else writes into the file for longer than anybody waits, as if the disk were full.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_hears_of_a_deletion_that_failed() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let id = server.game(json!({ "board": "3x3" }), "human", "human").await;
    let address = format!("{}/api/games/{id}/live", server.url.replace("http", "ws"));
    let (mut socket, _) = tokio_tungstenite::connect_async(&address).await.expect("a socket");
    let first = socket.next().await.expect("open").expect("the game");
    assert!(first.into_text().unwrap().contains("\"game\""));
    let other = rusqlite::Connection::open(data.path().join("games.sqlite")).unwrap();
    other.execute_batch("begin immediate").unwrap();
    let path = format!("/api/games/{id}");
    let (status, answer) = server.call(Method::DELETE, &path, None).await;
    assert_eq!(status, 507, "{answer}");
    assert!(answer["error"].as_str().unwrap().contains("could not be deleted"), "{answer}");
    other.execute_batch("rollback").unwrap();
    assert!(socket.next().now_or_never().is_none(), "nothing was told");
    assert_eq!(server.play(&id, "b2").await["plies"].as_array().unwrap().len(), 1);
    let (status, _) = server.call(Method::DELETE, &path, None).await;
    assert_eq!(status, 204);
    loop {
        let news = socket.next().await.expect("open").expect("news").into_text().unwrap();
        let news: Value = serde_json::from_str(&news).unwrap();
        if news["type"] == "deleted" {
            break;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_left_of_a_deleted_match() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let form = json!({ "players": ["random", "random"], "board": "3x3", "games": 4 });
    let made = server.post("/api/experiments", form).await;
    let name = made["name"].as_str().unwrap();
    let path = format!("/api/experiments/{name}");
    server.post(&format!("{path}/start"), json!({})).await;
    while server.call(Method::DELETE, &path, None).await.0 != 204 {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    for folder in ["results", "matches"] {
        let left: Vec<_> = std::fs::read_dir(data.path().join(folder)).unwrap().collect();
        assert!(left.is_empty(), "{left:?}");
    }
}
