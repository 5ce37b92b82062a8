#![doc = include_str!("../README.md")]

mod boards;
mod choose;
mod coloring;
mod flood;
mod goals;
mod grid;
mod kernel;
mod measure;
mod order;
mod pivotal;
mod pool;
mod reduction;
mod rng;
mod sampler;
mod scalar;
mod table;
mod tally;
mod torus;
mod wide;
mod width;
mod word;

pub use coloring::Census;
pub use measure::{Speed, measure};
pub use sampler::{Detail, Kind, Request, Sampler};
pub use scalar::ScalarKernel;
pub use tally::{CellTally, Tally};
pub use width::Width;
