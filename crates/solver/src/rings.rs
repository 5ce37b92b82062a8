//! TorusRings of a torus in sets of bits: where a stone closes one, and what keeps the opponent's away.
//!
//! A group of stones is known by the cells that it touches, kept apart by how many turns around the
//! two axes they lie from its first stone. A cell that is touched from two different turns around
//! the colour's own axis closes a ring. A stone joins the groups that touch its cell: their sets,
//! moved by the difference of the turns at the cell, are those of the new group.
//!
//! A ring that goes around the other axis as well is slanted, and leaves room for a ring of the
//! opponent beside it. Hex has no draws: the opponent has none exactly if the colour has a straight
//! one too. That crosses the slanted ring, so it is there as soon as a way from a stone of that
//! ring's group comes back to the group without having followed the ring around.

use hexring_game::{Axis, Color, Goal};

use crate::grid::{Grid, Step};

/// The largest torus, in cells: a set is one word, with some bits to spare.
pub(crate) const MAX_CELLS: usize = 60;

/// Cells are numbers of this range.
pub(crate) const WIDTH: usize = 64;

/// Copies of the board that a group touches. No group touches so many unless the torus is a thread.
const COPIES: usize = 12;

/// Groups of one colour. Positions with more of them are left to the search above.
const GROUPS: usize = 16;

/// How far ways stray from a slanted ring is told apart, in turns; the ring itself in the middle.
const STRAYS: usize = 9;
const RING: usize = STRAYS / 2;

/// How often a way goes around its colour's axis, and around the other one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Around {
    along: i8,
    across: i8,
}

impl Around {
    fn and(self, more: Around) -> Around {
        Around { along: self.along + more.along, across: self.across + more.across }
    }

    fn since(self, start: Around) -> Around {
        Around { along: self.along - start.along, across: self.across - start.across }
    }

    /// How far a way strays from a ring: nothing for the way around the ring.
    fn stray(self, ring: Around) -> isize {
        let [along, across, ring_along, ring_across] =
            [self.along, self.across, ring.along, ring.across].map(isize::from);
        across * ring_along - along * ring_across
    }
}

/// Cells in one copy of the board.
#[derive(Clone, Copy, Default)]
struct Copied {
    cells: u64,
    winding: Around,
}

/// The cells that a group of stones touches, its own among them.
#[derive(Clone, Copy)]
struct Group {
    touched: u64,
    /// The same by copies of the board.
    count: usize,
    windings: [Around; COPIES],
    cells: [u64; COPIES],
    /// Whether it goes around the other axis alone, so that no ring of it is merely slanted.
    is_around: bool,
}

impl Group {
    const EMPTY: Group = Group {
        touched: 0,
        count: 0,
        windings: [Around { along: 0, across: 0 }; COPIES],
        cells: [0; COPIES],
        is_around: false,
    };

    /// A stone with these neighbours, which are in at most six copies of the board.
    fn of(near: &[Copied]) -> Group {
        let mut group = Group::EMPTY;
        for (i, near) in near.iter().enumerate() {
            (group.windings[i], group.cells[i]) = (near.winding, near.cells);
            group.touched |= near.cells;
        }
        Group { count: near.len(), ..group }
    }

    fn copies(&self) -> impl Iterator<Item = (Around, u64)> {
        let windings = self.windings[..self.count].iter().copied();
        windings.zip(self.cells[..self.count].iter().copied())
    }

    /// Becomes another group. Most copies of the board are not touched.
    fn become_group(&mut self, other: &Group) {
        (self.touched, self.count, self.is_around) = (other.touched, other.count, other.is_around);
        self.windings[..other.count].copy_from_slice(&other.windings[..other.count]);
        self.cells[..other.count].copy_from_slice(&other.cells[..other.count]);
    }

    fn touches(&self, cell: u8) -> bool {
        self.touched >> cell & 1 == 1
    }

    /// The windings of the ways to a cell.
    fn ways_to(&self, cell: u8) -> impl Iterator<Item = Around> {
        self.copies().filter(move |(_, cells)| cells >> cell & 1 == 1).map(|(winding, _)| winding)
    }

    /// The winding of a way to a cell where no ring is closed, and whether there is another way.
    fn way_to(&self, cell: u8) -> (Around, bool) {
        let mut ways = self.ways_to(cell);
        (ways.next().unwrap_or_default(), ways.next().is_some())
    }

    /// Adds cells; nothing if there is no room for another copy.
    fn add(&mut self, winding: Around, cells: u64) -> Option<()> {
        self.touched |= cells;
        if let Some(same) = self.windings[..self.count].iter().position(|w| *w == winding) {
            self.cells[same] |= cells;
        } else {
            *self.windings.get_mut(self.count)? = winding;
            self.cells[self.count] = cells;
            self.count += 1;
        }
        Some(())
    }

