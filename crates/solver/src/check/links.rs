//! The connections of a proof: points that touch, chains of them, and choices among them.

use std::collections::{BTreeSet, HashMap};

use hexring_game::{Cell, Goal, Site, Winding};

use super::cells::Cells;
use super::groups::Groups;
use super::step::{Budget, CheckError, Checker, Stage, is_pure};
use crate::proof::{Node, Point};

/// A connection that was found to hold.
#[derive(Clone)]
pub(super) struct Connection {
    ends: (Point, Point),
    shift: Winding,
    pub(super) carrier: Cells,
    /// A semi connection needs a first move, on this cell.
    begins: Option<Site>,
}

/// The connections that hold so far, by number.
type Known = HashMap<usize, Connection>;

impl Checker<'_> {
    /// A connection that is the goal, with the stones of a stage.
    pub(super) fn linked(
        &self,
        number: usize,
        stage: &Stage,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Connection>, CheckError> {
        let found = self.connection(number, stage, budget)?;
        let is_goal = match found.ends {
            (Point::From, Point::To) | (Point::To, Point::From) => true,
            (Point::Cell(x), Point::Cell(y)) => {
                x == y && stage.own.has(self.site(x)) && self.is_pure_ring(found.shift)
            }
            _ => false,
        };
        Ok(Some(found).filter(|found| is_goal && found.begins.is_none()))
    }

    fn is_pure_ring(&self, shift: Winding) -> bool {
        match self.goal() {
            Goal::Ring(axis) => is_pure(shift, axis),
            Goal::Path { .. } => false,
        }
    }

    /// Judges a connection and all that it is made of, each once, the earliest first.
    fn connection(
        &self,
        last: usize,
        stage: &Stage,
        budget: &mut Budget<'_>,
    ) -> Result<Connection, CheckError> {
        let numbers = self.all_parts(last, budget)?;
        let nothing = Cells::none(self.cells());
        budget.hold(numbers.len() * 2 * (size_of::<Connection>() + nothing.bytes()))?;
        let groups = Groups::new(self.geometry, &stage.own);
        let mut known = Known::with_capacity(numbers.len());
        for number in numbers {
            let fail = |fault| CheckError::Step { node: number, fault };
            let found = match &self.nodes[number] {
                Node::Touch(x, y, [a, b]) => {
                    let shift = Winding { a: (*a).into(), b: (*b).into() };
                    self.touch(*x, *y, shift, stage, &groups)
                }
                Node::Chain(left, via, right) => {
                    self.chain([&known[left], &known[right]], *via, stage)
                }
                Node::Choice(parts) => self.choice(parts.iter().map(|part| &known[part])),
                _ => Err("a strategy is no connection"),
            };
            known.insert(number, found.map_err(fail)?);
        }
        Ok(known.remove(&last).expect("it is its own last part"))
    }

    /// A connection with all that it is made of, in the order of the file.
    fn all_parts(
        &self,
        last: usize,
        budget: &mut Budget<'_>,
    ) -> Result<BTreeSet<usize>, CheckError> {
        let (mut open, mut numbers) = (vec![last], BTreeSet::new());
        while let Some(number) = open.pop() {
            if !numbers.insert(number) {
                continue;
            }
            budget.judge()?;
            match &self.nodes[number] {
                Node::Chain(left, _, right) => open.extend([left, right]),
                Node::Choice(parts) => {
                    budget.follow(parts.len())?;
                    open.extend(parts);
                }
                _ => {}
            }
        }
        Ok(numbers)
    }

    fn touch(
        &self,
        x: Point,
        y: Point,
        shift: Winding,
        stage: &Stage,
        groups: &Groups<'_>,
    ) -> Result<Connection, &'static str> {
        let site = |cell| Some(self.site(cell)).filter(|site| !stage.foe.has(*site));
        let touches = match (self.goal(), x, y) {
            (Goal::Ring(_), Point::Cell(x), Point::Cell(y)) => {
                site(x).zip(site(y)).is_some_and(|(x, y)| groups.touch(x, y, Some(shift)))
            }
            (Goal::Ring(_), ..) => false,
            _ if shift != Winding::ZERO => false,
            (_, Point::Cell(x), Point::Cell(y)) => {
                site(x).zip(site(y)).is_some_and(|(x, y)| groups.touch(x, y, None))
            }
            (Goal::Path { from, to }, Point::Cell(cell), border)
            | (Goal::Path { from, to }, border, Point::Cell(cell)) => {
                let border = if border == Point::From { from } else { to };
                site(cell).is_some_and(|site| groups.touches_border(site, border))
            }
            _ => false,
        };
        let carrier = Cells::none(self.cells());
        let found = Connection { ends: (x, y), shift, carrier, begins: None };
        touches.then_some(found).ok_or("the points do not touch")
    }

    fn chain(
        &self,
        [left, right]: [&Connection; 2],
        via: Cell,
        stage: &Stage,
    ) -> Result<Connection, &'static str> {
        if left.begins.is_some() || right.begins.is_some() {
            return Err("a part of a chain is not a full connection");
        }
        if [left, right].iter().any(|part| part.ends.0 == part.ends.1) {
            return Err("a part of a chain is a ring");
        }
        let middle = Point::Cell(via);
        let (start, there) = left.read(|ends| ends.1 == middle).ok_or("the parts do not meet")?;
        let (end, onwards) = right.read(|ends| ends.0 == middle).ok_or("the parts do not meet")?;
        let (start, end) = (start.0, end.1);
        let via = self.site(via);
        let has =
            |carrier: &Cells, point| matches!(point, Point::Cell(c) if carrier.has(self.site(c)));
        let overlaps = left.carrier.meets(&right.carrier)
            || left.carrier.has(via)
            || right.carrier.has(via)
            || has(&left.carrier, end)
            || has(&right.carrier, start);
        if overlaps {
            return Err("the parts of a chain overlap");
        }
        // A file may wind as far as it likes: a sum that wraps around would be another winding.
        let shift = there.checked_add(onwards).ok_or("a chain winds too far")?;
        if start == end && !self.is_pure_ring(shift) {
            return Err("a chain returns to its beginning without a ring");
        }
        let mut carrier = left.carrier.clone();
        carrier.add(&right.carrier);
        let begins = (!stage.own.has(via)).then_some(via);
        if begins.is_some() {
            if !stage.is_free(via) {
                return Err("a chain goes through a stone of the opponent");
            }
            carrier.insert(via);
        }
        Ok(Connection { ends: (start, end), shift, carrier, begins })
    }

    /// Semi connections of the same points and shift, one of which is left whatever the opponent
    /// plays.
    fn choice<'a>(
        &self,
        parts: impl Iterator<Item = &'a Connection>,
    ) -> Result<Connection, &'static str> {
        let parts: Vec<&Connection> = parts.collect();
        let first = *parts.first().ok_or("a choice of nothing")?;
        let is_ring = first.ends.0 == first.ends.1;
        let mut ways = Vec::with_capacity(parts.len());
        for part in parts {
            let begins = part.begins.ok_or("a part of a choice is not a semi connection")?;
            let (_, shift) =
                part.read(|ends| ends == first.ends).ok_or("the parts of a choice differ")?;
            // All rings are as good as each other, whatever their winding.
            if !is_ring && shift != first.shift {
                return Err("the parts of a choice differ");
            }
            ways.push((begins, &part.carrier));
        }
        let carrier = self.apart(ways);
        let carrier =
            carrier.ok_or("a move of the opponent meets all parts of a choice near it")?;
        Ok(Connection { carrier, begins: None, ..first.clone() })
    }
}

impl Connection {
    /// The ends and the winding in the direction in which the ends are right, if there is one.
    fn read(&self, right: impl Fn((Point, Point)) -> bool) -> Option<((Point, Point), Winding)> {
        let (ends, back) = (self.ends, (self.ends.1, self.ends.0));
        if right(ends) {
            Some((ends, self.shift))
        } else {
            right(back).then_some((back, -self.shift))
        }
    }
}
