//! The winner's stones as groups: what touches through them, and whether they are the goal.

use hexring_game::{Edges, Geometry, Goal, Site, Winding};

use super::cells::Cells;
use super::lattice::Lattice;

/// The groups of some stones.
pub(super) struct Groups<'a> {
    geometry: &'a Geometry,
    /// By cell: the group of the stone there, and the copy of the board it lies in, relative to the
    /// first stone of the group.
    members: Vec<Option<(usize, Winding)>>,
    groups: Vec<Group>,
}

/// Stones that are connected.
#[derive(Default)]
struct Group {
    /// The windings of its closed walks.
    walks: Lattice,
    /// The borders that it touches.
    edges: Edges,
}

impl<'a> Groups<'a> {
    /// Looks at each link of the stones once.
    pub(super) fn new(geometry: &'a Geometry, stones: &Cells) -> Self {
        let members = vec![None; geometry.board().cell_count()];
        let mut groups = Groups { geometry, members, groups: Vec::new() };
        for start in geometry.board().sites().filter(|site| stones.has(*site)) {
            if groups.members[start.index()].is_none() {
                let group = groups.gather(start, stones);
                groups.groups.push(group);
            }
        }
        groups
    }

    fn gather(&mut self, start: Site, stones: &Cells) -> Group {
        let (number, mut group) = (self.groups.len(), Group::default());
        let mut open = vec![(start, Winding::ZERO)];
        self.members[start.index()] = Some((number, Winding::ZERO));
        while let Some((site, at)) = open.pop() {
            group.edges = group.edges.union(self.geometry.edges(site));
            for link in self.geometry.links(site).filter(|link| stones.has(link.to)) {
                let there = at + link.wrap();
                match self.members[link.to.index()] {
                    Some((_, known)) => group.walks.add(there - known),
                    None => {
                        self.members[link.to.index()] = Some((number, there));
                        open.push((link.to, there));
                    }
                }
            }
        }
        group
    }

    /// Whether some group is the goal.
    pub(super) fn reach(&self, goal: Goal) -> bool {
        self.groups.iter().any(|group| match goal {
            Goal::Path { from, to } => group.edges.contains(from.union(to)),
            Goal::Ring(axis) => group.walks.winds(axis),
        })
    }

    /// Whether some group is the goal and leaves the opponent none: a path, or a pure ring.
    pub(super) fn exclude(&self, goal: Goal) -> bool {
        match goal {
            Goal::Path { .. } => self.reach(goal),
            Goal::Ring(axis) => self.groups.iter().any(|group| group.walks.winds_purely(axis)),
        }
    }

    /// Whether a cell lies on a border, or touches stones that do.
    pub(super) fn touches_border(&self, site: Site, border: Edges) -> bool {
        self.geometry.edges(site).contains(border)
            || self.beside(site).any(|(group, _)| self.groups[group].edges.contains(border))
    }

    /// Whether a walk over stones leads from one cell to another, of any winding or of this one.
    pub(super) fn touch(&self, x: Site, y: Site, winding: Option<Winding>) -> bool {
        let fits = |found: Winding| winding.is_none_or(|winding| winding == found);
        if self.geometry.links(x).any(|link| link.to == y && fits(link.wrap())) {
            return true;
        }
        self.beside(x).any(|(group, at)| {
            self.neighbors(y).any(|(other, there)| {
                group == other
                    && winding
                        .is_none_or(|winding| self.groups[group].walks.has(winding - (at - there)))
            })
        })
    }

    /// The groups that a walk from a cell is on after a step, or without one from a stone, each with
    /// where the cell lies: the group is this much further than as seen from itself.
    fn beside(&self, site: Site) -> impl Iterator<Item = (usize, Winding)> + '_ {
        let own = self.members[site.index()].map(|(group, at)| (group, Winding::ZERO - at));
        own.into_iter().chain(self.neighbors(site).filter(move |_| own.is_none()))
    }

    /// The groups of the stones next to a cell, each with where it lies as seen from the cell.
    fn neighbors(&self, site: Site) -> impl Iterator<Item = (usize, Winding)> + '_ {
        self.geometry.links(site).filter_map(|link| {
            let (group, at) = self.members[link.to.index()]?;
            Some((group, link.wrap() - at))
        })
    }
}
