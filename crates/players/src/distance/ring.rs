//! Shortest rings: closed walks that wind along an axis.
//!
//! Only the winding along the axis matters, so the board is unrolled along that axis alone, and a
//! state of the search is a cell with the number of its copy. Three observations make it exact and
//! cheap.
//!
//! *One line is enough.* A ring steps from column to column (from row to row for Red), so it
//! meets every column. It suffices to look for rings through each cell of one column, best the one
//! with the fewest cells that can be entered. When a cell is done, it becomes a wall for the
//! others.
//!
//! *Two copies of each cell are enough.* Let the search begin at copy 0 of a cell `s`. A ring
//! through `s` and `x` is a walk to one copy of `x` and a walk back from another copy of it, so
//! the two copies that are reached first make the shortest one. Third copies are not needed on the
//! way either: whatever a third copy of a cell leads to, the first two lead to two other copies of
//! it, no later. So a search visits each cell at most twice and needs no limit on the number of
//! copies; rings that go around twice or more before they close are found like all others.
//!
//! *Shortest rings have no loops.* A walk that meets a cell twice splits there into two closed
//! walks, one of which still winds and is not longer. So counting a stone at each visit counts
//! each stone once.

use hexring_game::{Axis, Geometry, Site};

use super::lines::narrowest_line;
use super::terrain::{OWN, Terrain, WALL};

/// How the search came to a copy of a cell.
#[derive(Clone, Copy, Debug, Default)]
struct Visit {
    /// Stones needed since the start, the start itself not counted.
    cost: u16,
    copy: i16,
    /// The index of the visit before.
    from: u32,
}

/// A search for rings through one cell after another.
#[derive(Clone, Debug)]
pub(super) struct Rings {
    /// The first and the second copy of each cell, at `2 * site` and `2 * site + 1`.
    visits: Vec<Visit>,
    /// How many copies of each cell were reached.
    reached: Vec<u8>,
    now: Vec<(Site, u32)>,
    next: Vec<(Site, u32)>,
    seeds: Vec<Site>,
}

/// A shortest ring through a cell, as long as the search has not gone on.
pub(super) struct Found<'a> {
    rings: &'a Rings,
    terrain: &'a Terrain,
    seed: Site,
    /// Stones that the ring needs.
    pub(super) cost: u16,
}

impl Rings {
    pub(super) fn new(geometry: &Geometry) -> Self {
        let cells = geometry.board().cell_count();
        Rings {
            visits: vec![Visit::default(); 2 * cells],
            reached: vec![0; cells],
            now: Vec::new(),
            next: Vec::new(),
            seeds: Vec::new(),
        }
    }

    /// The length of a shortest ring.
    pub(super) fn distance(
        &mut self,
        geometry: &Geometry,
        terrain: &mut Terrain,
        axis: Axis,
    ) -> Option<u16> {
        self.survey(geometry, terrain, axis, 0, |_| {})
    }

    /// The length of a shortest ring. Every ring that is found and not longer than those before
    /// goes to `visit`. The search ends early at a ring of length `enough`.
    pub(super) fn survey(
        &mut self,
        geometry: &Geometry,
        terrain: &mut Terrain,
        axis: Axis,
        enough: u16,
        mut visit: impl FnMut(&Found),
    ) -> Option<u16> {
        let seeds = self.take_seeds(geometry, terrain, axis);
        let costs: Vec<u8> = seeds.iter().map(|seed| terrain.cost(*seed)).collect();
        let mut best = None;
        for &seed in &seeds {
            let limit = best.unwrap_or(u16::MAX);
            if let Some(cost) = self.ring_through(geometry, terrain, axis, seed, limit) {
                best = Some(cost);
                visit(&Found { rings: self, terrain, seed, cost });
                if cost <= enough {
                    break;
                }
            }
            terrain.set(seed, WALL);
        }
        seeds.iter().zip(costs).for_each(|(seed, cost)| {
            terrain.set(*seed, cost);
        });
        self.seeds = seeds;
        best
    }

