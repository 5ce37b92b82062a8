//! How a game stands, and why a move is refused.

use thiserror::Error;

use crate::board::Board;
use crate::cell::Cell;
use crate::color::Color;
use crate::moves::Move;

/// Whether the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// Somebody is to move, or the coin is to be flipped.
    Ongoing,
    /// This colour has made its path or ring.
    Won(Color),
    /// A player had no legal cell and the rules end the game then, without result.
    Discarded,
}

/// Why a move was refused. The position is unharmed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The game is over.
    #[error("{mv} is not possible: the game is over, {}", ending(*.status))]
    GameOver {
        /// The refused move.
        mv: Move,
        /// How the game ended.
        status: Status,
    },
    /// Under random turns, nobody moves before the coin is flipped.
    #[error("{mv} is not possible: a coin flip decides first who moves")]
    CoinDue {
        /// The refused move.
        mv: Move,
    },
    /// A coin was flipped that the rules do not ask for.
    #[error("no coin flip is due: {0}")]
    NoCoinDue(&'static str),
    /// The cell is outside.
    #[error("{cell} is not on the board {board}")]
    OffBoard {
        /// The cell.
        cell: Cell,
        /// The board.
        board: Board,
    },
    /// The cell is taken.
    #[error("{cell} is occupied by {by}: expected an empty cell")]
    Occupied {
        /// The cell.
        cell: Cell,
        /// Whose stone is there.
        by: Color,
    },
    /// The cell belongs to another season.
    #[error("{cell} is in season {season}: {color} may only play in season {current} now")]
    WrongSeason {
        /// The cell.
        cell: Cell,
        /// Its season, counted from 1.
        season: u8,
        /// Who wants to play there.
        color: Color,
        /// The player's season, counted from 1.
        current: u8,
    },
    /// Swap where it is not allowed.
    #[error("swap is not allowed: {0}")]
    NoSwap(&'static str),
    /// A pass although there is a legal cell.
    #[error("pass is not allowed: {color} has {cells} legal cells")]
    NoPass {
        /// Who wants to pass.
        color: Color,
        /// How many cells it could play.
        cells: usize,
    },
}

fn ending(status: Status) -> String {
    match status {
        Status::Won(color) => format!("{color} has won"),
        Status::Discarded => "a player had no legal cell".to_owned(),
        Status::Ongoing => "but goes on".to_owned(),
    }
}
