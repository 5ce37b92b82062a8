//! People in two browsers over HTTP: keys, names, clocks, offers, restarts.

mod support;

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use reqwest::Method;
use serde_json::{Value, json};
use support::{Running, start};
use tokio_tungstenite::tungstenite::{Bytes, Message};

/// A game between people with their keys.
struct Seated<'a> {
    server: &'a Running,
    id: String,
    keys: Value,
}

impl<'a> Seated<'a> {
    async fn new(server: &'a Running, rules: Value, seats: Value) -> Self {
        let players = json!({ "red": "human", "blue": "human" });
        let body = json!({ "rules": rules, "players": players, "seats": seats, "seed": 7 });
        let game = server.post("/api/games", body).await;
        let id = game["id"].as_str().expect("a name").to_owned();
        Seated { server, id, keys: game["keys"].clone() }
    }

    /// Asks for something with the key of a seat.
    async fn ask(&self, seat: &str, path: &str, body: Value) -> (u16, Value) {
        let key = self.keys[seat].as_str().unwrap_or(seat).to_owned();
        let path = format!("/api/games/{}/{path}", self.id);
        self.server.call_as(&key, Method::POST, &path, Some(body)).await
    }

    async fn play(&self, seat: &str, mv: &str) -> (u16, Value) {
        self.ask(seat, "moves", json!({ "move": mv })).await
    }

    async fn game(&self) -> Value {
        self.server.get(&format!("/api/games/{}", self.id)).await
    }

