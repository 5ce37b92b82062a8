//! The one geometry for all topologies.
//!
//! Unroll the board into copies, side by side and on top of each other where it wraps. Every
//! [`Link`] between neighbours then says not only which cell it leads to but also which copy of
//! the board it enters: its [`Winding`]. A closed walk on the board adds up the windings of its
//! links, and the sum says how often it goes around. Nothing outside this module and [`Goal`]
//! needs to know which topology is being played.
//!
//! Small boards wrap onto themselves. On a cylinder of one column a cell is its own neighbour
//! through the seam, and those links are kept: they are what makes a single stone a ring.

use std::ops::{Add, AddAssign, Neg, Sub};

use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::cell::{Cell, Site};
use crate::color::{ByColor, Color};

/// How many boards a walk moves to the right (`a`) and down (`b`) in the unrolled plane.
///
/// Written `[a, b]` in JSON.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(from = "[i16; 2]", into = "[i16; 2]")]
pub struct Winding {
    /// Horizontal winding, positive to the right.
    pub a: i16,
    /// Vertical winding, positive downwards.
    pub b: i16,
}

impl Winding {
    /// No winding at all.
    pub const ZERO: Winding = Winding { a: 0, b: 0 };

    /// The winding along one axis.
    pub const fn along(self, axis: Axis) -> i16 {
        match axis {
            Axis::Horizontal => self.a,
            Axis::Vertical => self.b,
        }
    }
}

impl Winding {
    /// The sum, for windings from outside: none if it, or its reverse, cannot be told.
    pub fn checked_add(self, other: Winding) -> Option<Winding> {
        let sum = Winding { a: self.a.checked_add(other.a)?, b: self.b.checked_add(other.b)? };
        (sum.a > i16::MIN && sum.b > i16::MIN).then_some(sum)
    }
}

impl Add for Winding {
    type Output = Winding;

    #[inline]
    fn add(self, other: Winding) -> Winding {
        Winding { a: self.a + other.a, b: self.b + other.b }
    }
}

impl Sub for Winding {
    type Output = Winding;

    #[inline]
    fn sub(self, other: Winding) -> Winding {
        Winding { a: self.a - other.a, b: self.b - other.b }
    }
}

impl AddAssign for Winding {
    #[inline]
    fn add_assign(&mut self, other: Winding) {
        *self = *self + other;
    }
}

impl Neg for Winding {
    type Output = Winding;

    #[inline]
    fn neg(self) -> Winding {
        Winding::ZERO - self
    }
}

impl From<[i16; 2]> for Winding {
    fn from([a, b]: [i16; 2]) -> Self {
        Winding { a, b }
    }
}

impl From<Winding> for [i16; 2] {
    fn from(winding: Winding) -> Self {
        [winding.a, winding.b]
    }
}

/// A direction in which a ring may wind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Around the columns.
    Horizontal,
    /// Around the rows.
    Vertical,
}

/// The borders that a cell touches, as a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Edges(pub(crate) u8);

impl Edges {
    /// Row 1, where rows do not wrap.
    pub const TOP: Edges = Edges(1);
    /// The last row, where rows do not wrap.
    pub const BOTTOM: Edges = Edges(2);
    /// Column 1, where columns do not wrap.
    pub const LEFT: Edges = Edges(4);
    /// The last column, where columns do not wrap.
    pub const RIGHT: Edges = Edges(8);

    /// Whether all borders of `other` are in this set.
    #[inline]
    pub const fn contains(self, other: Edges) -> bool {
        self.0 & other.0 == other.0
    }

    /// The borders of either set.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Edges) -> Edges {
        Edges(self.0 | other.0)
    }
}

/// What a player must make to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A path of stones from one border to the opposite one.
    Path {
        /// The top or left border.
        from: Edges,
        /// The bottom or right border.
        to: Edges,
    },
    /// A closed walk of stones with non-zero winding along the axis.
    Ring(Axis),
}

