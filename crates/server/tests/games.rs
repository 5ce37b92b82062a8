//! Live games over HTTP: play, swap, undo, coins, watching, restarts, sockets.

mod support;

use futures_util::StreamExt;
use reqwest::Method;
use serde_json::{Value, json};
use support::start;

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_won_and_shows_why() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let id =
        server.game(json!({ "board": "cylinder:3x3", "first": "blue" }), "human", "human").await;
    let game = server.play(&id, "a2 a1 b2 b1 c2").await;
    let ending = json!({ "winner": "blue", "cause": "board", "text": "blue wins" });
    assert_eq!(game["position"]["ending"], ending);
    assert_eq!(game["position"]["certificate"]["winding"], json!([1, 0]));
    assert_eq!(game["position"]["numbers"]["c2"], 5);
    let (status, why) =
        server.refuse(&format!("/api/games/{id}/moves"), json!({ "move": "a3" })).await;
    assert_eq!(status, 422);
    assert!(why.contains("the game is over"), "{why}");
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_taken_back_to_the_person_and_played_again() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let id = server.game(json!({ "board": "5x5" }), "human", "random").await;
    server.play(&id, "c3").await;
    let answered = server.wait(&id, |game| game["plies"].as_array().unwrap().len() == 2).await;
    let undone = server.act(&id, "undo").await;
    assert_eq!((&undone["plies"], &undone["can_redo"]), (&json!([]), &json!(true)));
    let redone = server.act(&id, "redo").await;
    assert_eq!(redone["plies"], answered["plies"]);
    let resigned = server.act(&id, "resign").await;
    let ending = &resigned["position"]["ending"];
    assert_eq!((&ending["winner"], &ending["cause"]), (&json!("blue"), &json!("resignation")));
    assert_eq!(server.act(&id, "undo").await["position"]["ending"], Value::Null);
}

/// The middle of 3×3 wins. To take back a player's resignation is to take back the own move.
#[tokio::test(flavor = "multi_thread")]
async fn a_player_may_resign() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let id = server.game(json!({ "board": "3x3" }), "human", "neural:sims=50,resign=0.4").await;
    server.play(&id, "b2").await;
    let resigned = server.wait(&id, |game| !game["position"]["ending"].is_null()).await;
    assert_eq!(resigned["position"]["ending"]["winner"], "red");
    assert_eq!(resigned["plies"].as_array().unwrap().len(), 1);
    let undone = server.act(&id, "undo").await;
    assert_eq!((&undone["plies"], &undone["position"]["ending"]), (&json!([]), &Value::Null));
    assert_eq!(undone["position"]["to_move"], "red");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_swap_of_sides_changes_the_seats() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let id =
        server.game(json!({ "board": "cylinder:4x4", "swap": "sides" }), "human", "human").await;
    assert_eq!(server.play(&id, "b2").await["position"]["can_swap"], true);
    let swapped = server.play(&id, "swap").await;
    assert_eq!(swapped["position"]["sides_swapped"], true);
    assert_eq!(swapped["position"]["to_move"], "blue");
    let id = server.game(json!({ "board": "5x5", "swap": "pieces" }), "human", "human").await;
    let swapped = server.play(&id, "a3 swap").await;
    assert_eq!(swapped["position"]["stones"], json!({ "red": [], "blue": ["c1"] }));
}

#[tokio::test(flavor = "multi_thread")]
async fn coins_fall_the_same_after_an_undo() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let id =
        server.game(json!({ "board": "torus:4x4", "turns": "random" }), "human", "human").await;
    let game = server.play(&id, "a1 b2 c3").await;
    let mover = game["position"]["to_move"].clone();
    assert!(mover.is_string());
    server.act(&id, "undo").await;
    let again = server.act(&id, "redo").await;
    assert_eq!((&again["plies"], &again["position"]["to_move"]), (&game["plies"], &mover));
}

