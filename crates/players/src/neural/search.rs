//! The search: leaves are chosen, evaluated and learnt from, until a limit or a proof ends it.

use std::collections::VecDeque;

use hexring_control::Limit;
use hexring_game::{Color, Position};
use hexring_network::{Evaluated, Queue, enough};

use super::lookout::Lookout;
use super::options::Params;
use super::report;
use super::select::{Path, Selected, descend, winning_site};
use super::tree::{Tree, expand, node};
use crate::player::Control;
use crate::tree::{Action, NodeId, Step, add_value, proof, prove};

/// Cells that are under way at most, so that on large boards the search ends in time.
const MAX_CELLS: usize = 3000;

/// After so many simulations one leaf more may be under way: what is chosen without knowing the
/// last values is chosen worse, the more so the less is known.
const RAMP: u64 = 32;

/// In how many groups the leaves under way are chosen at least, on boards that are not tiny: with
/// more groups than threads, there is work for a thread that comes back before another one.
const GROUPS: usize = 4;

/// The limits of one search.
#[derive(Clone, Debug)]
pub(super) struct Budget {
    pub(super) simulations: u64,
    /// When it ends at the latest.
    pub(super) limit: Limit,
}

impl Budget {
    /// A share of what the parameters allow for a move, within a limit.
    pub(super) fn new(params: &Params, share: f64, limit: &Limit) -> Self {
        let part = |all: u64| (all as f64 * share).ceil() as u64;
        let within = |time: std::time::Duration| limit.within(time.mul_f64(share));
        Budget {
            simulations: params.simulations.map_or(u64::MAX, part),
            limit: params.time.map_or_else(|| limit.clone(), within),
        }
    }
}

/// A search in progress.
pub(super) struct Search<'a> {
    params: &'a Params,
    root: &'a Position,
    tree: &'a mut Tree,
    lookout: &'a mut Lookout,
    /// Simulations done.
    simulations: u64,
}

/// A new leaf.
struct Leaf {
    path: Path,
    node: NodeId,
}

impl<'a> Search<'a> {
    /// A search of a position, with what a tree knows of it already.
    pub(super) fn new(
        params: &'a Params,
        root: &'a Position,
        tree: &'a mut Tree,
        lookout: &'a mut Lookout,
    ) -> Self {
        Search { params, root, tree, lookout, simulations: 0 }
    }

    /// Searches until a limit is reached or the root is proven. Says how many simulations it was.
    ///
    /// Which leaves are under way when the next ones are chosen depends on the options and on the
    /// board alone, never on which thread was faster: values are taken in the order in which their
    /// leaves were chosen.
    pub(super) fn run(
        mut self,
        budget: &Budget,
        queue: &mut Queue<'_>,
        control: &mut Control,
    ) -> u64 {
        self.look_at_root(budget, queue);
        let mut under_way: VecDeque<Vec<Leaf>> = VecDeque::new();
        loop {
            // Leaves under way know their places in the tree.
            if self.is_full() && under_way.is_empty() {
                self.thin_out();
            }
            let is_over = self.is_finished(budget) || budget.limit.is_over();
            let (batch, group) = self.sizes();
            let taken = under_way.iter().map(Vec::len).sum::<usize>();
            if !is_over && !self.is_full() && taken + group <= batch {
                let (leaves, positions) = self.collect(group, budget);
                // Nothing new may be in reach before something comes back.
                if !leaves.is_empty() || under_way.is_empty() {
                    under_way.push_back(leaves);
                    queue.hand_in(positions);
                    continue;
                }
            }
            let Some(leaves) = under_way.pop_front() else { return self.simulations };
            self.learn(&leaves, queue.pick_up().expect("they were handed in"));
            if !is_over {
                control.report(|| report::choice(self.tree, self.root, self.simulations));
            }
        }
    }

