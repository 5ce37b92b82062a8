//! The entry: which playouts, how many, what to count, and who does the work.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use hexring_game::{ByColor, Color, Position, Site, Topology};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::coloring::{Census, ColoringWork, census};
use crate::kernel::{CHUNK, ChunkWork};
use crate::scalar::ScalarKernel;
use crate::table::Table;
use crate::tally::Tally;
use crate::width::Width;

/// How the empty cells of a position are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Every empty cell gets its colour by a fair coin, in a random order: random turns and
    /// random moves.
    Fill,
    /// The players alternate and move at random. The first gets one move more than the other if
    /// the number of empty cells is odd.
    Alternating {
        /// Who moves next.
        first: Color,
    },
}

/// What to count. More takes longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Who wins.
    Wins,
    /// Also, for each cell, who got it and won.
    Cells,
    /// Also, for each cell, whether it was pivotal. On a torus this is done playout by playout,
    /// which is slower by orders of magnitude, with another sample for the same seed.
    Pivotal,
}

/// An order for playouts. The same request gives the same tally on every CPU and for every
/// number of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Which playouts.
    pub kind: Kind,
    /// How many; multiples of 512 use the widest registers best.
    pub playouts: u64,
    /// Where their randomness comes from. The first playouts of a longer request with the same
    /// seed are those of a shorter one.
    pub seed: u64,
    /// What to count.
    pub detail: Detail,
}

/// Plays a position out many times.
///
/// The rules of seasons and swap are not followed: playouts fill the board.
///
/// ```
/// use hexring_game::{Color, Position, Rules};
/// use hexring_playout::{Detail, Kind, Request, Sampler};
/// let position = Position::new("cylinder:5x5".parse::<Rules>()?)?;
/// let request = Request { kind: Kind::Fill, playouts: 5_120, seed: 1, detail: Detail::Wins };
/// let tally = Sampler::new(&position).sample(&request);
/// assert!(tally.win_rate(Color::Red) > 0.5, "a ring is longer than a path");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sampler {
    table: Table,
    width: Width,
}

impl Sampler {
    /// For a position, with the widest registers that the CPU has.
    pub fn new(position: &Position) -> Self {
        Sampler { table: Table::new(position), width: Width::best() }
    }

    /// The same with registers of a given width, or 64-bit words where the CPU lacks them.
    #[must_use]
    pub fn with_width(self, width: Width) -> Self {
        Sampler { width, ..self }
    }

    /// Takes another position on the same board. A search that looks at many positions saves the
    /// tables of the board by this.
    ///
    /// # Panics
    /// If the position is on another board.
    pub fn reposition(&mut self, position: &Position) {
        self.table.reposition(position);
    }

    /// Makes pairs of empty cells that get opposite colours in every playout, by a fair coin:
    /// what becomes of two cells where the one player answers the other in one of them at once,
    /// such as the two cells of a bridge. The other cells are played as before. Lasts until the
    /// next position.
    ///
    /// # Panics
    /// If a cell is not empty or in two pairs.
    pub fn pair(&mut self, pairs: &[(Site, Site)]) {
        self.table.pair(pairs);
    }

    /// Does what is asked for on this thread.
    pub fn sample(&self, request: &Request) -> Tally {
        let mut tally = self.blank(request.detail);
        for chunk in 0..request.playouts.div_ceil(CHUNK) {
            tally.add(&self.chunk(request, chunk));
        }
        tally
    }

    /// Does what is asked for on several threads. The result is that of [`Sampler::sample`].
    pub fn sample_on(&self, threads: usize, request: &Request) -> Tally {
        let next = AtomicU64::new(0);
        let work = || {
            let mut tally = self.blank(request.detail);
            loop {
                let chunk = next.fetch_add(1, Ordering::Relaxed);
                if chunk >= request.playouts.div_ceil(CHUNK) {
                    return tally;
                }
                tally.add(&self.chunk(request, chunk));
            }
        };
        let mut tally = self.blank(request.detail);
        thread::scope(|scope| {
            let others: Vec<_> = (1..threads.max(1)).map(|_| scope.spawn(work)).collect();
            tally.add(&work());
            for other in others {
                tally.add(&other.join().expect("playouts do not panic"));
            }
        });
        tally
    }

    /// For each of 64 full boards, whether the colours have their path or ring. Bit `i` of a
    /// word belongs to board `i`; on a torus both colours may have one.
    ///
    /// Each element of `red` holds 64 boards: one word for every site of the board, with a 1
    /// where the cell is red. Cells with a stone keep it, whatever the word says.
    ///
    /// # Panics
    /// If an element has not one word for every site.
    pub fn goals(&self, red: &[Vec<u64>]) -> Vec<ByColor<u64>> {
        self.width.run(ColoringWork { table: &self.table, red })
    }

    /// Looks at all colourings of the empty cells.
    ///
    /// # Panics
    /// If there are more than 40 of them, which would take hours.
    pub fn census(&self) -> Census {
        census(&self.table, self.width)
    }

    fn blank(&self, detail: Detail) -> Tally {
        Tally::new(if detail == Detail::Wins { 0 } else { self.table.board.cell_count() })
    }

    fn chunk(&self, request: &Request, chunk: u64) -> Tally {
        let playouts = (request.playouts - chunk * CHUNK).min(CHUNK);
        if request.detail == Detail::Pivotal && self.table.topology() == Topology::Torus {
            return self.scalar_chunk(request, chunk, playouts);
        }
        let Request { kind, seed, detail, .. } = *request;
        // A few playouts do not fill a wide register; narrow words waste less.
        let width = if playouts <= 128 { Width::W64 } else { self.width };
        width.run(ChunkWork { table: &self.table, kind, detail, seed, chunk, playouts })
    }

    fn scalar_chunk(&self, request: &Request, chunk: u64, playouts: u64) -> Tally {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(request.seed);
        (0..chunk).for_each(|_| rng.jump());
        let mut kernel = ScalarKernel::of_table(self.table.clone());
        let mut tally = self.blank(request.detail);
        for _ in 0..playouts {
            kernel.playout_into(request.kind, &mut rng, &mut tally);
        }
        tally
    }
}
