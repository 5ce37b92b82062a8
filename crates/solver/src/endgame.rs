//! Positions of a torus with few empty cells, searched move by move.
//!
//! On a narrow torus most wins are slanted rings that go all over the board, and virtual connections
//! see them late. Once few cells are empty, it takes less time to try all moves: a position here
//! costs a thousandth of one that is judged. The search goes by [proof numbers](crate::numbers), as
//! the one above it does, and knows little of the game: a threat leaves one answer, and of the other
//! moves those come first that have answered the last move well, that the adviser holds to be good
//! or that have refuted most. It gives up after a number of positions.
//!
//! What the winner needs is found on the way, as in [the analysis](crate::analysis): the cell that
//! closes its ring; a winning move and what is needed after it; against a player whose moves all lose,
//! what is needed against each. Moves outside of what one of them loses to need not be tried. TorusRings
//! may be slanted, and then the loser, if it had all other cells, might have had a ring before: some of
//! those are needed too, so that it has none.

use hexring_game::Color;

use crate::analysis::Verdict;
use crate::bits::Bits;
use crate::grid::Grid;
use crate::numbers::{Choice, INFINITE, Numbers};
use crate::rings::{Side, TorusRings, WIDTH, cells, set};
use crate::state::State;
use crate::transpositions::Candidate;

/// Positions that are remembered, a power of two.
const REMEMBERED: usize = 1 << 16;

/// The merit of a move for each one that is less promising: as much as it takes a while to earn.
const PROMISE: u64 = 1000;

/// How much more an answer to the same move tells than a move anywhere else.
const ANSWER: u64 = 100;

/// The stones on the board.
#[derive(Clone, Copy)]
struct Stones<'a> {
    sides: [&'a Side; 2],
    empty: u64,
    /// The cell of the last move; none before the first.
    last: Option<u8>,
}

impl Stones<'_> {
    fn side(&self, color: Color) -> &Side {
        self.sides[color.index()]
    }

    /// Where a colour closes a ring.
    fn closing(&self, color: Color) -> u64 {
        self.side(color).closing & self.empty
    }
}

/// What is known about a position, in the view of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Known {
    numbers: Numbers,
    /// Decided: the empty cells that the winner needs; it wins although the loser has all others.
    needs: u64,
    /// Won: by this move.
    best: Option<u8>,
}

impl Known {
    const fn open(proof: u32, disproof: u32) -> Self {
        Known { numbers: Numbers { proof, disproof }, needs: 0, best: None }
    }

    fn won(best: u8, needs: u64) -> Self {
        Known { numbers: Numbers { proof: 0, disproof: INFINITE }, needs, best: Some(best) }
    }

    fn lost(needs: u64) -> Self {
        Known { numbers: Numbers { proof: INFINITE, disproof: 0 }, needs, best: None }
    }

    /// What to expect of a position, by the threats that were made against the player to move and
    /// by how many moves of the opponent had seemed better.
    fn expected(threats: u64, better: usize) -> Self {
        match threats {
            0 => Known::open(1, 30 + 4 * better as u32),
            1 => Known::open(1, 8),
            _ => Known::open(8, 1),
        }
    }
}

/// A move that closes a ring, and what the colour needs to win by it.
#[derive(Clone, Copy)]
struct Closing {
    cell: u8,
    needs: u64,
}

impl Closing {
    fn won(self) -> Known {
        Known::won(self.cell, self.needs)
    }
}

/// A position that is remembered.
#[derive(Clone, Copy)]
struct Remembered {
    /// The red stones; the highest bit says that Blue is to move.
    red: u64,
    blue: u64,
    known: Known,
}

/// No position has so many stones.
const NOTHING: Remembered = Remembered { red: u64::MAX, blue: u64::MAX, known: Known::open(1, 1) };

/// A move and what is known about the position after it.
#[derive(Clone, Copy)]
struct Try {
    cell: u8,
    after: Known,
}

