//! Positions of a torus with few empty cells, searched move by move.
//!
//! On a narrow torus most wins are slanted rings that go all over the board, and virtual connections
//! see them late. Once few cells are empty, it takes less time to try all moves: a position here costs
//! a thousandth of one that is judged. Threats come first, then what the network holds to be good and what has
//! refuted most. The search
//! gives up after a number of positions.
//!
//! What the winner needs is found on the way, as in [the analysis](crate::analysis): the cell that
//! closes its ring; a winning move and what is needed after it; against a player whose moves all lose,
//! what is needed against each. Moves outside of what one of them loses to need not be tried. Rings
//! may be slanted, and then the loser, if it had all other cells, might have had a ring before: some of
//! those are needed too, so that it has none.

use std::cmp::Reverse;

use hexring_game::{Axis, Color, Goal};

use crate::analysis::Verdict;
use crate::bits::Bits;
use crate::grid::{Grid, Step};
use crate::state::State;
use crate::table::Candidate;

/// The largest torus, in cells: a position is two words with some bits to spare.
const MAX_CELLS: usize = 60;

/// Positions that are remembered, a power of two.
const REMEMBERED: usize = 1 << 16;

/// A way that goes around so often is taken for a ring, which asks for more than is needed at worst.
const MAX_TURNS: i8 = 4;

/// The merit of a move for each one that is less promising: as much as it takes a while to earn.
const PROMISE: u32 = 1000;

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

/// Who wins a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Outcome {
    /// The move with which the player to move wins, if it does.
    best: Option<u8>,
    /// The empty cells that the winner needs: it wins although the loser has all others.
    needs: u64,
}

/// A position and who wins it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Remembered {
    /// The red stones; the highest bit says that Blue is to move.
    red: u64,
    blue: u64,
    outcome: Outcome,
}

/// No position has so many stones.
const NOTHING: Remembered =
    Remembered { red: u64::MAX, blue: u64::MAX, outcome: Outcome { best: None, needs: 0 } };

