//! The edges of a tree, in blocks: a tree that grows is never moved, and takes no more memory than
//! it has edges. One array would take up to three times as much where memory is not given back, as
//! in a browser.

use super::{Edge, EdgeId, index};

/// Edges in a block, as a power of two. A node has fewer.
const SHIFT: u32 = 14;
const BLOCK: usize = 1 << SHIFT;

/// Edges that lie side by side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Run {
    first: u32,
    count: u32,
}

impl Run {
    /// How many there are.
    pub(super) fn len(self) -> usize {
        self.count as usize
    }

    /// One of them by its place.
    #[inline]
    pub(super) fn edge(self, place: usize) -> EdgeId {
        EdgeId(self.first + index(place))
    }
}

/// All edges.
#[derive(Clone, Debug)]
pub(super) struct Edges<H> {
    blocks: Vec<Vec<Edge<H>>>,
    count: usize,
}

impl<H: Copy> Edges<H> {
    pub(super) fn new() -> Self {
        Edges { blocks: vec![Vec::new()], count: 0 }
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Adds the edges of a node.
    pub(super) fn add(&mut self, edges: impl Iterator<Item = Edge<H>>) -> Run {
        let last = self.blocks.len() - 1;
        let block = &mut self.blocks[last];
        let start = block.len();
        block.extend(edges);
        let count = block.len() - start;
        self.count += count;
        if block.len() <= BLOCK {
            return Run { first: index((last << SHIFT) + start), count: index(count) };
        }
        let run = block.split_off(start);
        block.shrink_to_fit();
        assert!(count <= BLOCK, "a node has fewer edges than a block");
        self.blocks.push(run);
        Run { first: index((last + 1) << SHIFT), count: index(count) }
    }

    #[inline]
    pub(super) fn get(&self, edge: EdgeId) -> &Edge<H> {
        let (block, place) = split(edge.0);
        &self.blocks[block][place]
    }

    #[inline]
    pub(super) fn get_mut(&mut self, edge: EdgeId) -> &mut Edge<H> {
        let (block, place) = split(edge.0);
        &mut self.blocks[block][place]
    }

    #[inline]
    pub(super) fn run(&self, Run { first, count }: Run) -> &[Edge<H>] {
        let (block, place) = split(first);
        &self.blocks[block][place..][..count as usize]
    }

    #[inline]
    pub(super) fn run_mut(&mut self, Run { first, count }: Run) -> &mut [Edge<H>] {
        let (block, place) = split(first);
        &mut self.blocks[block][place..][..count as usize]
    }

    /// All of them, to be read once.
    pub(super) fn leave(self) -> Leaving<H> {
        Leaving { blocks: self.blocks, first: 0 }
    }
}

/// Edges that are read once, from the first to the last: blocks that lie behind are given back.
#[derive(Debug)]
pub(super) struct Leaving<H> {
    blocks: Vec<Vec<Edge<H>>>,
    /// The first block that is still there.
    first: usize,
}

impl<H> Leaving<H> {
    /// A run that lies behind those before.
    pub(super) fn run(&mut self, Run { first, count }: Run) -> &[Edge<H>] {
        let (block, place) = split(first);
        while self.first < block {
            self.blocks[self.first] = Vec::new();
            self.first += 1;
        }
        &self.blocks[block][place..][..count as usize]
    }
}

/// A block, and a place in it.
#[inline]
fn split(edge: u32) -> (usize, usize) {
    ((edge >> SHIFT) as usize, edge as usize & (BLOCK - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Action;

    fn edge(visits: u32) -> Edge<()> {
        Edge {
            action: Action::Pass,
            child: None,
            visits,
            under_way: 0,
            value: 0.0,
            proof: None,
            is_ruled_out: false,
            hint: (),
        }
    }

    #[test]
    fn runs_stay_whole_and_where_they_are() {
        let mut edges = Edges::new();
        // Together more than three blocks, and block borders fall into runs of every length.
        let lengths: Vec<u32> = (0..400).map(|number| number * 7 % 301).collect();
        let mut next = 0;
        let mut runs = Vec::new();
        for length in &lengths {
            runs.push((next, edges.add((next..next + length).map(edge)), *length));
            next += length;
        }
        assert!(edges.blocks.len() > 3, "{} blocks", edges.blocks.len());
        assert!(edges.blocks.iter().all(|block| block.len() <= BLOCK));
        assert_eq!(edges.count(), next as usize);
        for (first, run, length) in runs {
            let seen: Vec<u32> = edges.run(run).iter().map(|edge| edge.visits).collect();
            assert_eq!(seen, (first..first + length).collect::<Vec<_>>());
            for place in 0..length {
                assert_eq!(edges.get(run.edge(place as usize)).visits, first + place);
            }
        }
    }
}