    /// How many leaves are under way at most, and how many of them are chosen at a time. That
    /// depends on how many simulations are done, and on nothing that a thread could change.
    fn sizes(&self) -> (usize, usize) {
        let cells = self.root.board().cell_count();
        let known = usize::try_from(self.simulations / RAMP).unwrap_or(usize::MAX);
        let most = self.params.batch.min(MAX_CELLS / cells);
        let batch = most.min(known.saturating_add(1)).max(1);
        (batch, batch.div_ceil(GROUPS).max(enough(cells)).min(batch))
    }

    /// Evaluates the root, and looks for a win and for moves that need no thought, unless only the
    /// policy is asked for.
    fn look_at_root(&mut self, budget: &Budget, queue: &mut Queue<'_>) {
        let root = self.tree.root();
        if self.tree.node(root).state.value.is_none() {
            queue.hand_in(vec![self.root.clone()]);
            for (position, evaluation) in queue.pick_up().expect("it was handed in") {
                expand(self.tree, root, &position, &evaluation);
            }
        }
        if budget.simulations == 0 {
            return;
        }
        let winning = winning_site(self.root);
        let edge = winning.and_then(|site| self.tree.find(root, Action::Place(site)));
        match edge.zip(self.tree.node(root).mover) {
            Some((edge, winner)) => {
                prove(self.tree, &[Step { node: root, edge }], winner);
            }
            // That all moves lose is no reason not to look for the one that holds longest: such a
            // root counts as proven only when each of them is.
            None => {
                if !self.tree.node(root).state.is_seen {
                    self.lookout.look(self.tree, root, self.root);
                }
                self.tree.node_mut(root).proof = proof(self.tree, root);
            }
        }
    }

    /// Whether there is nothing more to do, whatever the clock says.
    fn is_finished(&self, budget: &Budget) -> bool {
        let root = self.tree.root();
        let open = self.tree.options(root).filter(|(_, edge)| edge.proof.is_none()).count();
        // The last move that is not lost needs no further thought.
        open <= 1 || self.tree.node(root).proof.is_some() || self.simulations >= budget.simulations
    }

    /// Whether the tree may not grow any more.
    fn is_full(&self) -> bool {
        self.tree.bytes() >= self.params.memory
    }

    /// Makes room in a full tree: positions that were visited least are forgotten, half of it. What
    /// they were worth stays with the edges that led to them.
    fn thin_out(&mut self) {
        let fewest = self.tree.visits_within(self.params.memory / 2);
        let tree = std::mem::replace(self.tree, Tree::new(node(self.root)));
        let root = tree.root();
        *self.tree = tree.subtree(root, fewest);
    }

    /// Selects leaves. Ends of games among them are dealt with at once.
    fn collect(&mut self, count: usize, budget: &Budget) -> (Vec<Leaf>, Vec<Position>) {
        let (mut leaves, mut positions) = (Vec::new(), Vec::new());
        let mut position = self.root.clone();
        for _ in 0..count {
            position.clone_from(self.root);
            match descend(self.tree, self.lookout, &mut position, self.params) {
                Selected::Leaf(path, node) => {
                    positions.push(position.clone());
                    leaves.push(Leaf { path, node });
                }
                Selected::Won(path, winner) => {
                    add_value(self.tree, &path, f64::from(u8::from(winner == Color::Red)));
                    prove(self.tree, &path, winner);
                }
                Selected::Discarded(path) => add_value(self.tree, &path, 0.5),
                Selected::Busy => break,
            }
            self.simulations += 1;
            if self.is_finished(budget) {
                break;
            }
        }
        (leaves, positions)
    }

    /// Gives leaves their edges, and their values to all above them.
    fn learn(&mut self, leaves: &[Leaf], evaluated: Evaluated) {
        for (leaf, (position, evaluation)) in leaves.iter().zip(evaluated) {
            expand(self.tree, leaf.node, &position, &evaluation);
            let value = f64::from(evaluation.value());
            let is_red = self.tree.node(leaf.node).mover == Some(Color::Red);
            add_value(self.tree, &leaf.path, if is_red { value } else { 1.0 - value });
        }
    }
}
