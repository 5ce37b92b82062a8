//! Why a player has won: the path or ring, as cells in order.
//!
//! [`Certificate::find`] searches the stones breadth first in the unrolled board, so the path or
//! ring has no detours. [`Certificate::check`] verifies one from the rules alone, without the
//! tables and the union-find that the game is played with.

use std::collections::{HashMap, HashSet, VecDeque};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::board::Board;
use crate::cell::{Cell, Site};
use crate::color::Color;
use crate::connectivity::Connectivity;
use crate::geometry::{Axis, DIRECTIONS, Edges, Geometry, Goal, Winding};

/// A winning path or ring.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Certificate {
    /// The winner.
    pub color: Color,
    /// The stones in order. A path begins at the top or left border; a ring goes from its last
    /// cell back to its first.
    pub cells: Vec<Cell>,
    /// How often a ring goes around, positive along the winner's axis; zero for a path.
    pub winding: Winding,
}

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CertificateFault {
    /// No cells at all.
    #[error("the certificate has no cells")]
    Empty,
    /// A cell without a stone of the winner.
    #[error("{0} has no stone of the winner")]
    NoStone(Cell),
    /// Two cells in a row that do not touch.
    #[error("{0} and {1} are not neighbours")]
    Gap(Cell, Cell),
    /// A path that does not begin or end at the right border.
    #[error("{0} is not at the border where the path must end")]
    WrongEnd(Cell),
    /// A ring whose cells cannot wind as claimed, or whose winding does not win.
    #[error("the cells do not wind {0:?}, or that winding does not win")]
    WrongWinding(Winding),
}

impl Certificate {
    /// The winning path or ring of a colour, if its stones contain one.
    pub fn find(geometry: &Geometry, stones: &Connectivity, color: Color) -> Option<Self> {
        let own = |site| stones.stone(site) == Some(color);
        match geometry.goal(color) {
            Goal::Path { from, to } => path(geometry, own, from, to, color),
            Goal::Ring(axis) => {
                // Some stone is the first to close a ring in reading order. Every ring of the
                // stones up to it goes through it, so the shortest one through it has no loops.
                let mut built = Connectivity::new(geometry);
                let mut sites = geometry.board().sites().filter(|site| own(*site));
                let last = sites.find(|site| built.place(geometry, *site, color))?;
                ring(geometry, |site| own(site) && site <= last, axis, last, color)
            }
        }
    }

    /// The shortest winning path or ring, given that `last` was the stone that completed it.
    pub(crate) fn of_last_move(
        geometry: &Geometry,
        stones: &Connectivity,
        color: Color,
        last: Site,
    ) -> Option<Self> {
        let own = |site| stones.stone(site) == Some(color);
        match geometry.goal(color) {
            Goal::Path { from, to } => path(geometry, own, from, to, color),
            Goal::Ring(axis) => ring(geometry, own, axis, last, color),
        }
    }

    /// Verifies the certificate against a board and its stones, from the rules alone.
    pub fn check(
        &self,
        board: Board,
        stone: impl Fn(Cell) -> Option<Color>,
    ) -> Result<(), CertificateFault> {
        let (Some(&first), Some(&last)) = (self.cells.first(), self.cells.last()) else {
            return Err(CertificateFault::Empty);
        };
        let missing = |cell: &&Cell| !board.contains(**cell) || stone(**cell) != Some(self.color);
        if let Some(cell) = self.cells.iter().find(missing) {
            return Err(CertificateFault::NoStone(*cell));
        }
        let mut windings = HashSet::from([Winding::ZERO]);
        for pair in self.cells.windows(2) {
            windings = after_step(board, &windings, pair[0], pair[1])?;
        }
        match (self.color, board.topology().wraps_rows(), board.topology().wraps_columns()) {
            (Color::Red, false, _) => {
                ends(first.row == 0, first, last.row + 1 == board.rows(), last)
            }
            (Color::Blue, _, false) => {
                ends(first.col == 0, first, last.col + 1 == board.cols(), last)
            }
            (color, ..) => {
                let axis = if color == Color::Red { Axis::Vertical } else { Axis::Horizontal };
                let closed = after_step(board, &windings, last, first)?;
                let wins = self.winding.along(axis) != 0 && closed.contains(&self.winding);
                wins.then_some(()).ok_or(CertificateFault::WrongWinding(self.winding))
            }
        }
    }
}

