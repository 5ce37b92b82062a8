//! Records: samples of every dialect, what they mean, and the messages about what is wrong.

use std::fs;
use std::path::Path;

use hexring_game::record::{Action, Edit, Format, Node, Property, ReadOptions, Record, View};
use hexring_game::{Color, Ending, Forfeit, Game, Move, Ply, Rotation, Rules, Status};

fn sample(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn read(text: &str) -> Record {
    Record::parse(text, None).unwrap_or_else(|error| panic!("{error} in {text}"))
}

fn error(text: &str) -> String {
    Record::parse(text, None).expect_err(text).to_string()
}

/// Rules and moves of the main line.
fn meaning(record: &Record) -> String {
    let moves = record.bare().move_list().expect("no setup");
    format!("{} | {moves}", record.rules)
}

#[test]
fn every_sgf_dialect_means_what_its_program_meant() {
    let cases = [
        ("little-golem.sgf", "plane:13x13 | a13 g7 h6 resign"),
        ("little-golem-swap.sgf", "plane:11x11 swap=pieces | b4 swap e7 f4 resign"),
        ("hexgui-0.9-swap.sgf", "plane:11x11 swap=sides | a10 swap f6 e5"),
        ("hexgui-0.10-swap.sgf", "plane:11x11 swap=pieces | a10 swap f6 e5"),
        ("repeated-cell.sgf", "plane:5x5 swap=sides | b2 swap c3 d2"),
        ("swap-on-rectangle.sgf", "plane:4x6 swap=sides | b2 swap"),
        ("white-first.sgf", "plane:5x5 first=blue | c3 b4 d2"),
        ("no-size.sgf", "plane:13x13 | a1 m13 c2"),
        ("old-names.sgf", "plane:4x4 | a1 b2"),
        ("two-moves-in-a-node.sgf", "plane:4x4 | a1 b2 c3 red d1 a4"),
        ("crlf-escapes.sgf", "plane:5x5 | c3 b4"),
        ("variations.sgf", "plane:4x4 | b2 c2 c1 b3 a3 resign"),
        ("several-stones.sgf", "plane:5x5 | a1 red b2 red c3 d1 blue pass e1"),
        ("collection.sgf", "plane:3x3 | b2"),
        (
            "torus-seasons.sgf",
            "torus:3x3 first=blue seasons=123/231/312 years=123/231 no-move=discard | b1 a1 c1",
        ),
        ("random-turns.sgf", "cylinder:5x3 turns=random | red a1 red b1 blue c2 red a2 red a3"),
        ("lost.sgf", "plane:3x3 | a1 b2 timeout"),
    ];
    for (name, expected) in cases {
        let record = read(&sample(name));
        assert_eq!(meaning(&record), expected, "{name}");
        for format in [Format::Sgf, Format::Json] {
            let written = record.write(format).expect("everything can be said");
            assert_eq!(read(&written), record, "{name} as {format}: {written}");
        }
    }
}

#[test]
fn links_and_lists_mean_what_they_say() {
    for (name, format) in [("links.txt", Format::HexWorld), ("lists.txt", Format::Moves)] {
        for line in sample(name).lines().filter(|line| !line.starts_with("# ")) {
            let (text, expected) = line.split_once(" => ").expect("a sample and its meaning");
            assert_eq!(Format::detect(text), format, "{line}");
            let record = read(text);
            assert_eq!(meaning(&record).trim_end(), expected.trim_end(), "{line}");
            assert_eq!(read(&record.write(format).expect("moves only")), record, "{line}");
        }
    }
}

#[test]
fn little_golem_exchanges_the_letters_of_moves_but_not_of_names() {
    let record = read(&sample("little-golem.sgf"));
    assert_eq!(record.info.players.red, "First");
    assert_eq!(record.info.result, "B");
    let ending = record.main_game().expect("legal").ending().expect("resigned");
    assert_eq!(ending.winner(), Some(Color::Red));
    let so = &record.node(record.root()).properties[0];
    assert_eq!((so.name(), so.values()[0].as_str()), ("SO", "http://www.littlegolem.com"));
}

#[test]
fn escapes_line_ends_labels_and_unknown_properties_are_kept() {
    let record = read(&sample("crlf-escapes.sgf"));
    let root = record.node(record.root());
    assert_eq!(root.comment, "Escapes: ] \\ and : — a soft break,\na hard one");
    let labels: Vec<String> =
        root.labels.iter().map(|label| format!("{}={}", label.cell, label.text)).collect();
    assert_eq!(labels, ["c3=the : middle", "a1=]"]);
    let last = record.node(record.main_line()[2]);
    assert_eq!(last.properties, [Property::new("KM", vec!["0".into(), "a:b".into()]).unwrap()]);
}

#[test]
fn variations_are_reached_by_their_indices() {
    let record = read(&sample("variations.sgf"));
    assert_eq!(record.node_count(), 12);
    let moves = |path: &[usize]| {
        let game = record.game_at(record.node_at(path).expect("a node")).expect("legal");
        game.plies().iter().map(|ply| ply.mv.to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(moves(&[0, 0, 0, 0, 1]), "b2 c2 c1 b3 a4");
    assert_eq!(moves(&[0, 1, 0]), "b2 b3 c2");
    assert_eq!(moves(&[0, 2, 0]), "b2 b3");
    assert_eq!(record.node_at(&[0, 3]), None);
}

#[test]
fn setups_make_new_start_positions() {
    let record = read(&sample("handicap.sgf"));
    let start = record.game_at(record.root()).expect("stones");
    assert_eq!(start.position().to_move(), Some(Color::Red));
    let game = record.main_game().expect("legal");
    assert_eq!(game.plies().len(), 2);
    let stone = |cell: &str| game.position().stone(cell.parse().expect("a cell"));
    assert_eq!(stone("c4"), None);
    assert_eq!(stone("c5"), Some(Color::Red));
    assert_eq!(stone("b2"), Some(Color::Blue));
    let error = record.write(Format::Moves).expect_err("setup").to_string();
    assert_eq!(error, "the format moves cannot hold setup stones (at move 0): use sgf or json");
}

#[test]
fn games_of_a_collection_are_chosen_by_number() {
    let text = sample("collection.sgf");
    let game = |game| Record::parse_with(&text, &ReadOptions { game, ..ReadOptions::default() });
    assert_eq!(meaning(&game(1).expect("two games")), "plane:4x4 swap=sides | b2 swap c3");
    let error = game(2).expect_err("no third game").to_string();
    assert_eq!(error, "SGF line 1, column 1: there is no game 3: the file has 2");
    let one = ReadOptions { game: 1, ..ReadOptions::default() };
    let error = Record::parse_with("3x3 a1", &one).expect_err("one game").to_string();
    assert_eq!(error, "there is no game 2: the format moves has one game");
}

#[test]
fn the_json_of_the_documentation_is_read_and_written() {
    let record = read(&sample("record.json"));
    assert_eq!(record.view.rotation.map(Rotation::hour), Some(9));
    assert_eq!(record.view.cursor, Some(2));
    assert_eq!(record.children(record.root()).len(), 2);
    for format in [Format::Json, Format::Sgf] {
        let written = record.write(format).expect("everything can be said");
        assert_eq!(read(&written), record, "{written}");
    }
}

#[test]
fn given_rules_are_for_texts_that_say_none() {
    let rules: Rules = "cylinder:5x7".parse().expect("rules");
    let with = |text: &str| {
        let options = ReadOptions { rules: Some(rules.clone()), ..ReadOptions::default() };
        Record::parse_with(text, &options)
    };
    assert_eq!(meaning(&with("a1 b2").expect("legal")), "cylinder:5x7 | a1 b2");
    assert_eq!(meaning(&with("(;GM[11];B[a1])").expect("legal")), "cylinder:5x7 | a1");
    assert_eq!(meaning(&with("(;SZ[3];B[a1])").expect("legal")), "plane:3x3 | a1");
    let error = with("5x5 a1").expect_err("other rules").to_string();
    assert_eq!(error, "the move list says plane:5x5, expected cylinder:5x7");
}

#[test]
fn the_cursor_and_the_settings_of_a_link_are_kept() {
    let link = "https://hexworld.org/board/#5r9nc1,a1,b2c3\n";
    let record = read(link);
    let view = View { rotation: Rotation::new(9), numbers: true, red_blue: true, cursor: Some(1) };
    assert_eq!(record.view, view);
    assert_eq!(record.write(Format::HexWorld).expect("moves only"), link);
    let sgf = record.write(Format::Sgf).expect("everything can be said");
    assert_eq!(read(&sgf).write(Format::HexWorld).expect("moves only"), link);
}

#[test]
fn stones_out_of_turn_become_passes_in_a_link() {
    let record = read("5x5 first=blue a1 b2 red c3");
    let link = record.write(Format::HexWorld).expect("moves only");
    assert_eq!(link, "https://hexworld.org/board/#5,:pa1b2:pc3\n");
    let stones = |record: &Record| {
        let game = record.main_game().expect("legal");
        let position = game.position();
        position.board().cells().map(|cell| position.stone(cell)).collect::<Vec<_>>()
    };
    assert_eq!(stones(&read(&link)), stones(&record));
}

#[test]
fn a_game_and_its_record_agree() {
    let mut game = Game::new("4x4 turns=random".parse().expect("rules")).expect("rules");
    for (color, cell) in [(Color::Red, "a1"), (Color::Red, "b2")] {
        let mv = cell.parse().expect("a cell");
        game.play_ply(Ply { color, mv }).expect("legal");
    }
    game.toss(Color::Blue).expect("a coin is due");
    let record = Record::from_game(&game).expect("a plain start");
    assert_eq!(record.main_game().as_ref(), Ok(&game));
    game.resign(Color::Blue).expect("goes on");
    let record = Record::from_game(&game).expect("a plain start");
    assert_eq!(record.info.result, "B+Resign");
    let ending = Ending::Forfeited { loser: Color::Blue, reason: Forfeit::Resignation };
    assert_eq!(record.main_game().expect("legal").ending(), Some(ending));
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
        let error = read(text).write(format).expect_err(text).to_string();
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
            nodes(r#"[{"edit":{"moves-made":{"red":4000000000,"blue":0}}}]"#),
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
    let deep = "(;".repeat(400_000) + &")".repeat(400_000);
    assert_eq!(read(&deep).node_count(), 400_000);
    let long = format!("(;SZ[5]{})", ";B[];W[]".repeat(200_000));
    assert_eq!(read(&long).node_count(), 400_001);
    let setups = format!("(;SZ[53]{})", ";AB[a1]".repeat(2_000));
    assert_eq!(error(&setups), "setup at the start: more than 1000 setups in one line");
    let braces = "{\"a\":".repeat(100_000);
    assert!(error(&braces).starts_with("JSON: EOF while parsing"));
    let huge = " ".repeat(hexring_game::record::MAX_TEXT + 1);
    assert_eq!(error(&huge), "the text has 16777217 bytes: expected at most 16777216");
}

#[test]
fn equality_is_about_the_tree_and_not_about_the_order_of_building() {
    let ply = |color, cell: &str| Ply { color, mv: cell.parse().expect("a cell") };
    let build = |late_first: bool| {
        let mut record = Record::new("3x3".parse().expect("rules")).expect("rules");
        let a = record.add(record.root(), ply(Color::Red, "a1"));
        if late_first {
            record.add(a, ply(Color::Blue, "b1"));
            record.add(record.root(), ply(Color::Red, "c1"));
        } else {
            record.add(record.root(), ply(Color::Red, "c1"));
            record.add(a, ply(Color::Blue, "b1"));
        }
        record
    };
    assert_eq!(build(true), build(false));
    let bare = build(true).bare();
    assert_eq!(bare.node_count(), 3);
    assert_ne!(bare, build(true));
}

#[test]
fn a_pending_coin_that_ends_the_game_is_kept() {
    let rules: Rules = "2x2 turns=random seasons=12/22 no-move=discard".parse().expect("rules");
    let mut game = Game::new(rules).expect("rules");
    let place = |cell: &str| Move::Place(cell.parse().expect("a cell"));
    game.play_ply(Ply { color: Color::Red, mv: place("a1") }).expect("legal");
    game.toss(Color::Blue).expect("a coin is due");
    assert_eq!(game.position().status(), Status::Discarded);
    let record = Record::from_game(&game).expect("a plain start");
    assert_eq!(record.main_game().expect("legal").ending(), Some(Ending::Discarded));
    assert_eq!(record.info.result, "Void");
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

#[test]
fn a_node_may_have_a_setup_and_an_action() {
    let mut record = Record::new("4x4".parse().expect("rules")).expect("rules");
    let edit = Edit { red: vec!["a1".parse().expect("a cell")], ..Edit::default() };
    let action = Action::Play(Ply { color: Color::Blue, mv: "b2".parse().expect("a cell") });
    record.add(record.root(), Node { edit, action: Some(action), ..Node::default() });
    let written = record.write(Format::Sgf).expect("everything can be said");
    assert_eq!(read(&written), record, "{written}");
}
