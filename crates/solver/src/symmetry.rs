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

use hexring_game::{Board, Cell, Topology};

/// A permutation of the cells, and whether the colours change with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// Where each cell goes: from index to index.
    pub map: Box<[u8]>,
    /// Whether Red's stones become Blue's.
    pub exchanges_colors: bool,
}

/// All symmetries of a board, the identity first.
pub fn symmetries(board: Board) -> Vec<Symmetry> {
    let (cols, rows) = (board.cols(), board.rows());
    let shifts_x = if board.topology().wraps_columns() { cols } else { 1 };
    let shifts_y = if board.topology().wraps_rows() { rows } else { 1 };
    let transposes = board.is_square() && board.topology() != Topology::Cylinder;
    let mirrors = board.topology() == Topology::Cylinder;
    let once_or_twice = |twice: bool| [false, true].into_iter().take(1 + usize::from(twice));
    let mut all = Vec::new();
    for (mirrored, transposed) in once_or_twice(mirrors).flat_map(|mirrored| {
        once_or_twice(transposes).map(move |transposed| (mirrored, transposed))
    }) {
        for turned in [false, true] {
            for (x, y) in (0..shifts_y).flat_map(|y| (0..shifts_x).map(move |x| (x, y))) {
                let image = |cell: Cell| {
                    let cell = if transposed { cell.transposed() } else { cell };
                    let cell = if turned { turn(board, cell) } else { cell };
                    let cell = if mirrored { mirror(board, cell) } else { cell };
                    Cell::new((cell.col + x) % cols, (cell.row + y) % rows)
                };
                let index = |cell| board.site(image(cell)).expect("on the board").index() as u8;
                let map = board.cells().map(index).collect();
                all.push(Symmetry { map, exchanges_colors: transposed });
            }
        }
    }
    // On one cell the half turn is the identity, and so on.
    let mut unique: Vec<Symmetry> = Vec::new();
    for symmetry in all {
        if !unique.contains(&symmetry) {
            unique.push(symmetry);
        }
    }
    unique
}

/// The rotations of a cylinder or translations of a torus, the identity first.
pub(crate) fn rotations(board: Board) -> Vec<Symmetry> {
    let shifts_x = if board.topology().wraps_columns() { board.cols() } else { 1 };
    let shifts_y = if board.topology().wraps_rows() { board.rows() } else { 1 };
    let mut all = symmetries(board);
    all.truncate(usize::from(shifts_x) * usize::from(shifts_y));
    all
}

fn turn(board: Board, cell: Cell) -> Cell {
    Cell::new(board.cols() - 1 - cell.col, board.rows() - 1 - cell.row)
}

/// The mirror image on a cylinder.
fn mirror(board: Board, cell: Cell) -> Cell {
    let cols = board.cols();
    Cell::new((2 * cols - cell.col - cell.row % cols) % cols, cell.row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexring_game::Geometry;

    /// Every link goes to a link, and wraps around the same axis (or the other one, where the
    /// colours change): then rings go to rings and borders to borders.
    #[test]
    fn symmetries_keep_links_and_goals() {
        for (cols, rows) in [(1, 1), (2, 3), (3, 2), (4, 4), (5, 3), (3, 3)] {
            for topology in Topology::ALL {
                let board = Board::new(topology, cols, rows).expect("small");
                let geometry = Geometry::new(board);
                let sites: Vec<_> = board.sites().collect();
                for symmetry in symmetries(board) {
                    let image =
                        |site: hexring_game::Site| sites[usize::from(symmetry.map[site.index()])];
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
        let count = |board: &str| symmetries(board.parse().expect("valid")).len();
        assert_eq!(count("plane:4x5"), 2);
        assert_eq!(count("plane:5x5"), 4);
        assert_eq!(count("cylinder:5x5"), 20);
        assert_eq!(count("torus:5x4"), 40);
        assert_eq!(count("torus:5x5"), 100);
    }
}
