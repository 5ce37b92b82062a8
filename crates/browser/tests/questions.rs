//! What is asked about positions and records, and whoever thinks about them.

use hexring_browser::{Desk, Fresh, Request, Thinker, Work};
use serde_json::{Value, json};

fn ask(method: &str, path: &str, body: Value) -> Value {
    let fresh = Fresh { id: "game".to_owned(), seed: 9 };
    let (method, path) = (method.to_owned(), format!("/api/{path}"));
    let answer = Desk::new().ask(Request { method, path, body, fresh });
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body
}

fn record(text: &str) -> Value {
    ask("POST", "records/read", json!({ "text": text }))["record"].clone()
}

/// The lines that are told, the last one included.
fn think(work: Value) -> Vec<Value> {
    let work: Work = serde_json::from_value(work).expect("work");
    let mut lines = Vec::new();
    let mut hear = |line: &str| lines.push(serde_json::from_str(line).expect("JSON"));
    let last = Thinker::new().think(work, &mut hear).expect("an answer");
    lines.push(serde_json::from_str(&last).expect("JSON"));
    lines
}

#[test]
fn players_are_listed_as_everywhere() {
    let players = hexring_players::Registry::standard();
    assert_eq!(ask("GET", "players", Value::Null), serde_json::to_value(players).expect("JSON"));
    assert_eq!(ask("GET", "levels", Value::Null).as_array().map(Vec::len), Some(12));
}

#[test]
fn records_are_read_drawn_and_written() {
    let record = record("torus:4x4\na1 b2 c3");
    let position = ask("POST", "positions", json!({ "record": record }));
    assert_eq!(position["stones"], json!({ "red": ["a1", "c3"], "blue": ["b2"] }));
    let drawing = ask("POST", "drawings", json!({ "record": record }));
    assert!(drawing["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")));
    let written = ask("POST", "records/write", json!({ "record": record, "format": "moves" }));
    assert!(written["text"].as_str().is_some_and(|text| text.contains("a1 b2 c3")), "{written}");
}

#[test]
fn small_boards_are_solved() {
    for board in ["3x3", "torus:3x3", "cylinder:3x3"] {
        let rules = format!("{board}\na1");
        let lines = think(json!({ "kind": "solution", "request": { "record": record(&rules) } }));
        let last = lines.last().expect("a line");
        assert_eq!(last["type"], "solution", "{last}");
        assert_eq!(last["winner"], solved(board), "{board}");
    }
}

/// Who wins after a1, by looking at every continuation.
fn solved(board: &str) -> &'static str {
    use hexring_game::{Color, Game, Move, Rules};
    fn red_wins(game: &Game) -> bool {
        if let Some(ending) = game.ending() {
            return ending.winner() == Some(Color::Red);
        }
        let is_red = game.position().to_move() == Some(Color::Red);
        let mut replies = game.position().legal_moves().into_iter().map(|mv: Move| {
            let mut next = game.clone();
            next.play(mv).expect("legal");
            red_wins(&next)
        });
        if is_red { replies.any(|won| won) } else { replies.all(|won| won) }
    }
    let mut game = Game::new(board.parse::<Rules>().expect("rules")).expect("a game");
    game.play("a1".parse().expect("a cell")).expect("legal");
    if red_wins(&game) { "red" } else { "blue" }
}

#[test]
fn players_are_asked_about_positions_and_whole_games() {
    let record = record("4x4\na1 b2");
    let request = json!({ "record": record, "player": "heuristic" });
    let lines = think(json!({ "kind": "analysis", "request": request }));
    assert_eq!(lines.last().expect("a line")["type"], "choice");
    let positions = ask("POST", "evaluations", request.clone());
    assert_eq!(positions, json!({ "from": 0, "to": 3 }));
    let lines = think(json!({ "kind": "judgement", "request": request, "index": 2 }));
    assert_eq!((&lines[0]["type"], &lines[0]["index"]), (&json!("value"), &json!(2)));
}
