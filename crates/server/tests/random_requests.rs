//! Requests that nobody would make, from a seed: every one is answered, none fails the server, and
//! all of them together take no more memory than a few good ones. `HEXRING_FUZZ_ROUNDS` makes it
//! longer.

mod support;

use std::time::Duration;

use futures_util::StreamExt;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use reqwest::{Client, Method};
use serde_json::{Map, Value, json};
use support::{Running, start};

const ROUNDS: usize = 5000;

/// Requests that are under way at the same time.
const AT_ONCE: usize = 8;

/// The most memory that the whole process may ever take, in kilobytes.
const MOST_MEMORY: u64 = 1 << 20;

type Dice = Xoshiro256PlusPlus;

fn pick<'a, T>(dice: &mut Dice, from: &'a [T]) -> &'a T {
    from.choose(dice).expect("there is something")
}

/// Texts that are wrong in most places and right in a few.
fn text(dice: &mut Dice) -> String {
    let texts = [
        "",
        "a1",
        "swap",
        "red",
        "5x5",
        "torus:4x4",
        "cylinder:3x7",
        "54x54",
        "0x0",
        "random",
        "random",
        "human",
        "mirror",
        "mcts:playouts=10",
        "level:n=1",
        "x:y=z",
        "sgf",
        "hexworld",
        "(;SZ[3];B[a1])",
        "(;AB[a1:ba53][a1:ba53])",
        "3x3 a1 b2",
        "balanced",
        "\u{0}",
        "é",
        "../..",
        "%2e%2e",
        "null",
        "1e999",
    ];
    match dice.random_range(0..20) {
        0 => "x".repeat(dice.random_range(0..20_000)),
        1 => "(;SZ[53]".to_owned() + &";AB[a1:ba53]".repeat(dice.random_range(0..500)) + ")",
        _ => (*pick(dice, &texts)).to_owned(),
    }
}

/// Any JSON, not too deep.
fn anything(dice: &mut Dice, depth: usize) -> Value {
    match dice.random_range(0..if depth == 0 { 6 } else { 8 }) {
        0 => Value::Null,
        1 => json!(dice.random_bool(0.5)),
        2 => json!(dice.random_range(-3..100)),
        3 => json!(dice.next_u64()),
        4 => json!(f64::from_bits(dice.next_u64())),
        5 => json!(text(dice)),
        6 => (0..dice.random_range(0..4)).map(|_| anything(dice, depth - 1)).collect(),
        _ => {
            (0..dice.random_range(0..4)).map(|_| (text(dice), anything(dice, depth - 1))).collect()
        }
    }
}

/// A good body, bent in some places.
fn bend(dice: &mut Dice, good: &Value) -> Value {
    if dice.random_bool(0.06) {
        return anything(dice, 3);
    }
    match good {
        Value::Array(list) => list.iter().map(|item| bend(dice, item)).collect(),
        Value::Object(fields) => {
            let mut bent = Map::new();
            for (name, value) in fields {
                if !dice.random_bool(0.04) {
                    bent.insert(name.clone(), bend(dice, value));
                }
            }
            if dice.random_bool(0.03) {
                bent.insert(text(dice), anything(dice, 2));
            }
            Value::Object(bent)
        }
        other => other.clone(),
    }
}

fn record(dice: &mut Dice) -> Value {
    let board = *pick(dice, &["3x3", "torus:4x4", "cylinder:3x4", "11x11", "53x53"]);
    let mut nodes = vec![json!({})];
    for cell in ["a1", "b2", "c3", "a3"].iter().take(dice.random_range(0..5)) {
        let color = if nodes.len() % 2 == 1 { "red" } else { "blue" };
        nodes.push(json!({ "color": color, "move": cell }));
    }
    nodes.extend(vec![json!({}); dice.random_range(0..1000) * dice.random_range(0..2)]);
    json!({ "format": "hexring-record", "version": 1, "rules": { "board": board }, "nodes": nodes })
}

