//! Fifty games against fast players with two hundred viewers: how long a move takes to answer.
//!
//! `cargo test --release -p hexring-server --test load -- --ignored --nocapture` prints the figures.

mod support;

use std::time::{Duration, Instant};

use futures_util::StreamExt;
use serde_json::{Value, json};
use support::{Running, start};

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a measurement"]
async fn fifty_games_and_two_hundred_viewers() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let mut ids = Vec::new();
    for _ in 0..50 {
        ids.push(server.game(json!({ "board": "11x11" }), "human", "heuristic").await);
    }
    let mut viewers = Vec::new();
    for index in 0..200 {
        let address =
            format!("{}/api/games/{}/live", server.url.replace("http", "ws"), ids[index % 50]);
        let (socket, _) = tokio_tungstenite::connect_async(address).await.expect("a socket");
        viewers.push(tokio::spawn(socket.for_each(|_| async {})));
    }
    let games = ids.iter().map(|id| play(&server, id));
    let mut times: Vec<Duration> = futures_util::future::join_all(games).await.concat();
    times.sort();
    let at = |part: usize| times[times.len() * part / 100];
    println!(
        "{} moves: median {:?}, 95th percentile {:?}, slowest {:?}",
        times.len(),
        at(50),
        at(95),
        times[times.len() - 1]
    );
    assert!(at(95) < Duration::from_millis(200), "95th percentile {:?}", at(95));
}

/// Plays ten moves and measures the requests; the player's thinking is waited for in between.
async fn play(server: &Running, id: &str) -> Vec<Duration> {
    let mut times = Vec::new();
    for _ in 0..10 {
        let game = server.wait(id, |game| game["playerToMove"] == false).await;
        if game["position"]["ending"] != Value::Null {
            break;
        }
        let taken = |cell: &String| {
            let stones = &game["position"]["stones"];
            ["red", "blue"].iter().any(|color| {
                stones[color].as_array().expect("a list").iter().any(|stone| stone == cell)
            })
        };
        let cells = ('a'..='k').flat_map(|col| (1..=11).map(move |row| format!("{col}{row}")));
        let cell = cells.into_iter().find(|cell| !taken(cell)).expect("an empty cell");
        let started = Instant::now();
        server.post(&format!("/api/games/{id}/moves"), json!({ "move": cell })).await;
        times.push(started.elapsed());
    }
    times
}