fn ends(begins: bool, first: Cell, arrives: bool, last: Cell) -> Result<(), CertificateFault> {
    match (begins, arrives) {
        (false, _) => Err(CertificateFault::WrongEnd(first)),
        (_, false) => Err(CertificateFault::WrongEnd(last)),
        _ => Ok(()),
    }
}

/// All windings that a walk can have after one more step. On narrow boards two cells touch
/// through the seam as well as directly, so the cells alone do not decide the winding.
fn after_step(
    board: Board,
    windings: &HashSet<Winding>,
    from: Cell,
    to: Cell,
) -> Result<HashSet<Winding>, CertificateFault> {
    let copies = |wraps: bool| if wraps { -1..=1 } else { 0..=0 };
    let mut next = HashSet::new();
    for a in copies(board.topology().wraps_columns()) {
        for b in copies(board.topology().wraps_rows()) {
            let dx = i16::from(to.col) + a * i16::from(board.cols()) - i16::from(from.col);
            let dy = i16::from(to.row) + b * i16::from(board.rows()) - i16::from(from.row);
            if DIRECTIONS.iter().any(|(x, y)| (i16::from(*x), i16::from(*y)) == (dx, dy)) {
                next.extend(windings.iter().map(|w| *w + Winding { a, b }));
            }
        }
    }
    if next.is_empty() { Err(CertificateFault::Gap(from, to)) } else { Ok(next) }
}

/// A shortest path of stones between two borders.
fn path(
    geometry: &Geometry,
    own: impl Fn(Site) -> bool,
    from: Edges,
    to: Edges,
    color: Color,
) -> Option<Certificate> {
    let board = geometry.board();
    let starts = board.sites().filter(|site| own(*site) && geometry.edges(*site).contains(from));
    let mut queue: VecDeque<Site> = starts.collect();
    let mut before: HashMap<Site, Option<Site>> = queue.iter().map(|site| (*site, None)).collect();
    while let Some(site) = queue.pop_front() {
        if geometry.edges(site).contains(to) {
            let walk = std::iter::successors(Some(site), |site| before[site]);
            let mut cells: Vec<Cell> = walk.map(|site| board.cell(site)).collect();
            cells.reverse();
            return Some(Certificate { color, cells, winding: Winding::ZERO });
        }
        for link in geometry.links(site).filter(|link| own(link.to)) {
            before.entry(link.to).or_insert_with(|| {
                queue.push_back(link.to);
                Some(site)
            });
        }
    }
    None
}

/// A shortest closed walk of stones through a cell that winds along an axis.
fn ring(
    geometry: &Geometry,
    own: impl Fn(Site) -> bool,
    axis: Axis,
    through: Site,
    color: Color,
) -> Option<Certificate> {
    /// A cell in some copy of the board.
    type Unrolled = (Site, Winding);
    let start: Unrolled = (through, Winding::ZERO);
    let mut queue = VecDeque::from([start]);
    let mut before: HashMap<Unrolled, Option<Unrolled>> = HashMap::from([(start, None)]);
    while let Some((site, winding)) = queue.pop_front() {
        if site == through && winding.along(axis) != 0 {
            let walk = std::iter::successors(before[&(site, winding)], |copy| before[copy]);
            let mut cells: Vec<Cell> = walk.map(|(site, _)| geometry.board().cell(site)).collect();
            // The walk was collected backwards from its end; turn it so that it winds forwards.
            let forwards = winding.along(axis) > 0;
            if forwards {
                cells.reverse();
            }
            return Some(Certificate {
                color,
                cells,
                winding: if forwards { winding } else { -winding },
            });
        }
        for link in geometry.links(site).filter(|link| own(link.to)) {
            let next = (link.to, winding + link.wrap());
            if !before.contains_key(&next) && within_reach(geometry.board(), next.1) {
                before.insert(next, Some((site, winding)));
                queue.push_back(next);
            }
        }
    }
    None
}

/// A walk without loops crosses a seam at most once for each cell along it.
fn within_reach(board: Board, winding: Winding) -> bool {
    winding.a.unsigned_abs() <= board.rows().into()
        && winding.b.unsigned_abs() <= board.cols().into()
}
