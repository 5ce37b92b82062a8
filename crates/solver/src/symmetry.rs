//! The [symmetries](hexring_game::Symmetry) of a board as tables, for boards that can be solved: an
//! index is one byte.

use hexring_game::Board;

/// A permutation of the cells, and whether the colours change with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// Where each cell goes: from index to index.
    pub map: Box<[u8]>,
    /// Whether Red's stones become Blue's.
    pub exchanges_colors: bool,
}

/// All symmetries of a board, the identity first.
///
/// # Panics
/// If the board has more than 256 cells; no such board can be solved.
pub fn symmetries(board: Board) -> Vec<Symmetry> {
    // On one cell the half turn is the identity, and so on.
    let mut unique: Vec<Symmetry> = Vec::new();
    for symmetry in hexring_game::Symmetry::all(board) {
        let index = |cell| {
            let image = board.site(symmetry.image(cell));
            let index = image.expect("a symmetry stays on the board").index();
            u8::try_from(index).expect("a board that can be solved has at most 256 cells")
        };
        let map = board.cells().map(index).collect();
        let table = Symmetry { map, exchanges_colors: symmetry.exchanges_colors() };
        if !unique.contains(&table) {
            unique.push(table);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_map_is_there_once() {
        let count = |board: &str| symmetries(board.parse().expect("valid")).len();
        assert_eq!(count("plane:1x1"), 2, "the colours may be exchanged");
        assert_eq!(count("plane:4x5"), 2);
        assert_eq!(count("plane:5x5"), 4);
        assert_eq!(count("cylinder:5x5"), 20);
        assert_eq!(count("torus:5x4"), 40);
        assert_eq!(count("torus:5x5"), 100);
    }
}
