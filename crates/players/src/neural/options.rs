//! The parameters of the search, with the ranges in which they may be set.

use std::time::Duration;

use crate::registry::{Kind, OptionInfo};
use crate::resign;
use crate::spec::Spec;

/// Simulations for a move where nothing else is said.
const DEFAULT_SIMULATIONS: u64 = 400;

/// Playouts that stand for a simulation, where there is no network: a register full.
const PLAYOUTS: u64 = 512;

/// The most that can be asked for.
const MAX_PLAYOUTS: u64 = 1_000_000_000_000;

/// The options as the registry lists them. [`Params`] says more about each.
pub(super) const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "sims",
        kind: Kind::Whole { min: 0, max: 1_000_000_000 },
        default: "",
        help: "simulations for a move; 400 unless a time is given; 0 is the bare policy",
    },
    OptionInfo {
        name: "time",
        kind: Kind::Time,
        default: "",
        help: "time for a move; whichever limit runs out first ends it",
    },
    OptionInfo {
        name: "temperature",
        kind: Kind::Real { min: 0.0, max: 10.0 },
        default: "0",
        help: "how freely to choose among good moves; 0 plays the best, 1 in proportion to visits",
    },
    OptionInfo {
        name: "c",
        kind: Kind::Real { min: 0.0, max: 10.0 },
        default: "0.7",
        help: "how much to explore moves that the policy likes",
    },
    resign::OPTION,
    OptionInfo {
        name: "connections",
        kind: Kind::Whole { min: 0, max: 1_000_000 },
        default: "8",
        help: "visits after which a position is searched for virtual connections; 0 is never",
    },
    OptionInfo {
        name: "batch",
        kind: Kind::Whole { min: 1, max: 1024 },
        default: "8",
        help: "leaves under way at a time, whatever the number of threads",
    },
    OptionInfo {
        name: "threads",
        kind: Kind::Whole { min: 1, max: 256 },
        default: "1",
        help: "threads; they change nothing but the speed, and a batch of 8 keeps four of them busy",
    },
    OptionInfo {
        name: "network",
        kind: Kind::File,
        default: "",
        help: "the weights; those that come with the program if none are given",
    },
];

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
    /// Chances below which the player gives up.
    pub(super) resign: f64,
    /// Visits after which a node's virtual connections are looked at; 0 is never.
    pub(super) connections: u32,
    /// Leaves that are chosen before the value of the first of them is known.
    pub(super) batch: usize,
    /// Threads.
    pub(super) threads: usize,
}

impl Params {
    /// What the spec says.
    pub(super) fn new(spec: &Spec) -> Self {
        let whole = |name| spec.whole(name).expect("it has a default") as usize;
        let real = |name| spec.real(name).expect("it has a default");
        let time = spec.time("time");
        let simulations = spec.whole("sims").or(time.is_none().then_some(DEFAULT_SIMULATIONS));
        Params {
            simulations,
            time,
            temperature: real("temperature"),
            c: real("c"),
            resign: real("resign"),
            connections: whole("connections") as u32,
            batch: whole("batch"),
            threads: whole("threads"),
        }
    }

    /// A player that does about as much with playouts instead of a network.
    pub(super) fn by_playouts(&self) -> Spec {
        let sims =
            self.simulations.map(|sims| sims.max(1).saturating_mul(PLAYOUTS).min(MAX_PLAYOUTS));
        let sims = sims.map(|playouts| format!(",playouts={playouts}")).unwrap_or_default();
        let time = self.time.map(|time| format!(",time={}ms", time.as_millis().max(1)));
        let text = format!("mcts:threads={}{sims}{}", self.threads, time.unwrap_or_default());
        text.parse().expect("mcts has these options")
    }
}
