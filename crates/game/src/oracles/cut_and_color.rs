//! The cut-and-colour construction of a blue ring on a full cylinder (Hees, algorithm 3.1).
//!
//! Cut away every red cell that is connected to the top ring, and mark the blue cells next to
//! what was cut away, and those of the top ring. If the bottom ring survives the cut, the piece
//! that hangs on it has an upper border of marked cells all the way around: the ring.
//!
//! It is the second way to a blue ring, independent of the union-find, and a constructive proof
//! that a full cylinder has a winner.

use std::collections::BTreeSet;

use crate::board::{Board, Topology};
use crate::cell::{Cell, Site};
use crate::certificate::Certificate;
use crate::color::Color;
use crate::connectivity::Connectivity;
use crate::geometry::Geometry;

/// What the construction finds on a full cylinder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CutAndColor {
    /// The cut reaches the bottom ring: Red has a path.
    RedPath,
    /// The marked border of the piece that survives, and a ring in it.
    BlueRing {
        /// All marked cells of the surviving piece, row by row.
        border: Vec<Cell>,
        /// A ring of marked cells.
        ring: Certificate,
    },
}

/// Runs the construction. None if the board is not a cylinder or not full.
pub fn cut_and_color(board: Board, stone: impl Fn(Cell) -> Option<Color>) -> Option<CutAndColor> {
    let full = board.cells().all(|cell| stone(cell).is_some());
    if board.topology() != Topology::Cylinder || !full {
        return None;
    }
    let geometry = Geometry::new(board);
    let is = |site: Site, color| stone(board.cell(site)) == Some(color);
    let in_row = |site: Site, row| board.cell(site).row == row;

    let top_red = board.sites().filter(|s| in_row(*s, 0) && is(*s, Color::Red));
    let cut = flood(&geometry, top_red, |site| is(site, Color::Red));
    let bottom = board.sites().filter(|s| in_row(*s, board.rows() - 1));
    if bottom.clone().any(|site| cut.contains(&site)) {
        return Some(CutAndColor::RedPath);
    }
    let piece = flood(&geometry, bottom, |site| !cut.contains(&site));
    let marked = |site: &Site| {
        is(*site, Color::Blue)
            && (in_row(*site, 0) || geometry.links(*site).any(|link| cut.contains(&link.to)))
    };
    let border: Vec<Site> = piece.iter().copied().filter(marked).collect();
    let mut stones = Connectivity::new(&geometry);
    border.iter().for_each(|site| _ = stones.place(&geometry, *site, Color::Blue));
    let ring = Certificate::find(&geometry, &stones, Color::Blue)?;
    Some(CutAndColor::BlueRing { border: border.iter().map(|s| board.cell(*s)).collect(), ring })
}

/// All cells that can be reached from the starts over cells that are in.
fn flood(
    geometry: &Geometry,
    starts: impl Iterator<Item = Site>,
    is_in: impl Fn(Site) -> bool,
) -> BTreeSet<Site> {
    let mut stack: Vec<Site> = starts.collect();
    let mut reached: BTreeSet<Site> = stack.iter().copied().collect();
    while let Some(site) = stack.pop() {
        for link in geometry.links(site).filter(|link| is_in(link.to)) {
            if reached.insert(link.to) {
                stack.push(link.to);
            }
        }
    }
    reached
}
