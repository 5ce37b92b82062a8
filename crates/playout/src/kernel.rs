//! A chunk of playouts from the first coin to the last count, in all lanes at once.

use hexring_game::{Color, Topology};

use crate::boards::Boards;
use crate::choose::Chooser;
use crate::goals::{Outcome, outcome};
use crate::order::Order;
use crate::pivotal::Pivots;
use crate::pool::Pool;
use crate::rng::{Purpose, Source};
use crate::sampler::{Detail, Kind};
use crate::table::Table;
use crate::tally::{Counters, Tally};
use crate::width::Work;
use crate::word::Word;

/// Groups of 64 playouts in a chunk. Chunks are what threads share out, and lanes are pooled
/// within a chunk only.
pub(crate) const CHUNK_GROUPS: u64 = 256;

/// Playouts in a whole chunk.
pub(crate) const CHUNK: u64 = 64 * CHUNK_GROUPS;

/// Some playouts that follow each other in one chunk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChunkWork<'a> {
    pub(crate) table: &'a Table,
    pub(crate) kind: Kind,
    pub(crate) detail: Detail,
    pub(crate) seed: u64,
    /// Which chunk.
    pub(crate) chunk: u64,
    /// How many of its playouts, from the first on.
    pub(crate) playouts: u64,
}

impl Work for ChunkWork<'_> {
    type Output = Tally;

    #[inline(always)]
    fn run<const W: usize>(self) -> Tally {
        let mut kernel = Kernel::<W>::new(self);
        let (mut group, mut left) = (0, self.playouts);
        // One place for each piece of work: all of it is inlined here.
        loop {
            let (full, waiting) = kernel.pool_state();
            if full || (left == 0 && waiting) {
                kernel.decide();
            } else if left > 0 {
                let lanes = Word::first(left.min(64 * W as u64) as usize);
                kernel.playouts(group, lanes);
                left -= lanes.count();
                group += W as u64;
            } else {
                break;
            }
        }
        kernel.tally()
    }
}

/// Everything that a chunk works with, at one width.
struct Kernel<'a, const W: usize> {
    work: ChunkWork<'a>,
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
    pool: Pool<W>,
    order: Order<W>,
    /// Pool words decided before: they number the random streams.
    decided: u64,
}

impl<'a, const W: usize> Kernel<'a, W> {
    fn new(work: ChunkWork<'a>) -> Self {
        let cells = work.table.spots.len();
        let counted = if work.detail == Detail::Wins { 0 } else { cells };
        let torus = work.table.topology() == Topology::Torus;
        Kernel {
            work,
            red: vec![Word::NONE; cells],
            boards: Boards::new(work.table),
            chooser: Chooser::new(cells),
            counters: Counters::new(counted),
            pivots: (work.detail == Detail::Pivotal).then(|| Pivots::new(work.table)),
            pending: torus.then(|| Pending {
                pool: Pool::new(cells),
                order: Order::new(cells),
                decided: 0,
            }),
        }
    }

    /// Plays all lanes of a register.
    #[inline(always)]
    fn playouts(&mut self, group: u64, lanes: Word<W>) {
        let table = self.work.table;
        self.paint(group);
        let Outcome { red: red_wins, open } = match (&self.pending, table.winner) {
            // On a torus a later ring does not take the win away.
            (Some(_), Some(winner)) => {
                Outcome { red: Word::splat(winner == Color::Red), open: Word::NONE }
            }
            _ => outcome(table, &self.red, &mut self.boards),
        };
        self.counters.add(&self.red, red_wins, lanes & !open);
        if let Some(pivots) = &mut self.pivots {
            let (boards, counters) = (&mut self.boards, &mut self.counters);
            pivots.count(table, &mut self.red, red_wins, lanes, boards, counters);
        }
        if let Some(pending) = &mut self.pending {
            pending.pool.offer(&self.red, lanes & open);
        }
    }

    /// Colours the empty cells.
    #[inline(always)]
    fn paint(&mut self, group: u64) {
        let group = self.work.chunk.wrapping_mul(CHUNK_GROUPS).wrapping_add(group);
        let source = Source { seed: self.work.seed, purpose: Purpose::Colors, group };
        let mut streams = source.streams(0);
        let (free, paired) = self.red.split_at_mut(self.work.table.free());
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
                candidates.fill(Word::ALL);
                others.fill(Word::NONE);
                let reds = red_share(first, free.len());
                self.chooser.choose(reds, &mut streams, free);
            }
        }
    }

    /// Whether the pool is full, and whether it holds lanes.
    #[inline(always)]
    fn pool_state(&self) -> (bool, bool) {
        self.pending.as_ref().map_or((false, false), |p| (p.pool.is_full(), p.pool.has_lanes()))
    }

    /// Decides the lanes of the pool by the order of moves and counts them.
    #[inline(always)]
    fn decide(&mut self) {
        let Some(Pending { pool, order, decided }) = &mut self.pending else { return };
        let ChunkWork { table, kind, seed, chunk, .. } = self.work;
        let group = chunk.wrapping_mul(CHUNK_GROUPS).wrapping_add(*decided);
        let source = Source { seed, purpose: Purpose::Order, group };
        let boards = &mut self.boards;
        let red_wins = order.red_wins(table, kind, &pool.red, pool.lanes, boards, source);
        self.counters.add(&pool.red, red_wins, pool.lanes);
        *decided += W as u64;
        pool.clear();
    }

    fn tally(&self) -> Tally {
        let counted = self.work.detail != Detail::Wins;
        let mut tally = Tally::new(if counted { self.work.table.board.cell_count() } else { 0 });
        self.counters.flush(self.work.table, &mut tally);
        tally
    }
}

/// How many of the remaining moves are Red's when the players alternate.
pub(crate) fn red_share(first: Color, empty: usize) -> usize {
    match first {
        Color::Red => empty.div_ceil(2),
        Color::Blue => empty / 2,
    }
}
