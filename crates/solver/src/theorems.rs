//! Boards whose winner is known for all sizes, by the arguments in `docs/solved`.
//!
//! On each of them either all first moves win or none does. A stone too many never hurts, so they
//! also decide positions in which one colour alone has stones.

use std::fmt;

use hexring_game::{Board, Cell, Color, Position, Topology};

use crate::options::Wanted;

/// Why the winner is known without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Theorem {
    /// A plane that is not square.
    ShorterWay,
    /// A cylinder with an even number of columns.
    EvenColumns,
    /// A cylinder with three columns.
    ThreeColumns,
    /// A torus with as many rows as columns.
    SquareTorus,
    /// A torus with two rows or two columns.
    TwoWide,
    /// A torus with one row or one column.
    OneWide,
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Theorem::ShorterWay => "who has the shorter way wins every plane that is not square",
            Theorem::EvenColumns => "Red wins every cylinder with an even number of columns",
            Theorem::ThreeColumns => "Red wins every cylinder with three columns",
            Theorem::SquareTorus => "the first player wins every square torus",
            Theorem::TwoWide => "the first player wins every torus with two rows or two columns",
            Theorem::OneWide => "one stone is a ring on a torus with one row or one column",
        })
    }
}

impl Theorem {
    /// Who wins an empty board if somebody begins.
    pub(crate) fn of_board(board: Board, first: Color) -> Option<(Theorem, Color)> {
        let (cols, rows) = (board.cols(), board.rows());
        let shorter = if rows < cols { Color::Red } else { Color::Blue };
        match (board.topology(), cols.min(rows)) {
            (Topology::Plane, _) if cols != rows => Some((Theorem::ShorterWay, shorter)),
            (Topology::Plane, _) => None,
            (Topology::Cylinder, _) if cols % 2 == 0 => Some((Theorem::EvenColumns, Color::Red)),
            (Topology::Cylinder, _) if cols == 3 => Some((Theorem::ThreeColumns, Color::Red)),
            (Topology::Cylinder, _) => None,
            (Topology::Torus, _) if cols == rows => Some((Theorem::SquareTorus, first)),
            (Topology::Torus, 1) => Some((Theorem::OneWide, shorter)),
            (Topology::Torus, 2) => Some((Theorem::TwoWide, first)),
            (Topology::Torus, _) => None,
        }
    }

    /// Who wins a position that is not over. All moves of the winner do.
    pub(crate) fn of(position: &Position) -> Option<(Theorem, Color)> {
        let board = position.board();
        match stones_of_one(position)? {
            None => Self::of_board(board, position.to_move()?),
            // As if the stones were its first move, or were not there.
            Some(color) => Self::of_board(board, color).filter(|(_, winner)| *winner == color),
        }
    }
}

/// The only colour that has stones, if any has; none at all if both have.
#[expect(clippy::option_option, reason = "the outer one says that nothing is known")]
fn stones_of_one(position: &Position) -> Option<Option<Color>> {
    let has = |color| position.stones_of(color).next().is_some();
    match (has(Color::Red), has(Color::Blue)) {
        (true, true) => None,
        (true, false) => Some(Some(Color::Red)),
        (false, true) => Some(Some(Color::Blue)),
        (false, false) => Some(None),
    }
}

/// The winning moves where all empty cells are.
pub(crate) fn any_move(position: &Position, wanted: Wanted) -> Vec<Cell> {
    let board = position.board();
    let cells = position.empty_sites().map(|site| board.cell(site));
    cells.take(if wanted == Wanted::AllMoves { usize::MAX } else { 1 }).collect()
}
