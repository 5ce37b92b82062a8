//! The entry: who does the playouts of a request, and until when.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use hexring_control::Limit;
#[cfg(feature = "oracles")]
use hexring_game::ByColor;
use hexring_game::{Position, Site, Topology};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::chunk::{CHUNK, ChunkWork};
#[cfg(feature = "oracles")]
use crate::coloring::{Census, ColoringWork, census};
use crate::request::{Detail, Request};
use crate::scalar::ScalarKernel;
use crate::start::Start;
use crate::tally::Tally;
use crate::wide::{Available, Registers};
use crate::width::Width;

/// Plays a position out many times.
///
/// The rules of seasons and swap are not followed: playouts fill the board.
///
/// ```
/// use hexring_control::Limit;
/// use hexring_game::{Color, Position, Rules};
/// use hexring_playout::{Detail, Kind, Request, Sampler};
/// let position = Position::new("cylinder:5x5".parse::<Rules>()?)?;
/// let request = Request { kind: Kind::Fill, playouts: 5_120, seed: 1, detail: Detail::Wins };
/// let tally = Sampler::new(&position).sample(&request, &Limit::none());
/// assert!(tally.win_rate(Color::Red) > 0.5, "a ring is longer than a path");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sampler {
    start: Start,
    registers: Available,
}

impl Sampler {
    /// For a position, with the widest registers that the CPU has.
    pub fn new(position: &Position) -> Self {
        let plain = Available::Plain(Registers::PLAIN);
        let registers = Width::best().registers().unwrap_or(plain);
        Sampler { start: Start::new(position), registers }
    }

    /// The same with registers of a given width, or 64-bit words where the CPU lacks them.
    #[must_use]
    pub fn with_width(self, width: Width) -> Self {
        let plain = Available::Plain(Registers::PLAIN);
        Sampler { registers: width.registers().unwrap_or(plain), ..self }
    }

    /// Takes another position on the same board. A search that looks at many positions saves the
    /// tables of the board by this.
    ///
    /// # Panics
    /// If the position is on another board.
    pub fn reposition(&mut self, position: &Position) {
        self.start.reposition(position);
    }

    /// Makes pairs of empty cells that get opposite colours in every playout, by a fair coin:
    /// what becomes of two cells where the one player answers the other in one of them at once,
    /// such as the two cells of a bridge. The other cells are played as before. Lasts until the
    /// next position.
    ///
    /// # Panics
    /// If a cell is not empty or in two pairs.
    pub fn pair(&mut self, pairs: &[(Site, Site)]) {
        self.start.pair(pairs);
    }

    /// Does what is asked for on this thread, or as much of it as can be done until the limit: the
    /// tally says how many playouts that were. They are the first ones of the request.
    pub fn sample(&self, request: &Request, limit: &Limit) -> Tally {
        let mut tally = self.blank(request.detail);
        for chunk in 0..request.playouts.div_ceil(CHUNK) {
            tally.add(&self.chunk(request, chunk, limit));
            if limit.is_over() {
                break;
            }
        }
        tally
    }

    /// The same on several threads. The result is that of [`Sampler::sample`], unless the limit
    /// comes first: then every thread has done some of the playouts.
    pub fn sample_on(&self, threads: usize, request: &Request, limit: &Limit) -> Tally {
        let next = AtomicU64::new(0);
        let work = || {
            let mut tally = self.blank(request.detail);
            loop {
                let chunk = next.fetch_add(1, Ordering::Relaxed);
                if chunk >= request.playouts.div_ceil(CHUNK) || limit.is_over() {
                    return tally;
                }
                tally.add(&self.chunk(request, chunk, limit));
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
    #[cfg(feature = "oracles")]
    pub fn goals(&self, red: &[Vec<u64>]) -> Vec<ByColor<u64>> {
        self.registers.run(ColoringWork { start: &self.start, red })
    }

    /// Looks at all colourings of the empty cells.
    ///
    /// # Panics
    /// If there are more than 40 of them, which would take hours.
    #[cfg(feature = "oracles")]
    pub fn census(&self) -> Census {
        census(&self.start, self.registers)
    }

    fn blank(&self, detail: Detail) -> Tally {
        Tally::new(if detail == Detail::Wins { 0 } else { self.start.board.cell_count() })
    }

    fn chunk(&self, request: &Request, chunk: u64, limit: &Limit) -> Tally {
        let playouts = (request.playouts - chunk * CHUNK).min(CHUNK);
        if request.detail == Detail::Pivotal && self.start.topology() == Topology::Torus {
            return self.scalar_chunk(request, chunk, playouts, limit);
        }
        let Request { kind, seed, detail, .. } = *request;
        // A few playouts do not fill a wide register; narrow words waste less.
        let is_narrow = playouts <= 128;
        let registers = if is_narrow { Available::Plain(Registers::PLAIN) } else { self.registers };
        let start = &self.start;
        registers.run(ChunkWork { start, kind, detail, seed, chunk, playouts, limit })
    }

    fn scalar_chunk(&self, request: &Request, chunk: u64, playouts: u64, limit: &Limit) -> Tally {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(request.seed);
        (0..chunk).for_each(|_| rng.jump());
        let mut kernel = ScalarKernel::of_start(self.start.clone());
        let mut tally = self.blank(request.detail);
        for _ in 0..playouts {
            if !kernel.playout_into(request.kind, &mut rng, limit, &mut tally) {
                break;
            }
        }
        tally
    }
}
