//! Chains of bridges: what is as good as connected without looking ahead.
//!
//! Two groups of stones that have two empty neighbours in common are connected: if the opponent
//! takes one, the other joins them. The pairs of a chain have no cell in common. Red may have to
//! answer one cell of a pair by the other, so these have to be near each other; Blue may go anywhere.

use hexring_game::Color;

use super::arena::Arena;
use crate::bits::Bits;
use crate::state::State;

/// A group of red stones on the way, and the pair of cells that joins it with what comes before: the
/// group before it, or the top with all that hangs there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link<const W: usize> {
    pub(super) pair: [u8; 2],
    /// The group that it leads to; none for the bottom.
    pub(super) to: Option<Bits<W>>,
}

/// Red's way from the top to the bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RedChain<const W: usize> {
    /// From the top on. The last one leads to the bottom or to a group that lies there; if there is
    /// none, the stones are a path.
    pub(super) links: Vec<Link<W>>,
}

impl<const W: usize> RedChain<W> {
    /// All cells that it needs.
    pub(super) fn carrier(&self) -> Bits<W> {
        self.links.iter().flat_map(|link| link.pair).collect()
    }
}

/// Stones that hang together with the top.
struct Reached<const W: usize> {
    /// The empty cells beside them.
    beside: Bits<W>,
    /// How they were reached, and from where; nothing for what lies at the top.
    by: Option<(Link<W>, usize)>,
}

/// A way of Red from the top to the bottom, if one is found. Groups are reached one by one, each from
/// one that was reached before.
pub(super) fn red_chain<const W: usize>(arena: &Arena<W>, state: &State<W>) -> Option<RedChain<W>> {
    let (red, mut free) = (state.own(Color::Red), state.empty(&arena.grid));
    let hanging = arena.flood(arena.top(), red);
    if hanging.intersects(arena.bottom()) {
        return Some(RedChain { links: Vec::new() });
    }
    let mut rest = red - hanging;
    let mut reached = vec![Reached { beside: arena.around(hanging) | arena.top(), by: None }];
    loop {
        let at_bottom = |from: &Reached<W>| {
            let pair = near_pair(arena, from.beside & free & arena.bottom())?;
            Some(Link { pair, to: None })
        };
        let last = reached.iter().enumerate().find_map(|(i, from)| Some((at_bottom(from)?, i)));
        if let Some(last) = last {
            return Some(way_back(&reached, last));
        }
        let next = reached.iter().enumerate().find_map(|(i, from)| {
            next_group(arena, rest, from.beside & free).map(|(link, group)| (link, group, i))
        });
        let (link, group, from) = next?;
        if group.intersects(arena.bottom()) {
            return Some(way_back(&reached, (link, from)));
        }
        rest = rest - group;
        free = free - Bits::of(link.pair[0]).with(link.pair[1]);
        reached.push(Reached { beside: arena.around(group), by: Some((link, from)) });
    }
}

/// The links from the top to the last one.
fn way_back<const W: usize>(reached: &[Reached<W>], last: (Link<W>, usize)) -> RedChain<W> {
    let mut links = vec![last.0];
    let mut at = last.1;
    while let Some((link, from)) = reached[at].by {
        links.push(link);
        at = from;
    }
    links.reverse();
    RedChain { links }
}

/// A group that two of the touched cells lead to.
fn next_group<const W: usize>(
    arena: &Arena<W>,
    mut rest: Bits<W>,
    touched: Bits<W>,
) -> Option<(Link<W>, Bits<W>)> {
    while let Some(stone) = rest.iter().next() {
        let group = arena.flood(Bits::of(stone), rest);
        if let Some(pair) = near_pair(arena, arena.around(group) & touched) {
            return Some((Link { pair, to: Some(group) }, group));
        }
        rest = rest - group;
    }
    None
}

/// Two cells of a set, each near enough to answer the other.
fn near_pair<const W: usize>(arena: &Arena<W>, set: Bits<W>) -> Option<[u8; 2]> {
    let mut rest = set;
    set.iter().find_map(|cell| {
        rest.remove(cell);
        (rest & arena.near(cell)).iter().next().map(|other| [cell, other])
    })
}

/// Where a group of blue stones lies: its number, and in which copy of the board, seen from its
/// first stone.
type Place = (usize, i16);

/// Two groups that an empty cell joins, and how many boards the second is further then.
struct Joint {
    cell: u8,
    groups: [usize; 2],
    turn: i16,
}

