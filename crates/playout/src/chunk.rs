//! A chunk of playouts from the first coin to the last count, in all lanes at once.

use hexring_control::Limit;
use hexring_game::{Color, Topology};

use crate::boards::{Boards, Winners};
use crate::choose::Chooser;
use crate::goals::winners;
use crate::order::{Order, STAGES};
use crate::pivotal::{PivotSearch, Pivots};
use crate::pool::Pool;
use crate::request::{Detail, Kind};
use crate::rng::{Purpose, Source};
use crate::start::Start;
use crate::tally::{Counters, Tally};
use crate::wide::{Piece, Registers, Work};
use crate::word::Word;

/// Groups of 64 playouts in a chunk. Chunks are what threads share out, and lanes are pooled
/// within a chunk only.
pub(crate) const CHUNK_GROUPS: u64 = 1024;

/// Playouts in a whole chunk.
pub(crate) const CHUNK: u64 = 64 * CHUNK_GROUPS;

/// Cells that are played before the limit is looked at again: some ten microseconds' work on
/// a small board, and a single register on the largest.
const LOOK_AFTER: usize = 2048;

/// Some playouts that follow each other in one chunk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChunkWork<'a> {
    pub(crate) start: &'a Start,
    pub(crate) kind: Kind,
    pub(crate) detail: Detail,
    pub(crate) seed: u64,
    /// Which chunk.
    pub(crate) chunk: u64,
    /// How many of its playouts, from the first on.
    pub(crate) playouts: u64,
    /// No playouts begin once it is over; those that have begun are decided all the same, or the
    /// easy ones would count more.
    pub(crate) limit: &'a Limit,
}

impl Work for ChunkWork<'_> {
    type Output = Tally;

    #[inline(always)]
    fn run<const W: usize>(self, registers: Registers<W>) -> Tally {
        let mut chunk = Chunk::new(self, registers);
        let (mut group, mut left) = (0, self.playouts);
        let look_every = LOOK_AFTER.div_ceil(self.start.spots.len().max(1));
        // One place for each piece of work: all of it is inlined here.
        for piece in 0_usize.. {
            if piece.is_multiple_of(look_every) && self.limit.is_over() {
                left = 0;
            }
            if let Some(stage) = chunk.due_stage(left == 0) {
                registers.apart(Decision { chunk: &mut chunk, stage });
            } else if left > 0 {
                let lanes = Word::first(registers, left.min(64 * W as u64) as usize);
                chunk.playouts(group, lanes);
                left -= lanes.count();
                group += W as u64;
            } else {
                break;
            }
        }
        chunk.tally()
    }
}

/// Everything that a chunk works with, at one width.
struct Chunk<'a, const W: usize> {
    work: ChunkWork<'a>,
    registers: Registers<W>,
    /// The colours of the empty cells: red or not.
    red: Vec<Word<W>>,
    boards: Boards<W>,
    chooser: Chooser<W>,
    counters: Counters<W>,
    pivots: Option<Pivots<W>>,
    pending: Option<Pending<W>>,
}

/// Lanes of a torus that wait for a decision by the order of moves.
struct Pending<const W: usize> {
    order: Order<W>,
    /// Before each stage of the decision. Of the first, colours are known; later, also which
    /// cells are played and which are pending.
    pools: [Pool<W>; STAGES],
    /// Pool words asked before in each stage: they number the random streams.
    asked: [u64; STAGES],
}

impl<const W: usize> Pending<W> {
    fn new(kind: Kind, cells: usize, registers: Registers<W>) -> Self {
        Pending {
            order: Order::new(kind, cells, registers),
            pools: std::array::from_fn(|stage| {
                Pool::new(registers, if stage == 0 { cells } else { 3 * cells })
            }),
            asked: [0; STAGES],
        }
    }
}

impl<'a, const W: usize> Chunk<'a, W> {
    fn new(work: ChunkWork<'a>, registers: Registers<W>) -> Self {
        let cells = work.start.spots.len();
        let counted = if work.detail == Detail::Wins { 0 } else { cells };
        let torus = work.start.topology() == Topology::Torus;
        Chunk {
            work,
            registers,
            red: vec![Word::none(registers); cells],
            boards: Boards::new(work.start, registers),
            chooser: Chooser::new(registers, cells),
            counters: Counters::new(registers, counted),
            pivots: (work.detail == Detail::Pivotal).then(|| Pivots::new(work.start, registers)),
            pending: torus.then(|| Pending::new(work.kind, cells, registers)),
        }
    }

