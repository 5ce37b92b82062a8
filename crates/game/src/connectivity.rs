//! Stones on a board, and who has connected: groups of stones whose members know in which copy of
//! the unrolled board they lie.
//!
//! Each stone carries the label of its group and an offset: the copy of the board in which it lies
//! when the group's first stone is in copy (0, 0). When a new stone touches two stones of one
//! group, the two ways to the group give two copies; where they differ, the new stone closes a
//! ring, and the difference is the ring's [`Winding`]. Borders are flags of a group. When groups
//! join, the members of the smaller one get new labels. So a look-up is one load, the winner is
//! known at the move that ends the game, and in a random game a stone is relabelled about once.
//! (A union-find with path halving was half as fast: its loops mislead branch prediction.)
//!
//! Why it is exact: the windings of all closed walks in a group are integer sums of those of its
//! *fundamental* walks, one for each link outside a spanning tree of the group, and the offsets are
//! sums along such a tree. Every link is looked at when the later of its two stones is placed. So
//! some ring winds along an axis exactly when one of the differences does.

use crate::cell::Site;
use crate::color::{ByColor, Color};
use crate::geometry::{Edges, Geometry, Goal, Link, Winding};

const EMPTY: u8 = 0;
const RED: u8 = 1;
const BLUE: u8 = 2;

/// A colour's byte among the stones.
#[inline]
const fn byte(color: Color) -> u8 {
    match color {
        Color::Red => RED,
        Color::Blue => BLUE,
    }
}

/// A stone's membership in a group.
#[derive(Clone, Copy, Debug)]
struct Member {
    /// The group, named by one of its stones.
    group: Site,
    /// The next stone of the group; the last one leads back to the first.
    next: Site,
    /// The copy of the board in which this stone lies, relative to the group.
    offset: Winding,
}

/// What a group knows, at the index of the stone that names it.
#[derive(Clone, Copy, Debug)]
struct Group {
    size: u16,
    edges: Edges,
}

/// The stones on a board and what they connect.
#[derive(Debug)]
pub struct Connectivity {
    /// By site, with one empty entry for the rim. Bytes, because six comparisons a move are the
    /// hottest instructions of the whole crate.
    stones: Vec<u8>,
    members: Vec<Member>,
    groups: Vec<Group>,
    won: ByColor<bool>,
    /// One column or one row that wraps: cells are their own neighbours.
    self_linked: bool,
}

impl Clone for Connectivity {
    fn clone(&self) -> Self {
        Connectivity {
            stones: self.stones.clone(),
            members: self.members.clone(),
            groups: self.groups.clone(),
            ..*self
        }
    }

    /// Reuses the memory, which makes copying a position in a search loop a plain memory copy.
    fn clone_from(&mut self, source: &Self) {
        self.stones.clone_from(&source.stones);
        self.members.clone_from(&source.members);
        self.groups.clone_from(&source.groups);
        (self.won, self.self_linked) = (source.won, source.self_linked);
    }
}

/// For each set of own neighbours in circular order, the first of each run. Neighbours that
/// follow each other are neighbours of each other, so one of a run stands for all.
const RUN_STARTS: [u8; 64] = {
    let mut table = [0; 64];
    let mut set = 0;
    while set < 64 {
        let previous = ((set << 1) | (set >> 5)) & 63;
        table[set] = if set == 63 { 1 } else { (set & !previous) as u8 };
        set += 1;
    }
    table
};

impl Connectivity {
    /// An empty board.
    pub fn new(geometry: &Geometry) -> Self {
        let board = geometry.board();
        let alone = |site| Member { group: site, next: site, offset: Winding::ZERO };
        let (wraps_cols, wraps_rows) =
            (board.topology().wraps_columns(), board.topology().wraps_rows());
        Connectivity {
            stones: vec![EMPTY; board.cell_count() + 1],
            members: board.sites().map(alone).collect(),
            groups: board.sites().map(|s| Group { size: 1, edges: geometry.edges(s) }).collect(),
            won: ByColor::default(),
            self_linked: wraps_cols && board.cols() == 1 || wraps_rows && board.rows() == 1,
        }
    }

    /// The stone on a cell.
    #[inline]
    pub fn stone(&self, site: Site) -> Option<Color> {
        match self.stones[site.index()] {
            RED => Some(Color::Red),
            BLUE => Some(Color::Blue),
            _ => None,
        }
    }

    /// Whether a colour has made its path or ring. Both may be true when a filled torus was built
    /// stone by stone; in a game the first one ends it.
    #[inline]
    pub fn has_won(&self, color: Color) -> bool {
        self.won[color]
    }

    /// A stone that names the group of the stone on this cell: two stones of one colour are
    /// connected exactly if this is the same. An empty cell names itself.
    #[inline]
    pub fn group(&self, site: Site) -> Site {
        self.members[site.index()].group
    }

    /// Puts a stone on an empty cell and says whether its colour has now made its goal.
    ///
    /// # Panics
    /// If the cell is taken or the geometry is of another board.
    #[inline]
    pub fn place(&mut self, geometry: &Geometry, site: Site, color: Color) -> bool {
        assert!(self.stones[site.index()] == EMPTY, "the cell is taken");
        self.stones[site.index()] = byte(color);
        // Windings matter only to a colour whose goal is a ring.
        self.won[color] |= match geometry.goal(color) {
            Goal::Ring(axis) => self.join_neighbors::<true>(geometry, site, color).along(axis) != 0,
            Goal::Path { from, to } => {
                self.join_neighbors::<false>(geometry, site, color);
                let group = self.members[site.index()].group;
                self.groups[group.index()].edges.contains(from.union(to))
            }
        };
        self.won[color]
    }

