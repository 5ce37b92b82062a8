#![doc = include_str!("../README.md")]

pub mod adjacency;
mod bridge_rings;
pub mod dice;
pub mod distance;
mod heuristic;
mod human;
mod k_path;
pub mod level;
mod long_bridge;
mod mcts;
pub mod minimax;
mod mirror;
mod neural;
mod player;
mod pure_mc;
mod random;
mod random_path;
mod random_spot;
pub mod registry;
mod resign;
mod rings;
pub mod seasonal_adjacency;
mod shift;
mod shortest_walk;
mod solver;
mod spec;
mod strategy;
mod swap;
mod three_rings;
mod tree;

pub use player::{
    Better, Choice, ChooseError, Control, Player, ScoreMap, Unsupported, Work, decide,
};
pub use spec::{Spec, SpecError, Value};
pub use strategy::{Candidates, Strategy, last_blue, strategy_for};
