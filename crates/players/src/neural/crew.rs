//! The crew: a batch of positions is cut into parts, and the parts are shared out to threads.
//!
//! What a network says about a position may depend on the batch in its last places. Parts have a
//! fixed size, whatever the number of threads, so that threads change nothing but the speed.

use std::sync::Arc;
use std::thread;

use hexring_game::Position;
use hexring_network::{Evaluation, Evaluator, Network};

/// Positions that are evaluated together. More are hardly faster.
const PART: usize = 4;

/// One evaluator for each thread.
pub(super) struct Crew {
    evaluators: Vec<Evaluator>,
}

impl Crew {
    /// So many threads, this one included.
    pub(super) fn new(network: &Arc<Network>, threads: usize) -> Self {
        let evaluator = Evaluator::new(Arc::clone(network));
        Crew { evaluators: vec![evaluator; threads] }
    }

    /// Evaluates positions, in their order.
    pub(super) fn evaluate(&mut self, positions: &[Position]) -> Vec<Evaluation> {
        let parts: Vec<&[Position]> = positions.chunks(PART).collect();
        let threads = self.evaluators.len().min(parts.len()).max(1);
        let share = |thread| parts.iter().copied().skip(thread).step_by(threads);
        let (own, others) = self.evaluators.split_at_mut(1);
        // A thread starts in a fraction of the time that a position takes.
        let mut shares = thread::scope(|scope| {
            let spawn = |(evaluator, index): (_, usize)| {
                let parts = share(index);
                scope.spawn(move || work(evaluator, parts))
            };
            let handles: Vec<_> = others.iter_mut().zip(1..threads).map(spawn).collect();
            let mut shares = vec![work(&mut own[0], share(0)).into_iter()];
            let join = |handle: thread::ScopedJoinHandle<'_, Vec<_>>| handle.join();
            let results = handles.into_iter().map(join);
            shares.extend(results.map(|result| result.expect("evaluation").into_iter()));
            shares
        });
        let in_order = (0..parts.len()).map(|part| shares[part % threads].next());
        in_order.flat_map(|part| part.expect("each part was evaluated")).collect()
    }
}

fn work<'a>(
    evaluator: &mut Evaluator,
    parts: impl Iterator<Item = &'a [Position]>,
) -> Vec<Vec<Evaluation>> {
    parts.map(|part| evaluator.evaluate(&part.iter().collect::<Vec<_>>())).collect()
}
