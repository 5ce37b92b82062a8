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
                // All of it or nothing, whenever the process ends. A file whose tables were made
                // by a process that did not come as far as the version is as good as a new one.
                db.execute_batch(&format!(
                    "begin immediate;
                     create table if not exists games (
                         id text primary key,
                         created integer not null,
                         updated integer not null,
                         summary text not null,
                         body text not null
                     );
                     create index if not exists games_by_age on games (updated desc);
                     pragma user_version = {VERSION};
                     commit;"
                ))?;
            }
            VERSION => {}
            other => return Err(StoreError::Version(other)),
        }
        Ok(Store(Mutex::new(db)))
    }

    /// Stores a game, new or known.
    pub(crate) fn save(&self, id: &str, game: &LiveGame) -> Result<(), ApiError> {
        let (body, summary) = (json(&game.save()?), json(&game.summary()));
        self.with("saved", |db| {
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
        let body: Option<String> = self.with("read", |db| {
            db.prepare_cached("select body from games where id = ?1")?
                .query_row([id], |row| row.get(0))
                .optional()
        })?;
        body.map(|body| serde_json::from_str(&body).map_err(ApiError::refused)).transpose()
    }

    /// The games that were changed last, newest first.
    pub(crate) fn newest(&self, most: usize) -> Result<Vec<(String, Saved)>, ApiError> {
        let bodies: Vec<(String, String)> = self.with("read", |db| {
            let select = "select id, body from games order by updated desc, rowid desc limit ?1";
            let mut query = db.prepare_cached(select)?;
            query.query_map([most], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        })?;
        // One that cannot be read is none for whoever looks at all of them.
        let read = |(id, body): (String, String)| Some((id, serde_json::from_str(&body).ok()?));
        Ok(bodies.into_iter().filter_map(read).collect())
    }

    /// Forgets a game; false if there was none.
    pub(crate) fn delete(&self, id: &str) -> Result<bool, ApiError> {
        let delete = "delete from games where id = ?1";
        Ok(self.with("deleted", |db| db.execute(delete, [id]))? > 0)
    }

    /// The games that were changed last, newest first, of those of which a page shows a text.
    pub(crate) fn list(&self, search: &str, limit: usize) -> Result<Vec<Listed>, ApiError> {
        self.with("listed", |db| {
            let mut query = db.prepare_cached(
                "select id, created, updated, summary from games order by updated desc, rowid desc",
            )?;
            let rows = query.query_map([], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get::<_, String>(3)?))
            })?;
            let listed = rows.filter_map(|row| match row {
                Ok((id, created, updated, summary)) => {
                    let summary: Summary = serde_json::from_str(&summary).ok()?;
                    let found = id == search || summary.matches(search);
                    found.then_some(Ok(Listed { id, created, updated, summary }))
                }
                Err(error) => Some(Err(error)),
            });
            listed.take(limit.min(MAX_LIST)).collect()
        })
    }

    /// Does something with the file; `what` is what could not be done to a game if it fails.
    fn with<T>(
        &self,
        what: &'static str,
        work: impl FnOnce(&Connection) -> Result<T, rusqlite::Error>,
    ) -> Result<T, ApiError> {
        // A panic of another thread leaves no half-written row: SQLite has rolled it back.
        let db = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        work(&db).map_err(|error| ApiError::Storage { what, error })
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A process was killed between the table and the version.
    #[test]
    fn a_first_start_that_was_cut_short_is_a_first_start() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.sqlite");
        let half = Connection::open(&path).expect("made");
        half.execute_batch(
            "create table games (id text primary key, created integer not null,
             updated integer not null, summary text not null, body text not null)",
        )
        .expect("a table without a version");
        drop(half);
        let store = Store::open(&path).map_err(|error| error.to_string()).expect("opened");
        assert!(store.list("", 10).is_ok_and(|games| games.is_empty()));
        let version = |db: &Connection| db.pragma_query_value(None, "user_version", |r| r.get(0));
        let version: i64 = version(&store.0.lock().expect("nobody panicked")).expect("a number");
        assert_eq!(version, VERSION);
    }

    #[test]
    fn a_failed_read_does_not_speak_of_saving() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(&folder.path().join("games.sqlite")).expect("opened");
        store.0.lock().expect("nobody panicked").execute_batch("drop table games").expect("gone");
        let error = store.load("x").expect_err("no table").to_string();
        assert!(error.starts_with("the game could not be read: "), "{error}");
    }
}
