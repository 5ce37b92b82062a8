//! What was found out about positions, by their key: the transposition table.

use std::collections::HashMap;

use hexring_game::Site;

/// More than any value.
pub(super) const INFINITY: i64 = i64::MAX / 4;

/// The values between which the exact one is wanted. Outside, any bound will do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) alpha: i64,
    pub(super) beta: i64,
}

impl Window {
    /// Every value is wanted.
    pub(super) const FULL: Window = Window { alpha: -INFINITY, beta: INFINITY };

    /// The window from the opponent's point of view.
    pub(super) fn reversed(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// The window for one of two values with equal weight when the other one is known.
    pub(super) fn beside(self, other: i64) -> Window {
        let bound = |end: i64| (2 * end - other).clamp(-INFINITY, INFINITY);
        Window { alpha: bound(self.alpha), beta: bound(self.beta) }
    }
}

/// Positions that are held; the table is emptied when it is full.
const CAPACITY: usize = 1 << 20;

/// What a value that was returned says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Clone, Copy, Debug)]
struct Fact {
    depth: u8,
    bound: Bound,
    value: i64,
    best: Site,
}

/// Values and best moves of positions with a player to move, for that player.
#[derive(Default)]
pub(super) struct Known(HashMap<u64, Fact>);

impl Known {
    /// The value if it is known for exactly this many plies, well enough for the window.
    pub(super) fn value(&self, key: u64, depth: u8, window: Window) -> Option<i64> {
        let fact = self.0.get(&key).filter(|fact| fact.depth == depth)?;
        let is_enough = match fact.bound {
            Bound::Exact => true,
            Bound::AtLeast => fact.value >= window.beta,
            Bound::AtMost => fact.value <= window.alpha,
        };
        is_enough.then_some(fact.value)
    }

    /// The best move that was found last, at whatever depth.
    pub(super) fn best(&self, key: u64) -> Option<Site> {
        self.0.get(&key).map(|fact| fact.best)
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
        self.0.insert(key, Fact { depth, bound, value, best });
    }
}