    /// Plays all lanes of a register.
    #[inline(always)]
    fn playouts(&mut self, group: u64, lanes: Word<W>) {
        let start = self.work.start;
        self.paint(group);
        let Winners { red: red_wins, open } = match (&self.pending, start.winner) {
            // On a torus a later ring does not take the win away.
            (Some(_), Some(winner)) => {
                let red = Word::splat(self.registers, winner == Color::Red);
                Winners { red, open: Word::none(self.registers) }
            }
            _ => winners(start, &self.red, &mut self.boards),
        };
        if let Some(pivots) = &mut self.pivots {
            let (boards, limit) = (&mut self.boards, self.work.limit);
            let red = &mut self.red;
            let search = PivotSearch { pivots, start, red, red_wins, lanes, boards, limit };
            if !self.registers.apart(search) {
                return; // these playouts do not count
            }
            self.counters.add_pivotal(&pivots.found);
        }
        self.counters.add(&self.red, red_wins, lanes & !open);
        if let Some(pending) = &mut self.pending {
            pending.pools[0].offer([&self.red], lanes & open);
        }
    }

    /// Colours the empty cells.
    #[inline(always)]
    fn paint(&mut self, group: u64) {
        let group = self.work.chunk.wrapping_mul(CHUNK_GROUPS).wrapping_add(group);
        let source = Source { seed: self.work.seed, purpose: Purpose::Colors, group };
        let mut streams = source.streams(self.registers, 0);
        let (free, paired) = self.red.split_at_mut(self.work.start.free());
        // Before the others: a choice may draw more than it needs.
        for pair in paired.chunks_exact_mut(2) {
            pair[0] = streams.next();
            pair[1] = !pair[0];
        }
        match self.work.kind {
            Kind::Fill => {
                for cell in free {
                    *cell = streams.next();
                }
            }
            Kind::Alternating { first } => {
                let (candidates, others) = self.chooser.candidates.split_at_mut(free.len());
                candidates.fill(Word::all(self.registers));
                others.fill(Word::none(self.registers));
                let reds = red_share(first, free.len());
                self.chooser.choose(reds, streams, free);
            }
        }
    }

    /// The stage whose pool has to be worked on next: the last one that is full, since a stage
    /// needs room in the pool of the next; in the end the first one with lanes.
    #[inline(always)]
    fn due_stage(&self, end: bool) -> Option<usize> {
        let pools = &self.pending.as_ref()?.pools;
        let full = pools.iter().rposition(Pool::is_full);
        full.or_else(|| pools.iter().position(|pool| end && pool.has_lanes()))
    }

    /// Asks the questions of a stage, counts the lanes that are settled and hands on the others.
    #[inline(always)]
    fn decide(&mut self, stage: usize) {
        let Some(Pending { order, pools, asked }) = &mut self.pending else { return };
        let ChunkWork { start, seed, chunk, .. } = self.work;
        let group = chunk.wrapping_mul(CHUNK_GROUPS).wrapping_add(asked[stage]);
        let source = Source { seed, purpose: Purpose::Order, group };
        let (before, after) = pools.split_at_mut(stage + 1);
        let pool = &mut before[stage];
        let cells = start.spots.len();
        let (red, progress) = pool.known.split_at(cells);
        if stage == 0 {
            order.begin();
        } else {
            order.played.copy_from_slice(&progress[..cells]);
            order.pending.copy_from_slice(&progress[cells..]);
        }
        let boards = &mut self.boards;
        let winners = order.ask_stage(stage, start, red, pool.lanes, boards, source);
        self.counters.add(red, winners.red, pool.lanes & !winners.open);
        if let Some(next) = after.first_mut() {
            next.offer([red, &order.played, &order.pending], winners.open);
        }
        asked[stage] += W as u64;
        pool.clear();
    }

    fn tally(&self) -> Tally {
        let counted = self.work.detail != Detail::Wins;
        let mut tally = Tally::new(if counted { self.work.start.board.cell_count() } else { 0 });
        self.counters.flush(self.work.start, &mut tally);
        tally
    }
}

/// What [`Chunk::decide`] does.
struct Decision<'c, 'a, const W: usize> {
    chunk: &'c mut Chunk<'a, W>,
    stage: usize,
}

impl<const W: usize> Piece<W> for Decision<'_, '_, W> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.chunk.decide(self.stage);
    }
}

/// How many of the remaining moves are Red's when the players alternate.
pub(crate) fn red_share(first: Color, empty: usize) -> usize {
    match first {
        Color::Red => empty.div_ceil(2),
        Color::Blue => empty / 2,
    }
}
