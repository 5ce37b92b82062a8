//! Tests of the store by itself; the runner's and the binary's tests use it too.

use hexring_game::{ByColor, Color};

use super::*;
use crate::rows::GameResult;

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
        clock: String::new(),
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

#[test]
fn nonsense_in_a_row_is_an_error() {
    for (change, read) in [
        ("UPDATE games SET seed = 'twelve'", "invalid digit"),
        ("UPDATE games SET winner = 'green'", "unknown colour \"green\""),
        ("UPDATE games SET number = -1", "Integer -1 out of range"),
    ] {
        let mut store = Store::in_memory().expect("a store");
        store.save(&[game("a", "red a1")], &[]).expect("saves");
        store.connection.execute_batch(change).expect("changed");
        let error = store.games().expect_err(change);
        let causes = std::iter::successors(Some(&error as &dyn std::error::Error), |e| e.source());
        let text = causes.map(ToString::to_string).collect::<Vec<_>>().join(": ");
        assert!(text.contains(read), "{change}: {text}");
        assert_eq!(store.keys().expect("keys are read alone").len(), 1);
    }
    let broken = |moves: &str| game("a", moves).replay().expect_err(moves).to_string();
    assert!(broken("red").contains("a colour without a move"));
    assert!(broken("red a1 green b2").contains("unknown colour \"green\""));
    assert!(broken("red a1 blue a1").contains("the game a cannot be replayed under plane:3x3"));
}

/// Results of years are in such files.
const FIRST_TABLES: &str = "
    CREATE TABLE games (
        key TEXT PRIMARY KEY, part TEXT NOT NULL, number INTEGER NOT NULL,
        rules TEXT NOT NULL, red TEXT NOT NULL, blue TEXT NOT NULL, seed TEXT NOT NULL,
        opening INTEGER NOT NULL, moves TEXT NOT NULL, plies INTEGER NOT NULL,
        winner TEXT, winning_seat TEXT, reason TEXT NOT NULL,
        red_seconds REAL NOT NULL, blue_seconds REAL NOT NULL, vals TEXT NOT NULL,
        millis TEXT NOT NULL, program TEXT NOT NULL, finished TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE answers (
        key TEXT PRIMARY KEY, part TEXT NOT NULL, number INTEGER NOT NULL,
        rules TEXT NOT NULL, player TEXT NOT NULL, seed TEXT NOT NULL, answer TEXT NOT NULL,
        seconds REAL NOT NULL, program TEXT NOT NULL, finished TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE runs (
        started TEXT NOT NULL, command TEXT NOT NULL, program TEXT NOT NULL, machine TEXT NOT NULL,
        threads INTEGER NOT NULL, done INTEGER NOT NULL, seconds REAL NOT NULL
    );
    INSERT INTO games VALUES ('a', 'part', 3, 'plane:3x3', 'random', 'random', 'fffffffffffffffe',
        0, 'red a1 blue b2', 2, 'red', 'blue', 'path', 0.5, 0.25, '0.5,', '1.00,2.00', '0.1.0',
        '2026-01-01T00:00:00Z');
    INSERT INTO answers VALUES ('b', 'part', 4, 'plane:3x3', 'random', '0000000000000010', '{}',
        0.75, '0.1.0', '2026-01-01T00:00:00Z');
    INSERT INTO runs VALUES ('2026-01-01T00:00:00Z', 'run', '0.1.0', 'machine', 2, 5, 1.5);
    PRAGMA application_id = 1751480434; PRAGMA user_version = 1;";

#[test]
fn stores_of_the_first_version_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("store.sqlite");
    Connection::open(&path).and_then(|db| db.execute_batch(FIRST_TABLES)).expect("a database");
    let first = Store::read(&path).expect("reads");
    assert_eq!((first.version, first.games().expect("games").len()), (1, 1));
    let mut other = Store::in_memory().expect("a store");
    assert_eq!(other.merge(&first).expect("merged"), 2);
    drop(first);
    let mut store = Store::open(&path).expect("opens");
    assert_eq!(store.games().expect("games")["a"], game("a", "red a1 blue b2"));
    let answer = &store.answers().expect("answers")["b"];
    assert_eq!((answer.number, answer.seed, answer.seconds), (4, 16, 0.75));
    assert_eq!((answer.player.as_str(), answer.answer.as_str()), ("random", "{}"));
    let run = store.runs().expect("runs").remove(0);
    assert_eq!((run.threads, run.done, run.seconds), (2, 5, 1.5));
    store.add_run(&run).expect("saved");
    assert_eq!(store.runs().expect("runs"), [run.clone(), run]);
    let clocked = GameRow { clock: "60s+1s".to_owned(), ..game("c", "") };
    store.save(std::slice::from_ref(&clocked), std::slice::from_ref(answer)).expect("saves");
    assert_eq!(store.keys().expect("keys").len(), 3);
    drop(store);
    let store = Store::read(&path).expect("up to date");
    assert_eq!((store.version, store.games().expect("games")["c"].clone()), (VERSION, clocked));
}

#[test]
fn stores_of_a_later_version_are_refused_with_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("store.sqlite");
    let later = FIRST_TABLES.replace("user_version = 1", "user_version = 99");
    Connection::open(&path).and_then(|db| db.execute_batch(&later)).expect("a database");
    for refused in [Store::open(&path), Store::read(&path)] {
        let fault = refused.expect_err("later").to_string();
        assert!(fault.contains("its tables have version 99, expected 1 to 2"), "{fault}");
    }
}
