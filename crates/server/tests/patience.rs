//! Nobody is waited for without end: sockets that say nothing, readers that have gone, players
//! whom nobody watches.

mod support;

use std::time::{Duration, Instant};

use futures_util::StreamExt;
use reqwest::Client;
use serde_json::{Value, json};
use support::{Running, start};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Sends the beginning of a request and gives everything that is answered until the other side
/// closes.
async fn half(server: &Running, sent: &str) -> String {
    let address = server.url.trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(sent.as_bytes()).await.expect("sent");
    let mut answer = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(60), stream.read_to_end(&mut answer));
    // A connection that is reset is closed too.
    let _ = read.await.unwrap_or_else(|_| panic!("open for ever after {sent:?}"));
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn silent_sockets_are_closed() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let body = "POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
        Content-Length: 100\r\n\r\n{";
    let idle = "GET /icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let (nothing, head, body, idle) = tokio::join!(
        half(&server, ""),
        half(&server, "GET / HTTP/1.1\r\nHost: local"),
        half(&server, body),
        half(&server, idle)
    );
    assert_eq!(nothing, "");
    assert!(!head.contains("200 OK"), "{head}");
    assert!(body.contains("408") && body.contains("did not arrive"), "{body}");
    assert!(idle.contains("200 OK"), "{idle}");
}

/// Players that would think for hours, asked by somebody who goes away at once.
#[tokio::test(flavor = "multi_thread")]
async fn abandoned_analyses_make_room_soon() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let ask = async |player: &str| {
        let record = json!({ "format": "hexring-record", "version": 1,
            "rules": { "board": "11x11" }, "nodes": [{}] });
        let request = Client::new().post(format!("{}/api/analyses", server.url));
        let request = request.json(&json!({ "record": record, "player": player }));
        request.send().await.expect("an answer").text().await.expect("all of it")
    };
    let slow = ["pure-mc:playouts=1000000000", "mcts:time=3600s", "minimax:depth=20"];
    for player in slow.into_iter().cycle().take(12) {
        let gone = tokio::time::timeout(Duration::from_millis(150), ask(player)).await;
        assert!(gone.is_err(), "{player} was done at once: {gone:?}");
    }
    let started = Instant::now();
    assert!(ask("random").await.contains("choice"));
    assert!(started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
}

async fn moves(server: &Running) -> u64 {
    // The list is no visit.
    server.get("/api/games").await[0]["moves"].as_u64().expect("a number")
}

#[tokio::test(flavor = "multi_thread")]
async fn players_wait_when_nobody_watches() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let rules = json!({ "board": "19x19" });
    let body = json!({ "rules": rules, "players": { "red": "random", "blue": "random" },
        "seed": 7, "pace": 100 });
    let game = server.post("/api/games", body).await;
    let id = game["id"].as_str().unwrap();
    tokio::time::sleep(Duration::from_secs(15)).await;
    let waiting = moves(&server).await;
    assert!(waiting > 0);
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(moves(&server).await, waiting, "nobody has looked for ten seconds");
    let address = format!("{}/api/games/{id}/live", server.url.replace("http", "ws"));
    let (mut socket, _) = tokio_tungstenite::connect_async(&address).await.expect("a socket");
    let mut plies = 0;
    while plies < waiting + 3 {
        let news = socket.next().await.expect("open").expect("news").into_data();
        let Ok(news) = serde_json::from_slice::<Value>(&news) else { continue };
        if let Some(game) = news["game"]["plies"].as_array() {
            plies = game.len() as u64;
        }
    }
}
