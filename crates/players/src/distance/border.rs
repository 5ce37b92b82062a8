//! Shortest paths from border to border.
//!
//! The cost of entering a cell depends on the cell alone, so the first visit to a cell, in a
//! search that goes level by level, is also the cheapest: a plain breadth-first search in which
//! own stones are entered without going up a level. Two such maps, one from each border, price the
//! cheapest path through every cell.

use hexring_game::{Axis, Geometry, Site};

use super::lines::{depths, line};
use super::terrain::{EMPTY, OWN, Terrain, WALL};

/// Not reached.
const FAR: u16 = u16::MAX;

/// The maps from both borders of one axis.
#[derive(Clone, Debug)]
pub(super) struct Borders {
    from: Map,
    to: Map,
}

/// Stones needed from a border up to and including each cell.
#[derive(Clone, Debug)]
struct Map {
    cost: Vec<u16>,
    now: Vec<Site>,
    next: Vec<Site>,
}

impl Borders {
    pub(super) fn new(geometry: &Geometry) -> Self {
        let map = Map {
            cost: vec![FAR; geometry.board().cell_count()],
            now: Vec::new(),
            next: Vec::new(),
        };
        Borders { from: map.clone(), to: map }
    }

    /// The length of a shortest path. Fills the map of the first border.
    pub(super) fn distance(
        &mut self,
        geometry: &Geometry,
        terrain: &Terrain,
        axis: Axis,
    ) -> Option<u16> {
        let board = geometry.board();
        self.from.fill(geometry, terrain, line(board, axis, 0));
        let ends =
            line(board, axis, depths(board, axis) - 1).map(|site| self.from.cost[site.index()]);
        ends.min().filter(|cost| *cost != FAR)
    }

    /// The same, filling both maps.
    pub(super) fn survey(
        &mut self,
        geometry: &Geometry,
        terrain: &Terrain,
        axis: Axis,
    ) -> Option<u16> {
        let board = geometry.board();
        self.to.fill(geometry, terrain, line(board, axis, depths(board, axis) - 1));
        self.distance(geometry, terrain, axis)
    }

    /// How many stones the cheapest path through an empty cell needs up to and including it, and
    /// altogether, after a [survey](Self::survey); none if there is no path.
    pub(super) fn through(&self, empty: Site) -> Option<(u16, u16)> {
        let (before, after) = (self.from.cost[empty.index()], self.to.cost[empty.index()]);
        (before != FAR && after != FAR).then(|| (before, before + after - u16::from(EMPTY)))
    }
}

impl Map {
    fn fill(&mut self, geometry: &Geometry, terrain: &Terrain, border: impl Iterator<Item = Site>) {
        self.cost.fill(FAR);
        border.for_each(|site| self.reach(terrain, site, 0));
        let mut level = 0;
        loop {
            while let Some(site) = self.now.pop() {
                for link in geometry.rimmed_links(site) {
                    self.reach(terrain, link.to, level);
                }
            }
            if self.next.is_empty() {
                return;
            }
            std::mem::swap(&mut self.now, &mut self.next);
            level += 1;
        }
    }

    #[inline]
    fn reach(&mut self, terrain: &Terrain, site: Site, level: u16) {
        let cost = terrain.cost(site);
        if cost == WALL || self.cost[site.index()] != FAR {
            return;
        }
        self.cost[site.index()] = level + u16::from(cost);
        if cost == OWN { self.now.push(site) } else { self.next.push(site) }
    }
}
