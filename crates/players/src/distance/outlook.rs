//! Both distances after every move, without searching after every move.
//!
//! *The mover's distance.* A stone on an empty cell makes every path through that cell one stone
//! cheaper. So the distance falls by one if some shortest path or ring goes through the cell, and
//! stays as it is otherwise.
//!
//! *The opponent's distance.* A stone on a cell matters only if *every* shortest path or ring goes
//! through it. On paths these cells can be read off the maps: the empty cells of a shortest path
//! are at 1, 2, 3, … stones from the border, one at each, so a cell is on all of them exactly
//! when no other cell of a shortest path is as far from the border. For rings, the cells that all
//! rings found so far have in common are suspects. Each suspect is walled and the search repeated,
//! which either finds the new distance or one more ring that clears other suspects.

use hexring_game::{Axis, Color, Geometry, Goal, Position, Site};

use super::terrain::{EMPTY, WALL};
use super::{Surveyor, axis};

/// Both players' distances after every move of the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// The mover's distance before the move.
    own: u16,
    /// By site: whether a stone there is a step forward.
    helps: Vec<bool>,
    /// By site: the opponent's distance after a stone there.
    opponent: Vec<Option<u16>>,
}

impl Outlook {
    /// The mover's distance after its stone on an empty cell: 0 if the stone wins.
    #[inline]
    pub fn own(&self, site: Site) -> u16 {
        self.own - u16::from(self.helps[site.index()])
    }

    /// The opponent's distance after the mover's stone on an empty cell; none if the stone wins
    /// and leaves it no way.
    #[inline]
    pub fn opponent(&self, site: Site) -> Option<u16> {
        self.opponent[site.index()]
    }

    /// Opponent's distance − own distance after a stone on an empty cell; none if the stone wins.
    #[inline]
    pub fn score(&self, site: Site) -> Option<i32> {
        let own = Some(self.own(site)).filter(|own| *own > 0)?;
        Some(i32::from(self.opponent(site)?) - i32::from(own))
    }
}

impl Surveyor {
    /// What a stone of `color` on each empty cell does to both distances; none if the game is
    /// decided.
    pub fn outlook(&mut self, position: &Position, color: Color) -> Option<Outlook> {
        let (own, helps) = self.forward(position, color)?;
        let opponent = self.backward(position, !color)?;
        Some(Outlook { own, helps, opponent })
    }

    /// A colour's distance, and the empty cells on some shortest path or ring.
    fn forward(&mut self, position: &Position, color: Color) -> Option<(u16, Vec<bool>)> {
        let geometry = position.geometry();
        self.terrain.read(position, color);
        let distance = match geometry.goal(color) {
            Goal::Path { .. } => self.borders.survey(geometry, &self.terrain, axis(color))?,
            Goal::Ring(axis) => return self.forward_ring(geometry, axis),
        };
        let through = |site| self.borders.through(site).map(|(_, whole)| whole);
        let helps = |site| self.terrain.cost(site) == EMPTY && through(site) == Some(distance);
        Some((distance, geometry.board().sites().map(helps).collect()))
    }

    fn forward_ring(&mut self, geometry: &Geometry, axis: Axis) -> Option<(u16, Vec<bool>)> {
        let sites = geometry.board().sites();
        let mut helps = vec![false; sites.len()];
        let mut shortest = u16::MAX;
        let distance = self.rings.survey(geometry, &mut self.terrain, axis, 0, |found| {
            if found.cost < shortest {
                shortest = found.cost;
                helps.fill(false);
            }
            sites.clone().for_each(|site| helps[site.index()] |= found.may_pass(site));
        });
        sites.for_each(|site| helps[site.index()] &= self.terrain.cost(site) == EMPTY);
        Some((distance?, helps))
    }

    /// A colour's distance after the opponent's stone on each cell. Cells with stones keep the
    /// distance as it is.
    fn backward(&mut self, position: &Position, color: Color) -> Option<Vec<Option<u16>>> {
        let geometry = position.geometry();
        self.terrain.read(position, color);
        match geometry.goal(color) {
            Goal::Path { .. } => self.backward_path(geometry, axis(color)),
            Goal::Ring(axis) => self.backward_ring(geometry, axis),
        }
    }

    fn backward_path(&mut self, geometry: &Geometry, axis: Axis) -> Option<Vec<Option<u16>>> {
        let sites = geometry.board().sites();
        let distance = self.borders.survey(geometry, &self.terrain, axis)?;
        // For each number of stones from the border, the only cell of a shortest path there.
        let mut cells_at = vec![(0, None); usize::from(distance) + 1];
        for site in sites.clone().filter(|site| self.terrain.cost(*site) == EMPTY) {
            if let Some((before, whole)) = self.borders.through(site)
                && whole == distance
            {
                let (count, only) = &mut cells_at[usize::from(before)];
                *count += 1;
                *only = Some(site);
            }
        }
        let mut after = vec![Some(distance); sites.len()];
        for (_, site) in cells_at.into_iter().filter(|(count, _)| *count == 1) {
            let Some(site) = site else { continue };
            self.terrain.set(site, WALL);
            after[site.index()] = self.borders.distance(geometry, &self.terrain, axis);
            self.terrain.set(site, EMPTY);
        }
        Some(after)
    }

    fn backward_ring(&mut self, geometry: &Geometry, axis: Axis) -> Option<Vec<Option<u16>>> {
        let sites = geometry.board().sites();
        let mut suspects = Suspects::default();
        let distance = self.rings.survey(geometry, &mut self.terrain, axis, 0, |found| {
            suspects.hear(found.cost, found.cells());
        })?;
        let mut after = vec![Some(distance); sites.len()];
        for site in sites.filter(|site| self.terrain.cost(*site) == EMPTY).collect::<Vec<_>>() {
            if !suspects.cells.contains(&site.index()) {
                continue;
            }
            self.terrain.set(site, WALL);
            after[site.index()] =
                self.rings.survey(geometry, &mut self.terrain, axis, distance, |found| {
                    suspects.hear(found.cost, found.cells());
                });
            self.terrain.set(site, EMPTY);
        }
        Some(after)
    }
}

/// The cells that all shortest rings heard of have in common.
#[derive(Default)]
struct Suspects {
    cost: Option<u16>,
    cells: Vec<usize>,
}

impl Suspects {
    fn hear(&mut self, cost: u16, ring: impl Iterator<Item = usize>) {
        match self.cost {
            Some(best) if best < cost => {}
            Some(best) if best == cost => {
                let ring: Vec<usize> = ring.collect();
                self.cells.retain(|cell| ring.contains(cell));
            }
            _ => {
                self.cost = Some(cost);
                self.cells = ring.collect();
            }
        }
    }
}