#[tokio::test(flavor = "multi_thread")]
async fn players_are_listed_with_all_that_a_form_needs() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let players = server.get("/api/players").await;
    let player = |name: &str| players.as_array().unwrap().iter().find(|p| p["name"] == name);
    let option = &player("level").expect("it is listed")["options"][0];
    assert_eq!(
        option["kind"],
        json!({ "type": "whole", "min": 1, "max": 12, "text": "a whole number from 1 to 12" })
    );
    assert_eq!((&option["name"], &option["default"]), (&json!("n"), &json!("4")));
    assert!(option["help"].is_string() && player("human").is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn players_are_watched_paused_and_stepped() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let seasons = json!({ "board": "torus:5x5", "seasons": { "count": 3 } });
    let id = server.game(seasons, "random", "random").await;
    let game = server.wait(&id, |game| game["position"]["ending"] != Value::Null).await;
    assert!(game["position"]["certificate"]["cells"].as_array().unwrap().len() >= 5);
    let body = json!({ "rules": { "board": "4x4" }, "players": { "red": "random", "blue": "random" }, "paused": true });
    let game = server.post("/api/games", body).await;
    let id = game["id"].as_str().unwrap();
    server.act(id, "step").await;
    let stepped = server.wait(id, |game| game["plies"].as_array().unwrap().len() == 1).await;
    assert_eq!((&stepped["thinking"], &stepped["paused"]), (&json!(false), &json!(true)));
    server.post(&format!("/api/games/{id}/settings"), json!({ "paused": false, "pace": 0 })).await;
    server.wait(id, |game| game["position"]["ending"] != Value::Null).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_loses_nothing_and_the_player_goes_on() {
    let data = tempfile::tempdir().unwrap();
    let first = start(data.path());
    let rules = json!({ "board": "torus:5x5", "turns": "random", "seasons": { "count": 2 } });
    let quiet = first.game(rules, "human", "human").await;
    let before = first.post(&format!("/api/games/{quiet}/settings"), json!({ "pace": 5 })).await;
    let watched = first.game(json!({ "board": "19x19" }), "random", "random").await;
    drop(first);
    let second = start(data.path());
    let after = second.get(&format!("/api/games/{quiet}")).await;
    for key in ["plies", "position", "players", "seed", "pace"] {
        assert_eq!(before[key], after[key], "{key}");
    }
    second.wait(&watched, |game| game["position"]["ending"] != Value::Null).await;
    let list = second.get("/api/games?search=torus").await;
    assert_eq!((list.as_array().unwrap().len(), &list[0]["id"]), (1, &json!(quiet)));
    let (status, _) = second.call(Method::DELETE, &format!("/api/games/{quiet}"), None).await;
    assert_eq!(status, 204);
    let (status, _) = second.call(Method::GET, &format!("/api/games/{quiet}"), None).await;
    assert_eq!(status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_rapid_clicks_are_one_move() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let id = server.game(json!({ "board": "11x11" }), "human", "human").await;
    let path = format!("/api/games/{id}/moves");
    let clicks = (0..1000)
        .map(|_| server.call(Method::POST, &path, Some(json!({ "move": "f6", "after": 0 }))));
    let answers = futures_util::stream::iter(clicks).buffer_unordered(50).collect::<Vec<_>>().await;
    assert_eq!(answers.iter().filter(|(status, _)| status.is_success()).count(), 1);
    assert!(answers.iter().all(|(status, _)| status.is_success() || *status == 409));
    assert_eq!(server.get(&format!("/api/games/{id}")).await["plies"].as_array().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_hear_every_change_and_may_close_at_any_time() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let id = server.game(json!({ "board": "5x5" }), "human", "heuristic").await;
    let address = format!("{}/api/games/{id}/live", server.url.replace("http", "ws"));
    for _ in 0..20 {
        let _gone = tokio_tungstenite::connect_async(&address).await.expect("a socket");
    }
    let (mut socket, _) = tokio_tungstenite::connect_async(&address).await.expect("a socket");
    server.play(&id, "c3").await;
    let (mut plies, mut thoughts) = (0, 0);
    while plies < 2 {
        let message = socket.next().await.expect("open").expect("a message").into_text().unwrap();
        let news: Value = serde_json::from_str(&message).unwrap();
        match news["type"].as_str() {
            Some("game") => plies = news["game"]["plies"].as_array().unwrap().len(),
            Some("thought") => thoughts += usize::from(news["done"] == true),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(thoughts, 1);
    let none = address.replace(&id, "nothing");
    assert!(tokio_tungstenite::connect_async(&none).await.is_err());
}
