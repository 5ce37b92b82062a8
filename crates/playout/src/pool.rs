//! Lanes that need more work, packed together so that the work is done in full registers.
//!
//! On a torus one lane in seven or so needs the order of its moves. The colours of those lanes are
//! squeezed together, 64 to a word, and worked on when enough of them have come together. A source
//! word goes into one pool word as a whole: the next pool word is begun where it does not fit.
//! So which lanes share a pool word, and thereby a random stream, does not depend on the register
//! width.

use crate::word::Word;

/// Lanes that wait, by empty cell.
#[derive(Clone, Debug)]
pub(crate) struct Pool<const W: usize> {
    /// The colours: red or not.
    pub(crate) red: Vec<Word<W>>,
    /// The lanes in use.
    pub(crate) lanes: Word<W>,
    packed: Vec<Word<W>>,
    /// The pool word that is being filled, and how far.
    word: usize,
    used: u32,
}

impl<const W: usize> Pool<W> {
    /// An empty pool.
    pub(crate) fn new(cells: usize) -> Self {
        let blank = vec![Word::NONE; cells];
        Pool { red: blank.clone(), packed: blank, lanes: Word::NONE, word: 0, used: 0 }
    }

    /// Adds the given lanes of a board, calling `full` when there is no room.
    #[inline(always)]
    pub(crate) fn add(&mut self, red: &[Word<W>], lanes: Word<W>, mut full: impl FnMut(&Self)) {
        let squeeze = Squeeze::new(lanes);
        for (packed, red) in self.packed.iter_mut().zip(red) {
            *packed = squeeze.apply(*red);
        }
        for index in 0..W {
            let count = lanes.0[index].count_ones();
            if self.used + count > 64 {
                (self.word, self.used) = (self.word + 1, 0);
            }
            if self.word == W {
                full(self);
                self.clear();
            }
            self.append(index, count);
        }
    }

    /// Forgets all lanes.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.red.fill(Word::NONE);
        (self.lanes, self.word, self.used) = (Word::NONE, 0, 0);
    }

    #[inline(always)]
    fn append(&mut self, index: usize, count: u32) {
        if count == 0 {
            return;
        }
        for (slot, packed) in self.red.iter_mut().zip(&self.packed) {
            slot.0[self.word] |= packed.0[index] << self.used;
        }
        self.lanes.0[self.word] |= (u64::MAX >> (64 - count)) << self.used;
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
        let mut moves = [Word::NONE; 6];
        let mut chosen = lanes;
        let mut gaps = Word::from_fn(|i| !lanes.0[i] << 1);
        for (step, slot) in moves.iter_mut().enumerate() {
            let parity = Word::from_fn(|i| {
                (0..6).fold(gaps.0[i], |word, power| word ^ (word << (1u32 << power)))
            });
            let moving = parity & chosen;
            chosen = (chosen ^ moving) | Word::from_fn(|i| moving.0[i] >> (1u32 << step));
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
            word = (word ^ moved) | Word::from_fn(|i| moved.0[i] >> (1u32 << step));
        }
        word
    }
}
