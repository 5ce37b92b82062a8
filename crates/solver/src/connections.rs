//! Virtual connections of one colour: what it can link although the opponent moves first.
//!
//! A *full* connection between two points is a strategy that links them even if the opponent
//! moves first, and its *carrier* is the set of empty cells that the strategy needs. A *semi*
//! connection needs the first move. Anshelevich's H-search (*A hierarchical approach to computer
//! Hex*, 2002) builds them from the links between neighbours with two rules:
//!
//! ```text
//!     AND   full x–m and full m–y with disjoint carriers
//!               m is a stone:       full x–y
//!               m is an empty cell: semi x–y that begins with m
//!     OR    semis x–y whose carriers have no cell in common: full x–y
//! ```
//!
//! **Rings.** A ring is a connection of a point with its own copy in the unrolled board. So every
//! connection knows its *shift*: in which copy its second point lies when the first is in copy
//! (0, 0). The AND rule adds shifts, the OR rule joins semis of one shift only, and a connection
//! of a point with itself and a winding shift is a ring. Carriers are sets of cells of the real
//! board, not of the unrolled one: what has to be disjoint are the replies, and a stone of the
//! opponent falls on all copies of its cell at once. So the two rules need no other change.
//!
//! **Order on the torus.** A connection promises to be linked in the end. On a torus the opponent
//! may have its own ring before that end, but only beside a *slanted* ring, one that winds along
//! both axes: a ring along the own axis alone ([`winds_purely`]) meets every ring of the opponent,
//! which therefore never comes to exist. So shifts have both components there, and slanted rings
//! count only if they are sure to be complete in time. A full connection with a carrier of `k`
//! cells takes at most `k / 2` stones, since each of them answers a stone of the opponent in the
//! carrier, a real one or one that is imagined; and the opponent needs at least so many stones as
//! its shortest way across the board has empty cells. What was found with pure rings alone is kept
//! apart, because it holds whatever else the opponent has on the board.

use hexring_control::Limit;
use hexring_game::{Color, Goal};

use crate::bits::Bits;
use crate::carriers::{Found, Listed, MAX_FULL, MAX_OR, MAX_SEMI, OrRule, Slot, Threat, insert};
use crate::extents::Extents;
use crate::grid::{Grid, Shift, winds, winds_purely};
use crate::groups::Groups;
use crate::origin::{Origin, Origins};
use crate::progress::{Stopped, go_on};

/// The limit is looked at before every so many steps of the AND rule, one of which takes
/// microseconds, on the largest boards a fraction of a millisecond.
const LOOK_EVERY: usize = 16;

/// A point that a point has full connections with.
#[derive(Clone, Copy)]
struct Partner {
    point: u8,
    shift: Shift,
    slot: u32,
}

/// A full connection of two points that waits for the AND rule.
#[derive(Clone, Copy)]
struct Queued<const W: usize> {
    x: u8,
    y: u8,
    shift: Shift,
    carrier: Bits<W>,
    origin: u32,
}

/// What a connection connects.
#[derive(Clone, Copy)]
enum Ends {
    /// Two different points; the second is shifted.
    Pair(u8, u8, Shift),
    /// A point with one of its winding copies, by a ring of this kind.
    Ring(u8, Kind),
    /// The borders, or anything with its winding copy.
    Goal(Kind),
}

/// Which rings count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Those along the own axis alone; paths are of this kind too.
    Pure,
    /// All of them.
    Any,
}

/// How much the caller wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Until {
    /// The colour is to move: one winning semi connection is enough.
    Semi,
    /// The opponent is to move: stop at a winning full connection.
    Full,
}

/// The connections of one colour, with memory that is used again from position to position.
pub(crate) struct Connections<const W: usize> {
    color: Color,
    goal: Goal,
    points: usize,
    shifts: usize,
    slots: Vec<Slot<W>>,
    touched: Vec<u32>,
    partners: Vec<Vec<Partner>>,
    /// The bit of a point that is an empty cell; nothing for stones and borders.
    bit: Vec<Bits<W>>,
    extents: Extents,
    /// Full connections that the AND rule has not seen, by size of carrier.
    queue: Vec<Vec<Queued<W>>>,
    until: Until,
    /// How many stones the opponent needs at least, where rings of any kind are looked for.
    patience: Option<usize>,
    /// By kind of ring.
    found: [Found<W>; 2],
    pub(crate) origins: Origins,
    scratch: Vec<(Bits<W>, u32)>,
    all: Bits<W>,
}

