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

/// Where a row of games has its rules.
const RULES: usize = 2;

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
        // Without a lock for every number that is read: a connection stays with one thread at a time.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
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

/// Shows all games, or those with certain rules.
fn scan(
    db: &Connection,
    words: &mut Vocabulary,
    wanted: Option<&[i64]>,
    see: &mut dyn FnMut(&GameView<'_>) -> Look,
) -> rusqlite::Result<Look> {
    let mut query = db.prepare(&format!("{GAME} ORDER BY id"))?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        // Asked here and not by the database, which would look it up for every game.
        if let Some(wanted) = wanted
            && !wanted.contains(&row.get(RULES)?)
        {
            continue;
        }
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
    let mut starts = db.prepare("SELECT id FROM rules WHERE start = ?1")?;
    let starts: Vec<i64> = starts.query_map([key], |row| row.get(0))?.collect::<Result<_, _>>()?;
    if !starts.is_empty() && scan(db, words, Some(&starts), see)? == Look::Stop {
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
    texts: Texts,
    beginnings: Beginnings,
    last: Last,
}

/// What the last game had: the next one often has the same.
#[derive(Debug, Default)]
struct Last {
    event: Recent<str>,
    start: Recent<Position>,
    players: [Recent<str>; 2],
    reason: Recent<str>,
}

/// Something with its number.
#[derive(Debug)]
struct Recent<T: ?Sized>(Option<(i64, Arc<T>)>);

impl<T: ?Sized> Default for Recent<T> {
    fn default() -> Self {
        Recent(None)
    }
}

impl<T: ?Sized> Recent<T> {
    /// What has a number; it is looked up unless it is the last one.
    fn get(
        &mut self,
        id: i64,
        look_up: impl FnOnce() -> rusqlite::Result<Arc<T>>,
    ) -> rusqlite::Result<&Arc<T>> {
        if self.0.as_ref().is_none_or(|(known, _)| *known != id) {
            self.0 = Some((id, look_up()?));
        }
        Ok(&self.0.as_ref().expect("it was put there").1)
    }
}

impl Vocabulary {
    /// Shows the game of a row.
    fn show(
        &mut self,
        db: &Connection,
        row: &Row<'_>,
        see: &mut dyn FnMut(&GameView<'_>) -> Look,
    ) -> rusqlite::Result<Look> {
        let Vocabulary { texts, beginnings, last } = self;
        let mut word = |id| texts.word(db, id);
        let (event, reason, rules) = (row.get(1)?, row.get(8)?, row.get(RULES)?);
        let (red, blue) = (row.get(3)?, row.get(4)?);
        let [last_red, last_blue] = &mut last.players;
        Ok(see(&GameView {
            key: row.get_ref(0)?.as_str()?,
            event: last.event.get(event, || word(event))?,
            start: last.start.get(rules, || beginnings.start(db, rules))?,
            players: ByColor {
                red: last_red.get(red, || word(red))?,
                blue: last_blue.get(blue, || word(blue))?,
            },
            opening: row.get(5)?,
            moves: Moves(row.get_ref(10)?.as_blob()?),
            winner: color(row.get(6)?),
            seat: color(row.get(7)?),
            reason: last.reason.get(reason, || word(reason))?,
            date: row.get_ref(9)?.as_str()?,
            row: None,
        }))
    }
}

/// Texts by their numbers.
#[derive(Debug, Default)]
struct Texts(HashMap<i64, Arc<str>>);

impl Texts {
    fn word(&mut self, db: &Connection, id: i64) -> rusqlite::Result<Arc<str>> {
        if let Some(word) = self.0.get(&id) {
            return Ok(Arc::clone(word));
        }
        let mut query = db.prepare_cached("SELECT text FROM words WHERE id = ?1")?;
        let word: Arc<str> = query.query_row([id], |row| row.get::<_, String>(0))?.into();
        if self.0.len() >= MOST_WORDS {
            self.0.clear();
        }
        self.0.insert(id, Arc::clone(&word));
        Ok(word)
    }
}

/// Positions in which games begin, by the numbers of their rules.
#[derive(Debug, Default)]
struct Beginnings {
    rules: HashMap<i64, Arc<Position>>,
    starts: Starts,
}

impl Beginnings {
    fn start(&mut self, db: &Connection, id: i64) -> rusqlite::Result<Arc<Position>> {
        if let Some(start) = self.rules.get(&id) {
            return Ok(Arc::clone(start));
        }
        let mut query = db.prepare_cached("SELECT text FROM rules WHERE id = ?1")?;
        let text: String = query.query_row([id], |row| row.get(0))?;
        let start = self.starts.of_text(&text).map_err(|error| {
            let text = rusqlite::types::Type::Text;
            rusqlite::Error::FromSqlConversionFailure(RULES, text, Box::new(error))
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
