//! Games between a desk and a thinker are those that are played at a table.

use hexring_app::RulesForm;
use hexring_browser::{Answer, Desk, Found, Fresh, Request, Thinker, Work};
use hexring_game::{ByColor, Game};
use hexring_players::table::{Table, Turn};
use hexring_players::{Control, Spec};
use serde_json::{Value, json};

fn ask(desk: &mut Desk, method: &str, path: &str, body: Value) -> Answer {
    let fresh = Fresh { id: "game".to_owned(), seed: 9 };
    let (method, path) = (method.to_owned(), format!("/api/{path}"));
    desk.ask(Request { method, path, body, fresh })
}

fn open(desk: &mut Desk, rules: &Value, red: &str, blue: &str) -> Answer {
    let players = json!({ "red": red, "blue": blue });
    let answer = ask(desk, "POST", "games", json!({ "rules": rules, "players": players }));
    assert_eq!(answer.status, 201, "{}", answer.body);
    answer
}

/// Lets the player of an answer think and takes what it finds to the desk.
fn think(desk: &mut Desk, thinker: &mut Thinker, answer: &Answer) -> Answer {
    let search = answer.search.as_ref().expect("a player thinks");
    let work = Work::Move { id: "game".to_owned(), game: Box::new(search.game.clone()) };
    let line = thinker.think(work, &mut |_| {}).expect("a move");
    let line: Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!(line["type"], "choice");
    let (mv, resigns) = (line["choice"]["move"].clone(), line["choice"]["resigns"].clone());
    let found = serde_json::from_value(json!({ "move": { "move": mv, "resigns": resigns } }));
    desk.end("game", search.number, found.expect("something found"))
}

#[test]
fn a_seed_means_the_same_game_as_at_a_table() {
    for (rules, red, blue) in [
        (json!({ "board": "plane:5x5", "swap": "pieces" }), "mcts:playouts=300", "level:n=5"),
        (json!({ "board": "torus:4x4", "swap": "sides" }), "level:n=9", "heuristic"),
        (json!({ "board": "cylinder:4x5", "turns": "random" }), "level:n=1", "level:n=6"),
        (json!({ "board": "torus:5x4", "seasons": { "count": 3 } }), "random", "pure-mc"),
        (json!({ "board": "4x4" }), "minimax", "adjacency"),
    ] {
        let (mut desk, mut thinker) = (Desk::new(), Thinker::new());
        let mut answer = open(&mut desk, &rules, red, blue);
        while answer.search.is_some() {
            answer = think(&mut desk, &mut thinker, &answer);
        }
        let form: RulesForm = serde_json::from_value(rules.clone()).expect("rules");
        let game = Game::new(form.rules(9).expect("rules")).expect("a game");
        let spec = |text: &str| text.parse::<Spec>().expect("a player");
        let players = ByColor { red: spec(red), blue: spec(blue) };
        let mut table = Table::seat(game, &players, 9).expect("a table");
        while let Turn::Player(_) = table.turn() {
            table.step(&mut Control::default());
        }
        let plies = serde_json::to_value(table.game().plies()).expect("JSON");
        assert_eq!(answer.body["plies"], plies, "{rules} {red} {blue}");
        assert!(answer.body["position"]["ending"].is_object(), "{}", answer.body);
    }
}

#[test]
fn whatever_changes_a_game_is_to_be_kept_and_can_be_taken_up_again() {
    let (mut desk, mut thinker) = (Desk::new(), Thinker::new());
    open(&mut desk, &json!({ "board": "5x5" }), "human", "heuristic");
    let moved = ask(&mut desk, "POST", "games/game/moves", json!({ "move": "c3", "after": 0 }));
    let answered = think(&mut desk, &mut thinker, &moved);
    let kept = answered.keep.expect("kept");
    let mut other = Desk::new();
    assert_eq!(ask(&mut other, "GET", "games/game", Value::Null).status, 404);
    other.load("game", kept.saved).expect("a game");
    let again = ask(&mut other, "GET", "games/game", Value::Null);
    assert_eq!(again.body["plies"], answered.body["plies"]);
    assert_eq!(again.body["plies"].as_array().map(Vec::len), Some(2));
    assert!(again.keep.is_none(), "nothing has changed");
}

#[test]
fn a_search_for_another_position_finds_nothing() {
    let (mut desk, mut thinker) = (Desk::new(), Thinker::new());
    open(&mut desk, &json!({ "board": "5x5" }), "human", "random");
    let first = ask(&mut desk, "POST", "games/game/moves", json!({ "move": "c3" }));
    let undone = ask(&mut desk, "POST", "games/game/undo", json!({}));
    assert!(undone.search.is_none() && undone.body["thinking"] == false, "{}", undone.body);
    let second = ask(&mut desk, "POST", "games/game/moves", json!({ "move": "b2" }));
    let late = think(&mut desk, &mut thinker, &first);
    assert_eq!(late.status, 409, "{}", late.body);
    let played = think(&mut desk, &mut thinker, &second);
    assert_eq!(played.body["plies"][0]["move"], "b2");
    assert_eq!(played.body["plies"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_player_that_fails_waits_and_the_game_stays() {
    let mut desk = Desk::new();
    let begun = open(&mut desk, &json!({ "board": "5x5" }), "random", "human");
    let number = begun.search.expect("a player thinks").number;
    let failed = desk.end("game", number, Found::Failed("the worker failed".to_owned()));
    assert_eq!(
        (&failed.body["note"], &failed.body["paused"]),
        (&json!("the worker failed"), &json!(true))
    );
    assert!(failed.search.is_none());
    let again = ask(&mut desk, "POST", "games/game/settings", json!({ "paused": false }));
    assert!(again.search.is_some_and(|search| search.number > number));
}

#[test]
fn refusals_have_the_status_of_the_server() {
    let mut desk = Desk::new();
    open(&mut desk, &json!({ "board": "5x5" }), "human", "human");
    for (method, path, body, status) in [
        ("POST", "games/game/moves", json!({ "move": "z9" }), 422),
        ("POST", "games/game/moves", json!({ "move": "a1", "after": 3 }), 409),
        ("POST", "games/game/moves", json!([]), 422),
        ("POST", "games/game/stop", json!({}), 409),
        ("POST", "games/game/dance", json!({}), 404),
        ("GET", "games/nothing", Value::Null, 404),
        ("GET", "nowhere", Value::Null, 404),
        ("POST", "positions", json!({ "record": {} }), 422),
    ] {
        let answer = ask(&mut desk, method, path, body);
        assert_eq!(answer.status, status, "{method} {path}: {}", answer.body);
        assert!(answer.body["error"].is_string() && answer.keep.is_none());
    }
}
