//! The unrolled board and the window of it that a drawing shows.

use std::ops::Range;

use crate::board::Board;
use crate::cell::Cell;

/// A cell of the unrolled board: column and row may lie in any copy. Columns 0 to m - 1 and rows
/// 0 to n - 1 are the board itself, the *original*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Unrolled {
    pub(super) row: i32,
    pub(super) col: i32,
}

impl Unrolled {
    pub(super) const fn new(col: i32, row: i32) -> Self {
        Unrolled { row, col }
    }
}

impl From<Cell> for Unrolled {
    fn from(cell: Cell) -> Self {
        Unrolled::new(cell.col.into(), cell.row.into())
    }
}

/// The part of the unrolled board that a drawing shows: the original and some columns and rows
/// of the copies around it.
#[derive(Clone, Debug)]
pub(super) struct Window {
    board: Board,
    pub(super) cols: Range<i32>,
    pub(super) rows: Range<i32>,
}

impl Window {
    /// The board with `copies` columns and rows around it wherever it wraps.
    pub(super) fn new(board: Board, copies: u8) -> Self {
        let range = |size: u8, wraps: bool| {
            let margin = if wraps { i32::from(copies) } else { 0 };
            -margin..i32::from(size) + margin
        };
        let topology = board.topology();
        Window {
            board,
            cols: range(board.cols(), topology.wraps_columns()),
            rows: range(board.rows(), topology.wraps_rows()),
        }
    }

    /// All cells of the window, row by row.
    pub(super) fn cells(&self) -> impl Iterator<Item = Unrolled> + '_ {
        let row = |row| self.cols.clone().map(move |col| Unrolled::new(col, row));
        self.rows.clone().flat_map(row)
    }

    /// The cell that this one is a copy of.
    pub(super) fn cell(&self, at: Unrolled) -> Cell {
        Cell::new(self.col(at.col), self.row(at.row))
    }

    /// The column that this one is a copy of.
    pub(super) fn col(&self, col: i32) -> u8 {
        col.rem_euclid(self.board.cols().into()) as u8
    }

    /// The row that this one is a copy of.
    pub(super) fn row(&self, row: i32) -> u8 {
        row.rem_euclid(self.board.rows().into()) as u8
    }

    /// Whether this is the board itself and no copy.
    pub(super) fn is_original(&self, at: Unrolled) -> bool {
        self.is_original_col(at.col) && self.is_original_row(at.row)
    }

    /// Whether the column belongs to the board itself.
    pub(super) fn is_original_col(&self, col: i32) -> bool {
        (0..i32::from(self.board.cols())).contains(&col)
    }

    /// Whether the row belongs to the board itself.
    pub(super) fn is_original_row(&self, row: i32) -> bool {
        (0..i32::from(self.board.rows())).contains(&row)
    }

    /// Everywhere that a cell appears in the window.
    pub(super) fn appearances(&self, cell: Cell) -> impl Iterator<Item = Unrolled> + '_ {
        let every = |start: i32, range: &Range<i32>, period: u8| {
            let first = range.start + (start - range.start).rem_euclid(i32::from(period));
            (first..range.end).step_by(period.into())
        };
        let cols = every(cell.col.into(), &self.cols, self.board.cols());
        let rows = every(cell.row.into(), &self.rows, self.board.rows());
        rows.flat_map(move |row| cols.clone().map(move |col| Unrolled::new(col, row)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_appears_once_as_original_and_its_copies_are_whole_boards_away() {
        for board in ["1x1", "7x3", "cylinder:1x4", "cylinder:5x2", "torus:2x3", "torus:1x1"] {
            let board: Board = board.parse().expect("a board");
            for copies in 0..8 {
                let window = Window::new(board, copies);
                for cell in board.cells() {
                    let listed: Vec<Unrolled> = window.appearances(cell).collect();
                    let found: Vec<Unrolled> =
                        window.cells().filter(|at| window.cell(*at) == cell).collect();
                    assert_eq!(listed, found, "{board} {copies} {cell}");
                    let originals = found.iter().filter(|at| window.is_original(**at));
                    assert!(originals.eq([&Unrolled::from(cell)]), "{board} {copies} {cell}");
                }
            }
        }
    }
}
