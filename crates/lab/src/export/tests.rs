//! Exported games come back.

use super::*;
use ::parquet::file::reader::{FileReader, SerializedFileReader};
use ::parquet::record::RowAccessor;
use hexring_game::ByColor;
use hexring_game::record::Record;

fn game() -> GameRow {
    GameRow {
        key: "part|3x3, with a comma|0".to_owned(),
        part: "part".to_owned(),
        number: 7,
        rules: "cylinder:2x3 first=blue".to_owned(),
        players: ByColor { red: "random".to_owned(), blue: "htp:\"x\"".to_owned() },
        seed: u64::MAX,
        opening: 0,
        moves: "blue a2 red a1 blue b2".to_owned(),
        plies: 3,
        result: crate::rows::GameResult {
            winner: Some(hexring_game::Color::Blue),
            seat: Some(hexring_game::Color::Blue),
            reason: "path".to_owned(),
        },
        seconds: ByColor { red: 0.5, blue: 0.25 },
        values: ",,".to_owned(),
        millis: "1,2,3".to_owned(),
        program: "0.1.0".to_owned(),
        finished: "2026-01-01T00:00:00Z".to_owned(),
        clock: String::new(),
    }
}

#[test]
fn csv_quotes_what_needs_it() {
    let text = String::from_utf8(write(&[game()], Format::Csv).expect("written")).expect("text");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("key,part,number,round,rules,topology,columns,rows"), "{text}");
    assert!(lines[1].starts_with("\"part|3x3, with a comma|0\",part,7,"), "{text}");
    assert!(lines[1].contains(",cylinder,2,3,blue,"), "{text}");
    assert!(lines[1].contains("\"htp:\"\"x\"\"\""), "{text}");
}

#[test]
fn sgf_is_read_back_as_the_same_game() {
    let text = String::from_utf8(write(&[game()], Format::Sgf).expect("written")).expect("text");
    let record = Record::parse(&text, None).expect("a record");
    assert_eq!(record.rules.to_string(), "cylinder:2x3 first=blue");
    assert_eq!(record.main_game().expect("legal").plies().len(), 3);
    let broken = GameRow { moves: "red a1 red a1".to_owned(), ..game() };
    assert!(write(&[broken], Format::Sgf).is_err());
}

#[test]
fn how_a_game_was_decided_is_in_its_record_and_its_columns() {
    let cases = [
        ("time", "W+Time", "time"),
        ("resignation", "W+Resign", "resignation"),
        ("crash: gone", "W+Forfeit", "fault"),
        ("solver", "W+", "solver"),
        ("agreement", "W+", "agreement"),
    ];
    for (reason, written, decider) in cases {
        let mut game = GameRow { moves: "blue a2 red a1".to_owned(), plies: 2, ..game() };
        (game.result.reason, game.clock) = (reason.to_owned(), "60s+1s".to_owned());
        let record = record(&game).expect("a record");
        assert_eq!(record.info.result, written);
        let words = format!("clock 60s+1s, decided by {decider} ({reason})");
        assert!(record.info.comment.contains(&words), "{}", record.info.comment);
        let text = String::from_utf8(write(&[game], Format::Sgf).expect("written")).expect("text");
        assert!(text.contains(&format!("RE[{written}]")), "{text}");
        let again = Record::parse(&text, None).expect("a record");
        let is_forfeited = matches!(
            again.main_game().expect("legal").ending(),
            Some(hexring_game::Ending::Forfeited { loser: hexring_game::Color::Red, .. })
        );
        assert_eq!(is_forfeited, !matches!(decider, "solver" | "agreement"), "{text}");
    }
}

#[test]
fn parquet_is_read_back_column_by_column() {
    let bytes = write(&[game(), game()], Format::Parquet).expect("written");
    let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).expect("a file");
    let rows: Vec<_> = reader.get_row_iter(None).expect("rows").collect();
    assert_eq!(rows.len(), 2);
    let row = rows[0].as_ref().expect("a row");
    assert_eq!(row.get_string(0).expect("text"), "part|3x3, with a comma|0");
    let at = |name| COLUMNS.iter().position(|column| column.name == name).expect(name);
    assert_eq!(row.get_long(at("number")).expect("a number"), 7);
    assert_eq!(row.get_double(at("red_seconds")).expect("a number"), 0.5);
    assert_eq!(row.get_timestamp_millis(at("finished")).expect("a time"), 1_767_225_600_000);
    assert_eq!(row.get_string(at("winning_player")).expect("text"), "htp:\"x\"");
    let moves = row.get_list(at("moves")).expect("a list").elements();
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    assert_eq!(moves, ["\"blue a2\"", "\"red a1\"", "\"blue b2\""]);
    assert_eq!(row.get_list(at("opening_moves")).expect("a list").len(), 0);
    assert_eq!(row.get_string(at("decided_by")).expect("text"), "board");
    let metadata = reader.metadata().file_metadata();
    let facts = metadata.key_value_metadata().expect("facts");
    assert!(facts.iter().any(|fact| fact.key == "hexring.columns"
        && fact.value.as_deref() == Some(VERSION.to_string().as_str())));
}

/// Lists of every length, empty ones too, stand in their own rows.
#[test]
fn lists_keep_their_rows() {
    let opened = |opening| GameRow { opening, ..game() };
    let bytes = write(&[opened(0), opened(2), opened(0), opened(1)], Format::Parquet);
    let reader = SerializedFileReader::new(bytes::Bytes::from(bytes.expect("written")));
    let at = COLUMNS.iter().position(|column| column.name == "opening_moves").expect("a column");
    let length = |row: Result<::parquet::record::Row, _>| {
        row.expect("a row").get_list(at).expect("a list").len()
    };
    let reader = reader.expect("a file");
    let lengths: Vec<usize> = reader.get_row_iter(None).expect("rows").map(length).collect();
    assert_eq!(lengths, [0, 2, 0, 1]);
}

#[test]
fn after_a_swap_of_sides_the_player_that_won_is_named() {
    let mut game = game();
    game.result.seat = Some(hexring_game::Color::Red);
    let text = String::from_utf8(write(&[game.clone()], Format::Csv).expect("written"));
    let text = text.expect("text");
    assert!(text.contains(",blue,random,path,"), "Blue won, who had begun as Red: {text}");
    let none = GameRow { result: crate::rows::GameResult::default(), ..game };
    let text = String::from_utf8(write(&[none], Format::Csv).expect("written")).expect("text");
    assert!(text.contains(",3,,,,0.5,"), "nobody won: {text}");
}

#[test]
fn options_of_players_are_columns_and_json_has_types() {
    let players = ByColor { red: "mcts:playouts=50,rave=0.5".to_owned(), ..game().players };
    let games = [GameRow { players, ..game() }, game()];
    let text = String::from_utf8(write(&games, Format::JsonLines).expect("written")).expect("text");
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines[0]["red.playouts"], 50.0);
    assert_eq!((&lines[0]["red_name"], &lines[0]["round"]), (&"mcts".into(), &4.into()));
    assert_eq!(lines[0]["moves"], serde_json::json!(["blue a2", "red a1", "blue b2"]));
    assert!(lines[1].get("red.playouts").is_none(), "{text}");
    let csv = String::from_utf8(write(&games, Format::Csv).expect("written")).expect("text");
    assert!(csv.lines().next().expect("a heading").ends_with(",red.playouts,red.rave"), "{csv}");
}
