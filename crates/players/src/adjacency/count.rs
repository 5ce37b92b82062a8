//! Counting shortest ways by breadth-first search.
//!
//! Between borders this is the textbook search: a node's number of ways is the sum over the nodes
//! one step nearer. Around an axis, the search begins at copy 0 of a cell and looks for its other
//! copies. As for [shortest rings](crate::distance), copies of a cell that come after the first
//! two cannot lie on a shortest ring; here those that come at the same time as the second are kept
//! too, because they have to be counted. It is enough to begin at the cells of a
//! [gate](Graph::gate) that every ring passes, each taken away when it is done: a shortest ring
//! meets no cell twice, so it is found exactly once, at the first of its cells in the gate.

use super::graph::Graph;
use crate::distance::narrowest_line;

/// The shortest connections of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ways {
    /// The least number of steps.
    pub length: u32,
    /// How many connections have that length; at most 2^128 − 1 are counted.
    pub paths: u128,
}

impl Ways {
    /// An own ring needs no step.
    pub(crate) const RING: Ways = Ways { length: 0, paths: 1 };

    /// No connection: one step more than any has, and no path. A connection enters every cell and
    /// the border at most once, and waits at most a whole year before each step.
    pub(crate) fn none(cells: usize, seasons: usize) -> Ways {
        Ways { length: (seasons * (cells + 1) + 1) as u32, paths: 0 }
    }
}

/// How the search came to a copy of a cell.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    copy: i16,
    steps: u32,
    ways: u128,
}

/// No number of steps.
const UNREACHED: u32 = u32::MAX;

/// The memory of the counting search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counter {
    /// Least steps from the border, by node.
    steps: Vec<u32>,
    /// Shortest ways from the border, by node.
    ways: Vec<u128>,
    /// How the copies of each node were reached from the start of a ring.
    arrivals: Vec<Vec<Arrival>>,
    /// Nodes and which of their arrivals to go on from, in the order of steps.
    queue: Vec<(u16, u16)>,
    /// Cells that are taken away.
    is_done: Vec<bool>,
}

impl Counter {
    /// The shortest connections in a graph.
    pub(crate) fn count(&mut self, graph: &Graph) -> Ways {
        self.is_done.clear();
        self.is_done.resize(graph.nodes(), false);
        graph.removed().into_iter().for_each(|node| self.is_done[node] = true);
        match graph.borders() {
            Some((from, to)) => self.between(graph, from, to),
            None if graph.has_ring() => Ways::RING,
            None => self.around(graph),
        }
    }

    /// Without copies a plain array for each number will do.
    fn between(&mut self, graph: &Graph, from: usize, to: usize) -> Ways {
        let Counter { steps, ways, queue, is_done, .. } = self;
        steps.clear();
        steps.resize(graph.nodes(), UNREACHED);
        ways.clear();
        ways.resize(graph.nodes(), 0);
        queue.clear();
        queue.push((from as u16, 0));
        (steps[from], ways[from]) = (0, 1);
        let mut next = 0;
        while let Some(&(node, _)) =
            queue.get(next).filter(|(node, _)| steps[usize::from(*node)] < steps[to])
        {
            next += 1;
            let node = usize::from(node);
            for step in graph.steps(node) {
                let there = usize::from(step.to);
                if steps[there] == UNREACHED && !is_done[there] {
                    steps[there] = steps[node] + 1;
                    queue.push((step.to, 0));
                }
                if steps[there] == steps[node] + 1 {
                    ways[there] = ways[there].saturating_add(ways[node]);
                }
            }
        }
        match steps[to] {
            UNREACHED => Ways::none(graph.cells(), 1),
            length => Ways { length, paths: ways[to] },
        }
    }

    fn around(&mut self, graph: &Graph) -> Ways {
        let (geometry, axis) = graph.ring_axis().expect("there are no borders");
        let line = narrowest_line(geometry.board(), axis, |site| graph.is_open(site));
        let gate = graph.gate(line);
        let mut best: Option<Ways> = None;
        for start in gate.into_iter().map(usize::from) {
            if self.is_done[start] {
                continue;
            }
            self.search(graph, start, best.map_or(u32::MAX, |best| best.length));
            best = shorter(best, self.closing(start));
            self.is_done[start] = true;
        }
        match best {
            // Every ring is a walk from each of its cells.
            Some(Ways { length, paths }) => {
                Ways { length, paths: paths.saturating_mul(length.into()) }
            }
            None => Ways::none(graph.cells(), 1),
        }
    }

    /// The shortest walks from a cell to other copies of it.
    fn closing(&self, start: usize) -> Option<Ways> {
        let copies = &self.arrivals[start][1..];
        let length = copies.first()?.steps;
        let shortest = copies.iter().take_while(|arrival| arrival.steps == length);
        let paths = shortest.fold(0, |sum: u128, arrival| sum.saturating_add(arrival.ways));
        Some(Ways { length, paths })
    }

    /// Searches from a cell until all shortest ways to its other copies are counted, or the limit
    /// of steps is reached.
    fn search(&mut self, graph: &Graph, start: usize, mut limit: u32) {
        self.arrivals.resize(graph.nodes(), Vec::new());
        self.arrivals.iter_mut().for_each(Vec::clear);
        self.queue.clear();
        self.arrive(start, Arrival { copy: 0, steps: 0, ways: 1 });
        let mut next = 0;
        while let Some(&(node, index)) = self.queue.get(next) {
            next += 1;
            let here = self.arrivals[usize::from(node)][usize::from(index)];
            if here.steps >= limit {
                return;
            }
            for step in graph.steps(node.into()) {
                let (to, copy) = (usize::from(step.to), here.copy + step.copies);
                if !self.is_done[to] {
                    self.arrive(to, Arrival { copy, steps: here.steps + 1, ways: here.ways });
                }
                if to == start && copy != 0 {
                    limit = limit.min(here.steps + 1);
                }
            }
        }
    }

    #[inline]
    fn arrive(&mut self, node: usize, arrival: Arrival) {
        let known = &mut self.arrivals[node];
        if let Some(same) = known.iter_mut().find(|known| known.copy == arrival.copy) {
            if same.steps == arrival.steps {
                same.ways = same.ways.saturating_add(arrival.ways);
            }
        } else if known.get(1).is_none_or(|second| second.steps == arrival.steps) {
            self.queue.push((node as u16, known.len() as u16));
            known.push(arrival);
        }
    }
}

/// The shorter of two, or both together if they are equally long.
pub(crate) fn shorter(one: Option<Ways>, other: Option<Ways>) -> Option<Ways> {
    let (Some(a), Some(b)) = (one, other) else { return one.or(other) };
    Some(match a.length.cmp(&b.length) {
        std::cmp::Ordering::Less => a,
        std::cmp::Ordering::Greater => b,
        std::cmp::Ordering::Equal => Ways { paths: a.paths.saturating_add(b.paths), ..a },
    })
}
