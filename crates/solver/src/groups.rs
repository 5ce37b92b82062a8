//! The groups of one colour in the unrolled board.
//!
//! Every stone gets a representative of its group and its shift from it, in boards. Stones at a
//! border of a path belong to the border's group, numbered after the last cell.

use hexring_game::{Color, Goal};

use crate::bits::Bits;
use crate::grid::{Grid, Shift, winds, winds_purely};

/// Whether a colour has reached its goal, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Completion {
    Open,
    /// By a ring that winds along both axes, next to which the opponent may have one too.
    Slanted,
    /// By a path, or by a ring that no ring of the opponent can avoid.
    Decisive,
}

/// Representatives and shifts of the stones of one colour.
pub(crate) struct Groups {
    /// By cell, for own stones only.
    root: Vec<u8>,
    shift: Vec<Shift>,
    pub(crate) completion: Completion,
    stack: Vec<u8>,
}

impl Groups {
    pub(crate) fn new(cells: usize) -> Self {
        Groups {
            root: vec![0; cells],
            shift: vec![Shift::ZERO; cells],
            completion: Completion::Open,
            stack: Vec::new(),
        }
    }

    /// The representative of an own stone, and the stone's shift from it.
    #[inline]
    pub(crate) fn anchor(&self, cell: u8) -> (u8, Shift) {
        (self.root[usize::from(cell)], self.shift[usize::from(cell)])
    }

    /// Finds the groups of a set of stones.
    pub(crate) fn build<const W: usize>(&mut self, grid: &Grid<W>, color: Color, own: Bits<W>) {
        self.completion = Completion::Open;
        let mut left = own;
        if let Goal::Path { .. } = grid.goal(color) {
            for which in 0..2 {
                let at_border = grid.border(color, which) & own;
                if which == 1 && !at_border.is_within(left) {
                    self.completion = Completion::Decisive;
                }
                let root = (grid.cells + which) as u8;
                for cell in at_border.iter() {
                    self.flood(grid, color, own, &mut left, (cell, root));
                }
            }
        }
        while let Some(cell) = left.iter().next() {
            self.flood(grid, color, own, &mut left, (cell, cell));
        }
    }

    fn flood<const W: usize>(
        &mut self,
        grid: &Grid<W>,
        color: Color,
        own: Bits<W>,
        left: &mut Bits<W>,
        (start, root): (u8, u8),
    ) {
        if !left.contains(start) {
            return;
        }
        left.remove(start);
        self.root[usize::from(start)] = root;
        self.shift[usize::from(start)] = Shift::ZERO;
        self.stack.push(start);
        while let Some(cell) = self.stack.pop() {
            let here = self.shift[usize::from(cell)];
            for step in &grid.steps[usize::from(cell)] {
                if left.contains(step.to) {
                    left.remove(step.to);
                    self.root[usize::from(step.to)] = root;
                    self.shift[usize::from(step.to)] = here.plus(step.wrap);
                    self.stack.push(step.to);
                } else if own.contains(step.to) {
                    let around = here.plus(step.wrap).minus(self.shift[usize::from(step.to)]);
                    self.close(grid.goal(color), around);
                }
            }
        }
    }

    /// Takes note of a closed walk with this winding.
    fn close(&mut self, goal: Goal, around: Shift) {
        if winds_purely(goal, around) {
            self.completion = Completion::Decisive;
        } else if winds(goal, around) && self.completion == Completion::Open {
            self.completion = Completion::Slanted;
        }
    }
}
