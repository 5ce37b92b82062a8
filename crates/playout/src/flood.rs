//! Which cells a colour reaches, in all lanes at once: sweeps down and up until nothing changes.
//!
//! A sweep takes the rows in turn; in each, what the row before has reached steps in, and then
//! runs along the row in both directions. A chain that never turns back is followed in one sweep,
//! however long.

use crate::layout::Layout;
use crate::wide::Registers;
use crate::word::{Word, any_of};

/// The ground that a flood runs on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ground<const W: usize> {
    /// The size.
    pub(crate) layout: Layout,
    /// Whether columns wrap. Rows never do here.
    pub(crate) wraps: bool,
    pub(crate) registers: Registers<W>,
}

impl<const W: usize> Ground<W> {
    /// Makes `reach` the open cells that are joined with the open cells of the top row.
    #[inline(always)]
    pub(crate) fn flood_from_top(self, open: &[Word<W>], reach: &mut [Word<W>]) {
        self.start(open, reach, 0);
        self.run_along(open, reach, 0);
        self.sweep_down(open, reach);
        self.settle(open, reach);
    }

    /// Makes `reach` the open cells that are joined with the open cells of the bottom row.
    #[inline(always)]
    pub(crate) fn flood_from_bottom(self, open: &[Word<W>], reach: &mut [Word<W>]) {
        self.start(open, reach, self.layout.rows - 1);
        self.run_along(open, reach, self.layout.rows - 1);
        self.settle(open, reach);
    }

    /// The lanes in which open cells join the top and the bottom row. A lane that has arrived is
    /// not followed further.
    #[inline(always)]
    pub(crate) fn crossing(self, open: &[Word<W>], reach: &mut [Word<W>]) -> Word<W> {
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
    fn arrived(self, reach: &[Word<W>]) -> Word<W> {
        any_of(
            self.registers,
            &reach[self.layout.at(0, self.layout.rows - 1)..][..self.layout.cols],
        )
    }

    #[inline(always)]
    fn start(self, open: &[Word<W>], reach: &mut [Word<W>], row: usize) {
        reach.fill(Word::none(self.registers));
        let row = self.layout.at(0, row);
        reach[row..row + self.layout.cols].copy_from_slice(&open[row..row + self.layout.cols]);
    }

    /// Sweeps up and down until nothing changes.
    #[inline(always)]
    fn settle(self, open: &[Word<W>], reach: &mut [Word<W>]) {
        loop {
            let changed = self.sweep_up(open, reach) | self.sweep_down(open, reach);
            if changed.is_none() {
                return;
            }
        }
    }

    /// Makes a row what the row above reaches in it, forgetting what it was.
    #[inline(always)]
    pub(crate) fn step_down(self, open: &[Word<W>], reach: &mut [Word<W>], row: usize) {
        let stride = self.layout.stride();
        reach[row * stride..][..self.layout.cols].fill(Word::none(self.registers));
        self.enter_from_above(open, reach, row);
        self.run_along(open, reach, row);
    }

    #[inline(always)]
    fn enter_from_above(self, open: &[Word<W>], reach: &mut [Word<W>], row: usize) -> Word<W> {
        let (cols, stride) = (self.layout.cols, self.layout.stride());
        let (above, here) = reach[(row - 1) * stride..].split_at_mut(stride);
        above[cols] = if self.wraps { above[0] } else { Word::none(self.registers) };
        let open = &open[row * stride..][..cols];
        let mut changed = Word::none(self.registers);
        for (col, slot) in here[..cols].iter_mut().enumerate() {
            let new = *slot | (open[col] & (above[col] | above[col + 1]));
            changed |= new ^ *slot;
            *slot = new;
        }
        changed
    }

    #[inline(always)]
    fn sweep_down(self, open: &[Word<W>], reach: &mut [Word<W>]) -> Word<W> {
        let mut changed = Word::none(self.registers);
        for row in 1..self.layout.rows {
            changed |= self.enter_from_above(open, reach, row);
            changed |= self.run_along(open, reach, row);
        }
        changed
    }

    #[inline(always)]
    fn sweep_up(self, open: &[Word<W>], reach: &mut [Word<W>]) -> Word<W> {
        let Layout { cols, rows } = self.layout;
        let stride = self.layout.stride();
        let mut changed = Word::none(self.registers);
        for row in (0..rows - 1).rev() {
            let (here, below) = reach[row * stride..].split_at_mut(stride);
            let open_here = &open[row * stride..][..cols];
            let mut left = if self.wraps { below[cols - 1] } else { Word::none(self.registers) };
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
    fn run_along(self, open: &[Word<W>], reach: &mut [Word<W>], row: usize) -> Word<W> {
        let cols = self.layout.cols;
        let open = &open[self.layout.at(0, row)..][..cols];
        let reach = &mut reach[self.layout.at(0, row)..][..cols];
        let mut changed = Word::none(self.registers);
        // Around the seam first: what comes from the last column enters the first, and back.
        let mut carry = if self.wraps { reach[cols - 1] } else { Word::none(self.registers) };
        for col in 0..cols {
            carry = step(open[col], &mut reach[col], carry, &mut changed);
        }
        carry = if self.wraps { reach[0] } else { Word::none(self.registers) };
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
