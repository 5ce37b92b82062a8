//! One cell of many playouts: a machine word per 64 of them, several words side by side.
//!
//! All kernels are written once, over `Word<W>`, and compiled for each register width: `W` = 1
//! is a plain 64-bit word, 4 fills a 256-bit register, 8 a 512-bit one. Every operation is lane
//! by lane, so a playout never feels how many others travel in the same register.
//!
//! Only code that is inlined into the functions of [`crate::width`] is compiled for wide
//! registers. Hence `#[inline(always)]` throughout, and plain loops instead of `fold` and its
//! like, whose closures the compiler may leave outside.

use crate::wide;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// The same bit of 64 × `W` playouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Word<const W: usize>(pub(crate) [u64; W]);

impl<const W: usize> Word<W> {
    /// No lane.
    pub(crate) const NONE: Self = Word([0; W]);
    /// Every lane.
    pub(crate) const ALL: Self = Word([u64::MAX; W]);

    /// Each 64-bit word from its index.
    #[inline(always)]
    pub(crate) fn from_fn(mut word: impl FnMut(usize) -> u64) -> Self {
        let mut words = [0; W];
        for (index, slot) in words.iter_mut().enumerate() {
            *slot = word(index);
        }
        Word(words)
    }

    /// All lanes or none.
    #[inline(always)]
    pub(crate) fn splat(on: bool) -> Self {
        if on { Self::ALL } else { Self::NONE }
    }

    /// The first `count` lanes.
    #[inline(always)]
    pub(crate) fn first(count: usize) -> Self {
        Self::from_fn(|index| match count.saturating_sub(64 * index) {
            0 => 0,
            left => u64::MAX >> (64 - left.min(64)),
        })
    }

    /// Whether no lane is set.
    #[inline(always)]
    pub(crate) fn is_none(self) -> bool {
        wide::is_zero(self.0)
    }

    /// How many lanes are set.
    #[inline(always)]
    pub(crate) fn count(self) -> u64 {
        wide::count_ones(self.0).iter().sum()
    }

    /// Word by word sum, for words that are numbers.
    #[inline(always)]
    pub(crate) fn plus(self, other: Self) -> Self {
        Word(wide::add(self.0, other.0))
    }

    /// Word by word, how many lanes are set.
    #[inline(always)]
    pub(crate) fn counts(self) -> Self {
        Word(wide::count_ones(self.0))
    }

    /// Every word shifted to the left.
    #[inline(always)]
    pub(crate) fn shifted_left(self, by: u64) -> Self {
        Word(wide::shift_left(self.0, [by; W]))
    }

    /// Every word shifted to the right.
    #[inline(always)]
    pub(crate) fn shifted_right(self, by: u64) -> Self {
        Word(wide::shift_right(self.0, [by; W]))
    }

    /// Every word rotated to the left.
    #[inline(always)]
    pub(crate) fn rotated_left(self, by: u64) -> Self {
        self.shifted_left(by) | self.shifted_right(64 - by)
    }

    /// Lane by lane, what at least two of three say.
    #[inline(always)]
    pub(crate) fn majority(a: Self, b: Self, c: Self) -> Self {
        Word(wide::majority(a.0, b.0, c.0))
    }

    /// Lane by lane, `yes` where `self` is set and `no` elsewhere.
    #[inline(always)]
    pub(crate) fn choose(self, yes: Self, no: Self) -> Self {
        no ^ (self & (yes ^ no))
    }
}

/// The lanes that are set in some of the words.
#[inline(always)]
pub(crate) fn any_of<const W: usize>(words: &[Word<W>]) -> Word<W> {
    let mut any = Word::NONE;
    for word in words {
        any |= *word;
    }
    any
}

impl<const W: usize> BitAnd for Word<W> {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Word(wide::and(self.0, other.0))
    }
}

impl<const W: usize> BitOr for Word<W> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Word(wide::or(self.0, other.0))
    }
}

impl<const W: usize> BitXor for Word<W> {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Word(wide::xor(self.0, other.0))
    }
}

impl<const W: usize> Not for Word<W> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        self ^ Self::ALL
    }
}

impl<const W: usize> BitAndAssign for Word<W> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const W: usize> BitOrAssign for Word<W> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const W: usize> BitXorAssign for Word<W> {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}
