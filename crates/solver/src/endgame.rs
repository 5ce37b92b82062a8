//! Positions of a torus with few empty cells, searched move by move.
//!
//! On a narrow torus most wins are slanted rings that go all over the board, and virtual connections
//! see them late. Once few cells are empty, it takes less time to try all moves: a position here costs
//! a thousandth of one that is judged. Threats come first, then what has refuted most. The search
//! gives up after a number of positions.

use std::cmp::Reverse;

use hexring_game::{Axis, Color, Goal};

use crate::grid::{Grid, Step};
use crate::state::State;

/// The largest torus, in cells: a position is two words with some bits to spare.
const MAX_CELLS: usize = 60;

/// Positions that are remembered, a power of two.
const REMEMBERED: usize = 1 << 16;

/// Cells are numbers of this range.
const WIDTH: usize = 64;

/// A step to a neighbour, and for each colour how far it leads around along the colour's axis.
#[derive(Clone, Copy)]
struct Link {
    to: u8,
    turns: [i8; 2],
}

/// The stones on the board and their groups.
#[derive(Clone, Copy)]
struct Stones {
    own: [u64; 2],
    empty: u64,
    /// By colour: the empty cells where a stone closes a ring.
    closing: [u64; 2],
    /// By stone: the representative of its group.
    root: [u8; WIDTH],
    /// By stone: how many turns around its colour's axis it lies from its representative.
    turns: [i8; WIDTH],
}

/// A position and its winning move.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Remembered {
    /// The red stones; the highest bit says that Blue is to move.
    red: u64,
    blue: u64,
    best: Option<u8>,
}

/// No position has so many stones.
const NOTHING: Remembered = Remembered { red: u64::MAX, blue: u64::MAX, best: None };

/// Searches positions of one torus, with memory that is used again.
pub(crate) struct Endgame {
    links: Vec<Vec<Link>>,
    /// By cell: its neighbours, and whether these are six different ones.
    around: Vec<u64>,
    embedded: Vec<bool>,
    remembered: Vec<Remembered>,
    /// By colour and cell: how much was refuted by this move.
    merit: [[u32; WIDTH]; 2],
    /// Positions that may still be looked at.
    left: usize,
}

/// The search has looked at as many positions as it may.
struct TooMany;

impl Endgame {
    /// For positions of this board; none if it is not a torus, or too large.
    pub(crate) fn new<const W: usize>(grid: &Grid<W>) -> Option<Self> {
        let axes = Color::ALL.map(|color| match grid.goal(color) {
            Goal::Ring(axis) => Some(axis),
            Goal::Path { .. } => None,
        });
        let [Some(red), Some(blue)] = axes else { return None };
        let link = |step: &Step| {
            let along = |axis| if axis == Axis::Horizontal { step.wrap.a } else { step.wrap.b };
            Link { to: step.to, turns: [along(red), along(blue)] }
        };
        (grid.cells <= MAX_CELLS).then(|| Endgame {
            links: grid.steps.iter().map(|steps| steps.iter().map(link).collect()).collect(),
            around: grid.steps.iter().map(|steps| set(steps.iter().map(|step| step.to))).collect(),
            embedded: grid.embedded.clone(),
            remembered: vec![NOTHING; REMEMBERED],
            merit: [[0; WIDTH]; 2],
            left: 0,
        })
    }

    /// Who wins a position, and with which move if the winner is to move; none if that takes more
    /// than so many positions to find out.
    pub(crate) fn solve<const W: usize>(
        &mut self,
        grid: &Grid<W>,
        state: &State<W>,
        positions: usize,
    ) -> Option<(Color, Option<u8>)> {
        let stones = match self.stones(grid, state) {
            Ok(stones) => stones,
            Err(winner) => return Some((winner, None)),
        };
        self.left = positions;
        // Positions come in their canonical form: what was good on a cell before says nothing.
        self.merit = [[0; WIDTH]; 2];
        let best = self.winning_move(&stones, state.to_move).ok()?;
        Some((if best.is_some() { state.to_move } else { !state.to_move }, best))
    }

