//! A server of its own for every test, and calls of it.
#![allow(dead_code)] // Every test file uses some of it.

use std::path::Path;
use std::thread::JoinHandle;
use std::time::Duration;

use hexring_players::{Program, Registry};
use hexring_server::{Config, Server};
use reqwest::{Client, Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use tokio::sync::oneshot;

/// A running server, stopped when dropped.
pub(crate) struct Running {
    pub(crate) url: String,
    client: Client,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// How tests serve from a folder.
pub(crate) fn config(data: &Path) -> Config {
    let (host, data) = ("127.0.0.1".to_owned(), data.to_owned());
    let registry = Registry::standard();
    Config {
        host,
        port: 0,
        data,
        experiments: None,
        token: None,
        registry,
        program: Program::LIBRARY,
    }
}

/// Starts a server that keeps its games in a folder.
pub(crate) fn start(data: &Path) -> Running {
    start_with(&config(data))
}

/// Starts a server as it is wanted.
pub(crate) fn start_with(config: &Config) -> Running {
    let server = Server::bind(config).expect("a free port");
    let url = server.url().trim_end_matches('/').to_owned();
    let (stop, stopped) = oneshot::channel();
    let thread = std::thread::spawn(move || {
        let end = async {
            let _ = stopped.await;
        };
        server.run_until(end).expect("serves until told to end");
    });
    Running { url, client: Client::new(), stop: Some(stop), thread: Some(thread) }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.take().map(|stop| stop.send(()));
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the server ended well");
        }
    }
}

impl Running {
    /// Any request, with a body of JSON where one is given.
    pub(crate) async fn call(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> (StatusCode, Value) {
        let request = self.client.request(method, format!("{}{path}", self.url));
        send(request, body).await
    }

    /// A request with the key of a seat.
    pub(crate) async fn call_as(
        &self,
        key: &str,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> (u16, Value) {
        let request = self.client.request(method, format!("{}{path}", self.url));
        let (status, answer) = send(request.header("Seat", key), body).await;
        (status.as_u16(), answer)
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        let (status, answer) = self.call(Method::GET, path, None).await;
        assert_eq!(status, 200, "{path}: {answer}");
        answer
    }

    /// A request that is expected to work.
    pub(crate) async fn post(&self, path: &str, body: Value) -> Value {
        let (status, answer) = self.call(Method::POST, path, Some(body)).await;
        assert!(status.is_success(), "{path}: {status} {answer}");
        answer
    }

    /// A request that is expected to be refused: its status and words.
    pub(crate) async fn refuse(&self, path: &str, body: Value) -> (u16, String) {
        let (status, answer) = self.call(Method::POST, path, Some(body)).await;
        assert!(!status.is_success(), "{path} worked: {answer}");
        (status.as_u16(), answer["error"].as_str().unwrap_or_default().to_owned())
    }

    /// A new game by rules in JSON and two players.
    pub(crate) async fn game(&self, rules: Value, red: &str, blue: &str) -> String {
        let body = json!({ "rules": rules, "players": { "red": red, "blue": blue }, "seed": 7, "pace": 0 });
        let game = self.post("/api/games", body).await;
        game["id"].as_str().expect("a name").to_owned()
    }

    pub(crate) async fn play(&self, id: &str, moves: &str) -> Value {
        let mut game = Value::Null;
        for mv in moves.split_whitespace() {
            game = self.post(&format!("/api/games/{id}/moves"), json!({ "move": mv })).await;
        }
        game
    }

    pub(crate) async fn act(&self, id: &str, action: &str) -> Value {
        self.post(&format!("/api/games/{id}/{action}"), json!({})).await
    }

    /// Waits until a game looks as asked for.
    pub(crate) async fn wait(&self, id: &str, ready: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..600 {
            let game = self.get(&format!("/api/games/{id}")).await;
            if ready(&game) {
                return game;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("game {id} never got there");
    }
}

async fn send(request: RequestBuilder, body: Option<Value>) -> (StatusCode, Value) {
    let request = match body {
        Some(body) => request.json(&body),
        None => request,
    };
    let response = request.send().await.expect("the server answers");
    let status = response.status();
    let text = response.text().await.expect("a body");
    (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
}
