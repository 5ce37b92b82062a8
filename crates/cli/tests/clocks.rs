//! Games on a clock, and games that somebody judges, as their users see them.

#[allow(dead_code, reason = "shared by several test files")]
mod support;

use std::path::Path;

use support::{hexring, json, stdout, timeless};

const MOCK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/mock-engine.sh");

/// All games of a store in a format.
fn exported(store: &Path, format: &str) -> String {
    let store = store.display();
    stdout(&format!("experiment export match --store {store} --to {format} --out -"))
}

/// Nothing but its clock ends its thinking: the limit for a move is ten minutes.
#[test]
fn a_slow_engine_loses_on_time_and_the_records_say_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("store.sqlite");
    let output = hexring("match --games 2 --board 4x4 --opening 1 --json --clock 1s --red random")
        .args(["--blue", &format!("htp:\"sh {MOCK} hang\",move=600s")])
        .arg("--store")
        .arg(&store)
        .output()
        .expect("ran");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&answer["won"], &answer["clock"]), (&2.into(), &"1s".into()), "{answer}");
    assert_eq!(answer["decided_by"], serde_json::json!({ "time": 2 }));
    let longest = answer["seconds_per_move"]["blue"]["longest"].as_f64().expect("a number");
    assert!(longest >= 1.0, "{answer}");
    let rows = exported(&store, "jsonl");
    for line in rows.lines() {
        let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert_eq!((&row["reason"], &row["decided_by"]), (&"time".into(), &"time".into()));
        assert_eq!((&row["clock"], &row["winning_player"]), (&"1s".into(), &"random".into()));
        assert!(row["key"].as_str().is_some_and(|key| key.contains("|clock 1s|")), "{row}");
    }
    let records = exported(&store, "sgf");
    for result in ["RE[B+Time]", "RE[W+Time]"] {
        assert_eq!(records.matches(result).count(), 1, "{records}");
    }
    assert!(records.contains("decided by time"), "{records}");
}

#[test]
fn an_engine_is_told_the_time_before_it_is_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let heard = folder.path().join("heard");
    let engine = format!("htp:\"sh {MOCK} listen {}\"", heard.display());
    hexring("match --games 2 --board 4x4 --opening 1 --clock 600s+2s --red random --store none")
        .args(["--threads", "1", "--blue", &engine])
        .assert()
        .success();
    let heard = std::fs::read_to_string(heard).expect("it listened");
    let lines: Vec<&str> = heard.lines().collect();
    let asked = lines.iter().position(|line| line.starts_with("genmove")).expect("asked");
    let settings = lines.iter().position(|line| *line == "time_settings 600 0 0").expect("told");
    assert!(settings < asked, "{heard}");
    // Its opponent has made a move, which takes no time and adds two seconds.
    let left = |line: &str, color: &str| -> Option<u64> {
        line.strip_prefix("time_left ")?
            .strip_prefix(color)?
            .strip_suffix(" 0")?
            .trim()
            .parse()
            .ok()
    };
    let before = &lines[..asked];
    for (color, most) in [("black", 602), ("white", 602)] {
        let told = before.iter().find_map(|line| left(line, color)).expect(color);
        assert!((590..=most).contains(&told), "{heard}");
    }
}

/// It would play for ever, but thinks for a share of what its clock has left.
#[test]
fn players_keep_their_time() {
    let answer = json(
        "match --games 2 --board 5x5 --opening 1 --clock 2s+1s --json --store none \
         --red mcts:playouts=1000000000000 --blue random",
    );
    assert_eq!(answer["faults"], serde_json::json!([]), "{answer}");
    let text =
        stdout("match --games 2 --board 3x3 --clock 60s --red random --blue random --store none");
    assert!(text.contains("cannot be repeated"), "{text}");
    assert!(text.contains("random: 0.00") && text.contains(" s at most"), "{text}");
}

#[test]
fn judges_end_games_early_and_are_named() {
    let command = "match --games 10 --board 5x5 --red random --blue heuristic --json --store none";
    let played = json(command);
    assert_eq!(played["decided_by"], serde_json::json!({ "board": 10 }), "off by default");
    let judged = format!("{command} --adjudicate solver:positions=100000");
    let one = timeless(json(&format!("{judged} --threads 1")));
    let two = timeless(json(&format!("{judged} --threads 2")));
    assert_eq!(one, two, "a judge that counts positions is the same on every machine");
    assert_eq!(one["decided_by"], serde_json::json!({ "solver": 10 }));
    assert!(one["moves"].as_f64() < played["moves"].as_f64(), "{one}");
    let agreed = json(
        "match --games 4 --board 5x5 --red mcts:playouts=300 --blue mcts:playouts=400 --json \
         --store none --adjudicate agreement:moves=2,value=0.6",
    );
    assert!(agreed["decided_by"]["agreement"].as_u64().is_some_and(|games| games > 0), "{agreed}");
    let fault = hexring(&format!("{command} --turns random --adjudicate solver")).output();
    let fault = String::from_utf8(fault.expect("ran").stderr).expect("text");
    assert!(fault.contains("the solver cannot judge games under"), "{fault}");
}

