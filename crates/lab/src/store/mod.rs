//! Everything that was played, in one SQLite file.
//!
//! Results are committed as they finish, in write-ahead mode: what was committed survives the
//! death of the process at any instant. Writers hold an advisory lock on a file beside the store,
//! which the operating system releases with the process, so a second writer is told at once and a
//! killed one leaves nothing to clean up. Readers need no lock and may look at a running
//! experiment.

mod columns;
mod rows;

use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, params};
use thiserror::Error;

use crate::rows::{AnswerRow, GameRow, Run};
use columns::Table;
use rows::{ANSWERS, GAMES, RUNS};

/// A store of results.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
    /// The version of its tables.
    version: i32,
    /// Held while this process writes.
    _lock: Option<File>,
}

/// What can happen to a store.
#[derive(Debug, Error)]
pub enum StoreError {
    /// Another process writes into it.
    #[error("{path} is in use: another process writes into it")]
    InUse {
        /// The store.
        path: PathBuf,
    },
    /// There is no such store, or nothing in it.
    #[error("{path} holds no games: nothing has been run yet")]
    Missing {
        /// The store.
        path: PathBuf,
    },
    /// There is no room left.
    #[error("{path}: the disk is full; everything that was saved before is safe")]
    Full {
        /// The store.
        path: PathBuf,
    },
    /// The file cannot be written any more.
    #[error("{path} cannot be written; everything that was saved before is safe")]
    Unwritable {
        /// The store.
        path: PathBuf,
        /// What the database says.
        source: rusqlite::Error,
    },
    /// The file belongs to something else, or to a later version.
    #[error("{path} is not a store of this program: {reason}")]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// Any other fault of the database.
    #[error("{path}")]
    Sql {
        /// The store.
        path: PathBuf,
        /// What the database says.
        source: rusqlite::Error,
    },
    /// The file system refuses.
    #[error("{path}")]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// Marks the file as a store (`hexr`), so that nothing else is overwritten.
const APPLICATION: i32 = 0x6865_7872;

/// The version of the tables: since 2 games have a clock. Stores of version 1 are read as they are,
/// and brought up to date when they are opened for writing. Keys without a hash, which hexring 0.1
/// wrote, are no keys of today: such rows can be read and exported, and count for nothing.
const VERSION: i32 = 2;

/// How many games are in memory while stores are merged.
const MERGED_AT_ONCE: usize = 10_000;

/// Which games to select.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFilter {
    /// Only games of this part.
    pub part: Option<String>,
    /// Only games in which this player took part.
    pub player: Option<String>,
    /// How many games to leave out at the beginning.
    pub from: usize,
    /// How many games at most.
    pub most: usize,
}

impl Default for GameFilter {
    /// All games.
    fn default() -> Self {
        GameFilter { part: None, player: None, from: 0, most: usize::MAX }
    }
}

