//! Records that cannot be read or written: every fault is named, with its place and what was expected.

use hexring_game::record::{Format, Record};
use hexring_game::{Game, Move};

fn error(text: &str) -> String {
    Record::parse(text, None).expect_err(text).to_string()
}

#[test]
fn what_a_format_cannot_say_is_refused_by_name() {
    let comment = |text: &str| format!("(;SZ[3];B[a1]C[{text}])");
    let cases = [
        ("torus:3x3 a1", Format::HexWorld, "the torus: use sgf, json or moves"),
        ("3x3 turns=random red a1", Format::HexWorld, "random turns: use sgf, json or moves"),
        ("2x2 seasons=12/21 a1", Format::HexWorld, "seasons: use sgf, json or moves"),
        ("3x3 a1 timeout", Format::HexWorld, "a loss on time: use sgf, json or moves"),
        (
            "3x3 first=blue swap=sides a1 swap",
            Format::HexWorld,
            "a swap that is not move 2, because blue began: use sgf, json or moves",
        ),
        (&comment("well"), Format::HexWorld, "a comment (at move 1): use sgf or json"),
        (&comment("well"), Format::Moves, "a comment (at move 1): use sgf or json"),
        ("(;SZ[3](;B[a1])(;B[b1]))", Format::Moves, "variations (at move 0): use sgf or json"),
        ("(;SZ[3]PB[Ann])", Format::Moves, "the name of red, \"Ann\": use sgf or json"),
        ("(;SZ[3]RE[W+];B[a1])", Format::Moves, "the result \"W+\": use sgf or json"),
        ("(;SZ[3];B[a1]LB[a1:x])", Format::Moves, "a label (at move 1): use sgf or json"),
        ("(;SZ[3];B[a1]N[x])", Format::Moves, "the property N (at move 1): use sgf or json"),
        ("(;SZ[3];B[a1];PL[B])", Format::Moves, "a turn set by hand (at move 1): use sgf or json"),
        (
            "(;SZ[3];B[a1];W[forfeit]HRREASON[a bug])",
            Format::Moves,
            "the reason \"a bug\" of a forfeit (at move 2): use sgf or json",
        ),
    ];
    for (text, format, expected) in cases {
        let error =
            Record::parse(text, None).expect(text).write(format).expect_err(text).to_string();
        assert_eq!(error, format!("the format {format} cannot hold {expected}"), "{text}");
    }
}

