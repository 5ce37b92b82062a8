//! Games and the keys of all their positions in one SQLite file, so that a position is found among
//! millions of games at once.
//!
//! Keys are kept in runs: some millions of pairs of a key and a game, sorted, and cut into blocks.
//! A run is written once and never changed, so that adding games does not touch what is there; a
//! search looks into every run. Short runs at the end are merged with what is added, so that there
//! are few. All that one import adds is one transaction.

mod blocks;
mod writer;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hexring_control::Limit;
use hexring_game::{ByColor, Color, Position};
use rusqlite::{Connection, OpenFlags, Row, params};

use super::game::{GameView, Starts};
use super::moves::Moves;
use super::query::Address;
use super::source::SourceError;
use crate::store::{StoreError, name_fault, writer_lock};
pub(super) use writer::Writer;

/// Marks the file as an index (`hexi`).
pub(super) const APPLICATION: u32 = 0x6865_7869;

/// The version of the tables and of the keys.
const VERSION: i32 = 1;

/// A block of keys fits into a page.
const PAGE: i32 = 8192;

/// How many games are seen between two looks at the clock.
const LOOK_EVERY: usize = 1024;

/// How many texts are kept in memory.
const MOST_WORDS: usize = 100_000;

const TABLES: &str = "
    CREATE TABLE words (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
    CREATE TABLE rules (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE, start INTEGER NOT NULL);
    CREATE INDEX rules_by_start ON rules (start);
    CREATE TABLE games (
        id INTEGER PRIMARY KEY, digest INTEGER NOT NULL UNIQUE, key TEXT NOT NULL,
        event INTEGER NOT NULL, rules INTEGER NOT NULL, red INTEGER NOT NULL, blue INTEGER NOT NULL,
        opening INTEGER NOT NULL, winner INTEGER NOT NULL, seat INTEGER NOT NULL,
        reason INTEGER NOT NULL, date TEXT NOT NULL, moves BLOB NOT NULL
    );
    CREATE TABLE blocks (
        id INTEGER PRIMARY KEY, run INTEGER NOT NULL, last INTEGER NOT NULL, entries BLOB NOT NULL
    );
    CREATE INDEX blocks_by_key ON blocks (run, last);
";

const GAME: &str = "SELECT key, event, rules, red, blue, opening, winner, seat, reason, date, \
                    moves FROM games";

/// An index of games and positions.
#[derive(Debug)]
pub struct Index {
    connection: Connection,
    path: PathBuf,
    /// Held while this process writes.
    _lock: Option<std::fs::File>,
    words: Vocabulary,
}

impl Index {
    /// Opens an index that exists, to read only.
    pub fn read(path: &Path) -> Result<Self, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
        let connection = Connection::open_with_flags(path, flags);
        let index = Index::over(connection.map_err(|source| name_fault(path, source))?, path, None);
        if index.is_fresh()? {
            return Err(StoreError::Missing { path: path.to_owned() });
        }
        index.check_owner()?;
        Ok(index)
    }

    /// Opens an index to add games, and makes it if there is none.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let io = |source| StoreError::Io { path: path.to_owned(), source };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(io)?;
        }
        if path.exists() {
            match Index::read(path) {
                Ok(_) | Err(StoreError::Missing { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        let lock = writer_lock(path)?;
        let connection = Connection::open(path).map_err(|source| name_fault(path, source))?;
        let index = Index::over(connection, path, Some(lock));
        index.set_up()?;
        Ok(index)
    }

    fn over(connection: Connection, path: &Path, lock: Option<std::fs::File>) -> Self {
        let words = Vocabulary::default();
        Index { connection, path: path.to_owned(), _lock: lock, words }
    }

    fn set_up(&self) -> Result<(), StoreError> {
        self.sql(|db| {
            db.busy_timeout(std::time::Duration::from_secs(5))?;
            db.pragma_update(None, "cache_size", -64_000)
        })?;
        if !self.is_fresh()? {
            return self.check_owner();
        }
        self.sql(|db| {
            db.pragma_update(None, "page_size", PAGE)?;
            db.execute_batch(&format!(
                "BEGIN IMMEDIATE; {TABLES} PRAGMA application_id = {APPLICATION}; \
                 PRAGMA user_version = {VERSION}; COMMIT;"
            ))
        })
    }

    fn is_fresh(&self) -> Result<bool, StoreError> {
        let count = "SELECT count(*) FROM sqlite_schema";
        Ok(self.sql(|db| db.query_row(count, [], |row| row.get::<_, i64>(0)))? == 0)
    }

    fn check_owner(&self) -> Result<(), StoreError> {
        let number =
            |name| self.sql(|db| db.pragma_query_value(None, name, |row| row.get::<_, i32>(0)));
        let foreign = |reason: String| StoreError::Foreign { path: self.path.clone(), reason };
        if number("application_id")? != APPLICATION as i32 {
            return Err(foreign("it is another database".to_owned()));
        }
        match number("user_version")? {
            VERSION => Ok(()),
            other => Err(foreign(format!("its tables have version {other}, expected {VERSION}"))),
        }
    }

    /// How many games there are.
    pub fn len(&self) -> Result<u64, StoreError> {
        let count = "SELECT count(*) FROM games";
        let count = self.sql(|db| db.query_row(count, [], |row| row.get::<_, i64>(0)))?;
        Ok(u64::try_from(count).unwrap_or_default())
    }

    /// Whether there is no game.
    pub fn is_empty(&self) -> Result<bool, StoreError> {
        Ok(self.len()? == 0)
    }

    /// Looks at all games, or at those that have a position but for accidents: whoever looks must
    /// replay them.
    pub fn visit(
        &mut self,
        address: Option<Address>,
        limit: &Limit,
        see: &mut dyn FnMut(&GameView<'_>),
    ) -> Result<(), SourceError> {
        let mut seen = 0;
        let mut see = |game: &GameView<'_>| {
            see(game);
            seen += 1;
            if seen % LOOK_EVERY == 0 && limit.is_over() { Look::Stop } else { Look::On }
        };
        let Index { connection, path, words, .. } = self;
        let looked = match address {
            None => scan(connection, words, None, &mut see),
            Some(Address(key)) => find(connection, words, key, &mut see),
        };
        match looked.map_err(|source| name_fault(path, source))? {
            Look::On => Ok(()),
            Look::Stop => Err(SourceError::Stopped),
        }
    }

    /// Begins to add games; without [`Writer::finish`] nothing is added.
    pub(super) fn writer(&mut self) -> Result<Writer<'_>, StoreError> {
        let Index { connection, path, .. } = self;
        let batch = connection.transaction().map_err(|source| name_fault(path, source))?;
        Ok(Writer::new(batch, path))
    }

    fn sql<T>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        work(&self.connection).map_err(|source| name_fault(&self.path, source))
    }
}

