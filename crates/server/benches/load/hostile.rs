//! Requests that once took gigabytes, minutes or threads for ever.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use reqwest::{Client, Method};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::process::Process;
use crate::row::Row;

/// Abandoned searches, as many as once left 159 threads behind.
const SEARCHES: usize = 236;

/// Sockets that send half of a request.
const HALVES: usize = 500;

/// Large matches whose lists and reports are asked for.
const MATCHES: usize = 100;

pub(crate) async fn everything_that_was_too_much() -> Vec<Row> {
    vec![
        large_bodies().await,
        abandoned_searches().await,
        half_requests().await,
        lists_and_reports().await,
    ]
}

fn nodes(board: &str, count: usize) -> Value {
    json!({ "format": "hexring-record", "version": 1, "rules": { "board": board },
        "nodes": vec![json!({}); count] })
}

/// Small texts that mean a lot, and large ones that mean nothing; each of them ten times at once.
async fn large_bodies() -> Row {
    let (_data, server) = crate::fresh().await;
    let mut bodies = Vec::new();
    for count in [1_000, 5_000, 100_000] {
        let cells = "[a1:ba53]".repeat(count);
        bodies.push(("/api/records/read", json!({ "text": format!("(;SZ[53]AB{cells})") })));
        let edits = ";AB[a1:ba53]".repeat(count * 3 / 4);
        bodies.push(("/api/records/read", json!({ "text": format!("(;SZ[53]{edits})") })));
    }
    let semicolons = ";".repeat(1_000_000);
    bodies.push(("/api/records/read", json!({ "text": format!("(;SZ[3]{semicolons})") })));
    for count in [4_000, 300_000] {
        let body = json!({ "record": nodes("53x53", count), "player": "random" });
        bodies.push(("/api/evaluations", body));
        bodies.push(("/api/positions", json!({ "record": nodes("53x53", count) })));
    }
    bodies.push(("/api/games", json!({ "a": vec![json!({ "": 0 }); 140_000] })));
    bodies.push(("/api/games", json!({ "a": vec![0; 500_000] })));
    let started = Instant::now();
    for (path, body) in &bodies {
        let asked = (0..10).map(|_| first_bytes(&server, path, body));
        for status in join_all(asked).await {
            assert!(status < 500, "{path}: {status}");
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    let count = 10 * bodies.len();
    Row {
        what: format!("{count} bodies of up to 1 MB that mean a lot, ten at a time"),
        result: format!("all refused or answered, {seconds:.1} s"),
        memory: server.most_memory(),
    }
}

/// The status of an answer, of which no more than a moment is read.
async fn first_bytes(server: &Process, path: &str, body: &Value) -> u16 {
    let request = Client::new().post(format!("{}{path}", server.url())).json(body);
    let mut answer = request.send().await.expect("an answer");
    let _ = tokio::time::timeout(Duration::from_secs(1), answer.chunk()).await;
    answer.status().as_u16()
}

async fn abandoned_searches() -> Row {
    let (_data, server) = crate::fresh().await;
    let before = server.threads();
    let path = format!("{}/api/analyses", server.url());
    let ask = async |player| {
        let body = json!({ "record": nodes("11x11", 1), "player": player });
        let answer = Client::new().post(&path).json(&body).send().await?;
        answer.error_for_status()?.text().await
    };
    let endless = (0..SEARCHES)
        .map(|_| tokio::time::timeout(Duration::from_secs(2), ask("pure-mc:playouts=1000000000")));
    join_all(endless).await;
    let started = Instant::now();
    ask("random").await.expect("an answer");
    let waited = started.elapsed();
    assert!(waited < Duration::from_secs(10), "{waited:?}");
    Row {
        what: format!("{SEARCHES} searches without end, abandoned after 2 s"),
        result: format!(
            "the next one after {} ms; {} threads, {before} before",
            waited.as_millis(),
            server.threads()
        ),
        memory: server.most_memory(),
    }
}

async fn half_requests() -> Row {
    let (_data, server) = crate::fresh().await;
    let address = server.url().trim_start_matches("http://").to_owned();
    let started = Instant::now();
    let halves = (0..HALVES).map(|index| half(&address, index));
    assert!(join_all(halves).await.into_iter().all(|closed| closed));
    Row {
        what: format!("{HALVES} sockets that send nothing or half a request"),
        result: format!("all closed after {:.0} s", started.elapsed().as_secs_f64()),
        memory: server.most_memory(),
    }
}

/// Whether a socket that sends half of a request is closed.
async fn half(address: &str, index: usize) -> bool {
    let halves = [
        "",
        "GET / HTTP/1.1\r\nHost: loc",
        "POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n\r\n{",
    ];
    let mut stream = tokio::net::TcpStream::connect(address).await.expect("a connection");
    stream.write_all(halves[index % 3].as_bytes()).await.expect("sent");
    let mut answer = Vec::new();
    let read = stream.read_to_end(&mut answer);
    tokio::time::timeout(Duration::from_secs(60), read).await.is_ok()
}

async fn lists_and_reports() -> Row {
    let (_data, mut server) = crate::fresh().await;
    let form = json!({ "players": ["random", "heuristic"], "board": "7x7", "games": 2000 });
    let mut names = Vec::new();
    for _ in 0..MATCHES {
        let made = server.post("/api/experiments", &form).await;
        names.push(made["name"].as_str().expect("a name").to_owned());
    }
    play_out(&server, &names[0]).await;
    let first = time_of_list(&server).await;
    server.kill_and_start();
    let second = time_of_list(&server).await;
    let path = format!("/api/experiments/{}/report", names[0]);
    let reports = (0..10).map(|_| server.ask(Method::GET, &path, None));
    for answer in join_all(reports).await {
        assert_eq!(answer.expect("an answer").0, 200);
    }
    Row {
        what: format!("{MATCHES} matches of 2,000 games: their list; ten reports at once"),
        result: format!("list {first} ms, after a restart {second} ms"),
        memory: server.most_memory(),
    }
}

async fn play_out(server: &Process, name: &str) {
    server.post(&format!("/api/experiments/{name}/start"), &json!({})).await;
    loop {
        tokio::time::sleep(Duration::from_millis(200)).await;
        let list = server.get("/api/experiments").await;
        let found = list.as_array().expect("a list").iter().find(|it| it["name"] == name);
        if found.expect("it is listed")["state"] == "done" {
            return;
        }
    }
}

async fn time_of_list(server: &Process) -> u128 {
    let started = Instant::now();
    server.get("/api/experiments").await;
    started.elapsed().as_millis()
}
