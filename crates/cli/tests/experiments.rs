//! Experiments as their users see them: killed and resumed, on one and two threads, twice at once.

#[allow(dead_code, reason = "shared by several test files")]
mod support;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use hexring_players::dice::derive;
use support::{hexring, json, stdout};

/// Games that take a few milliseconds each, so that a kill finds some of them unfinished.
const FILE: &str = r#"
title = "A small experiment"
seed = 11

[[part]]
name = "sweep"
kind = "sweep"
topology = "torus"
widths = [3, 5]
heights = [4]
red = "heuristic"
blue = "random"
games = 15
quick = 2

[[part]]
name = "rounds"
kind = "round-robin"
board = "5x5"
turns = "random"
players = ["random", "heuristic", "adjacency"]
self-play = true
rounds = 10
quick = 1

[[part]]
name = "seasons"
kind = "match"
board = "6x6"
seasons = 3
season-layout = "random"
no-move = "discard"
players = ["random", "adjacency"]
rounds = 20
opening-stones = 1

[[part]]
name = "look"
kind = "openings"
board = "4x5"
players = ["heuristic", "adjacency"]

[[part]]
name = "line"
kind = "line"
board = "cylinder:5x7"
first = "blue"
player = "three-rings"
color = "red"
moves = "a5 e5 b5 d6 c6 d7 b6 a6 c3 d3 b3 c4 e4 c5 a4 a3 d5"
tries = 200

[[claim]]
place = "nowhere"
text = "heuristic beats random"
check = [ { left = { part = "sweep" }, above = 0.5 } ]
"#;

/// A folder with the experiment in it.
fn laboratory() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("small.toml"), FILE).expect("written");
    folder
}

fn arguments(folder: &Path, verb: &str, store: &str) -> String {
    let path = folder.display();
    format!("experiment {verb} {path}/small.toml --store {path}/{store}.sqlite")
}

/// The games of a store by their keys, without what a clock has said.
fn games(folder: &Path, store: &str) -> BTreeMap<String, String> {
    let out = folder.join("games.csv");
    stdout(&format!("{} --to csv --out {}", arguments(folder, "export", store), out.display()));
    let text = std::fs::read_to_string(out).expect("exported");
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().expect("a heading").split(',').collect();
    let clock = ["milliseconds", "finished", "red_seconds", "blue_seconds"];
    let row = |line: &str| {
        let cells = split(line);
        let kept = cells.iter().zip(&head).filter(|(_, name)| !clock.contains(*name));
        (cells[0].clone(), kept.map(|(cell, _)| cell.as_str()).collect::<Vec<_>>().join("|"))
    };
    lines.map(row).collect()
}

/// The cells of a row, quotes taken into account.
fn split(line: &str) -> Vec<String> {
    let (mut cells, mut quoted) = (vec![String::new()], false);
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            _ => cells.last_mut().expect("one").push(letter),
        }
    }
    cells
}

fn start(folder: &Path, verb: &str, store: &str) -> std::process::Child {
    Command::new(env!("CARGO_BIN_EXE_hexring"))
        .args(arguments(folder, verb, store).split_whitespace())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("started")
}

#[test]
fn killed_and_resumed_ends_with_the_games_of_an_uninterrupted_run() {
    let folder = laboratory();
    let folder = folder.path();
    stdout(&format!("{} --threads 1", arguments(folder, "run", "whole")));
    let whole = games(folder, "whole");
    assert_eq!(whole.len(), 2 * 2 * 15 + 6 * 20 + 40);
    let mut child = start(folder, "run", "killed");
    let mut seen = Vec::new();
    // Other waits in every run, and on a busy machine other points anyway; the process's number
    // is as good as a die, and is shown where the test fails.
    let die = std::process::id();
    for turn in 0..8 {
        let wait = 5 + derive(u64::from(die), &turn.to_string()) % 120;
        std::thread::sleep(Duration::from_millis(wait));
        // On Unix this is kill -9.
        child.kill().expect("killed");
        child.wait().expect("gone");
        // It may have been killed before there was a store.
        let export = format!(
            "{} --to csv --out {}",
            arguments(folder, "export", "killed"),
            folder.join("x").display()
        );
        if hexring(&export).output().expect("ran").status.success() {
            seen.push(games(folder, "killed").len());
        }
        child = start(folder, "run", "killed");
    }
    child.kill().expect("killed");
    child.wait().expect("gone");
    let text = stdout(&format!("{} --threads 2", arguments(folder, "resume", "killed")));
    assert!(text.contains("small: 223 of 223 done"), "{text}");
    assert_eq!(games(folder, "killed"), whole, "die {die}");
    assert!(
        !seen.is_empty() && seen.windows(2).all(|pair| pair[0] <= pair[1]),
        "nothing finished is lost: {seen:?}"
    );
}

#[test]
fn a_quick_run_is_the_beginning_of_the_full_one() {
    let folder = laboratory();
    let folder = folder.path();
    stdout(&format!("{} --quick", arguments(folder, "run", "store")));
    let quick = games(folder, "store");
    assert!(quick.len() < 40, "{}", quick.len());
    stdout(&arguments(folder, "resume", "store"));
    let full = games(folder, "store");
    assert!(quick.iter().all(|(key, game)| full.get(key) == Some(game)));
}