    /// The stones of a position, or the colour that has a ring.
    fn stones<const W: usize>(&self, grid: &Grid<W>, state: &State<W>) -> Result<Stones, Color> {
        let empty = set(0..grid.cells as u8);
        let (root, turns) = ([0; WIDTH], [0; WIDTH]);
        let mut stones = Stones { own: [0; 2], empty, closing: [0; 2], root, turns };
        for color in Color::ALL {
            let closes = |cell: &u8| self.closes(&stones, color, *cell);
            stones.closing[color.index()] = set(cells(empty).filter(closes));
        }
        // Dead cells help nobody, whoever has them.
        let placed = [state.own(Color::Red), state.own(Color::Blue) | state.dead];
        for (color, placed) in Color::ALL.into_iter().zip(placed) {
            for cell in placed.iter() {
                if stones.closing[color.index()] >> cell & 1 == 1 {
                    return Err(color);
                }
                self.place(&mut stones, color, cell);
            }
        }
        Ok(stones)
    }

    /// A move with which the player to move wins, if there is one.
    fn winning_move(&mut self, stones: &Stones, mover: Color) -> Result<Option<u8>, TooMany> {
        self.left = self.left.checked_sub(1).ok_or(TooMany)?;
        let [own, others] = [mover, !mover].map(|color| stones.closing[color.index()]);
        match (own, others.count_ones()) {
            (0, 0) => {}
            (0, 1) => {
                let forced = others.trailing_zeros() as u8;
                let wins = self.loses(&self.after(stones, mover, forced), !mover)?;
                return Ok(wins.then_some(forced));
            }
            (0, _) => return Ok(None),
            _ => return Ok(Some(own.trailing_zeros() as u8)),
        }
        let (place, red) = (place_of(stones, mover), stones.own[0] | (mover.index() as u64) << 63);
        let Remembered { best, .. } = self.remembered[place];
        if self.remembered[place] == (Remembered { red, blue: stones.own[1], best }) {
            return Ok(best);
        }
        let best = self.searched_move(stones, mover)?;
        self.remembered[place] = Remembered { red, blue: stones.own[1], best };
        Ok(best)
    }

    /// The same where nobody can close a ring at once.
    fn searched_move(&mut self, stones: &Stones, mover: Color) -> Result<Option<u8>, TooMany> {
        let mut moves = Vec::with_capacity(stones.empty.count_ones() as usize);
        for cell in cells(stones.empty) {
            let after = self.after(stones, mover, cell);
            let threats = after.closing[mover.index()].count_ones();
            if threats >= 2 {
                return Ok(Some(cell));
            }
            moves.push((threats, self.merit[mover.index()][usize::from(cell)], cell));
        }
        // A threat leaves one answer.
        moves.sort_unstable_by_key(|chances| Reverse(*chances));
        for (_, _, cell) in &moves {
            if self.loses(&self.after(stones, mover, *cell), !mover)? {
                let depth = stones.empty.count_ones();
                self.merit[mover.index()][usize::from(*cell)] += depth * depth;
                return Ok(Some(*cell));
            }
        }
        Ok(None)
    }

    fn loses(&mut self, stones: &Stones, mover: Color) -> Result<bool, TooMany> {
        Ok(self.winning_move(stones, mover)?.is_none())
    }

    /// Whether a stone would close a ring of its colour: whether it touches a group twice, from
    /// two copies of the board.
    fn closes(&self, stones: &Stones, color: Color, cell: u8) -> bool {
        let touched = self.around[usize::from(cell)] & stones.own[color.index()];
        if self.embedded[usize::from(cell)] && touched & touched.wrapping_sub(1) == 0 {
            return false;
        }
        let mut seen = [(0, 0); 6];
        let mut count = 0;
        for link in &self.links[usize::from(cell)] {
            let turns = link.turns[color.index()];
            if link.to == cell && turns != 0 {
                return true;
            }
            if stones.own[color.index()] >> link.to & 1 == 0 {
                continue;
            }
            let root = stones.root[usize::from(link.to)];
            let at = turns - stones.turns[usize::from(link.to)];
            if seen[..count].iter().any(|(other, there)| *other == root && *there != at) {
                return true;
            }
            seen[count] = (root, at);
            count += 1;
        }
        false
    }

    fn after(&self, stones: &Stones, color: Color, cell: u8) -> Stones {
        let mut after = *stones;
        self.place(&mut after, color, cell);
        after
    }

