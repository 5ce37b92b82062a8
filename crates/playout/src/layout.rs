//! How the cells of a board lie in memory: row by row, with one column and one row to spare.
//!
//! The spare column holds what lies to the right of the last column (a copy of the first where
//! columns wrap, a wall where they do not), and the spare row what lies below the last row. With
//! them the inner loops need no case for the border.

use hexring_game::{Board, Site};

/// The size of a board in words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    /// Columns of the board.
    pub(crate) cols: usize,
    /// Rows of the board.
    pub(crate) rows: usize,
}

impl Layout {
    /// The layout of a board.
    pub(crate) fn new(board: Board) -> Self {
        Layout { cols: board.cols().into(), rows: board.rows().into() }
    }

    /// Words in memory from one row to the next.
    #[inline(always)]
    pub(crate) fn stride(self) -> usize {
        self.cols + 1
    }

    /// Words in memory for the board with its spare column and row.
    #[inline(always)]
    pub(crate) fn len(self) -> usize {
        self.stride() * (self.rows + 1)
    }

    /// Where a cell lies.
    #[inline(always)]
    pub(crate) fn at(self, col: usize, row: usize) -> usize {
        row * self.stride() + col
    }

    /// Where the cell of a site lies.
    pub(crate) fn place(self, site: Site) -> usize {
        self.at(site.index() % self.cols, site.index() / self.cols)
    }

    /// The same board with columns and rows exchanged. Hexagonal neighbours stay neighbours, and
    /// left–right becomes top–bottom.
    pub(crate) fn transposed(self) -> Layout {
        Layout { cols: self.rows, rows: self.cols }
    }
}
