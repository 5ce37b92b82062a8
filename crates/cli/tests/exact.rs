//! Exact answers: solve, check, verify.

#[allow(dead_code, reason = "shared by several test files")]
mod support;

use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::json;
use support::{hexring, json, stdout};

#[test]
fn winners_and_winning_moves() {
    let torus = json("solve --board torus:3x3 --first blue --all-moves --json");
    assert_eq!(torus["winner"], "blue");
    let plane = json("solve --board 3x3 --all-moves --json");
    // Known: every opening of 3x3 but the acute corners and the cells beside them wins.
    assert_eq!(plane["winner"], "red");
    let moves = plane["winning_moves"].as_array().expect("a list");
    assert!(moves.contains(&json!("b2")) && !moves.contains(&json!("a1")), "{moves:?}");
    assert!(plane["nodes"].is_u64() && plane["seconds"].is_f64());
    let one = json("solve --board 4x4 --json");
    assert_eq!(one["winning_moves"].as_array().map(Vec::len), Some(1));
}

#[test]
fn random_turns_have_a_probability() {
    let value = json("solve --board 3x3 --turns random --json");
    assert_eq!((&value["red"], &value["best"]["red"]), (&json!(0.5), &json!(["b2"])));
}

#[test]
fn proofs_are_checked_and_altered_ones_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof.jsonl");
    stdout(&format!("solve --board cylinder:5x3 --first blue --proof {}", path.display()));
    let answer = json(&format!("check {} --json", path.display()));
    assert_eq!(answer["winner"], "red");
    let proof = std::fs::read_to_string(&path).expect("a proof");
    let half = &proof[..proof.len() / 2];
    let altered = proof.replacen("\"winner\":\"red\"", "\"winner\":\"blue\"", 1);
    for (text, expected) in [(half, "cut off"), (altered.as_str(), "proof"), ("", "proof file")] {
        let output = hexring("check -").write_stdin(text).output().expect("ran");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{error}");
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn strategies_are_tried_against_every_reply() {
    let wins = json("verify --strategy three-rings --board cylinder:3x3 --first blue --json");
    assert_eq!((&wins["wins"], &wins["line"]), (&json!(true), &json!(null)));
    let loses = json("verify --strategy shift:by=2 --board cylinder:5x4 --first blue --json");
    assert_eq!(loses["wins"], false);
    let pairs = json("verify --strategy mirror --board cylinder:6x6 --json");
    assert_eq!(pairs["wins"], true);
    let line = loses["line"].as_str().expect("a record").to_owned();
    hexring("winner -")
        .write_stdin(line)
        .assert()
        .success()
        .stdout(predicates::str::contains("blue has won"));
}

#[test]
fn tables_are_kept_and_extended() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows = folder.path().join("rows.jsonl");
    let table = |range: &str| {
        stdout(&format!("solve --table {range} --first both --rows {}", rows.display()))
    };
    let lines = || std::fs::read_to_string(&rows).expect("rows").lines().count();
    table("cylinder:3x1..2");
    assert_eq!(lines(), 4);
    let report = folder.path().join("report");
    stdout(&format!(
        "solve --table 2x1..2 --all-moves --rows {} --report {}",
        rows.display(),
        report.display()
    ));
    let page = std::fs::read_to_string(report.join("plane.md")).expect("a page");
    assert!(page.contains("| plane:2x2 | red | red | 2 of 4 |"), "{page}");
    let picture = std::fs::read_to_string(report.join("plane-2x2-red-first.svg")).expect("a map");
    assert!(picture.starts_with("<svg"), "{picture}");
    assert!(report.join("cylinder.md").exists(), "all rows of the file are reported");
    std::fs::remove_file(&rows).expect("it is there");
    table("cylinder:3x1..2");
    let text = table("cylinder:3x1..3");
    assert_eq!(lines(), 6, "only what is new is solved");
    assert!(text.contains("## cylinder, blue first"), "{text}");
}

#[test]
fn searches_are_remembered_in_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let memory = folder.path().join("memory");
    let solve = || json(&format!("solve --board 4x4 --memory-file {} --json", memory.display()));
    let first = solve();
    assert!(memory.exists());
    assert!(solve()["nodes"].as_u64() <= first["nodes"].as_u64());
}

/// Closing a terminal sends several signals at once: the table is saved all the same.
#[cfg(unix)]
#[test]
fn a_search_that_is_hung_up_is_remembered() {
    let folder = tempfile::tempdir().expect("a folder");
    let memory = folder.path().join("memory");
    let mut child = Command::new(env!("CARGO_BIN_EXE_hexring"))
        .args(["solve", "--board", "10x10", "--memory-file"])
        .arg(&memory)
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    // It would take days; this is long enough to begin.
    std::thread::sleep(Duration::from_secs(3));
    assert!(child.try_wait().expect("asked").is_none(), "it is at work");
    let kill = format!("kill -INT {0}; kill -HUP {0}; kill -TERM {0}", child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().expect("ran").success());
    let output = child.wait_with_output().expect("ended");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("stopped after"), "{error}");
    assert!(memory.metadata().expect("it was saved").len() > 100);
}

#[test]
fn what_cannot_be_solved_is_said() {
    let cases = [
        ("solve --board 1x1 --moves a1", "nothing to solve: the game is over, red has won"),
        ("solve --board 3x3 --first both", "expected red or blue"),
        ("solve --board 3x3 --swap sides", "swap=sides is not solved"),
        ("solve --board 19x19", "the solver takes up to"),
        ("solve --board 9x9 --turns random", "empty cells are too many"),
        ("solve --board 3x3 --guide no-such-file", "cannot read network no-such-file"),
        ("solve --board 3x3 --memory 1", "a memory of 1000000 bytes is too small"),
        ("solve --table 3..2x1", "bad boards \"3..2x1\""),
        (r#"solve --board 3x3 --red "a1 b1" --blue a1"#, "a1 is given for both colours"),
        ("verify --strategy mirror --board cylinder:5x5", "mirror cannot play"),
        ("verify --strategy three-rings --board cylinder:3x4 --limit 3", "gave up after"),
    ];
    for (arguments, expected) in cases {
        let output = hexring(arguments).output().expect("ran");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(
            (output.status.code(), error.lines().count()),
            (Some(2), 1),
            "{arguments}: {error}"
        );
        assert!(error.contains(expected), "{arguments}: {error}");
    }
}
