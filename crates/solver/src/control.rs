//! Watching and stopping a long search.

use std::sync::atomic::{AtomicBool, Ordering};

/// How a search is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Positions judged so far by this solver.
    pub nodes: u64,
    /// Positions in the table.
    pub positions: usize,
    /// How hard it seems to prove that the player to move wins; 0 is a proof.
    pub proof_number: u32,
    /// How hard it seems to prove that the player to move loses; 0 is a proof.
    pub disproof_number: u32,
}

/// A flag to stop a search from another thread, and a function that hears about its progress.
#[derive(Default)]
pub struct Control<'a> {
    /// The search ends soon after this becomes true; its table is kept.
    pub stop: Option<&'a AtomicBool>,
    /// Called every few hundred positions.
    pub on_progress: Option<&'a mut dyn FnMut(Progress)>,
}

impl Control<'_> {
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    pub(crate) fn report(&mut self, progress: Progress) {
        if let Some(on_progress) = &mut self.on_progress {
            on_progress(progress);
        }
    }
}
