//! Swaps: whether one may follow, and whether the first stone is worth taking.

use hexring_game::{Cell, Color, Position, Swap, Topology};

/// Whether the opponent may answer the move that is due by a swap.
pub(crate) fn follows(position: &Position) -> bool {
    let is_empty = position.empty_count() == position.board().cell_count();
    position.rules().swap != Swap::None && is_empty
}

/// A rule of thumb for players that have no value of a position.
///
/// On the plane a first stone wins unless it lies near the border, within a quarter of the board.
/// On the torus all cells are alike, and moving first is an advantage. On the cylinder Red is
/// believed to win whoever begins, so the stone is worth taking if it is red.
pub(crate) fn by_position(position: &Position) -> bool {
    let board = position.board();
    let Some(cell) = position.last_stone() else { return false };
    let is_deep = |at: u8, size: u8| at.min(size - 1 - at) * 4 >= size - 1;
    let Cell { col, row } = cell;
    match board.topology() {
        Topology::Plane => is_deep(col, board.cols()) && is_deep(row, board.rows()),
        Topology::Cylinder => position.stone(cell) == Some(Color::Red),
        Topology::Torus => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexring_game::Rules;

    #[test]
    fn good_first_stones_are_taken() {
        let takes = |rules: &str, opening: &str| {
            let rules: Rules = rules.parse().expect("rules");
            let mut position = Position::new(rules).expect("rules");
            position.play(opening.parse().expect("a move")).expect("legal");
            by_position(&position)
        };
        assert!(takes("11x11 swap=pieces", "f6") && !takes("11x11 swap=pieces", "a1"));
        assert!(!takes("11x11 swap=pieces", "f1"));
        assert!(takes("torus:5x5 swap=pieces", "a1"));
        assert!(takes("cylinder:5x5 swap=sides", "a1"));
        assert!(!takes("cylinder:5x5 swap=sides first=blue", "c3"));
    }
}
