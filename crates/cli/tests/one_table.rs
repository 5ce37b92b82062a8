//! One seed gives one game everywhere: the laboratory, the terminal and the server play the same
//! moves, with swaps of sides, seasons, coins and resignations.

#[allow(dead_code, reason = "shared by several test files")]
mod support;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use hexring_game::Rules;
use hexring_game::record::Record;
use hexring_lab::Store;
use hexring_lab::rows::GameRow;
use serde_json::{Value, json};
use support::hexring;

/// What a game came to.
#[derive(Debug, PartialEq)]
struct Told {
    /// `red a1 blue b2 …`.
    moves: String,
    /// How it ended, in words.
    ending: String,
}

/// Rules on the command line, and two players.
const GAMES: [(&str, [&str; 2]); 4] = [
    ("--board 5x4 --swap sides", ["random", "mcts:playouts=64"]),
    ("--board torus:4x4 --turns random", ["mcts:playouts=64", "random-path:fills=8"]),
    (
        "--board cylinder:4x5 --seasons 2 --season-layout random --turns random",
        ["random", "mcts:playouts=64,resign=0.4"],
    ),
    ("--board 6x6 --seasons 3 --swap sides", ["mcts:playouts=64,resign=0.5", "heuristic"]),
];

#[test]
fn one_seed_gives_one_game_in_laboratory_terminal_and_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Serving::start(folder.path());
    let mut reasons = Vec::new();
    for (index, (rules, players)) in GAMES.iter().enumerate() {
        for row in in_laboratory(&folder.path().join(format!("{index}.sqlite")), rules, players) {
            let wanted = Told { moves: row.moves.clone(), ending: ending(&row) };
            assert_eq!(in_terminal(folder.path(), &row), wanted, "terminal, {}", row.rules);
            assert_eq!(server.play(&row), wanted, "server, {}", row.rules);
            reasons.push((row.result.reason.clone(), row.result.winner != row.result.seat));
        }
    }
    assert!(reasons.iter().any(|(reason, _)| reason == "resignation"), "{reasons:?}");
    assert!(reasons.iter().any(|(reason, _)| reason == "path"), "{reasons:?}");
    assert!(reasons.iter().any(|(_, swapped)| *swapped), "nobody won in other colours");
}

/// The games of a match, by their rows.
fn in_laboratory(store: &Path, rules: &str, players: &[&str; 2]) -> Vec<GameRow> {
    let [red, blue] = players;
    let arguments =
        format!("match --red {red} --blue {blue} --games 6 --opening empty --seed 11 {rules}");
    hexring(&format!("{arguments} --store {}", store.display())).assert().success();
    let store = Store::open(store).expect("a store");
    let mut games: Vec<GameRow> = store.games().expect("games").into_values().collect();
    games.sort_by(|one, other| one.key.cmp(&other.key));
    games
}

/// The words of the row's ending.
fn ending(row: &GameRow) -> String {
    match (row.result.winner, row.result.reason.as_str()) {
        (Some(winner), "path") => format!("{winner} wins"),
        (Some(winner), "resignation") => format!("{winner} wins: {} resigned", !winner),
        (_, reason) => panic!("unexpected: {reason}"),
    }
}

/// The same game in the terminal, going on from a record that has its rules.
fn in_terminal(folder: &Path, row: &GameRow) -> Told {
    let rules: Rules = row.rules.parse().expect("rules");
    let (start, end) = (folder.join("start.sgf"), folder.join("end.sgf"));
    let record = Record::new(rules).expect("rules that fit");
    let text = record.write(hexring_game::record::Format::Sgf).expect("a record");
    std::fs::write(&start, text).expect("written");
    let output = hexring("play")
        .args(["--red", &row.players.red, "--blue", &row.players.blue])
        .args(["--seed", &row.seed.to_string()])
        .arg("--save")
        .args([&end, &start])
        .assert()
        .success();
    let text = String::from_utf8(output.get_output().stdout.clone()).expect("text");
    let record = Record::parse(&std::fs::read_to_string(&end).expect("saved"), None);
    let game = record.expect("a record").main_game().expect("a game");
    let plies: Vec<String> =
        game.plies().iter().map(|ply| format!("{} {}", ply.color, ply.mv)).collect();
    Told { moves: plies.join(" "), ending: text.lines().last().expect("an ending").to_owned() }
}

/// A running server, ended when dropped.
struct Serving {
    child: Child,
    address: String,
}

impl Serving {
    fn start(folder: &Path) -> Self {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("hexring"))
            .args(["serve", "--port", "0", "--data"])
            .arg(folder.join("data"))
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut line = String::new();
        let output = child.stdout.take().expect("an output");
        BufReader::new(output).read_line(&mut line).expect("a line");
        let address = line.trim().rsplit_once("http://").expect("an address").1;
        Serving { address: address.trim_end_matches('/').to_owned(), child }
    }

    /// The same game on the server.
    fn play(&self, row: &GameRow) -> Told {
        let rules: Rules = row.rules.parse().expect("rules");
        let record = Record::new(rules).expect("rules that fit");
        let text = record.write(hexring_game::record::Format::Json).expect("a record");
        let record: Value = serde_json::from_str(&text).expect("JSON");
        let new = json!({ "record": record, "players": row.players, "seed": row.seed, "pace": 0 });
        let id = self.call("POST", "/api/games", &new.to_string())["id"].clone();
        let path = format!("/api/games/{}", id.as_str().expect("a name"));
        let started = Instant::now();
        while started.elapsed() < Duration::from_secs(60) {
            let game = self.call("GET", &path, "");
            if let Some(ending) = game["position"]["ending"]["text"].as_str() {
                let plies = game["plies"].as_array().expect("a list").iter();
                let ply = |ply: &Value| {
                    let text = |key: &str| ply[key].as_str().expect("a text").to_owned();
                    format!("{} {}", text("color"), text("move"))
                };
                let moves = plies.map(ply).collect::<Vec<_>>().join(" ");
                return Told { moves, ending: ending.to_owned() };
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("the game does not end");
    }

    /// One request, in the plainest way.
    fn call(&self, method: &str, path: &str, body: &str) -> Value {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n",
            self.address,
            body.len()
        );
        stream.write_all(format!("{head}{body}").as_bytes()).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
        serde_json::from_str(body).unwrap_or_else(|_| panic!("{answer}"))
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
