//! Adding games to an index.

use std::collections::HashMap;
use std::path::Path;

use hexring_game::Color;
use rusqlite::{OptionalExtension, Transaction, params};

use super::MOST_WORDS;
use super::blocks::{self, Entry};
use crate::explorer::frame::Frames;
use crate::explorer::game::KeptGame;
use crate::explorer::key;
use crate::store::{StoreError, name_fault};

/// Adds games in one transaction.
pub(in crate::explorer) struct Writer<'a> {
    batch: Transaction<'a>,
    path: &'a Path,
    /// Keys that are not in a run yet.
    pending: Vec<Entry>,
    words: HashMap<String, i64>,
    rules: HashMap<String, i64>,
    frames: Frames,
}

impl<'a> Writer<'a> {
    pub(super) fn new(batch: Transaction<'a>, path: &'a Path) -> Self {
        Writer {
            batch,
            path,
            pending: Vec::new(),
            words: HashMap::new(),
            rules: HashMap::new(),
            frames: Frames::default(),
        }
    }

    /// Adds a game with the keys of its positions, and says whether it is a new one.
    pub(in crate::explorer) fn add(
        &mut self,
        game: &KeptGame,
        keys: &[i64],
    ) -> Result<bool, StoreError> {
        let added = self.insert(game);
        let Some(id) = added.map_err(|source| name_fault(self.path, source))? else {
            return Ok(false);
        };
        self.pending.extend(keys.iter().map(|key| Entry { key: *key, game: id }));
        if self.pending.len() >= blocks::RUN {
            self.flush()?;
        }
        Ok(true)
    }

    /// The game's number, if it is a new one.
    fn insert(&mut self, game: &KeptGame) -> rusqlite::Result<Option<u32>> {
        let row = &game.row;
        let rules = self.rules_id(game)?;
        let ids = [&row.part, &row.players.red, &row.players.blue, &row.result.reason]
            .map(|text| self.word_id(text));
        let [event, red, blue, reason] = ids;
        let mut insert = self.batch.prepare_cached(
            "INSERT OR IGNORE INTO games (digest, key, event, rules, red, blue, opening, winner, \
             seat, reason, date, moves) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
        )?;
        let (winner, seat) = (number(row.result.winner), number(row.result.seat));
        let added = insert.execute(params![
            game.digest as i64,
            row.key,
            event?,
            rules,
            red?,
            blue?,
            row.opening,
            winner,
            seat,
            reason?,
            row.finished,
            game.moves,
        ])?;
        let id = self.batch.last_insert_rowid();
        Ok(if added > 0 { u32::try_from(id).ok() } else { None })
    }

    fn word_id(&mut self, text: &str) -> rusqlite::Result<i64> {
        if let Some(id) = self.words.get(text) {
            return Ok(*id);
        }
        let mut find = self.batch.prepare_cached("SELECT id FROM words WHERE text = ?1")?;
        let id = match find.query_row([text], |row| row.get(0)).optional()? {
            Some(id) => id,
            None => {
                let insert = "INSERT INTO words (text) VALUES (?1)";
                self.batch.prepare_cached(insert)?.insert([text])?
            }
        };
        remember(&mut self.words, text, id);
        Ok(id)
    }

    fn rules_id(&mut self, game: &KeptGame) -> rusqlite::Result<i64> {
        let text = &game.row.rules;
        if let Some(id) = self.rules.get(text) {
            return Ok(*id);
        }
        let mut find = self.batch.prepare_cached("SELECT id FROM rules WHERE text = ?1")?;
        let id = match find.query_row([text], |row| row.get(0)).optional()? {
            Some(id) => id,
            None => {
                let start = key::of_position(&game.start, false, &mut self.frames);
                let insert = "INSERT INTO rules (text, start) VALUES (?1, ?2)";
                self.batch.prepare_cached(insert)?.insert(params![text, start])?
            }
        };
        remember(&mut self.rules, text, id);
        Ok(id)
    }

    fn flush(&mut self) -> Result<(), StoreError> {
        let written = blocks::write(&self.batch, &mut self.pending);
        written.map_err(|source| name_fault(self.path, source))
    }

    /// Makes everything that was added part of the index.
    pub(in crate::explorer) fn finish(mut self) -> Result<(), StoreError> {
        self.flush()?;
        let path = self.path;
        self.batch.commit().map_err(|source| name_fault(path, source))
    }
}

fn remember(known: &mut HashMap<String, i64>, text: &str, id: i64) {
    if known.len() >= MOST_WORDS {
        known.clear();
    }
    known.insert(text.to_owned(), id);
}

/// A colour as a number; [`color`](super::color) reads it.
fn number(color: Option<Color>) -> i64 {
    color.map_or(0, |color| 1 + color.index() as i64)
}
