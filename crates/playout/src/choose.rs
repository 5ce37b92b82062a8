//! `k` of `n` cells, exactly uniform, in every lane at once.
//!
//! Give every cell a random real number between 0 and 1 and take the `k` smallest. The numbers
//! are drawn bit by bit, all first bits before all second bits: where the cells with a 0 are no
//! more than are still needed, all of them are taken and the others go on; where they are more,
//! the others are out and these go on. A lane is finished when exactly as many are left as are
//! needed, which takes a few bits more than log₂ n. This is the radix form of selection, and it
//! asks for nothing but ANDs, a counter that is kept in bit planes, and one comparison a round.
//! Ties cannot bias it: two numbers are told apart by further bits as long as that is needed.

use crate::rng::Streams;
use crate::wide::{Piece, Registers};
use crate::word::{Word, any_of};

/// Bit planes of a counter: enough for all cells of the largest board.
const PLANES: usize = 12;

/// A number in every lane, as bit planes, the lowest first.
#[derive(Clone, Copy, Debug)]
struct Count<const W: usize> {
    planes: [Word<W>; PLANES],
    /// Planes in use; the others are zero.
    used: usize,
}

impl<const W: usize> Count<W> {
    #[inline(always)]
    fn registers(&self) -> Registers<W> {
        self.planes[0].registers()
    }

    /// The same number in all lanes.
    #[inline(always)]
    fn constant(registers: Registers<W>, number: usize, used: usize) -> Self {
        let mut planes = [Word::none(registers); PLANES];
        for (bit, plane) in planes.iter_mut().enumerate() {
            *plane = Word::splat(registers, number >> bit & 1 == 1);
        }
        Count { planes, used }
    }

    /// How many of the words are set, lane by lane.
    #[inline(always)]
    fn of(registers: Registers<W>, words: &[Word<W>], used: usize) -> Self {
        let none = Word::none(registers);
        let mut count = Count::constant(registers, 0, used);
        let mut groups = words.chunks_exact(7);
        for group in &mut groups {
            count.add(count_seven(group));
        }
        for word in groups.remainder() {
            count.add([*word, none, none]);
        }
        count
    }

    /// Adds a number of three planes.
    #[inline(always)]
    fn add(&mut self, number: [Word<W>; 3]) {
        let none = Word::none(self.registers());
        let mut carry = none;
        for (bit, plane) in self.planes[..self.used].iter_mut().enumerate() {
            let digit = if bit < 3 { number[bit] } else { none };
            let sum = *plane ^ digit ^ carry;
            carry = Word::majority(*plane, digit, carry);
            *plane = sum;
        }
    }

    /// `self - other`, and the lanes in which that is negative (where the result is worthless).
    #[inline(always)]
    fn minus(&self, other: &Self) -> (Self, Word<W>) {
        let mut result = *self;
        let mut borrow = Word::none(self.registers());
        for bit in 0..self.used {
            let (a, b) = (self.planes[bit], other.planes[bit]);
            result.planes[bit] = a ^ b ^ borrow;
            borrow = Word::majority(!a, b, borrow);
        }
        (result, borrow)
    }

    /// The lanes in which the number is not zero.
    #[inline(always)]
    fn nonzero(&self) -> Word<W> {
        any_of(self.registers(), &self.planes[..self.used])
    }

    /// Lane by lane, `yes` where the mask is set and `no` elsewhere.
    #[inline(always)]
    fn choose(mask: Word<W>, yes: &Self, no: &Self) -> Self {
        let mut result = *yes;
        for bit in 0..result.used {
            result.planes[bit] = mask.choose(yes.planes[bit], no.planes[bit]);
        }
        result
    }
}

/// Full adders: seven words of weight 1 become three of weights 1, 2 and 4.
#[inline(always)]
fn count_seven<const W: usize>(words: &[Word<W>]) -> [Word<W>; 3] {
    let (first, carry_a) = full_adder(words[0], words[1], words[2]);
    let (second, carry_b) = full_adder(words[3], words[4], words[5]);
    let (ones, carry_c) = full_adder(first, second, words[6]);
    let (twos, fours) = full_adder(carry_a, carry_b, carry_c);
    [ones, twos, fours]
}

/// Sum and carry of three bits.
#[inline(always)]
fn full_adder<const W: usize>(a: Word<W>, b: Word<W>, c: Word<W>) -> (Word<W>, Word<W>) {
    (a ^ b ^ c, Word::majority(a, b, c))
}

/// How far the lanes have come.
struct Choosing<const W: usize> {
    /// How many are still to be chosen.
    needed: Count<W>,
    /// How many can still be chosen.
    left: Count<W>,
    /// Lanes that need all that is left.
    take_all: Word<W>,
    /// Lanes that need some, and have more.
    unfinished: Word<W>,
}

impl<const W: usize> Choosing<W> {
    #[inline(always)]
    fn new(needed: Count<W>, left: Count<W>) -> Self {
        let take_all = !needed.minus(&left).1;
        let needy = needed.nonzero();
        Choosing { needed, left, take_all: take_all & needy, unfinished: needy & !take_all }
    }
}

