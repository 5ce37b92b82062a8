//! Several threads that evaluate positions.
//!
//! What a network says about a position does not depend on the others in its batch, and batches
//! come back in the order in which they were handed in. So threads change nothing but the speed.

use std::collections::VecDeque;
use std::sync::Arc;
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
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
    pub fn work<R>(&mut self, task: impl FnOnce(&mut Desk<'_>) -> R) -> R {
        let (orders, waiting) = unbounded::<Order>();
        thread::scope(|scope| {
            for evaluator in &mut self.others {
                let waiting = waiting.clone();
                scope.spawn(move || waiting.iter().for_each(|order| order.carry_out(evaluator)));
            }
            // When the desk closes, the threads go home.
            task(&mut Desk { own: &mut self.own, orders, waiting, due: VecDeque::new() })
        })
    }

    /// Evaluates positions of one board, each for its player to move, and answers in their order.
    ///
    /// # Panics
    /// If nobody is to move in one of them.
    pub fn evaluate(&mut self, positions: Vec<Position>) -> Vec<Evaluation> {
        let Some(cells) = positions.first().map(|first| first.board().cell_count()) else {
            return Vec::new();
        };
        self.work(|desk| {
            let mut rest = positions.into_iter().peekable();
            while rest.peek().is_some() {
                desk.hand_in(rest.by_ref().take(enough(cells)).collect());
            }
            std::iter::from_fn(|| desk.pick_up())
                .flatten()
                .map(|(_, evaluation)| evaluation)
                .collect()
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
/// As long as more batches are under way than there are threads, no thread waits for another.
#[derive(Debug)]
pub struct Desk<'a> {
    own: &'a mut Evaluator,
    orders: Sender<Order>,
    waiting: Receiver<Order>,
    due: VecDeque<Receiver<Evaluated>>,
}

impl Desk<'_> {
    /// Hands a batch in: positions of any boards, each for its player to move.
    pub fn hand_in(&mut self, positions: Vec<Position>) {
        let (answer, due) = bounded(1);
        self.due.push_back(due);
        let order = Order { positions, answer };
        self.orders.send(order).expect("the desk itself can receive it");
    }

    /// The batch that was handed in first of those that are not picked up yet, if there is one.
    /// Works on what is waiting until it is there.
    ///
    /// # Panics
    /// If nobody is to move in one of its positions.
    pub fn pick_up(&mut self) -> Option<Evaluated> {
        let due = self.due.pop_front()?;
        while due.is_empty() {
            match self.waiting.try_recv() {
                Ok(order) => order.carry_out(self.own),
                Err(_) => break,
            }
        }
        Some(due.recv().expect("evaluation"))
    }
}

/// A batch that nobody is at work on.
#[derive(Debug)]
struct Order {
    positions: Vec<Position>,
    answer: Sender<Evaluated>,
}

impl Order {
    fn carry_out(self, evaluator: &mut Evaluator) {
        let evaluations = evaluator.evaluate(&self.positions.iter().collect::<Vec<_>>());
        // Nobody waits for it when the desk has closed.
        let _ = self.answer.send(self.positions.into_iter().zip(evaluations).collect());
    }
}