    /// The cells where a stone closes a ring.
    fn closing(&self) -> u64 {
        let mut closing = 0;
        for (i, (winding, cells)) in self.copies().enumerate() {
            for (other, others) in self.copies().take(i) {
                if other.along != winding.along {
                    closing |= others & cells;
                }
            }
        }
        closing
    }
}

/// The stones of a colour and their groups. None of them has a ring.
#[derive(Clone, Copy)]
pub(crate) struct Side {
    pub(crate) stones: u64,
    /// Where a stone closes a ring, if the cell is empty.
    pub(crate) closing: u64,
    count: usize,
    groups: [Group; GROUPS],
}

impl Side {
    /// No stones.
    pub(crate) const EMPTY: Side =
        Side { stones: 0, closing: 0, count: 0, groups: [Group::EMPTY; GROUPS] };

    fn touching(&self, cell: u8) -> impl Iterator<Item = &Group> {
        self.groups[..self.count].iter().filter(move |group| group.touches(cell))
    }
}

/// Cells found on ways from a ring, and the cell that they were found from.
#[derive(Clone, Copy)]
struct Spread {
    cells: u64,
    /// How far the ways stray from the ring.
    stray: usize,
    from: u8,
    strayed: usize,
}

/// The neighbourhoods of a torus, and memory that is used again.
pub(crate) struct TorusRings {
    /// By colour and cell: its neighbours. Away from the seams they are in one copy of the board.
    near: [Vec<Vec<Copied>>; 2],
    /// By colour: the cells that are a ring alone.
    alone: [u64; 2],
    /// By colour and cell: where a ring could be closed after a stone that touches no other.
    after_first: [Vec<u64>; 2],
    /// What was found in turn.
    found: Vec<Spread>,
}

impl TorusRings {
    /// For a board; none if it is not a torus, or too large.
    pub(crate) fn new<const W: usize>(grid: &Grid<W>) -> Option<Self> {
        let axes = Color::ALL.map(|color| match grid.goal(color) {
            Goal::Ring(axis) => Some(axis),
            Goal::Path { .. } => None,
        });
        let [Some(red), Some(blue)] = axes else { return None };
        if grid.cells > MAX_CELLS {
            return None;
        }
        let near = [red, blue].map(|axis| grid.steps.iter().map(|s| near(s, axis)).collect());
        let alone = near.each_ref().map(|near: &Vec<Vec<Copied>>| {
            let is_ring = |(cell, near): &(usize, &Vec<Copied>)| {
                near.iter().any(|near| near.winding.along != 0 && near.cells >> cell & 1 == 1)
            };
            set(near.iter().enumerate().filter(is_ring).map(|(cell, _)| cell as u8))
        });
        let after_first =
            near.each_ref().map(|near| near.iter().map(|near| Group::of(near).closing()).collect());
        Some(TorusRings { near, alone, after_first, found: Vec::new() })
    }

    /// The side of a colour that has no stones.
    pub(crate) fn no_stones(&self, color: Color) -> Side {
        Side { closing: self.alone[color.index()], ..Side::EMPTY }
    }

    /// Where a ring could be closed after a stone that closes none; nothing if a group touches too
    /// many copies of the board.
    pub(crate) fn closing_after(&self, side: &Side, color: Color, cell: u8) -> Option<u64> {
        if side.touching(cell).next().is_none() {
            return Some(side.closing | self.after_first[color.index()][usize::from(cell)]);
        }
        let mut joined = Group::EMPTY;
        self.join(side, color, cell, &mut joined)?;
        Some(side.closing | joined.closing())
    }

    /// Puts a stone that closes no ring.
    pub(crate) fn place(
        &self,
        side: &Side,
        color: Color,
        cell: u8,
        after: &mut Side,
    ) -> Option<()> {
        after.count = 0;
        for group in side.groups[..side.count].iter().filter(|group| !group.touches(cell)) {
            after.groups[after.count].become_group(group);
            after.count += 1;
        }
        let joined = after.groups.get_mut(after.count)?;
        self.join(side, color, cell, joined)?;
        after.count += 1;
        after.stones = side.stones | 1 << cell;
        after.closing = side.closing | joined.closing();
        Some(())
    }

