#![doc = include_str!("../README.md")]

pub mod adjacency;
pub mod adviser;
pub mod book;
mod bridge_rings;
pub mod clock;
#[cfg(feature = "contract")]
pub mod contract;
pub mod dice;
pub mod distance;
mod entry;
mod follower;
mod heuristic;
mod human;
mod k_path;
pub mod level;
mod long_bridge;
mod mcts;
pub mod minimax;
mod mirror;
mod neural;
pub mod option;
mod player;
pub mod program;
mod pure_mc;
mod random;
mod random_path;
mod random_spot;
mod registry;
mod resign;
mod rings;
mod sample;
pub mod seasonal_adjacency;
mod shift;
mod shortest_walk;
mod solver;
mod spec;
mod strategy;
mod swap;
pub mod table;
mod three_rings;
mod tree;
mod verification;
mod watch;

pub use entry::{BuildError, Entry, Unsupported};
pub use player::{
    Better, Choice, ChooseError, Control, Line, Player, Reason, ScoreMap, Work, decide,
};
pub use program::Program;
pub use registry::{NameTaken, Registry};
pub use spec::{SeatError, Spec, SpecError};
pub use strategy::{Candidates, Strategy, last_blue};
pub use verification::{Verification, VerifyError};
pub use watch::Watch;