    /// Puts a stone that closes no ring of its colour, and joins the groups that it touches.
    fn place(&self, stones: &mut Stones, color: Color, cell: u8) {
        stones.root[usize::from(cell)] = cell;
        stones.turns[usize::from(cell)] = 0;
        let own = stones.own[color.index()];
        let mut joined = 0;
        let mut near = self.around[usize::from(cell)];
        for link in &self.links[usize::from(cell)] {
            let root = stones.root[usize::from(link.to)];
            if own >> link.to & 1 == 0 || root == cell {
                continue;
            }
            joined += 1;
            let at = link.turns[color.index()] - stones.turns[usize::from(link.to)];
            for member in cells(own).map(usize::from) {
                if stones.root[member] == root {
                    stones.root[member] = cell;
                    stones.turns[member] += at;
                    near |= self.around[member];
                }
            }
        }
        stones.own[color.index()] |= 1 << cell;
        stones.empty &= !(1 << cell);
        stones.closing = stones.closing.map(|closing| closing & !(1 << cell));
        // Away from the stone only what touches two of the groups is new.
        let changed = if joined >= 2 { near } else { self.around[usize::from(cell)] };
        for cell in cells(changed & stones.empty & !stones.closing[color.index()]) {
            if self.closes(stones, color, cell) {
                stones.closing[color.index()] |= 1 << cell;
            }
        }
    }
}

/// The set of some cells.
fn set(cells: impl Iterator<Item = u8>) -> u64 {
    cells.fold(0, |set, cell| set | 1 << cell)
}

/// The cells of a set.
fn cells(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        cell
    })
}

/// Where a position is remembered.
fn place_of(stones: &Stones, mover: Color) -> usize {
    let [red, blue] = stones.own;
    let mixed = (red ^ (mover.index() as u64) << 63).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ blue.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize % REMEMBERED
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Bits;
    use crate::plain::PlainSearch;
    use crate::samples::{position_of, random_state};
    use hexring_game::{Board, Status, Topology};
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn agrees_with_the_rules_on_every_small_torus() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
        let (mut won, mut searched) = (0, 0);
        for (cols, rows) in (1..=5).flat_map(|cols| (1..=5).map(move |rows| (cols, rows))) {
            let board = Board::new(Topology::Torus, cols, rows).expect("small");
            let grid = Grid::<1>::new(board);
            let mut endgame = Endgame::new(&grid).expect("a torus");
            let mut plain = PlainSearch::new();
            for _ in 0..60 {
                let state = random_state(&grid, 0..80, &mut rng);
                let Some(position) = position_of(&grid, &state) else { continue };
                if position.empty_count() > 9 {
                    continue;
                }
                let mover = state.to_move;
                let (winner, best) = endgame.solve(&grid, &state, usize::MAX).expect("no limit");
                if let Status::Won(color) = position.status() {
                    assert_eq!((winner, best), (color, None), "{board} {state:?}");
                    won += 1;
                    continue;
                }
                assert_eq!(Some(winner), plain.value(&position), "{board} {state:?}");
                assert_eq!(best.is_some(), winner == mover, "{board} {state:?}");
                if let Some(best) = best {
                    let mut after = position.clone();
                    after.play_site(grid.site(best));
                    assert_eq!(plain.value(&after), Some(mover), "{board} {state:?} {best}");
                }
                searched += 1;
            }
        }
        assert!(won > 50 && searched > 500, "{won} {searched}");
    }

    #[test]
    fn a_ring_on_the_board_is_seen_and_patience_ends() {
        let grid = Grid::<1>::new("torus:4x3".parse().expect("a board"));
        let mut endgame = Endgame::new(&grid).expect("a torus");
        let empty = State { stones: [Bits::EMPTY; 2], dead: Bits::EMPTY, to_move: Color::Red };
        assert_eq!(endgame.solve(&grid, &empty, 10), None);
        assert_eq!(endgame.solve(&grid, &empty, usize::MAX).map(|found| found.0), Some(Color::Red));
        // A whole row is Blue's.
        let ring = State { stones: [Bits::EMPTY, (0..4).collect()], ..empty };
        assert_eq!(endgame.solve(&grid, &ring, 10), Some((Color::Blue, None)));
        assert!(Endgame::new(&Grid::<1>::new("cylinder:4x3".parse().expect("a board"))).is_none());
        assert!(Endgame::new(&Grid::<1>::new("torus:8x8".parse().expect("a board"))).is_none());
    }
}