    /// Makes the group of a stone and those that touch its cell.
    #[inline]
    fn join(&self, side: &Side, color: Color, cell: u8, joined: &mut Group) -> Option<()> {
        let mut touching = side.touching(cell);
        joined.become_group(touching.next().unwrap_or(&Group::EMPTY));
        let (here, goes_around) = joined.way_to(cell);
        joined.is_around |= goes_around;
        for group in touching {
            let (there, goes_around) = group.way_to(cell);
            let moved = here.since(there);
            joined.is_around |= group.is_around || goes_around;
            for (winding, cells) in group.copies() {
                joined.add(winding.and(moved), cells)?;
            }
        }
        for near in &self.near[color.index()][usize::from(cell)] {
            joined.add(here.and(near.winding), near.cells)?;
        }
        Some(())
    }

    /// What a colour needs to win by a stone that closes a ring: the cell, and if the ring is
    /// slanted, a straight one beside it.
    pub(crate) fn needed_to_close(
        &mut self,
        side: &Side,
        color: Color,
        empty: u64,
        cell: u8,
    ) -> u64 {
        let straight = match slant(side, cell) {
            Some(ring) => self.straight(side, color, empty, cell, ring),
            None => 0,
        };
        straight | 1 << cell
    }

    /// The fewest empty cells that complete a straight ring, if there is a slanted one through a
    /// stone; all of them, if that strays too far.
    fn straight(&mut self, side: &Side, color: Color, empty: u64, cell: u8, ring: Around) -> u64 {
        let (stones, empty) = (side.stones | 1 << cell, empty & !(1 << cell));
        let mut group = Group::EMPTY;
        if self.join(side, color, cell, &mut group).is_none() {
            return empty;
        }
        let mut unseen = [stones | empty; STRAYS];
        // By stray: where to go on from, with as many empty cells on the way as now or with one more.
        let (mut now, mut later) = ([0_u64; STRAYS], [0_u64; STRAYS]);
        let (mut strays_now, mut strays_later) = (0_u32, 0_u32);
        for (winding, cells) in group.copies() {
            let stray = RING.wrapping_add_signed(winding.stray(ring));
            let Some(unseen) = unseen.get_mut(stray) else { continue };
            *unseen &= !cells;
            if cells & empty != 0 {
                now[stray] |= cells & empty;
                strays_now |= 1 << stray;
            }
        }
        self.found.clear();
        loop {
            if strays_now == 0 {
                if strays_later == 0 {
                    return empty;
                }
                (now, later) = (later, [0; STRAYS]);
                (strays_now, strays_later) = (strays_later, 0);
            }
            let strayed = strays_now.trailing_zeros() as usize;
            let from = now[strayed].trailing_zeros() as u8;
            now[strayed] &= now[strayed] - 1;
            if now[strayed] == 0 {
                strays_now &= !(1 << strayed);
            }
            for near in &self.near[color.index()][usize::from(from)] {
                let stray = strayed.wrapping_add_signed(near.winding.stray(ring));
                let Some(unseen) = unseen.get_mut(stray) else { continue };
                let cells = near.cells & *unseen;
                if cells == 0 {
                    continue;
                }
                if cells & stones & group.touched != 0 {
                    return way_back(&self.found, from, strayed) & empty;
                }
                *unseen &= !cells;
                self.found.push(Spread { cells, stray, from, strayed });
                if cells & stones != 0 {
                    now[stray] |= cells & stones;
                    strays_now |= 1 << stray;
                }
                if cells & !stones != 0 {
                    later[stray] |= cells & !stones;
                    strays_later |= 1 << stray;
                }
            }
        }
    }
}

/// The neighbours of a cell, for the colour with a ring around an axis.
fn near(steps: &[Step], axis: Axis) -> Vec<Copied> {
    let mut near: Vec<Copied> = Vec::new();
    for step in steps {
        let (a, b) = (step.wrap.a, step.wrap.b);
        let (along, across) = if axis == Axis::Horizontal { (a, b) } else { (b, a) };
        let (bit, winding) = (1 << step.to, Around { along, across });
        match near.iter_mut().find(|near| near.winding == winding) {
            Some(near) => near.cells |= bit,
            None => near.push(Copied { cells: bit, winding }),
        }
    }
    near
}

/// How the ring goes around that a stone closes, if all such rings are slanted.
fn slant(side: &Side, cell: u8) -> Option<Around> {
    let mut ring: Option<Around> = None;
    for group in side.touching(cell) {
        if group.is_around {
            return None;
        }
        let mut ways = group.ways_to(cell);
        let here = ways.next()?;
        for winding in ways.map(|way| way.since(here)) {
            match ring {
                None => ring = Some(winding),
                Some(ring) if winding.stray(ring) != 0 => return None,
                Some(_) => {}
            }
        }
    }
    ring.filter(|ring| ring.across != 0)
}