#[test]
fn a_second_process_is_told_and_does_no_harm() {
    let folder = laboratory();
    let folder = folder.path();
    let text = FILE.replace("rounds = 20", "rounds = 5000");
    std::fs::write(folder.join("small.toml"), text).expect("written");
    let mut first = start(folder, "run", "store");
    let mut refused = String::new();
    for _ in 0..100 {
        std::thread::sleep(Duration::from_millis(30));
        let report = hexring(&arguments(folder, "report", "store")).output().expect("ran");
        if report.status.success() {
            let second = hexring(&arguments(folder, "run", "store")).output().expect("ran");
            assert_eq!(second.status.code(), Some(2));
            refused = String::from_utf8(second.stderr).expect("text");
            break;
        }
    }
    assert!(refused.ends_with("is in use: another process writes into it\n"), "{refused}");
    assert_eq!(refused.lines().count(), 1);
    first.kill().expect("killed");
    first.wait().expect("gone");
    let text = stdout(&arguments(folder, "report", "store"));
    assert!(text.contains("done"), "a store can be read after its writer was killed: {text}");
}

#[test]
fn reports_are_complete_pages() {
    let folder = laboratory();
    let folder = folder.path();
    stdout(&arguments(folder, "run", "store"));
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect(name);
    let page = read("small.html");
    for wanted in [
        "<title>A small experiment",
        "prefers-color-scheme",
        "<dt>seed</dt><dd>11",
        "holds",
        "stands",
    ] {
        assert!(page.contains(wanted), "{wanted}");
    }
    assert!(!page.contains("src=\"http") && !page.contains("href="), "nothing is loaded");
    let text = read("small.md");
    assert!(
        text.starts_with("# A small experiment") && text.contains("![") && text.contains("| --- |")
    );
    assert!(read("small-1.svg").starts_with("<svg"));
    // The match is drawn with its three shares, each beside its name.
    let shares = "The share of the games that random won";
    let picture = text.lines().find(|line| line.contains(shares)).expect("a picture of the match");
    let file = picture.split(['(', ')']).find(|word| word.ends_with(".svg")).expect("a file");
    let picture = read(file);
    for name in ["random as Red", "random as Blue", "all games"] {
        assert!(picture.contains(&format!(">{name}</text>")), "{picture}");
    }
    assert_eq!(picture.matches("<circle").count(), 3);
    assert!(read("small-rounds.csv").lines().count() > 3);
    for format in ["sgf", "parquet"] {
        let out = folder.join(format!("games.{format}"));
        let written = json(&format!(
            "{} --to {format} --out {} --json",
            arguments(folder, "export", "store"),
            out.display()
        ));
        let bytes = std::fs::read(out).expect("written");
        assert!(bytes.len() > 1000);
        if format == "sgf" {
            let games = String::from_utf8_lossy(&bytes).matches("(;").count();
            assert_eq!(written["games"], games);
        }
    }
    let listed = stdout(&format!("experiment list {}", folder.display()));
    assert!(listed.contains("A small experiment, 0 of 223 done"), "{listed}");
    let listed = json(&format!("experiment list {} --json", folder.display()));
    assert_eq!((&listed[0]["name"], &listed[0]["total"]), (&"small".into(), &223.into()));
    let report = json(&format!("{} --json", arguments(folder, "report", "store")));
    assert_eq!((&report["done"], &report["total"]), (&223.into(), &223.into()), "{report}");
}

/// Eight shares, each in a process of its own, merged: the same games as one run.
#[test]
fn shares_make_the_whole() {
    let folder = laboratory();
    let folder = folder.path();
    let mut parts = String::new();
    for number in 1..=8 {
        let part = format!("part{number}");
        stdout(&format!("{} --shard {number}/8", arguments(folder, "run", &part)));
        parts.push_str(&format!(" {}/{part}.sqlite", folder.display()));
    }
    let whole = json(&format!("{} --json", arguments(folder, "run", "whole")));
    let merged = json(&format!("{} --json{parts}", arguments(folder, "merge", "merged")));
    assert_eq!((&merged["done"], &merged["total"]), (&whole["done"], &whole["total"]));
    assert_eq!(games(folder, "merged"), games(folder, "whole"));
    let report = |name: &str| std::fs::read_to_string(folder.join(name)).expect("a report");
    assert!(report("small.md").contains("223 of 223"));
}

