//! Bending good inputs.

use rand::Rng;

/// The most changes of one input.
const CHANGES: usize = 6;

/// The most bytes that are cut out or doubled, but for a few changes that take much more.
const SHORT: usize = 8;

/// Cuts out, doubles, replaces or puts in something, a few times.
pub(crate) fn bend(seed: &[u8], other: &[u8], words: &[&str], rng: &mut impl Rng) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=below(rng, CHANGES) {
        let from = below(rng, bytes.len() + 1);
        let most = if below(rng, 8) == 0 { bytes.len() } else { SHORT };
        let to = (from + below(rng, most + 1)).min(bytes.len());
        match below(rng, 8) {
            0 => drop(bytes.drain(from..to)),
            1 => {
                let copy = bytes[from..to].to_vec();
                bytes.splice(from..from, copy);
            }
            2 if from < bytes.len() => bytes[from] ^= 1 << below(rng, 8),
            3 if from < bytes.len() => bytes[from] = b' ' + below(rng, 95) as u8,
            4 => {
                let number = [0, 1, -1, 127, 65_536, i64::MAX][below(rng, 6)];
                bytes.splice(from..to, number.to_string().into_bytes());
            }
            5 => {
                let start = below(rng, other.len() + 1);
                let end = (start + below(rng, 64)).min(other.len());
                bytes.splice(from..to, other[start..end].iter().copied());
            }
            way => {
                let word = words.get(below(rng, words.len())).copied().unwrap_or_default();
                bytes.splice(from..if way == 6 { to } else { from }, word.bytes());
            }
        }
    }
    bytes
}

/// A number below a bound; 0 if there is none.
pub(crate) fn below(rng: &mut impl Rng, bound: usize) -> usize {
    rng.next_u32() as usize % bound.max(1)
}
