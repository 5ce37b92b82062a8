//! The cylinder as this search sees it: which rings are near, what is connected, what looks alike.

use hexring_game::{Board, Color};

use crate::bits::Bits;
use crate::grid::Grid;
use crate::state::State;

/// Cells whose image is looked up at once.
const CHUNK: u32 = 8;

/// The tables of one board.
pub(super) struct Arena<const W: usize> {
    pub(super) grid: Grid<W>,
    columns: u32,
    first_column: Bits<W>,
    last_column: Bits<W>,
    top: Bits<W>,
    bottom: Bits<W>,
    /// By ring: the cells in which a blue stone there may be answered.
    windows: Vec<Bits<W>>,
    /// By symmetry, by some cells in a row, by which of these are in a set: their image.
    images: Vec<Vec<Vec<Bits<W>>>>,
    /// By symmetry: the number of the one that leads back.
    inverses: Vec<usize>,
}

/// Stones up to symmetry, and the ring of Blue's last stone where Red is to answer it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key<const W: usize> {
    pub(super) red: Bits<W>,
    pub(super) blue: Bits<W>,
    pub(super) ring: Option<u8>,
}

impl<const W: usize> Arena<W> {
    /// For a cylinder with answers so many rings away at most.
    pub(super) fn new(board: Board, within: u8) -> Self {
        let grid = Grid::<W>::new(board);
        let (columns, rows) = (u32::from(board.cols()), board.rows());
        let ring = |cell: u8| (u32::from(cell) / columns) as u8;
        let window = |at: u8| grid.all.iter().filter(|c| ring(*c).abs_diff(at) <= within).collect();
        let column = |at: u32| grid.all.iter().filter(|c| u32::from(*c) % columns == at).collect();
        Arena {
            columns,
            first_column: column(0),
            last_column: column(columns - 1),
            top: grid.border(Color::Red, 0),
            bottom: grid.border(Color::Red, 1),
            windows: (0..rows).map(window).collect(),
            images: grid.symmetries.iter().map(|symmetry| images(&symmetry.map)).collect(),
            inverses: inverses(&grid),
            grid,
        }
    }

    pub(super) fn ring(&self, cell: u8) -> u8 {
        (u32::from(cell) / self.columns) as u8
    }

    /// The cells in which a blue stone of this ring may be answered.
    pub(super) fn window(&self, ring: u8) -> Bits<W> {
        self.windows[usize::from(ring)]
    }

    /// The cells near enough to a cell that one may answer the other.
    pub(super) fn near(&self, cell: u8) -> Bits<W> {
        self.window(self.ring(cell))
    }

    pub(super) fn top(&self) -> Bits<W> {
        self.top
    }

    pub(super) fn bottom(&self) -> Bits<W> {
        self.bottom
    }

    /// All neighbours of the cells of a set.
    #[inline]
    pub(super) fn around(&self, set: Bits<W>) -> Bits<W> {
        let (m, far) = (self.columns, self.columns - 1);
        let right = (set - self.last_column).forward(1) | (set & self.last_column).back(far);
        let left = (set - self.first_column).back(1) | (set & self.first_column).forward(far);
        (right | left | (set | left).forward(m) | (set | right).back(m)) & self.grid.all
    }

    /// What is connected with the cells of a set, inside of another.
    #[inline]
    pub(super) fn flood(&self, seed: Bits<W>, inside: Bits<W>) -> Bits<W> {
        let mut reached = seed & inside;
        let mut front = reached;
        while !front.is_empty() {
            front = (self.around(front) & inside) - reached;
            reached |= front;
        }
        reached
    }

    /// Whether cells join the top and the bottom. If those that are not blue do not, then Blue has
    /// a ring.
    pub(super) fn joins(&self, cells: Bits<W>) -> bool {
        self.flood(self.top, cells).intersects(self.bottom)
    }

    /// The representative of all positions that symmetries make equal, and the number of the
    /// symmetry that leads to it.
    pub(super) fn canonical(&self, state: &State<W>, ring: Option<u8>) -> (Key<W>, usize) {
        let [red, blue] = state.stones;
        let last = self.windows.len() as u8 - 1;
        let mut best: Option<(Key<W>, usize)> = None;
        for symmetry in 0..self.images.len() {
            let image = self.image(red, symmetry);
            if best.is_some_and(|(key, _)| key.red < image) {
                continue;
            }
            let is_turned = self.ring(self.grid.symmetries[symmetry].map[0]) != 0;
            let ring = ring.map(|ring| if is_turned { last - ring } else { ring });
            let key = Key { red: image, blue: self.image(blue, symmetry), ring };
            if best.is_none_or(|(least, _)| key < least) {
                best = Some((key, symmetry));
            }
        }
        best.expect("the identity is a symmetry")
    }

