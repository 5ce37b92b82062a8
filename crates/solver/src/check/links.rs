//! The connections of a proof: points that touch, chains of them, and choices among them.

use std::collections::HashSet;

use hexring_game::{Cell, Edges, Geometry, Goal, Site, Winding};

use super::step::{Cells, CheckError, Checker, Stage, earlier, is_pure};
use crate::proof::{Node, Point};

/// A connection that was found to hold.
#[derive(Clone)]
pub(super) struct Connection {
    ends: (Point, Point),
    shift: Winding,
    pub(super) carrier: Cells,
    /// A semi connection needs a first move.
    pub(super) is_semi: bool,
}

impl Checker<'_> {
    pub(super) fn is_goal(&self, found: &Connection, own: &Cells) -> bool {
        match found.ends {
            (Point::From, Point::To) | (Point::To, Point::From) => true,
            (Point::Cell(x), Point::Cell(y)) => {
                x == y && own.contains(&x) && self.is_pure_ring(found.shift)
            }
            _ => false,
        }
    }

    fn is_pure_ring(&self, shift: Winding) -> bool {
        match self.geometry.goal(self.color) {
            Goal::Ring(axis) => is_pure(shift, axis),
            Goal::Path { .. } => false,
        }
    }

    /// Checks a connection and says what it connects and needs.
    pub(super) fn connection(
        &mut self,
        number: usize,
        stage: &Stage,
    ) -> Result<Connection, CheckError> {
        let fail = |fault| CheckError::Step { node: number, fault };
        match self.node(number)? {
            Node::Touch(x, y, [a, b]) => {
                let shift = Winding { a: (*a).into(), b: (*b).into() };
                if !self.touches(*x, *y, shift, stage) {
                    return Err(fail("the points do not touch"));
                }
                Ok(Connection { ends: (*x, *y), shift, carrier: Cells::new(), is_semi: false })
            }
            Node::Chain(left, via, right) => {
                earlier(*left.max(right), number)?;
                let left = self.connection(*left, stage)?;
                let right = self.connection(*right, stage)?;
                self.chain(left, *via, right, stage).map_err(fail)
            }
            Node::Choice(parts) => {
                let mut found = Vec::new();
                for part in parts {
                    earlier(*part, number)?;
                    found.push(self.connection(*part, stage)?);
                }
                choice(found).map_err(fail)
            }
            _ => Err(fail("a strategy is no connection")),
        }
    }

    fn chain(
        &self,
        left: Connection,
        via: Cell,
        right: Connection,
        stage: &Stage,
    ) -> Result<Connection, &'static str> {
        if left.is_semi || right.is_semi {
            return Err("a part of a chain is not a full connection");
        }
        if [&left, &right].iter().any(|part| part.ends.0 == part.ends.1) {
            return Err("a part of a chain is a ring");
        }
        let middle = Point::Cell(via);
        let left = left.turned(|ends| ends.1 == middle).ok_or("the parts do not meet")?;
        let right = right.turned(|ends| ends.0 == middle).ok_or("the parts do not meet")?;
        let has = |carrier: &Cells, point| matches!(point, Point::Cell(c) if carrier.contains(&c));
        let apart = left.carrier.is_disjoint(&right.carrier)
            && !left.carrier.contains(&via)
            && !right.carrier.contains(&via)
            && !has(&left.carrier, right.ends.1)
            && !has(&right.carrier, left.ends.0);
        if !apart {
            return Err("the parts of a chain overlap");
        }
        let ends = (left.ends.0, right.ends.1);
        // A file may wind as far as it likes: a sum that wraps around would be another winding.
        let shift = left.shift.checked_add(right.shift).ok_or("a chain winds too far")?;
        if ends.0 == ends.1 && !self.is_pure_ring(shift) {
            return Err("a chain returns to its beginning without a ring");
        }
        let mut carrier: Cells = left.carrier.union(&right.carrier).copied().collect();
        let is_semi = !stage.own.contains(&via);
        if is_semi {
            if !self.is_free(via, stage) {
                return Err("a chain goes through a stone of the opponent");
            }
            carrier.insert(via);
        }
        Ok(Connection { ends, shift, carrier, is_semi })
    }

    /// Whether two points touch, directly or through stones of the winner.
    fn touches(&self, x: Point, y: Point, shift: Winding, stage: &Stage) -> bool {
        let is_y = |site| is_at(self.geometry, y, site, stage);
        let Goal::Path { from, to } = self.geometry.goal(self.color) else {
            return self.reaches(x, stage, |site, at| at == shift && is_y(site));
        };
        let border = |point| if point == Point::From { from } else { to };
        match (x, y) {
            (Point::Cell(_), Point::Cell(_)) => self.reaches(x, stage, |site, _| is_y(site)),
            (Point::Cell(_), edge) => self.touches_border(x, border(edge), stage),
            (edge, Point::Cell(_)) => self.touches_border(y, border(edge), stage),
            _ => false,
        }
    }

    fn touches_border(&self, point: Point, border: Edges, stage: &Stage) -> bool {
        let Point::Cell(cell) = point else { return false };
        let at = |site: Site| self.geometry.edges(site).contains(border);
        let site = self.geometry.board().site(cell).filter(|_| !stage.foe.contains(&cell));
        let through_stones = || self.reaches(point, stage, |s, _| at(s) && self.owns(s, stage));
        site.is_some_and(|site| at(site) || through_stones())
    }

    fn owns(&self, site: Site, stage: &Stage) -> bool {
        stage.own.contains(&self.geometry.board().cell(site))
    }

    /// Walks from a cell over stones of the winner, and to one cell next to them, until found.
    fn reaches(&self, x: Point, stage: &Stage, found: impl Fn(Site, Winding) -> bool) -> bool {
        let Point::Cell(start) = x else { return false };
        let Some(start) = self.geometry.board().site(start) else { return false };
        if !is_at(self.geometry, x, start, stage) {
            return false;
        }
        let reach = i16::from(self.geometry.board().cols().max(self.geometry.board().rows()));
        let mut seen = HashSet::from([(start, Winding::ZERO)]);
        let mut open = vec![(start, Winding::ZERO)];
        while let Some((site, at)) = open.pop() {
            for link in self.geometry.links(site) {
                let next = (link.to, at + link.wrap());
                if found(next.0, next.1) {
                    return true;
                }
                let near = next.1.a.abs() <= reach && next.1.b.abs() <= reach;
                if near && self.owns(link.to, stage) && seen.insert(next) {
                    open.push(next);
                }
            }
        }
        false
    }
}

