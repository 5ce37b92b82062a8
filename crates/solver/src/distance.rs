//! How far a colour is from a ring: how many stones it needs at least, and where.
//!
//! Every ring crosses every line of cells across the colour's axis. So it begins at one of the
//! line's cells and ends at the same cell in another copy of the board, unrolled along that axis;
//! which copy along the other axis does not matter. The empty cells on the shortest such way are
//! the stones that are needed.

use std::collections::VecDeque;

use hexring_control::Limit;
use hexring_game::{Axis, Color, Goal};

use crate::bits::Bits;
use crate::grid::Grid;
use crate::progress::{Stopped, go_on};
use crate::state::State;

/// Barriers are looked for at so many lines, those with the fewest cells to go through.
const TRIED_LINES: usize = 3;

/// The least number of stones that a colour must still place before it has a ring, or more than
/// there are cells if it cannot have one.
pub(crate) fn stones_needed<const W: usize>(
    grid: &Grid<W>,
    state: &State<W>,
    color: Color,
    limit: &Limit,
) -> Result<usize, Stopped> {
    let ways = Ways::new(grid, state, color);
    let mut least = ways.impossible();
    for cell in ways.lines()[0].iter() {
        go_on(limit)?;
        least = least.min(ways.measure(cell).ring);
    }
    Ok(least)
}

/// Empty cells that make sure that the colour needs so many stones at least, whatever stones it
/// has anywhere else. Of all such sets that are found, the one with the fewest cells outside of
/// `free`; none if fewer stones are enough.
///
/// Seen from a cell, the empty cells in which a way has its first, second, third … stone are
/// barriers: a ring through the cell goes through each of them, and not twice through one cell.
pub(crate) fn barriers<const W: usize>(
    grid: &Grid<W>,
    state: &State<W>,
    color: Color,
    stones: usize,
    free: Bits<W>,
    limit: &Limit,
) -> Result<Option<Bits<W>>, Stopped> {
    let ways = Ways::new(grid, state, color);
    let mut sets = Vec::new();
    for line in ways.lines().into_iter().take(TRIED_LINES) {
        sets.extend(ways.barriers_at(line, stones, free, limit)?);
    }
    Ok(sets.into_iter().min_by_key(|set| (*set - free).len()))
}

/// The ways of a colour through the board, unrolled along its axis as far as a ring may go.
struct Ways<'a, const W: usize> {
    grid: &'a Grid<W>,
    axis: Axis,
    /// The colour's stones and the empty cells.
    usable: Bits<W>,
    empty: Bits<W>,
    /// Copies before the one that ways begin in, and in all.
    before: usize,
    copies: usize,
}

impl<'a, const W: usize> Ways<'a, W> {
    fn new(grid: &'a Grid<W>, state: &State<W>, color: Color) -> Self {
        let axis = match grid.goal(color) {
            Goal::Ring(axis) => axis,
            Goal::Path { .. } => unreachable!("asked for rings only"),
        };
        let empty = state.empty(grid);
        // A ring has each cell once. It may go forth with all of them, back with half of them.
        let around = if axis == Axis::Horizontal { grid.board.cols() } else { grid.board.rows() };
        let turns = grid.cells / usize::from(around);
        let (before, after) = (turns / 2 + 1, turns + 1);
        Ways {
            grid,
            axis,
            usable: state.own(color) | empty,
            empty,
            before,
            copies: before + 1 + after,
        }
    }

    /// The lines across the axis as cells that may be used, those with few of them first.
    fn lines(&self) -> Vec<Bits<W>> {
        let (cols, rows) = (self.grid.board.cols(), self.grid.board.rows());
        let is_horizontal = self.axis == Axis::Horizontal;
        let line_of = |cell: u8| if is_horizontal { cell % cols } else { cell / cols };
        let mut lines = vec![Bits::EMPTY; usize::from(if is_horizontal { cols } else { rows })];
        self.usable.iter().for_each(|cell| lines[usize::from(line_of(cell))].insert(cell));
        lines.sort_by_key(|line: &Bits<W>| line.len());
        lines
    }

    fn impossible(&self) -> usize {
        self.grid.cells + 1
    }

    /// The steps from a cell of a copy that stay in the copies.
    fn steps(&self, copy: usize, cell: u8) -> impl Iterator<Item = (usize, u8)> {
        let steps = self.grid.steps[usize::from(cell)].iter();
        steps.filter(|step| self.usable.contains(step.to)).filter_map(move |step| {
            let turn = if self.axis == Axis::Horizontal { step.wrap.a } else { step.wrap.b };
            let copy = copy.checked_add_signed(isize::from(turn))?;
            (copy < self.copies).then_some((copy, step.to))
        })
    }