/// Searches positions of one torus, with memory that is used again.
pub(crate) struct Endgame {
    links: Vec<Vec<Link>>,
    /// By cell and colour: the neighbours that lie back, on the same and ahead of the cell's turn
    /// around the colour's axis.
    turning: Vec<[[u64; 3]; 2]>,
    /// By cell: its neighbours, and whether these are six different ones.
    around: Vec<u64>,
    embedded: Vec<bool>,
    remembered: Vec<Remembered>,
    /// By colour: whether it would have a ring if it got all cells that were empty at first.
    hopes: [bool; 2],
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
        let links: Vec<Vec<Link>> =
            grid.steps.iter().map(|steps| steps.iter().map(link).collect()).collect();
        let turning = |links: &Vec<Link>| {
            [0, 1].map(|color| {
                [-1, 0, 1].map(|turn| {
                    let there = links.iter().filter(|link| link.turns[color] == turn);
                    set(there.map(|link| link.to))
                })
            })
        };
        (grid.cells <= MAX_CELLS).then(|| Endgame {
            turning: links.iter().map(turning).collect(),
            links,
            around: grid.steps.iter().map(|steps| set(steps.iter().map(|step| step.to))).collect(),
            embedded: grid.embedded.clone(),
            remembered: vec![NOTHING; REMEMBERED],
            hopes: [true; 2],
            merit: [[0; WIDTH]; 2],
            left: 0,
        })
    }

    /// Who wins a position and what it needs for that; none if that takes more than so many
    /// positions to find out. The moves that seem to be good for both, the best first, may save
    /// most of the work.
    pub(crate) fn solve<const W: usize>(
        &mut self,
        grid: &Grid<W>,
        state: &State<W>,
        promising: &[Candidate],
        positions: usize,
    ) -> Option<Verdict<W>> {
        let stones = match self.stones(grid, state) {
            Ok(stones) => stones,
            Err(winner) => return Some(Verdict { winner, proof: grid.all, best: None }),
        };
        self.left = positions;
        let all = |color: Color| stones.own[color.index()] | stones.empty;
        self.hopes = Color::ALL.map(|color| self.has_ring(color, all(color)));
        // Positions come in their canonical form: what was good on a cell before says nothing.
        self.merit = [[0; WIDTH]; 2];
        for (worse, candidate) in promising.iter().rev().enumerate() {
            for merit in &mut self.merit {
                merit[usize::from(candidate.cell)] = PROMISE * worse as u32;
            }
        }
        let Outcome { best, needs } = self.outcome(&stones, state.to_move).ok()?;
        let winner = if best.is_some() { state.to_move } else { !state.to_move };
        // Dead cells are Blue's here; if it uses some, it needs them.
        let used = if winner == Color::Blue { state.dead } else { Bits::EMPTY };
        Some(Verdict { winner, proof: cells(needs).collect::<Bits<W>>() | used, best })
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

    fn outcome(&mut self, stones: &Stones, mover: Color) -> Result<Outcome, TooMany> {
        self.left = self.left.checked_sub(1).ok_or(TooMany)?;
        let [own, others] = [mover, !mover].map(|color| stones.closing[color.index()]);
        if own != 0 {
            return Ok(self.closed(stones, mover));
        }
        if others != 0 {
            return self.searched(stones, mover);
        }
        let (place, red) = (place_of(stones, mover), stones.own[0] | (mover.index() as u64) << 63);
        let Remembered { outcome, .. } = self.remembered[place];
        if self.remembered[place] == (Remembered { red, blue: stones.own[1], outcome }) {
            return Ok(outcome);
        }
        let outcome = self.searched(stones, mover)?;
        self.remembered[place] = Remembered { red, blue: stones.own[1], outcome };
        Ok(outcome)
    }

    /// The player to move closes a ring. It needs the cell, and others that keep the opponent from
    /// having had one before, if nothing else does.
    fn closed(&self, stones: &Stones, mover: Color) -> Outcome {
        let (closing, rival) = (stones.closing[mover.index()], !mover);
        let has_ring = |cells: u64| self.has_ring(rival, stones.own[rival.index()] | cells);
        let ends = |cell: &u8| !self.hopes[rival.index()] || !has_ring(stones.empty & !(1 << cell));
        if let Some(cell) = cells(closing).find(ends) {
            return Outcome { best: Some(cell), needs: 1 << cell };
        }
        let cell = closing.trailing_zeros() as u8;
        let rest = stones.empty & !(1 << cell);
        let needs_less = |guards: u64, cell: u8| {
            let fewer = guards & !(1 << cell);
            if has_ring(rest & !fewer) { guards } else { fewer }
        };
        let guards = cells(rest).fold(rest, needs_less);
        Outcome { best: Some(cell), needs: guards | 1 << cell }
    }

    /// Tries the moves of a player who cannot close a ring at once. A move that loses drops all
    /// others but those in what the opponent needs against it.
    fn searched(&mut self, stones: &Stones, mover: Color) -> Result<Outcome, TooMany> {
        let (mut needs, mut open) = (0, stones.empty);
        let threats = stones.closing[(!mover).index()];
        if threats != 0 {
            needs = self.closed(stones, !mover).needs;
            open &= needs;
        }
        let mut moves = Vec::with_capacity(open.count_ones() as usize);
        for cell in cells(open) {
            let after = self.after(stones, mover, cell);
            let meets = threats & !(1 << cell) == 0;
            let made = after.closing[mover.index()].count_ones();
            moves.push((meets, made, self.merit[mover.index()][usize::from(cell)], cell));
        }
        // A threat leaves one answer.
        moves.sort_unstable_by_key(|chances| Reverse(*chances));
        for (_, _, _, cell) in moves {
            if open >> cell & 1 == 0 {
                continue;
            }
            let answer = self.outcome(&self.after(stones, mover, cell), !mover)?;
            if answer.best.is_none() {
                let depth = stones.empty.count_ones();
                self.merit[mover.index()][usize::from(cell)] += depth * depth;
                return Ok(Outcome { best: Some(cell), needs: answer.needs | 1 << cell });
            }
            needs |= answer.needs;
            open &= answer.needs;
        }
        Ok(Outcome { best: None, needs })
    }

    /// Whether there is a ring of a colour in a set of cells, or nearly.
    fn has_ring(&self, color: Color, set: u64) -> bool {
        let (mut unseen, mut turns) = (set, [0_i8; WIDTH]);
        while unseen != 0 {
            let mut open = unseen & unseen.wrapping_neg();
            turns[open.trailing_zeros() as usize] = 0;
            // By turns around the axis: the cells that are found there.
            let mut found = [0_u64; 2 * MAX_TURNS as usize + 1];
            found[MAX_TURNS as usize] = open;
            unseen &= !open;
            while open != 0 {
                let cell = open.trailing_zeros() as usize;
                open &= open - 1;
                for (turn, near) in (-1..).zip(self.turning[cell][color.index()]) {
                    let (near, there) = (near & set, turns[cell] + turn);
                    if near == 0 {
                        continue;
                    }
                    let Some(same) = found.get_mut((MAX_TURNS + there) as usize) else {
                        return true;
                    };
                    if near & !unseen & !*same != 0 {
                        return true;
                    }
                    let new = near & unseen;
                    *same |= new;
                    unseen &= !new;
                    open |= new;
                    cells(new).for_each(|cell| turns[usize::from(cell)] = there);
                }
            }
        }
        false
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
    use crate::plain::PlainSearch;
    use crate::samples::{position_of, random_state};
    use hexring_game::{Board, Status, Topology};
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// The state with all empty cells outside a set as stones of a colour.
    fn given(grid: &Grid<1>, state: &State<1>, color: Color, set: Bits<1>) -> State<1> {
        let mut given = State { dead: state.dead - set, ..*state };
        given.stones[color.index()] |= state.empty(grid) - set;
        given
    }

    /// Winner and winning move are those of the plain search, and the winner still wins if the
    /// loser gets all cells that it does not need.
    #[test]
    fn agrees_with_the_rules_on_every_small_torus() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
        let (mut won, mut searched, mut needs, mut empty) = (0, 0, 0, 0);
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
                let verdict = endgame.solve(&grid, &state, &[], usize::MAX).expect("no limit");
                let Verdict { winner, proof, best } = verdict;
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
                let position = position_of(&grid, &given(&grid, &state, !winner, proof));
                let position = position.expect("as many stones as there are cells");
                let still = position.winner().or_else(|| plain.value(&position));
                assert_eq!(still, Some(winner), "{board} {state:?} needs {proof:?}");
                searched += 1;
                needs += proof.len();
                empty += state.empty(&grid).len();
            }
        }
        assert!(won > 50 && searched > 500, "{won} {searched}");
        assert!(needs < empty * 2 / 3, "{needs} of {empty}");
    }

    #[test]
    fn a_ring_on_the_board_is_seen_and_patience_ends() {
        let grid = Grid::<1>::new("torus:4x3".parse().expect("a board"));
        let mut endgame = Endgame::new(&grid).expect("a torus");
        let empty = State { stones: [Bits::EMPTY; 2], dead: Bits::EMPTY, to_move: Color::Red };
        let mut winner = |state: &State<1>, positions: usize| {
            endgame.solve(&grid, state, &[], positions).map(|verdict| verdict.winner)
        };
        assert_eq!(winner(&empty, 10), None);
        assert_eq!(winner(&empty, usize::MAX), Some(Color::Red));
        // A whole row is Blue's.
        let ring = State { stones: [Bits::EMPTY, (0..4).collect()], ..empty };
        assert_eq!(winner(&ring, 10), Some(Color::Blue));
        assert!(Endgame::new(&Grid::<1>::new("cylinder:4x3".parse().expect("a board"))).is_none());
        assert!(Endgame::new(&Grid::<1>::new("torus:8x8".parse().expect("a board"))).is_none());
    }
}