/// A request that could be good: where, and with what.
fn good(dice: &mut Dice, ids: &[String]) -> (Method, String, Value) {
    let id = pick(dice, ids).clone();
    let name = *pick(dice, &["hees", "trevorah", "match-1", "nothing"]);
    let seasons = json!({ "count": 2, "draw": "random" });
    let rules = json!({ "board": "4x4", "turns": "random", "swap": "none", "seasons": seasons });
    let players = json!({ "red": "human", "blue": "random" });
    let post = Method::POST;
    match dice.random_range(0..25) {
        0 => (post, "/api/games".to_owned(), json!({ "rules": rules, "players": players })),
        1 => (post, "/api/games".to_owned(), json!({ "record": record(dice), "players": players })),
        2..=4 => (post, format!("/api/games/{id}/moves"), json!({ "move": text(dice) })),
        5 => {
            let word = *pick(dice, &["undo", "redo", "resign", "stop", "step", "accept", "dance"]);
            (post, format!("/api/games/{id}/{word}"), json!({}))
        }
        6 => (post, format!("/api/games/{id}/settings"), json!({ "paused": true, "pace": 5 })),
        7 => (post, format!("/api/games/{id}/name"), json!({ "name": text(dice) })),
        8 => (post, "/api/positions".to_owned(), json!({ "record": record(dice) })),
        9 => {
            let scores = json!({ "name": "x", "scores": [["a1", 0.5]] });
            let body = json!({ "record": record(dice), "layout": "diamond", "scores": scores });
            (post, "/api/drawings".to_owned(), body)
        }
        10 => {
            let body = json!({ "record": record(dice), "player": "random", "seed": 3 });
            (post, "/api/analyses".to_owned(), body)
        }
        11 => {
            let body = json!({ "record": record(dice), "player": "random" });
            (post, "/api/evaluations".to_owned(), body)
        }
        12 => (post, "/api/solutions".to_owned(), json!({ "record": record(dice) })),
        13 => (post, "/api/records/read".to_owned(), json!({ "text": text(dice) })),
        14 => {
            let body = json!({ "record": record(dice), "format": text(dice) });
            (post, "/api/records/write".to_owned(), body)
        }
        15 => {
            let players = json!(["random", "random"]);
            let body = json!({ "players": players, "board": "3x3", "games": 2, "opening": 1 });
            (post, "/api/experiments".to_owned(), body)
        }
        16 => (post, format!("/api/experiments/{name}/stop"), json!({})),
        17 => {
            let path = *pick(
                dice,
                &["report", "report.html", "games", "record?key=x", "export?format=sgf", "live"],
            );
            (Method::GET, format!("/api/experiments/{name}/{path}"), Value::Null)
        }
        19 => {
            let body = json!({ "rules": rules, "seed": 3, "players": ["random", text(dice)] });
            (post, "/api/rules".to_owned(), body)
        }
        20 => {
            let players = json!({ "red": "human", "blue": "human" });
            let names = json!({ "red": text(dice), "blue": "" });
            let seats = json!({ "names": names, "clock": { "base": 5, "increment": 1 } });
            let body = json!({ "rules": rules, "players": players, "seats": seats });
            (post, "/api/games".to_owned(), body)
        }
        21 => (post, format!("/api/games/{id}/offer"), json!({ "what": "rematch" })),
        22 => (post, format!("/api/games/{id}/name"), json!({ "name": text(dice) })),
        23 => (post, "/api/explorer".to_owned(), json!({ "record": record(dice) })),
        18 => (Method::DELETE, format!("/api/games/{}", text(dice)), Value::Null),
        _ => {
            let query =
                *pick(dice, &["", "?search=a", "?limit=-1", "?limit=3&x=%FF", "?search=%00"]);
            (Method::GET, format!("/api/games{query}"), Value::Null)
        }
    }
}

async fn ask(server: &Running, client: &Client, mut dice: Dice, ids: &[String]) {
    let (method, path, body) = good(&mut dice, ids);
    let body = bend(&mut dice, &body);
    let url = format!("{}{}", server.url, path.replace(['\u{0}', ' '], ""));
    let mut request = client.request(method.clone(), &url);
    if method == Method::POST {
        request = request.json(&body);
    }
    // Whoever asks for the value of an empty 11×11 goes away before it is found.
    let Ok(answer) = tokio::time::timeout(Duration::from_secs(3), request.send()).await else {
        return;
    };
    let answer = answer.unwrap_or_else(|error| panic!("{method} {path} {body}: {error}"));
    let status = answer.status();
    assert!(!status.is_server_error(), "{method} {path} {body}: {status}");
    if status.is_client_error() {
        let text = answer.text().await.expect("a body");
        let told: Value = serde_json::from_str(&text).unwrap_or_default();
        assert!(told["error"].is_string(), "{method} {path} {body}: {status} {text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn random_requests_are_answered_and_do_no_harm() {
    let rounds = std::env::var("HEXRING_FUZZ_ROUNDS").ok().and_then(|rounds| rounds.parse().ok());
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let mut ids = vec!["nothing".to_owned()];
    for board in ["3x3", "torus:5x5", "53x53"] {
        ids.push(server.game(json!({ "board": board }), "human", "human").await);
        ids.push(server.game(json!({ "board": board }), "random", "human").await);
    }
    let client = Client::new();
    let asked = (0..rounds.unwrap_or(ROUNDS))
        .map(|round| ask(&server, &client, Dice::seed_from_u64(round as u64), &ids));
    futures_util::stream::iter(asked).buffer_unordered(AT_ONCE).collect::<Vec<()>>().await;
    let before = server.get(&format!("/api/games/{}", ids[5])).await;
    drop(server);
    let after = start(data.path()).get(&format!("/api/games/{}", ids[5])).await;
    assert_eq!(before["plies"], after["plies"]);
    #[cfg(target_os = "linux")]
    assert!(most_memory() < MOST_MEMORY, "{} kilobytes", most_memory());
}

/// The most memory that this process has had, in kilobytes.
#[cfg(target_os = "linux")]
fn most_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("it is Linux");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("a line");
    line.split_whitespace().nth(1).and_then(|word| word.parse().ok()).expect("a number")
}
