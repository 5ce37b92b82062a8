//! Bad requests of every kind are refused with 4xx, and records and analysis answer good ones.

mod support;

use reqwest::{Client, Method};
use serde_json::{Value, json};
use support::{Running, start};

#[tokio::test(flavor = "multi_thread")]
async fn bad_requests_are_refused_by_their_kind() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let id = server.game(json!({ "board": "3x3" }), "human", "human").await;
    let moves = format!("/api/games/{id}/moves");
    let human = json!({ "red": "human", "blue": "human" });
    let cases = [
        (moves.clone(), json!({ "move": "z9" }), 422, "not on the board"),
        (moves.clone(), json!({ "move": "9z" }), 422, "bad move"),
        (moves.clone(), json!({ "mov": "a1" }), 422, "unknown field"),
        (moves.clone(), json!({ "move": "swap" }), 422, "swap is not allowed"),
        (moves, json!({ "move": "a1", "after": 3 }), 409, "moved on"),
        ("/api/games/nothing/moves".to_owned(), json!({ "move": "a1" }), 404, "no game"),
        (format!("/api/games/{id}/undo"), json!({}), 409, "no move to take back"),
        (format!("/api/games/{id}/stop"), json!({}), 409, "nobody is thinking"),
        (format!("/api/games/{id}/dance"), json!({}), 404, "no action"),
        (format!("/api/games/{id}/settings"), json!({ "pace": 99_999 }), 422, "out of range"),
        (
            "/api/games".to_owned(),
            json!({ "rules": { "board": "99x99" }, "players": human }),
            422,
            "out of range",
        ),
        ("/api/games".to_owned(), json!({ "players": human }), 422, "either rules or a record"),
        (
            "/api/games".to_owned(),
            json!({ "rules": { "board": "3x3" }, "players": { "red": "x", "blue": "human" } }),
            422,
            "unknown player",
        ),
        (
            "/api/games".to_owned(),
            json!({ "rules": { "board": "3x3" }, "players": { "red": "human", "blue": "mirror" } }),
            422,
            "cannot play",
        ),
        (
            "/api/games".to_owned(),
            json!({ "rules": { "board": "3x3", "seasons": { "count": 77 } }, "players": human }),
            422,
            "out of range",
        ),
        (
            "/api/games".to_owned(),
            json!({ "rules": { "board": "3x3" }, "players": { "red": "human", "blue": "mcts:threads=256" } }),
            422,
            "too much",
        ),
        ("/api/records/read".to_owned(), json!({ "text": "(;SZ[3];B[z9])" }), 422, "z9"),
        ("/api/records/write".to_owned(), json!({ "record": {}, "format": "sgf" }), 422, "JSON"),
        (
            "/api/positions".to_owned(),
            json!({ "record": record("3x3", &["a1", "a1"]) }),
            422,
            "occupied",
        ),
        (
            "/api/analyses".to_owned(),
            json!({ "record": record("1x1", &["a1"]), "player": "random" }),
            422,
            "over",
        ),
        (
            "/api/analyses".to_owned(),
            json!({ "record": record("3x3", &[]), "player": "human" }),
            422,
            "no person",
        ),
    ];
    for (path, body, status, words) in cases {
        let (found, text) = server.refuse(&path, body.clone()).await;
        assert_eq!(found, status, "{path} {body}: {text}");
        assert!(text.contains(words), "{path} {body}: {text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_that_are_no_requests_are_refused() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let client = Client::new();
    let send = |kind: &'static str, body: String| {
        let request = client.post(format!("{}/api/games", server.url)).header("content-type", kind);
        async move { request.body(body).send().await.expect("an answer").status().as_u16() }
    };
    assert_eq!(send("application/json", "{".to_owned()).await, 400);
    assert_eq!(send("application/json", String::new()).await, 400);
    assert_eq!(send("application/json", "\u{0}\u{1}".to_owned()).await, 400);
    assert_eq!(send("application/json", "[".repeat(100_000)).await, 400);
    assert_eq!(send("text/plain", "{}".to_owned()).await, 415);
    // Somebody who sends all before listening gets the answer too, every time.
    for _ in 0..20 {
        assert_eq!(send("application/json", format!("\"{}\"", "x".repeat(4 << 20))).await, 413);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_travels_compressed_where_the_browser_can_read_it() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let ask = |path: &str, encoding: &str| {
        let request = Client::new().get(format!("{}{path}", server.url));
        request.header("accept-encoding", encoding).send()
    };
    let plain = ask("/js/main.js", "identity").await.unwrap();
    assert_eq!(plain.headers()["content-type"], "text/javascript; charset=utf-8");
    assert!(!plain.headers().contains_key("content-encoding"));
    let packed = ask("/js/main.js", "gzip").await.unwrap();
    assert_eq!(packed.headers()["content-encoding"], "gzip");
    assert_eq!(packed.headers()["etag"], plain.headers()["etag"]);
    let (plain, packed) = (plain.bytes().await.unwrap(), packed.bytes().await.unwrap());
    assert!(packed.len() * 3 < plain.len() * 2, "{} of {}", packed.len(), plain.len());
    assert_eq!(ask("/api/players", "gzip").await.unwrap().headers()["content-encoding"], "gzip");
}

#[tokio::test(flavor = "multi_thread")]
async fn other_sites_and_other_paths_are_refused() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let client = Client::new();
    let page = client.get(format!("{}/", server.url)).send().await.unwrap();
    assert_eq!(page.status(), 200);
    assert!(
        page.headers()["content-security-policy"].to_str().unwrap().contains("default-src 'none'")
    );
    let tag = page.headers()["etag"].clone();
    let again =
        client.get(format!("{}/", server.url)).header("if-none-match", tag).send().await.unwrap();
    assert_eq!(again.status(), 304);
    for (header, value) in [("host", "evil.example"), ("origin", "http://evil.example")] {
        let request = client.get(format!("{}/api/games", server.url)).header(header, value);
        assert_eq!(request.send().await.unwrap().status(), 403, "{header}");
    }
    for path in [
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/js/../../x",
        "/api/none",
        "/games.sqlite",
    ] {
        let (status, _) = server.call(Method::GET, path, None).await;
        assert_eq!(status, 404, "{path}");
    }
    let (status, _) = server.call(Method::PUT, "/api/games", Some(json!({}))).await;
    assert_eq!(status, 405);
    let (status, _) = server.call(Method::GET, "/api/games?limit=minus", None).await;
    assert_eq!(status, 400);
}

