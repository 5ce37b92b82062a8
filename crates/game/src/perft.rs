//! Counting move sequences: the classic test that two implementations know the same moves.

use crate::color::Color;
use crate::moves::Move;
use crate::position::Position;

/// The number of move sequences of a length, finished games not continued. Under random turns
/// both results of each coin count.
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.coin_due() {
        let tossed = Color::ALL.map(|color| {
            let mut tossed = position.clone();
            tossed.toss(color).map(|()| after_toss(&tossed, depth)).unwrap_or(0)
        });
        return tossed.iter().sum();
    }
    after_toss(position, depth)
}

fn after_toss(position: &Position, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut next = position.clone();
    let mut play = |mv: Move| {
        next.clone_from(position);
        next.play(mv).map(|()| perft(&next, depth - 1)).unwrap_or(0)
    };
    moves.into_iter().map(&mut play).sum()
}
