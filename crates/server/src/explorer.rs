//! What was played in a position: in the server's own games, and in those of its experiments.
//!
//! Each store of the laboratory has an index beside it, which is made when somebody first looks for
//! a position and goes after the store. The server's own games are replayed: there are few.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use hexring_app::{PositionView, Saved, read_record};
use hexring_control::{Control, Limit};
use hexring_game::{ByColor, Color, Game};
use hexring_lab::StoreError;
use hexring_lab::explorer::{
    Continuation, Findings, GameView, Index, KeptGame, Outcome, Query, SourceError, Starts, import,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::ApiError;

/// How many of the server's own games are looked at, the newest first.
pub(crate) const OWN_GAMES: usize = 5000;

/// How many games are listed.
const LISTED: usize = 50;

/// A store that is being written is read again after so long.
const PATIENCE: Duration = Duration::from_secs(30);

/// A store that was not written for so long is finished for now.
const SILENCE: Duration = Duration::from_secs(2);

/// Which position, and where to look for it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    record: Value,
    /// An experiment, `games` for the server's own, or nothing for all.
    pub(crate) source: Option<String>,
}

/// What was found.
#[derive(Debug, Serialize)]
pub(crate) struct Found {
    position: PositionView,
    #[serde(flatten)]
    outcome: Outcome,
    continuations: Vec<Continuation>,
    list: Vec<FoundGame>,
}

/// A game that has the position.
#[derive(Debug, Serialize)]
struct FoundGame {
    /// The experiment; none for the server's own games.
    source: Option<String>,
    key: String,
    rules: String,
    players: ByColor<String>,
    plies: usize,
    winner: Option<Color>,
    reason: String,
    /// After how many moves.
    ply: usize,
}

/// Somebody who looks for a position.
pub(crate) struct Look {
    game: Game,
    query: Query,
    findings: Findings,
    list: Vec<FoundGame>,
}

impl Look {
    /// Begins to look for the position at the end of a record's main line.
    pub(crate) fn new(question: &Question) -> Result<Self, ApiError> {
        let game = read_record(&question.record)?.main_game().map_err(ApiError::refused)?;
        let (query, findings) = (Query::new(&game), Findings::default());
        Ok(Look { game, query, findings, list: Vec::new() })
    }

    /// Looks through the server's own games.
    pub(crate) fn at_own(&mut self, games: Vec<(String, Saved)>) {
        let mut starts = Starts::default();
        for (id, saved) in games {
            let record = saved.record().ok();
            let game = record.and_then(|record| KeptGame::of_record(&record, id, &mut starts));
            if let Some(game) = game {
                self.see(&game.view(), None);
            }
        }
    }

    /// Looks through the store of an experiment.
    pub(crate) fn at_store(
        &mut self,
        name: &str,
        store: &Path,
        limit: &Limit,
    ) -> Result<(), ApiError> {
        let mut index = match index_of(store, limit) {
            // It has begun, and no game is finished yet.
            Err(SourceError::Store(StoreError::Missing { .. })) => return Ok(()),
            index => index.map_err(fault)?,
        };
        let address = Some(self.query.address());
        let looked = index.visit(address, limit, &mut |game| self.see(game, Some(name)));
        looked.map_err(fault)
    }

    fn see(&mut self, game: &GameView<'_>, source: Option<&str>) {
        let Some(hit) = self.query.find(game) else { return };
        self.findings.add(game, &hit.followed(game));
        if self.list.len() < LISTED {
            self.list.push(FoundGame {
                source: source.map(str::to_owned),
                key: game.key.to_owned(),
                rules: game.rules().to_string(),
                players: game.players.map(str::to_owned),
                plies: game.moves.len(),
                winner: game.winner,
                reason: game.reason.to_owned(),
                ply: hit.ply,
            });
        }
    }

    /// What was found.
    pub(crate) fn found(self) -> Found {
        Found {
            position: PositionView::new(&self.game),
            outcome: self.findings.outcome(),
            continuations: self.findings.continuations(),
            list: self.list,
        }
    }
}

/// The index beside a store, brought up to date where that is due.
fn index_of(store: &Path, limit: &Limit) -> Result<Index, SourceError> {
    let path = beside(store, ".index");
    let written = newest(store);
    if let Some(written) = written.filter(|written| is_due(*written, modified(&path))) {
        let mut index = Index::open(&path)?;
        let control = &mut Control::quiet(limit.clone());
        import(&mut index, &[store.to_owned()], true, 1, control)?;
        let mark = File::options().write(true).open(&path);
        let mark = mark.and_then(|file| file.set_modified(written));
        mark.map_err(|source| SourceError::Io { path: path.clone(), source })?;
    }
    Ok(Index::read(&path)?)
}

/// Whether a store that was written at some time has more than its index, which has the time of
/// what it has.
fn is_due(written: SystemTime, indexed: Option<SystemTime>) -> bool {
    let Some(indexed) = indexed else { return true };
    let rests = written.elapsed().is_ok_and(|since| since > SILENCE);
    let is_old = written.duration_since(indexed).is_ok_and(|lag| lag > PATIENCE);
    written != indexed && (rests || is_old)
}

/// When a store or its log was written last.
fn newest(store: &Path) -> Option<SystemTime> {
    modified(store).max(modified(&beside(store, "-wal")))
}

fn modified(path: &Path) -> Option<SystemTime> {
    path.metadata().and_then(|found| found.modified()).ok()
}

fn beside(store: &Path, end: &str) -> PathBuf {
    let mut path = store.as_os_str().to_owned();
    path.push(end);
    path.into()
}

#[allow(clippy::needless_pass_by_value, reason = "errors are mapped by it")]
fn fault(error: SourceError) -> ApiError {
    match error {
        SourceError::Stopped => ApiError::Busy("there are too many games to look at".to_owned()),
        other => ApiError::Disk(other.to_string()),
    }
}
