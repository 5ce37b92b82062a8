//! Opening books: made, gone on with, shown.

#[allow(dead_code, reason = "shared by several test files")]
mod support;

use std::fs;

use serde_json::json;
use support::{hexring, json, stdout};

/// A book of 4×4 that is made quickly.
fn make(file: &str, more: &str) -> serde_json::Value {
    json(&format!("book make --board 4x4 --player mcts:playouts=600 --out {file} --json {more}"))
}

#[test]
fn a_book_is_made_in_pieces_and_is_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name).to_str().expect("a name").to_owned();
    let (whole, pieces) = (place("whole.txt"), place("pieces.txt"));
    let made = make(&whole, "--positions 40 --threads 2");
    assert_eq!(made["made"], made["total"]);
    assert!(made["total"].as_u64() >= Some(40), "{made}");
    let first = make(&pieces, "--positions 1 --threads 1");
    // Every first move up to the half turn.
    assert_eq!(first["total"], 8);
    let rest = make(&pieces, "--positions 40 --threads 1");
    assert_eq!(rest["made"].as_u64(), made["total"].as_u64().map(|total| total - 8));
    let read = |path: &str| fs::read_to_string(path).expect("a book");
    assert_eq!(read(&whole), read(&pieces));
    assert_eq!(make(&whole, "--positions 40")["made"], 0);

    let other = hexring(&format!("book make --board 4x4 --player mcts:playouts=601 --out {whole}"));
    let fault = { other }.assert().code(2).get_output().stderr.clone();
    let fault = String::from_utf8(fault).expect("text");
    assert!(fault.contains("it is another book") && fault.contains("playouts=601"), "{fault}");
}

#[test]
fn the_swap_map_is_shown_as_text_picture_and_data() {
    let text = stdout("book show --board 7x7");
    assert!(
        text.contains("numbers: book from 0.") && text.contains("red to move: 100.0 %"),
        "{text}"
    );
    assert!(text.ends_with("by neural:sims=1000 with the network hexring-2\n"), "{text}");
    let picture = stdout("book show --board 7x7 --svg -");
    assert!(picture.starts_with("<svg"), "{picture}");
    let taken = json("book show --board 7x7 --swap pieces --moves d4 --json");
    assert_eq!(taken["best"][0], "swap");
    let map = json("book show --board 7x7 --json");
    let replies = map["replies"].as_array().expect("a list");
    assert_eq!(replies.len(), 49);
    assert!(replies.iter().all(|reply| reply["searched"] == true));
    assert_eq!(replies[0], json!({"move": "a1", "value": replies[48]["value"], "searched": true}));
}
