//! A match or small tournament as a form asks for it.

use hexring_game::{Board, Color, LayoutPlan, NoMove, Swap, Turns};
use serde::Deserialize;
use thiserror::Error;

use crate::experiment::{DesignFile, DuelsFile, ExperimentFile, PartFile};

/// The most games of each pair.
const MAX_GAMES: u32 = 2000;

/// The most players.
const MAX_PLAYERS: usize = 6;

/// A match of two, or a round robin of a few.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuickMatch {
    /// Two for a match, more for a round robin.
    pub players: Vec<String>,
    /// The board.
    pub board: Board,
    /// Who moves next.
    #[serde(default)]
    pub turns: Turns,
    /// The swap rule.
    #[serde(default)]
    pub swap: Swap,
    /// Who begins; by default as in experiments.
    pub first: Option<Color>,
    /// The season rule, if any.
    pub seasons: Option<QuickSeasons>,
    /// How many games each pair of players plays; an even number.
    pub games: u32,
    /// How many random stones each pair of games begins with.
    #[serde(default)]
    pub opening: u32,
    /// The seed of everything; by default one that is drawn.
    pub seed: Option<u64>,
}

/// The season rule of a match.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuickSeasons {
    /// How many seasons there are.
    pub count: u8,
    /// How they lie.
    #[serde(default)]
    pub draw: LayoutPlan,
    /// What happens to a player without a legal cell.
    #[serde(default, alias = "no-move")]
    pub no_move: NoMove,
}

/// A number that is too small or too large.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum QuickMatchError {
    /// Of players.
    #[error("{0} players: expected 2 to {MAX_PLAYERS}")]
    Players(usize),
    /// Of games.
    #[error("{0} games: expected an even number from 2 to {MAX_GAMES}")]
    Games(u32),
}

impl QuickMatch {
    /// The match as an experiment of one part, with a seed where none was given.
    pub fn experiment(self, seed: u64) -> Result<ExperimentFile, QuickMatchError> {
        let (games, players) = (self.games, self.players.len());
        if !(2..=MAX_PLAYERS).contains(&players) {
            return Err(QuickMatchError::Players(players));
        }
        if !(2..=MAX_GAMES).contains(&games) || games % 2 == 1 {
            return Err(QuickMatchError::Games(games));
        }
        let title = format!("{} on {}", self.players.join(" – "), self.board);
        let mut duels = DuelsFile::new(self.players, self.board);
        duels.rounds = games / 2;
        duels.first = self.first.unwrap_or(duels.first);
        duels.opening_stones = Some(self.opening).filter(|stones| *stones > 0);
        let design = match players {
            2 => DesignFile::Match(duels),
            _ => DesignFile::RoundRobin(duels),
        };
        let mut part = PartFile {
            title: Some("Result".to_owned()),
            quick: games / 2,
            turns: self.turns,
            swap: self.swap,
            ..PartFile::new("match", design)
        };
        if let Some(QuickSeasons { count, draw, no_move }) = self.seasons {
            part.seasons = Some(count);
            part.season_layout = Some(draw);
            part.no_move = Some(no_move);
        }
        let seed = self.seed.unwrap_or(seed);
        Ok(ExperimentFile { seed, ..ExperimentFile::new(title, vec![part]) })
    }
}
