//! Random positions for tests.

use std::ops::Range;

use hexring_game::{Color, Position, Rules, Setup, Status};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::bits::Bits;
use crate::grid::Grid;
use crate::state::State;

/// Random stones on a share of the cells that is drawn from a range, in hundredths, and either
/// colour to move. Anybody may have won.
pub(crate) fn random_state(
    grid: &Grid<1>,
    shares: Range<u32>,
    rng: &mut Xoshiro256PlusPlus,
) -> State<1> {
    let to_move = Color::ALL[rng.random_range(0..2)];
    let mut state = State { stones: [Bits::EMPTY; 2], dead: Bits::EMPTY, to_move };
    let share = rng.random_range(shares);
    for cell in 0..grid.cells as u8 {
        if rng.random_range(0..100) < share {
            state.stones[rng.random_range(0..2)].insert(cell);
        }
    }
    state
}

/// The position for the rules, with dead cells as stones of a colour.
pub(crate) fn setup_of(grid: &Grid<1>, state: &State<1>, dead_as: Color) -> Setup {
    let mut setup = Setup::new(Rules::new(grid.board));
    for color in Color::ALL {
        let dead = if color == dead_as { state.dead } else { Bits::EMPTY };
        let cells = (state.own(color) | dead).iter();
        setup.stones[color] = cells.map(|c| grid.board.cell(grid.site(c))).collect();
    }
    setup.to_move = Some(state.to_move);
    setup
}

/// The position of such a state without dead cells; none if both have won.
pub(crate) fn position_of(grid: &Grid<1>, state: &State<1>) -> Option<Position> {
    Position::from_setup(&setup_of(grid, state, Color::Red)).ok()
}

/// Whether the rules give the colour a ring if it alone has stones, on these cells.
pub(crate) fn has_ring(grid: &Grid<1>, color: Color, cells: Bits<1>) -> bool {
    let mut stones = [Bits::EMPTY; 2];
    stones[color.index()] = cells;
    let state = State { stones, dead: Bits::EMPTY, to_move: color };
    position_of(grid, &state).expect("stones of one colour").status() == Status::Won(color)
}

/// All sets of fewer cells than `count` of a set.
pub(crate) fn fewer(set: Bits<1>, count: usize) -> Vec<Bits<1>> {
    let mut all = vec![Bits::EMPTY];
    for _ in 1..count {
        let larger = all.iter().flat_map(|s| set.iter().map(|cell| s.with(cell)));
        let larger: Vec<Bits<1>> = larger.collect();
        all.extend(larger);
        all.sort();
        all.dedup();
    }
    all
}
