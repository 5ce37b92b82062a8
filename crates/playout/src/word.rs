//! One cell of many playouts: a machine word per 64 of them, several words side by side.
//!
//! All kernels are written once, over `Word<W>`, and compiled for each register width: `W` = 1
//! is a plain 64-bit word, 2 fill a 128-bit register, 4 a 256-bit one, 8 a 512-bit one. Every operation is lane
//! by lane, so a playout never feels how many others travel in the same register. A word carries
//! the right to use its registers, which has no size: words are made from those alone.
//!
//! Only code that is inlined into the functions of [`crate::wide`] is compiled for wide
//! registers. Hence `#[inline(always)]` throughout, and plain loops instead of `fold` and its
//! like, whose closures the compiler may leave outside.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::wide::Registers;

/// The same bit of 64 × `W` playouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Word<const W: usize> {
    pub(crate) words: [u64; W],
    registers: Registers<W>,
}

impl<const W: usize> Word<W> {
    /// From its 64-bit words.
    #[inline(always)]
    pub(crate) fn new(registers: Registers<W>, words: [u64; W]) -> Self {
        Word { words, registers }
    }

    /// No lane.
    #[inline(always)]
    pub(crate) fn none(registers: Registers<W>) -> Self {
        Word::new(registers, [0; W])
    }

    /// Every lane.
    #[inline(always)]
    pub(crate) fn all(registers: Registers<W>) -> Self {
        Word::new(registers, [u64::MAX; W])
    }

    /// Each 64-bit word from its index.
    #[inline(always)]
    pub(crate) fn from_fn(registers: Registers<W>, mut word: impl FnMut(usize) -> u64) -> Self {
        let mut words = [0; W];
        for (index, slot) in words.iter_mut().enumerate() {
            *slot = word(index);
        }
        Word::new(registers, words)
    }

    /// All lanes or none.
    #[inline(always)]
    pub(crate) fn splat(registers: Registers<W>, on: bool) -> Self {
        if on { Self::all(registers) } else { Self::none(registers) }
    }

    /// The first `count` lanes.
    #[inline(always)]
    pub(crate) fn first(registers: Registers<W>, count: usize) -> Self {
        Self::from_fn(registers, |index| match count.saturating_sub(64 * index) {
            0 => 0,
            left => u64::MAX >> (64 - left.min(64)),
        })
    }

    /// The registers that it fills.
    #[inline(always)]
    pub(crate) fn registers(self) -> Registers<W> {
        self.registers
    }

    /// Whether no lane is set.
    #[inline(always)]
    pub(crate) fn is_none(self) -> bool {
        self.registers.is_zero(self.words)
    }

    /// How many lanes are set.
    #[inline(always)]
    pub(crate) fn count(self) -> u64 {
        self.registers.count_ones(self.words).iter().sum()
    }

    /// Word by word sum, for words that are numbers.
    #[inline(always)]
    pub(crate) fn plus(self, other: Self) -> Self {
        Word::new(self.registers, self.registers.add(self.words, other.words))
    }

    /// Word by word, how many lanes are set.
    #[inline(always)]
    pub(crate) fn counts(self) -> Self {
        Word::new(self.registers, self.registers.count_ones(self.words))
    }

    /// Every word shifted to the left.
    #[inline(always)]
    pub(crate) fn shifted_left(self, by: u64) -> Self {
        Word::new(self.registers, self.registers.shift_left(self.words, [by; W]))
    }

    /// Every word shifted to the right.
    #[inline(always)]
    pub(crate) fn shifted_right(self, by: u64) -> Self {
        Word::new(self.registers, self.registers.shift_right(self.words, [by; W]))
    }

    /// Every word rotated to the left.
    #[inline(always)]
    pub(crate) fn rotated_left(self, by: u64) -> Self {
        self.shifted_left(by) | self.shifted_right(64 - by)
    }

    /// Lane by lane, what at least two of three say.
    #[inline(always)]
    pub(crate) fn majority(a: Self, b: Self, c: Self) -> Self {
        Word::new(a.registers, a.registers.majority(a.words, b.words, c.words))
    }

    /// Lane by lane, `yes` where `self` is set and `no` elsewhere.
    #[inline(always)]
    pub(crate) fn choose(self, yes: Self, no: Self) -> Self {
        no ^ (self & (yes ^ no))
    }
}

/// The lanes that are set in some of the words.
#[inline(always)]
pub(crate) fn any_of<const W: usize>(registers: Registers<W>, words: &[Word<W>]) -> Word<W> {
    let mut any = Word::none(registers);
    for word in words {
        any |= *word;
    }
    any
}

impl<const W: usize> BitAnd for Word<W> {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Word::new(self.registers, self.registers.and(self.words, other.words))
    }
}

impl<const W: usize> BitOr for Word<W> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Word::new(self.registers, self.registers.or(self.words, other.words))
    }
}

impl<const W: usize> BitXor for Word<W> {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Word::new(self.registers, self.registers.xor(self.words, other.words))
    }
}

impl<const W: usize> Not for Word<W> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        self ^ Self::all(self.registers)
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
