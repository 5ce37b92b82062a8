//! The memory of the search: positions, their proof numbers and proof sets.
//!
//! Bounded by an option. When it is full, the entries that cost least to find again go. Positions
//! themselves are the keys, not hashes of them, so two positions are never taken for one.
//!
//! Several searches may share it. It is cut into parts with a lock each, and it knows how many
//! searches are at work on a position, so that they can go different ways.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::bits::Bits;
use crate::numbers::Numbers;
use crate::state::State;

/// A move of a position, and how good it seems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub(crate) cell: u8,
    /// The logarithm of the odds that it wins, in eighths.
    pub(crate) odds: i8,
}

impl Candidate {
    /// A move of which nothing is known.
    pub(crate) fn unrated(cell: u8) -> Self {
        Candidate { cell, odds: 0 }
    }

    /// Notes the chance that the move wins, of whose odds' logarithm a share counts.
    pub(crate) fn rate(&mut self, chance: f32, share: f32) {
        let chance = chance.clamp(1e-6, 1.0 - 1e-6);
        self.odds = (8.0 * share * (chance / (1.0 - chance)).ln()).clamp(-100.0, 100.0) as i8;
    }

    /// The proof and disproof number of the position after the move, as long as nobody has looked
    /// at it: the better the move seems, the less work its win is taken for.
    fn expected(self) -> Numbers {
        let work = |odds: f32| (4.0 * (odds / 8.0).exp()).round().max(1.0) as u32;
        let odds = f32::from(self.odds);
        Numbers { proof: work(odds), disproof: work(-odds) }
    }
}

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
    pub(crate) moves: Box<[Candidate]>,
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

type Map<K, V> = HashMap<K, V, BuildHasherDefault<WordHasher>>;

/// Entries by position.
pub(crate) struct Transpositions<const W: usize> {
    parts: Vec<Mutex<Part<W>>>,
}

/// The entries of a share of all positions.
struct Part<const W: usize> {
    entries: Map<State<W>, Entry<W>>,
    /// How many searches are at work on a position.
    visitors: Map<State<W>, u32>,
    limit: usize,
}

const PARTS: usize = 64;

impl<const W: usize> Transpositions<W> {
    /// About what one entry takes, its moves and the free space of the map included.
    const BYTES: usize = (size_of::<State<W>>() + size_of::<Entry<W>>()) * 2 + 48;

    /// A memory that takes about so many bytes at most.
    pub(crate) fn new(bytes: usize) -> Self {
        let limit = (bytes / Self::BYTES / PARTS).max(16);
        let part = || Part { entries: Map::default(), visitors: Map::default(), limit };
        Transpositions { parts: (0..PARTS).map(|_| Mutex::new(part())).collect() }
    }

    fn part(&self, state: &State<W>) -> MutexGuard<'_, Part<W>> {
        // The map uses the low and the highest bits of the same hash, so these are taken between.
        let hash = BuildHasherDefault::<WordHasher>::default().hash_one(state);
        lock(&self.parts[(hash >> 40) as usize % PARTS])
    }

    pub(crate) fn get(&self, state: &State<W>) -> Option<Entry<W>> {
        self.part(state).entries.get(state).cloned()
    }

    /// The entry, if it says who wins.
    pub(crate) fn decided(&self, state: &State<W>) -> Option<Entry<W>> {
        self.part(state).entries.get(state).filter(|entry| entry.is_decided()).cloned()
    }

    pub(crate) fn is_decided(&self, state: &State<W>) -> bool {
        self.part(state).entries.get(state).is_some_and(Entry::is_decided)
    }

    /// The numbers of the position that a move has led to, or those to expect if it is not
    /// remembered, and how many searches are at work on it.
    pub(crate) fn numbers(&self, state: &State<W>, after: Candidate) -> (Numbers, u32) {
        let part = self.part(state);
        let numbers = |e: &Entry<W>| Numbers { proof: e.proof, disproof: e.disproof };
        let known = part.entries.get(state).map(numbers);
        let visitors = part.visitors.get(state).copied().unwrap_or(0);
        (known.unwrap_or_else(|| after.expected()), visitors)
    }

    /// Keeps an entry, unless somebody else has decided the position in the meantime.
    pub(crate) fn put(&self, state: &State<W>, entry: Entry<W>) {
        let mut part = self.part(state);
        if part.entries.len() >= part.limit {
            part.forget();
        }
        let known = part.entries.entry(*state).or_insert_with(|| entry.clone());
        if !known.is_decided() || entry.is_decided() {
            *known = entry;
        }
    }

    /// A search begins to work on a position.
    pub(crate) fn enter(&self, state: &State<W>) {
        *self.part(state).visitors.entry(*state).or_insert(0) += 1;
    }

    /// A search has finished its work on a position for now.
    pub(crate) fn leave(&self, state: &State<W>) {
        let visitors = &mut self.part(state).visitors;
        match visitors.get_mut(state) {
            Some(count) if *count > 1 => *count -= 1,
            _ => drop(visitors.remove(state)),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.parts.iter().map(|part| lock(part).entries.len()).sum()
    }

    /// Calls a function with every entry.
    pub(crate) fn for_each<E>(
        &self,
        mut f: impl FnMut(&State<W>, &Entry<W>) -> Result<(), E>,
    ) -> Result<(), E> {
        for part in &self.parts {
            lock(part).entries.iter().try_for_each(|(state, entry)| f(state, entry))?;
        }
        Ok(())
    }
}

/// What a thread that panicked has left is as true as before: entries are put whole.
fn lock<T>(part: &Mutex<T>) -> MutexGuard<'_, T> {
    part.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<const W: usize> Part<W> {
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