/// What the search of a position works with.
struct Frame {
    /// The moves that may still win.
    moves: [Try; WIDTH],
    count: usize,
    /// What the opponent needs against the others.
    needs: u64,
    /// The side of the player to move after a move.
    own: Side,
}

impl Frame {
    fn new() -> Box<Self> {
        let moves = [Try { cell: 0, after: Known::open(1, 1) }; WIDTH];
        Box::new(Frame { moves, count: 0, needs: 0, own: Side::EMPTY })
    }

    fn clear(&mut self) {
        (self.count, self.needs) = (0, 0);
    }

    fn add(&mut self, cell: u8, after: Known) {
        self.moves[self.count] = Try { cell, after };
        self.count += 1;
    }

    fn moves(&self) -> &[Try] {
        &self.moves[..self.count]
    }

    /// A move that wins.
    fn won(&self) -> Option<Try> {
        self.moves().iter().find(|m| m.after.numbers.disproof == 0).copied()
    }

    /// Drops the moves that lose, and with each of them all that are not in what the opponent
    /// needs against it.
    fn drop_lost(&mut self) {
        while let Some(lost) = self.moves().iter().find(|m| m.after.numbers.proof == 0).copied() {
            self.needs |= lost.after.needs;
            let mut kept = 0;
            for i in 0..self.count {
                let Try { cell, .. } = self.moves[i];
                if cell != lost.cell && lost.after.needs >> cell & 1 == 1 {
                    self.moves[kept] = self.moves[i];
                    kept += 1;
                }
            }
            self.count = kept;
        }
    }

    fn choice(&self) -> Choice {
        let mut choice = Choice::NONE;
        for (i, Try { after, .. }) in self.moves().iter().enumerate() {
            choice.consider(i, after.numbers, after.numbers.disproof);
        }
        choice
    }
}

/// Searches positions of one torus, with memory that is used again.
pub(crate) struct Endgame {
    rings: TorusRings,
    remembered: Vec<Remembered>,
    /// By colour and cell: how much was refuted by this move.
    merit: [[u64; WIDTH]; 2],
    /// The same by the move that it answered.
    answers: Vec<[[u64; WIDTH]; 2]>,
    /// Those that are not in use.
    frames: Vec<Box<Frame>>,
    /// Positions that may still be looked at.
    left: usize,
}

/// The search has looked at as many positions as it may, or a group went around too often.
struct GivenUp;