    /// The cells of the line with the fewest that can be entered, own stones first, since the
    /// shortest rings tend to go through them.
    fn take_seeds(&mut self, geometry: &Geometry, terrain: &Terrain, axis: Axis) -> Vec<Site> {
        let open = |site: Site| terrain.cost(site) != WALL;
        let mut seeds = std::mem::take(&mut self.seeds);
        seeds.clear();
        seeds.extend(narrowest_line(geometry.board(), axis, open).filter(|site| open(*site)));
        seeds.sort_by_key(|seed| terrain.cost(*seed));
        seeds
    }

    /// The length of a shortest ring through a cell if it is within the limit.
    fn ring_through(
        &mut self,
        geometry: &Geometry,
        terrain: &Terrain,
        axis: Axis,
        seed: Site,
        mut limit: u16,
    ) -> Option<u16> {
        self.reached.fill(0);
        self.next.clear();
        self.now.clear();
        let start = self.enter(seed, Visit::default());
        self.now.push(start);
        let mut level = 0;
        loop {
            while let Some((site, index)) = self.now.pop() {
                let copy = self.visits[index as usize].copy;
                for link in geometry.rimmed_links(site) {
                    let cost = terrain.cost(link.to);
                    if cost != WALL {
                        let copy = copy + link.wrap().along(axis);
                        self.reach(
                            link.to,
                            Visit { cost: level + u16::from(cost), copy, from: index },
                            cost,
                        );
                    }
                }
            }
            limit = self.closing(seed).map_or(limit, |cost| cost.min(limit));
            level += 1;
            if self.next.is_empty() || level > limit {
                return self.closing(seed).filter(|cost| *cost <= limit);
            }
            std::mem::swap(&mut self.now, &mut self.next);
        }
    }

    /// The cost of coming back to another copy of the start, once it is known.
    fn closing(&self, seed: Site) -> Option<u16> {
        (self.reached[seed.index()] == 2).then(|| self.visits[2 * seed.index() + 1].cost)
    }

    #[inline]
    fn reach(&mut self, site: Site, visit: Visit, cost: u8) {
        let known = match self.reached[site.index()] {
            0 => false,
            1 => self.visits[2 * site.index()].copy == visit.copy,
            _ => true,
        };
        if !known {
            let entered = self.enter(site, visit);
            if cost == OWN { self.now.push(entered) } else { self.next.push(entered) }
        }
    }

    #[inline]
    fn enter(&mut self, site: Site, visit: Visit) -> (Site, u32) {
        let index = 2 * site.index() + usize::from(self.reached[site.index()]);
        self.reached[site.index()] += 1;
        self.visits[index] = visit;
        (site, index as u32)
    }
}

impl Found<'_> {
    /// Whether a ring of this length goes through the start and an empty cell.
    pub(super) fn may_pass(&self, empty: Site) -> bool {
        let Found { rings, terrain, seed, cost } = self;
        let of = |slot: usize| rings.visits[2 * empty.index() + slot].cost;
        // The start was not counted when the walk began; any other cell was counted twice.
        let counted = of(0) + of(1) + u16::from(terrain.cost(*seed));
        empty == *seed
            || rings.reached[empty.index()] == 2
                && counted - u16::from(terrain.cost(empty)) == *cost
    }

    /// The indices of the cells of one shortest ring.
    pub(super) fn cells(&self) -> impl Iterator<Item = usize> {
        let last = 2 * self.seed.index() + 1;
        let back = |index: &usize| Some(self.rings.visits[*index].from as usize);
        std::iter::successors(Some(last), back).map(|index| index / 2).scan(
            false,
            |closed, cell| {
                let again = *closed && cell == self.seed.index();
                *closed = true;
                (!again).then_some(cell)
            },
        )
    }
}
