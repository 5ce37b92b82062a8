//! The memory of the search: positions, their proof numbers and proof sets.
//!
//! Bounded by an option. When it is full, the entries that cost least to find again go. Positions
//! themselves are the keys, not hashes of them, so two positions are never taken for one.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use crate::bits::Bits;
use crate::state::State;

/// What is known about a position, in the view of the player to move.
#[derive(Clone, Debug)]
pub(crate) struct Entry<const W: usize> {
    /// How hard it seems to prove a win; 0 is a proven win.
    pub(crate) proof: u32,
    /// How hard it seems to prove a loss; 0 is a proven loss.
    pub(crate) disproof: u32,
    /// Decided: what the winner needs. Open: what the opponent needs against the refuted moves.
    pub(crate) cells: Bits<W>,
    /// Decided: the winning move, if any. Open: the moves not refuted, the best first.
    pub(crate) moves: Box<[u8]>,
    /// Positions judged below this one.
    pub(crate) work: u64,
}

impl<const W: usize> Entry<W> {
    pub(crate) fn is_decided(&self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// A hasher for the few words of a position.
#[derive(Default)]
pub(crate) struct WordHasher(u64);

impl Hasher for WordHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.chunks(8).for_each(|chunk| {
            let word = chunk.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
            self.write_u64(word);
        });
    }

    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 29);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        let mixed = self.0.wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^ (mixed >> 32)
    }
}

impl<const W: usize> Hash for State<W> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for set in [self.stones[0], self.stones[1], self.dead] {
            set.0.iter().for_each(|word| hasher.write_u64(*word));
        }
        hasher.write_u64(self.to_move.index() as u64);
    }
}

/// Entries by position.
pub(crate) struct Table<const W: usize> {
    entries: HashMap<State<W>, Entry<W>, BuildHasherDefault<WordHasher>>,
    limit: usize,
}

impl<const W: usize> Table<W> {
    /// About what one entry takes, its moves and the free space of the map included.
    const BYTES: usize = (size_of::<State<W>>() + size_of::<Entry<W>>()) * 2 + 48;

    /// A table that takes about so many bytes at most.
    pub(crate) fn new(bytes: usize) -> Self {
        let limit = (bytes / Self::BYTES).max(1000);
        Table { entries: HashMap::default(), limit }
    }

    pub(crate) fn get(&self, state: &State<W>) -> Option<&Entry<W>> {
        self.entries.get(state)
    }

    pub(crate) fn put(&mut self, state: &State<W>, entry: Entry<W>) {
        if self.entries.len() >= self.limit {
            self.forget();
        }
        self.entries.insert(*state, entry);
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&State<W>, &Entry<W>)> {
        self.entries.iter()
    }

    /// Drops at least a quarter of the entries, the cheapest first.
    fn forget(&mut self) {
        let cost = |entry: &Entry<W>| 64 - entry.work.leading_zeros() as usize;
        let mut count = [0usize; 65];
        self.entries.values().for_each(|entry| count[cost(entry)] += 1);
        let mut dropped = 0;
        let enough = |n: &usize| {
            dropped += n;
            dropped >= self.limit / 4
        };
        let least = count.iter().position(enough).unwrap_or(64);
        self.entries.retain(|_, entry| cost(entry) > least);
    }
}
