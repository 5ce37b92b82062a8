//! What a player can do in its turn.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::cell::{Cell, ParseCellError};
use crate::color::Color;
use crate::text_form::json_as_text;

/// One move. Resignation is not a move: it ends the record, not the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A stone on an empty cell.
    Place(Cell),
    /// The second player's answer to the first stone, in the form that the rules allow.
    Swap,
    /// The season has no empty cell.
    Pass,
}

/// A word that is no move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("bad move \"{0}\": expected a cell such as a1, swap or pass")]
pub struct ParseMoveError(String);

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(cell) => cell.fmt(f),
            Move::Swap => f.pad("swap"),
            Move::Pass => f.pad("pass"),
        }
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.to_ascii_lowercase().as_str() {
            "swap" | "swap-pieces" | "swap-sides" => Ok(Move::Swap),
            "pass" => Ok(Move::Pass),
            word => {
                let cell = word.parse().map(Move::Place);
                cell.map_err(|_: ParseCellError| ParseMoveError(text.to_owned()))
            }
        }
    }
}

/// A move and who made it. Under random turns the colour is the result of the coin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ply {
    /// Who moved, by the colour it had before the move.
    pub color: Color,
    /// What it did.
    #[serde(rename = "move")]
    pub mv: Move,
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.color, self.mv)
    }
}

json_as_text!(Move);