/// Memory that a choice needs besides its result.
#[derive(Clone, Debug)]
pub(crate) struct Chooser<const W: usize> {
    /// Among which to choose; used up by the choice.
    pub(crate) candidates: Vec<Word<W>>,
    /// Candidates that drew a 0 in this round.
    low: Vec<Word<W>>,
    registers: Registers<W>,
}

impl<const W: usize> Chooser<W> {
    /// For choices among a fixed number of cells.
    pub(crate) fn new(registers: Registers<W>, cells: usize) -> Self {
        let blank = vec![Word::none(registers); cells];
        Chooser { candidates: blank.clone(), low: blank, registers }
    }

    /// Makes `chosen` a uniformly random `k` of the candidates in every lane, or all of them
    /// where there are no more than `k`.
    #[inline(always)]
    pub(crate) fn choose(&mut self, k: usize, streams: Streams<W>, chosen: &mut [Word<W>]) {
        self.registers.apart(Choice { chooser: self, k, streams, chosen });
    }

    #[inline(always)]
    fn choose_here(&mut self, k: usize, mut streams: Streams<W>, chosen: &mut [Word<W>]) {
        let largest = chosen.len().max(k);
        let used = (usize::BITS - largest.leading_zeros()) as usize;
        let left = Count::of(self.registers, &self.candidates, used);
        let mut choosing = Choosing::new(Count::constant(self.registers, k, used), left);
        for (candidate, out) in self.candidates.iter_mut().zip(chosen.iter_mut()) {
            *out = *candidate & choosing.take_all;
            *candidate &= choosing.unfinished;
        }
        while !choosing.unfinished.is_none() {
            choosing = self.round(&choosing, &mut streams, chosen);
        }
    }

    /// One more bit of every number.
    #[inline(always)]
    fn round(
        &mut self,
        choosing: &Choosing<W>,
        streams: &mut Streams<W>,
        chosen: &mut [Word<W>],
    ) -> Choosing<W> {
        for (low, candidate) in self.low.iter_mut().zip(&self.candidates) {
            *low = *candidate & streams.next();
        }
        let lows = Count::of(self.registers, &self.low, choosing.left.used);
        let (fewer, too_many) = choosing.needed.minus(&lows);
        let (others, _) = choosing.left.minus(&lows);
        let next = Choosing::new(
            Count::choose(too_many, &choosing.needed, &fewer),
            Count::choose(too_many, &lows, &others),
        );
        let cells = self.low.iter().zip(&mut self.candidates).zip(chosen);
        for ((low, candidate), out) in cells {
            let remaining = *candidate & (*low ^ !too_many);
            *out |= (*low & !too_many) | (remaining & next.take_all);
            *candidate = remaining & next.unfinished;
        }
        next
    }
}

/// What [`Chooser::choose`] does.
struct Choice<'a, const W: usize> {
    chooser: &'a mut Chooser<W>,
    k: usize,
    /// Used up here: held by value they stay in registers.
    streams: Streams<W>,
    chosen: &'a mut [Word<W>],
}

impl<const W: usize> Piece<W> for Choice<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.chooser.choose_here(self.k, self.streams, self.chosen);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Purpose, Source};

    /// Pearson's statistic over the 20 ways to choose 3 of 6, in 64 000 lanes.
    #[test]
    fn all_subsets_are_equally_likely() {
        let mut counts = [0u32; 64];
        for group in 0..1000 {
            let source = Source { seed: 3, purpose: Purpose::Colors, group };
            let mut chosen = [Word::none(Registers::PLAIN); 6];
            let mut chooser = Chooser::new(Registers::PLAIN, 6);
            chooser.candidates.fill(Word::all(Registers::PLAIN));
            chooser.choose(3, source.streams(Registers::PLAIN, 0), &mut chosen);
            for lane in 0..64 {
                let bit = |i: usize| (chosen[i].words[0] >> lane & 1) << i;
                counts[(0..6).map(bit).sum::<u64>() as usize] += 1;
            }
        }
        let subsets: Vec<usize> = (0..64usize).filter(|set| set.count_ones() == 3).collect();
        assert_eq!(subsets.iter().map(|set| counts[*set]).sum::<u32>(), 64_000, "only 3 of 6");
        let chi_square: f64 =
            subsets.iter().map(|set| (f64::from(counts[*set]) - 3200.0).powi(2) / 3200.0).sum();
        assert!(chi_square < 43.8, "{chi_square}: once in a thousand seeds for 19 degrees");
    }

    #[test]
    fn lanes_with_few_candidates_choose_all_of_them() {
        let source = Source { seed: 4, purpose: Purpose::Colors, group: 0 };
        let mut chooser = Chooser::new(Registers::PLAIN, 3);
        chooser
            .candidates
            .copy_from_slice(&[7, 3, 1].map(|word| Word::new(Registers::PLAIN, [word])));
        let mut chosen = [Word::none(Registers::PLAIN); 3];
        chooser.choose(2, source.streams(Registers::PLAIN, 0), &mut chosen);
        let per_lane = [0, 1, 2].map(|l| (0..3).map(|i| chosen[i].words[0] >> l & 1).sum::<u64>());
        assert_eq!(per_lane, [2, 2, 1]);
        assert!(chosen.iter().all(|word| word.words[0] < 8), "nothing beside the candidates");
    }
}
