//! The parameters of the search, with the ranges in which they may be set.

use std::f64::consts::SQRT_2;
use std::time::Duration;

use crate::registry::{Kind, OptionInfo};
use crate::resign;
use crate::spec::Spec;

/// The options as the registry lists them. [`Params`] says more about each.
pub(super) const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "playouts",
        kind: Kind::Whole { min: 1, max: 1_000_000_000_000 },
        default: "",
        help: "playouts for a move, all leaves together; 10000 unless a time is given",
    },
    OptionInfo {
        name: "time",
        kind: Kind::Time,
        default: "",
        help: "time for a move; whichever limit runs out first ends it",
    },
    OptionInfo {
        name: "plain",
        kind: Kind::Flag,
        default: "false",
        help: "the search as published: UCT, one uniform playout for each leaf, nothing else",
    },
    OptionInfo {
        name: "c",
        kind: Kind::Real { min: 0.0, max: 10.0 },
        default: "",
        help: "how much to explore; 0, or the square root of 2 if plain",
    },
    OptionInfo {
        name: "rave",
        kind: Kind::Real { min: 0.0, max: 1e6 },
        default: "100",
        help: "visits at which a move's own results weigh as much as all-moves-as-first; 0 is off",
    },
    OptionInfo {
        name: "leaf",
        kind: Kind::Whole { min: 1, max: 65_536 },
        default: "",
        help: "playouts for each leaf; 512, or from 64 on if few playouts are allowed",
    },
    OptionInfo {
        name: "bridges",
        kind: Kind::Flag,
        default: "true",
        help: "whether playouts complete the bridges of a leaf",
    },
    OptionInfo {
        name: "answer",
        kind: Kind::Real { min: 0.0, max: 1e6 },
        default: "5",
        help: "evaluations as won with which the answer to a broken bridge begins",
    },
    OptionInfo {
        name: "reuse",
        kind: Kind::Words(&["timed", "always", "never"]),
        default: "timed",
        help: "whether a move begins with the tree of the last: if a time is given, always or never",
    },
    resign::OPTION,
    OptionInfo {
        name: "batch",
        kind: Kind::Whole { min: 1, max: 1024 },
        default: "8",
        help: "leaves that are looked at together, whatever the number of threads",
    },
    OptionInfo {
        name: "threads",
        kind: Kind::Whole { min: 1, max: 256 },
        default: "1",
        help: "threads; they change nothing but the speed",
    },
    OptionInfo {
        name: "memory",
        kind: Kind::Whole { min: 1, max: 1_048_576 },
        default: "1024",
        help: "megabytes after which the tree stops growing",
    },
];

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

/// Everything that steers a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Params {
    /// Playouts for a move.
    pub(super) playouts: Option<u64>,
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
    /// What the spec says.
    pub(super) fn new(spec: &Spec) -> Self {
        let whole = |name| spec.whole(name).expect("it has a default");
        let real = |name| spec.real(name).expect("it has a default");
        let (time, plain) = (spec.time("time"), spec.flag("plain"));
        let playouts = spec.whole("playouts").or(time.is_none().then_some(10_000));
        let c = spec.real("c");
        let reuse = match spec.word("reuse") {
            _ if plain => Reuse::Never,
            "timed" => Reuse::Timed,
            "always" => Reuse::Always,
            _ => Reuse::Never,
        };
        Params {
            playouts,
            time,
            plain,
            c: c.unwrap_or(if plain { SQRT_2 } else { 0.0 }),
            rave: if plain { 0.0 } else { real("rave") },
            leaf: if plain { 1 } else { spec.whole("leaf").unwrap_or_else(|| leaf(playouts)) },
            bridges: !plain && spec.flag("bridges"),
            answer: if plain { 0.0 } else { real("answer") as f32 },
            proofs: !plain,
            reuse,
            resign: real("resign"),
            batch: if plain { 1 } else { whole("batch") as usize },
            threads: whole("threads") as usize,
            memory: whole("memory") as usize * 1_000_000,
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
