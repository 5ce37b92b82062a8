//! A server in a process of its own: this program, called once more.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use hexring_players::{Program, Registry};
use hexring_server::{Config, Server};
use reqwest::{Client, Method, StatusCode};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

/// What this program does when it is called as the server.
pub(crate) fn serve(data: &str) {
    let config = Config {
        host: "127.0.0.1".to_owned(),
        port: 0,
        data: data.into(),
        experiments: None,
        token: None,
        registry: Registry::standard(),
        program: Program::LIBRARY,
    };
    let server = Server::bind(&config).expect("it can listen");
    println!("{}", server.url());
    server.run().expect("it serves");
}

/// Every viewer is an open file on this side too.
pub(crate) fn allow_many_files() {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).expect("it is allowed");
}

/// A running server, killed when dropped.
pub(crate) struct Process {
    data: PathBuf,
    child: Child,
    url: String,
    client: Client,
    /// The most memory of those before that were killed, in megabytes.
    earlier: u64,
}

impl Process {
    pub(crate) fn start(data: &Path) -> Self {
        let (child, url) = spawn(data);
        Process { data: data.to_owned(), child, url, client: Client::new(), earlier: 0 }
    }

    /// Kills it without a warning and starts it again.
    pub(crate) fn kill_and_start(&mut self) {
        self.earlier = self.most_memory();
        self.kill();
        (self.child, self.url) = spawn(&self.data);
    }

    fn kill(&mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it has ended");
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// The address of a socket.
    pub(crate) fn live(&self, path: &str) -> String {
        format!("{}{path}", self.url.replace("http", "ws"))
    }

    /// Any request: its status and body. None if the server is gone.
    pub(crate) async fn ask(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Option<(StatusCode, Value)> {
        ask(&self.client, &self.url, method, path, body).await
    }

    /// A request that works.
    pub(crate) async fn post(&self, path: &str, body: &Value) -> Value {
        let (status, answer) = self.ask(Method::POST, path, Some(body)).await.expect("an answer");
        assert!(status.is_success(), "{path}: {status} {answer}");
        answer
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        let (status, answer) = self.ask(Method::GET, path, None).await.expect("an answer");
        assert!(status.is_success(), "{path}: {status} {answer}");
        answer
    }

    /// A new game: its name.
    pub(crate) async fn game(&self, board: &str, blue: &str) -> String {
        let players = json!({ "red": "human", "blue": blue });
        let body = json!({ "rules": { "board": board }, "players": players, "pace": 0 });
        self.post("/api/games", &body).await["id"].as_str().expect("a name").to_owned()
    }

    /// The memory that it takes now, in megabytes.
    pub(crate) fn memory(&self) -> u64 {
        self.number("VmRSS:") / 1024
    }

    /// The most memory that it has taken, in megabytes.
    pub(crate) fn most_memory(&self) -> u64 {
        self.earlier.max(self.number("VmHWM:") / 1024)
    }

    pub(crate) fn threads(&self) -> u64 {
        self.number("Threads:")
    }

    fn number(&self, name: &str) -> u64 {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).expect("it runs, on Linux");
        let line = status.lines().find(|line| line.starts_with(name)).expect("a line");
        line.split_whitespace().nth(1).and_then(|word| word.parse().ok()).expect("a number")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn spawn(data: &Path) -> (Child, String) {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command.arg("--serve").arg(data).stdout(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let (output, mut line) = (child.stdout.take().expect("an output"), String::new());
    BufReader::new(output).read_line(&mut line).expect("a line");
    (child, line.trim().trim_end_matches('/').to_owned())
}

/// A request to a server that may be gone.
pub(crate) async fn ask(
    client: &Client,
    url: &str,
    method: Method,
    path: &str,
    body: Option<&Value>,
) -> Option<(StatusCode, Value)> {
    let request = client.request(method, format!("{url}{path}"));
    let request = match body {
        Some(body) => request.json(body),
        None => request,
    };
    let answer = request.send().await.ok()?;
    let (status, text) = (answer.status(), answer.text().await.ok()?);
    Some((status, serde_json::from_str(&text).unwrap_or(Value::String(text))))
}

/// A socket of a client that takes little memory itself.
pub(crate) type Socket = WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>;

pub(crate) async fn connect(address: &str) -> Socket {
    let config = WebSocketConfig::default().read_buffer_size(1024).write_buffer_size(0);
    connect_async_with_config(address, Some(config), true).await.expect("a socket").0
}
