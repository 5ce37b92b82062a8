//! Games on disk: one SQLite file, one row for each game.
//!
//! A game is stored whole after every change. It is a few kilobytes at most, and a row that is
//! replaced is simpler to get right than a log of moves.

use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hexring_app::{LiveGame, Saved, Summary};
use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;

use crate::error::ApiError;

/// The layout of the file. A file of another version is refused and not touched.
const VERSION: i64 = 1;

/// The most games that a list has.
pub(crate) const MAX_LIST: usize = 500;

/// All stored games.
pub(crate) struct Store(Mutex<Connection>);

/// A line of the list of games.
#[derive(Serialize)]
pub(crate) struct Listed {
    id: String,
    /// Seconds since 1970.
    created: i64,
    /// Seconds since 1970.
    updated: i64,
    #[serde(flatten)]
    summary: Summary,
}

impl Store {
    /// Opens the file, and makes it if there is none.
    pub(crate) fn open(path: &Path) -> Result<Self, StoreError> {
        let db = Connection::open(path)?;
        db.busy_timeout(Duration::from_secs(5))?;
        // What was written survives the end of the process at any moment.
        db.pragma_update(None, "journal_mode", "wal")?;
        db.pragma_update(None, "synchronous", "normal")?;
        match db.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0))? {
            0 => {
                db.execute_batch(
                    "create table games (
                         id text primary key,
                         created integer not null,
                         updated integer not null,
                         summary text not null,
                         body text not null
                     );
                     create index games_by_age on games (updated desc);",
                )?;
                db.pragma_update(None, "user_version", VERSION)?;
            }
            VERSION => {}
            other => return Err(StoreError::Version(other)),
        }
        Ok(Store(Mutex::new(db)))
    }

    /// Stores a game, new or known.
    pub(crate) fn save(&self, id: &str, game: &LiveGame) -> Result<(), ApiError> {
        let (body, summary) = (json(&game.save()?), json(&game.summary()));
        self.with(|db| {
            db.prepare_cached(
                "insert into games (id, created, updated, summary, body) values (?1, ?2, ?2, ?3, ?4)
                 on conflict (id) do update set updated = ?2, summary = ?3, body = ?4",
            )?
            .execute(params![id, now(), summary, body])
        })?;
        Ok(())
    }

    /// A stored game, if there is one of this name.
    pub(crate) fn load(&self, id: &str) -> Result<Option<Saved>, ApiError> {
        let body: Option<String> = self.with(|db| {
            db.prepare_cached("select body from games where id = ?1")?
                .query_row([id], |row| row.get(0))
                .optional()
        })?;
        body.map(|body| serde_json::from_str(&body).map_err(ApiError::refused)).transpose()
    }

    /// Forgets a game; false if there was none.
    pub(crate) fn delete(&self, id: &str) -> Result<bool, ApiError> {
        Ok(self.with(|db| db.execute("delete from games where id = ?1", [id]))? > 0)
    }

    /// The games that were changed last, newest first, of those whose players, rules or ending
    /// contain a text.
    pub(crate) fn list(&self, search: &str, limit: usize) -> Result<Vec<Listed>, ApiError> {
        let rows = self.with(|db| {
            let mut query = db.prepare_cached(
                "select id, created, updated, summary from games
                 where instr(lower(summary), lower(?1)) > 0 or id = ?1
                 order by updated desc, rowid desc limit ?2",
            )?;
            let rows = query.query_map(params![search, limit.min(MAX_LIST) as i64], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get::<_, String>(3)?))
            })?;
            rows.collect::<Result<Vec<_>, _>>()
        })?;
        let listed = rows.into_iter().filter_map(|(id, created, updated, summary)| {
            let summary = serde_json::from_str(&summary).ok()?;
            Some(Listed { id, created, updated, summary })
        });
        Ok(listed.collect())
    }

    fn with<T>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, rusqlite::Error>,
    ) -> Result<T, ApiError> {
        // A panic of another thread leaves no half-written row: SQLite has rolled it back.
        let db = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(work(&db)?)
    }
}

/// Why the file of games cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// SQLite's own words.
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    /// A file of another version.
    #[error("the file has version {0}: expected {VERSION}")]
    Version(i64),
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data")
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_secs().try_into().unwrap_or(i64::MAX)
}
