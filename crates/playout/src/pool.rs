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

    /// Takes the given lanes of a board to the door; [`Pool::append`] lets them in.
    #[inline(always)]
    pub(crate) fn pack(&mut self, red: &[Word<W>], lanes: Word<W>) {
        let squeeze = Squeeze::new(lanes);
        for (packed, red) in self.packed.iter_mut().zip(red) {
            *packed = squeeze.apply(*red);
        }
    }

    /// Whether so many lanes of one word find room. If not, the pool has to be cleared first.
    #[inline(always)]
    pub(crate) fn has_room(&mut self, count: u32) -> bool {
        if self.used + count > 64 {
            (self.word, self.used) = (self.word + 1, 0);
        }
        self.word < W
    }

    /// Forgets all lanes.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.red.fill(Word::NONE);
        (self.lanes, self.word, self.used) = (Word::NONE, 0, 0);
    }

    /// Adds the packed lanes of one word.
    #[inline(always)]
    pub(crate) fn append(&mut self, index: usize, count: u32) {
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
