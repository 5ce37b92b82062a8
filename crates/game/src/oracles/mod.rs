//! Second implementations, for tests and benchmarks to compare with. The feature `oracles` has
//! them; nothing else in this crate uses them.

mod cut_and_color;
pub mod lifting;

pub use cut_and_color::{CutAndColor, cut_and_color};
