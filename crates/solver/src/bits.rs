//! Sets of cells as a few machine words.
//!
//! Carriers, proof sets and stones are all sets of cells of one board. The number of words is a
//! constant of the type, so that boards up to 64 cells pay for one word only.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub};

/// A set of cells, each a number below `64 * W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Bits<const W: usize>(pub(crate) [u64; W]);

impl<const W: usize> Bits<W> {
    /// No cell.
    pub(crate) const EMPTY: Self = Bits([0; W]);

    /// The one cell.
    #[inline]
    pub(crate) fn of(cell: u8) -> Self {
        let mut set = Self::EMPTY;
        set.insert(cell);
        set
    }

    /// The cells from 0 up to `count`.
    pub(crate) fn below(count: usize) -> Self {
        (0..count).map(|cell| cell as u8).collect()
    }

    #[inline]
    pub(crate) fn contains(self, cell: u8) -> bool {
        self.0[usize::from(cell >> 6)] >> (cell & 63) & 1 == 1
    }

    #[inline]
    pub(crate) fn insert(&mut self, cell: u8) {
        self.0[usize::from(cell >> 6)] |= 1 << (cell & 63);
    }

    #[inline]
    pub(crate) fn remove(&mut self, cell: u8) {
        self.0[usize::from(cell >> 6)] &= !(1 << (cell & 63));
    }

    /// This set and one cell more.
    #[inline]
    pub(crate) fn with(mut self, cell: u8) -> Self {
        self.insert(cell);
        self
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    #[inline]
    pub(crate) fn intersects(self, other: Self) -> bool {
        (0..W).any(|i| self.0[i] & other.0[i] != 0)
    }

    /// Whether every cell of this set is in the other.
    #[inline]
    pub(crate) fn is_within(self, other: Self) -> bool {
        (0..W).all(|i| self.0[i] & !other.0[i] == 0)
    }

    #[inline]
    pub(crate) fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Every cell further on by a number below 64. What goes beyond the last word is lost.
    #[inline]
    pub(crate) fn forward(self, by: u32) -> Self {
        Bits(std::array::from_fn(|i| {
            let carried = if i > 0 && by > 0 { self.0[i - 1] >> (64 - by) } else { 0 };
            self.0[i] << by | carried
        }))
    }

    /// Every cell further back by a number below 64. What goes below 0 is lost.
    #[inline]
    pub(crate) fn back(self, by: u32) -> Self {
        Bits(std::array::from_fn(|i| {
            let carried = if i + 1 < W && by > 0 { self.0[i + 1] << (64 - by) } else { 0 };
            self.0[i] >> by | carried
        }))
    }

    /// The cells in ascending order.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = u8> {
        self.0.into_iter().enumerate().flat_map(|(i, word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                (left != 0).then(|| {
                    let bit = left.trailing_zeros();
                    left &= left - 1;
                    (i as u32 * 64 + bit) as u8
                })
            })
        })
    }
}

impl<const W: usize> FromIterator<u8> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = u8>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

impl<const W: usize> BitOr for Bits<W> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Bits(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl<const W: usize> BitAnd for Bits<W> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Bits(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl<const W: usize> Sub for Bits<W> {
    type Output = Self;

    /// The cells of this set that are not in the other.
    #[inline]
    fn sub(self, other: Self) -> Self {
        Bits(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }
}

impl<const W: usize> Not for Bits<W> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Bits(self.0.map(|word| !word))
    }
}

impl<const W: usize> BitOrAssign for Bits<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const W: usize> BitAndAssign for Bits<W> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_behave_like_sets() {
        let odd: Bits<3> = (0..190).filter(|c| c % 2 == 1).collect();
        let small = Bits::<3>::below(100);
        assert_eq!((odd.len(), small.len(), (odd & small).len()), (95, 100, 50));
        assert_eq!((odd | small).len(), 145);
        assert_eq!(
            (small - odd).iter().collect::<Vec<_>>(),
            (0..50).map(|c| 2 * c).collect::<Vec<_>>()
        );
        assert!((odd & small).is_within(odd) && !odd.is_within(small) && odd.intersects(small));
        assert!(odd.contains(189) && !odd.contains(188) && !(odd - odd).intersects(odd));
        for by in [0, 1, 63] {
            let moved: Bits<3> = odd
                .iter()
                .map(|c| u32::from(c) + by)
                .filter(|c| *c < 192)
                .map(|c| c as u8)
                .collect();
            assert_eq!(odd.forward(by), moved);
            assert_eq!(moved.back(by), odd & Bits::below(192 - by as usize));
        }
    }
}
