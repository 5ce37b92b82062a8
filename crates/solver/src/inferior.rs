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
//! **Rings of a cylinder.** If all cells of a ring are red but one, that one is dead: it is the only
//! way from one side of the ring to the other, so no blue ring goes through it, and red stones touch
//! every cell beside it. If all are red but two, and these are empty, Red has captured them. So on
//! two columns Red has captured every empty ring, and on three every ring in which Blue has nothing
//! and it has a stone.
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
//!   time. This position on `torus:3x3` has another winner if captured cells are filled in:
//!
//! ```text
//!     B B .
//!      . R .
//!       R B B
//! ```

use hexring_game::Color;

use crate::bits::Bits;
use crate::grid::{Beside, Grid};
use crate::state::State;

/// What a position can be reduced to.
#[derive(Clone, Copy)]
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

    /// Fills in dead and captured cells until there are no more. On a torus only dead ones.
    pub(crate) fn fill_in<const W: usize>(&self, grid: &Grid<W>, state: &State<W>) -> FillIn<W> {
        self.fill_in_with(grid, state, grid.all, capturing(grid), |_, _| ())
    }

    /// The same, but only some colours capture, and somebody is told of each pair in turn.
    pub(crate) fn fill_in_telling<const W: usize>(
        &self,
        grid: &Grid<W>,
        state: &State<W>,
        colors: &[Color],
        tell: impl FnMut(Color, [u8; 2]),
    ) -> State<W> {
        self.fill_in_with(grid, state, grid.all, colors, tell).state
    }

    /// The same for a position that was filled in before the stone on `cell` was put there: what
    /// is new is near that stone, or near what it makes dead or captured.
    pub(crate) fn fill_in_around<const W: usize>(
        &self,
        grid: &Grid<W>,
        state: &State<W>,
        cell: u8,
    ) -> FillIn<W> {
        let near = grid.near[usize::from(cell)];
        self.fill_in_with(grid, state, near, capturing(grid), |_, _| ())
    }

    /// Looks at the cells of a set, and at those near what was found.
    fn fill_in_with<const W: usize>(
        &self,
        grid: &Grid<W>,
        state: &State<W>,
        mut looked_at: Bits<W>,
        capturing: &[Color],
        mut tell: impl FnMut(Color, [u8; 2]),
    ) -> FillIn<W> {
        let mut filled = FillIn { state: *state, captured: [Bits::EMPTY; 2] };
        loop {
            let mut found = self.dead_cells(grid, &filled.state, looked_at);
            filled.state.dead |= found;
            let near = looked_at | grid.near_all(found);
            for color in capturing {
                found |= self.capture(grid, &mut filled, near, *color, &mut tell);
            }
            if found.is_empty() {
                return filled;
            }
            looked_at = grid.near_all(found);
        }
    }

    fn dead_cells<const W: usize>(
        &self,
        grid: &Grid<W>,
        state: &State<W>,
        looked_at: Bits<W>,
    ) -> Bits<W> {
        let cells = (state.empty(grid) & looked_at).iter();
        let is_dead = |cell: &u8| {
            let is_hole = not_red_beside(grid, state, *cell).is_some_and(Bits::is_empty);
            // A dead neighbour may be thought of as either colour.
            let dead = |color: &Color| self.dead[code(grid, state, *cell, *color)];
            is_hole || grid.embedded[usize::from(*cell)] && Color::ALL.iter().any(dead)
        };
        cells.filter(is_dead).collect()
    }

    /// Captures what a colour can.
    fn capture<const W: usize>(
        &self,
        grid: &Grid<W>,
        filled: &mut FillIn<W>,
        looked_at: Bits<W>,
        color: Color,
        tell: &mut impl FnMut(Color, [u8; 2]),
    ) -> Bits<W> {
        let mut found = Bits::EMPTY;
        for cell in (filled.state.empty(grid) & looked_at).iter() {
            if let Some(other) = self.captured_with(grid, &filled.state, cell, color) {
                let pair = Bits::of(cell).with(other);
                filled.state.stones[color.index()] |= pair;
                filled.captured[color.index()] |= pair;
                found |= pair;
                tell(color, [cell, other]);
            }
        }
        found
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
        let holes = not_red_beside(grid, state, cell).filter(|rest| rest.len() == 1);
        let hole = holes.and_then(|rest| (rest & empty).iter().next());
        if color == Color::Red && empty.contains(cell) && hole.is_some() {
            return hole;
        }
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

    /// Whether a cell helps nobody: an empty one, or one with a stone that might as well be another.
    pub(crate) fn is_dead_at<const W: usize>(
        &self,
        grid: &Grid<W>,
        state: &State<W>,
        cell: u8,
    ) -> bool {
        grid.embedded[usize::from(cell)] && self.dead[code(grid, state, cell, Color::Red)]
    }

    /// The empty neighbours on which a stone of the colour would make the cell dead, by their
    /// directions.
    pub(crate) fn killers<const W: usize>(
        &self,
        grid: &Grid<W>,
        state: &State<W>,
        cell: u8,
        color: Color,
    ) -> impl Iterator<Item = u8> {
        let pattern = code(grid, state, cell, Color::Red);
        let (around, empty) = (&grid.around[usize::from(cell)], state.empty(grid));
        let embedded = grid.embedded[usize::from(cell)];
        (0..6).filter_map(move |d| match around[d] {
            Beside::Cell(to) if embedded && empty.contains(to) => {
                self.dead[pattern + digit(color) * PLACES[d]].then_some(to)
            }
            _ => None,
        })
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

/// The colours that capture cells.
fn capturing<const W: usize>(grid: &Grid<W>) -> &'static [Color] {
    if grid.both_may_win() { &[] } else { &Color::ALL }
}

/// The other cells of a narrow cylinder's ring that are not red.
fn not_red_beside<const W: usize>(grid: &Grid<W>, state: &State<W>, cell: u8) -> Option<Bits<W>> {
    let red = state.stones[Color::Red.index()].with(cell);
    grid.narrow_ring(cell).map(|ring| ring - red)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain::PlainSearch;
    use crate::samples::{position_of, random_state, setup_of};
    use hexring_game::{Position, Setup, Topology};
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Which neighbours of the cell each neighbour is connected to, in one colour.
    fn connected(colors: [usize; 6], color: usize, hub: bool) -> [u8; 6] {
        let mut reach: [u8; 6] =
            std::array::from_fn(|d| if colors[d] == color { 1 << d } else { 0 });
        for _ in 0..6 {
            let joined = (0..6).filter(|d| hub && reach[*d] != 0).fold(0, |set, d| set | reach[d]);
            for d in (0..6).filter(|d| colors[*d] == color) {
                let next = reach[(d + 1) % 6] | reach[(d + 5) % 6];
                reach[d] |= next | joined;
            }
        }
        reach
    }

    /// Every dead pattern, filled in every way: a stone on the cell joins nothing.
    #[test]
    fn dead_patterns_connect_nothing() {
        let patterns = Patterns::new();
        let dead = (0..729).filter(|code| patterns.dead[*code]);
        let mut count = 0;
        for code in dead {
            count += 1;
            for filling in 0..64usize {
                let colors = std::array::from_fn(|d| match code / PLACES[d] % 3 {
                    EMPTY => 1 + (filling >> d & 1),
                    stone => stone,
                });
                for color in [1, 2] {
                    let (with, without) =
                        (connected(colors, color, true), connected(colors, color, false));
                    assert_eq!(with, without, "pattern {code}, filling {filling}");
                }
            }
        }
        assert_eq!(count, 122);
    }

    type Values = [Option<Color>; 2];

    /// Who wins with each player to move; none where somebody has won already.
    fn values(setup: &mut Setup) -> Option<Values> {
        let mut search = PlainSearch::new();
        let mut found = [None; 2];
        for color in Color::ALL {
            setup.to_move = Some(color);
            let position = Position::from_setup(setup).ok()?;
            found[color.index()] = search.value(&position);
        }
        Some(found)
    }

    /// Random stones on a board, with a few empty cells, that nobody has won.
    fn few_empty(grid: &Grid<1>, rng: &mut Xoshiro256PlusPlus) -> Option<State<1>> {
        let state = random_state(grid, 40..90, rng);
        let position = position_of(grid, &state)?;
        (!position.is_over() && position.empty_count() <= 8).then_some(state)
    }

    const BOARDS: [(u8, u8); 9] =
        [(1, 4), (2, 4), (4, 2), (3, 3), (4, 3), (3, 4), (5, 3), (4, 4), (3, 5)];

    fn sample(topology: Topology) -> impl Iterator<Item = (Grid<1>, State<1>)> {
        BOARDS.into_iter().flat_map(move |(cols, rows)| {
            let board = hexring_game::Board::new(topology, cols, rows).expect("small");
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(board.cell_count() as u64);
            (0..200).filter_map(move |_| {
                let grid = Grid::new(board);
                few_empty(&grid, &mut rng).map(|state| (grid, state))
            })
        })
    }

    #[test]
    fn fill_in_keeps_the_value_on_every_topology() {
        let patterns = Patterns::new();
        let mut filled_in = 0;
        for (grid, state) in Topology::ALL.into_iter().flat_map(sample) {
            let filled = patterns.fill_in(&grid, &state).state;
            let before = values(&mut setup_of(&grid, &state, Color::Red)).expect("not both");
            for dead_as in Color::ALL {
                let after = values(&mut setup_of(&grid, &filled, dead_as));
                assert_eq!(Some(before), after, "{} {state:?} {filled:?}", grid.board);
            }
            filled_in += usize::from(filled != state);
        }
        assert!(filled_in > 500, "{filled_in}");
    }

    /// After a move on a position that is filled in, looking near the move is enough.
    #[test]
    fn fill_in_around_a_stone_is_fill_in() {
        let patterns = Patterns::new();
        let mut filled_in = 0;
        for (grid, state) in Topology::ALL.into_iter().flat_map(sample) {
            let before = patterns.fill_in(&grid, &state).state;
            for cell in before.empty(&grid).iter() {
                let after = before.after(cell);
                let near = patterns.fill_in_around(&grid, &after, cell).state;
                let again = patterns.fill_in(&grid, &near).state;
                assert_eq!(near, again, "{} {before:?} {cell}", grid.board);
                filled_in += usize::from(near != after);
            }
        }
        assert!(filled_in > 500, "{filled_in}");
    }

    #[test]
    fn a_dominating_stone_is_as_good_on_plane_and_cylinder() {
        let patterns = Patterns::new();
        let mut pairs = 0;
        for (grid, state) in [Topology::Plane, Topology::Cylinder].into_iter().flat_map(sample) {
            let wins = |cell: u8, color: Color| {
                let mut after = state;
                after.stones[color.index()].insert(cell);
                let mut setup = setup_of(&grid, &after, Color::Red);
                values(&mut setup).expect("one winner")[(!color).index()] == Some(color)
            };
            for color in Color::ALL {
                for stone in state.empty(&grid).iter() {
                    for worse in patterns.dominated_by(&grid, &state, stone, color).iter() {
                        pairs += 1;
                        let kept = wins(stone, color) || !wins(worse, color);
                        assert!(kept, "{} {state:?} {stone} {worse}", grid.board);
                    }
                }
            }
        }
        assert!(pairs > 1000, "{pairs}");
    }

    /// Captured cells are won in the end, but on a torus the end may come too late.
    #[test]
    fn captured_cells_must_not_be_filled_in_on_a_torus() {
        let patterns = Patterns::new();
        let grid = Grid::<1>::new("torus:3x3".parse().expect("a board"));
        let stones = [[4, 6].as_slice(), [0, 1, 7, 8].as_slice()];
        let stones = stones.map(|cells| cells.iter().copied().collect());
        let state = State { stones, dead: Bits::EMPTY, to_move: Color::Red };
        let filled = patterns.fill_in_with(&grid, &state, grid.all, &Color::ALL, |_, _| ()).state;
        let before = values(&mut setup_of(&grid, &state, Color::Red));
        assert_ne!(before, values(&mut setup_of(&grid, &filled, Color::Red)));
    }
}
