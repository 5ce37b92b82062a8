//! Maps of a board onto itself that keep who wins.
//!
//! | board | maps that keep the colours | maps that exchange them |
//! |---|---|---|
//! | plane | half turn | transposition, if square |
//! | cylinder | rotations, half turn, mirror | none |
//! | torus | translations, half turn | transposition, if square |
//!
//! The half turn reverses both axes; it keeps every neighbour, and a ring reversed is a ring. The
//! mirror image of one axis alone is no symmetry of the hexagonal grid, but on a cylinder it is one
//! together with a turn of each ring against the one before: (c, r) → (−c−r, r). On a torus this
//! would make a ring along one axis a slanted one.
//!
//! ```
//! use hexring_game::{Board, Cell, Symmetry};
//! let board: Board = "torus:5x4".parse()?;
//! let all = Symmetry::all(board);
//! assert_eq!(all.len(), 40);
//! assert_eq!(all[0].image(Cell::new(3, 1)), Cell::new(3, 1));
//! # Ok::<(), hexring_game::BoardError>(())
//! ```

use crate::board::{Board, Topology};
use crate::cell::Cell;

/// A map of the cells of a board, and whether the colours change with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    board: Board,
    transposed: bool,
    turned: bool,
    mirrored: bool,
    /// How far the image moves along both axes in the end.
    shift: (u8, u8),
}

impl Symmetry {
    /// All symmetries of a board, the identity first and its translations after it. On very small
    /// boards two of them may be the same map.
    pub fn all(board: Board) -> Vec<Symmetry> {
        let shifts_x = if board.topology().wraps_columns() { board.cols() } else { 1 };
        let shifts_y = if board.topology().wraps_rows() { board.rows() } else { 1 };
        let transposes = board.is_square() && board.topology() != Topology::Cylinder;
        let mirrors = board.topology() == Topology::Cylinder;
        let once_or_twice = |twice: bool| [false, true].into_iter().take(1 + usize::from(twice));
        let mut all = Vec::new();
        for mirrored in once_or_twice(mirrors) {
            for transposed in once_or_twice(transposes) {
                for turned in [false, true] {
                    for (x, y) in (0..shifts_y).flat_map(|y| (0..shifts_x).map(move |x| (x, y))) {
                        all.push(Symmetry { board, transposed, turned, mirrored, shift: (x, y) });
                    }
                }
            }
        }
        all
    }

    /// Where a cell of the board goes.
    pub fn image(self, cell: Cell) -> Cell {
        let (cols, rows) = (self.board.cols(), self.board.rows());
        let cell = if self.transposed { cell.transposed() } else { cell };
        let cell =
            if self.turned { Cell::new(cols - 1 - cell.col, rows - 1 - cell.row) } else { cell };
        let cell = if self.mirrored {
            Cell::new((2 * cols - cell.col - cell.row % cols) % cols, cell.row)
        } else {
            cell
        };
        Cell::new((cell.col + self.shift.0) % cols, (cell.row + self.shift.1) % rows)
    }

    /// Whether Red's stones become Blue's.
    pub fn exchanges_colors(self) -> bool {
        self.transposed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Geometry;

    /// Every link goes to a link: then rings go to rings and borders to borders.
    #[test]
    fn symmetries_keep_links() {
        for (cols, rows) in [(1, 1), (2, 3), (3, 2), (4, 4), (5, 3), (3, 3), (17, 17)] {
            for topology in Topology::ALL {
                let board = Board::new(topology, cols, rows).expect("a board");
                let geometry = Geometry::new(board);
                for symmetry in Symmetry::all(board) {
                    let image = |site| board.site(symmetry.image(board.cell(site))).expect("on it");
                    for site in board.sites() {
                        let mut links: Vec<_> =
                            geometry.links(site).map(|link| image(link.to)).collect();
                        let mut images: Vec<_> =
                            geometry.links(image(site)).map(|link| link.to).collect();
                        links.sort();
                        images.sort();
                        assert_eq!(links, images, "{board}");
                    }
                }
            }
        }
    }

    #[test]
    fn there_are_as_many_as_expected() {
        let count = |board: &str| Symmetry::all(board.parse().expect("valid")).len();
        assert_eq!(count("plane:4x5"), 2);
        assert_eq!(count("plane:5x5"), 4);
        assert_eq!(count("cylinder:5x5"), 20);
        assert_eq!(count("torus:5x4"), 40);
        assert_eq!(count("torus:5x5"), 100);
    }
}
