//! Who wins: exact values of positions on the plane, the cylinder and the torus.

mod analysis;
mod bits;
mod check;
mod connections;
mod control;
mod distance;
mod grid;
mod groups;
mod inferior;
mod ordering;
mod origin;
mod plain;
mod proof;
mod prove;
mod random_turns;
mod saved;
mod search;
mod solver;
mod state;
mod symmetry;
mod table;
mod tables;
mod verify;

pub use check::{CheckError, Checked, check};
pub use control::{Control, Progress};
pub use plain::{PlainSearch, Value};
pub use proof::{Claim, Node, Point, Proof, ProofFileError};
pub use random_turns::{
    MAX_FILLED, MAX_RECURSION, RandomTurnError, RandomTurnValue, Share, random_turn_value,
    recursion,
};
pub use saved::TableFileError;
pub use solver::{
    MAX_CELLS, MAX_SEASON_CELLS, MIN_MEMORY, Options, Outcome, SolveError, Solver, Wanted,
};
pub use tables::{BoardRange, RangeError, Row, fill_table, markdown};
pub use verify::{Failure, MAX_VERIFIED, Trial, TrialError, Trialled, verify};
