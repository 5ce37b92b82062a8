//! Random numbers for players: one generator for every move of a game.
//!
//! The generator depends on the player's seed and on how many moves were made, so a single move
//! can be repeated from a record without replaying the moves before it.

use hexring_game::{Game, Site};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A seed for something that is named inside something that has a seed.
///
/// FNV-1a over the name (G. Fowler, L. C. Noll, K.-P. Vo), then the mixing step of SplitMix64
/// (G. L. Steele, D. Lea, C. H. Flood, 2014), so that similar names give unrelated seeds.
pub fn derive(seed: u64, name: &str) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325 ^ seed;
    for byte in name.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    mix(hash.wrapping_add(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_stay_what_they_are() {
        let all: std::collections::HashSet<u64> =
            (0..100).flat_map(|seed| (0..100).map(move |i| derive(seed, &i.to_string()))).collect();
        assert_eq!(all.len(), 10_000);
        // Stored games can be repeated only while this does not change.
        assert_eq!(derive(2024, "part|1"), 3_378_762_279_802_486_367);
    }
}
