//! Shortest winning paths and rings, with ties broken at random.
//!
//! A search over the unrolled board: a state is a cell and the copy of the board in which it lies.
//! Stones cost nothing and other cells one, so the length of a walk is the number of cells on it
//! that have no stone yet (breadth-first, with free steps first). For a path the copies do not
//! matter. A ring is a walk from a cell to another copy of it, shifted along the axis of the goal.
//! Copies get their memory when a search enters them; most searches stay in two or three.

use std::collections::VecDeque;

use hexring_game::{Geometry, Goal, Site, Winding};
use rand::Rng;
use rand::seq::SliceRandom;

/// What a search knows of a cell in one copy of the board.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    /// The search to which this belongs.
    search: u32,
    length: u16,
    /// The direction in which the walk came here; none at a beginning.
    came: Option<u8>,
}

/// Finds shortest walks on one board. Keeps its memory from search to search.
#[derive(Clone, Debug)]
pub(crate) struct ShortestWalks<'a> {
    geometry: &'a Geometry,
    /// By copy: the states of its cells, or nothing before the first visit.
    copies: Vec<Vec<State>>,
    /// How far from the middle copies are looked at. A walk without loops crosses a seam at most
    /// once for each cell along it.
    reach: Winding,
    search: u32,
    queue: VecDeque<(Site, Winding)>,
}

/// A walk: its length, and its cells in any order.
pub(crate) type Walk = (u16, Vec<Site>);

impl<'a> ShortestWalks<'a> {
    /// For a board.
    pub(crate) fn new(geometry: &'a Geometry) -> Self {
        let board = geometry.board();
        let reach = Winding {
            a: if board.topology().wraps_columns() { i16::from(board.rows()) } else { 0 },
            b: if board.topology().wraps_rows() { i16::from(board.cols()) } else { 0 },
        };
        let copies = (2 * reach.a as usize + 1) * (2 * reach.b as usize + 1);
        let copies = vec![Vec::new(); copies];
        ShortestWalks { geometry, copies, reach, search: 0, queue: VecDeque::new() }
    }

    /// A shortest walk that reaches the goal over cells that cost something, or are free; cells
    /// without a cost are walls. A ring is looked for through each of the given cells.
    pub(crate) fn find(
        &mut self,
        goal: Goal,
        through: &[Site],
        cost: impl Fn(Site) -> Option<u16>,
        rng: &mut impl Rng,
    ) -> Option<Walk> {
        match goal {
            Goal::Path { .. } => self.run(goal, through, &cost, u16::MAX, rng),
            Goal::Ring(_) => through.iter().fold(None, |best: Option<Walk>, site| {
                let bound = best.as_ref().map_or(u16::MAX, |(length, _)| *length);
                self.run(goal, &[*site], &cost, bound, rng).or(best)
            }),
        }
    }

    /// One search from some cells at once, for a walk that is shorter than a bound.
    fn run(
        &mut self,
        goal: Goal,
        sources: &[Site],
        cost: &impl Fn(Site) -> Option<u16>,
        bound: u16,
        rng: &mut impl Rng,
    ) -> Option<Walk> {
        self.search += 1;
        self.queue.clear();
        let is_ring = matches!(goal, Goal::Ring(_));
        for &source in sources {
            // The first cell of a ring is paid for when the ring comes back to it.
            let Some(price) = cost(source) else { continue };
            let length = if is_ring { 0 } else { price };
            self.enter((source, Winding::ZERO), length, length == 0, None);
        }
        while let Some(at) = self.queue.pop_front() {
            let length = self.state(at).length;
            if length >= bound {
                return None;
            }
            let is_found = match goal {
                Goal::Path { to, .. } => self.geometry.edges(at.0).contains(to),
                Goal::Ring(axis) => at.0 == sources[0] && at.1.along(axis) != 0,
            };
            if is_found {
                return Some((length, self.trace(at, is_ring)));
            }
            self.step(at, length, is_ring, cost, rng);
        }
        None
    }