impl<const W: usize> Connections<W> {
    pub(crate) fn new(grid: &Grid<W>, color: Color) -> Self {
        let goal = grid.goal(color);
        let points = grid.cells + 2;
        let shifts = match goal {
            Goal::Path { .. } => 1,
            Goal::Ring(_) if grid.both_may_win() => 9,
            Goal::Ring(_) => 3,
        };
        Connections {
            color,
            goal,
            points,
            shifts,
            // The pairs, then the rings, then the goal.
            slots: vec![Slot::default(); points * points * shifts + 2 * points + 2],
            touched: Vec::new(),
            partners: vec![Vec::new(); points],
            bit: vec![Bits::EMPTY; points],
            extents: Extents::new(grid, points),
            queue: vec![Vec::new(); grid.cells + 1],
            until: Until::Full,
            patience: None,
            found: [(); 2].map(|()| Found::new(grid.all)),
            origins: Origins::default(),
            scratch: Vec::new(),
            all: grid.all,
        }
    }

    /// Finds the connections of a position whose goal has not been reached. `empty` are the cells
    /// that the colour may still use, and `groups` are those of its stones. Rings of any kind
    /// count if the number of stones is given that the opponent needs for its own goal.
    pub(crate) fn build(
        &mut self,
        grid: &Grid<W>,
        (empty, own): (Bits<W>, Bits<W>),
        groups: &Groups,
        until: Until,
        patience: Option<usize>,
        limit: &Limit,
    ) -> Result<(), Stopped> {
        self.clear(grid, empty, until);
        self.patience = patience;
        if self.shifts > 1 {
            self.extents.measure(grid, own, groups);
        }
        self.touch(grid, empty, own, groups);
        for step in 0_usize.. {
            if self.is_enough() {
                break;
            }
            if step.is_multiple_of(LOOK_EVERY) {
                go_on(limit)?;
            }
            let Some(next) = self.queue.iter_mut().find_map(Vec::pop) else { break };
            self.expand(next);
        }
        Ok(())
    }

    fn is_enough(&self) -> bool {
        self.found.iter().any(|found| {
            found.full.is_some() || (self.until == Until::Semi && !found.threats.is_empty())
        })
    }

    /// What was found about the goal.
    pub(crate) fn found(&self, kind: Kind) -> &Found<W> {
        &self.found[kind as usize]
    }

    /// How many stones the opponent must need at least for a ring to be completed before its own.
    /// Threats are met by a stone of the opponent first, unless the colour is to move.
    pub(crate) fn time_for(&self, carrier: Bits<W>, is_threat: bool) -> usize {
        let ahead = match (self.until, is_threat) {
            (Until::Semi, _) => 0,
            (Until::Full, false) => 1,
            (Until::Full, true) => 2,
        };
        (carrier.len() + ahead).div_ceil(2).max(1)
    }

    fn is_in_time(&self, carrier: Bits<W>, is_threat: bool) -> bool {
        self.patience.is_none_or(|stones| self.time_for(carrier, is_threat) <= stones.max(1))
    }

