//! Players of Hex on every board.
//!
//! A [`Spec`] (`name:key=value`) with a seed makes a [`Player`]; [`decide`] lets it choose a move
//! and returns a [`Choice`] with the thoughts behind it. [`registry::PLAYERS`] lists them all.

pub mod adjacency;
pub mod dice;
pub mod distance;
mod heuristic;
mod human;
pub mod minimax;
mod player;
mod random;
pub mod registry;
pub mod seasonal_adjacency;
mod spec;
mod swap;

pub use player::{
    Better, Choice, ChooseError, Control, Player, ScoreMap, Unsupported, Work, decide,
};
pub use spec::{Spec, SpecError, Value};