impl Goal {
    /// What `color` must make on this board.
    pub fn new(board: Board, color: Color) -> Goal {
        match color {
            Color::Red if board.topology().wraps_rows() => Goal::Ring(Axis::Vertical),
            Color::Red => Goal::Path { from: Edges::TOP, to: Edges::BOTTOM },
            Color::Blue if board.topology().wraps_columns() => Goal::Ring(Axis::Horizontal),
            Color::Blue => Goal::Path { from: Edges::LEFT, to: Edges::RIGHT },
        }
    }
}

/// A step from a cell to a neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The neighbour.
    pub to: Site,
    wrap_a: i8,
    wrap_b: i8,
}

impl Link {
    /// The copy of the board that the step enters, relative to the one it leaves.
    #[inline]
    pub fn wrap(self) -> Winding {
        Winding { a: self.wrap_a.into(), b: self.wrap_b.into() }
    }
}

/// The six directions in circular order, so that one direction and the next lead to cells that
/// are neighbours of each other. The opposite of direction `d` is `d + 3` modulo 6.
pub const DIRECTIONS: [(i8, i8); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// All neighbours, borders and goals of a board, computed once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Geometry {
    board: Board,
    /// By site and direction. Where a step leaves the board, the link leads to the rim.
    links: Vec<[Link; 6]>,
    /// By site: bit `d` says that direction `d` stays on the board.
    present: Vec<u8>,
    edges: Vec<Edges>,
    goals: ByColor<Goal>,
}

impl Geometry {
    /// The geometry of a board.
    pub fn new(board: Board) -> Self {
        let mut links = Vec::with_capacity(board.cell_count());
        let mut present = Vec::with_capacity(board.cell_count());
        for cell in board.cells() {
            let steps = DIRECTIONS.map(|(dx, dy)| step(board, cell, dx, dy));
            present.push(
                steps.iter().enumerate().fold(0, |set, (direction, link)| {
                    set | (u8::from(link.is_some()) << direction)
                }),
            );
            links.push(steps.map(|link| link.unwrap_or(rim_link(board))));
        }
        Geometry {
            board,
            links,
            present,
            edges: board.cells().map(|cell| edges(board, cell)).collect(),
            goals: ByColor::from_fn(|color| Goal::new(board, color)),
        }
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> Board {
        self.board
    }

    /// The links of a cell to its neighbours, at most six. On boards that wrap onto themselves
    /// several links may lead to one neighbour, or back to the cell.
    #[inline]
    pub fn links(&self, site: Site) -> impl Iterator<Item = Link> + '_ {
        let present = self.present[site.index()];
        let all = &self.links[site.index()];
        (0..6).filter(move |direction| present >> direction & 1 == 1).map(move |d| all[d])
    }

    /// The neighbours of a cell, each once, without the cell itself.
    pub fn neighbors(&self, site: Site) -> impl Iterator<Item = Site> + '_ {
        let all = &self.links[site.index()];
        let present = self.present[site.index()];
        (0..6).filter(move |d| present >> d & 1 == 1).filter_map(move |d| {
            let to = all[d].to;
            let seen = (0..d).any(|e| present >> e & 1 == 1 && all[e].to == to);
            (to != site && !seen).then_some(to)
        })
    }

    /// The link in one of the six [`DIRECTIONS`], or none where it leaves the board.
    #[inline]
    pub fn link(&self, site: Site, direction: usize) -> Option<Link> {
        let on_board = self.present[site.index()] >> direction & 1 == 1;
        on_board.then(|| self.links[site.index()][direction])
    }

    /// The links in all six [`DIRECTIONS`] for tables with one more entry than the board has
    /// cells: a step off the board leads to that entry, the [`rim`](Self::rim).
    #[inline]
    pub fn rimmed_links(&self, site: Site) -> &[Link; 6] {
        &self.links[site.index()]
    }

    /// The index after the last cell, where steps off the board lead.
    #[inline]
    pub fn rim(&self) -> Site {
        rim_link(self.board).to
    }

    /// The borders that a cell touches.
    #[inline]
    pub fn edges(&self, site: Site) -> Edges {
        self.edges[site.index()]
    }

    /// What a player must make to win.
    #[inline]
    pub fn goal(&self, color: Color) -> Goal {
        self.goals[color]
    }
}

