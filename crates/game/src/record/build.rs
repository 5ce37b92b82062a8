//! From a game that was played to its record.

use thiserror::Error;

use super::{Action, Edit, Node, Record, ReplayError};
use crate::color::{ByColor, Color};
use crate::game::{Ending, Forfeit, Game};
use crate::position::Position;

/// A game whose start no record can describe.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StartError {
    /// Stones, turn and seasons do not give the start position: a right to swap was given up.
    #[error(
        "the start position differs from its stones in the right to swap: expected a game that starts earlier"
    )]
    NotASetup,
    /// The game cannot be replayed.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

impl Record {
    /// The record of a game: its start, its moves, how it ended and whose turn it is.
    pub fn from_game(game: &Game) -> Result<Self, StartError> {
        let mut record = Record::empty(game.rules().clone());
        let mut last = record.root();
        record.set_start(game.start())?;
        for ply in game.plies() {
            last = record.add(last, *ply);
        }
        if let Some(edit) = last_turn(record.main_game()?.position(), game.position()) {
            last = record.add(last, Node { edit, ..Node::default() });
        }
        let ending = game.ending();
        if let Some(Ending::Forfeited { loser, reason }) = ending.clone() {
            record.add(last, Action::Forfeit { loser, reason });
        }
        record.info.result = ending.as_ref().map(result_text).unwrap_or_default();
        Ok(record)
    }

    /// Finds the setup of the root that gives this position. A discarded game has nobody to move,
    /// so both players are tried as the one who was stuck.
    fn set_start(&mut self, start: &Position) -> Result<(), StartError> {
        let root = self.root();
        for to_move in [start.to_move(), Some(Color::Red), Some(Color::Blue)] {
            self.node_mut(root).edit = start_edit(start, to_move);
            if self.main_game()?.position() == start {
                return Ok(());
            }
        }
        Err(StartError::NotASetup)
    }
}

/// The turn that was set, or the coin that was flipped, after the last move. Where that coin ended
/// the game nobody is to move any more, so both results are tried.
fn last_turn(replayed: &Position, wanted: &Position) -> Option<Edit> {
    if replayed == wanted {
        return None;
    }
    let color = Color::ALL.into_iter().find(|color| {
        let mut position = replayed.clone();
        position.set_to_move(*color);
        position == *wanted
    });
    Some(Edit { to_move: color, ..Edit::default() })
}

/// What has to be done to an empty board.
fn start_edit(start: &Position, to_move: Option<Color>) -> Edit {
    if Position::new(start.rules().clone()).as_ref() == Ok(start) {
        return Edit::default();
    }
    let stones = start.to_setup().stones;
    let made = ByColor::from_fn(|color| start.moves_made(color));
    let by_stones = ByColor::from_fn(|color| stones[color].len() as u32);
    Edit {
        red: stones.red,
        blue: stones.blue,
        empty: Vec::new(),
        to_move,
        moves_made: (made != by_stones).then_some(made),
    }
}

/// The result as SGF writes it, with Red as Black.
pub(super) fn result_text(ending: &Ending) -> String {
    let side = match ending.winner() {
        Some(Color::Red) => "B",
        Some(Color::Blue) => "W",
        None => return "Void".to_owned(),
    };
    let how = match ending {
        Ending::Forfeited { reason: Forfeit::Resignation, .. } => "Resign",
        Ending::Forfeited { reason: Forfeit::Time, .. } => "Time",
        Ending::Forfeited { .. } => "Forfeit",
        _ => "",
    };
    format!("{side}+{how}")
}
