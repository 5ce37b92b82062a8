//! Stones on a board, and who has connected: a union-find whose links carry windings.
//!
//! Each stone remembers a parent in its group and in which copy of the unrolled board that parent
//! lies. When a new stone touches two stones of one group, walking to the group's root along both
//! sides gives two copies; where they differ, the new stone closes a ring, and the difference is
//! the ring's [`Winding`]. Borders are flags of a group. One stone costs a handful of steps, so
//! the winner is known at the move that ends the game.
//!
//! Why it is exact: the windings of all closed walks in a group are integer sums of those of its
//! *fundamental* walks, one for each link outside the spanning tree that the parents form. Every
//! link is looked at when the later of its two stones is placed. So some ring winds along an axis
//! exactly when one of the differences does.

use crate::cell::Site;
use crate::color::{ByColor, Color};
use crate::geometry::{Edges, Geometry, Goal, Winding};

/// One stone's place in the forest.
#[derive(Clone, Copy, Debug)]
struct Node {
    parent: Site,
    /// Stones in the group; kept for roots only.
    size: u16,
    /// The copy of the board in which this stone lies when its parent is in copy (0, 0).
    offset: Winding,
    /// Borders that the group touches; kept for roots only.
    edges: Edges,
}

/// The stones on a board and what they connect.
#[derive(Debug)]
pub struct Connectivity {
    /// By site, with one empty entry for the rim.
    stones: Vec<Option<Color>>,
    nodes: Vec<Node>,
    won: ByColor<bool>,
    /// One column or one row that wraps: cells are their own neighbours.
    self_linked: bool,
}

impl Clone for Connectivity {
    fn clone(&self) -> Self {
        Connectivity { stones: self.stones.clone(), nodes: self.nodes.clone(), ..*self }
    }

    /// Reuses the memory, which makes copying a position in a search loop a plain memory copy.
    fn clone_from(&mut self, source: &Self) {
        self.stones.clone_from(&source.stones);
        self.nodes.clone_from(&source.nodes);
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
        let starts = set & !previous;
        table[set] = if set == 63 { 1 } else { starts as u8 };
        set += 1;
    }
    table
};

impl Connectivity {
    /// An empty board.
    pub fn new(geometry: &Geometry) -> Self {
        let board = geometry.board();
        let node =
            |site| Node { parent: site, size: 1, offset: Winding::ZERO, edges: Edges::default() };
        let (wraps_cols, wraps_rows) =
            (board.topology().wraps_columns(), board.topology().wraps_rows());
        Connectivity {
            stones: vec![None; board.cell_count() + 1],
            nodes: board.sites().map(node).collect(),
            won: ByColor::default(),
            self_linked: wraps_cols && board.cols() == 1 || wraps_rows && board.rows() == 1,
        }
    }

    /// The stone on a cell.
    #[inline]
    pub fn stone(&self, site: Site) -> Option<Color> {
        self.stones[site.index()]
    }

    /// Whether a colour has made its path or ring. Both may be true when a filled torus was built
    /// stone by stone; in a game the first one ends it.
    #[inline]
    pub fn has_won(&self, color: Color) -> bool {
        self.won[color]
    }

    /// Puts a stone on an empty cell and says whether its colour has now made its goal.
    ///
    /// # Panics
    /// If the cell is taken or the geometry is of a smaller board.
    #[inline]
    pub fn place(&mut self, geometry: &Geometry, site: Site, color: Color) -> bool {
        assert!(self.stones[site.index()].is_none(), "the cell is taken");
        self.stones[site.index()] = Some(color);
        self.nodes[site.index()].edges = geometry.edges(site);
        // Windings matter only to a colour whose goal is a ring.
        self.won[color] |= match geometry.goal(color) {
            Goal::Ring(axis) => self.join_neighbors::<true>(geometry, site, color).along(axis) != 0,
            Goal::Path { from, to } => {
                self.join_neighbors::<false>(geometry, site, color);
                let (root, _) = self.root::<false>(site);
                self.nodes[root.index()].edges.contains(from.union(to))
            }
        };
        self.won[color]
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
        let mut own = 0;
        for (direction, link) in links.iter().enumerate() {
            own |= usize::from(self.stones[link.to.index()] == Some(color)) << direction;
        }
        // With itself as a neighbour, a stone's other neighbours are not joined yet.
        let mut left = if self.self_linked { own as u8 } else { RUN_STARTS[own] };
        let mut rings = Winding::ZERO;
        while left != 0 {
            let link = links[left.trailing_zeros() as usize];
            left &= left - 1;
            let ring = self.join::<RINGS>(site, link.to, link.wrap());
            rings = Winding { a: rings.a | ring.a, b: rings.b | ring.b };
        }
        rings
    }

    /// Joins the groups of two linked stones. If they are one group already, returns the winding
    /// of the closed walk through the new link, and zero otherwise.
    #[inline]
    fn join<const RINGS: bool>(&mut self, from: Site, to: Site, wrap: Winding) -> Winding {
        let (from_root, from_offset) = self.root::<RINGS>(from);
        let (to_root, to_offset) = self.root::<RINGS>(to);
        // Where `to_root` lies when `from_root` is in copy (0, 0).
        let between = if RINGS { from_offset + wrap - to_offset } else { Winding::ZERO };
        if from_root == to_root {
            return between;
        }
        let smaller = self.nodes[from_root.index()].size < self.nodes[to_root.index()].size;
        let (root, child) = if smaller { (to_root, from_root) } else { (from_root, to_root) };
        let joined = self.nodes[child.index()];
        self.nodes[child.index()].parent = root;
        if RINGS {
            self.nodes[child.index()].offset = if smaller { -between } else { between };
        }
        let node = &mut self.nodes[root.index()];
        node.size += joined.size;
        node.edges = node.edges.union(joined.edges);
        Winding::ZERO
    }

    /// The root of a stone's group, and the copy in which the stone lies when the root is in copy
    /// (0, 0). Shortens the way for the next time.
    #[inline]
    fn root<const RINGS: bool>(&mut self, mut site: Site) -> (Site, Winding) {
        let mut offset = Winding::ZERO;
        loop {
            let node = self.nodes[site.index()];
            if node.parent == site {
                return (site, offset);
            }
            let parent = self.nodes[node.parent.index()];
            // A root is its own parent with offset zero, so this also holds one step below it.
            self.nodes[site.index()].parent = parent.parent;
            if RINGS {
                let step = node.offset + parent.offset;
                self.nodes[site.index()].offset = step;
                offset += step;
            }
            site = parent.parent;
        }
    }
}
