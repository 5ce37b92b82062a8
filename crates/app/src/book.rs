//! What the opening book of a board knows of a position.

use hexring_game::{Game, Move};
use hexring_players::{ScoreMap, book};
use serde::Serialize;

/// How many of the best moves are named.
const NAMED: usize = 3;

/// What a book knows of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BookView {
    /// The chances of the player to move with its best reply, which may be a swap.
    value: f64,
    /// The best replies, the best first.
    best: Vec<Move>,
    /// What each reply is worth that the book knows, if it is not taken over.
    map: ScoreMap,
}

impl BookView {
    /// What the book knows; none if the game is over, or the position is not in a book.
    pub(crate) fn of(game: &Game) -> Option<Self> {
        let known = book::shipped(game.rules().board)?.look_up(game.position())?;
        let view = BookView {
            value: known.value(),
            best: known.best(NAMED),
            map: known.map(game.position()),
        };
        game.ending().is_none().then_some(view)
    }
}
