//! Fifty games against fast players with two hundred idle viewers: how long a move takes beyond the
//! player's thinking.

#[path = "../tests/support/mod.rs"]
mod support;

use std::time::{Duration, Instant};

use futures_util::StreamExt;
use serde_json::{Value, json};
use support::{Running, start};

const GAMES: usize = 50;
const VIEWERS: usize = 200;
const MOVES: usize = 10;
/// How often all of it is done, each time by a new server.
const TURNS: usize = 3;

/// How long the request of a move took, and the player's reply beyond its thinking.
struct Times {
    request: Duration,
    reply: Duration,
}

fn main() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    for turn in 1..=TURNS {
        let times = runtime.block_on(fifty_games_and_two_hundred_viewers());
        assert_eq!(times.len(), GAMES * MOVES);
        println!("turn {turn} of {TURNS}: {} moves", times.len());
        percentiles("request", times.iter().map(|times| times.request));
        // Nobody pauses here, so that a reply waits for those of the other games.
        percentiles("reply beyond its thinking", times.iter().map(|times| times.reply));
    }
}

async fn fifty_games_and_two_hundred_viewers() -> Vec<Times> {
    let data = tempfile::tempdir().expect("a folder");
    let server = start(data.path());
    let mut ids = Vec::new();
    for _ in 0..GAMES {
        ids.push(server.game(json!({ "board": "11x11" }), "human", "heuristic").await);
    }
    for index in 0..VIEWERS {
        let (socket, _) = tokio_tungstenite::connect_async(live(&server, &ids[index % GAMES]))
            .await
            .expect("a socket");
        tokio::spawn(socket.for_each(|_| async {}));
    }
    let games = ids.iter().map(|id| play(&server, id));
    futures_util::future::join_all(games).await.into_iter().flatten().collect()
}

/// Prints the spread of some times.
fn percentiles(name: &str, times: impl Iterator<Item = Duration>) {
    let mut times: Vec<Duration> = times.collect();
    times.sort();
    let at = |part: usize| times[(times.len() - 1) * part / 100];
    println!(
        "  {name}: median {:.1?}, 95th percentile {:.1?}, slowest {:.1?}",
        at(50),
        at(95),
        at(100)
    );
}

fn live(server: &Running, id: &str) -> String {
    format!("{}/api/games/{id}/live", server.url.replace("http", "ws"))
}

/// Plays moves as fast as the player answers, and listens for its replies like a page does.
async fn play(server: &Running, id: &str) -> Vec<Times> {
    let (mut news, _) = tokio_tungstenite::connect_async(live(server, id)).await.expect("a socket");
    let mut game = server.get(&format!("/api/games/{id}")).await;
    let mut times = Vec::new();
    for _ in 0..MOVES {
        let started = Instant::now();
        let body = json!({ "move": empty_cell(&game) });
        server.post(&format!("/api/games/{id}/moves"), body).await;
        let request = started.elapsed();
        let mut thinking = None;
        while thinking.is_none() || game["playerToMove"] == true {
            let text = news.next().await.expect("open").expect("news").into_text().expect("text");
            let mut item: Value = serde_json::from_str(&text).expect("JSON");
            match item["type"].as_str() {
                Some("game") => game = item["game"].take(),
                _ if item["done"] == true => thinking = item["choice"]["seconds"].as_f64(),
                _ => {}
            }
        }
        let thinking = Duration::from_secs_f64(thinking.unwrap_or_default());
        times.push(Times { request, reply: started.elapsed().saturating_sub(thinking) });
    }
    times
}

/// Some cell without a stone, along the left side: the game does not end in ten moves.
fn empty_cell(game: &Value) -> String {
    let taken = |cell: &String| {
        ["red", "blue"].iter().any(|color| {
            let stones = game["position"]["stones"][color].as_array().expect("a list");
            stones.iter().any(|stone| stone == cell)
        })
    };
    let cells = ('a'..='k').flat_map(|col| (1..=11).map(move |row| format!("{col}{row}")));
    cells.into_iter().find(|cell| !taken(cell)).expect("an empty cell")
}
