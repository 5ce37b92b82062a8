//! Winning paths and rings in the unrolled board.
//!
//! A certificate names cells; to draw the line through them one has to know into which copy of
//! the board every step leads. On boards of one or two columns or rows a step can be taken both
//! ways, and then the certificate's winding decides: the steps must add up to it.

use std::collections::BTreeMap;

use super::unrolled::{Unrolled, Window};
use crate::board::Board;
use crate::cell::Cell;
use crate::certificate::Certificate;
use crate::geometry::{DIRECTIONS, Winding};

/// Half of a step of the walk: from the middle of a cell to the side where the walk leaves it or
/// came in. Halves are what is drawn, because each belongs to one cell and is as faint as it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HalfStep {
    /// The cell.
    pub(super) at: Unrolled,
    /// The direction of the side.
    pub(super) toward: (i32, i32),
}

/// The walk's cells in the unrolled board, beginning in the original; a ring ends with the copy
/// of its first cell that its winding leads to. Empty if the certificate's cells are not a walk.
pub(super) fn unroll(board: Board, certificate: &Certificate) -> Vec<Unrolled> {
    let mut cells = certificate.cells.clone();
    let ring = certificate.winding != Winding::ZERO;
    if ring {
        cells.extend(certificate.cells.first());
    }
    let Some(windings) = windings(board, &cells, ring.then_some(certificate.winding)) else {
        return Vec::new();
    };
    let (cols, rows) = (i32::from(board.cols()), i32::from(board.rows()));
    let place = |(cell, winding): (&Cell, Winding)| {
        let (a, b) = (i32::from(winding.a), i32::from(winding.b));
        Unrolled::new(i32::from(cell.col) + a * cols, i32::from(cell.row) + b * rows)
    };
    cells.iter().zip(windings).map(place).collect()
}

/// The copy that every cell of the walk lies in, such that the last one is as asked for.
fn windings(board: Board, cells: &[Cell], end: Option<Winding>) -> Option<Vec<Winding>> {
    // By cell of the walk: the copies that can be reached, each with the copy before it.
    let mut layers = vec![BTreeMap::from([(Winding::ZERO, Winding::ZERO)])];
    for pair in cells.windows(2) {
        let mut layer = BTreeMap::new();
        for step in steps(board, pair[0], pair[1]) {
            for copy in layers.last()?.keys() {
                layer.entry(*copy + step).or_insert(*copy);
            }
        }
        layers.push(layer);
    }
    let mut copy = *layers.last()?.keys().find(|copy| end.is_none_or(|end| end == **copy))?;
    let mut walk = Vec::with_capacity(cells.len());
    for layer in layers.iter().rev() {
        walk.push(copy);
        copy = layer[&copy];
    }
    walk.reverse();
    Some(walk)
}

/// All ways to step from one cell to another, as copies entered; the direct one first.
fn steps(board: Board, from: Cell, to: Cell) -> impl Iterator<Item = Winding> {
    let copies = |wraps: bool| if wraps { vec![0, 1, -1] } else { vec![0] };
    let rows = copies(board.topology().wraps_rows());
    let pairs = copies(board.topology().wraps_columns())
        .into_iter()
        .flat_map(move |a| rows.clone().into_iter().map(move |b| Winding { a, b }));
    pairs.filter(move |Winding { a, b }| {
        let dx = i16::from(to.col) + a * i16::from(board.cols()) - i16::from(from.col);
        let dy = i16::from(to.row) + b * i16::from(board.rows()) - i16::from(from.row);
        DIRECTIONS.iter().any(|(x, y)| (i16::from(*x), i16::from(*y)) == (dx, dy))
    })
}

/// Everything of the walk and its copies that can be seen in a window.
pub(super) fn half_steps(walk: &[Unrolled], window: &Window) -> Vec<HalfStep> {
    let mut halves = Vec::new();
    for pair in walk.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let toward = (to.col - from.col, to.row - from.row);
        let back = (-toward.0, -toward.1);
        let leaving = window.appearances(window.cell(from));
        halves.extend(leaving.map(|at| HalfStep { at, toward }));
        let arriving = window.appearances(window.cell(to));
        halves.extend(arriving.map(|at| HalfStep { at, toward: back }));
    }
    halves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::rules::Rules;
    use rand::seq::SliceRandom;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    /// The certificate of a random game on the board.
    fn random_win(board: Board, seed: u64) -> Certificate {
        let mut position = Position::new(Rules::new(board)).expect("classic rules");
        let mut sites: Vec<_> = board.sites().collect();
        sites.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        for site in sites {
            if !position.is_over() {
                position.play_site(site);
            }
        }
        position.certificate().expect("a full board is won")
    }

    #[test]
    fn walks_step_to_neighbours_and_rings_end_where_their_winding_leads() {
        for board in ["1x1", "5x5", "cylinder:1x3", "cylinder:2x4", "cylinder:5x7", "torus:1x1"]
            .into_iter()
            .chain(["torus:1x5", "torus:2x2", "torus:2x7", "torus:6x6", "torus:9x4"])
        {
            let board: Board = board.parse().expect("a board");
            for seed in 0..60 {
                let certificate = random_win(board, seed);
                let walk = unroll(board, &certificate);
                let (first, last) = (walk[0], walk[walk.len() - 1]);
                for pair in walk.windows(2) {
                    let step = (pair[1].col - pair[0].col, pair[1].row - pair[0].row);
                    let known = DIRECTIONS.map(|(x, y)| (i32::from(x), i32::from(y)));
                    assert!(known.contains(&step), "{board} {seed}: {walk:?}");
                }
                if certificate.winding != Winding::ZERO {
                    let Winding { a, b } = certificate.winding;
                    let shift = (last.col - first.col, last.row - first.row);
                    let boards = (i32::from(board.cols()), i32::from(board.rows()));
                    assert_eq!(shift, (i32::from(a) * boards.0, i32::from(b) * boards.1));
                }
            }
        }
    }

    #[test]
    fn in_the_original_a_ring_goes_in_and_out_of_each_of_its_cells() {
        for board in ["cylinder:2x4", "cylinder:5x7", "torus:2x2", "torus:6x6", "torus:9x4"] {
            let board: Board = board.parse().expect("a board");
            for (seed, copies) in (0..30).flat_map(|seed| [(seed, 0), (seed, 2)]) {
                let certificate = random_win(board, seed);
                if certificate.winding == Winding::ZERO {
                    continue;
                }
                let window = Window::new(board, copies);
                let halves = half_steps(&unroll(board, &certificate), &window);
                let original = halves.iter().filter(|half| window.is_original(half.at)).count();
                assert_eq!(original, 2 * certificate.cells.len(), "{board} {seed}");
            }
        }
    }
}