    /// From one state to its neighbours, in random order.
    fn step(
        &mut self,
        at: (Site, Winding),
        length: u16,
        is_ring: bool,
        cost: &impl Fn(Site) -> Option<u16>,
        rng: &mut impl Rng,
    ) {
        let mut directions = [0, 1, 2, 3, 4, 5];
        directions.shuffle(rng);
        for direction in directions {
            let Some(link) = self.geometry.link(at.0, direction) else { continue };
            let Some(price) = cost(link.to) else { continue };
            let wrap = if is_ring { link.wrap() } else { Winding::ZERO };
            let to = (link.to, at.1 + wrap);
            let is_near = to.1.a.abs() <= self.reach.a && to.1.b.abs() <= self.reach.b;
            if is_near && self.is_shorter(to, length + price) {
                self.enter(to, length + price, price == 0, Some(direction as u8));
            }
        }
    }

    fn is_shorter(&self, at: (Site, Winding), length: u16) -> bool {
        let state = self.copies[self.copy(at.1)].get(at.0.index());
        state.is_none_or(|state| state.search != self.search || length < state.length)
    }

    fn enter(&mut self, at: (Site, Winding), length: u16, is_free: bool, came: Option<u8>) {
        let copy = self.copy(at.1);
        let states = &mut self.copies[copy];
        if states.is_empty() {
            states.resize(self.geometry.board().cell_count(), State::default());
        }
        states[at.0.index()] = State { search: self.search, length, came };
        // Free steps are taken before all others.
        if is_free { self.queue.push_front(at) } else { self.queue.push_back(at) }
    }

    fn copy(&self, winding: Winding) -> usize {
        let (a, b) = (winding.a + self.reach.a, winding.b + self.reach.b);
        a as usize * (2 * self.reach.b as usize + 1) + b as usize
    }

    fn state(&self, at: (Site, Winding)) -> State {
        self.copies[self.copy(at.1)][at.0.index()]
    }

    /// The cells of the walk that ends here.
    fn trace(&self, end: (Site, Winding), is_ring: bool) -> Vec<Site> {
        let mut cells = Vec::new();
        let mut at = end;
        loop {
            let came = self.state(at).came;
            if !(is_ring && came.is_none()) {
                cells.push(at.0);
            }
            let Some(direction) = came else { return cells };
            let back = self.geometry.link(at.0, (usize::from(direction) + 3) % 6);
            let back = back.expect("links go both ways");
            at = (back.to, if is_ring { at.1 + back.wrap() } else { Winding::ZERO });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::below;
    use crate::distance::distance;
    use hexring_game::{Color, Position, Rules};
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Cells of one row and one column: every ring goes through one of them.
    fn starts(position: &Position, color: Color) -> Vec<Site> {
        let (board, geometry) = (position.board(), position.geometry());
        let is_start = |site: &Site| match geometry.goal(color) {
            Goal::Path { from, .. } => geometry.edges(*site).contains(from),
            Goal::Ring(_) => board.cell(*site).col == 0 || board.cell(*site).row == 0,
        };
        board.sites().filter(is_start).collect()
    }

    #[test]
    fn lengths_are_distances_and_cells_add_up_to_them() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
        for board in ["4x5", "5x4", "cylinder:4x5", "cylinder:1x4", "torus:4x4", "torus:2x5"] {
            for _ in 0..200 {
                let rules: Rules = board.parse().expect("rules");
                let mut position = Position::new(rules).expect("rules");
                for _ in 0..below(&mut rng, position.board().cell_count()) {
                    let sites: Vec<Site> = position.legal_sites().collect();
                    if !sites.is_empty() {
                        position.play_site(sites[below(&mut rng, sites.len())]);
                    }
                }
                for color in Color::ALL.into_iter().filter(|_| !position.is_over()) {
                    let cost = |site: Site| match position.stone_at(site) {
                        None => Some(1),
                        Some(stone) => (stone == color).then_some(0),
                    };
                    let mut walks = ShortestWalks::new(position.geometry());
                    let goal = position.geometry().goal(color);
                    let walk = walks.find(goal, &starts(&position, color), cost, &mut rng);
                    let length = walk.as_ref().map(|(length, _)| *length);
                    assert_eq!(length, distance(&position, color), "{board} {color}");
                    let sum = walk.map(|(_, cells)| cells.into_iter().filter_map(cost).sum());
                    assert_eq!(sum, length, "{board} {color}");
                }
            }
        }
    }
}
