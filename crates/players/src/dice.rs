//! Random numbers for players: one generator for every move of a game.
//!
//! The generator depends on the player's seed and on how many moves were made, so a single move
//! can be repeated from a record without replaying the moves before it.

use hexring_game::{Game, Site};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The generator for the next move of a game.
pub fn dice(seed: u64, game: &Game) -> Xoshiro256PlusPlus {
    let moves = game.plies().len() as u64;
    Xoshiro256PlusPlus::seed_from_u64(seed ^ moves.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// A number below a bound that is not zero, each equally likely.
#[inline]
pub fn below(rng: &mut impl Rng, bound: usize) -> usize {
    // The bias is below bound / 2^64.
    ((u128::from(rng.next_u64()) * bound as u128) >> 64) as usize
}

/// One of the items, each equally likely; none if there is none.
pub fn pick<T: Copy>(rng: &mut impl Rng, items: &[T]) -> Option<T> {
    (!items.is_empty()).then(|| items[below(rng, items.len())])
}

/// The sites whose score is the largest, each equally likely; none if there is no site. Scores
/// that are not numbers lose.
pub fn best<S: PartialOrd>(
    rng: &mut impl Rng,
    scored: impl IntoIterator<Item = (Site, S)>,
) -> Option<Site> {
    let mut best: Vec<Site> = Vec::new();
    let mut record: Option<S> = None;
    for (site, score) in scored {
        match record.as_ref().map(|record| score.partial_cmp(record)) {
            Some(Some(std::cmp::Ordering::Equal)) => best.push(site),
            None | Some(Some(std::cmp::Ordering::Greater)) => {
                best = vec![site];
                record = Some(score);
            }
            _ => {}
        }
    }
    pick(rng, &best)
}
