//! Smart Game Format: `(;GM[11]FF[4]SZ[11];B[a3];W[swap-pieces];B[f6])`.
//!
//! Black is Red, White is Blue. Moves are cells or `swap-pieces`, `swap-sides`, `pass`, `resign`,
//! `timeout`, `forfeit`. The rules stand in `RU` in their text form, so that topology, seasons with
//! layout and years, turn rule and swap survive; the results of the coin are the colours of the
//! moves. A record of classic Hex is an ordinary Hex file for every other program.
//!
//! # What is read
//! - Any number of variations and games; lower-case letters in property names; every kind of line
//!   end (written and kept as `\n`); rectangles of points (`AB[a1:c2]`); several moves in one node.
//! - Coordinates as letter and number or, as on Little Golem, two letters counted from `a` (`am` is
//!   a13). One file has one style; a file with both is refused, because `a1` next to `am` may mean
//!   anything.
//! - Little Golem marks the first player's moves with W, although PB is the first player and
//!   connects top to bottom. So a file with two-letter coordinates that begins with W has its
//!   moves' colours exchanged, but not its names and its result. Any other file that begins with W
//!   has Blue moving first.
//! - `swap` without more, or the first cell once more in the other colour, is a swap: of sides if
//!   the same colour moves again and of pieces if the first one does or nothing follows, as far as
//!   the board allows. In files of HexGui up to 0.9 and of MoHex, Wolve and benzene, `swap-pieces`
//!   is a swap of sides.
//! - Without `SZ` the board is the smallest of the usual sizes 11, 13, 14 and 19 that has all
//!   cells, unless the rules are given with the file; without `GM` it is Hex.
//! - `RU` in other words than ours is kept as `HRRULES`.
//!
//! # What is written besides
//! Properties with the prefix `HR` are this project's: `HRRULES` and `HRSOURCE` (another program's
//! `RU` and `AP`), `HRVIEW` (see [`View`](super::View)), `HRMADE` (moves made, for seasons after a
//! setup) and `HRREASON` (of a forfeit). Other programs skip them.

mod dialect;
mod facts;
mod read;
mod syntax;
mod write;

use thiserror::Error;

use crate::board::BoardError;
use crate::cell::Cell;
use crate::rules::RulesError;

pub(super) use read::{Games, read};
pub(super) use write::write;

use super::{ParseViewError, PropertyError, TooManyNodes};

/// The most cells that the setups of a file may name, each as often as it is named.
pub const MAX_SET: usize = 100_000;

/// How much of a bad value is repeated.
const SHOWN: usize = 80;

/// Properties of the root that the record says in its own fields.
pub(super) const ROOT_PROPERTIES: [&str; 14] =
    ["FF", "GM", "CA", "SZ", "RU", "AP", "PB", "PW", "EV", "DT", "RE", "GC", "HRVIEW", "HRSOURCE"];

/// Why an SGF file could not be read, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("SGF line {line}, column {column}: {fault}")]
pub struct SgfError {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
    /// What is wrong.
    pub fault: SgfFault,
}

/// What is wrong with an SGF file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SgfFault {
    /// Something else than the grammar has there.
    #[error("found {found}, expected {expected}")]
    Expected {
        /// The character, or the end.
        found: String,
        /// What may stand there.
        expected: &'static str,
    },
    /// A collection with fewer games.
    #[error("there is no game {}: the file has {games}", .game + 1)]
    NoGame {
        /// The game asked for, counted from 0.
        game: usize,
        /// How many there are.
        games: usize,
    },
    /// A value that the property cannot have.
    #[error("bad value {property}[{value}]: expected {expected}")]
    BadValue {
        /// The property.
        property: String,
        /// Its value.
        value: String,
        /// What it may be.
        expected: &'static str,
    },
    /// Two ways to write cells.
    #[error(
        "{property}[{value}] is written in another way than {earlier}: expected cells like a13 or pairs of letters like am throughout"
    )]
    MixedStyles {
        /// The property.
        property: String,
        /// Its value.
        value: String,
        /// A value in the other style.
        earlier: String,
    },
    /// Two sizes.
    #[error("SZ is {size}, but the rules say {rules}: expected the same size")]
    SizeConflict {
        /// What SZ says.
        size: String,
        /// What RU says.
        rules: String,
    },
    /// Two kinds of swap.
    #[error("{found} contradicts {expected}: expected one swap rule in a file")]
    SwapConflict {
        /// This one.
        found: String,
        /// The other one.
        expected: String,
    },
    /// The size is none.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The rules are wrong.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The view is wrong.
    #[error(transparent)]
    View(#[from] ParseViewError),
    /// A property that cannot be kept.
    #[error(transparent)]
    Property(#[from] PropertyError),
    /// Too many nodes.
    #[error(transparent)]
    TooManyNodes(#[from] TooManyNodes),
    /// More setup stones than anybody sets up: a few bytes can name a whole board.
    #[error("{property} names too many cells: expected at most {MAX_SET} in all setups of a file")]
    TooManyCells {
        /// The property.
        property: String,
    },
}

/// A fault at a byte of the text.
struct Located {
    offset: usize,
    fault: SgfFault,
}

impl Located {
    fn at(offset: usize) -> impl FnOnce(SgfFault) -> Located {
        move |fault| Located { offset, fault }
    }

    fn bad(property: &str, value: &str, expected: &'static str) -> SgfFault {
        let value = value.chars().take(SHOWN).collect();
        SgfFault::BadValue { property: property.to_owned(), value, expected }
    }

    fn in_text(self, text: &str) -> SgfError {
        let before = text.get(..self.offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        SgfError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            fault: self.fault,
        }
    }
}

/// A cell as two letters counted from `a`, then `A`: Little Golem's and Go's way.
fn letter_pair(text: &str) -> Option<Cell> {
    let number = |byte: u8| match byte {
        b'a'..=b'z' => Some(byte - b'a'),
        b'A'..=b'Z' => Some(byte - b'A' + 26),
        _ => None,
    };
    match *text.as_bytes() {
        [col, row] => Some(Cell::new(number(col)?, number(row)?)),
        _ => None,
    }
}