#[test]
fn bad_sgf_is_named_with_its_place() {
    let cases = [
        ("(", "line 1, column 2: found the end, expected ; at the beginning of a node"),
        ("(;SZ[3]\n;B[a1]", "line 2, column 7: found the end, expected a property, ;, ( or )"),
        ("(;SZ[3]\n ;B", "line 2, column 4: found the end, expected [ at the beginning of a value"),
        ("(;C[é\\]", "line 1, column 4: found no end of this value, expected ]"),
        ("(;SZ[3];B[a1](;W[b1]);W[c1])", "line 1, column 22: found \";\", expected ( or )"),
        ("(;SZ[3]) x", "line 1, column 10: found \"x\", expected ( at the beginning of a game"),
        ("(;b[a1])", "line 1, column 3: found \"b\", expected a property name in capital letters"),
        ("(;GM[1]SZ[19])", "line 1, column 3: bad value GM[1]: expected 11, the number of Hex"),
        ("(;SZ[x])", "line 1, column 3: bad value SZ[x]: expected a size such as 11 or 11:9"),
        (
            "(;SZ[54])",
            "line 1, column 3: board size 54x54 is out of range: expected 1 to 53 columns and rows",
        ),
        (
            "(;SZ[3]RU[torus:4x4])",
            "line 1, column 3: SZ is 3x3, but the rules say torus:4x4: expected the same size",
        ),
        (
            "(;SZ[3]RU[3x3 turns=never])",
            "line 1, column 8: bad rule turns=never: expected alternate or random",
        ),
        (
            "(;SZ[13];B[a1];W[am])",
            "line 1, column 16: W[am] is written in another way than B[a1]: \
             expected cells like a13 or pairs of letters like am throughout",
        ),
        (
            "(;SZ[3];B[jump])",
            "line 1, column 9: bad value B[jump]: \
             expected a cell, swap-pieces, swap-sides, pass, resign, timeout or forfeit",
        ),
        (
            "(;SZ[3]AB[a1:b])",
            "line 1, column 8: bad value AB[a1:b]: \
             expected a cell or two corners, such as a1 or a1:c2",
        ),
        ("(;SZ[3]PL[X])", "line 1, column 8: bad value PL[X]: expected B or W"),
        (
            "(;SZ[3]LB[a1])",
            "line 1, column 8: bad value LB[a1]: expected a cell and a text, such as a1:A",
        ),
        (
            "(;SZ[3];B[b2](;W[swap-sides])(;W[swap-pieces]))",
            "line 1, column 32: swap-pieces contradicts an earlier swap-sides: \
             expected one swap rule in a file",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(error(text), format!("SGF {expected}"), "{text}");
    }
}

#[test]
fn impossible_moves_are_named() {
    let cases = [
        ("(;SZ[5];B[z99])", "node 1 (red z99): z99 is not on the board plane:5x5"),
        ("5x5 a1 z99", "move 2 (blue z99): z99 is not on the board plane:5x5"),
        ("#5,a1z99", "node 2 (blue z99): z99 is not on the board plane:5x5"),
        (
            "(;SZ[5];B[a1];W[b1];B[b1])",
            "move 3 (red b1): b1 is occupied by blue: expected an empty cell",
        ),
        ("5x5 a1 a1", "move 2 (blue a1): a1 is occupied by red: expected an empty cell"),
        ("1x1 a1 a1", "move 2 (blue a1): a1 is not possible: the game is over, red has won"),
        (
            "5x5 a1 resign b2",
            "move 3 (blue b2): b2 is not possible: the game is over, red wins: blue resigned",
        ),
        ("5x5 a1 swap", "move 2 (blue swap): swap is not allowed: the rules have no swap"),
        ("#5,a1b2:s", "HexWorld link, move 3: a swap is only possible as move 2"),
        (
            "2x2 seasons=12/21 b1",
            "move 1 (red b1): b1 is in season 2: red may only play in season 1 now",
        ),
        ("2x2 seasons=12/21 pass", "move 1 (red pass): pass is not allowed: red has 2 legal cells"),
        ("(;SZ[3];B[a1];AB[b1]AW[b1])", "setup after move 1: b1 is given for both colours"),
        (
            "(;SZ[4:3];B[a1];W[swap-pieces])",
            "rules: swap=pieces needs a square plane or torus, not plane:4x3: use swap=sides",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(error(text), expected, "{text}");
    }
}

#[test]
fn bad_lists_and_links_are_named() {
    let cases = [
        (
            "a1 b2",
            "the move list begins with \"a1\" and says no rules: \
             expected a board first, such as 11x11 a1 b2",
        ),
        (
            "",
            "the move list begins with \"\" and says no rules: \
             expected a board first, such as 11x11 a1 b2",
        ),
        (
            "5x5 a1 jump",
            "move 2: bad move \"jump\": \
             expected a cell such as a1, swap, pass, resign, timeout or forfeit",
        ),
        ("5x5 a1 blue", "move 2: \"blue\" is followed by no move: expected one, such as blue a1"),
        (
            "5x5 turns=random a1",
            "move 1: \"a1\" has no colour: \
             expected red a1 or blue a1, because a coin decides who moves",
        ),
        (
            "5x5 swap=pieces a1 swap-sides",
            "move 2: \"swap-sides\" is not the swap of these rules: expected swap=pieces",
        ),
        ("0x5 a1", "board size 0x5 is out of range: expected 1 to 53 columns and rows"),
        (
            "https://hexworld.org/board/",
            "\"https://hexworld.org/board/\" is no HexWorld link: expected \
             https://hexworld.org/board/# and a size, such as https://hexworld.org/board/#11,a1b2",
        ),
        ("#54,a1", "board size 54x54 is out of range: expected 1 to 53 columns and rows"),
        (
            "#5,a1,b2,c3",
            "HexWorld link has 3 commas: expected at most two, before the moves and at the cursor",
        ),
        (
            "#5,a1b",
            "HexWorld link, move 2: bad cell \"b\": \
             expected column letters and a row number, such as a1 or k11",
        ),
        (
            "#5,a1:x",
            "HexWorld link, move 2: unknown \":x\": \
             expected a cell, :s, :S, :p, :rb, :rw, :fb or :fw",
        ),
        (
            "#5x4,a1:s",
            "HexWorld link, move 2: :s turns the board plane:5x4, \
             which only a square board allows here: expected :S",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(error(text), expected, "{text}");
    }
}

#[test]
fn bad_json_is_named() {
    let nodes = |nodes: &str| {
        format!(
            r#"{{"format":"hexring-record","version":1,"rules":{{"board":"3x3"}},"nodes":{nodes}}}"#
        )
    };
    let cases = [
        ("{".to_owned(), "JSON: EOF while parsing an object at line 1 column 1"),
        (
            r#"{"format":"x","version":1}"#.to_owned(),
            "JSON format is \"x\": expected \"hexring-record\"",
        ),
        (r#"{"format":"hexring-record","version":2}"#.to_owned(), "JSON version is 2: expected 1"),
        (nodes("[]"), "JSON has no nodes: expected at least the root, {}"),
        (
            nodes(r#"[{"parent":0}]"#),
            "node 0: parent 0 is not possible: expected none, because node 0 is the root",
        ),
        (
            nodes(r#"[{},{"parent":1}]"#),
            "node 1: parent 1 is out of range: expected an earlier node",
        ),
        (
            nodes(r#"[{},{"move":"a1"}]"#),
            "node 1: expected color with either move or forfeit, or none of them",
        ),
        (
            nodes(r#"[{},{"color":"red","move":"d4"}]"#),
            "node 1 (red d4): d4 is not on the board plane:3x3",
        ),
        (
            nodes(r#"[{"edit":{"moves_made":{"red":4000000000,"blue":0}}}]"#),
            "node 0: 4000000000 moves made are out of range: expected at most 1000000",
        ),
        (
            nodes(r#"[{"properties":[{"name":"SZ","values":["4"]}]}]"#),
            "root node: property SZ has its own field: expected a name that has none",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(error(&text), expected, "{text}");
    }
    let value = nodes(r#"[{"properties":[{"name":"KM","values":["]"]}]}]"#);
    assert!(error(&value).contains("bad value \"]\" of property KM"), "{}", error(&value));
}

#[test]
fn hostile_texts_are_answered_at_once() {
    let node_count = |text: &str| Record::parse(text, None).expect("a record").node_count();
    let deep = "(;".repeat(90_000) + &")".repeat(90_000);
    assert_eq!(node_count(&deep), 90_000);
    let long = format!("(;SZ[5]{})", ";B[];W[]".repeat(45_000));
    assert_eq!(node_count(&long), 90_001);
    let setups = format!("(;SZ[53]{})", ";AB[a1]".repeat(2_000));
    assert_eq!(error(&setups), "setup at the start: more than 1000 setups in one line");
    let braces = "{\"a\":".repeat(100_000);
    assert!(error(&braces).starts_with("JSON: EOF while parsing"));
    let huge = " ".repeat(hexring_game::record::MAX_TEXT + 1);
    assert_eq!(error(&huge), "the text has 16777217 bytes: expected at most 16777216");
}

#[test]
fn a_start_without_its_right_to_swap_is_refused() {
    let mut game = Game::new("3x3 swap=sides".parse().expect("rules")).expect("rules");
    game.play("a1".parse().expect("a cell")).expect("legal");
    game.play(Move::Swap).expect("legal");
    let later = Game::from_position(game.position().clone());
    let error = Record::from_game(&later).expect_err("no setup says so").to_string();
    assert!(error.contains("right to swap"), "{error}");
}

/// A few bytes can name a whole board, and one byte is a node: neither may fill the memory.
#[test]
fn small_texts_do_not_become_large_records() {
    let cells = "[a1:ba53]".repeat(1000);
    let boards = [
        format!("(;SZ[53]AB{cells})"),
        format!("(;SZ[53]{})", "AB[a1:ba53]".repeat(1000)),
        format!("(;SZ[53]{})", ";AE[a1:ba53]".repeat(1000)),
    ];
    for text in boards {
        let error = error(&text);
        assert!(error.contains("too many cells: expected at most 100000"), "{error}");
    }
    let nodes = [
        format!("(;SZ[3]{})", ";".repeat(200_000)),
        format!("(;SZ[3];B{})", "[]".repeat(200_000)),
        format!("3x3 {}", "pass ".repeat(200_000)),
        format!("https://hexworld.org/board/#3,{}", ":p".repeat(200_000)),
        format!(
            r#"{{"format":"hexring-record","version":1,"rules":{{"board":"3x3"}},"nodes":[{}{{}}]}}"#,
            "{},".repeat(200_000)
        ),
    ];
    for text in nodes {
        let error = error(&text);
        assert!(error.contains("too large: expected at most 100000 nodes"), "{error}");
    }
}

#[test]
fn errors_are_short_however_much_is_wrong() {
    let twice = error(&format!("(;SZ[9]AB{})", "[a1]".repeat(1000)));
    assert!(twice.ends_with("a1 is given twice for red; and 989 more"), "{twice}");
    let long = error(&format!("(;SZ[9];B[{}])", "x".repeat(100_000)));
    assert!(long.len() < 300, "{} bytes", long.len());
}
