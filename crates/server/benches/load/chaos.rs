//! Random requests, and games that are played on, while the server is killed again and again.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use reqwest::{Client, Method};
use serde_json::{Value, json};

use crate::process::ask;
use crate::row::Row;

const KILLS: u32 = 100;
const PLAYERS: u64 = 8;
const VANDALS: u64 = 8;

/// How much memory there may be when all have gone, in megabytes: a network, what the players of the
/// last few games remember, and what the allocator keeps.
const MOST_LEFT: u64 = 96;

/// What all share.
#[derive(Default)]
struct Shared {
    /// Where the server is now.
    url: RwLock<String>,
    answered_moves: AtomicU64,
    requests: AtomicU64,
    faults: AtomicU64,
}

impl Shared {
    fn url(&self) -> String {
        self.url.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn move_to(&self, url: &str) {
        url.clone_into(&mut self.url.write().unwrap_or_else(PoisonError::into_inner));
    }

    /// A request, counted; none if the server is gone just now.
    async fn ask(
        &self,
        client: &Client,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Option<(u16, Value)> {
        let (status, answer) = ask(client, &self.url(), method, path, body).await?;
        self.requests.fetch_add(1, Ordering::Relaxed);
        if status.is_server_error() {
            eprintln!("{path}: {status} {answer}");
            self.faults.fetch_add(1, Ordering::Relaxed);
        }
        Some((status.as_u16(), answer))
    }
}

pub(crate) async fn killed_a_hundred_times(time: Duration) -> Row {
    let (_data, mut server) = crate::fresh().await;
    let shared = Arc::new(Shared::default());
    shared.move_to(server.url());
    let fresh = server.memory();
    let end = Instant::now() + time;
    let players = (0..PLAYERS).map(|seed| tokio::spawn(play(Arc::clone(&shared), seed, end)));
    let players: Vec<_> = players.collect();
    let vandals = (0..VANDALS).map(|seed| tokio::spawn(vandalise(Arc::clone(&shared), seed, end)));
    let vandals: Vec<_> = vandals.collect();
    for _ in 0..KILLS {
        tokio::time::sleep(time / (KILLS + 5)).await;
        server.kill_and_start();
        shared.move_to(server.url());
    }
    let mut lost = 0;
    for player in players {
        lost += player.await.expect("a player ends well");
    }
    for vandal in vandals {
        vandal.await.expect("a vandal ends well");
    }
    // Until players have noticed that nobody watches them.
    tokio::time::sleep(Duration::from_secs(30)).await;
    let left = server.memory();
    let count = |number: &AtomicU64| number.load(Ordering::Relaxed);
    let (moves, requests) = (count(&shared.answered_moves), count(&shared.requests));
    let faults = count(&shared.faults);
    assert_eq!((lost, faults), (0, 0), "of {moves} moves and {requests} requests");
    assert!(left <= MOST_LEFT, "{fresh} MB at first, {left} MB at last");
    Row {
        what: format!(
            "killed {KILLS} times in {:.0} min under random load",
            time.as_secs_f64() / 60.0
        ),
        result: format!(
            "{requests} requests and {moves} moves answered: {faults} failed, {lost} lost; \
             {fresh} MB at first, {left} MB at last"
        ),
        memory: server.most_memory(),
    }
}

/// Plays games of two people, and counts the moves that were answered and are not there any more.
async fn play(shared: Arc<Shared>, seed: u64, end: Instant) -> u64 {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (client, mut lost) = (Client::new(), 0);
    while Instant::now() < end {
        let players = json!({ "red": "human", "blue": "human" });
        let new = json!({ "rules": { "board": "9x9" }, "players": players });
        let Some((201, game)) = shared.ask(&client, Method::POST, "/api/games", Some(&new)).await
        else {
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        let path = format!("/api/games/{}", game["id"].as_str().expect("a name"));
        lost += play_one(&shared, &client, &path, &mut dice, end).await;
    }
    lost
}

/// Plays one game to its end; the moves of it that were lost.
async fn play_one(
    shared: &Shared,
    client: &Client,
    path: &str,
    dice: &mut impl Rng,
    end: Instant,
) -> u64 {
    let (mut answered, mut lost): (Vec<String>, u64) = (Vec::new(), 0);
    while Instant::now() < end {
        let column = char::from(b'a' + dice.random_range(0..9u8));
        let cell = format!("{column}{}", dice.random_range(1..=9));
        let (moves, body) = (format!("{path}/moves"), json!({ "move": cell }));
        match shared.ask(client, Method::POST, &moves, Some(&body)).await {
            Some((200, _)) => {
                shared.answered_moves.fetch_add(1, Ordering::Relaxed);
                answered.push(cell);
            }
            Some(_) => {}
            // It was killed: the move may have been made or not, but those before have been.
            None => tokio::time::sleep(Duration::from_millis(20)).await,
        }
        let Some((200, game)) = shared.ask(client, Method::GET, path, None).await else { continue };
        let plies = game["plies"].as_array().expect("a list");
        let made: Vec<&str> = plies.iter().filter_map(|ply| ply["move"].as_str()).collect();
        lost += answered.iter().filter(|cell| !made.contains(&cell.as_str())).count() as u64;
        answered = made.into_iter().map(str::to_owned).collect();
        if !game["position"]["ending"].is_null() {
            break;
        }
    }
    lost
}

/// Asks for anything.
async fn vandalise(shared: Arc<Shared>, seed: u64, end: Instant) {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(1000 + seed);
    let client = Client::new();
    while Instant::now() < end {
        let (method, path, body) = request(&mut dice);
        let asked = shared.ask(&client, method, &path, body.as_ref());
        // Some answers would take minutes: whoever asks goes away.
        let _ = tokio::time::timeout(Duration::from_millis(500), asked).await;
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

fn request(dice: &mut impl Rng) -> (Method, String, Option<Value>) {
    let boards = ["3x3", "11x11", "torus:7x7", "cylinder:5x9", "53x53", "0x0", "x"];
    let players = ["random", "heuristic", "mcts", "neural:sims=50", "minimax:time=9s", "x", ""];
    let (board, player) = (boards[dice.random_range(0..7)], players[dice.random_range(0..7)]);
    let nodes = vec![json!({}); 1 << dice.random_range(0..14)];
    let record = json!({ "format": "hexring-record", "version": 1, "rules": { "board": board },
        "nodes": nodes });
    let rules = json!({ "board": board });
    let post = |path: &str, body: Value| (Method::POST, path.to_owned(), Some(body));
    let get = |path: &str| (Method::GET, path.to_owned(), None);
    match dice.random_range(0..12) {
        0 => post(
            "/api/games",
            json!({ "rules": rules, "players": { "red": player, "blue": player } }),
        ),
        1 => post("/api/analyses", json!({ "record": record, "player": player })),
        2 => post("/api/evaluations", json!({ "record": record, "player": player })),
        3 => post("/api/solutions", json!({ "record": record })),
        4 => post("/api/positions", json!({ "record": record })),
        5 => post("/api/drawings", json!({ "record": record })),
        6 => {
            let cells = "[a1:ba53]".repeat(1 << dice.random_range(0..12));
            post("/api/records/read", json!({ "text": format!("(;SZ[53]AB{cells})") }))
        }
        7 => get("/api/games?limit=20"),
        8 => get("/api/experiments"),
        9 => get("/api/experiments/hees/report?quick=true"),
        10 => post("/api/games/nothing/moves", json!({ "move": board })),
        _ => get("/js/main.js"),
    }
}
