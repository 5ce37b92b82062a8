//! Which cells a colour reaches, in all lanes at once: sweeps down and up until nothing changes.
//!
//! A sweep takes the rows in turn; in each, what the row before has reached steps in, and then
//! runs along the row in both directions. A chain that never turns back is followed in one sweep,
//! however long.

use crate::grid::Grid;
use crate::word::{Word, any_of};

/// The ground that a flood runs on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ground {
    /// The size.
    pub(crate) grid: Grid,
    /// Whether columns wrap. Rows never do here.
    pub(crate) wraps: bool,
}

impl Ground {
    /// Makes `reach` the open cells that are joined with the open cells of the top row.
    #[inline(always)]
    pub(crate) fn flood_from_top<const W: usize>(self, open: &[Word<W>], reach: &mut [Word<W>]) {
        self.start(open, reach, 0);
        self.run_along(open, reach, 0);
        self.sweep_down(open, reach);
        self.settle(open, reach);
    }

    /// Makes `reach` the open cells that are joined with the open cells of the bottom row.
    #[inline(always)]
    pub(crate) fn flood_from_bottom<const W: usize>(self, open: &[Word<W>], reach: &mut [Word<W>]) {
        self.start(open, reach, self.grid.rows - 1);
        self.run_along(open, reach, self.grid.rows - 1);
        self.settle(open, reach);
    }

    /// The lanes in which open cells join the top and the bottom row. A lane that has arrived is
    /// not followed further.
    #[inline(always)]
    pub(crate) fn crossing<const W: usize>(
        self,
        open: &[Word<W>],
        reach: &mut [Word<W>],
    ) -> Word<W> {
        self.start(open, reach, 0);
        self.run_along(open, reach, 0);
        self.sweep_down(open, reach);
        loop {
            let arrived = self.arrived(reach);
            let changed = self.sweep_up(open, reach);
            if (changed & !arrived).is_none() {
                return arrived;
            }
            self.sweep_down(open, reach);
        }
    }

    #[inline(always)]
    fn arrived<const W: usize>(self, reach: &[Word<W>]) -> Word<W> {
        any_of(&reach[self.grid.at(0, self.grid.rows - 1)..][..self.grid.cols])
    }

    #[inline(always)]
    fn start<const W: usize>(self, open: &[Word<W>], reach: &mut [Word<W>], row: usize) {
        reach.fill(Word::NONE);
        let row = self.grid.at(0, row);
        reach[row..row + self.grid.cols].copy_from_slice(&open[row..row + self.grid.cols]);
    }

    /// Sweeps up and down until nothing changes.
    #[inline(always)]
    fn settle<const W: usize>(self, open: &[Word<W>], reach: &mut [Word<W>]) {
        loop {
            let changed = self.sweep_up(open, reach) | self.sweep_down(open, reach);
            if changed.is_none() {
                return;
            }
        }
    }

    /// Makes a row what the row above reaches in it, forgetting what it was.
    #[inline(always)]
    pub(crate) fn step_down<const W: usize>(
        self,
        open: &[Word<W>],
        reach: &mut [Word<W>],
        row: usize,
    ) {
        let stride = self.grid.stride();
        reach[row * stride..][..self.grid.cols].fill(Word::NONE);
        self.enter_from_above(open, reach, row);
        self.run_along(open, reach, row);
    }

    #[inline(always)]
    fn enter_from_above<const W: usize>(
        self,
        open: &[Word<W>],
        reach: &mut [Word<W>],
        row: usize,
    ) -> Word<W> {
        let (cols, stride) = (self.grid.cols, self.grid.stride());
        let (above, here) = reach[(row - 1) * stride..].split_at_mut(stride);
        above[cols] = if self.wraps { above[0] } else { Word::NONE };
        let open = &open[row * stride..][..cols];
        let mut changed = Word::NONE;
        for (col, slot) in here[..cols].iter_mut().enumerate() {
            let new = *slot | (open[col] & (above[col] | above[col + 1]));
            changed |= new ^ *slot;
            *slot = new;
        }
        changed
    }

    #[inline(always)]
    fn sweep_down<const W: usize>(self, open: &[Word<W>], reach: &mut [Word<W>]) -> Word<W> {
        let mut changed = Word::NONE;
        for row in 1..self.grid.rows {
            changed |= self.enter_from_above(open, reach, row);
            changed |= self.run_along(open, reach, row);
        }
        changed
    }

    #[inline(always)]
    fn sweep_up<const W: usize>(self, open: &[Word<W>], reach: &mut [Word<W>]) -> Word<W> {
        let Grid { cols, rows } = self.grid;
        let stride = self.grid.stride();
        let mut changed = Word::NONE;
        for row in (0..rows - 1).rev() {
            let (here, below) = reach[row * stride..].split_at_mut(stride);
            let open_here = &open[row * stride..][..cols];
            let mut left = if self.wraps { below[cols - 1] } else { Word::NONE };
            for (col, slot) in here[..cols].iter_mut().enumerate() {
                let new = *slot | (open_here[col] & (below[col] | left));
                left = below[col];
                changed |= new ^ *slot;
                *slot = new;
            }
            changed |= self.run_along(open, reach, row);
        }
        changed
    }

    /// Along one row to the right and back to the left.
    #[inline(always)]
    fn run_along<const W: usize>(
        self,
        open: &[Word<W>],
        reach: &mut [Word<W>],
        row: usize,
    ) -> Word<W> {
        let cols = self.grid.cols;
        let open = &open[self.grid.at(0, row)..][..cols];
        let reach = &mut reach[self.grid.at(0, row)..][..cols];
        let mut changed = Word::NONE;
        // Around the seam first: what comes from the last column enters the first, and back.
        let mut carry = if self.wraps { reach[cols - 1] } else { Word::NONE };
        for col in 0..cols {
            carry = step(open[col], &mut reach[col], carry, &mut changed);
        }
        carry = if self.wraps { reach[0] } else { Word::NONE };
        for col in (0..cols).rev() {
            carry = step(open[col], &mut reach[col], carry, &mut changed);
        }
        changed
    }
}

/// Reaches a cell from the one before, and says whether the next can be reached from it.
#[inline(always)]
fn step<const W: usize>(
    open: Word<W>,
    reach: &mut Word<W>,
    carry: Word<W>,
    changed: &mut Word<W>,
) -> Word<W> {
    let new = *reach | (open & carry);
    *changed |= new ^ *reach;
    *reach = new;
    new
}