/// The cells on the way to a place that was found.
fn way_back(found: &[Spread], mut cell: u8, mut stray: usize) -> u64 {
    let mut way = 1 << cell;
    for found in found.iter().rev() {
        if found.stray == stray && found.cells >> cell & 1 == 1 {
            (cell, stray) = (found.from, found.strayed);
            way |= 1 << cell;
        }
    }
    way
}

/// The set of some cells.
pub(crate) fn set(cells: impl Iterator<Item = u8>) -> u64 {
    cells.fold(0, |set, cell| set | 1 << cell)
}

/// The cells of a set.
pub(crate) fn cells(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        cell
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Bits;
    use crate::samples::{fewer, has_ring, random_state};
    use hexring_game::{Board, Topology};
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn grids(sizes: impl Iterator<Item = (u8, u8)>) -> Vec<Grid<1>> {
        let board = |(cols, rows)| Board::new(Topology::Torus, cols, rows).expect("small");
        sizes.map(|size| Grid::new(board(size))).collect()
    }

    /// The side of a colour with these stones; none if they have a ring.
    fn side_of(rings: &TorusRings, color: Color, stones: Bits<1>) -> Option<Side> {
        let mut side = rings.no_stones(color);
        for cell in stones.iter() {
            if side.closing >> cell & 1 == 1 {
                return None;
            }
            let before = side;
            rings.place(&before, color, cell, &mut side).expect("few turns");
        }
        Some(side)
    }

    #[test]
    fn rings_are_closed_where_the_rules_say() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        let (mut over, mut closing) = (0, 0);
        for grid in grids((1..=6).flat_map(|cols| (1..=6).map(move |rows| (cols, rows)))) {
            let rings = TorusRings::new(&grid).expect("a torus");
            for _ in 0..40 {
                let state = random_state(&grid, 0..100, &mut rng);
                for color in Color::ALL {
                    let own = state.own(color);
                    let side = side_of(&rings, color, own);
                    assert_eq!(side.is_none(), has_ring(&grid, color, own), "{state:?}");
                    let Some(side) = side else {
                        over += 1;
                        continue;
                    };
                    for cell in (grid.all - own).iter() {
                        let closes = side.closing >> cell & 1 == 1;
                        let ring = has_ring(&grid, color, own.with(cell));
                        assert_eq!(closes, ring, "{} {color} {cell} {state:?}", grid.board);
                        closing += usize::from(closes);
                        if !closes {
                            let mut after = Side::EMPTY;
                            rings.place(&side, color, cell, &mut after).expect("few turns");
                            let foreseen = rings.closing_after(&side, color, cell);
                            assert_eq!(foreseen, Some(after.closing), "{state:?}");
                        }
                    }
                }
            }
        }
        assert!(over > 200 && closing > 2000, "{over} {closing}");
    }

    /// The opponent has no ring although it has all other cells, and with fewer cells it has.
    #[test]
    fn what_is_needed_to_close_a_ring_is_enough_and_the_least() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
        let (mut straight, mut slanted) = (0, 0);
        for grid in grids([(2, 3), (3, 3), (4, 3), (3, 4), (4, 4), (5, 3), (3, 5)].into_iter()) {
            let mut rings = TorusRings::new(&grid).expect("a torus");
            for _ in 0..200 {
                let state = random_state(&grid, 30..90, &mut rng);
                for color in Color::ALL {
                    let (own, rival) = (state.own(color), state.own(!color));
                    let Some(side) = side_of(&rings, color, own) else { continue };
                    let empty = state.empty(&grid);
                    if has_ring(&grid, !color, rival) {
                        continue;
                    }
                    for cell in empty.iter().filter(|cell| side.closing >> cell & 1 == 1) {
                        let needs = rings.needed_to_close(&side, color, set(empty.iter()), cell);
                        let needs: Bits<1> = cells(needs).collect();
                        assert!(needs.contains(cell) && needs.is_within(empty));
                        let keeps_away = |needs| !has_ring(&grid, !color, rival | (empty - needs));
                        assert!(keeps_away(needs), "{} {color} {cell} {state:?}", grid.board);
                        if needs.len() == 1 {
                            straight += 1;
                            continue;
                        }
                        slanted += 1;
                        let less = fewer(empty - [cell].into_iter().collect(), needs.len() - 1);
                        let lesser = less.into_iter().find(|more| keeps_away(more.with(cell)));
                        assert_eq!(lesser, None, "{} {color} {cell} {state:?}", grid.board);
                    }
                }
            }
        }
        assert!(straight > 100 && slanted > 100, "{straight} {slanted}");
    }
}