/// Everything that can be asked for, asked with nonsense: refused by its kind, and all is as before.
#[tokio::test(flavor = "multi_thread")]
async fn nonsense_is_refused_everywhere_and_nothing_is_lost() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let id = server.game(json!({ "board": "torus:5x5" }), "human", "human").await;
    let before = server.play(&id, "c3 d4").await;
    let (game, experiment) = (format!("/api/games/{id}"), "/api/experiments/hees".to_owned());
    let paths = [
        "/api/games".to_owned(),
        format!("{game}/moves"),
        format!("{game}/settings"),
        format!("{game}/resign"),
        "/api/positions".to_owned(),
        "/api/drawings".to_owned(),
        "/api/analyses".to_owned(),
        "/api/evaluations".to_owned(),
        "/api/solutions".to_owned(),
        "/api/records/read".to_owned(),
        "/api/records/write".to_owned(),
        "/api/experiments".to_owned(),
        format!("{experiment}/start"),
        format!("{experiment}/stop"),
    ];
    let deep = (0..100).fold(json!({}), |inner, _| json!({ "record": inner }));
    let bodies = [
        json!(null),
        json!([]),
        json!("c3"),
        json!({ "": 0 }),
        json!({ "move": -1, "player": {}, "record": 7, "text": [], "rules": "x", "players": 1 }),
        json!({ "record": { "format": "hexring-record", "version": 1, "rules": { "board": "0x0" }, "nodes": [] } }),
        deep,
    ];
    for path in &paths {
        for body in &bodies {
            let (status, text) = server.refuse(path, body.clone()).await;
            assert!((400..500).contains(&status), "{path} {body}: {status} {text}");
        }
        let (status, _) = server.call(Method::POST, path, None).await;
        assert!(status.is_client_error(), "{path} without a body: {status}");
    }
    let after = server.get(&game).await;
    assert_eq!(after["plies"], before["plies"]);
    assert_eq!(after["revision"], before["revision"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn records_go_round_in_every_format() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let id = server.game(json!({ "board": "5x5", "swap": "pieces" }), "human", "human").await;
    server.play(&id, "a2 swap c3 d1").await;
    let record = server.get(&format!("/api/games/{id}/record?format=json")).await;
    for format in ["sgf", "hexworld", "moves", "json"] {
        let text =
            server.post("/api/records/write", json!({ "record": record, "format": format })).await;
        let read = server.post("/api/records/read", json!({ "text": text["text"] })).await;
        let here = server.post("/api/positions", json!({ "record": record })).await;
        let there = server.post("/api/positions", json!({ "record": read["record"] })).await;
        assert_eq!(here["stones"], there["stones"], "{format}");
        assert_eq!(read["format"], format);
    }
    let players = json!({ "red": "human", "blue": "human" });
    let game = server.post("/api/games", json!({ "record": record, "players": players })).await;
    assert_eq!(game["plies"].as_array().unwrap().len(), 4);
    let drawing = server
        .post("/api/drawings", json!({ "record": record, "layout": "diamond", "theme": "dark" }))
        .await;
    assert!(drawing["svg"].as_str().unwrap().starts_with("<svg"));
}

#[tokio::test(flavor = "multi_thread")]
async fn analysis_and_evaluation_answer_line_by_line() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let lines = stream(
        &server,
        "analyses",
        json!({ "record": record("torus:4x4", &["a1"]), "player": "heuristic" }),
    )
    .await;
    let last = lines.last().expect("an answer");
    assert_eq!(last["type"], "choice");
    assert!(!last["choice"]["maps"][0]["scores"].as_array().unwrap().is_empty());
    let body = json!({ "record": record("2x2", &["a1", "b1", "a2"]), "player": "minimax:depth=4" });
    let lines = stream(&server, "evaluations", body).await;
    assert_eq!(lines.len(), 4);
    assert_eq!((&lines[3]["index"], &lines[3]["red"]), (&json!(3), &json!(1.0)));
}

