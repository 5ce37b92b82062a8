//! Looking through games with the real binary.

#[allow(dead_code, reason = "shared by several test files")]
mod support;

use std::path::Path;

use predicates::prelude::predicate::str::contains;
use support::{hexring, json, stdout};

/// Three games of one opening, one of them turned by half a circle.
const SGF: &str = "(;GM[11]SZ[3]PB[Ann]PW[Bob]DT[2026-03-05];B[b1];W[a2];B[b2];W[c2];B[a3])\
                   (;GM[11]SZ[3]PB[Bob]PW[Ann]DT[2025-01-01];B[b3];W[c2];B[b2];W[a2];B[c1])\
                   (;GM[11]SZ[3]PB[Cid]PW[Ann]RE[W+Resign];B[b1];W[b2])";

fn collection(folder: &Path) -> String {
    let path = folder.join("games.sgf");
    std::fs::write(&path, SGF).expect("written");
    path.display().to_string()
}

#[test]
fn games_are_listed_and_filtered() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = collection(folder.path());
    let text = stdout(&format!("games {file}"));
    assert!(text.contains("games.sgf#1") && text.contains("2026-03-05"), "{text}");
    assert!(text.ends_with("3 games; red won 2, blue 1\n"), "{text}");
    let count = |filter: &str| json(&format!("games {file} {filter} --json"))["games"].clone();
    assert_eq!(count("--player ann"), 3);
    assert_eq!(count("--winner ann"), 2, "as Red, and by a resignation");
    assert_eq!(count("--winner blue --since 2020"), 0, "it has no date");
    assert_eq!(count("--length ..2"), 1);
    assert_eq!(count("--opening \"b3 c2\""), 1);
    assert_eq!(count("--board 4x4"), 0);
    let page = json(&format!("games {file} --from 1 --limit 1 --json"));
    assert_eq!((page["list"].as_array().map(Vec::len), &page["games"]), (Some(1), &3.into()));
    assert_eq!(page["list"][0]["players"]["red"], "Bob");
}

#[test]
fn a_position_is_explored_in_files_and_in_an_index() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, index) = (collection(folder.path()), folder.path().join("all.index"));
    let index = index.display();
    let done = json(&format!("games import --index {index} {file} --json"));
    assert_eq!((&done["added"], &done["moves"]), (&3.into(), &12.into()));
    let again = json(&format!("games import --index {index} {file} --json"));
    assert_eq!((&again["added"], &again["total"]), (&0.into(), &3.into()));
    let link = "https://hexworld.org/board/#3,b1";
    let ask =
        |file: &str, at: &str| json(&format!("games {file} --at \"{at}\" --board 3x3 --json"));
    let expected = ask(&file, "b1");
    for (file, at) in [(&*file, link), (&index.to_string(), "b1"), (&index.to_string(), "3x3 b1")] {
        assert_eq!(ask(file, at)["continuations"], expected["continuations"], "{file} {at}");
    }
    assert_eq!((&expected["games"], &expected["red"]), (&3.into(), &2.into()));
    let first = &expected["continuations"][0];
    assert_eq!(
        (&first["move"], &first["color"], &first["games"]),
        (&"a2".into(), &"blue".into(), &2.into())
    );
    assert_eq!((&first["share"], &first["reply"]["move"]), (&0.0.into(), &"b2".into()));
    let text = stdout(&format!("games {index} --at \"3x3 b1\""));
    assert!(text.contains("blue a2  2      0.0 % (0.0 to 65.8)      red b2 (2)"), "{text}");
}

#[test]
fn what_was_found_is_exported_and_read_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = collection(folder.path());
    let out = folder.path().join("out");
    for (format, read_again) in
        [("sgf", true), ("jsonl", false), ("csv", false), ("parquet", false)]
    {
        let path = format!("{}.{format}", out.display());
        stdout(&format!("games {file} --player Bob --out {path} --to {format}"));
        assert!(std::fs::metadata(&path).expect("a file").len() > 50);
        if read_again {
            assert_eq!(json(&format!("games {path} --json"))["games"], 2);
        }
    }
    let piped = stdout(&format!("games {file} --winner blue --out - --to jsonl"));
    let row: serde_json::Value = serde_json::from_str(&piped).expect("one line");
    assert_eq!((&row["winning_player"], &row["plies"]), (&"Ann".into(), &2.into()));
}

#[test]
fn stores_of_matches_and_lists_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("match.sqlite");
    let store = store.display();
    stdout(&format!(
        "match --red random --blue random --board torus:3x3 --games 6 --store {store}"
    ));
    let found = json(&format!("games {store} --at torus:3x3 --json"));
    assert_eq!(found["games"], 6);
    assert_eq!(found["continuations"].as_array().map(Vec::len), Some(1), "all first moves are one");
    let list = "3x3\nb1 a2 b2\nhttps://hexworld.org/board/#3,b3c2\n";
    let output = hexring("games - --at \"3x3 b1\" --json").write_stdin(list).assert().success();
    let answer: serde_json::Value =
        serde_json::from_slice(&output.get_output().stdout).expect("JSON");
    assert_eq!(answer["games"], 2);
}

#[test]
fn faults_are_one_line_and_nothing_is_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = collection(folder.path());
    let bad = folder.path().join("bad.sgf");
    std::fs::write(&bad, "(;SZ[3];B[a1])(;SZ[3];B[z9])").expect("written");
    let (bad, index) = (bad.display(), folder.path().join("new.index"));
    let refused = |arguments: &str, words: &str| {
        let output = hexring(arguments).assert().code(2).stderr(contains(words));
        let text = String::from_utf8(output.get_output().stderr.clone()).expect("text");
        assert_eq!(text.lines().count(), 1, "{text}");
    };
    refused("games none.sgf", "none.sgf");
    refused(&format!("games {bad}"), "bad.sgf, game 2: ");
    refused(&format!("games {file} --at \"3x3 b1 b1\""), "b1 is occupied");
    refused(&format!("games {file} --length 9..1"), "bad length \"9..1\"");
    refused(&format!("games import --index {} {file} {bad}", index.display()), "game 2");
    assert!(!index.exists(), "no index without games");
    refused(&format!("games import --index {file} {file}"), "is not a store of this program");
    let listed = json(&format!("games {bad} --skip-bad --json"));
    assert_eq!(listed["games"], 1);
    hexring(&format!("-q games {bad} --skip-bad")).assert().stderr(contains("left out 1"));
}

#[test]
fn volume_is_a_matter_of_all_commands() {
    let loud = hexring("perft --board 2x2 --depth 1 -v").assert().success();
    let text = String::from_utf8(loud.get_output().stderr.clone()).expect("text");
    assert!(text.starts_with("hexring ") && text.trim_end().ends_with(" s"), "{text}");
    hexring("-q perft --board 2x2 --depth 1").assert().success().stderr("");
    hexring("-q -v perft --board 2x2 --depth 1").assert().code(2);
}
