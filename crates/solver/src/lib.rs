#![doc = include_str!("../README.md")]
//!
//! # Parts
//! | question | module | answer |
//! |---|---|---|
//! | who wins | `solver` in front; `halves` of tall cylinders; `team`, `search`, `analysis`, `connections`, `inferior`, `ordering`, `opinion`, `endgame`, `rings`, `numbers` behind | [`Solver::solve`] |
//! | what to try first | `adviser`, a trait; `options` say when to ask | [`Advisers`] |
//! | what can be seen without a search | `glance`, with the same parts | [`Glance`] |
//! | why | `prove` writes, `proof` is the file, `check` shares nothing with the search | [`Solver::prove`], [`check`] |
//! | what is known so far | `saved` is the file, with a `checksum` | [`Solver::save`], [`Memory`] |
//! | who wins boards of all sizes | `theorems` | [`Theorem`] |
//! | who wins if Red has to answer nearby | `local`, with a search, proofs and a plain search of its own | [`LocalSolver`] |
//! | does a rule without memory win so | `local::rule`, with a SAT solver; its `trial` knows the rules alone | [`find_rule`], [`LocalRule::check`] |
//! | does one rule win at every height | `every_height`, with the SAT solver; its `check` knows nothing of the search | [`find_height_rule`], [`HeightRule::check`] |
//! | who wins with seasons | `seasons` | [`Solver::solve`] |
//! | who wins, from the rules alone | `plain`, for tests (feature `oracles`) | `PlainSearch` |
//! | with what probability, under random turns | `random_turns` | [`random_turn_value`] |
//! | does this strategy win | `verify`, `pairing` | [`verify`] |
//! | who wins on all these boards | `survey` | [`Survey`] |
//! | which stones of a cylinder are connected | `chains` | [`Family`], [`ChainAnswers`] |
//!
//! # Invariants
//! - No heuristic decides a value. Ordering, windows, limits of lists and forgotten entries make
//!   the search faster or slower; each win rests on connections whose rules are sound.
//! - The topology is in the geometry alone: links with their wraps, goals, borders. The one other
//!   place is the torus's order of moves, where two rings can exist side by side.
//! - The memory's keys are whole positions, so there are no hash collisions to be lucky about.

mod adviser;
mod analysis;
mod bits;
mod carriers;
mod chains;
mod check;
mod checksum;
mod connections;
mod distance;
mod endgame;
mod engine;
mod every_height;
mod extents;
mod glance;
mod grid;
mod groups;
mod halves;
mod inferior;
mod local;
mod numbers;
mod opinion;
mod options;
mod ordering;
mod origin;
mod outcome;
mod pairing;
#[cfg(any(test, feature = "oracles"))]
mod plain;
mod progress;
mod proof;
mod prove;
mod random_turns;
mod rings;
#[cfg(test)]
mod samples;
mod sat;
mod saved;
mod search;
mod seasons;
mod solver;
mod state;
mod survey;
mod symmetry;
mod team;
mod theorems;
mod transpositions;
mod verify;

pub use adviser::{Advice, Adviser, Advisers};
pub use chains::{Chain, ChainAnswer, ChainAnswers, ChainError, Face, Family, Stack};
pub use check::{CheckError, Checked, check};
pub use every_height::{
    HEIGHT_SEARCH_COLUMNS, HeightError, HeightOutcome, HeightProgress, HeightRule, HeightRuleFault,
    HeightRuleFileError, HeightsChecked, find_height_rule,
};
pub use glance::{Glance, Sight};
#[cfg(feature = "oracles")]
pub use local::plain_local_winner;
pub use local::{
    LocalError, LocalOutcome, LocalProgress, LocalRule, LocalRuleFault, LocalRuleFileError,
    LocalSolver, Obligation, Refutation, RuleError, RuleOutcome, RuleProgress, Scope, find_rule,
};
pub use options::{Guide, MAX_CELLS, MAX_SEASON_CELLS, MIN_MEMORY, Options, Wanted};
pub use outcome::{Outcome, SolveError};
#[cfg(feature = "oracles")]
pub use plain::{PlainSearch, Value};
pub use progress::{Memory, Progress};
pub use proof::{Claim, MAX_PROOF_BYTES, MAX_PROOF_NODES, Node, Point, Proof, ProofFileError};
#[cfg(feature = "oracles")]
pub use random_turns::recursion;
pub use random_turns::{
    MAX_FILLED, MAX_RECURSION, RandomTurnError, RandomTurnValue, Share, random_turn_value,
};
pub use saved::SavedError;
pub use solver::Solver;
pub use survey::{BoardRange, RangeError, Row, Survey};
pub use symmetry::{Symmetry, symmetries};
pub use theorems::Theorem;
pub use verify::{Failure, MAX_VERIFIED, Trial, TrialError, Trialled, verify};