/// Twelve settings on two boards from one short file, killed twice, resumed with other threads.
#[test]
fn options_vary_over_boards() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let file = r#"title = "A grid"
[[part]]
name = "grid"
kind = "grid"
player = "mcts:playouts=20"
vary = { rave = [0, 10, 100], playouts = [5, 10, 20, 40] }
against = ["random"]
boards = ["4x4", "torus:3x3"]
rounds = 5
"#;
    std::fs::write(folder.join("small.toml"), file).expect("written");
    stdout(&format!("{} --threads 1", arguments(folder, "run", "whole")));
    let table = || std::fs::read(folder.join("small-grid.csv")).expect("a table");
    let whole = table();
    for wait in [40, 90] {
        let mut child = start(folder, "run", "killed");
        std::thread::sleep(Duration::from_millis(wait));
        child.kill().expect("killed");
        child.wait().expect("gone");
    }
    stdout(&format!("{} --threads 3", arguments(folder, "run", "killed")));
    assert_eq!(games(folder, "killed"), games(folder, "whole"));
    assert_eq!(table(), whole, "the same bytes");
    assert_eq!(String::from_utf8(whole).expect("text").lines().count(), 1 + 12 * 2);
    let page = std::fs::read_to_string(folder.join("small.html")).expect("a page");
    assert_eq!(page.matches("<figcaption>").count(), 4, "a curve and a heat map for each board");
}

/// Who has the binary alone finds the experiments that come with it, and runs one by its name.
#[test]
fn shipped_experiments_are_found_everywhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let call = |arguments: &str| {
        let output = hexring(arguments).current_dir(folder.path()).assert().success();
        String::from_utf8(output.get_output().stdout.clone()).expect("text")
    };
    let listed = call("experiment list");
    let [broek, trevorah] = ["broek: ", "trevorah: "].map(|name| listed.find(name));
    assert!(broek.is_some() && broek < trevorah, "{listed}");
    let ran = call("experiment run hees --quick");
    assert!(ran.contains("report: results/hees.html"), "{ran}");
    let line = |text: &str| text.lines().find(|line| line.starts_with("hees: ")).map(str::to_owned);
    let (before, after) = (line(&listed).expect("listed"), line(&call("experiment list")));
    assert!(before.contains(" 0 of ") && after.is_some_and(|after| after != before), "{listed}");
}

#[test]
fn bad_files_and_stores_are_one_line() {
    let folder = laboratory();
    let path = folder.path();
    std::fs::write(
        path.join("bad.toml"),
        FILE.replace("\"heuristic\", \"adjacency\"]\nself", "\"heuristc\"]\nself"),
    )
    .expect("written");
    std::fs::write(path.join("notes.txt"), "these are notes and no database at all, really")
        .expect("written");
    std::fs::write(
        path.join("rings.toml"),
        FILE.replace("red = \"heuristic\"", "red = \"mirror\""),
    )
    .expect("written");
    let at = path.display();
    let cases = [
        (format!("experiment run {at}/none.toml"), "none.toml: No such file"),
        (
            format!("experiment run {at}/bad.toml"),
            "bad.toml line 21, column 22: unknown player \"heuristc\"",
        ),
        (
            format!("experiment run {at}/small.toml --store {at}/notes.txt"),
            "is not a store of this program",
        ),
        (
            format!("experiment resume {at}/small.toml --store {at}/new.sqlite"),
            "nothing has been run yet",
        ),
        (
            format!("experiment run {at}/rings.toml --store {at}/rings.sqlite"),
            "mirror cannot play red",
        ),
        (
            format!("experiment export {at}/small.toml --to xls --out x"),
            "expected csv, jsonl, parquet or sgf",
        ),
        ("match --red random --blue human".to_owned(), "nobody is there to be asked"),
        ("match --red random --blue random --games 3".to_owned(), "expected an even number"),
        ("match --red random --blue random --sprt 5".to_owned(), "expected elo0,elo1"),
        ("tournament --player random".to_owned(), "two or more players"),
    ];
    for (arguments, expected) in cases {
        let output = hexring(&arguments).output().expect("ran");
        let text = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{arguments}: {text}");
        assert_eq!(text.lines().count(), 1, "{arguments}: {text}");
        assert!(text.contains(expected), "{arguments}: {text}");
    }
}

/// Runs the experiment where no file may become larger than some blocks of 512 bytes. The signal
/// that comes with the limit is ignored, so that the write fails as on a full disk.
#[cfg(unix)]
fn run_with_little_room(folder: &Path, blocks: u32) -> std::process::Output {
    let binary = env!("CARGO_BIN_EXE_hexring");
    let arguments = arguments(folder, "run", "store");
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec {binary} {arguments}");
    Command::new("sh").args(["-c", &script]).output().expect("ran")
}

#[test]
#[cfg(unix)]
fn no_room_left_is_one_line_and_nothing_is_lost() {
    let folder = laboratory();
    let folder = folder.path();
    let mut kept = Vec::new();
    for blocks in [100, 200, 300] {
        let output = run_with_little_room(folder, blocks);
        let text = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains("everything that was saved before is safe"), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
        kept.push(games(folder, "store").len());
    }
    assert!(0 < kept[0] && kept[0] <= kept[1] && kept[1] <= kept[2], "{kept:?}");
    let text = stdout(&arguments(folder, "resume", "store"));
    assert!(text.contains("small: 223 of 223 done"), "{text}");
    stdout(&format!("{} --threads 1", arguments(folder, "run", "whole")));
    assert_eq!(games(folder, "store"), games(folder, "whole"));
}