impl Store {
    /// Opens a store for writing, and makes it if there is none.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let io = |source| StoreError::Io { path: path.to_owned(), source };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(io)?;
        }
        // A file that is no store is refused before a lock is left beside it.
        match Store::read(path) {
            Ok(_) | Err(StoreError::Missing { .. }) => {}
            Err(error) => return Err(error),
        }
        let lock = writer_lock(path)?;
        let connection = Connection::open(path).map_err(|source| name_fault(path, source))?;
        let path = path.to_owned();
        let store = Store { connection, path, version: VERSION, _lock: Some(lock) };
        store.set_up()?;
        Ok(store)
    }

    /// Opens a store that exists, to read only.
    pub fn read(path: &Path) -> Result<Self, StoreError> {
        if !path.exists() {
            return Err(StoreError::Missing { path: path.to_owned() });
        }
        // Reading a write-ahead log needs to write its index, so the file is opened for both.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags);
        let connection = connection.map_err(|source| name_fault(path, source))?;
        let path = path.to_owned();
        let mut store = Store { connection, path, version: VERSION, _lock: None };
        store.sql(|db| db.busy_timeout(std::time::Duration::from_secs(5)))?;
        if store.is_fresh()? {
            return Err(StoreError::Missing { path: store.path });
        }
        store.version = store.check_owner()?;
        Ok(store)
    }

    /// A store that lives as long as this process.
    pub fn in_memory() -> Result<Self, StoreError> {
        let path = PathBuf::from("memory");
        let connection = Connection::open_in_memory();
        let connection = connection.map_err(|source| name_fault(&path, source))?;
        let store = Store { connection, path, version: VERSION, _lock: None };
        store.set_up()?;
        Ok(store)
    }

    /// Makes the tables in a fresh file, or brings those of an earlier version up to date; all or
    /// none of them, so that a process that is killed here leaves the file as it was.
    fn set_up(&self) -> Result<(), StoreError> {
        self.sql(|db| db.busy_timeout(std::time::Duration::from_secs(5)))?;
        let found = if self.is_fresh()? { VERSION } else { self.check_owner()? };
        // The answer to this one is the mode; memory stores keep their own.
        self.sql(|db| {
            db.query_row("PRAGMA journal_mode = WAL", [], |row| row.get::<_, String>(0))
        })?;
        self.sql(|db| db.pragma_update(None, "synchronous", "NORMAL"))?;
        self.sql(|db| {
            db.execute_batch(&format!(
                "BEGIN IMMEDIATE; {} {} {} {} PRAGMA application_id = {APPLICATION}; \
                 PRAGMA user_version = {VERSION}; COMMIT;",
                GAMES.create(),
                ANSWERS.create(),
                RUNS.create(),
                GAMES.update(found)
            ))
        })
    }

    /// Whether there is nothing in the file yet.
    fn is_fresh(&self) -> Result<bool, StoreError> {
        let count = "SELECT count(*) FROM sqlite_schema";
        Ok(self.sql(|db| db.query_row(count, [], |row| row.get::<_, i64>(0)))? == 0)
    }

    /// The version of the tables, if they are ours and known.
    fn check_owner(&self) -> Result<i32, StoreError> {
        let number =
            |name| self.sql(|db| db.pragma_query_value(None, name, |row| row.get::<_, i32>(0)));
        let foreign = |reason: String| StoreError::Foreign { path: self.path.clone(), reason };
        if number("application_id")? != APPLICATION {
            return Err(foreign("it is another database".to_owned()));
        }
        match number("user_version")? {
            known @ 1..=VERSION => Ok(known),
            other => Err(foreign(format!(
                "its tables have version {other}, expected 1 to {VERSION}; a later hexring reads it"
            ))),
        }
    }

    /// Saves results, all or none of them. Results that are there already stay as they are.
    pub fn save(&mut self, games: &[GameRow], answers: &[AnswerRow]) -> Result<(), StoreError> {
        let path = self.path.clone();
        let saved = (|| {
            let batch = self.connection.transaction()?;
            {
                let mut insert = batch.prepare_cached(&GAMES.insert())?;
                games.iter().try_for_each(|game| GAMES.add(&mut insert, game))?;
                let mut insert = batch.prepare_cached(&ANSWERS.insert())?;
                answers.iter().try_for_each(|answer| ANSWERS.add(&mut insert, answer))?;
            }
            batch.commit()
        })();
        saved.map_err(|source| name_fault(&path, source))
    }

    /// Takes over all results of another store, and says how many were new. Results that are there
    /// already stay as they are.
    pub fn merge(&mut self, other: &Store) -> Result<usize, StoreError> {
        let before = self.keys()?.len();
        let mut last = String::new();
        loop {
            let games = other.after(&last, MERGED_AT_ONCE)?;
            self.save(&games, &[])?;
            let Some(game) = games.last() else { break };
            last.clone_from(&game.key);
        }
        let answers: Vec<AnswerRow> = other.answers()?.into_values().collect();
        self.save(&[], &answers)?;
        for run in other.runs()? {
            self.add_run(&run)?;
        }
        Ok(self.keys()?.len() - before)
    }

    /// Removes games, for matches that were decided before them.
    pub fn remove(&mut self, keys: &[&str]) -> Result<(), StoreError> {
        let path = self.path.clone();
        let removed = (|| {
            let batch = self.connection.transaction()?;
            for key in keys {
                batch.execute("DELETE FROM games WHERE key = ?1", [key])?;
            }
            batch.commit()
        })();
        removed.map_err(|source| name_fault(&path, source))
    }

    /// All games by their keys.
    pub fn games(&self) -> Result<HashMap<String, GameRow>, StoreError> {
        self.by_key(&GAMES, |row| row.key.clone())
    }

    /// The keys of everything that is finished.
    pub fn keys(&self) -> Result<HashSet<String>, StoreError> {
        self.sql(|db| {
            let mut query =
                db.prepare("SELECT key FROM games UNION ALL SELECT key FROM answers")?;
            query.query_map([], |row| row.get(0))?.collect()
        })
    }

    /// One game.
    pub fn game(&self, key: &str) -> Result<Option<GameRow>, StoreError> {
        self.sql(|db| {
            let mut query = db.prepare(&GAMES.select(self.version, "WHERE key = ?1"))?;
            query.query_row([key], |row| GAMES.read(row)).optional()
        })
    }

    /// The next games after a key.
    pub(crate) fn after(&self, key: &str, most: usize) -> Result<Vec<GameRow>, StoreError> {
        self.sql(|db| {
            let which = "WHERE key > ?1 ORDER BY key LIMIT ?2";
            let mut query = db.prepare(&GAMES.select(self.version, which))?;
            query.query_map(params![key, most as i64], |row| GAMES.read(row))?.collect()
        })
    }

    /// Some games, in the order in which they stand in their parts.
    pub fn select(&self, filter: &GameFilter) -> Result<Vec<GameRow>, StoreError> {
        let whole = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        self.sql(|db| {
            let mut query = db.prepare(&GAMES.select(
                self.version,
                "WHERE (?1 IS NULL OR part = ?1) AND (?2 IS NULL OR red = ?2 OR blue = ?2) \
                 ORDER BY part, number, key LIMIT ?3 OFFSET ?4",
            ))?;
            let GameFilter { part, player, from, most } = filter;
            let values = params![part, player, whole(*most), whole(*from)];
            query.query_map(values, |row| GAMES.read(row))?.collect()
        })
    }

    /// All answers by their keys.
    pub fn answers(&self) -> Result<HashMap<String, AnswerRow>, StoreError> {
        self.by_key(&ANSWERS, |row| row.key.clone())
    }

    fn by_key<R: Default>(
        &self,
        table: &Table<R>,
        key: fn(&R) -> String,
    ) -> Result<HashMap<String, R>, StoreError> {
        self.sql(|db| {
            let mut query = db.prepare(&table.select(self.version, ""))?;
            let rows = query.query_map([], |row| table.read(row))?;
            rows.map(|row| row.map(|row| (key(&row), row))).collect()
        })
    }

    /// Remembers a process that has played.
    pub fn add_run(&mut self, run: &Run) -> Result<(), StoreError> {
        self.sql(|db| RUNS.add(&mut db.prepare(&RUNS.insert())?, run))
    }

    /// The processes that have played, in order.
    pub fn runs(&self) -> Result<Vec<Run>, StoreError> {
        self.sql(|db| {
            let mut query = db.prepare(&RUNS.select(self.version, "ORDER BY rowid"))?;
            query.query_map([], |row| RUNS.read(row))?.collect()
        })
    }

    fn sql<T>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        work(&self.connection).map_err(|source| name_fault(&self.path, source))
    }
}

/// Takes the lock of a store's writer.
pub(crate) fn writer_lock(path: &Path) -> Result<File, StoreError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let beside = PathBuf::from(name);
    let io = |source| StoreError::Io { path: beside.clone(), source };
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(&beside);
    let file = file.map_err(io)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(StoreError::InUse { path: path.to_owned() }),
        Err(std::fs::TryLockError::Error(source)) => Err(io(source)),
    }
}

pub(crate) fn name_fault(path: &Path, source: rusqlite::Error) -> StoreError {
    let path = path.to_owned();
    match source.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::Full { path },
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::InUse { path },
        Some(ErrorCode::SystemIoFailure | ErrorCode::ReadOnly | ErrorCode::CannotOpen) => {
            StoreError::Unwritable { path, source }
        }
        Some(ErrorCode::NotADatabase) => {
            StoreError::Foreign { path, reason: "it is no database".to_owned() }
        }
        _ => StoreError::Sql { path, source },
    }
}

#[cfg(test)]
mod tests;
