//! Bad input: exit status 2 and one line that names the value and what was expected.

#[allow(dead_code, reason = "shared by several test files")]
mod support;

use support::hexring;

/// The one line that a refused call prints.
fn refusal(arguments: &str, input: &str) -> String {
    let output = hexring(arguments).write_stdin(input).output().expect("ran");
    let text = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2), "{arguments}: {text}");
    assert!(output.stdout.is_empty(), "{arguments} printed an answer");
    assert_eq!(text.lines().count(), 1, "{arguments}: {text}");
    assert!(!text.contains("panicked"), "{text}");
    text.strip_prefix("error: ").expect("begins with error").trim_end().to_owned()
}

#[test]
fn values_are_named_with_what_was_expected() {
    let cases = [
        (
            r#"winner --board 5x5 --moves z99"#,
            "move 1 (red z99): z99 is not on the board plane:5x5",
        ),
        (
            r#"winner --board 5x5 --moves "a1 a1""#,
            "move 2 (blue a1): a1 is occupied by red: expected an empty cell",
        ),
        (r#"winner --board 1x1 --moves "a1 a1""#, "the game is over, red has won"),
        (r#"winner --board 5x5 --moves "a1 foo""#, "bad move \"foo\": expected a cell such as a1"),
        ("winner --board 0x5", "board size 0x5 is out of range: expected 1 to 53"),
        ("winner --board 54x54", "board size 54x54 is out of range: expected 1 to 53"),
        (
            "winner --board sphere:3x3",
            "unknown topology \"sphere\": expected plane, cylinder or torus",
        ),
        ("winner --board 5", "bad board \"5\": expected columns x rows"),
        ("winner --board 5x5 --first green", "unknown colour \"green\""),
        ("winner --board 5x5 --turns never", "expected alternate or random"),
        (
            "winner --board 5x4 --swap pieces",
            "swap=pieces needs a square plane or torus, not plane:5x4",
        ),
        ("winner --board 5x5 --swap sides --turns random", "needs alternate turns"),
        (r#"winner --board 5x5 --moves "a1 swap""#, "swap is not allowed: the rules have no swap"),
        (
            r#"winner --board 5x5 --swap pieces --moves "a1 b1 swap""#,
            "swap is not allowed: it is only the answer",
        ),
        ("winner --board 5x5 --seasons 12", "12 is not in 1..=9"),
        ("winner --board 5x5 --seasons 3 --season-years 123/13", "bad year \"13\""),
        ("winner --board 5x5 --season-years 123/231", "need --seasons"),
        ("winner --board 5x5 --seasons 3 --season-layout nowhere.txt", "nowhere.txt"),
        (
            r#"winner --board 5x5 --red "a1 a1 b2" --blue "b2 f9""#,
            "a1 is given twice for red; b2 is given for both colours; f9 is not on the board plane:5x5",
        ),
        (r#"winner --board 5x5 --red a1 --moves b2"#, "cannot be used with"),
        ("show no-such-file.sgf", "no-such-file.sgf"),
        ("book show --board 6x7", "there is no book for plane:6x7: expected plane:7x7"),
        (r#"book show --board 7x7 --moves "a1 a2""#, "does not know this position"),
        ("book show --board 7x7 --book -", "-: line 1: \"\": expected \"hexring-book 1\""),
        ("book make --board 7x7 --player mcts:time=1s --out book.txt", "thinks by the clock"),
        ("book make --board 7x7 --out no/such/folder", "no/such/folder cannot be written"),
        (
            "show --layout annulus --svg - --board torus:3x3",
            "layout annulus needs a cylinder, not torus:3x3",
        ),
        ("show --layout round --board 3x3", "unknown layout \"round\""),
        ("convert --board torus:3x3 --moves a1 --to hexworld", "the format hexworld cannot hold"),
        (
            "convert --board 3x3 --to pdf",
            "unknown format \"pdf\": expected sgf, hexworld, moves or json",
        ),
        ("perft --board 3x3", "--depth <DEPTH>"),
        ("choose --board 3x3 --player mtcs", "unknown player \"mtcs\""),
        (
            "choose --board 3x3 --player random:playouts=3",
            "player random has no option \"playouts\"",
        ),
        ("choose --board 3x3 --player human", "a human has to be asked"),
        ("choose --board 1x1 --moves a1 --player random", "nobody is to move: red wins"),
        ("choose --board 3x3 --turns random --player random", "a coin flip is due"),
        ("show --board 3x3 --seed -1", "'-1' for '--seed <SEED>': expected a whole number from 0"),
        ("match --red random --blue random --games -2", "-2 is not in 2..="),
        ("match --red random --blue random --threads 0", "0 is not in 1..="),
        (
            "match --red random --blue random --board 4x4 --opening 40",
            "40 random stones are too many for plane:4x4: expected 8 at most",
        ),
        (
            "match --red random --blue random --opening few",
            "bad opening \"few\": expected balanced, empty, a number of random stones, or a file",
        ),
        ("show --board 3x3 --at 300", "--at 300 is beyond the end: the game has 0 moves"),
        ("show --board 3x3 --svg - --json", "cannot be used with '--json'"),
        ("experiment", "requires a subcommand"),
        ("frobnicate", "unrecognized subcommand 'frobnicate'"),
    ];
    for (arguments, expected) in cases {
        let line = refusal(arguments, "");
        assert!(line.contains(expected), "{arguments}\n  said: {line}\n  expected: {expected}");
    }
}

#[test]
fn rules_that_would_be_ignored_are_refused() {
    let sgf = "(;FF[4]GM[11]SZ[7];B[a1];W[b2])";
    let error = refusal("convert - --board 5x5 --to moves", sgf);
    assert!(error.contains("plane:7x7") && error.contains("not plane:5x5"), "{error}");
    hexring("convert - --board 7x7 --to moves").write_stdin(sgf).assert().success();
}

#[test]
fn a_wrong_season_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("layout.txt");
    std::fs::write(&path, "1 2 3\n2 3 1\n3 1 2\n").expect("written");
    let arguments =
        format!("winner --board 3x3 --seasons 3 --season-layout {} --moves b1", path.display());
    let line = refusal(&arguments, "");
    assert!(line.contains("b1 is in season 2: red may only play in season 1 now"), "{line}");
}

#[test]
fn malformed_records_say_where() {
    let cases = [
        ("(;GM[11]SZ[5", "SGF line 1, column 11"),
        ("(;GM[11]SZ[5];B[z99])", "z99"),
        ("(;GM[1]SZ[5])", "GM"),
        ("{\"format\":1}", "JSON"),
        ("https://hexworld.org/board/#11,zz99", "zz99"),
        ("11x11 a1 b2 c3 d4 e5 qq", "\"qq\""),
    ];
    for (input, expected) in cases {
        let line = refusal("show -", input);
        assert!(line.contains(expected), "{input}\n  said: {line}");
    }
}
