//! Which three rings may lie one above the other, and what follows from a move.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::ring::{Circle, Ring, Window};

/// The windows of an empty cylinder of any height.
pub(super) const EMPTY: [Window; 6] = {
    let (empty, beyond) = (Ring::EMPTY, Ring::BEYOND);
    [
        [beyond, beyond, empty],
        [beyond, empty, beyond],
        [beyond, empty, empty],
        [empty, empty, empty],
        [empty, empty, beyond],
        [empty, beyond, beyond],
    ]
};

/// Windows that may occur. A cylinder is allowed if all its windows are, so this says of more
/// cylinders than can come up that they can.
pub(super) struct Allowed {
    circle: Circle,
    known: HashSet<Window>,
    /// In the order in which they were added.
    pub(super) order: Vec<Window>,
    /// By two rings: which ring may be above them, and which below.
    above: HashMap<[Ring; 2], BTreeSet<Ring>>,
    below: HashMap<[Ring; 2], BTreeSet<Ring>>,
}

/// A window that comes up, and the windows that have to be there before.
pub(super) struct Consequence {
    pub(super) before: Vec<Window>,
    pub(super) window: Window,
}

impl Allowed {
    pub(super) fn new(circle: Circle) -> Self {
        Allowed {
            circle,
            known: HashSet::new(),
            order: Vec::new(),
            above: HashMap::new(),
            below: HashMap::new(),
        }
    }

    pub(super) fn contains(&self, window: Window) -> bool {
        self.known.contains(&window)
    }

    /// Adds a window with its rotations.
    pub(super) fn add(&mut self, window: Window) {
        for window in self.circle.rotations(window) {
            if self.known.insert(window) {
                self.order.push(window);
                let [above, middle, below] = window;
                self.above.entry([middle, below]).or_default().insert(above);
                self.below.entry([above, middle]).or_default().insert(below);
            }
        }
    }

    /// The rings that may be below two others.
    pub(super) fn below(&self, rings: [Ring; 2]) -> impl Iterator<Item = Ring> {
        self.below.get(&rings).into_iter().flatten().copied()
    }

    fn above(&self, rings: [Ring; 2]) -> impl Iterator<Item = Ring> {
        self.above.get(&rings).into_iter().flatten().copied()
    }

    /// All windows that may come up where the rings of a window become others.
    pub(super) fn after(&self, window: Window, made: Window) -> Vec<Consequence> {
        let ([a, b, c], [new_a, new_b, new_c]) = (window, made);
        let mut all = vec![Consequence { before: vec![window], window: made }];
        let mut add = |before: Vec<Window>, window| all.push(Consequence { before, window });
        for up in self.above([a, b]) {
            add(vec![window, [up, a, b]], [up, new_a, new_b]);
            for top in self.above([up, a]).filter(|_| new_a != a) {
                add(vec![window, [up, a, b], [top, up, a]], [top, up, new_a]);
            }
        }
        for down in self.below([b, c]) {
            add(vec![window, [b, c, down]], [new_b, new_c, down]);
            for bottom in self.below([c, down]).filter(|_| new_c != c) {
                add(vec![window, [b, c, down], [c, down, bottom]], [new_c, down, bottom]);
            }
        }
        all
    }
}
