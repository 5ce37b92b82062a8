//! Games in the terminal, played through the real binary.

#[allow(dead_code, reason = "shared by several test files")]
mod support;

use support::hexring;

fn session(arguments: &str, lines: &str) -> String {
    let output = hexring(arguments).write_stdin(lines).assert().success();
    String::from_utf8(output.get_output().stdout.clone()).expect("text")
}

#[test]
fn two_people_play_to_the_end() {
    let text = session("play --blue human --board 2x2", "a1\nb1\na2\n");
    assert!(text.contains("red wins"), "{text}");
}

#[test]
fn mistakes_are_explained_and_nothing_is_lost() {
    let text = session("play --blue human --board 2x2", "a1\na1\nz9\nhelp\nb1\na2\n");
    assert!(text.contains("a1 is occupied by red"), "{text}");
    assert!(text.contains("z9 is not on the board"), "{text}");
    assert!(text.contains("take back your last move"), "{text}");
    assert!(text.contains("red wins"), "{text}");
}

#[test]
fn moves_can_be_taken_back_against_a_player() {
    let text = session("play --blue random --board 3x3", "a1\nundo\nundo\nc3\nresign\n");
    assert!(text.contains("there is no move to take back"), "{text}");
    assert!(text.contains("blue wins: red resigned"), "{text}");
}

#[test]
fn a_player_may_resign() {
    let text = session("play --blue neural:sims=50,resign=0.4 --board 3x3", "b2\n");
    assert!(text.contains("blue (neural:sims=50,resign=0.4) resigns."), "{text}");
    assert!(text.contains("red wins: blue resigned"), "{text}");
}

#[test]
fn boards_that_a_player_is_not_made_for_are_warned_of() {
    let output = hexring("choose --player neural:sims=0 --board 40x40").assert().success();
    let text = String::from_utf8(output.get_output().stderr.clone()).expect("text");
    assert!(
        text.starts_with("warning: plane:40x40 is larger") && text.lines().count() == 1,
        "{text}"
    );
}

#[test]
fn hints_heat_and_saving() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.sgf");
    let lines = format!("hint\nheat\nb2\nsave {}\nquit\n", path.display());
    let text = session("play --blue random --hint random --board torus:3x3", &lines);
    assert!(text.contains("would play"), "{text}");
    assert!(text.contains("blue has not thought yet"), "{text}");
    let saved = std::fs::read_to_string(&path).expect("saved");
    assert!(saved.contains("PW[random]") && saved.contains("B[b2]"), "{saved}");
    let again = session(&format!("play --blue random {}", path.display()), "quit\n");
    assert!(again.contains("red>"), "{again}");
}

#[test]
fn two_players_play_alone_and_coins_are_announced() {
    let arguments =
        "play --red random --blue random --board cylinder:4x4 --turns random --seasons 2";
    let text = session(arguments, "");
    assert!(text.contains("The coin says") && text.contains(" wins"), "{text}");
    assert_eq!(text, session(arguments, ""), "the same seed gives the same game");
}

#[test]
fn the_end_of_the_input_leaves_the_game() {
    let text = session("play --blue random --board 3x3", "a1\n");
    assert!(text.contains("blue (random) plays") && text.ends_with("red> "), "{text}");
    assert!(!text.contains("wins"), "{text}");
}

#[test]
fn the_default_opponent_thinks_and_shows_what_it_thought() {
    let text = session("play --blue mcts:playouts=2000 --board 5x5", "c3\nheat\nquit\n");
    assert!(text.contains("blue (mcts:playouts=2000) plays") && text.contains("visits:"), "{text}");
}
