#![doc = include_str!("../README.md")]

mod driver;
mod memory;
mod mutation;
mod targets;

pub use driver::{Failure, Report, run};
pub use targets::{TARGETS, Target, target};
