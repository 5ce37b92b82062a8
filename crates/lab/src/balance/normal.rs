//! One opening for all that are the same but for a symmetry of the board.

use hexring_game::{Board, Cell, Symmetry};

/// Brings openings of a board into their normal form.
pub(super) struct Normalizer {
    /// Those that keep the colours: the others change who has moved first.
    symmetries: Vec<Symmetry>,
}

impl Normalizer {
    /// For the openings of a board, under rules without seasons.
    pub(super) fn new(board: Board) -> Self {
        let all = Symmetry::all(board).into_iter();
        Normalizer { symmetries: all.filter(|symmetry| !symmetry.exchanges_colors()).collect() }
    }

    /// The least of all openings that lead to the same position or to one of its images: each
    /// player's stones from the top down, as far up as they go.
    pub(super) fn normal_form(&self, opening: &[Cell]) -> Vec<Cell> {
        let image = |symmetry: &Symmetry| {
            // Who moves first has the stones at even places.
            let mut stones = [0, 1].map(|player| -> Vec<Cell> {
                opening.iter().skip(player).step_by(2).map(|cell| symmetry.image(*cell)).collect()
            });
            stones.iter_mut().for_each(|cells| cells.sort());
            stones
        };
        let [first, second] = self.symmetries.iter().map(image).min().unwrap_or_default();
        (0..opening.len()).map(|place| [&first, &second][place % 2][place / 2]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normal(board: &str, opening: &str) -> String {
        let board = board.parse().expect("a board");
        let cells: Vec<Cell> =
            opening.split(' ').map(|cell| cell.parse().expect("a cell")).collect();
        let form = Normalizer::new(board).normal_form(&cells);
        assert_eq!(Normalizer::new(board).normal_form(&form), form, "it is its own normal form");
        form.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn twins_and_other_orders_have_one_normal_form() {
        assert_eq!(normal("3x3", "a1 b2"), normal("3x3", "c3 b2"), "a half turn");
        assert_eq!(normal("3x3", "a1 b2 c2"), normal("3x3", "c2 b2 a1"), "another order");
        assert_ne!(normal("3x3", "a2 c3"), normal("3x3", "b1 c3"), "a transposition");
        assert_ne!(normal("3x3", "a1 b2"), normal("3x3", "b2 a1"), "other colours");
        assert_eq!(normal("cylinder:4x3", "a1 c2"), normal("cylinder:4x3", "b1 d2"), "a rotation");
        assert_ne!(
            normal("cylinder:4x3", "a1 c2"),
            normal("cylinder:4x3", "b1 b2"),
            "apart or not"
        );
        assert_eq!(normal("torus:3x3", "a1 b1"), normal("torus:3x3", "b2 c2"), "a translation");
    }
}