fn step(board: Board, cell: Cell, dx: i8, dy: i8) -> Option<Link> {
    let (col, wrap_a) = coordinate(cell.col, dx, board.cols(), board.topology().wraps_columns())?;
    let (row, wrap_b) = coordinate(cell.row, dy, board.rows(), board.topology().wraps_rows())?;
    Some(Link { to: board.site(Cell { col, row })?, wrap_a, wrap_b })
}

/// One coordinate after a step, and the copy it is in; none where the step leaves the board.
fn coordinate(from: u8, delta: i8, size: u8, wraps: bool) -> Option<(u8, i8)> {
    let to = from as i8 + delta; // at most 53, no overflow
    let size = size as i8;
    let wrap = to.div_euclid(size);
    (wraps || wrap == 0).then(|| (to.rem_euclid(size) as u8, wrap))
}

fn rim_link(board: Board) -> Link {
    Link { to: Site(board.cell_count() as u16), wrap_a: 0, wrap_b: 0 }
}

fn edges(board: Board, cell: Cell) -> Edges {
    let (rows, cols) = (!board.topology().wraps_rows(), !board.topology().wraps_columns());
    let touched = [
        (rows && cell.row == 0, Edges::TOP),
        (rows && cell.row + 1 == board.rows(), Edges::BOTTOM),
        (cols && cell.col == 0, Edges::LEFT),
        (cols && cell.col + 1 == board.cols(), Edges::RIGHT),
    ];
    touched.iter().filter(|(on, _)| *on).fold(Edges::default(), |set, (_, e)| set.union(*e))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Topology;

    fn boards() -> impl Iterator<Item = Board> {
        Topology::ALL.into_iter().flat_map(|topology| {
            (1..=6).flat_map(move |cols| {
                (1..=6).map(move |rows| Board::new(topology, cols, rows).expect("small"))
            })
        })
    }

    #[test]
    fn every_link_has_its_reverse() {
        for board in boards() {
            let geometry = Geometry::new(board);
            for site in board.sites() {
                for direction in 0..6 {
                    let Some(link) = geometry.link(site, direction) else { continue };
                    let back = geometry.link(link.to, (direction + 3) % 6).expect("symmetric");
                    assert_eq!((back.to, back.wrap()), (site, -link.wrap()), "{board}");
                }
            }
        }
    }

    /// The definition in the rules, taken literally: unrolled coordinates that differ by one of
    /// the six steps.
    #[test]
    fn links_are_the_steps_of_the_unrolled_board() {
        for board in boards() {
            let geometry = Geometry::new(board);
            let (cols, rows) = (i16::from(board.cols()), i16::from(board.rows()));
            for site in board.sites() {
                let from = board.cell(site);
                for (direction, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
                    let Some(link) = geometry.link(site, direction) else { continue };
                    let (to, wrap) = (board.cell(link.to), link.wrap());
                    let unrolled_col = i16::from(to.col) + wrap.a * cols - i16::from(from.col);
                    let unrolled_row = i16::from(to.row) + wrap.b * rows - i16::from(from.row);
                    assert_eq!((unrolled_col, unrolled_row), (dx.into(), dy.into()), "{board}");
                }
            }
        }
    }

    #[test]
    fn a_torus_has_six_links_everywhere_and_a_plane_has_borders() {
        for board in boards() {
            let geometry = Geometry::new(board);
            let links: usize = board.sites().map(|site| geometry.links(site).count()).sum();
            let (c, r) = (usize::from(board.cols()), usize::from(board.rows()));
            let expected = match board.topology() {
                Topology::Torus => 6 * c * r,
                Topology::Cylinder => 2 * c * r + 4 * c * (r - 1),
                Topology::Plane => 2 * ((c - 1) * r + c * (r - 1) + (c - 1) * (r - 1)),
            };
            assert_eq!(links, expected, "{board}");
        }
    }
}
