//! Lanes that need more work, packed together so that the work is done in full registers.
//!
//! On a torus about one lane in eight needs the order of its moves, and about half of these need
//! one question more, and so on. What is known of those lanes is squeezed together, 64 of them to a
//! word, and worked on when enough have come together. A source
//! word goes into one pool word as a whole: the next pool word is begun where it does not fit.
//! So which lanes share a pool word, and thereby a random stream, does not depend on the register
//! width.

use crate::wide::Registers;
use crate::word::Word;

/// Lanes that wait.
#[derive(Clone, Debug)]
pub(crate) struct Pool<const W: usize> {
    /// What is known of them: one bit of each lane in every word.
    pub(crate) known: Vec<Word<W>>,
    /// The lanes in use.
    pub(crate) lanes: Word<W>,
    /// The pool word that is being filled, and how far.
    word: usize,
    used: u32,
    /// Lanes at the door, squeezed together, how many there are of each word, and the first word
    /// that is not in.
    offered: Vec<Word<W>>,
    counts: Word<W>,
    next: usize,
}

impl<const W: usize> Pool<W> {
    /// An empty pool for lanes of so many bits.
    pub(crate) fn new(registers: Registers<W>, bits: usize) -> Self {
        let none = Word::none(registers);
        let blank = vec![none; bits];
        Pool {
            known: blank.clone(),
            lanes: none,
            word: 0,
            used: 0,
            offered: blank,
            counts: none,
            next: W,
        }
    }

    /// Adds the given lanes; what is known of them comes in parts. If the pool is full afterwards
    /// some wait at the door, and come in when it is cleared.
    #[inline(always)]
    pub(crate) fn offer<const PARTS: usize>(&mut self, known: [&[Word<W>]; PARTS], lanes: Word<W>) {
        let squeeze = Squeeze::new(lanes);
        let mut offered = &mut self.offered[..];
        for part in known {
            let (here, rest) = offered.split_at_mut(part.len());
            for (offered, word) in here.iter_mut().zip(part) {
                *offered = squeeze.apply(*word);
            }
            offered = rest;
        }
        (self.counts, self.next) = (lanes.counts(), 0);
        self.let_in();
    }

    /// Whether lanes wait at the door.
    #[inline(always)]
    pub(crate) fn is_full(&self) -> bool {
        self.next < W
    }

    /// Whether there are lanes, inside or at the door.
    #[inline(always)]
    pub(crate) fn has_lanes(&self) -> bool {
        self.is_full() || !self.lanes.is_none()
    }

    /// Forgets all lanes inside and lets in those at the door.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        let none = Word::none(self.lanes.registers());
        self.known.fill(none);
        (self.lanes, self.word, self.used) = (none, 0, 0);
        self.let_in();
    }

    fn let_in(&mut self) {
        while self.next < W {
            let count = self.counts.words[self.next] as u32;
            if self.used + count > 64 {
                (self.word, self.used) = (self.word + 1, 0);
            }
            if self.word >= W {
                return;
            }
            self.append(self.next, count);
            self.next += 1;
        }
    }

    fn append(&mut self, index: usize, count: u32) {
        if count == 0 {
            return;
        }
        for (slot, offered) in self.known.iter_mut().zip(&self.offered) {
            slot.words[self.word] |= offered.words[index] << self.used;
        }
        self.lanes.words[self.word] |= (u64::MAX >> (64 - count)) << self.used;
        self.used += count;
    }
}

/// Moves the chosen bits of each 64-bit word to its low end (Hacker's Delight, section 7–4): in
/// six steps bits move down by 1, 2, 4 … 32, each by as many as unchosen bits lie below it.
struct Squeeze<const W: usize> {
    lanes: Word<W>,
    moves: [Word<W>; 6],
}

impl<const W: usize> Squeeze<W> {
    #[inline(always)]
    fn new(lanes: Word<W>) -> Self {
        let mut moves = [Word::none(lanes.registers()); 6];
        let mut chosen = lanes;
        let mut gaps = (!lanes).shifted_left(1);
        for (step, slot) in moves.iter_mut().enumerate() {
            let mut parity = gaps;
            for power in 0..6 {
                parity ^= parity.shifted_left(1 << power);
            }
            let moving = parity & chosen;
            chosen = (chosen ^ moving) | moving.shifted_right(1 << step);
            gaps &= !parity;
            *slot = moving;
        }
        Squeeze { lanes, moves }
    }

    #[inline(always)]
    fn apply(&self, word: Word<W>) -> Word<W> {
        let mut word = word & self.lanes;
        for (step, moving) in self.moves.iter().enumerate() {
            let moved = word & *moving;
            word = (word ^ moved) | moved.shifted_right(1 << step);
        }
        word
    }
}
