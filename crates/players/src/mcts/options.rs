//! The parameters of the search, with the ranges in which they may be set.

use std::f64::consts::SQRT_2;
use std::time::Duration;

use crate::option::{Handle, OptionInfo, Settings, Word};
use crate::resign::RESIGN;

pub(crate) const PLAYOUTS: Handle<Option<u64>> = Handle::maybe_whole(
    "playouts",
    1,
    1_000_000_000_000,
    "playouts for a move, all leaves together; 10000 unless stones or a time are given",
);
const STONES: Handle<Option<u64>> = Handle::maybe_whole(
    "stones",
    1,
    1_000_000_000_000,
    "stones that the search may set for a move: more playouts the sooner they end, as in a time",
);
pub(crate) const TIME: Handle<Option<Duration>> =
    Handle::maybe_time("time", "time for a move; whichever limit runs out first ends it");
const PLAIN: Handle<bool> = Handle::flag(
    "plain",
    false,
    "the search as published: UCT, one uniform playout for each leaf, nothing else",
);
pub(crate) const C: Handle<Option<f64>> =
    Handle::maybe_real("c", 0.0, 10.0, "how much to explore; 0, or the square root of 2 if plain");
pub(crate) const RAVE: Handle<f64> = Handle::real(
    "rave",
    0.0,
    1e6,
    100.0,
    "visits at which a move's own results weigh as much as all-moves-as-first; 0 is off",
);
pub(crate) const LEAF: Handle<Option<u64>> = Handle::maybe_whole(
    "leaf",
    1,
    65_536,
    "playouts for each leaf; 512, or from 64 on if few playouts are allowed",
);
const BRIDGES: Handle<bool> =
    Handle::flag("bridges", true, "whether playouts complete the bridges of a leaf");
const ANSWER: Handle<f64> = Handle::real(
    "answer",
    0.0,
    1e6,
    5.0,
    "evaluations as won with which the answer to a broken bridge begins",
);
const REUSE: Handle<Reuse> = Handle::word(
    "reuse",
    "whether a move begins with the tree of the last: if a time is given, always or never",
);
const BATCH: Handle<u64> = Handle::whole(
    "batch",
    1,
    1024,
    8,
    "leaves that are looked at together, whatever the number of threads",
);
pub(crate) const THREADS: Handle<u64> =
    Handle::whole("threads", 1, 256, 1, "threads; they change nothing but the speed");
const MEMORY: Handle<u64> =
    Handle::whole("memory", 1, 1_048_576, 1024, "megabytes after which the tree stops growing");

/// The options in the order in which they are listed. [`Params`] says more about each.
pub(super) fn options() -> [OptionInfo; 14] {
    [
        PLAYOUTS.info(),
        STONES.info(),
        TIME.info(),
        PLAIN.info(),
        C.info(),
        RAVE.info(),
        LEAF.info(),
        BRIDGES.info(),
        ANSWER.info(),
        REUSE.info(),
        RESIGN.info(),
        BATCH.info(),
        THREADS.info(),
        MEMORY.info(),
    ]
}

/// When a search may begin with the tree of the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reuse {
    /// Under a time limit, where games cannot be repeated exactly in any case.
    Timed,
    /// Always: moves then depend on which moves of the game the player was asked for before.
    Always,
    /// Never.
    Never,
}

impl Word for Reuse {
    const WORDS: &'static [&'static str] = &["timed", "always", "never"];
    const MEANINGS: &'static [Self] = &[Reuse::Timed, Reuse::Always, Reuse::Never];
}

/// Everything that steers a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Params {
    /// Playouts for a move.
    pub(super) playouts: Option<u64>,
    /// Stones for a move: those on the way down the tree, and those of playouts. One for each leaf
    /// ends with the game, many fill the board.
    pub(super) stones: Option<u64>,
    /// Time for a move.
    pub(super) time: Option<Duration>,
    /// The published search.
    pub(super) plain: bool,
    /// The weight of the exploration term of UCT.
    pub(super) c: f64,
    /// A move that was visited `n` times gets its all-moves-as-first value with the weight
    /// `rave / (rave + n)`.
    pub(super) rave: f64,
    /// Playouts for each leaf. A leaf counts as one visit, however many.
    pub(super) leaf: u64,
    /// Whether the two cells of a bridge get opposite colours in playouts.
    pub(super) bridges: bool,
    /// The answer to a stone in a bridge begins with so many evaluations as won.
    pub(super) answer: f32,
    /// Whether nodes are proven won or lost.
    pub(super) proofs: bool,
    /// When to begin with the last tree.
    pub(super) reuse: Reuse,
    /// Chances below which the player gives up.
    pub(super) resign: f64,
    /// Leaves that are selected before the first of them is evaluated.
    pub(super) batch: usize,
    /// Threads.
    pub(super) threads: usize,
    /// Where the tree stops to grow, in bytes.
    pub(super) memory: usize,
}

impl Params {
    /// What the settings say.
    pub(super) fn new(settings: &Settings) -> Self {
        let (time, plain) = (settings.get(&TIME), settings.get(&PLAIN));
        let stones = settings.get(&STONES);
        let is_free = time.is_none() && stones.is_none();
        let playouts = settings.get(&PLAYOUTS).or(is_free.then_some(10_000));
        let params = Params {
            playouts,
            stones,
            time,
            plain,
            c: settings.get(&C).unwrap_or(if plain { SQRT_2 } else { 0.0 }),
            rave: settings.get(&RAVE),
            leaf: settings.get(&LEAF).unwrap_or_else(|| leaf(playouts)),
            bridges: settings.get(&BRIDGES),
            answer: settings.get(&ANSWER) as f32,
            proofs: true,
            reuse: settings.get(&REUSE),
            resign: settings.get(&RESIGN),
            batch: settings.get(&BATCH) as usize,
            threads: settings.get(&THREADS) as usize,
            memory: settings.get(&MEMORY) as usize * 1_000_000,
        };
        if plain { params.as_published() } else { params }
    }

    /// The same without anything that the published search lacks.
    fn as_published(self) -> Self {
        Params {
            rave: 0.0,
            leaf: 1,
            bridges: false,
            answer: 0.0,
            proofs: false,
            reuse: Reuse::Never,
            batch: 1,
            ..self
        }
    }

    /// Whether a search may begin with the tree of the one before.
    pub(super) fn reuses(&self) -> bool {
        match self.reuse {
            Reuse::Timed => self.time.is_some(),
            Reuse::Always => true,
            Reuse::Never => false,
        }
    }
}

/// A register full for each leaf where there are many playouts, and less where a tree could not
/// grow otherwise.
fn leaf(playouts: Option<u64>) -> u64 {
    playouts.map_or(512, |playouts| (playouts / 1024).next_power_of_two().clamp(64, 512))
}