#[test]
fn games_are_kept_unless_they_are_not_wanted() {
    let folder = tempfile::tempdir().expect("a folder");
    let call = |arguments: &str| {
        let output = hexring(arguments).current_dir(folder.path()).assert().success();
        String::from_utf8(output.get_output().stdout.clone()).expect("text")
    };
    let results = folder.path().join("results");
    let command = "match --red random --blue random --board 4x4 --games";
    call(&format!("{command} 10 --store none"));
    assert!(!results.exists(), "nothing is kept");
    let first = call(&format!("{command} 10"));
    let place = first.lines().find_map(|line| line.strip_prefix("games kept in ")).expect("told");
    assert!(place.starts_with("results/match-") && folder.path().join(place).exists(), "{first}");
    assert!(call(&format!("{command} 10")).contains("from an earlier run"));
    let more = call(&format!("{command} 20"));
    assert!(more.contains("of 20 games") && more.contains(place), "it goes on: {more}");
    let other = call(&format!("{command} 10 --seed 2"));
    assert!(!other.contains(place), "another match has another file: {other}");
}

#[test]
fn people_play_on_a_clock() {
    let play = "play --board 3x3 --red human --blue random --clock 600s+5s";
    let output = hexring(play).write_stdin("b2\nundo\nresign\n").assert().success();
    let text = String::from_utf8(output.get_output().stdout.clone()).expect("text");
    assert!(text.contains("red [10:00]> ") && text.contains("red [10:0"), "{text}");
    assert!(text.contains("moves are not taken back on a clock"), "{text}");
}

#[test]
fn a_person_who_is_late_has_lost() {
    use std::io::Write;
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_hexring"))
        .args("play --board 1x1 --red human --blue random --clock 100ms".split(' '))
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("it starts");
    std::thread::sleep(std::time::Duration::from_secs(3));
    child.stdin.take().expect("a pipe").write_all(b"a1\n").expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("blue wins: red ran out of time"), "{text}");
}

const FILE: &str = r#"
title = "On terms"

[[part]]
name = "clocked"
kind = "match"
board = "4x4"
clock = "60s+1s"
players = ["random", "heuristic"]
rounds = 2

[[part]]
name = "tested"
kind = "match"
board = "4x4"
players = ["heuristic", "random"]
rounds = 500
sprt = "0,100"
alpha = 0.01

[[part]]
name = "rated"
kind = "round-robin"
board = "4x4"
players = ["random", "heuristic", "adjacency"]
anchor = "random=1500"
adjudicate = "solver:positions=100000"
rounds = 2
"#;

#[test]
fn files_have_terms_tests_and_anchors() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path().display();
    std::fs::write(folder.path().join("terms.toml"), FILE).expect("written");
    let run = format!("experiment run {at}/terms.toml --store {at}/terms.sqlite");
    let done = json(&format!("{run} --json"));
    let games = done["done"].as_u64().expect("a number");
    assert!(games < 300, "a test ends its pairing early: {done}");
    assert_eq!(json(&format!("{run} --json --threads 1")), done, "nothing is played again");
    let report = std::fs::read_to_string(folder.path().join("terms.md")).expect("a report");
    for wanted in [
        "Each player has 60s+1s on its clock",
        "cannot be repeated",
        "as soon as the solver finds the winner within 100000 positions",
        "decided by: solver",
        "with a risk of 0.01 to see a difference",
        "-2.99 to 4.55",
        "H1: at least +100 Elo",
        "random has 1500",
        "lost on time",
        "tests end pairings early",
    ] {
        assert!(report.contains(wanted), "{wanted}\n{report}");
    }
    for (bad, said) in [
        (FILE.replace("60s+1s", "fast"), "bad clock"),
        (FILE.replace("solver:positions=100000", "coin"), "bad adjudication"),
        (FILE.replace("alpha = 0.01", "alpha = 0.7"), "bad risk 0.7"),
        (FILE.replace("sprt = \"0,100\"\n", ""), "alpha and beta are the risks of sprt"),
        (FILE.replace("random=1500", "mcts=1500"), "bad anchor"),
    ] {
        std::fs::write(folder.path().join("bad.toml"), bad).expect("written");
        let output = hexring(&format!("experiment run {at}/bad.toml")).output().expect("ran");
        let fault = String::from_utf8(output.stderr).expect("text");
        assert!(fault.contains(said) && fault.contains("bad.toml line"), "{fault}");
    }
}
