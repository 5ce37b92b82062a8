//! Positions that are the same but for a symmetry of the board.

use hexring_game::{Color, Position};
use hexring_solver::{Symmetry, symmetries};

/// What a position has in common with its twins, and with no other.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Twins {
    board: String,
    /// By cell: 0 for empty, 1 for Red, 2 for Blue; the least of all images, with who is to move.
    least: (Vec<u8>, u8),
}

impl Twins {
    /// The twins of a position. Seasons have their own layout each, and turn no board into another.
    pub(super) fn of(position: &Position) -> Self {
        let (rules, board) = (position.rules(), position.board());
        let mut all = symmetries(board);
        if rules.seasons.is_some() {
            all.truncate(1);
        }
        let least = all.iter().map(|symmetry| image(position, symmetry)).min();
        let board = match &rules.seasons {
            None => board.to_string(),
            Some(_) => format!("{rules} {:?}", Color::ALL.map(|color| position.season(color))),
        };
        Twins { board, least: least.unwrap_or_default() }
    }
}

fn image(position: &Position, symmetry: &Symmetry) -> (Vec<u8>, u8) {
    let code = |color: Color| 1 + u8::from((color == Color::Blue) != symmetry.exchanges_colors);
    let mut stones = vec![0; position.board().cell_count()];
    for site in position.board().sites() {
        let stone = position.stone_at(site).map_or(0, code);
        stones[usize::from(symmetry.map[site.index()])] = stone;
    }
    (stones, position.to_move().map_or(0, code))
}

#[cfg(test)]
mod tests {
    use hexring_game::Game;

    use super::*;

    fn after(rules: &str, moves: &str) -> Twins {
        let mut game = Game::new(rules.parse().expect("rules")).expect("a game");
        for mv in moves.split_whitespace() {
            game.play(mv.parse().expect("a move")).expect("legal");
        }
        Twins::of(game.position())
    }

    #[test]
    fn twins_are_told_by_their_board_and_stones() {
        assert_eq!(after("3x3", "a1 b2"), after("3x3", "c3 b2"), "a half turn");
        assert_eq!(after("3x3", "a2 c3"), after("3x3 first=blue", "b1 c3"), "a transposition");
        assert_ne!(after("3x3", "a2 c3"), after("3x3 first=blue", "a2 c3"), "other colours");
        assert_eq!(after("cylinder:4x3", "a1 c2"), after("cylinder:4x3", "b1 d2"), "a rotation");
        assert_ne!(after("cylinder:4x3", "a1 c2"), after("cylinder:4x3", "b1 b2"), "apart or not");
        assert_eq!(after("torus:3x3", "a1 b1"), after("torus:3x3", "b2 c2"), "a translation");
        let seasons = "3x3 seasons=121/212/121 years=12/12";
        assert_ne!(after(seasons, "a1 b2"), after(seasons, "c3 b2"), "seasons stay where they are");
    }
}
