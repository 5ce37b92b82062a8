#![doc = include_str!("../README.md")]

mod boards;
mod choose;
mod chunk;
#[cfg(feature = "oracles")]
mod coloring;
mod flood;
mod goals;
mod layout;
mod measure;
mod order;
mod pivotal;
mod pool;
mod reduction;
mod request;
mod rng;
mod sampler;
mod scalar;
mod start;
mod tally;
mod torus;
mod wide;
mod width;
mod word;

#[cfg(feature = "oracles")]
pub use coloring::Census;
pub use measure::{Speed, measure};
pub use request::{Detail, Kind, Request};
pub use sampler::Sampler;
pub use scalar::ScalarKernel;
pub use tally::{CellTally, Tally};
pub use width::Width;