    /// Whether a stone on an empty cell would make the colour's goal, or it is made already; never
    /// on a taken cell. It costs about as much as placing the stone, and changes nothing.
    #[inline]
    pub fn would_win(&self, geometry: &Geometry, site: Site, color: Color) -> bool {
        if self.stones[site.index()] != EMPTY {
            return false;
        }
        if self.won[color] {
            return true;
        }
        let links = geometry.rimmed_links(site);
        let own = links.iter().filter(|link| self.stones[link.to.index()] == byte(color));
        match geometry.goal(color) {
            Goal::Path { from, to } => {
                let touched = own.map(|link| self.groups[self.group(link.to).index()].edges);
                touched.fold(geometry.edges(site), Edges::union).contains(from.union(to))
            }
            Goal::Ring(axis) => {
                // Where the stone would lie as seen from each group around it.
                let seen = own.map(|link| {
                    let member = self.members[link.to.index()];
                    (member.group, (member.offset - link.wrap()).along(axis))
                });
                let is_ring = |(group, at): (Site, i16)| {
                    seen.clone().any(|(other, there)| group == other && at != there)
                };
                let around_itself =
                    links.iter().any(|link| link.to == site && link.wrap().along(axis) != 0);
                around_itself || seen.clone().any(is_ring)
            }
        }
    }

    /// Joins a new stone with the groups around it. The result is non-zero along an axis exactly
    /// if that closes a ring which winds along it.
    #[inline]
    fn join_neighbors<const RINGS: bool>(
        &mut self,
        geometry: &Geometry,
        site: Site,
        color: Color,
    ) -> Winding {
        let links = geometry.rimmed_links(site);
        let (mut own, stone) = (0, byte(color));
        for (direction, link) in links.iter().enumerate() {
            own |= usize::from(self.stones[link.to.index()] == stone) << direction;
        }
        if self.self_linked {
            // With itself as a neighbour, a stone's other neighbours are not joined yet.
            return self.join_all::<RINGS>(site, links, own as u8);
        }
        let runs = RUN_STARTS[own];
        if runs == 0 {
            return Winding::ZERO;
        }
        self.adopt::<RINGS>(site, links[runs.trailing_zeros() as usize]);
        self.join_all::<RINGS>(site, links, runs & (runs - 1))
    }

    /// Takes a lone stone into the group of a neighbour.
    #[inline]
    fn adopt<const RINGS: bool>(&mut self, site: Site, link: Link) {
        let host = &mut self.members[link.to.index()];
        let member = Member {
            group: host.group,
            next: host.next,
            offset: if RINGS { host.offset - link.wrap() } else { Winding::ZERO },
        };
        host.next = site;
        self.members[site.index()] = member;
        let edges = self.groups[site.index()].edges;
        let group = &mut self.groups[member.group.index()];
        group.size += 1;
        group.edges = group.edges.union(edges);
    }

    #[inline]
    fn join_all<const RINGS: bool>(&mut self, site: Site, links: &[Link; 6], set: u8) -> Winding {
        let mut left = set;
        let mut rings = Winding::ZERO;
        while left != 0 {
            let link = links[left.trailing_zeros() as usize];
            left &= left - 1;
            let ring = self.join::<RINGS>(site, link);
            rings = Winding { a: rings.a | ring.a, b: rings.b | ring.b };
        }
        rings
    }

    /// Joins the groups of two linked stones. If they are one group already, returns the winding
    /// of the closed walk through the link, and zero otherwise.
    #[inline]
    fn join<const RINGS: bool>(&mut self, from: Site, link: Link) -> Winding {
        let (near, far) = (self.members[from.index()], self.members[link.to.index()]);
        // What to add to an offset of the far group to express it in the near one.
        let between = if RINGS { near.offset + link.wrap() - far.offset } else { Winding::ZERO };
        if near.group == far.group {
            return between;
        }
        let (near_group, far_group) =
            (self.groups[near.group.index()], self.groups[far.group.index()]);
        let joined = Group {
            size: near_group.size + far_group.size,
            edges: near_group.edges.union(far_group.edges),
        };
        if near_group.size <= far_group.size {
            self.relabel::<RINGS>(from, far.group, -between);
            self.groups[far.group.index()] = joined;
        } else {
            self.relabel::<RINGS>(link.to, near.group, between);
            self.groups[near.group.index()] = joined;
        }
        // Exchanging the successors makes one circle of the two.
        let (one, other) = (from.index(), link.to.index());
        let next = self.members[one].next;
        self.members[one].next = self.members[other].next;
        self.members[other].next = next;
        Winding::ZERO
    }

    /// Gives all stones of a group another label and shifts their offsets.
    #[inline]
    fn relabel<const RINGS: bool>(&mut self, first: Site, group: Site, shift: Winding) {
        let mut site = first;
        loop {
            let member = &mut self.members[site.index()];
            member.group = group;
            if RINGS {
                member.offset += shift;
            }
            site = member.next;
            if site == first {
                return;
            }
        }
    }
}
