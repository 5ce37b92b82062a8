//! How a search is doing, and how it learns that it shall end.

use hexring_control::Limit;

/// How a search is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Positions judged so far by this solver.
    pub nodes: u64,
    /// Positions remembered.
    pub positions: usize,
    /// How hard it seems to prove that the player to move wins; 0 is a proof.
    pub proof_number: u32,
    /// How hard it seems to prove that the player to move loses; 0 is a proof.
    pub disproof_number: u32,
}

/// Somebody has stopped the work, or its time is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// Looks at a limit, for work that ends with `?`.
#[inline]
pub(crate) fn go_on(limit: &Limit) -> Result<(), Stopped> {
    if limit.is_over() { Err(Stopped) } else { Ok(()) }
}
