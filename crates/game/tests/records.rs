//! Records: samples of every dialect, and what they mean.

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
fn marks_and_arrows_are_kept_in_the_style_that_is_written() {
    let record = read("(;GM[11]SZ[5]TR[ab][cc]AR[aa:be]LB[dd:x];B[ca]MA[ae])");
    let properties = |id| {
        let list = &record.node(id).properties;
        list.iter().map(|own| format!("{} {}", own.name(), own.values().join(" "))).collect()
    };
    let line: Vec<Vec<String>> = record.main_line().into_iter().map(properties).collect();
    assert_eq!(line, [vec!["TR a2 c3", "AR a1:b5"], vec!["MA a5"]]);
    let sgf = record.write(Format::Sgf).expect("everything can be said");
    assert!(sgf.contains("TR[a2][c3]AR[a1:b5]"), "{sgf}");
    assert_eq!(read(&sgf), record);
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
fn json_of_older_versions_has_hyphens_in_two_names() {
    let text = sample("record.json");
    let older = text.replace("to_move", "to-move").replace("moves_made", "moves-made");
    assert_eq!(older.matches('-').count(), text.matches('-').count() + 2);
    assert_eq!(read(&older), read(&text));
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
    let rules: Rules =
        "2x2 turns=random seasons=12/22 years=12/12 no-move=discard".parse().expect("rules");
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
fn a_node_may_have_a_setup_and_an_action() {
    let mut record = Record::new("4x4".parse().expect("rules")).expect("rules");
    let edit = Edit { red: vec!["a1".parse().expect("a cell")], ..Edit::default() };
    let action = Action::Play(Ply { color: Color::Blue, mv: "b2".parse().expect("a cell") });
    record.add(record.root(), Node { edit, action: Some(action), ..Node::default() });
    let written = record.write(Format::Sgf).expect("everything can be said");
    assert_eq!(read(&written), record, "{written}");
}
