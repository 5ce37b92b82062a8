//! Whether a rule wins at every height: two finite checks.
//!
//! 1. The windows that may come up, beginning with those of empty cylinders, are closed under every
//!    blue stone and the rule's answer to it.
//! 2. However such windows are stacked, there is a way from top to bottom without blue stones.
//!
//! So the imagined position never holds a blue ring, and the real one has no other blue stones.

use std::collections::HashSet;

use hexring_control::Limit;
use thiserror::Error;

use super::allowed::{Allowed, EMPTY};
use super::ring::{Linkage, Ring, Window};
use super::rule::HeightRule;

/// The most windows, and the most windows with what they are joined to.
const MOST_WINDOWS: usize = 1 << 20;

/// What was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeightsChecked {
    /// Windows that may come up, with all rotations.
    pub windows: usize,
    /// Windows with the ways to the top that were looked at.
    pub links: usize,
}

/// Why it is not known that a rule wins at every height.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HeightRuleFault {
    /// A sight that the rule does not know.
    #[error("the rule has no answer to {0}, which may come up")]
    Unknown(String),
    /// Blue may close a ring.
    #[error(
        "a blue ring may be closed: the rings of {0} may lie below others that leave no way to the top"
    )]
    Ring(String),
    /// Too many windows.
    #[error("more than {MOST_WINDOWS} windows come up")]
    TooMany,
    /// Somebody has stopped it.
    #[error("stopped after {0} windows")]
    Stopped(usize),
}

impl HeightRule {
    /// Whether Red wins all cylinders of these columns by this rule, with Blue first.
    pub fn check(&self, limit: &Limit) -> Result<HeightsChecked, HeightRuleFault> {
        let allowed = self.closure(limit)?;
        let links = self.ways(&allowed, limit)?;
        Ok(HeightsChecked { windows: allowed.order.len(), links })
    }

    /// The same without what never comes up.
    pub(super) fn trimmed(mut self, limit: &Limit) -> Result<Self, HeightRuleFault> {
        let allowed = self.closure(limit)?;
        let before = |[above, middle, below]: Window| [above, middle.without_blue(1), below];
        self.answers.retain(|seen, _| allowed.contains(before(*seen)));
        Ok(self)
    }

    /// The windows that may come up.
    fn closure(&self, limit: &Limit) -> Result<Allowed, HeightRuleFault> {
        let mut allowed = Allowed::new(self.circle);
        EMPTY.into_iter().for_each(|window| allowed.add(window));
        let mut before = 0;
        // A window that is new may be a neighbour of windows that were looked at before.
        while before < allowed.order.len() {
            before = allowed.order.len();
            let mut at = 0;
            while let Some(window) = allowed.order.get(at).copied() {
                check_room(allowed.order.len(), limit)?;
                at += 1;
                // The rotations bring every other empty cell to the first column.
                if self.circle.free(window[1]) & 1 == 0 {
                    continue;
                }
                let [above, middle, below] = window;
                let seen = [above, middle.with_blue(1), below];
                let unknown = || HeightRuleFault::Unknown(self.circle.text(seen));
                let made = *self.answers.get(&seen).ok_or_else(unknown)?;
                for follows in allowed.after(window, made) {
                    allowed.add(follows.window);
                }
            }
        }
        Ok(allowed)
    }

    /// Looks for a way from top to bottom in every stack of allowed windows. Returns how many
    /// windows there are with what is joined to the top.
    fn ways(&self, allowed: &Allowed, limit: &Limit) -> Result<usize, HeightRuleFault> {
        let mut known: HashSet<(Window, Linkage)> = HashSet::new();
        let mut open = Vec::new();
        let mut reach = |open: &mut Vec<_>, window: Window, linkage: Linkage| {
            if !linkage.is_joined() {
                return Err(HeightRuleFault::Ring(self.circle.text(window)));
            }
            if known.insert((window, linkage)) {
                open.push((window, linkage));
            }
            check_room(known.len(), limit)
        };
        let is_top = |window: &&Window| window[1] == Ring::BEYOND && window[2] != Ring::BEYOND;
        for window in allowed.order.iter().filter(is_top) {
            reach(&mut open, *window, Linkage::top(self.circle, window[2]))?;
        }
        while let Some(([_, above, last], linkage)) = open.pop() {
            for ring in allowed.below([above, last]).filter(|ring| *ring != Ring::BEYOND) {
                let linkage = linkage.below(self.circle, ring);
                reach(&mut open, [above, last, ring], linkage)?;
            }
        }
        Ok(known.len())
    }
}

fn check_room(windows: usize, limit: &Limit) -> Result<(), HeightRuleFault> {
    match () {
        () if windows > MOST_WINDOWS => Err(HeightRuleFault::TooMany),
        () if limit.is_over() => Err(HeightRuleFault::Stopped(windows)),
        () => Ok(()),
    }
}
