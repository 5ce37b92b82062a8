//! The parameters of the search, with the ranges in which they may be set.

use std::path::PathBuf;
use std::time::Duration;

use hexring_network::Precision;

use crate::mcts;
use crate::option::{Handle, OptionInfo, Settings, Word};
use crate::resign::RESIGN;

/// Simulations for a move where nothing else is said.
const DEFAULT_SIMULATIONS: u64 = 400;

/// Playouts that stand for a simulation, where there is no network: a register full.
const PLAYOUTS: u64 = 512;

pub(crate) const SIMS: Handle<Option<u64>> = Handle::maybe_whole(
    "sims",
    0,
    1_000_000_000,
    "simulations for a move; 400 unless a time is given; 0 is the bare policy",
);
const TIME: Handle<Option<Duration>> =
    Handle::maybe_time("time", "time for a move; whichever limit runs out first ends it");
pub(crate) const TEMPERATURE: Handle<f64> = Handle::real(
    "temperature",
    0.0,
    10.0,
    0.0,
    "how freely to choose among good moves; 0 plays the best, 1 in proportion to visits",
);
const C: Handle<f64> =
    Handle::real("c", 0.0, 10.0, 0.7, "how much to explore moves that the policy likes");
const ALTERNATIVES: Handle<u64> = Handle::whole(
    "alternatives",
    0,
    1024,
    0,
    "so many likely moves are looked at in any case: an analysis has something to say of them",
);
const CONNECTIONS: Handle<u64> = Handle::whole(
    "connections",
    0,
    1_000_000,
    128,
    "visits after which a position is searched for virtual connections; 0 is never",
);
const BATCH: Handle<u64> = Handle::whole(
    "batch",
    1,
    1024,
    8,
    "leaves under way at a time at most, whatever the number of threads",
);
const THREADS: Handle<u64> = Handle::whole(
    "threads",
    1,
    256,
    1,
    "threads; they change nothing but the speed, and a batch of 8 keeps four of them busy",
);
const MEMORY: Handle<u64> = Handle::whole(
    "memory",
    1,
    1_048_576,
    1024,
    "megabytes of the tree; positions that were visited least make room for others",
);
pub(crate) const BOOK: Handle<bool> = Handle::flag(
    "book",
    false,
    "plays from the opening book that comes with the program, where the board has one",
);
pub(super) const NETWORK: Handle<Option<PathBuf>> = Handle::maybe_file(
    "network",
    "the weights; those that come with the program if none are given",
);
pub(super) const PRECISION: Handle<Precision> =
    Handle::word("precision", "what the network computes with: full is slower and a little finer");

impl Word for Precision {
    const WORDS: &'static [&'static str] = &["bytes", "full"];
    const MEANINGS: &'static [Self] = &[Precision::Narrow, Precision::Full];
}

/// The options in the order in which they are listed. [`Params`] says more about each.
pub(super) fn options() -> [OptionInfo; 13] {
    [
        SIMS.info(),
        TIME.info(),
        TEMPERATURE.info(),
        C.info(),
        ALTERNATIVES.info(),
        RESIGN.info(),
        CONNECTIONS.info(),
        BATCH.info(),
        THREADS.info(),
        MEMORY.info(),
        BOOK.info(),
        NETWORK.info(),
        PRECISION.info(),
    ]
}

/// Everything that steers a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Params {
    /// Simulations for a move.
    pub(super) simulations: Option<u64>,
    /// Time for a move.
    pub(super) time: Option<Duration>,
    /// Moves are chosen in proportion to visits^(1 / temperature).
    pub(super) temperature: f64,
    /// The weight of the exploration term of PUCT, for values from 0 to 1.
    pub(super) c: f64,
    /// How many of the likeliest moves of the position itself are looked at in any case.
    pub(super) alternatives: usize,
    /// Chances below which the player gives up.
    pub(super) resign: f64,
    /// Visits after which a node's virtual connections are looked at; 0 is never.
    pub(super) connections: u32,
    /// Leaves that are chosen before the value of the first of them is known.
    pub(super) batch: usize,
    /// Threads.
    pub(super) threads: usize,
    /// How large the tree may be, in bytes.
    pub(super) memory: usize,
    /// Whether the book is asked first.
    pub(super) book: bool,
}

impl Params {
    /// What the settings say.
    pub(super) fn new(settings: &Settings) -> Self {
        let time = settings.get(&TIME);
        Params {
            simulations: settings.get(&SIMS).or(time.is_none().then_some(DEFAULT_SIMULATIONS)),
            time,
            temperature: settings.get(&TEMPERATURE),
            c: settings.get(&C),
            alternatives: settings.get(&ALTERNATIVES) as usize,
            resign: settings.get(&RESIGN),
            connections: settings.get(&CONNECTIONS) as u32,
            batch: settings.get(&BATCH) as usize,
            threads: settings.get(&THREADS) as usize,
            memory: settings.get(&MEMORY) as usize * 1_000_000,
            book: settings.get(&BOOK),
        }
    }

    /// The settings with which `mcts` does about as much with playouts instead of a network.
    ///
    /// It needs a tree only on tori, where the order of the moves counts, and with seasons. A coin
    /// between two moves makes all-moves-as-first a poor guide, and small leaves make a deep tree:
    /// on the torus 4×3 values are 0.004 off on average, with the usual settings 0.015.
    pub(super) fn by_playouts(&self) -> Settings {
        let playouts = self.simulations.map(|sims| sims.max(1).saturating_mul(PLAYOUTS));
        Settings::default()
            .with(&mcts::THREADS, self.threads as u64)
            .with(&mcts::PLAYOUTS, playouts)
            .with(&mcts::TIME, self.time)
            .with(&mcts::LEAF, Some(64))
            .with(&mcts::RAVE, 0.0)
            .with(&mcts::C, Some(0.05))
    }
}
