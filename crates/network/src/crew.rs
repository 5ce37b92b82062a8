//! Several threads that evaluate positions.
//!
//! What a network says about a position does not depend on the others in its batch, and batches
//! come back in the order in which they were handed in. So threads change nothing but the speed.

use std::collections::VecDeque;
use std::sync::Arc;
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use hexring_control::Limit;
use hexring_game::Position;

use crate::evaluator::{Evaluation, Evaluator};
use crate::network::Network;

/// Cells from which on a batch is worth a thread: with fewer of them, fetching the weights of a
/// layer takes longer than using them.
const ENOUGH: usize = 100;

/// One evaluator for each thread.
#[derive(Clone, Debug)]
pub struct Crew {
    own: Evaluator,
    others: Vec<Evaluator>,
}

impl Crew {
    /// So many threads, the one that calls included; at least that one.
    pub fn new(network: &Arc<Network>, threads: usize) -> Self {
        let own = Evaluator::new(Arc::clone(network));
        Crew { others: vec![own.clone(); threads.saturating_sub(1)], own }
    }

    /// The network.
    pub fn network(&self) -> &Arc<Network> {
        self.own.network()
    }

    /// Does something that needs positions evaluated. The threads are at work until it is done.
    pub fn work<R>(&mut self, task: impl FnOnce(&mut Queue<'_>) -> R) -> R {
        let (batches, waiting) = unbounded::<Batch>();
        thread::scope(|scope| {
            for evaluator in &mut self.others {
                let waiting = waiting.clone();
                scope.spawn(move || waiting.iter().for_each(|batch| batch.evaluate(evaluator)));
            }
            // When the queue is dropped, the threads go home.
            task(&mut Queue { own: &mut self.own, batches, waiting, due: VecDeque::new() })
        })
    }

    /// Evaluates positions of one board as [`Evaluator::evaluate`] does, and answers in their order.
    /// Once the limit is over, batches that are under way are finished and no others begin, so
    /// that the last positions may get no answer; the first batch always does.
    ///
    /// # Panics
    /// If one of the games is over.
    pub fn evaluate(&mut self, positions: Vec<Position>, limit: &Limit) -> Vec<Evaluation> {
        let Some(cells) = positions.first().map(|first| first.board().cell_count()) else {
            return Vec::new();
        };
        // One for each thread, and one that waits for the fastest.
        let most = self.others.len() + 2;
        self.work(|queue| {
            let mut rest = positions.into_iter().peekable();
            let mut evaluations = Vec::new();
            loop {
                let wanted =
                    if limit.is_over() { usize::from(evaluations.is_empty()) } else { most };
                while queue.due.len() < wanted && rest.peek().is_some() {
                    queue.hand_in(rest.by_ref().take(enough(cells)).collect());
                }
                match queue.pick_up() {
                    Some(batch) => evaluations.extend(batch.into_iter().map(|(_, found)| found)),
                    None => return evaluations,
                }
            }
        })
    }
}

/// How many positions with so many cells make a batch that is worth a thread.
pub fn enough(cells: usize) -> usize {
    ENOUGH.div_ceil(cells.max(1))
}

/// Positions with what the network says about them.
pub type Evaluated = Vec<(Position, Evaluation)>;

/// Where batches are handed in, and picked up in the same order.
///
/// As long as more batches are under way than there are threads, no thread waits for another. A
/// batch that has begun is finished, so work that is stopped ends one batch late: keep batches
/// small. The smallest, one position, takes a tenth of a second on the largest board.
#[derive(Debug)]
pub struct Queue<'a> {
    own: &'a mut Evaluator,
    batches: Sender<Batch>,
    waiting: Receiver<Batch>,
    due: VecDeque<Receiver<Evaluated>>,
}

impl Queue<'_> {
    /// Hands a batch in: positions of any boards, in which the games go on.
    pub fn hand_in(&mut self, positions: Vec<Position>) {
        let (answer, due) = bounded(1);
        self.due.push_back(due);
        let batch = Batch { positions, answer };
        self.batches.send(batch).expect("the queue itself can receive it");
    }

    /// The batch that was handed in first of those that are not picked up yet, if there is one.
    /// Works on what is waiting until it is there.
    ///
    /// # Panics
    /// If one of its games is over.
    pub fn pick_up(&mut self) -> Option<Evaluated> {
        let due = self.due.pop_front()?;
        while due.is_empty() {
            match self.waiting.try_recv() {
                Ok(batch) => batch.evaluate(self.own),
                Err(_) => break,
            }
        }
        Some(due.recv().expect("evaluation"))
    }
}

/// A batch that nobody is at work on.
#[derive(Debug)]
struct Batch {
    positions: Vec<Position>,
    answer: Sender<Evaluated>,
}

impl Batch {
    fn evaluate(self, evaluator: &mut Evaluator) {
        let evaluations = evaluator.evaluate(&self.positions.iter().collect::<Vec<_>>());
        // Nobody waits for it when the queue is gone.
        let _ = self.answer.send(self.positions.into_iter().zip(evaluations).collect());
    }
}
