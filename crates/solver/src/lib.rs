//! Who wins: exact values of positions on the plane, the cylinder and the torus.

mod analysis;
mod bits;
mod connections;
mod control;
mod distance;
mod grid;
mod groups;
mod inferior;
mod ordering;
mod origin;
mod plain;
mod search;
mod solver;
mod state;
mod symmetry;
mod table;

pub use control::{Control, Progress};
pub use plain::{PlainSearch, Value};
pub use solver::{
    MAX_CELLS, MAX_SEASON_CELLS, MIN_MEMORY, Options, Outcome, SolveError, Solver, Wanted,
};
