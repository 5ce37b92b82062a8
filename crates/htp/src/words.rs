//! The protocol's words for colours and moves.

use hexring_game::{Color, Move, Swap};

/// A colour: black is Red and white is Blue.
pub(crate) fn color_word(color: Color) -> &'static str {
    match color {
        Color::Red => "black",
        Color::Blue => "white",
    }
}

/// A move; swaps have different names for pieces and sides.
pub(crate) fn move_word(mv: Move, swap: Swap) -> String {
    match (mv, swap) {
        (Move::Swap, Swap::Sides) => "swap-sides".to_owned(),
        (Move::Swap, _) => "swap-pieces".to_owned(),
        _ => mv.to_string(),
    }
}
