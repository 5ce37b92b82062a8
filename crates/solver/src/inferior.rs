//! Cells that are not worth a move: dead and captured ones, found from the six neighbours.
//!
//! **Dead.** A cell helps nobody if, however its empty neighbours are filled, the neighbours of
//! each colour lie side by side: who goes through the cell could as well go around it.
//!
//! ```text
//!     R R          R R          . R
//!    R x B   or   R x R   or   R x R      x is dead, whatever the dots become
//!     B B          . R          R R
//! ```
//!
//! **Captured.** Two empty neighbours are captured by a colour if its stone on either makes the
//! other dead: when the opponent takes one, the colour takes the other, and the opponent's stone
//! is as good as its own. So both count as the colour's stones from the start.
//!
//! ```text
//!      R R
//!     R x .        R on x kills y, and R on y kills x: Red has captured both
//!      . y R
//!       R R
//! ```
//!
//! The first is Hayward and van Rijswijck, *Hex and combinatorics* (2006); the second is the
//! smallest captured set of Henderson, *Playing and solving the game of Hex* (2010). Two points
//! are particular to rings.
//! - The six neighbours must be six different cells, or a pattern would be folded onto itself.
//!   They may touch each other elsewhere, around the board: going around a cell through its
//!   neighbours does not change the winding of a walk, and that is all that matters.
//! - On a torus, captured cells may *not* be filled in. The fill-in is won in the end, but the
//!   opponent does not have to wait for the end: it may complete a ring of its own beside a slanted
//!   ring that is merely captured. Dead cells may be filled in everywhere, as they matter at no
//!   time. A test shows a position where the difference counts.

use hexring_game::Color;

use crate::bits::Bits;
use crate::grid::{Beside, Grid};
use crate::state::State;

/// What a position can be reduced to.
pub(crate) struct FillIn<const W: usize> {
    pub(crate) state: State<W>,
    /// By colour: the cells that it has captured, now its stones.
    pub(crate) captured: [Bits<W>; 2],
}

/// Local patterns as a table: three values for each of six neighbours.
pub(crate) struct Patterns {
    dead: [bool; 729],
}

const EMPTY: usize = 0;

/// The digit of a stone in a pattern.
const fn digit(color: Color) -> usize {
    1 + color.index()
}

const PLACES: [usize; 6] = [1, 3, 9, 27, 81, 243];

impl Patterns {
    pub(crate) fn new() -> Self {
        Patterns { dead: std::array::from_fn(is_dead) }
    }

    /// Fills in dead and captured cells until there are no more.
    pub(crate) fn fill_in<const W: usize>(&self, grid: &Grid<W>, state: &State<W>) -> FillIn<W> {
        let mut filled = FillIn { state: *state, captured: [Bits::EMPTY; 2] };
        loop {
            let dead = self.dead_cells(grid, &filled.state);
            filled.state.dead |= dead;
            let captured =
                if !grid.both_may_win() { self.capture(grid, &mut filled) } else { false };
            if dead.is_empty() && !captured {
                return filled;
            }
        }
    }

    fn dead_cells<const W: usize>(&self, grid: &Grid<W>, state: &State<W>) -> Bits<W> {
        let cells = state.empty(grid).iter().filter(|cell| grid.embedded[usize::from(*cell)]);
        let is_dead = |cell: &u8| {
            // A dead neighbour may be thought of as either colour.
            Color::ALL.iter().any(|color| self.dead[code(grid, state, *cell, *color)])
        };
        cells.filter(is_dead).collect()
    }

    /// Captures what can be, and says whether there was anything.
    fn capture<const W: usize>(&self, grid: &Grid<W>, filled: &mut FillIn<W>) -> bool {
        let mut any = false;
        for color in Color::ALL {
            for cell in filled.state.empty(grid).iter() {
                if let Some(other) = self.captured_with(grid, &filled.state, cell, color) {
                    for cell in [cell, other] {
                        filled.state.stones[color.index()].insert(cell);
                        filled.captured[color.index()].insert(cell);
                    }
                    any = true;
                }
            }
        }
        any
    }

    /// A neighbour that is captured together with the cell.
    fn captured_with<const W: usize>(
        &self,
        grid: &Grid<W>,
        state: &State<W>,
        cell: u8,
        color: Color,
    ) -> Option<u8> {
        let empty = state.empty(grid);
        let kills = |own: u8, other: u8| {
            // Going around a dead neighbour is not for the colour to do: it counts as blocked.
            let pattern = code(grid, state, other, !color);
            let direction =
                grid.around[usize::from(other)].iter().position(|b| *b == Beside::Cell(own));
            direction.is_some_and(|d| self.dead[pattern + digit(color) * PLACES[d]])
        };
        if !empty.contains(cell) || !grid.embedded[usize::from(cell)] {
            return None;
        }
        let neighbors = grid.around[usize::from(cell)].iter().filter_map(|beside| match beside {
            Beside::Cell(to) if empty.contains(*to) && grid.embedded[usize::from(*to)] => Some(*to),
            _ => None,
        });
        let mut pairs = neighbors.filter(|other| kills(cell, *other) && kills(*other, cell));
        pairs.next()
    }

    /// The cells that a stone of the colour would capture or kill: worse than that stone.
    pub(crate) fn dominated_by<const W: usize>(
        &self,
        grid: &Grid<W>,
        state: &State<W>,
        stone: u8,
        color: Color,
    ) -> Bits<W> {
        let mut after = *state;
        after.stones[color.index()].insert(stone);
        let near = grid.around[usize::from(stone)].iter().filter_map(|beside| match beside {
            Beside::Cell(to) if after.empty(grid).contains(*to) => Some(*to),
            _ => None,
        });
        let mut dominated = Bits::EMPTY;
        for cell in near.filter(|cell| grid.embedded[usize::from(*cell)]) {
            if self.dead[code(grid, &after, cell, color)] {
                dominated.insert(cell);
            } else if let Some(other) = self.captured_with(grid, &after, cell, color) {
                dominated.insert(cell);
                dominated.insert(other);
            }
        }
        dominated
    }
}

/// The neighbours of a cell as a number in base three; dead ones count as stones of a colour.
fn code<const W: usize>(grid: &Grid<W>, state: &State<W>, cell: u8, dead_as: Color) -> usize {
    let digit_of = |beside: &Beside| match beside {
        Beside::Border(color) => digit(*color),
        Beside::Cell(to) if state.stones[0].contains(*to) => digit(Color::Red),
        Beside::Cell(to) if state.stones[1].contains(*to) => digit(Color::Blue),
        Beside::Cell(to) if state.dead.contains(*to) => digit(dead_as),
        Beside::Cell(_) => EMPTY,
    };
    grid.around[usize::from(cell)].iter().zip(PLACES).map(|(b, place)| digit_of(b) * place).sum()
}

/// Whether the colours change at most twice around the cell, however the empty ones are filled.
fn is_dead(pattern: usize) -> bool {
    let digits = PLACES.map(|place| pattern / place % 3);
    (0..64u32).all(|filling| {
        let color = |d: usize| match digits[d] {
            EMPTY => 1 + (filling >> d & 1) as usize,
            stone => stone,
        };
        (0..6).filter(|d| color(*d) != color((d + 1) % 6)).count() <= 2
    })
}
