//! Windows in which Blue closes a ring, whatever lies around them.

use std::collections::HashMap;

use hexring_control::Limit;

use super::ring::{Circle, Linkage, Ring, Window};

/// What is known of windows, up to rotations and mirror images.
pub(super) struct Doomed {
    circle: Circle,
    known: HashMap<Window, bool>,
    /// How many windows there may be.
    most: usize,
    limit: Limit,
}

impl Doomed {
    pub(super) fn new(circle: Circle, most: usize, limit: &Limit) -> Self {
        Doomed { circle, known: HashMap::new(), most, limit: limit.clone() }
    }

    /// How many windows are known.
    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether Blue, to move, closes a ring inside a window if all answers are inside it, too. An
    /// answer elsewhere would not help. When the time or the memory is over the answer is no, and not
    /// to be trusted.
    pub(super) fn is(&mut self, window: Window) -> bool {
        if !self.is_closed(window.map(|ring| ring.with_blue(self.circle.free(ring)))) {
            return false;
        }
        if self.is_closed(window) {
            return true;
        }
        let window = least(self.circle, window);
        if let Some(known) = self.known.get(&window) {
            return *known;
        }
        if self.is_over() {
            return false;
        }
        let is_doomed = self.places(window).into_iter().any(|(ring, column)| {
            let mut next = window;
            next[ring] = next[ring].with_blue(1 << column);
            self.is_closed(next) || !self.is_saved(next)
        });
        if self.is_over() {
            return false;
        }
        self.known.insert(window, is_doomed);
        is_doomed
    }

    fn is_over(&self) -> bool {
        self.known.len() >= self.most || self.limit.is_over()
    }

    fn is_saved(&mut self, window: Window) -> bool {
        self.places(window).into_iter().any(|(ring, column)| {
            let mut next = window;
            next[ring] = next[ring].with_red(1 << column);
            !self.is(next)
        })
    }

    /// The empty cells, those of the middle ring first.
    fn places(&self, window: Window) -> Vec<(usize, u8)> {
        let of = |ring: usize| {
            self.circle.each(self.circle.free(window[ring])).map(move |column| (ring, column))
        };
        [1, 0, 2].into_iter().flat_map(of).collect()
    }

    /// Whether there is a blue ring: no way from top to bottom is left.
    fn is_closed(&self, window: Window) -> bool {
        let mut rings = window.into_iter().filter(|ring| *ring != Ring::BEYOND);
        let Some(first) = rings.next() else { return false };
        let top = Linkage::top(self.circle, first);
        let ways = rings.try_fold(top, |linkage, ring| {
            linkage.is_joined().then(|| linkage.below(self.circle, ring))
        });
        !ways.is_some_and(|linkage| linkage.is_joined())
    }
}

/// The least of all rotations and mirror images of a window.
pub(super) fn least(circle: Circle, window: Window) -> Window {
    let images = circle.rotations(window).chain(circle.rotations(circle.mirrored(window)));
    images.min().unwrap_or(window)
}