/// Whether to look at more games.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    On,
    Stop,
}

/// Shows all games, or those that begin in a position.
fn scan(
    db: &Connection,
    words: &mut Vocabulary,
    start: Option<i64>,
    see: &mut dyn FnMut(&GameView<'_>) -> Look,
) -> rusqlite::Result<Look> {
    let of_start = "(?1 IS NULL OR rules IN (SELECT id FROM rules WHERE start = ?1))";
    let mut query = db.prepare(&format!("{GAME} WHERE {of_start} ORDER BY id"))?;
    let mut rows = query.query([start])?;
    while let Some(row) = rows.next()? {
        if words.show(db, row, see)? == Look::Stop {
            return Ok(Look::Stop);
        }
    }
    Ok(Look::On)
}

/// Shows the games that have a key, at their start or later.
fn find(
    db: &Connection,
    words: &mut Vocabulary,
    key: i64,
    see: &mut dyn FnMut(&GameView<'_>) -> Look,
) -> rusqlite::Result<Look> {
    let mut starts = db.prepare("SELECT 1 FROM rules WHERE start = ?1")?;
    if starts.exists([key])? && scan(db, words, Some(key), see)? == Look::Stop {
        return Ok(Look::Stop);
    }
    let later = "id = ?1 AND rules NOT IN (SELECT id FROM rules WHERE start = ?2)";
    let mut query = db.prepare(&format!("{GAME} WHERE {later}"))?;
    for game in blocks::find(db, key)? {
        let mut rows = query.query(params![game, key])?;
        if let Some(row) = rows.next()?
            && words.show(db, row, see)? == Look::Stop
        {
            return Ok(Look::Stop);
        }
    }
    Ok(Look::On)
}

/// The texts and rules of an index, as far as they were needed.
#[derive(Debug, Default)]
struct Vocabulary {
    words: HashMap<i64, Arc<str>>,
    rules: HashMap<i64, Arc<Position>>,
    starts: Starts,
}

impl Vocabulary {
    /// Shows the game of a row.
    fn show(
        &mut self,
        db: &Connection,
        row: &Row<'_>,
        see: &mut dyn FnMut(&GameView<'_>) -> Look,
    ) -> rusqlite::Result<Look> {
        let event = self.word(db, row.get(1)?)?;
        let start = self.start(db, row.get(2)?)?;
        let players = [self.word(db, row.get(3)?)?, self.word(db, row.get(4)?)?];
        let reason = self.word(db, row.get(8)?)?;
        Ok(see(&GameView {
            key: row.get_ref(0)?.as_str()?,
            event: &event,
            start: &start,
            players: ByColor { red: &players[0], blue: &players[1] },
            opening: row.get(5)?,
            moves: Moves(row.get_ref(10)?.as_blob()?),
            winner: color(row.get(6)?),
            seat: color(row.get(7)?),
            reason: &reason,
            date: row.get_ref(9)?.as_str()?,
            row: None,
        }))
    }

    fn word(&mut self, db: &Connection, id: i64) -> rusqlite::Result<Arc<str>> {
        if let Some(word) = self.words.get(&id) {
            return Ok(Arc::clone(word));
        }
        let mut query = db.prepare_cached("SELECT text FROM words WHERE id = ?1")?;
        let word: Arc<str> = query.query_row([id], |row| row.get::<_, String>(0))?.into();
        if self.words.len() >= MOST_WORDS {
            self.words.clear();
        }
        self.words.insert(id, Arc::clone(&word));
        Ok(word)
    }

    fn start(&mut self, db: &Connection, id: i64) -> rusqlite::Result<Arc<Position>> {
        if let Some(start) = self.rules.get(&id) {
            return Ok(Arc::clone(start));
        }
        let mut query = db.prepare_cached("SELECT text FROM rules WHERE id = ?1")?;
        let text: String = query.query_row([id], |row| row.get(0))?;
        let start = self.starts.of_text(&text).map_err(|error| {
            let text = rusqlite::types::Type::Text;
            rusqlite::Error::FromSqlConversionFailure(2, text, Box::new(error))
        })?;
        if self.rules.len() >= Starts::MOST {
            self.rules.clear();
        }
        self.rules.insert(id, Arc::clone(&start));
        Ok(start)
    }
}

fn color(number: i64) -> Option<Color> {
    match number {
        1 => Some(Color::Red),
        2 => Some(Color::Blue),
        _ => None,
    }
}
