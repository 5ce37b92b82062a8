//! A player of another crate keeps the contract of all players, and works in every command.

use assert_cmd::Command;
use hexring_players::{Registry, contract};

fn own_player(arguments: &[&str], input: &str) -> String {
    let mut command = Command::cargo_bin("own-player").expect("the binary is built");
    let output = command.args(arguments).write_stdin(input).assert().success();
    String::from_utf8(output.get_output().stdout.clone()).expect("text")
}

#[test]
fn it_keeps_the_contract() {
    let mut registry = Registry::standard();
    registry.add(own_player::entry()).expect("a new name");
    for text in ["center", "center:2"] {
        contract::check(&registry.parse(text).expect("it is known"));
    }
}

#[test]
fn it_is_listed_and_asked() {
    assert!(own_player(&["players", "center"], "").contains("column=a whole number from 1 to 53"));
    let choice = own_player(&["choose", "--player", "center", "--board", "5x5", "--json"], "");
    assert!(choice.contains("\"move\":\"c3\""), "{choice}");
}

#[test]
fn it_plays_matches() {
    let arguments = ["match", "--red", "center:3", "--blue", "random", "--games", "4"];
    let text = own_player(&[&arguments[..], &["--board", "5x5", "--store", "none"]].concat(), "");
    assert!(text.contains("center:column=3 won"), "{text}");
}

#[test]
fn it_is_an_engine() {
    let text = own_player(&["htp", "--player", "center"], "boardsize 5\ngenmove black\nquit\n");
    assert!(text.contains("= c3"), "{text}");
}
