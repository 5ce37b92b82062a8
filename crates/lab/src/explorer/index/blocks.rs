//! Sorted pairs of a key and a game, in blocks of a page.

use rusqlite::{Connection, OptionalExtension, params};

/// How many entries a run has at most; they are in memory while they are sorted.
pub(super) const RUN: usize = 4 << 20;

/// How many entries fit into a page with what SQLite needs beside them.
const BLOCK: usize = 660;

/// Bytes of an entry.
const SIZE: usize = 12;

/// A run is merged with what comes after it if it is at most so many times as long: then there are
/// few runs however small the imports were, and what is there is seldom written again.
const GROWTH: usize = 4;

/// A game that has the position of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    pub(super) key: i64,
    pub(super) game: u32,
}

/// Writes entries as a new run, together with short runs before it.
pub(super) fn write(db: &Connection, entries: &mut Vec<Entry>) -> rusqlite::Result<()> {
    if entries.is_empty() {
        return Ok(());
    }
    let mut last = last_run(db)?;
    while let Some((run, length)) = last {
        if length > GROWTH * entries.len() || length + entries.len() > RUN {
            break;
        }
        take(db, run, entries)?;
        last = last_run(db)?;
    }
    entries.sort_unstable();
    entries.dedup();
    let run = last.map_or(1, |(run, _)| run + 1);
    let mut insert =
        db.prepare_cached("INSERT INTO blocks (run, last, entries) VALUES (?1, ?2, ?3)")?;
    for block in entries.chunks(BLOCK) {
        let bytes: Vec<u8> = block.iter().flat_map(|entry| encoded(*entry)).collect();
        insert.execute(params![run, block.last().map(|entry| entry.key), bytes])?;
    }
    entries.clear();
    Ok(())
}

/// The number of the last run and how many entries it has.
fn last_run(db: &Connection) -> rusqlite::Result<Option<(i64, usize)>> {
    let Some(run) = last_number(db)? else { return Ok(None) };
    let count = "SELECT sum(length(entries)) FROM blocks WHERE run = ?1";
    let bytes: usize = db.query_row(count, [run], |row| row.get(0))?;
    Ok(Some((run, bytes / SIZE)))
}

fn last_number(db: &Connection) -> rusqlite::Result<Option<i64>> {
    let last = "SELECT run FROM blocks ORDER BY run DESC LIMIT 1";
    db.query_row(last, [], |row| row.get(0)).optional()
}

/// Takes a run out of the table.
fn take(db: &Connection, run: i64, entries: &mut Vec<Entry>) -> rusqlite::Result<()> {
    let mut query = db.prepare_cached("SELECT entries FROM blocks WHERE run = ?1")?;
    let mut rows = query.query([run])?;
    while let Some(row) = rows.next()? {
        entries.extend(row.get_ref(0)?.as_blob()?.chunks_exact(SIZE).map(decoded));
    }
    drop(rows);
    db.execute("DELETE FROM blocks WHERE run = ?1", [run])?;
    Ok(())
}

/// The games that have a key, in order.
pub(super) fn find(db: &Connection, key: i64) -> rusqlite::Result<Vec<u32>> {
    let mut games = Vec::new();
    let mut query = db.prepare_cached(
        "SELECT entries FROM blocks WHERE run = ?1 AND last >= ?2 ORDER BY last, id",
    )?;
    for run in 1..=last_number(db)?.unwrap_or_default() {
        let mut rows = query.query(params![run, key])?;
        while let Some(row) = rows.next()? {
            let before = games.len();
            let entries = row.get_ref(0)?.as_blob()?.chunks_exact(SIZE).map(decoded);
            games.extend(entries.filter(|entry| entry.key == key).map(|entry| entry.game));
            // The next block begins with a key that is no smaller than the last one here.
            if games.len() == before {
                break;
            }
        }
    }
    games.sort_unstable();
    games.dedup();
    Ok(games)
}

fn encoded(entry: Entry) -> [u8; SIZE] {
    let mut bytes = [0; SIZE];
    bytes[..8].copy_from_slice(&entry.key.to_be_bytes());
    bytes[8..].copy_from_slice(&entry.game.to_be_bytes());
    bytes
}

fn decoded(bytes: &[u8]) -> Entry {
    let (mut key, mut game) = ([0; 8], [0; 4]);
    key.copy_from_slice(&bytes[..8]);
    game.copy_from_slice(&bytes[8..SIZE]);
    Entry { key: i64::from_be_bytes(key), game: u32::from_be_bytes(game) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_in_all_runs_and_runs_stay_few() {
        let db = Connection::open_in_memory().expect("a database");
        db.execute_batch(
            "CREATE TABLE blocks (id INTEGER PRIMARY KEY, run, last, entries);
             CREATE INDEX blocks_by_key ON blocks (run, last);",
        )
        .expect("tables");
        let key = |n: u32| i64::from(n % 7) - 3;
        for import in 0..200 {
            // One key is in so many games that it fills blocks.
            let games = import * 30..(import + 1) * 30;
            let mut entries = games.map(|game| Entry { key: key(game), game }).collect();
            write(&db, &mut entries).expect("written");
        }
        for wanted in -3..4 {
            let expected: Vec<u32> = (0..6000).filter(|game| key(*game) == wanted).collect();
            assert_eq!(find(&db, wanted).expect("found"), expected);
        }
        assert!(find(&db, 99).expect("found").is_empty());
        assert!(last_number(&db).expect("a number").expect("a run") < 10);
    }
}
