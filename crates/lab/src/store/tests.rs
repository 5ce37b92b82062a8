//! Tests of the store by itself; the runner's and the binary's tests use it too.

use super::*;
use hexring_game::{ByColor, Color};

fn game(key: &str, moves: &str) -> GameRow {
    GameRow {
        key: key.to_owned(),
        part: "part".to_owned(),
        number: 3,
        rules: "plane:3x3".to_owned(),
        players: ByColor { red: "random".to_owned(), blue: "random".to_owned() },
        seed: u64::MAX - 1,
        opening: 0,
        moves: moves.to_owned(),
        plies: 2,
        result: GameResult {
            winner: Some(Color::Red),
            seat: Some(Color::Blue),
            reason: "path".to_owned(),
        },
        seconds: ByColor { red: 0.5, blue: 0.25 },
        values: "0.5,".to_owned(),
        millis: "1.00,2.00".to_owned(),
        program: "0.1.0".to_owned(),
        finished: "2026-01-01T00:00:00Z".to_owned(),
    }
}

#[test]
fn rows_come_back_as_they_were_and_stay_as_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("deep/store.sqlite");
    let first = game("a", "red a1 blue b2");
    {
        let mut store = Store::open(&path).expect("opens");
        store.save(std::slice::from_ref(&first), &[]).expect("saves");
        store.save(&[game("a", "red c3 blue c2"), game("b", "")], &[]).expect("saves");
    }
    let games = Store::read(&path).expect("reads").games().expect("rows");
    assert_eq!(games.len(), 2);
    assert_eq!(games["a"], first);
    assert_eq!(first.replay().expect("a legal game").plies().len(), 2);
    assert_eq!(first.stones(Color::Blue), 1);
}

#[test]
fn one_writer_at_a_time_and_readers_beside_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("store.sqlite");
    let mut store = Store::open(&path).expect("opens");
    store.save(&[game("a", "")], &[]).expect("saves");
    let error = Store::open(&path).expect_err("locked").to_string();
    assert!(error.ends_with("is in use: another process writes into it"), "{error}");
    assert_eq!(Store::read(&path).expect("reads").games().expect("rows").len(), 1);
    drop(store);
    Store::open(&path).expect("free again");
}

#[test]
fn other_files_are_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("notes.txt");
    std::fs::write(&path, "not a database, but a few words that are long enough to be one")
        .expect("written");
    let error = Store::open(&path).expect_err("foreign").to_string();
    assert!(error.contains("is not a store of this program"), "{error}");
    let path = folder.path().join("other.sqlite");
    Connection::open(&path)
        .and_then(|db| db.execute_batch("CREATE TABLE t (x)"))
        .expect("a database");
    let error = Store::open(&path).expect_err("foreign").to_string();
    assert!(error.contains("it is another database"), "{error}");
    let error = Store::read(&folder.path().join("none")).expect_err("missing").to_string();
    assert!(error.contains("holds no games"), "{error}");
}

#[test]
fn a_full_disk_is_named_and_nothing_saved_is_lost() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("store.sqlite");
    let mut store = Store::open(&path).expect("opens");
    // The database itself can be told that there is no more room.
    store.connection.pragma_update(None, "max_page_count", 20).expect("set");
    let mut saved = 0;
    let error = loop {
        match store.save(&[game(&format!("{saved}"), &"red a1 ".repeat(200))], &[]) {
            Ok(()) => saved += 1,
            Err(error) => break error.to_string(),
        }
    };
    assert!(error.contains("the disk is full"), "{error}");
    assert!(saved > 5, "{saved}");
    drop(store);
    assert_eq!(Store::read(&path).expect("reads").games().expect("rows").len(), saved);
}
