//! The memory of the search. It grows up to a limit; where it is full, what costs least to find
//! again goes.

use std::hash::Hasher;

use super::arena::Key;
use super::effort::Effort;
use crate::bits::Bits;
use crate::transpositions::WordHasher;

/// Entries that share a place in the table.
const BUCKET: usize = 4;

/// Places in the table at the beginning.
const FIRST: usize = 1 << 10;

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<const W: usize> {
    pub(super) effort: Effort,
    /// Decided: the cells that the winner needs. Open: what the refutations so far need.
    pub(super) need: Bits<W>,
    /// Decided: the move that wins, if there is one. Open: the moves that are not refuted.
    pub(super) moves: Bits<W>,
    /// Positions judged below this one.
    pub(super) work: u32,
}

type Bucket<const W: usize> = [Option<(Key<W>, Entry<W>)>; BUCKET];

/// Entries by position, whole positions being the keys.
pub(super) struct Table<const W: usize> {
    buckets: Vec<Bucket<W>>,
    /// The most places.
    limit: usize,
    /// How many entries there are.
    pub(super) len: usize,
}

impl<const W: usize> Table<W> {
    /// A table that takes so many bytes at most, even while it grows.
    pub(super) fn new(bytes: usize) -> Self {
        let limit = (bytes / size_of::<Bucket<W>>()).max(1);
        Table { buckets: vec![[None; BUCKET]; limit.min(FIRST)], limit, len: 0 }
    }

    fn place(&self, key: &Key<W>) -> usize {
        let mut hasher = WordHasher::default();
        let words = key.red.0.iter().chain(&key.blue.0);
        words.for_each(|word| hasher.write_u64(*word));
        hasher.write_u64(key.ring.map_or(u64::MAX, u64::from));
        (hasher.finish() % self.buckets.len() as u64) as usize
    }

    pub(super) fn get(&self, key: &Key<W>) -> Option<Entry<W>> {
        let bucket = &self.buckets[self.place(key)];
        bucket.iter().flatten().find(|(found, _)| found == key).map(|(_, entry)| *entry)
    }

    pub(super) fn put(&mut self, key: Key<W>, entry: Entry<W>) {
        if self.len > self.buckets.len() * BUCKET / 2 {
            self.grow();
        }
        let place = self.place(&key);
        let bucket = &mut self.buckets[place];
        let own = bucket.iter().position(|slot| slot.is_some_and(|(found, _)| found == key));
        let cheapest = || {
            let cost = |slot: &Option<(Key<W>, Entry<W>)>| slot.map(|(_, entry)| entry.work);
            (0..BUCKET).min_by_key(|i| cost(&bucket[*i])).unwrap_or(0)
        };
        let slot = own.unwrap_or_else(cheapest);
        self.len += usize::from(bucket[slot].is_none());
        bucket[slot] = Some((key, entry));
    }

    /// Twice as many places, as long as the old and the new ones together are within the limit.
    fn grow(&mut self) {
        let places = self.buckets.len() * 2;
        if places + self.buckets.len() > self.limit {
            return;
        }
        let old = std::mem::replace(&mut self.buckets, vec![[None; BUCKET]; places]);
        self.len = 0;
        old.into_iter().flatten().flatten().for_each(|(key, entry)| self.put(key, entry));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: u64) -> Key<1> {
        Key { red: Bits([number]), blue: Bits::EMPTY, ring: None }
    }

    #[test]
    fn it_grows_to_its_limit_and_keeps_what_was_dear() {
        let bytes = size_of::<Bucket<1>>() * 8 * FIRST;
        let mut table = Table::new(bytes);
        let (many, dear) = (100 * FIRST as u64, 99);
        for number in 0..many {
            let work = if number == dear { 1000 } else { 1 };
            let (need, moves) = (Bits([number]), Bits::EMPTY);
            table.put(key(number), Entry { effort: Effort([1; 2]), need, moves, work });
        }
        assert!(table.buckets.len() * size_of::<Bucket<1>>() <= bytes);
        assert!(table.len > 2 * FIRST * BUCKET, "{}", table.len);
        let kept = (0..many).filter(|number| table.get(&key(*number)).is_some()).count();
        assert_eq!(kept, table.len);
        assert_eq!(table.get(&key(dear)).map(|entry| entry.need), Some(Bits([dear])));
    }
}
