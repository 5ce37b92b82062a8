//! The boards that the kernels work on, painted from the colours of the empty cells.

use hexring_game::Color;

use crate::grid::Grid;
use crate::table::Table;
use crate::word::{Word, any_of};

/// Red's cells, and Blue's on the transposed board, where Blue too plays from top to bottom.
///
/// The kernels use a board up while they work, so it is painted again for every question. All
/// painting is from slices: words that travel through iterators by value are copied via memory.
#[derive(Clone, Debug)]
pub(crate) struct Boards<const W: usize> {
    pub(crate) red: Vec<Word<W>>,
    pub(crate) blue: Vec<Word<W>>,
    /// Cells that a flood has reached.
    pub(crate) reach: Vec<Word<W>>,
    red_stones: Vec<Word<W>>,
    blue_stones: Vec<Word<W>>,
}

impl<const W: usize> Boards<W> {
    /// Boards for the position of a table.
    pub(crate) fn new(table: &Table) -> Self {
        let red_stones: Vec<Word<W>> = table.stones_of(Color::Red);
        let blue_stones: Vec<Word<W>> = table.stones_of(Color::Blue);
        Boards {
            red: red_stones.clone(),
            blue: blue_stones.clone(),
            reach: vec![Word::NONE; red_stones.len().max(blue_stones.len())],
            red_stones,
            blue_stones,
        }
    }

    /// Red's stones and the given cells.
    #[inline(always)]
    pub(crate) fn paint_red(&mut self, table: &Table, cells: &[Word<W>]) {
        if !table.stones.is_empty() {
            self.red.copy_from_slice(&self.red_stones);
        }
        for (spot, cell) in table.spots.iter().zip(cells) {
            self.red[spot.place] = *cell;
        }
    }

    /// Blue's stones and the given cells, transposed.
    #[inline(always)]
    pub(crate) fn paint_blue(&mut self, table: &Table, cells: &[Word<W>]) {
        self.paint_blue_except(table, cells, Word::NONE);
    }

    /// Blue's stones and all cells but the given ones, transposed.
    #[inline(always)]
    pub(crate) fn paint_blue_where_not(&mut self, table: &Table, red: &[Word<W>]) {
        self.paint_blue_except(table, red, Word::ALL);
    }

    #[inline(always)]
    fn paint_blue_except(&mut self, table: &Table, cells: &[Word<W>], flip: Word<W>) {
        if !table.stones.is_empty() {
            self.blue.copy_from_slice(&self.blue_stones);
        }
        for (spot, cell) in table.spots.iter().zip(cells) {
            self.blue[spot.transposed] = *cell ^ flip;
        }
    }
}

/// The lanes in which some row of the board is empty of the colour.
#[inline(always)]
pub(crate) fn some_row_without<const W: usize>(grid: Grid, cells: &[Word<W>]) -> Word<W> {
    let mut found = Word::NONE;
    for row in 0..grid.rows {
        found |= !any_of(&cells[grid.at(0, row)..][..grid.cols]);
    }
    found
}

/// The lanes in which some column of the board is full of the colour.
#[inline(always)]
pub(crate) fn some_full_column<const W: usize>(grid: Grid, cells: &[Word<W>]) -> Word<W> {
    let mut found = Word::NONE;
    for col in 0..grid.cols {
        let mut all = Word::ALL;
        for row in 0..grid.rows {
            all &= cells[grid.at(col, row)];
        }
        found |= all;
    }
    found
}
