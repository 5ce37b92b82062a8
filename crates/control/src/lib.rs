#![doc = include_str!("../README.md")]

mod control;
mod limit;
#[cfg(feature = "signals")]
pub mod signals;
mod stop;

pub use control::{Control, REPORT_EVERY};
pub use limit::Limit;
pub use stop::{Raising, Stop};
/// The clock: the system's, or the browser's.
pub use web_time::Instant;