    async fn socket(&self) -> Socket {
        let host = self.server.url.replace("http", "ws");
        let address = format!("{host}/api/games/{}/live", self.id);
        tokio_tungstenite::connect_async(&address).await.expect("a socket").0
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_who_holds_a_seat_moves_it() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let names = json!({ "names": { "red": "Ada", "blue": "" } });
    let rules = json!({ "board": "5x5", "swap": "sides" });
    let seated = Seated::new(&server, rules, names).await;
    for (seat, words) in [("blue", "Ada (red)"), ("nobody", "you watch"), ("", "you watch")] {
        let (status, answer) = seated.play(seat, "c3").await;
        assert_eq!(status, 403, "{seat}: {answer}");
        assert!(answer["error"].as_str().unwrap().contains(words), "{answer}");
    }
    assert_eq!(seated.play("red", "c3").await.0, 200);
    assert_eq!(seated.ask("red", "undo", json!({})).await.0, 409);
    assert_eq!(seated.ask("blue", "name", json!({ "name": " Grace " })).await.0, 200);
    // After a swap of sides Blue's person plays red.
    assert_eq!(seated.play("blue", "swap").await.0, 200);
    let game = seated.game().await;
    assert_eq!(game["apart"]["names"], json!({ "red": "Grace", "blue": "Ada" }));
    assert_eq!(game["position"]["to_move"], "blue");
    assert_eq!(seated.play("blue", "a1").await.0, 403);
    assert_eq!(seated.play("red", "a1").await.0, 200);
    let path = format!("/api/games/{}", seated.id);
    let (status, _) = server.call(Method::DELETE, &path, None).await;
    assert_eq!(status, 403);
    assert!(game["keys"].is_null(), "keys are for who has made the game");
    let (status, seat) = server
        .call_as(seated.keys["blue"].as_str().unwrap(), Method::GET, &format!("{path}/seat"), None)
        .await;
    assert_eq!((status, &seat), (200, &json!({ "seat": "blue" })));
    assert_eq!(seated.ask("blue", "resign", json!({})).await.0, 200);
    assert_eq!(seated.game().await["position"]["ending"]["text"], "blue wins: red resigned");
    let sgf = server.get(&format!("{path}/record")).await;
    assert!(sgf.as_str().unwrap().contains("PB[Ada]"), "{sgf}");
}

type Socket =
    tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

/// Whether Red and Blue are here, as the next news of it say.
async fn present(socket: &mut Socket) -> (bool, bool) {
    loop {
        let text =
            socket.next().await.expect("open").expect("a message").into_text().expect("a text");
        let news: Value = serde_json::from_str(&text).expect("JSON");
        if news["type"] == "present" {
            return (news["here"]["red"] == true, news["here"]["blue"] == true);
        }
    }
}

/// Until the server has taken in all that was said: it answers a ping after what came before it.
async fn heard(socket: &mut Socket) {
    socket.send(Message::Ping(Bytes::new())).await.expect("open");
    while !matches!(socket.next().await.expect("open").expect("a message"), Message::Pong(_)) {}
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_sees_who_is_here() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let seated = Seated::new(&server, json!({ "board": "5x5" }), json!({})).await;
    let key = |seat: &str| seated.keys[seat].as_str().unwrap().to_owned();
    let mut watcher = seated.socket().await;
    assert_eq!(present(&mut watcher).await, (false, false));
    let mut red = seated.socket().await;
    red.send(key("red").into()).await.unwrap();
    assert_eq!(present(&mut watcher).await, (true, false));
    // Only the first words of a socket count, and only the key of a seat.
    red.send(key("blue").into()).await.unwrap();
    let mut liar = seated.socket().await;
    liar.send("somebody".into()).await.unwrap();
    let mut blue = [seated.socket().await, seated.socket().await];
    for tab in &mut blue {
        tab.send(key("blue").into()).await.unwrap();
        heard(tab).await;
    }
    assert_eq!(present(&mut watcher).await, (true, true));
    drop(red);
    assert_eq!(present(&mut watcher).await, (false, true));
    // One of two tabs is closed: Blue is still here, and Red's coming back is the next news.
    let [first, second] = blue;
    drop(first);
    let mut red = seated.socket().await;
    red.send(key("red").into()).await.unwrap();
    assert_eq!(present(&mut watcher).await, (true, true));
    drop(second);
    assert_eq!(present(&mut watcher).await, (true, false));
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_run_forfeit_and_stand_while_the_server_is_down() {
    let data = tempfile::tempdir().unwrap();
    let first = start(data.path());
    let rules = json!({ "board": "5x5" });
    let clock = json!({ "clock": { "base": 60, "increment": 2 } });
    let seated = Seated::new(&first, rules.clone(), clock).await;
    let left = |game: &Value, color: &str| game["apart"]["clock"]["left"][color].as_u64().unwrap();
    assert_eq!(left(&seated.game().await, "red"), 60_000);
    seated.play("red", "a1").await;
    seated.play("blue", "b2").await;
    let game = seated.game().await;
    assert_eq!(game["apart"]["clock"]["running"], "red");
    assert_eq!(left(&game, "blue"), 60_000, "the first moves are free");
    tokio::time::sleep(Duration::from_millis(1200)).await;
    seated.play("red", "a2").await;
    let game = seated.game().await;
    assert!((50_000..60_900).contains(&left(&game, "red")), "a second at least: {game}");
    tokio::time::sleep(Duration::from_millis(1100)).await;
    let before = left(&seated.game().await, "blue");
    let (id, keys) = (seated.id.clone(), seated.keys.clone());
    drop(first);
    tokio::time::sleep(Duration::from_millis(2500)).await;
    let second = start(data.path());
    let seated = Seated { server: &second, id, keys };
    let after = left(&seated.game().await, "blue");
    assert!(before.abs_diff(after) < 2400, "{before} before, {after} after");
    let short = Seated::new(&second, rules, json!({ "clock": { "base": 1 } })).await;
    short.play("red", "a1").await;
    short.play("blue", "b2").await;
    let over = second.wait(&short.id, |game| !game["position"]["ending"].is_null()).await;
    assert_eq!(over["position"]["ending"]["text"], "blue wins: red ran out of time");
    assert_eq!(short.play("red", "a2").await.0, 422);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_offered_is_accepted_by_the_other() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let seated = Seated::new(&server, json!({ "board": "4x4" }), json!({})).await;
    let offer = |what: &str| json!({ "what": what });
    let none = json!({});
    assert_eq!(seated.ask("red", "offer", offer("take-back")).await.0, 409);
    for (seat, mv) in [("red", "a1"), ("blue", "b2"), ("red", "c3")] {
        assert_eq!(seated.play(seat, mv).await.0, 200);
    }
    assert_eq!(seated.ask("blue", "offer", offer("rematch")).await.0, 409);
    assert_eq!(seated.ask("blue", "offer", offer("take-back")).await.0, 200);
    assert_eq!(seated.ask("blue", "accept", none.clone()).await.0, 409);
    let (_, game) = seated.ask("red", "accept", none.clone()).await;
    assert_eq!(
        (game["plies"].as_array().unwrap().len(), &game["position"]["to_move"]),
        (1, &json!("blue"))
    );
    seated.ask("red", "resign", none.clone()).await;
    seated.ask("red", "offer", offer("rematch")).await;
    let (_, game) = seated.ask("blue", "accept", none).await;
    let next = game["apart"]["next"].as_str().expect("another game").to_owned();
    let keys = json!({ "red": seated.keys["blue"], "blue": seated.keys["red"] });
    let again = Seated { server: &server, id: next, keys };
    assert_eq!(again.play("red", "a1").await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_are_for_two_people_and_clocks_have_sense() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let body = |blue: &str, seats: Value| json!({ "rules": { "board": "4x4" }, "players": { "red": "human", "blue": blue }, "seats": seats });
    let (status, why) = server.refuse("/api/games", body("random", json!({}))).await;
    assert!(status == 422 && why.contains("expected two people"), "{why}");
    let bad = body("human", json!({ "clock": { "base": 0 } }));
    let (status, why) = server.refuse("/api/games", bad).await;
    assert!(status == 422 && why.contains("0s+0s"), "{why}");
    let id = server.game(json!({ "board": "4x4" }), "human", "human").await;
    let (status, why) = server.refuse(&format!("/api/games/{id}/accept"), json!({})).await;
    assert!(status == 409 && why.contains("one screen"), "{why}");
}