    /// Measures the ways from a cell, breadth first: stones cost nothing.
    fn measure(&self, start: u8) -> Measured {
        let cells = self.grid.cells;
        let mut least = vec![self.impossible(); self.copies * cells];
        let mut ring = self.impossible();
        let mut queue = VecDeque::new();
        let mut reach = |(copy, cell): (usize, u8), before: usize, queue: &mut VecDeque<_>| {
            let cost = usize::from(self.empty.contains(cell));
            let place = &mut least[copy * cells + usize::from(cell)];
            if before + cost < *place {
                *place = before + cost;
                let next = (copy, cell, before + cost);
                if cost == 0 { queue.push_front(next) } else { queue.push_back(next) }
            }
        };
        reach((self.before, start), 0, &mut queue);
        while let Some((copy, cell, here)) = queue.pop_front() {
            if here > ring {
                break;
            }
            for (copy, to) in self.steps(copy, cell) {
                if to == start && copy > self.before {
                    ring = ring.min(here);
                } else {
                    reach((copy, to), here, &mut queue);
                }
            }
        }
        Measured { least, ring }
    }

    /// So many barriers for the ways from each cell of a line; none if some have fewer.
    fn barriers_at(
        &self,
        line: Bits<W>,
        stones: usize,
        free: Bits<W>,
        limit: &Limit,
    ) -> Result<Option<Bits<W>>, Stopped> {
        let mut all = Bits::EMPTY;
        for start in line.iter() {
            go_on(limit)?;
            match self.barriers(start, stones, free | all) {
                Some(barriers) => all |= barriers,
                None => return Ok(None),
            }
        }
        Ok(Some(all))
    }

    /// So many barriers for the ways from a cell to its copies; none if there are fewer.
    fn barriers(&self, start: u8, stones: usize, free: Bits<W>) -> Option<Bits<W>> {
        let measured = self.measure(start);
        if measured.ring == self.impossible() {
            return Some(Bits::EMPTY);
        }
        let mut layers = vec![Bits::EMPTY; measured.ring + 1];
        for (place, least) in measured.least.iter().enumerate() {
            let cell = (place % self.grid.cells) as u8;
            if *least <= measured.ring && self.empty.contains(cell) {
                layers[*least].insert(cell);
            }
        }
        let layers = &mut layers[1..];
        layers.sort_by_key(|layer: &Bits<W>| (*layer - free).len());
        let chosen = layers.get(..stones)?;
        Some(chosen.iter().fold(Bits::EMPTY, |set, layer| set | *layer))
    }
}

/// The ways from a cell.
struct Measured {
    /// By copy and cell: the empty cells on the shortest way there, both ends included. Right up to
    /// the number of the ring.
    least: Vec<usize>,
    /// The empty cells of the shortest ring through the cell.
    ring: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{fewer, has_ring, random_state};
    use hexring_game::{Board, Topology};
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// With all other empty cells as a present, a ring still takes so many stones.
    #[test]
    fn barriers_hold_whatever_is_outside() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut checked = 0;
        for (cols, rows) in [(1, 3), (2, 4), (4, 2), (3, 3), (4, 3), (3, 5), (5, 4)] {
            let board = Board::new(Topology::Torus, cols, rows).expect("small");
            let grid = Grid::<1>::new(board);
            for _ in 0..150 {
                let state = random_state(&grid, 10..80, &mut rng);
                for (color, stones) in Color::ALL.into_iter().flat_map(|c| [(c, 1), (c, 2), (c, 3)])
                {
                    let least =
                        stones_needed(&grid, &state, color, &Limit::none()).expect("no limit");
                    let found = barriers(&grid, &state, color, stones, Bits::EMPTY, &Limit::none())
                        .expect("no limit");
                    assert_eq!(found.is_some(), stones <= least, "{board} {state:?}");
                    let Some(barrier) = found else { continue };
                    assert!(barrier.is_within(state.empty(&grid)), "{board} {state:?}");
                    let present = grid.all - state.own(!color) - barrier;
                    for chosen in fewer(barrier, stones) {
                        let ring = has_ring(&grid, color, present | chosen);
                        assert!(!ring, "{board} {state:?} {barrier:?} {chosen:?}");
                    }
                    checked += usize::from(!barrier.is_empty());
                }
            }
        }
        assert!(checked > 500, "{checked}");
    }
}