impl Endgame {
    /// For positions of this board; none if it is not a torus, or too large.
    pub(crate) fn new<const W: usize>(grid: &Grid<W>) -> Option<Self> {
        Some(Endgame {
            rings: TorusRings::new(grid)?,
            remembered: vec![NOTHING; REMEMBERED],
            merit: [[0; WIDTH]; 2],
            answers: vec![[[0; WIDTH]; 2]; WIDTH],
            frames: Vec::new(),
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
        let [red, blue] = match self.sides(state)? {
            Ok(sides) => sides,
            Err(winner) => return Some(Verdict { winner, proof: grid.all, best: None }),
        };
        self.left = positions;
        self.forget_merits(promising);
        let empty = set(state.empty(grid).iter());
        let stones = Stones { sides: [&red, &blue], empty, last: None };
        let known = self.improve(stones, state.to_move, Numbers::UNLIMITED).ok()?;
        let best = known.best;
        let winner = if best.is_some() { state.to_move } else { !state.to_move };
        // Dead cells are Blue's here; if it uses some, it needs them.
        let used = if winner == Color::Blue { state.dead } else { Bits::EMPTY };
        Some(Verdict { winner, proof: cells(known.needs).collect::<Bits<W>>() | used, best })
    }

    /// Positions come in their canonical form: what was good on a cell before says nothing.
    fn forget_merits(&mut self, promising: &[Candidate]) {
        self.answers.fill([[0; WIDTH]; 2]);
        let mut merit = [0; WIDTH];
        for (worse, candidate) in promising.iter().rev().enumerate() {
            merit[usize::from(candidate.cell)] = PROMISE * worse as u64;
        }
        self.merit = [merit; 2];
    }

    /// The stones of a position, or the colour that has a ring; nothing if their groups go around
    /// too often.
    fn sides<const W: usize>(&self, state: &State<W>) -> Option<Result<[Side; 2], Color>> {
        let mut sides = Color::ALL.map(|color| self.rings.no_stones(color));
        // Dead cells help nobody, whoever has them.
        let placed = [state.own(Color::Red), state.own(Color::Blue) | state.dead];
        for (color, placed) in Color::ALL.into_iter().zip(placed) {
            let side = &mut sides[color.index()];
            for cell in placed.iter() {
                if side.closing >> cell & 1 == 1 {
                    return Some(Err(color));
                }
                let before = *side;
                self.rings.place(&before, color, cell, side)?;
            }
        }
        Some(Ok(sides))
    }

    /// Works on a position until a number reaches its limit.
    fn improve(
        &mut self,
        stones: Stones<'_>,
        mover: Color,
        limits: Numbers,
    ) -> Result<Known, GivenUp> {
        self.left = self.left.checked_sub(1).ok_or(GivenUp)?;
        if stones.closing(mover) != 0 {
            return Ok(self.closing_move(stones.side(mover), mover, stones.empty).won());
        }
        let mut frame = self.frames.pop().unwrap_or_else(Frame::new);
        let known = self.improve_in(stones, mover, &mut frame, limits);
        self.frames.push(frame);
        let known = known?;
        let [red, blue] = key(stones.sides.map(|side| side.stones), mover);
        self.remembered[place_of(red, blue)] = Remembered { red, blue, known };
        Ok(known)
    }

    /// The same for a player who cannot close a ring at once.
    fn improve_in(
        &mut self,
        stones: Stones<'_>,
        mover: Color,
        frame: &mut Frame,
        limits: Numbers,
    ) -> Result<Known, GivenUp> {
        frame.clear();
        if stones.closing(!mover) != 0 {
            self.list_answers(stones, mover, frame);
        } else {
            self.list_moves(stones, mover, frame)?;
        }
        self.try_moves(stones, mover, frame, limits)
    }

    /// Where a colour closes a ring and needs least for it, which it can do somewhere.
    fn closing_move(&mut self, side: &Side, color: Color, empty: u64) -> Closing {
        let mut least = Closing { cell: 0, needs: !0 };
        for cell in cells(side.closing & empty) {
            let needs = self.rings.needed_to_close(side, color, empty, cell);
            if needs.count_ones() < least.needs.count_ones() {
                least = Closing { cell, needs };
            }
            if needs == 1 << cell {
                break;
            }
        }
        least
    }

    /// The moves of a player whose opponent is about to close a ring; all others lose to that.
    fn list_answers(&mut self, stones: Stones<'_>, mover: Color, frame: &mut Frame) {
        let other = stones.side(!mover);
        let Closing { cell: best, needs } = self.closing_move(other, !mover, stones.empty);
        for cell in cells(1 << best).chain(cells(needs & !(1 << best))) {
            let empty = stones.empty & !(1 << cell);
            let after = if other.closing & empty == 0 {
                self.known_after(stones, mover, cell).unwrap_or(Known::open(1, 1))
            } else {
                self.closing_move(other, !mover, empty).won()
            };
            frame.add(cell, after);
        }
        frame.needs = needs;
    }

    /// The moves of a player when nobody threatens anything.
    fn list_moves(
        &mut self,
        stones: Stones<'_>,
        mover: Color,
        frame: &mut Frame,
    ) -> Result<(), GivenUp> {
        let mut keys = [0; WIDTH];
        let mut count = 0;
        for cell in cells(stones.empty) {
            let closing =
                self.rings.closing_after(stones.side(mover), mover, cell).ok_or(GivenUp)?;
            let threats = u64::from((closing & stones.empty & !(1 << cell)).count_ones());
            if threats >= 2
                && let Some(lost) = self.two_threats(stones, mover, cell, &mut frame.own)
            {
                frame.add(cell, lost);
                return Ok(());
            }
            let merit = self.merit_of(stones.last, mover, cell).min((1 << 48) - 1);
            keys[count] = threats << 56 | merit << 8 | u64::from(cell);
            count += 1;
        }
        keys[..count].sort_unstable_by(|x, y| y.cmp(x));
        for (better, key) in keys[..count].iter().enumerate() {
            let (cell, threats) = (*key as u8, key >> 56);
            let after = self.known_after(stones, mover, cell);
            frame.add(cell, after.unwrap_or_else(|| Known::expected(threats, better)));
        }
        Ok(())
    }

    /// What a move has refuted so far, most of all as an answer to the last one.
    fn merit_of(&self, last: Option<u8>, mover: Color, cell: u8) -> u64 {
        let (mover, cell) = (mover.index(), usize::from(cell));
        let as_answer = last.map_or(0, |last| self.answers[usize::from(last)][mover][cell]);
        self.merit[mover][cell] + ANSWER * as_answer
    }

    /// The opponent has lost after a move that makes two threats, if these need nothing in common.
    fn two_threats(
        &mut self,
        stones: Stones<'_>,
        mover: Color,
        cell: u8,
        own: &mut Side,
    ) -> Option<Known> {
        self.rings.place(stones.side(mover), mover, cell, own)?;
        let empty = stones.empty & !(1 << cell);
        let one = self.closing_move(own, mover, empty);
        let other = self.closing_move(own, mover, empty & !(1 << one.cell));
        (one.needs & other.needs == 0).then(|| Known::lost(one.needs | other.needs))
    }

    /// Tries the moves of a player who cannot close a ring at once.
    fn try_moves(
        &mut self,
        stones: Stones<'_>,
        mover: Color,
        frame: &mut Frame,
        limits: Numbers,
    ) -> Result<Known, GivenUp> {
        let mut won = frame.won();
        frame.drop_lost();
        loop {
            if let Some(Try { cell, after }) = won {
                self.reward(stones, mover, cell);
                return Ok(Known::won(cell, after.needs | 1 << cell));
            }
            if frame.count == 0 {
                return Ok(Known::lost(frame.needs));
            }
            let choice = frame.choice();
            if choice.reaches(limits) {
                return Ok(Known { numbers: choice.numbers, needs: 0, best: None });
            }
            let Try { cell, .. } = frame.moves[choice.best];
            self.rings.place(stones.side(mover), mover, cell, &mut frame.own).ok_or(GivenUp)?;
            let mut next =
                Stones { empty: stones.empty & !(1 << cell), last: Some(cell), ..stones };
            next.sides[mover.index()] = &frame.own;
            let after = self.improve(next, !mover, choice.limits(limits))?;
            frame.moves[choice.best].after = after;
            match after.numbers {
                Numbers { disproof: 0, .. } => won = Some(Try { cell, after }),
                Numbers { proof: 0, .. } => frame.drop_lost(),
                Numbers { .. } => {}
            }
        }
    }

    /// A move has won; more where it has saved more work.
    fn reward(&mut self, stones: Stones<'_>, mover: Color, cell: u8) {
        let weight = u64::from(stones.empty.count_ones().pow(2));
        self.merit[mover.index()][usize::from(cell)] += weight;
        if let Some(last) = stones.last {
            self.answers[usize::from(last)][mover.index()][usize::from(cell)] += weight;
        }
    }

    /// What is remembered about the position after a move.
    fn known_after(&self, stones: Stones<'_>, mover: Color, cell: u8) -> Option<Known> {
        let mut own = stones.sides.map(|side| side.stones);
        own[mover.index()] |= 1 << cell;
        let [red, blue] = key(own, !mover);
        let there = &self.remembered[place_of(red, blue)];
        (there.red == red && there.blue == blue).then_some(there.known)
    }
}

/// A position in two words.
fn key([red, blue]: [u64; 2], mover: Color) -> [u64; 2] {
    [red | (mover.index() as u64) << 63, blue]
}

/// Where a position is remembered.
fn place_of(red: u64, blue: u64) -> usize {
    let mixed = red.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ blue.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
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
