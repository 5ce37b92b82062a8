//! Rings on a torus, in all lanes at once.
//!
//! # What a full torus can look like
//! All essential rings of both colours are disjoint or joined, so either one colour holds rings
//! in two independent directions (then it holds every direction, and the other colour holds none),
//! or all rings of both colours run parallel in one class (a, b). Red wins with b ≠ 0 and Blue with
//! a ≠ 0. Hence:
//!
//! * Blue holds a ring of class (1, 0) exactly if Red has no winning ring; then Blue alone wins.
//! * Red holds a ring of class (0, 1) exactly if Blue has no winning ring; then Red alone wins.
//! * Otherwise both have won, in one diagonal class, and the order of the moves decides.
//!
//! # How it is decided
//! Rounds of [`torus_round`] keep all classes while they straighten the rings and wear away
//! everything else. After some rounds most lanes show a *certificate*:
//!
//! * **no** vertical ring of a colour: some row has no cell of it, so that the rest goes around
//!   there;
//! * **a** vertical ring: some set of cells in the top row is reached again, in full, by walks
//!   that start in the set and go once down around the board, never back up. Walking backwards
//!   from any cell of the set one never leaves it, so some cell repeats, and what lies between
//!   is a ring that winds downwards at least once.
//!
//! Both are proofs, for the reduced board and therefore for the original. Lanes without either
//! go through further rounds, and, should any be left after that, through the scalar union-find:
//! the answer is exact in any case.

use hexring_game::{Board, ByColor, Color, Connectivity, Geometry};

use crate::boards::{Boards, some_row_without};
use crate::flood::Ground;
use crate::layout::Layout;
use crate::reduction::torus_round;
use crate::start::Start;
use crate::word::Word;

/// How often lanes are asked for a certificate before they go to the scalar kernel. Few ever do,
/// but without a limit one of them would hold up its whole register.
const PATIENCE: usize = 12;

/// A torus on which a colour looks for a ring from top to bottom.
#[derive(Clone, Copy, Debug)]
struct Torus<'a> {
    /// The geometry of the board as it lies: transposed for Blue.
    geometry: &'a Geometry,
}

impl Torus<'_> {
    /// The lanes among `wanted` in which the cells hold a ring with vertical winding. The cells
    /// are used up.
    #[inline(always)]
    fn vertical_ring<const W: usize>(
        self,
        cells: &mut [Word<W>],
        reach: &mut [Word<W>],
        wanted: Word<W>,
    ) -> Word<W> {
        let layout = Layout::new(self.geometry.board());
        let size = layout.cols + layout.rows;
        let (mut found, mut open) = (Word::none(wanted.registers()), wanted);
        for turn in 0..PATIENCE {
            // Rounds are cheap and certificates are not: most lanes shall have one the first time.
            let rounds = if turn == 0 { size * 5 / 8 } else { size.div_ceil(4) };
            for _ in 0..rounds {
                torus_round(layout, cells);
            }
            open &= !some_row_without(layout, cells);
            if open.is_none() {
                return found;
            }
            let walks = endless_walk(layout, cells, reach, open);
            found |= walks;
            open &= !walks;
            if open.is_none() {
                return found;
            }
        }
        found | self.by_union(cells, open)
    }

    /// The scalar answer, lane by lane.
    #[cold]
    #[inline(never)]
    fn by_union<const W: usize>(self, cells: &[Word<W>], lanes: Word<W>) -> Word<W> {
        Word::from_fn(lanes.registers(), |index| {
            let set = (0..64).filter(|bit| lanes.words[index] >> bit & 1 == 1);
            let cell = |place: usize, bit: u32| cells[place].words[index] >> bit & 1 == 1;
            set.filter(|bit| self.holds_ring(|place| cell(place, *bit)))
                .fold(0, |found, bit| found | 1 << bit)
        })
    }

    fn holds_ring(self, cell: impl Fn(usize) -> bool) -> bool {
        let board: Board = self.geometry.board();
        let layout = Layout::new(board);
        let mut stones = Connectivity::new(self.geometry);
        for site in board.sites().filter(|site| cell(layout.place(*site))) {
            stones.place(self.geometry, site, Color::Red);
        }
        stones.has_won(Color::Red)
    }
}

/// The lanes among `wanted` in which each colour has a winning ring. The boards are used up.
#[inline(always)]
pub(crate) fn rings<const W: usize>(
    start: &Start,
    boards: &mut Boards<W>,
    wanted: Word<W>,
) -> ByColor<Word<W>> {
    let none = Word::none(wanted.registers());
    let mut found = ByColor { red: none, blue: none };
    // A loop, not two calls: the code is inlined, and long.
    for color in Color::ALL {
        let (geometry, cells) = match color {
            Color::Red => (&start.geometry, &mut boards.red),
            Color::Blue => (&start.transposed, &mut boards.blue),
        };
        found[color] = Torus { geometry }.vertical_ring(cells, &mut boards.reach, wanted);
    }
    found
}

/// The lanes among `wanted` with a set of cells in the top row that walks downwards reach again.
#[inline(always)]
fn endless_walk<const W: usize>(
    layout: Layout,
    cells: &mut [Word<W>],
    reach: &mut [Word<W>],
    wanted: Word<W>,
) -> Word<W> {
    let ground = Ground { layout, wraps: true, registers: wanted.registers() };
    // The spare row is the top row again, one board below.
    cells.copy_within(0..layout.cols, layout.at(0, layout.rows));
    reach[..layout.cols].copy_from_slice(&cells[..layout.cols]);
    loop {
        for row in 1..=layout.rows {
            ground.step_down(cells, reach, row);
        }
        let none = Word::none(wanted.registers());
        let (mut changed, mut any) = (none, none);
        for col in 0..layout.cols {
            let again = reach[layout.at(col, layout.rows)];
            changed |= again ^ reach[col];
            any |= again;
            reach[col] = again;
        }
        if (changed & any & wanted).is_none() {
            return any & wanted;
        }
    }
}