#[tokio::test(flavor = "multi_thread")]
async fn small_positions_are_solved() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let lines = stream(&server, "solutions", json!({ "record": record("3x3", &[]) })).await;
    let last = lines.last().expect("an answer");
    assert_eq!((&last["type"], &last["winner"]), (&json!("solution"), &json!("red")));
    assert!(last["moves"].as_array().unwrap().contains(&json!("b2")));
    let mut random = record("2x2", &[]);
    random["rules"]["turns"] = json!("random");
    let lines = stream(&server, "solutions", json!({ "record": random })).await;
    assert_eq!(lines.last().expect("an answer")["red"], 0.5);
    let lines = stream(&server, "solutions", json!({ "record": record("53x53", &[]) })).await;
    assert_eq!(lines.last().expect("an answer")["type"], "error");
}

#[tokio::test(flavor = "multi_thread")]
async fn boards_are_solved_and_strategies_tried() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let lines = stream(&server, "tables", json!({ "boards": "plane:1..3x3" })).await;
    let rows = lines.last().expect("an answer")["rows"].as_array().expect("rows").clone();
    assert_eq!(rows.len(), 6);
    // On a plane that is not square the shorter way wins; on a square whoever begins does.
    for row in &rows {
        let (board, first) = (&row["board"], &row["first"]);
        let wins = if board == "plane:3x3" { first.clone() } else { json!("blue") };
        assert_eq!(row["winner"], wins, "{board}, {first} first");
    }
    let trial = |strategy: &str, board: &str| {
        let mut record = record(board, &[]);
        record["rules"]["first"] = json!("blue");
        json!({ "record": record, "strategy": strategy, "color": "red" })
    };
    let lines = stream(&server, "verifications", trial("three-rings", "cylinder:3x4")).await;
    assert_eq!(lines.last().expect("an answer")["wins"], true);
    let lines = stream(&server, "verifications", trial("shift", "cylinder:5x4")).await;
    let last = lines.last().expect("an answer");
    assert_eq!((&last["wins"], &last["how"]), (&json!(false), &json!("loses")));
    let lost = json!({ "record": last["record"] });
    let answer = Client::new().post(format!("{}/api/positions", server.url)).json(&lost);
    let position: Value = answer.send().await.unwrap().json().await.unwrap();
    assert_eq!(position["ending"]["winner"], "blue");
    for (path, body, words) in [
        ("tables", json!({ "boards": "1..53x1..53" }), "2809 boards are too many at once"),
        ("tables", json!({ "boards": "nowhere" }), "expected ranges of columns x rows"),
        ("verifications", trial("nobody", "3x3"), "nobody"),
        ("verifications", trial("mirror", "torus:3x3"), "mirror cannot play red"),
    ] {
        let answer = Client::new().post(format!("{}/api/{path}", server.url)).json(&body);
        let answer = answer.send().await.unwrap();
        assert!(answer.status().is_client_error(), "{body}");
        let fault: Value = answer.json().await.unwrap();
        assert!(fault["error"].as_str().is_some_and(|text| text.contains(words)), "{fault}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn closing_an_answer_ends_its_search() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let body = json!({ "record": record("11x11", &[]), "player": "minimax:time=60s" });
    let client = Client::new();
    for _ in 0..4 {
        let request = client.post(format!("{}/api/analyses", server.url)).json(&body);
        drop(request.send().await.expect("an answer begins"));
    }
    // Were the searches still going on, there would be no place for a minute.
    let quick = json!({ "record": record("3x3", &[]), "player": "random" });
    let answer = tokio::time::timeout(
        std::time::Duration::from_secs(20),
        stream(&server, "analyses", quick),
    );
    let lines = answer.await.expect("a place is free");
    assert_eq!(lines.iter().filter(|line| line["type"] != "waiting").count(), 1);
}

/// Reads lines of an answer until one has a type.
async fn line_of(answer: &mut reqwest::Response, kind: &str) -> Value {
    let mut text = String::new();
    loop {
        let complete = text.rfind('\n').map_or("", |end| &text[..end]).to_owned();
        let lines = complete.lines().map(|line| serde_json::from_str(line).expect("JSON"));
        if let Some(line) = lines.into_iter().find(|line: &Value| line["type"] == kind) {
            return line;
        }
        let chunk = tokio::time::timeout(std::time::Duration::from_secs(60), answer.chunk());
        let bytes = chunk.await.expect("in time").expect("a line").expect("it goes on");
        text.push_str(std::str::from_utf8(&bytes).expect("text"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn endless_searches_take_turns_and_whoever_waits_is_told() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let body = json!({ "record": record("11x11", &["a1"]), "player": "mcts:time=86400s",
        "endless": true });
    let client = Client::new();
    let places = std::thread::available_parallelism().map_or(1, usize::from).div_ceil(2);
    let mut answers = Vec::new();
    for _ in 0..=places {
        let request = client.post(format!("{}/api/analyses", server.url)).json(&body);
        answers.push(request.send().await.expect("an answer begins"));
    }
    let [first, .., last] = &mut answers[..] else { panic!("there are two at least") };
    assert_eq!(line_of(last, "waiting").await["ahead"], 0);
    // A turn ends, although nobody stops it.
    let (waiting, thought) = tokio::join!(line_of(first, "waiting"), line_of(last, "thought"));
    let thought = &thought["choice"];
    assert!(waiting["ahead"].is_u64(), "{waiting}");
    assert!(thought["seconds"].as_f64().expect("a time") > 0.0, "{thought}");
    assert!(thought["lines"].as_array().expect("lines").len() > 1, "{thought}");
    // Then it is the first one's turn again, which goes on where it was: after five seconds.
    let count = |choice: &Value| choice["work"]["count"].as_u64().expect("a number");
    let again = line_of(first, "thought").await;
    assert!(count(&again["choice"]) > 5 * count(thought), "{again}");
}

async fn stream(server: &Running, path: &str, body: Value) -> Vec<Value> {
    let (status, answer) = server.call(Method::POST, &format!("/api/{path}"), Some(body)).await;
    assert_eq!(status, 200, "{answer}");
    match answer {
        Value::String(text) => {
            text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
        }
        one => vec![one],
    }
}

/// A record of moves that alternate.
fn record(board: &str, moves: &[&str]) -> Value {
    let nodes = moves.iter().enumerate().map(
        |(index, mv)| json!({ "color": if index % 2 == 0 { "red" } else { "blue" }, "move": mv }),
    );
    let nodes: Vec<Value> = std::iter::once(json!({})).chain(nodes).collect();
    json!({ "format": "hexring-record", "version": 1, "rules": { "board": board }, "nodes": nodes })
}