    /// Where a set goes under a symmetry.
    #[inline]
    pub(super) fn image(&self, set: Bits<W>, symmetry: usize) -> Bits<W> {
        let mut image = Bits::EMPTY;
        for (number, table) in self.images[symmetry].iter().enumerate() {
            let at = number as u32 * CHUNK;
            image |= table[(set.0[at as usize / 64] >> (at % 64)) as usize % (1 << CHUNK)];
        }
        image
    }

    /// The set that goes there under a symmetry.
    pub(super) fn preimage(&self, set: Bits<W>, symmetry: usize) -> Bits<W> {
        self.image(set, self.inverses[symmetry])
    }
}

fn images<const W: usize>(map: &[u8]) -> Vec<Vec<Bits<W>>> {
    let chunk = |cells: &[u8]| {
        let image = |set: usize| {
            let chosen = cells.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
            chosen.map(|(_, to)| *to).collect()
        };
        (0..1 << CHUNK).map(image).collect()
    };
    map.chunks(CHUNK as usize).map(chunk).collect()
}

fn inverses<const W: usize>(grid: &Grid<W>) -> Vec<usize> {
    let symmetries = &grid.symmetries;
    let is_inverse = |one: &[u8], other: &[u8]| {
        one.iter().enumerate().all(|(from, to)| usize::from(other[usize::from(*to)]) == from)
    };
    let inverse = |one: &[u8]| symmetries.iter().position(|other| is_inverse(one, &other.map));
    let all = symmetries.iter().map(|one| inverse(&one.map).expect("symmetries are a group"));
    all.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::random_state;
    use hexring_game::{Position, Status};
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    const BOARDS: [&str; 6] = ["1x3", "2x3", "3x1", "3x4", "5x5", "7x4"];

    fn arenas() -> impl Iterator<Item = Arena<1>> {
        BOARDS.iter().map(|size| Arena::new(format!("cylinder:{size}").parse().expect("valid"), 1))
    }

    #[test]
    fn neighbours_are_those_of_the_grid() {
        for arena in arenas() {
            for cell in arena.grid.all.iter() {
                let steps = arena.grid.steps[usize::from(cell)].iter().map(|step| step.to);
                assert_eq!(arena.around(Bits::of(cell)), steps.collect(), "{}", arena.grid.board);
            }
        }
    }

    #[test]
    fn blue_has_a_ring_where_the_rest_does_not_join() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut rings, mut paths) = (0, 0);
        for arena in arenas() {
            for _ in 0..300 {
                let mut state = random_state(&arena.grid, 30..100, &mut rng);
                let [red, blue] = state.stones;
                state.stones = [Bits::EMPTY, blue];
                let setup = crate::samples::setup_of(&arena.grid, &state, Color::Red);
                let position = Position::from_setup(&setup).expect("stones of one colour");
                let has_ring = position.status() == Status::Won(Color::Blue);
                assert_eq!(has_ring, !arena.joins(arena.grid.all - blue), "{setup:?}");
                rings += u32::from(has_ring);
                paths += u32::from(arena.joins(red));
            }
        }
        assert!(rings > 100 && paths > 100, "{rings} {paths}");
    }

    #[test]
    fn positions_that_are_alike_have_one_key() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        for arena in arenas() {
            let last = arena.windows.len() as u8 - 1;
            for _ in 0..20 {
                let state = random_state(&arena.grid, 10..60, &mut rng);
                let (key, _) = arena.canonical(&state, Some(0));
                for symmetry in 0..arena.images.len() {
                    let stones = state.stones.map(|set| arena.image(set, symmetry));
                    let back = stones.map(|set| arena.preimage(set, symmetry));
                    assert_eq!(back, state.stones);
                    let other = State { stones, ..state };
                    let found = [0, last].map(|ring| arena.canonical(&other, Some(ring)).0);
                    assert!(found.contains(&key), "{} {state:?}", arena.grid.board);
                }
            }
        }
    }
}