impl Connection {
    /// The connection in the direction in which its ends are right, if there is one.
    fn turned(self, right: impl Fn((Point, Point)) -> bool) -> Option<Connection> {
        let back = (self.ends.1, self.ends.0);
        if right(self.ends) {
            Some(self)
        } else {
            right(back).then(|| Connection { ends: back, shift: -self.shift, ..self })
        }
    }
}

/// Semi connections of the same points and shift that have no cell in common.
fn choice(parts: Vec<Connection>) -> Result<Connection, &'static str> {
    let first = parts.first().ok_or("a choice of nothing")?.clone();
    let (ends, is_ring) = (first.ends, first.ends.0 == first.ends.1);
    let (mut union, mut common) = (Cells::new(), first.carrier.clone());
    for part in parts {
        let part = part.turned(|other| other == ends).ok_or("the parts of a choice differ")?;
        // All rings are as good as each other, whatever their winding.
        if !part.is_semi || (!is_ring && part.shift != first.shift) {
            return Err("the parts of a choice differ");
        }
        common = common.intersection(&part.carrier).copied().collect();
        union.extend(part.carrier);
    }
    match common.is_empty() {
        true => Ok(Connection { carrier: union, is_semi: false, ..first }),
        false => Err("a move of the opponent meets all parts of a choice"),
    }
}

/// Whether a point is this cell, and not the opponent's.
fn is_at(geometry: &Geometry, point: Point, site: Site, stage: &Stage) -> bool {
    let cell = geometry.board().cell(site);
    point == Point::Cell(cell) && !stage.foe.contains(&cell)
}
