//! A position as somebody describes it: it may be anything, and says all that is wrong with it.

use std::collections::HashMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::board::Board;
use crate::cell::Cell;
use crate::color::{ByColor, Color};
use crate::rules::{Rules, RulesError};

/// Stones without an order, under some rules. Turn it into a
/// [`Position`](crate::Position) with [`Position::from_setup`](crate::Position::from_setup).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The rules of the game.
    pub rules: Rules,
    /// The stones of each colour, in any order.
    pub stones: ByColor<Vec<Cell>>,
    /// Who moves next. If none: under alternate turns the colour with fewer stones, and the first
    /// player at equal numbers; under random turns the coin decides.
    pub to_move: Option<Color>,
    /// How many moves and passes each colour has made, which decides its season. If none: as many
    /// as it has stones.
    pub moves_made: Option<ByColor<u32>>,
}

impl Setup {
    /// The empty board.
    pub fn new(rules: Rules) -> Self {
        Setup { rules, stones: ByColor::default(), to_move: None, moves_made: None }
    }

    /// Everything that is wrong, except that both colours may have won, which
    /// [`Position::from_setup`](crate::Position::from_setup) finds.
    pub fn faults(&self) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        faults.extend(self.rules.check().err().map(SetupFault::Rules));
        let board = self.rules.board;
        let mut seen: HashMap<Cell, Color> = HashMap::new();
        for color in Color::ALL {
            for &cell in &self.stones[color] {
                match seen.insert(cell, color) {
                    _ if !board.contains(cell) => faults.push(SetupFault::OffBoard { cell, board }),
                    Some(other) if other == color => faults.push(SetupFault::Twice { cell, color }),
                    Some(_) => faults.push(SetupFault::BothColors { cell }),
                    None => {}
                }
            }
        }
        faults
    }
}

/// One thing that is wrong with a setup.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SetupFault {
    /// The rules do not fit together.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A stone outside.
    #[error("{cell} is not on the board {board}")]
    OffBoard {
        /// The cell.
        cell: Cell,
        /// The board.
        board: Board,
    },
    /// A stone given twice.
    #[error("{cell} is given twice for {color}")]
    Twice {
        /// The cell.
        cell: Cell,
        /// Its colour.
        color: Color,
    },
    /// Two stones on one cell.
    #[error("{cell} is given for both colours")]
    BothColors {
        /// The cell.
        cell: Cell,
    },
    /// Both colours have a ring: who was first is not known.
    #[error("both colours have won, and stones without an order do not say who was first")]
    BothWon,
}

/// How many faults one line names.
const NAMED: usize = 10;

/// All that is wrong with a setup; in words the first of it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct SetupError(pub Vec<SetupFault>);

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = &self.0[..self.0.len().min(NAMED)];
        let named: Vec<String> = named.iter().map(ToString::to_string).collect();
        f.write_str(&named.join("; "))?;
        match self.0.len().saturating_sub(NAMED) {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}
