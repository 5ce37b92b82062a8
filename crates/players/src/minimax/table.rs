//! The transposition table: what was found out about positions, by their key.

use std::collections::HashMap;

use hexring_game::Site;

use super::search::Window;

/// Positions that the table holds; it is emptied when it is full.
const CAPACITY: usize = 1 << 20;

/// What a value that was returned says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    depth: u8,
    bound: Bound,
    value: i64,
    best: Site,
}

/// Values and best moves of positions with a player to move, for that player.
#[derive(Default)]
pub(super) struct Table(HashMap<u64, Entry>);

impl Table {
    /// The value if it is known for exactly this many plies, well enough for the window.
    pub(super) fn value(&self, key: u64, depth: u8, window: Window) -> Option<i64> {
        let entry = self.0.get(&key).filter(|entry| entry.depth == depth)?;
        let is_enough = match entry.bound {
            Bound::Exact => true,
            Bound::AtLeast => entry.value >= window.beta,
            Bound::AtMost => entry.value <= window.alpha,
        };
        is_enough.then_some(entry.value)
    }

    /// The best move that was found last, at whatever depth.
    pub(super) fn best(&self, key: u64) -> Option<Site> {
        self.0.get(&key).map(|entry| entry.best)
    }

    /// Remembers what a search in a window returned.
    pub(super) fn store(&mut self, key: u64, depth: u8, window: Window, value: i64, best: Site) {
        let bound = match value {
            value if value <= window.alpha => Bound::AtMost,
            value if value >= window.beta => Bound::AtLeast,
            _ => Bound::Exact,
        };
        if self.0.len() >= CAPACITY {
            self.0.clear();
        }
        self.0.insert(key, Entry { depth, bound, value, best });
    }
}
