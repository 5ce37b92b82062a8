//! The search: batches of leaves, until a limit or a proof ends it.

use std::thread;

use hexring_control::Limit;
use hexring_game::Position;
use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::backward::{Backward, decided};
use super::crew::Crew;
use super::options::Params;
use super::report;
use super::select::{Path, Selected, Selection};
use super::simulate::{Evaluator, Job};
use super::tree::Tree;
use crate::player::{Choice, Control};

/// The limits of one search.
#[derive(Clone, Debug)]
pub(super) struct Budget {
    /// Playouts at most.
    pub(super) playouts: u64,
    /// Stones at most.
    pub(super) stones: u64,
    /// When it ends at the latest.
    pub(super) limit: Limit,
}

impl Budget {
    /// A share of what the parameters allow for a move, within a limit.
    pub(super) fn new(params: &Params, share: f64, limit: &Limit) -> Self {
        let part =
            |all: Option<u64>| all.map_or(u64::MAX, |all| (all as f64 * share).ceil() as u64);
        let within = |time: std::time::Duration| limit.within(time.mul_f64(share));
        Budget {
            playouts: part(params.playouts),
            stones: part(params.stones),
            limit: params.time.map_or_else(|| limit.clone(), within),
        }
    }

    /// The playouts that are left after so many, and after so many stones, if each fills the empty
    /// cells of a position: one at least.
    pub(super) fn left(&self, playouts: u64, stones: u64, position: &Position) -> u64 {
        let empty = position.empty_count().max(1) as u64;
        let fills = self.stones.saturating_sub(stones).div_ceil(empty);
        self.playouts.saturating_sub(playouts).min(fills).max(1)
    }

    /// Whether so many playouts and stones are all.
    pub(super) fn is_spent(&self, playouts: u64, stones: u64) -> bool {
        playouts >= self.playouts || stones >= self.stones
    }
}

/// A search in progress.
pub(super) struct Search<'a> {
    /// The parameters.
    pub(super) params: &'a Params,
    /// The position at the root.
    pub(super) root: &'a Position,
    /// What is known.
    pub(super) tree: &'a mut Tree,
    /// The dice.
    pub(super) rng: Xoshiro256PlusPlus,
    /// Whether the opponent may answer the first move by a swap.
    pub(super) swap_follows: bool,
    /// Playouts done, and games that ended in the tree.
    pub(super) playouts: u64,
    /// Stones that they set, on the way down the tree too.
    pub(super) stones: u64,
}

impl Search<'_> {
    /// Searches until a limit is reached or the root is proven.
    pub(super) fn run(&mut self, budget: &Budget, control: &mut Control) {
        let evaluator = Evaluator::new(self.root, self.params);
        let mut backward = Backward::new(self.root.board());
        thread::scope(|scope| {
            let mut crew = Crew::new(scope, self.params.threads, evaluator, &budget.limit);
            loop {
                self.round(budget, &mut crew, &mut backward);
                if self.is_finished(budget) || budget.limit.is_over() {
                    return;
                }
                control.report(|| self.choice());
            }
        });
    }

    /// The choice as things stand.
    pub(super) fn choice(&self) -> Choice {
        report::choice(self.tree, self.root, self.swap_follows, self.playouts)
    }

    /// Whether there is nothing more to do, whatever the clock says.
    fn is_finished(&self, budget: &Budget) -> bool {
        let root = self.tree.root();
        let edges = self.tree.edges(root);
        let is_open = |color| edges.iter().filter(|edge| edge.proof != Some(color)).count();
        let is_decided = match self.tree.node(root).mover {
            Some(_) if self.swap_follows => edges.len() <= 1,
            // The last move that is not lost needs no further thought.
            Some(mover) => is_open(!mover) <= 1,
            None => true,
        };
        is_decided
            || self.tree.node(root).proof.is_some()
            || budget.is_spent(self.playouts, self.stones)
    }

    /// One batch: select, simulate, backward.
    fn round(&mut self, budget: &Budget, crew: &mut Crew, backward: &mut Backward) {
        let (paths, jobs) = self.collect(budget);
        let size = |job: &Job| (job.playouts, job.position.empty_count());
        let sizes: Vec<_> = jobs.iter().map(size).collect();
        for ((path, size), evaluation) in paths.iter().zip(sizes).zip(crew.evaluate(jobs)) {
            match evaluation {
                Some(evaluation) => {
                    let (playouts, empty) = size;
                    self.playouts += playouts;
                    self.stones += path.steps.len() as u64 + evaluation.stones(empty);
                    backward.evaluated(self.tree, path, &evaluation);
                }
                None => path.abandon(self.tree),
            }
        }
    }

    /// Selects the leaves of a batch. Ends of games among them are dealt with at once.
    fn collect(&mut self, budget: &Budget) -> (Vec<Path>, Vec<Job>) {
        let (mut paths, mut jobs) = (Vec::new(), Vec::<Job>::new());
        let mut position = self.root.clone();
        let mut left = budget.left(self.playouts, self.stones, self.root);
        for _ in 0..self.params.batch {
            position.clone_from(self.root);
            let (params, swap_follows) = (self.params, self.swap_follows);
            let mut selection = Selection { params, swap_follows, rng: &mut self.rng };
            match selection.descend(self.tree, &mut position) {
                Selected::Leaf(path) => {
                    let (playouts, seed) = (self.params.leaf.min(left), self.rng.next_u64());
                    jobs.push(Job { position: position.clone(), playouts, seed });
                    paths.push(path);
                    left -= playouts;
                }
                Selected::Decided(path, winner) => {
                    decided(self.tree, &path, winner, self.params.proofs);
                    self.playouts += 1;
                    self.stones += path.steps.len() as u64;
                    left -= 1;
                }
                Selected::Busy => break,
            }
            if left == 0 || self.is_finished(budget) {
                break;
            }
        }
        (paths, jobs)
    }
}
