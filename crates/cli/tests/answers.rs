//! What the commands answer.

#[allow(dead_code, reason = "shared by several test files")]
mod support;

use serde_json::json;
use support::{hexring, json, stdout};

#[test]
fn winner_of_a_game_with_its_certificate() {
    let answer = json(
        r#"winner --board cylinder:3x4 --first blue --moves "b2 a1 a3 a2 c1 c3 b4 c4" --json"#,
    );
    let certificate = json!({"color": "red", "cells": ["a1", "a2", "c3", "c4"], "winding": [0, 0]});
    let won = json!({"red": true, "blue": false});
    assert_eq!(answer, json!({"winner": "red", "won": won, "certificate": certificate}));
}

#[test]
fn winner_of_an_unfinished_game_is_null() {
    let answer = json(r#"winner --board 3x3 --moves "a1 b2" --json"#);
    let nobody = json!({"winner": null, "won": {"red": false, "blue": false}, "certificate": null});
    assert_eq!(answer, nobody);
}

#[test]
fn a_ring_has_its_winding() {
    let answer = json(r#"winner --board cylinder:1x3 --blue a2 --json"#);
    let ring = json!({"color": "blue", "cells": ["a2"], "winding": [1, 0]});
    assert_eq!((&answer["winner"], &answer["certificate"]), (&json!("blue"), &ring));
}

#[test]
fn stones_without_an_order_may_be_won_by_both_on_a_torus() {
    let stones = r#"--red "a1 b1 a2 d2 c3 d3 b4 c4" --blue "c1 d1 b2 c2 a3 b3 a4 d4""#;
    let answer = json(&format!("winner --board torus:4x4 {stones} --json"));
    let both = json!({"winner": null, "won": {"red": true, "blue": true}, "certificate": null});
    assert_eq!(answer, both);
}

/// Two spirals that both become complete: whoever begins is the first to finish.
#[test]
fn the_order_decides_on_a_torus() {
    let spirals = ["a1 b1 a2 d2 c3 d3 b4 c4", "c1 d1 b2 c2 a3 b3 a4 d4"];
    for (color, [own, other]) in [("red", spirals), ("blue", [spirals[1], spirals[0]])] {
        let pairs = own.split(' ').zip(other.split(' '));
        let moves: Vec<&str> = pairs.flat_map(|(own, other)| [own, other]).collect();
        let winner_after = |count: usize| {
            let moves = moves[..count].join(" ");
            let arguments =
                format!(r#"winner --board torus:4x4 --first {color} --moves "{moves}" --json"#);
            json(&arguments)["winner"].clone()
        };
        let winner = (0..moves.len()).map(winner_after).find(|winner| !winner.is_null());
        assert_eq!(winner, Some(json!(color)));
    }
}

#[test]
fn resignation_decides_a_game_without_certificate() {
    let answer = json(r#"winner --board 3x3 --moves "a1 resign" --json"#);
    assert_eq!((&answer["winner"], &answer["certificate"]), (&json!("red"), &json!(null)));
    assert_eq!(stdout(r#"winner --board 3x3 --moves "a1 resign""#), "red wins: blue resigned\n");
}

#[test]
fn a_game_that_was_resigned_goes_on_nowhere() {
    let game = r#"--board 3x3 --moves "a1 resign""#;
    let counted = stdout(&format!("perft {game} --depth 1"));
    assert_eq!(counted, "0 sequences of 1 moves: the game is over, red wins: blue resigned\n");
    assert_eq!(json(&format!("perft {game} --depth 0 --json"))["nodes"], 1);
    assert!(stdout(&format!("show {game}")).ends_with("red wins: blue resigned\n"));
}

#[test]
fn every_help_says_what_the_exit_status_means() {
    for (command, expected) in [
        ("check", "1 if one is refused"),
        ("verify", "1 if it fails"),
        ("compliance", "1 if it breaks it"),
        ("solve", "0 if it was done"),
        ("experiment run", "0 if it was done"),
    ] {
        let help = stdout(&format!("{command} --help")).replace('\n', " ");
        assert!(help.contains("Exit status: 0 if ") && help.contains(expected), "{help}");
    }
}

#[test]
fn perft_counts_sequences() {
    let answer = json("perft --board torus:3x3 --first blue --depth 4 --json");
    assert_eq!(answer, json!({"depth": 4, "nodes": 3024}));
    assert_eq!(stdout("perft --board 1x1 --depth 1"), "1 sequences of 1 moves\n");
    assert_eq!(json("perft --board 1x1 --depth 2 --json")["nodes"], 0);
}

#[test]
fn records_travel_through_all_formats() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (sgf, again, js) = (path("game.sgf"), path("again.sgf"), path("game.json"));
    let rules = "--board torus:5x4 --turns random --seasons 3 --season-layout random --seed 7";
    let shown = json(&format!("show {rules} --json"));
    let layout = shown["rules"]["seasons"]["layout"].as_str().expect("a layout").to_owned();
    let cell = layout.replace('/', "").find('1').expect("season 1 exists");
    let cell = format!("{}{}", char::from(b'a' + (cell % 5) as u8), cell / 5 + 1);
    stdout(&format!(r#"convert {rules} --moves "red {cell}" --to sgf -o {sgf}"#));
    stdout(&format!("convert {sgf} --to json -o {js}"));
    stdout(&format!("convert {js} --to sgf -o {again}"));
    let read = |path: &str| std::fs::read_to_string(path).expect("written");
    assert_eq!(read(&sgf), read(&again));
    let back = json(&format!("show {js} --json"));
    assert_eq!(back["rules"], shown["rules"]);
    assert_eq!(back["moves"], json!([{"color": "red", "move": cell}]));
}

#[test]
fn links_and_standard_input_are_read() {
    let mut command = hexring("convert - --to moves");
    let link = "https://hexworld.org/board/#3,b1a2b2c2a3";
    command.write_stdin(link).assert().success().stdout("plane:3x3\nb1 a2 b2 c2 a3\n");
}

#[test]
fn drawings_go_to_files_and_are_images() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("board.svg");
    let svg = path.display();
    for layout in ["flat", "diamond", "r3", "annulus"] {
        let moves = r#"--moves "a2 b1 c2""#;
        stdout(&format!("show --board cylinder:4x3 {moves} --svg {svg} --layout {layout}"));
        let image = std::fs::read_to_string(&path).expect("an image");
        assert!(image.starts_with("<svg ") && image.trim_end().ends_with("</svg>"), "{layout}");
    }
}

#[test]
fn boards_are_drawn_plainly_when_piped() {
    insta::assert_snapshot!(stdout(
        r#"show --board cylinder:5x3 --first blue --moves "a2 a1 b2 b1 c2 c1 d2 d1 e2""#
    ));
    insta::assert_snapshot!(stdout(r#"show --board 4x4 --moves "a1 b2" --numbers"#));
    insta::assert_snapshot!(stdout(r#"show --board torus:3x3 --red "a1 b3" --blue c2"#));
}

#[test]
fn show_at_an_earlier_move() {
    let answer = json(r#"show --board 3x3 --moves "a1 b1 c1" --at 1 --json"#);
    assert_eq!(answer["stones"], json!({"red": ["a1"], "blue": []}));
    assert_eq!(answer["to_move"], "blue");
}

#[test]
fn choices_can_be_repeated_from_their_seed() {
    let choose = |seed: u32| {
        let mut answer = json(&format!("choose --player random --board 7x7 --seed {seed} --json"));
        answer["seconds"] = json!(0);
        answer
    };
    assert_eq!(choose(3), choose(3));
    assert!((0..20).any(|seed| choose(seed)["move"] != choose(3)["move"]));
}

#[test]
fn every_player_is_listed_with_its_options() {
    let list = json("players --json");
    let names: Vec<&str> =
        list.as_array().expect("a list").iter().filter_map(|p| p["name"].as_str()).collect();
    assert!(names.contains(&"random") && names.contains(&"human"));
    let level = list.as_array().and_then(|list| list.iter().find(|p| p["name"] == "level"));
    let kind = &level.expect("it is listed")["options"][0]["kind"];
    assert_eq!((&kind["type"], &kind["max"]), (&json!("whole"), &json!(12)));
    assert_eq!(kind["text"], "a whole number from 1 to 12");
    let text = stdout("players");
    assert!(names.iter().all(|name| text.contains(&format!("{name}: "))));
    assert!(stdout("players random").starts_with("random: "));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    use std::process::{Command, Stdio};
    let binary = assert_cmd::cargo::cargo_bin("hexring");
    let mut child = Command::new(binary)
        .args(["show", "--board", "53x53"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("ended");
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn help_teaches() {
    insta::assert_snapshot!(stdout("--help"));
    insta::assert_snapshot!(stdout("winner --help"));
}
