//! The boards that the kernels work on, painted from the colours of the empty cells.

use hexring_game::Color;

use crate::layout::Layout;
use crate::start::Start;
use crate::wide::Registers;
use crate::word::{Word, any_of};

/// Lanes by what is known of their winner. Blue has won the others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Winners<const W: usize> {
    /// Red has won.
    pub(crate) red: Word<W>,
    /// Not known yet: on a torus, where both may have a ring.
    pub(crate) open: Word<W>,
}

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
    pub(crate) registers: Registers<W>,
}

impl<const W: usize> Boards<W> {
    /// Boards for a position.
    pub(crate) fn new(start: &Start, registers: Registers<W>) -> Self {
        let red_stones: Vec<Word<W>> = start.stones_of(Color::Red, registers);
        let blue_stones: Vec<Word<W>> = start.stones_of(Color::Blue, registers);
        Boards {
            red: red_stones.clone(),
            blue: blue_stones.clone(),
            reach: vec![Word::none(registers); red_stones.len().max(blue_stones.len())],
            red_stones,
            blue_stones,
            registers,
        }
    }

    /// Red's stones and the given cells.
    #[inline(always)]
    pub(crate) fn paint_red(&mut self, start: &Start, cells: &[Word<W>]) {
        if !start.stones.is_empty() {
            self.red.copy_from_slice(&self.red_stones);
        }
        for (spot, cell) in start.spots.iter().zip(cells) {
            self.red[spot.place] = *cell;
        }
    }

    /// Blue's stones and the given cells, transposed.
    #[inline(always)]
    pub(crate) fn paint_blue(&mut self, start: &Start, cells: &[Word<W>]) {
        self.paint_blue_except(start, cells, Word::none(self.registers));
    }

    /// Blue's stones and all cells but the given ones, transposed.
    #[inline(always)]
    pub(crate) fn paint_blue_where_not(&mut self, start: &Start, red: &[Word<W>]) {
        self.paint_blue_except(start, red, Word::all(self.registers));
    }

    #[inline(always)]
    fn paint_blue_except(&mut self, start: &Start, cells: &[Word<W>], flip: Word<W>) {
        if !start.stones.is_empty() {
            self.blue.copy_from_slice(&self.blue_stones);
        }
        for (spot, cell) in start.spots.iter().zip(cells) {
            self.blue[spot.transposed] = *cell ^ flip;
        }
    }
}

/// The lanes in which some row of the board is empty of the colour.
#[inline(always)]
pub(crate) fn some_row_without<const W: usize>(layout: Layout, cells: &[Word<W>]) -> Word<W> {
    let registers = cells[0].registers();
    let mut found = Word::none(registers);
    for row in 0..layout.rows {
        found |= !any_of(registers, &cells[layout.at(0, row)..][..layout.cols]);
    }
    found
}

/// The lanes in which some column of the board is full of the colour.
#[inline(always)]
pub(crate) fn some_full_column<const W: usize>(layout: Layout, cells: &[Word<W>]) -> Word<W> {
    let registers = cells[0].registers();
    let mut found = Word::none(registers);
    for col in 0..layout.cols {
        let mut all = Word::all(registers);
        for row in 0..layout.rows {
            all &= cells[layout.at(col, row)];
        }
        found |= all;
    }
    found
}