/// Looks for blue rings, with memory that is used again.
#[derive(Default)]
pub(super) struct BlueRings {
    places: Vec<Option<Place>>,
    joints: Vec<Joint>,
}

impl BlueRings {
    /// The cells of a chain of bridges that closes a ring whoever moves; nothing if there is none,
    /// no cells if there is a ring already.
    pub(super) fn find<const W: usize>(
        &mut self,
        arena: &Arena<W>,
        blue: Bits<W>,
        mut free: Bits<W>,
    ) -> Option<Bits<W>> {
        // If Blue had all cells beside its stones at once and there were no ring, there is none.
        if arena.joins(arena.grid.all - blue - (arena.around(blue) & free)) {
            return None;
        }
        if self.gather(arena, blue) {
            return Some(Bits::EMPTY);
        }
        self.find_joints(arena, free);
        let mut used = Bits::EMPTY;
        while let Some((pair, closes)) = self.bridge(free) {
            free = free - pair;
            used |= pair;
            if closes {
                return Some(used);
            }
        }
        None
    }

    /// Notes the groups and where their stones lie. Whether one of them is a ring.
    fn gather<const W: usize>(&mut self, arena: &Arena<W>, blue: Bits<W>) -> bool {
        self.places.clear();
        self.places.resize(arena.grid.cells, None);
        let mut open = Vec::new();
        for (number, start) in blue.iter().enumerate() {
            if self.places[usize::from(start)].is_some() {
                continue;
            }
            self.places[usize::from(start)] = Some((number, 0));
            open.push((start, 0));
            while let Some((cell, at)) = open.pop() {
                for step in &arena.grid.steps[usize::from(cell)] {
                    let there = at + i16::from(step.wrap.a);
                    match &mut self.places[usize::from(step.to)] {
                        Some((_, known)) if *known != there => return true,
                        Some(_) => {}
                        place if blue.contains(step.to) => {
                            *place = Some((number, there));
                            open.push((step.to, there));
                        }
                        _ => {}
                    }
                }
            }
        }
        false
    }

    /// Notes what each free cell joins.
    fn find_joints<const W: usize>(&mut self, arena: &Arena<W>, free: Bits<W>) {
        self.joints.clear();
        for cell in free.iter() {
            let steps = &arena.grid.steps[usize::from(cell)];
            let beside = |i: usize| {
                let (group, at) = self.places[usize::from(steps[i].to)]?;
                Some((group, i16::from(steps[i].wrap.a) - at))
            };
            for i in 0..steps.len() {
                let Some((one, at)) = beside(i) else { continue };
                for (other, there) in (0..i).filter_map(beside) {
                    let (groups, turn) = match one <= other {
                        true => ([one, other], there - at),
                        false => ([other, one], at - there),
                    };
                    if one != other || turn != 0 {
                        self.joints.push(Joint { cell, groups, turn });
                    }
                }
            }
        }
    }

    /// A pair of free cells that join the same groups in the same way: these are one group from
    /// then on. Or a pair each of which closes a ring.
    fn bridge<const W: usize>(&mut self, free: Bits<W>) -> Option<(Bits<W>, bool)> {
        self.joints.retain(|joint| {
            let is_ring = joint.groups[0] == joint.groups[1];
            free.contains(joint.cell) && (!is_ring || joint.turn != 0)
        });
        let is_same = |one: &Joint, other: &Joint| {
            let is_ring = one.groups[0] == one.groups[1];
            one.groups == other.groups && (is_ring || one.turn == other.turn)
        };
        let (first, second) = self.joints.iter().enumerate().find_map(|(i, joint)| {
            let mut earlier = self.joints[..i].iter();
            earlier
                .find(|one| one.cell != joint.cell && is_same(one, joint))
                .map(|one| (one, joint))
        })?;
        let pair = Bits::of(first.cell).with(second.cell);
        let ([kept, gone], turn) = (first.groups, first.turn);
        if kept != gone {
            self.rename(gone, kept, turn);
        }
        Some((pair, kept == gone))
    }

    /// Makes one group of two, the second of which is so many boards further.
    fn rename(&mut self, gone: usize, kept: usize, by: i16) {
        for Joint { groups, turn, .. } in &mut self.joints {
            // A joint's turn is where the second group lies less where the first does.
            if groups[0] == gone {
                (groups[0], *turn) = (kept, *turn + by);
            }
            if groups[1] == gone {
                (groups[1], *turn) = (kept, *turn - by);
            }
            if groups[0] > groups[1] {
                groups.swap(0, 1);
                *turn = -*turn;
            }
        }
    }
}
