//! How many stones a ring needs at least.

use std::collections::VecDeque;

use hexring_game::{Axis, Color, Goal};

use crate::grid::Grid;
use crate::state::State;

/// A lower bound of the stones that a colour must still place before it has a ring, or more than
/// there are cells if it cannot have one.
///
/// Cut the board open anywhere across the colour's axis: a ring goes around, so one of its copies
/// in the unrolled board leads from one side of the cut to the next, through the whole board. So
/// every such cut gives a bound, the number of empty cells on the shortest way, and the best of
/// them counts.
pub(crate) fn stones_needed<const W: usize>(
    grid: &Grid<W>,
    state: &State<W>,
    color: Color,
) -> usize {
    let (cols, rows) = (grid.board.cols(), grid.board.rows());
    let lines = if grid.goal(color) == Goal::Ring(Axis::Horizontal) { cols } else { rows };
    (0..lines).map(|line| crossing(grid, state, color, line)).max().unwrap_or(0)
}

/// The empty cells on the shortest way from a line of cells across the axis to the line before it,
/// not through the cut between the two.
fn crossing<const W: usize>(grid: &Grid<W>, state: &State<W>, color: Color, line: u8) -> usize {
    let horizontal = grid.goal(color) == Goal::Ring(Axis::Horizontal);
    let (own, empty) = (state.own(color), state.empty(grid));
    let (cols, rows) = (grid.board.cols(), grid.board.rows());
    let lines = if horizontal { cols } else { rows };
    // Lines are counted from the cut.
    let place = |cell: u8| {
        let at = if horizontal { cell % cols } else { cell / cols };
        (at + lines - line) % lines
    };
    let impossible = grid.cells + 1;
    let mut least = vec![impossible; grid.cells];
    let mut queue = VecDeque::new();
    for cell in (own | empty).iter().filter(|cell| place(*cell) == 0) {
        let cost = usize::from(empty.contains(cell));
        least[usize::from(cell)] = cost;
        if cost == 0 { queue.push_front(cell) } else { queue.push_back(cell) }
    }
    while let Some(cell) = queue.pop_front() {
        let here = least[usize::from(cell)];
        if place(cell) + 1 == lines {
            return here;
        }
        for step in &grid.steps[usize::from(cell)] {
            let through_cut = place(cell).abs_diff(place(step.to)) > 1;
            let cost = usize::from(empty.contains(step.to));
            let usable = own.contains(step.to) || cost == 1;
            if usable && !through_cut && here + cost < least[usize::from(step.to)] {
                least[usize::from(step.to)] = here + cost;
                if cost == 0 { queue.push_front(step.to) } else { queue.push_back(step.to) }
            }
        }
    }
    impossible
}
