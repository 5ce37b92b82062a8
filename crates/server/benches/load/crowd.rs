//! Many people at once: games with viewers, and pages that were left open.

use std::time::{Duration, Instant};

use futures_util::StreamExt;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::process::{Process, Socket, connect};
use crate::row::{Row, spread};

const GAMES: usize = 500;
const MOVES: usize = 5;
const SOCKETS: usize = 5000;

/// How much more memory there may be after a crowd has gone than before it came, in megabytes.
const LEFT_BEHIND: u64 = 48;

/// How long a move took to be answered, and the player's reply beyond its thinking.
struct Times {
    request: Duration,
    reply: Duration,
}

/// Five hundred people play at once, each with a viewer.
pub(crate) async fn games_and_viewers() -> Vec<Row> {
    let (_data, server) = crate::fresh().await;
    let mut ids = Vec::new();
    for _ in 0..GAMES {
        ids.push(server.game("11x11", "heuristic").await);
    }
    for id in &ids {
        watch(connect(&server.live(&format!("/api/games/{id}/live"))).await);
    }
    let started = Instant::now();
    let times: Vec<Times> =
        join_all(ids.iter().map(|id| play(&server, id))).await.into_iter().flatten().collect();
    let rate = (2 * GAMES * MOVES) as f64 / started.elapsed().as_secs_f64();
    let row = |what: &str, times: Vec<Duration>| Row {
        what: what.to_owned(),
        result: spread(times),
        memory: server.most_memory(),
    };
    let (request, reply) = times.iter().map(|times| (times.request, times.reply)).unzip();
    vec![
        row(
            &format!("{GAMES} games and {GAMES} viewers, {rate:.0} moves a second: a move"),
            request,
        ),
        row("the same: the player's reply beyond its thinking", reply),
    ]
}

/// Reads everything until the socket is closed.
fn watch(socket: Socket) -> tokio::task::JoinHandle<()> {
    tokio::spawn(socket.for_each(|_| async {}))
}

/// Plays moves as fast as the player answers, and listens for its replies like a page does.
async fn play(server: &Process, id: &str) -> Vec<Times> {
    let mut news = connect(&server.live(&format!("/api/games/{id}/live"))).await;
    let mut game = server.get(&format!("/api/games/{id}")).await;
    let mut times = Vec::new();
    for _ in 0..MOVES {
        let started = Instant::now();
        let body = json!({ "move": empty_cell(&game) });
        server.post(&format!("/api/games/{id}/moves"), &body).await;
        let request = started.elapsed();
        let mut thinking = None;
        while thinking.is_none() || game["player_to_move"] == true {
            let message = news.next().await.expect("open").expect("news").into_data();
            // Pings are no news.
            let Ok(mut item) = serde_json::from_slice::<Value>(&message) else { continue };
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

/// Some cell without a stone, along the left side: the game does not end in a few moves.
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

/// Five thousand pages that nobody looks at, for longer than a silent one would be kept.
pub(crate) async fn idle_sockets() -> Row {
    let (_data, server) = crate::fresh().await;
    let id = server.game("11x11", "human").await;
    let path = format!("/api/games/{id}/live");
    let before = server.memory();
    let mut viewers = Vec::new();
    for _ in 0..SOCKETS {
        viewers.push(watch(connect(&server.live(&path)).await));
    }
    tokio::time::sleep(Duration::from_secs(80)).await;
    let during = server.memory();
    let open = viewers.iter().filter(|viewer| !viewer.is_finished()).count();
    assert_eq!(open, SOCKETS, "those who answer pings stay");
    let started = Instant::now();
    server.get(&format!("/api/games/{id}")).await;
    let answered = started.elapsed().as_millis();
    viewers.iter().for_each(tokio::task::JoinHandle::abort);
    tokio::time::sleep(Duration::from_secs(5)).await;
    let after = server.memory();
    assert!(after <= before + LEFT_BEHIND, "{before} MB before, {after} MB after");
    Row {
        what: format!("{SOCKETS} idle sockets for 80 s"),
        result: format!(
            "{} KB each; a request takes {answered} ms; {before} MB before, {after} MB after",
            (during.saturating_sub(before)) * 1024 / SOCKETS as u64
        ),
        memory: server.most_memory(),
    }
}
