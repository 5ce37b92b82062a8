//! How a search is doing, and how it learns that it shall end.

use std::fmt;
use std::io::Write;
use std::sync::Arc;

use hexring_control::Limit;

use crate::saved::SavedError;

/// How a search is doing.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Positions judged so far by this solver.
    pub nodes: u64,
    /// Positions remembered.
    pub positions: usize,
    /// How hard it seems to prove that the player to move wins; 0 is a proof.
    pub proof_number: u32,
    /// How hard it seems to prove that the player to move loses; 0 is a proof.
    pub disproof_number: u32,
    /// What the search remembers, for those who keep it while the search goes on.
    pub memory: Memory,
}

/// What a search that is at work remembers.
#[derive(Clone)]
pub struct Memory(pub(crate) Arc<dyn Remembered>);

/// Something that can be written down while it is in use.
pub(crate) trait Remembered: Send + Sync {
    fn save(&self, out: &mut dyn Write) -> Result<(), SavedError>;
}

impl Memory {
    /// Writes down what is known so far, as [`Solver::save`](crate::Solver::save) does at the end.
    pub fn save(&self, out: &mut dyn Write) -> Result<(), SavedError> {
        self.0.save(out)
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Memory(…)")
    }
}

/// Somebody has stopped the work, or its time is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// Looks at a limit, for work that ends with `?`.
#[inline]
pub(crate) fn go_on(limit: &Limit) -> Result<(), Stopped> {
    if limit.is_over() { Err(Stopped) } else { Ok(()) }
}
