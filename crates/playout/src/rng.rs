//! Random words: one xoshiro256++ generator for each 64 playouts.
//!
//! A stream is named by a seed and a few numbers (which 64 playouts, for which purpose), and a
//! group of playouts draws from no other. So the results are the same for every register width
//! and every number of threads. A kernel may also draw more often than some group needs, because
//! another group in the same register is not finished: the surplus is the end of a stream that
//! nobody else reads.

use crate::wide::Registers;
use crate::word::Word;

/// What a stream is for. Different purposes never share words.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Purpose {
    /// Colours of the empty cells.
    Colors = 1,
    /// The order of moves in lanes that were set aside.
    Order = 2,
}

/// Where the streams of some groups of 64 playouts come from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    /// The seed of the request.
    pub(crate) seed: u64,
    /// What the streams are for.
    pub(crate) purpose: Purpose,
    /// The number of the first group.
    pub(crate) group: u64,
}

impl Source {
    /// The streams for one step of the work. A step that may draw more than it needs must be the
    /// last to use its streams.
    #[inline(always)]
    pub(crate) fn streams<const W: usize>(self, registers: Registers<W>, step: u64) -> Streams<W> {
        let key = mix(mix(self.seed ^ mix(self.purpose as u64)).wrapping_add(step));
        let mut state = [Word::none(registers); 4];
        for (part, word) in state.iter_mut().enumerate() {
            *word = Word::from_fn(registers, |lane| {
                let group = self.group.wrapping_add(lane as u64);
                mix(key ^ mix(group.wrapping_mul(4).wrapping_add(part as u64)))
            });
        }
        Streams { state }
    }
}

/// The generators of `W` groups of 64 playouts, side by side.
#[derive(Clone, Debug)]
pub(crate) struct Streams<const W: usize> {
    state: [Word<W>; 4],
}

impl<const W: usize> Streams<W> {
    /// The next random word: one fair coin for each lane.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Word<W> {
        let [mut s0, mut s1, mut s2, mut s3] = self.state;
        let result = s0.plus(s3).rotated_left(23).plus(s0);
        let shifted = s1.shifted_left(17);
        s2 ^= s0;
        s3 ^= s1;
        s1 ^= s2;
        s0 ^= s3;
        s2 ^= shifted;
        s3 = s3.rotated_left(45);
        self.state = [s0, s1, s2, s3];
        result
    }
}

/// A well-mixed word for every number (the step of splitmix64).
#[inline(always)]
fn mix(number: u64) -> u64 {
    let mut word = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}
