//! Boards: a topology and a size, written `11x11`, `cylinder:5x8` or `torus:6x6`.
//!
//! ```
//! use hexring_game::{Board, Topology};
//! let board: Board = "cylinder:5x8".parse()?;
//! assert_eq!(board.topology(), Topology::Cylinder);
//! assert_eq!((board.cols(), board.rows()), (5, 8));
//! assert_eq!("11x11".parse::<Board>()?.to_string(), "plane:11x11");
//! # Ok::<(), hexring_game::BoardError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::cell::{Cell, Site};
use crate::text_form::json_as_text;

/// How the borders of the board are glued.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Topology {
    /// Nothing wraps: classic Hex.
    Plane,
    /// Columns wrap; a row is a ring.
    Cylinder,
    /// Columns and rows wrap.
    Torus,
}

impl Topology {
    /// All topologies, the plane first.
    pub const ALL: [Topology; 3] = [Topology::Plane, Topology::Cylinder, Topology::Torus];

    /// Whether a step off the left or right border enters at the other one.
    pub const fn wraps_columns(self) -> bool {
        matches!(self, Topology::Cylinder | Topology::Torus)
    }

    /// Whether a step off the top or bottom border enters at the other one.
    pub const fn wraps_rows(self) -> bool {
        matches!(self, Topology::Torus)
    }
}

impl fmt::Display for Topology {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Topology::Plane => "plane",
            Topology::Cylinder => "cylinder",
            Topology::Torus => "torus",
        })
    }
}

/// A board's topology and size: columns × rows, each from 1 to 53.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    topology: Topology,
    cols: u8,
    rows: u8,
}

/// The largest number of columns or rows.
pub const MAX_SIZE: u8 = 53;

/// What is wrong with a board's description.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BoardError {
    /// The part before the colon names no topology.
    #[error("unknown topology \"{0}\": expected plane, cylinder or torus")]
    UnknownTopology(String),
    /// The size is not two numbers.
    #[error("bad board \"{0}\": expected columns x rows, such as 11x11, cylinder:5x8 or torus:6x6")]
    BadSize(String),
    /// The size is a pair of numbers that no board has.
    #[error("board size {0}x{1} is out of range: expected 1 to {MAX_SIZE} columns and rows")]
    OutOfRange(u64, u64),
}

impl Board {
    /// The board of this topology and size.
    pub fn new(topology: Topology, cols: u8, rows: u8) -> Result<Self, BoardError> {
        let range = 1..=MAX_SIZE;
        if range.contains(&cols) && range.contains(&rows) {
            Ok(Board { topology, cols, rows })
        } else {
            Err(BoardError::OutOfRange(cols.into(), rows.into()))
        }
    }

    /// How the borders are glued.
    pub const fn topology(self) -> Topology {
        self.topology
    }

    /// The number of columns: the circumference of a cylinder.
    pub const fn cols(self) -> u8 {
        self.cols
    }

    /// The number of rows: the rings of a cylinder.
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// The number of cells.
    pub const fn cell_count(self) -> usize {
        self.cols as usize * self.rows as usize
    }

    /// Whether there are as many columns as rows.
    pub const fn is_square(self) -> bool {
        self.cols == self.rows
    }

    /// Whether the cell is on this board.
    pub const fn contains(self, cell: Cell) -> bool {
        cell.col < self.cols && cell.row < self.rows
    }

    /// The cell's index on this board, or none if it lies outside.
    pub fn site(self, cell: Cell) -> Option<Site> {
        let index = u16::from(cell.col) + u16::from(cell.row) * u16::from(self.cols);
        self.contains(cell).then_some(Site(index))
    }

    /// The cell at an index of this board.
    pub fn cell(self, site: Site) -> Cell {
        let cols = u16::from(self.cols);
        // Both fit: an index is below 53 × 53.
        Cell { col: (site.0 % cols) as u8, row: (site.0 / cols) as u8 }
    }

    /// All indices, row by row.
    pub fn sites(self) -> impl ExactSizeIterator<Item = Site> + DoubleEndedIterator + Clone {
        (0..self.cols as u16 * self.rows as u16).map(Site)
    }

    /// All cells, row by row.
    pub fn cells(self) -> impl ExactSizeIterator<Item = Cell> + DoubleEndedIterator + Clone {
        self.sites().map(move |site| self.cell(site))
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}:{}x{}", self.topology, self.cols, self.rows))
    }
}

impl FromStr for Topology {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let name = text.to_ascii_lowercase();
        Topology::ALL
            .into_iter()
            .find(|topology| topology.to_string() == name)
            .ok_or_else(|| BoardError::UnknownTopology(text.to_owned()))
    }
}

impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (topology, size) = match text.split_once(':') {
            Some((name, size)) => (name.parse()?, size),
            None => (Topology::Plane, text),
        };
        let bad = || BoardError::BadSize(text.to_owned());
        let (cols, rows) = size.split_once(['x', 'X', '×']).ok_or_else(bad)?;
        let number = |digits: &str| {
            let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            plain.then(|| digits.parse::<u64>().ok()).flatten().ok_or_else(bad)
        };
        let (cols, rows) = (number(cols)?, number(rows)?);
        match (u8::try_from(cols), u8::try_from(rows)) {
            (Ok(c), Ok(r)) => Board::new(topology, c, r),
            _ => Err(BoardError::OutOfRange(cols, rows)),
        }
    }
}

json_as_text!(Board);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_round_trip() {
        for topology in Topology::ALL {
            for (cols, rows) in [(1, 1), (1, 53), (53, 1), (11, 11), (7, 9), (53, 53)] {
                let board = Board::new(topology, cols, rows).expect("in range");
                assert_eq!(board.to_string().parse(), Ok(board));
                assert_eq!(board.cells().len(), board.cell_count());
                assert!(board.cells().zip(board.sites()).all(|(c, s)| board.site(c) == Some(s)));
            }
        }
    }

    #[test]
    fn bad_boards_name_the_value_and_what_was_expected() {
        let cases = [
            ("0x5", "0x5 is out of range: expected 1 to 53"),
            ("54x54", "54x54 is out of range"),
            ("300x2", "300x2 is out of range"),
            ("sphere:3x3", "unknown topology \"sphere\""),
            ("11", "bad board \"11\""),
            ("ax3", "bad board \"ax3\""),
            ("+3x3", "bad board \"+3x3\""),
            ("3x", "bad board \"3x\""),
        ];
        for (text, expected) in cases {
            let error = text.parse::<Board>().expect_err(text).to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
