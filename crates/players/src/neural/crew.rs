//! The crew: a batch of positions is shared out to threads.
//!
//! What a network says about a position does not depend on the others in its batch, so threads
//! change nothing but the speed.

use std::sync::Arc;
use std::thread;

use hexring_game::Position;
use hexring_network::{Evaluation, Evaluator, Network};

/// One evaluator for each thread.
pub(super) struct Crew {
    own: Evaluator,
    others: Vec<Evaluator>,
}

impl Crew {
    /// So many threads, this one included.
    pub(super) fn new(network: &Arc<Network>, threads: usize) -> Self {
        let own = Evaluator::new(Arc::clone(network));
        Crew { others: vec![own.clone(); threads - 1], own }
    }

    /// The network.
    pub(super) fn network(&self) -> &Network {
        self.own.network()
    }

    /// Evaluates positions, in their order.
    pub(super) fn evaluate(&mut self, positions: &[Position]) -> Vec<Evaluation> {
        let threads = self.others.len() + 1;
        let (first, rest) = positions.split_at(positions.len().div_ceil(threads));
        // A thread starts in a fraction of the time that a position takes.
        thread::scope(|scope| {
            let shares = rest.chunks(first.len().max(1));
            let spawn = |(evaluator, share)| scope.spawn(move || evaluate(evaluator, share));
            let handles: Vec<_> = self.others.iter_mut().zip(shares).map(spawn).collect();
            let mut evaluations = evaluate(&mut self.own, first);
            for handle in handles {
                evaluations.extend(handle.join().expect("evaluation"));
            }
            evaluations
        })
    }
}

fn evaluate(evaluator: &mut Evaluator, positions: &[Position]) -> Vec<Evaluation> {
    evaluator.evaluate(&positions.iter().collect::<Vec<_>>())
}
