//! Plain search: every move, a memory of positions, and nothing clever.
//!
//! It decides small positions under every rule set that alternates turns, seasons included, from
//! the rules alone. The clever searches are tested against it.

#![cfg_attr(not(feature = "oracles"), allow(unreachable_pub, reason = "public for tests"))]

use std::collections::HashMap;

use hexring_game::{Color, Move, Position, Status};

/// Who wins with best play; none where the best that both can do is a game without result.
pub type Value = Option<Color>;

/// A memory of decided positions of one set of rules.
#[derive(Default)]
pub struct PlainSearch {
    known: HashMap<Key, Value>,
}

/// All that the rest of a game without swap depends on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    stones: Box<[u64]>,
    to_move: Option<Color>,
    seasons: [Option<u8>; 2],
}

impl Key {
    fn new(position: &Position) -> Self {
        let board = position.board();
        let mut stones = vec![0; board.cell_count().div_ceil(32)];
        for site in board.sites() {
            if let Some(color) = position.stone_at(site) {
                stones[site.index() / 32] |=
                    (1 + color.index() as u64) << (2 * (site.index() % 32));
            }
        }
        Key {
            stones: stones.into(),
            to_move: position.to_move(),
            seasons: Color::ALL.map(|color| position.season(color)),
        }
    }
}

impl PlainSearch {
    /// An empty memory.
    pub fn new() -> Self {
        Self::default()
    }

    /// Who wins the position with best play. All positions given to one search must be of the
    /// same rules, without swap and with alternate turns.
    pub fn value(&mut self, position: &Position) -> Value {
        match position.status() {
            Status::Won(color) => return Some(color),
            Status::Discarded => return None,
            Status::Ongoing => {}
        }
        let key = Key::new(position);
        if let Some(value) = self.known.get(&key) {
            return *value;
        }
        let value = self.best_value(position);
        self.known.insert(key, value);
        value
    }

    /// All moves that keep the value of the position for the player to move.
    pub fn best_moves(&mut self, position: &Position) -> Vec<Move> {
        let best = self.value(position);
        let moves = position.legal_moves().into_iter();
        moves.filter(|mv| self.value(&after(position, *mv)) == best).collect()
    }

    fn best_value(&mut self, position: &Position) -> Value {
        let mover = position.to_move();
        let mut best = mover.map(|color| !color);
        for mv in position.legal_moves() {
            let value = self.value(&after(position, mv));
            if value == mover {
                return value;
            }
            if value.is_none() {
                best = None;
            }
        }
        best
    }
}

fn after(position: &Position, mv: Move) -> Position {
    let mut next = position.clone();
    next.play(mv).expect("the move is legal");
    next
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexring_game::Rules;

    fn winner(rules: &str) -> Value {
        let rules: Rules = rules.parse().expect("valid rules");
        PlainSearch::new().value(&Position::new(rules).expect("valid rules"))
    }

    #[test]
    fn the_theorems_hold_on_small_boards() {
        for n in 1..=3 {
            for first in Color::ALL {
                assert_eq!(winner(&format!("plane:{n}x{n} first={first}")), Some(first));
                let tall = winner(&format!("plane:{n}x{} first={first}", n + 1));
                assert_eq!(tall, Some(Color::Blue));
                let wide = winner(&format!("plane:{}x{n} first={first}", n + 1));
                assert_eq!(wide, Some(Color::Red));
                assert_eq!(winner(&format!("cylinder:2x{n} first={first}")), Some(Color::Red));
                assert_eq!(winner(&format!("cylinder:3x{n} first={first}")), Some(Color::Red));
            }
        }
        assert_eq!(winner("torus:1x1 first=blue"), Some(Color::Blue));
    }

    #[test]
    fn seasons_can_leave_a_game_without_result() {
        // One season holds three of four cells: the years soon ask for a fourth.
        let rules = "plane:2x2 seasons=12/22 years=12/12 no-move=discard";
        assert_eq!(winner(rules), None);
        assert!(winner("plane:2x2 seasons=12/21 years=12/21").is_some());
    }

    #[test]
    fn best_moves_of_two_by_two() {
        let position = Position::new("plane:2x2".parse().expect("valid")).expect("valid");
        let moves = PlainSearch::new().best_moves(&position);
        assert_eq!(moves.iter().map(ToString::to_string).collect::<Vec<_>>(), ["b1", "a2"]);
    }
}
