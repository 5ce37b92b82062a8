//! `hexring serve` as a process: where it says it is, and who may have its folder.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A running server, killed when dropped.
struct Serving {
    child: Child,
    /// What it says first.
    line: String,
}

fn serve(data: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexring"));
    command.args(["serve", "--port", "0", "--data"]).arg(data).args(more);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

impl Serving {
    fn start(data: &Path, more: &[&str]) -> Self {
        let mut child = serve(data, more).spawn().expect("it starts");
        let mut line = String::new();
        let output = child.stdout.take().expect("an output");
        BufReader::new(output).read_line(&mut line).expect("a line");
        Serving { child, line: line.trim().to_owned() }
    }

    fn url(&self) -> &str {
        self.line.strip_prefix("hexring is at ").expect("where it is")
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_second_server_is_refused_and_a_killed_one_is_followed() {
    let data = tempfile::tempdir().expect("a folder");
    let first = Serving::start(data.path(), &[]);
    let second = serve(data.path(), &[]).output().expect("it ends");
    let words = String::from_utf8(second.stderr).expect("text");
    assert_eq!(second.status.code(), Some(2), "{words}");
    for expected in [first.url(), &first.child.id().to_string(), "--data OTHER"] {
        assert!(words.contains(expected), "{expected} is not in {words}");
    }
    assert_eq!((words.lines().count(), second.stdout.len()), (1, 0), "{words}");
    drop(first);
    assert!(Serving::start(data.path(), &[]).url().starts_with("http://127.0.0.1:"));
}

#[test]
fn links_for_others_have_a_token() {
    let data = tempfile::tempdir().expect("a folder");
    let link = |more: &[&str]| Serving::start(data.path(), more).url().to_owned();
    assert!(!link(&[]).contains("token"), "loopback needs none");
    let (_, token) = link(&["--host", "0.0.0.0"]).split_once("/?token=").map(owned).expect("one");
    assert_eq!(token.len(), 26, "{token}");
    assert!(link(&["--host", "0.0.0.0"]).ends_with(&token), "it stays");
    assert!(link(&["--token", "opensesame"]).ends_with("/?token=opensesame"));
    let bad = serve(data.path(), &["--token", "no"]).output().expect("it ends");
    let words = String::from_utf8(bad.stderr).expect("text");
    assert_eq!(bad.status.code(), Some(2), "{words}");
    assert!(words.starts_with("error: bad token: expected 8 to 128"), "{words}");
}

fn owned((left, right): (&str, &str)) -> (String, String) {
    (left.to_owned(), right.to_owned())
}

/// Killed at any moment of its first start, a server leaves a folder that the next one can use.
#[test]
fn a_first_start_may_be_cut_short() {
    for delay in (0..40).step_by(2) {
        let data = tempfile::tempdir().expect("a folder");
        let mut first = serve(data.path(), &[]).spawn().expect("it starts");
        std::thread::sleep(Duration::from_millis(delay));
        first.kill().expect("it runs");
        first.wait().expect("it has ended");
        let second = Serving::start(data.path(), &[]);
        assert!(second.url().starts_with("http://"), "after {delay} ms: {}", second.line);
    }
}

/// A run with an engine that hangs, ended politely.
#[cfg(unix)]
#[test]
fn stopping_does_not_wait_for_engines() {
    const MOCK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/mock-engine.sh");
    let folder = tempfile::tempdir().expect("a folder");
    let note = folder.path().join("child");
    let files = folder.path().join("experiments");
    std::fs::create_dir(&files).expect("made");
    let engine = format!("htp:\\\"sh {MOCK} family {}\\\",move=600s", note.display());
    let file = format!(
        "title = \"Slow\"\n[[part]]\nname = \"p\"\nkind = \"match\"\nboard = \"4x4\"\n\
         players = [\"{engine}\", \"random\"]\nrounds = 2\nquick = 1\n"
    );
    std::fs::write(files.join("slow.toml"), file).expect("written");
    let experiments = files.to_str().expect("a path");
    let mut server = Serving::start(&folder.path().join("data"), &["--experiments", experiments]);
    start_experiment(server.url().trim_end_matches('/'));
    let started = Instant::now();
    while !note.exists() {
        assert!(started.elapsed() < Duration::from_secs(60), "the engine never moves");
        std::thread::sleep(Duration::from_millis(20));
    }
    let process = server.child.id().to_string();
    Command::new("kill").args(["-INT", &process]).status().expect("sent");
    let asked = Instant::now();
    server.child.wait().expect("it ends");
    assert!(asked.elapsed() < Duration::from_secs(60), "{:?}", asked.elapsed());
    let child = std::fs::read_to_string(&note).expect("written");
    let is_alive = || {
        let mut ask = Command::new("kill");
        ask.args(["-0", child.trim()]).stderr(Stdio::null());
        ask.status().is_ok_and(|status| status.success())
    };
    while is_alive() {
        assert!(asked.elapsed() < Duration::from_secs(60), "the engine's child outlives it");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(unix)]
fn start_experiment(url: &str) {
    use std::io::{Read, Write};
    let host = url.trim_start_matches("http://");
    let mut stream = std::net::TcpStream::connect(host).expect("a connection");
    let request = format!(
        "POST /api/experiments/slow/start HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{{}}"
    );
    stream.write_all(request.as_bytes()).expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.contains("202 Accepted"), "{answer}");
}