    /// The kinds of ring that a closed walk with this shift is.
    fn kinds(&self, shift: Shift) -> &'static [Kind] {
        match (self.patience, winds_purely(self.goal, shift)) {
            (None, true) => &[Kind::Pure],
            (Some(_), true) => &[Kind::Pure, Kind::Any],
            (Some(_), false) if winds(self.goal, shift) => &[Kind::Any],
            _ => &[],
        }
    }

    fn clear(&mut self, grid: &Grid<W>, empty: Bits<W>, until: Until) {
        for slot in self.touched.drain(..) {
            let slot = &mut self.slots[slot as usize];
            slot.full.clear();
            slot.semi.clear();
        }
        self.partners.iter_mut().for_each(Vec::clear);
        self.queue.iter_mut().for_each(Vec::clear);
        for cell in 0..grid.cells {
            let here = Bits::of(cell as u8);
            self.bit[cell] = here & empty;
        }
        for found in &mut self.found {
            found.threats.clear();
            found.common = empty;
            found.full = None;
        }
        self.origins.clear();
        self.until = until;
    }

    /// Connections without a carrier: neighbours, and borders with the cells at them.
    fn touch(&mut self, grid: &Grid<W>, empty: Bits<W>, own: Bits<W>, groups: &Groups) {
        for cell in (empty | own).iter() {
            let (point, here) =
                if own.contains(cell) { groups.anchor(cell) } else { (cell, Shift::ZERO) };
            for step in &grid.steps[usize::from(cell)] {
                // Stones that touch are one group.
                if empty.contains(step.to) {
                    self.add_touch(point, step.to, here.plus(step.wrap));
                }
            }
        }
        for which in 0..2 {
            let border = (grid.cells + which) as u8;
            for cell in (grid.border(self.color, which) & empty).iter() {
                self.add_touch(border, cell, Shift::ZERO);
            }
        }
    }

    fn add_touch(&mut self, x: u8, y: u8, shift: Shift) {
        let shift = if self.shifts == 1 { Shift::ZERO } else { shift };
        let origin = self.origins.push(Origin::Touch { x, y, shift });
        if x != y {
            self.add_full(Ends::Pair(x, y, shift), Bits::EMPTY, origin);
        } else {
            for kind in self.kinds(shift) {
                self.add_full(Ends::Ring(x, *kind), Bits::EMPTY, origin);
            }
        }
    }

    /// The AND rule: joins a full connection with all that begin where it ends.
    fn expand(&mut self, next: Queued<W>) {
        let Queued { x, y, shift, carrier, origin } = next;
        let slot = self.pair_slot(x, y, shift).expect("it was kept");
        let listed = self.slots[slot].full.iter_mut().find(|entry| entry.origin == origin);
        // It may have given way to a smaller one since.
        let Some(entry) = listed else { return };
        entry.done = true;
        let back = Shift::ZERO.minus(shift);
        for (far, via, to_via) in [(x, y, shift), (y, x, back)] {
            if usize::from(via) + 2 >= self.points {
                continue; // borders end connections, they do not carry on
            }
            for i in 0..self.partners[usize::from(via)].len() {
                let partner = self.partners[usize::from(via)][i];
                let whole = to_via.plus(partner.shift);
                if partner.point == far {
                    for kind in self.kinds(whole) {
                        let ends = Ends::Ring(far, *kind);
                        self.join(ends, via, partner, carrier, origin);
                    }
                } else if self.is_kept(far, partner.point, whole)
                    && !carrier.intersects(self.bit[usize::from(partner.point)])
                {
                    let ends = Ends::Pair(far, partner.point, whole);
                    self.join(ends, via, partner, carrier, origin);
                }
                if self.is_enough() {
                    return;
                }
            }
        }
    }

    /// Joins one full connection of the first end with `via` and all of `via` with `partner`.
    fn join(&mut self, ends: Ends, via: u8, partner: Partner, carrier: Bits<W>, origin: u32) {
        let far = match ends {
            Ends::Pair(far, ..) | Ends::Ring(far, _) => self.bit[usize::from(far)],
            Ends::Goal(_) => Bits::EMPTY,
        };
        let blocked = carrier | far;
        let mut i = 0;
        while let Some(&other) = self.slots[partner.slot as usize].full.get(i) {
            i += 1;
            if !other.done || other.carrier.intersects(blocked) {
                continue;
            }
            let middle = self.bit[usize::from(via)];
            let union = carrier | other.carrier | middle;
            let how = Origin::And { left: origin, right: other.origin, via };
            if middle.is_empty() {
                self.add_full_by(ends, union, how);
            } else {
                self.add_semi(ends, union, how);
            }
        }
    }

    fn add_full_by(&mut self, ends: Ends, carrier: Bits<W>, how: Origin) {
        if !self.is_superfluous(ends, carrier) {
            let origin = self.origins.push(how);
            self.add_full(ends, carrier, origin);
        }
    }

    fn is_superfluous(&self, ends: Ends, carrier: Bits<W>) -> bool {
        self.slot(ends).is_none_or(|slot| {
            self.slots[slot].full.iter().any(|entry| entry.carrier.is_within(carrier))
        })
    }

    fn add_full(&mut self, ends: Ends, carrier: Bits<W>, origin: u32) {
        let ends = self.settle(ends);
        let Some(slot) = self.slot(ends).filter(|_| !self.is_superfluous(ends, carrier)) else {
            return;
        };
        self.note_touched(slot);
        let list = &mut self.slots[slot];
        let is_first = list.full.is_empty();
        list.full.retain(|entry| !carrier.is_within(entry.carrier));
        list.semi.retain(|entry| !carrier.is_within(entry.carrier));
        if !insert(&mut list.full, Listed { carrier, origin, done: false }, MAX_FULL) {
            return;
        }
        match ends {
            Ends::Goal(kind) => {
                if kind == Kind::Pure || self.is_in_time(carrier, false) {
                    self.found[kind as usize].full = Some((carrier, origin));
                }
            }
            Ends::Ring(x, kind) => {
                let carrier = carrier | self.bit[usize::from(x)];
                self.add_threat(Threat { carrier, key: x, origin }, kind);
            }
            Ends::Pair(x, y, shift) => {
                if is_first {
                    self.add_partner(x, y, shift, slot);
                }
                self.queue[carrier.len()].push(Queued { x, y, shift, carrier, origin });
            }
        }
    }

    fn add_partner(&mut self, x: u8, y: u8, shift: Shift, slot: usize) {
        let slot = slot as u32;
        self.partners[usize::from(x)].push(Partner { point: y, shift, slot });
        let back = Shift::ZERO.minus(shift);
        self.partners[usize::from(y)].push(Partner { point: x, shift: back, slot });
    }

    /// A semi connection, and what the OR rule makes of it.
    fn add_semi(&mut self, ends: Ends, carrier: Bits<W>, how: Origin) {
        let ends = self.settle(ends);
        if self.is_superfluous(ends, carrier) {
            return;
        }
        let Some(slot) = self.slot(ends) else { return };
        if self.slots[slot].semi.iter().any(|entry| entry.carrier.is_within(carrier)) {
            return;
        }
        let key = how.via();
        let origin = self.origins.push(how);
        if let (Ends::Goal(kind), Some(key)) = (ends, key) {
            self.add_threat(Threat { carrier, key, origin }, kind);
            return;
        }
        self.note_touched(slot);
        let list = &mut self.slots[slot].semi;
        list.retain(|entry| !carrier.is_within(entry.carrier));
        if !insert(list, Listed { carrier, origin, done: false }, MAX_SEMI) {
            return;
        }
        self.join_semis(ends, slot, carrier, origin);
    }

    /// The OR rule for a new semi connection and the ones before it.
    fn join_semis(&mut self, ends: Ends, slot: usize, carrier: Bits<W>, origin: u32) {
        let list = &self.slots[slot];
        let mut later = [self.all; MAX_SEMI + 1];
        for (i, entry) in list.semi.iter().enumerate().rev() {
            later[i] = later[i + 1] & entry.carrier;
        }
        let mut made = std::mem::take(&mut self.scratch);
        let mut chosen = [origin; MAX_OR];
        let origins = &mut self.origins;
        let rule = OrRule { slot: list, later: &later };
        rule.extend(0, 1, carrier, carrier, &mut chosen, &mut |union, chosen| {
            made.push((union, origins.push(Origin::Or(chosen.into()))));
        });
        for (union, origin) in made.drain(..) {
            self.add_full(ends, union, origin);
        }
        self.scratch = made;
    }

    /// A winning semi connection: keeps it if it leaves fewer cells to play for the opponent.
    fn add_threat(&mut self, threat: Threat<W>, kind: Kind) {
        if kind == Kind::Any && !self.is_in_time(threat.carrier, true) {
            return;
        }
        let found = &mut self.found[kind as usize];
        if let Some((union, parts)) = found.note(threat) {
            found.full = Some((union, self.origins.push(Origin::Or(parts))));
        }
    }

    /// The goal under its own name.
    fn settle(&self, ends: Ends) -> Ends {
        let is_stone = |x: u8| self.bit[usize::from(x)].is_empty();
        match ends {
            Ends::Ring(x, kind) if is_stone(x) => Ends::Goal(kind),
            Ends::Pair(x, y, _) if usize::from(x.min(y)) + 2 == self.points => {
                Ends::Goal(Kind::Pure)
            }
            other => other,
        }
    }

    fn slot(&self, ends: Ends) -> Option<usize> {
        let pairs = self.points * self.points * self.shifts;
        match ends {
            Ends::Pair(x, y, shift) => self.pair_slot(x, y, shift),
            Ends::Ring(x, kind) => Some(pairs + 2 * usize::from(x) + kind as usize),
            Ends::Goal(kind) => Some(pairs + 2 * self.points + kind as usize),
        }
    }

    fn pair_slot(&self, x: u8, y: u8, shift: Shift) -> Option<usize> {
        let (x, y, shift) = if x < y { (x, y, shift) } else { (y, x, Shift::ZERO.minus(shift)) };
        let number = match self.shifts {
            1 => 0,
            3 => shift.a + 1,
            _ => 3 * shift.b + shift.a + 4,
        };
        let pair = usize::from(x) * self.points + usize::from(y);
        self.is_kept(x, y, shift).then(|| pair * self.shifts + number as usize)
    }

    /// Connections that go all the way around, or further, are forgotten; that is always sound. A
    /// ring is found all the same, from two connections that go around it a part each.
    #[inline]
    fn is_kept(&self, x: u8, y: u8, shift: Shift) -> bool {
        self.shifts == 1 || self.extents.are_near(x, y, shift)
    }

    fn note_touched(&mut self, slot: usize) {
        let list = &self.slots[slot];
        if list.full.is_empty() && list.semi.is_empty() {
            self.touched.push(slot as u32);
        }
    }
}
