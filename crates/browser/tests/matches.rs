//! Matches in the browser are those of the laboratory: the same games, the same report.

use hexring_browser::{Desk, Fresh, Request, Thinker, Work};
use hexring_control::Control;
use hexring_lab::experiment::ExperimentFile;
use hexring_lab::rows::GameRow;
use hexring_lab::{Options, Store, report, run};
use hexring_players::{Program, Registry};
use serde_json::{Value, json};

/// A match with coins, and a tournament with seasons.
fn matches() -> [Value; 2] {
    [
        json!({ "players": ["random", "mcts:playouts=30"], "board": "torus:3x4", "games": 6,
            "turns": "random", "opening": 1, "seed": 7 }),
        json!({ "players": ["random", "heuristic", "minimax:depth=1"], "board": "4x4", "games": 2,
            "seasons": { "count": 3 }, "swap": "sides" }),
    ]
}

fn ask(question: &str, body: Value) -> (u16, Value) {
    let fresh = Fresh { id: "match".to_owned(), seed: 9 };
    let path = format!("/api/laboratory/{question}");
    let answer = Desk::new().ask(Request { method: "POST".to_owned(), path, body, fresh });
    (answer.status, answer.body)
}

fn asked(question: &str, body: Value) -> Value {
    let (status, body) = ask(question, body);
    assert_eq!(status, 200, "{body}");
    body
}

/// All games of a match, a few at a time, by several that know nothing of each other.
fn played(file: &Value) -> Vec<Value> {
    let mut games: Vec<Value> = Vec::new();
    loop {
        let missing = asked("missing", json!({ "file": file, "games": games }));
        let keys: Vec<&Value> = missing.as_array().expect("keys").iter().take(4).collect();
        if keys.is_empty() {
            return games;
        }
        let work = json!({ "kind": "games", "file": file, "keys": keys });
        let work: Work = serde_json::from_value(work).expect("work");
        let rows = Thinker::new().think(work, &mut |_| {}).expect("they play");
        let rows: Value = serde_json::from_str(&rows).expect("rows");
        games.extend(rows["games"].as_array().expect("games").iter().cloned());
    }
}

/// What has to be the same: all but when it was and how long it took.
fn timeless(mut games: Vec<GameRow>) -> Vec<GameRow> {
    for game in &mut games {
        (game.seconds, game.millis, game.finished) = Default::default();
    }
    games.sort_by(|a, b| a.key.cmp(&b.key));
    games
}

#[test]
fn games_and_report_are_those_of_the_laboratory() {
    for wish in matches() {
        let laid_out = asked("match", wish);
        let games = played(&laid_out["file"]);
        assert_eq!(Some(games.len() as u64), laid_out["total"].as_u64());

        let file: ExperimentFile =
            serde_json::from_str(laid_out["file"].as_str().expect("a text")).expect("a file");
        let experiment = file.alone("match", &Registry::standard()).expect("an experiment");
        let (jobs, mut store) = (experiment.jobs(false).expect("jobs"), Store::in_memory());
        let store = store.as_mut().expect("a store");
        let options = Options {
            threads: 2,
            tests: Vec::new(),
            command: String::new(),
            program: Program::LIBRARY,
        };
        run(&jobs, &experiment.part_names(), store, &options, &mut Control::default())
            .expect("it runs");
        let own: Vec<GameRow> =
            games.iter().map(|row| serde_json::from_value(row.clone()).expect("a row")).collect();
        let theirs = store.games().expect("games").into_values().collect();
        assert_eq!(timeless(own), timeless(theirs));

        let made = report::make(&experiment, store, false, "").expect("a report");
        let sections = serde_json::to_value(&made.document().sections).expect("JSON");
        let shown = asked("report", json!({ "file": laid_out["file"], "games": games }));
        assert_eq!(shown["sections"], sections);
        let page = asked("page", json!({ "file": laid_out["file"], "games": games }));
        assert!(page.as_str().is_some_and(|page| page.starts_with("<!doctype html>")));
    }
}

#[test]
fn games_are_listed_replayed_and_exported() {
    let laid_out = asked("match", matches()[0].clone());
    let games = played(&laid_out["file"]);
    let lines = asked("lines", json!({ "games": games }));
    assert_eq!(lines[0]["key"], games[0]["key"]);
    assert_eq!(lines[0]["moves"], games[0]["plies"]);
    let record = asked("record", games[0].clone());
    let moves = games[0]["plies"].as_u64().map(|plies| plies as usize + 1);
    assert_eq!(record["nodes"].as_array().map(Vec::len), moves);
    for (format, lines) in [("csv", 7), ("jsonl", 6)] {
        let text = asked("export", json!({ "games": games, "format": format }));
        assert_eq!(text.as_str().map(|text| text.lines().count()), Some(lines), "{format}");
    }
    let collection = asked("export", json!({ "games": games, "format": "sgf" }));
    assert_eq!(collection.as_str().map(|text| text.matches("(;").count()), Some(6));
}

#[test]
fn what_cannot_be_played_is_refused_with_words() {
    let refused = |wish: Value| {
        let (status, body) = ask("match", wish);
        assert_eq!(status, 422, "{body}");
        body["error"].to_string()
    };
    let pair = ["random", "random"];
    let odd = refused(json!({ "players": pair, "board": "3x3", "games": 3 }));
    assert!(odd.contains("expected an even number"), "{odd}");
    let alone = refused(json!({ "players": ["random"], "board": "3x3", "games": 2 }));
    assert!(alone.contains("expected 2 to 6"), "{alone}");
    let unknown = refused(json!({ "players": ["random", "nobody"], "board": "3x3", "games": 2 }));
    assert!(unknown.contains("nobody"), "{unknown}");
    let unfit =
        refused(json!({ "players": ["random", "three-rings"], "board": "3x3", "games": 2 }));
    assert!(unfit.contains("three-rings"), "{unfit}");
}
