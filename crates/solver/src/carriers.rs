//! Lists of connections between two points, kept short.
//!
//! Only carriers that contain no other one are of use, and of those the smallest are kept. What is
//! forgotten makes the solver slower, never wrong.

use crate::bits::Bits;

/// How many connections are kept between two points. The smallest carriers stay.
pub(crate) const MAX_FULL: usize = 8;
pub(crate) const MAX_SEMI: usize = 20;
/// How many semis the OR rule joins at most.
pub(crate) const MAX_OR: usize = 4;

/// A connection in a list: its carrier, and how it was made.
#[derive(Clone, Copy)]
pub(crate) struct Listed<const W: usize> {
    pub(crate) carrier: Bits<W>,
    pub(crate) origin: u32,
    /// Whether the AND rule has seen it.
    pub(crate) done: bool,
}

/// All connections between two points with one shift.
#[derive(Clone, Default)]
pub(crate) struct Slot<const W: usize> {
    pub(crate) full: Vec<Listed<W>>,
    pub(crate) semi: Vec<Listed<W>>,
}

/// A winning semi connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threat<const W: usize> {
    pub(crate) carrier: Bits<W>,
    /// The move that begins it.
    pub(crate) key: u8,
    pub(crate) origin: u32,
}

/// What was found about the goal.
#[derive(Clone, Debug)]
pub(crate) struct Found<const W: usize> {
    /// The semi connections that win; those that say nothing new are left out.
    pub(crate) threats: Vec<Threat<W>>,
    /// The cells that are in the carriers of all threats.
    pub(crate) common: Bits<W>,
    /// A winning full connection.
    pub(crate) full: Option<(Bits<W>, u32)>,
}

impl<const W: usize> Found<W> {
    pub(crate) fn new(cells: Bits<W>) -> Self {
        Found { threats: Vec::new(), common: cells, full: None }
    }

    /// Takes in a threat if it leaves fewer cells to play for the opponent. If none is left, the
    /// threats together are a full connection: its carrier and their origins.
    pub(crate) fn note(&mut self, threat: Threat<W>) -> Option<(Bits<W>, Box<[u32]>)> {
        let common = self.common & threat.carrier;
        if common == self.common && !self.threats.is_empty() {
            return None;
        }
        self.common = common;
        self.threats.push(threat);
        if !common.is_empty() {
            return None;
        }
        drop_superfluous(&mut self.threats);
        let union = self.threats.iter().fold(Bits::EMPTY, |set, t| set | t.carrier);
        Some((union, self.threats.iter().map(|threat| threat.origin).collect()))
    }
}

/// Inserts by size of carrier and keeps the smallest; says whether the new one stayed.
pub(crate) fn insert<const W: usize>(
    list: &mut Vec<Listed<W>>,
    entry: Listed<W>,
    limit: usize,
) -> bool {
    let size = entry.carrier.len();
    let at = list.iter().rposition(|e| e.carrier.len() <= size).map_or(0, |i| i + 1);
    if at >= limit {
        return false;
    }
    list.truncate(limit - 1);
    list.insert(at, entry);
    true
}

/// The semis that the OR rule joins.
pub(crate) struct OrRule<'a, const W: usize> {
    pub(crate) slot: &'a Slot<W>,
    /// What all semis from each one on have in common.
    pub(crate) later: &'a [Bits<W>; MAX_SEMI + 1],
}

impl<const W: usize> OrRule<'_, W> {
    /// Adds semis from number `from` on until nothing is common, and reports each such union.
    pub(crate) fn extend(
        &self,
        from: usize,
        count: usize,
        common: Bits<W>,
        union: Bits<W>,
        chosen: &mut [u32; MAX_OR],
        report: &mut impl FnMut(Bits<W>, &[u32]),
    ) {
        for (i, entry) in self.slot.semi.iter().enumerate().skip(from) {
            if common.intersects(self.later[i]) {
                return; // not even all the others together
            }
            let rest = common & entry.carrier;
            if rest == common {
                continue;
            }
            let union = union | entry.carrier;
            if self.slot.full.iter().any(|full| full.carrier.is_within(union)) {
                continue;
            }
            chosen[count] = entry.origin;
            if rest.is_empty() {
                report(union, &chosen[..=count]);
            } else if count + 1 < MAX_OR {
                self.extend(i + 1, count + 1, rest, union, chosen, report);
            }
        }
    }
}

/// Leaves out threats without which the others still have no cell in common.
fn drop_superfluous<const W: usize>(threats: &mut Vec<Threat<W>>) {
    let mut i = 0;
    while i < threats.len() {
        let others =
            threats.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, threat)| threat.carrier);
        let common = others.reduce(|a, b| a & b);
        if common.is_some_and(Bits::is_empty) {
            threats.remove(i);
        } else {
            i += 1;
        }
    }
}
