#![doc = include_str!("../README.md")]

mod convolution;
mod crew;
mod error;
mod evaluator;
mod file;
mod instructions;
mod layer;
mod narrow;
mod network;
mod norm;
mod shipped;
mod view;

pub use crew::{Crew, Evaluated, Queue, enough};
pub use error::LoadError;
pub use evaluator::{Evaluation, Evaluator};
pub use network::{Network, Precision};
pub use shipped::Networks;
