//! Threads: the leaves of a batch are shared out, and their values come back in order.
//!
//! Which leaves a batch has does not depend on the number of threads, nor does what becomes of
//! them. So threads change nothing but the speed.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Scope;

use hexring_control::Limit;

use super::simulate::{Evaluation, Evaluator, Job};

/// Leaves with their places in the batch.
type Share = Vec<(usize, Job)>;
type Results = Vec<(usize, Evaluation)>;

/// A thread at work.
struct Helper {
    jobs: Sender<Share>,
    results: Receiver<Results>,
}

/// All threads of a search, this one included.
pub(super) struct Crew {
    own: Evaluator,
    helpers: Vec<Helper>,
    limit: Limit,
}

impl Crew {
    /// Starts the threads. They end with the crew.
    pub(super) fn new<'scope>(
        scope: &'scope Scope<'scope, '_>,
        threads: usize,
        evaluator: Evaluator,
        limit: &Limit,
    ) -> Self {
        let helper = |_| {
            let (jobs, todo) = channel::<Share>();
            let (done, results) = channel();
            let (mut evaluator, limit) = (evaluator.clone(), limit.clone());
            scope.spawn(move || {
                for share in todo {
                    if done.send(work(&mut evaluator, share, &limit)).is_err() {
                        return;
                    }
                }
            });
            Helper { jobs, results }
        };
        Crew { helpers: (1..threads).map(helper).collect(), own: evaluator, limit: limit.clone() }
    }

    /// Evaluates a batch. Leaves for which there was no time have no result.
    pub(super) fn evaluate(&mut self, batch: Vec<Job>) -> Vec<Option<Evaluation>> {
        let mut results: Vec<Option<Evaluation>> = vec![None; batch.len()];
        let mut shares: Vec<Share> = vec![Vec::new(); self.helpers.len() + 1];
        let threads = shares.len();
        for (place, job) in batch.into_iter().enumerate() {
            shares[place % threads].push((place, job));
        }
        let own = std::mem::take(&mut shares[0]);
        for (helper, share) in self.helpers.iter().zip(shares.drain(1..)) {
            helper.jobs.send(share).expect("the thread waits for work");
        }
        for (place, result) in work(&mut self.own, own, &self.limit) {
            results[place] = Some(result);
        }
        for helper in &self.helpers {
            for (place, result) in helper.results.recv().expect("the thread answers") {
                results[place] = Some(result);
            }
        }
        results
    }
}

/// Evaluates leaves until time is up.
fn work(evaluator: &mut Evaluator, share: Share, limit: &Limit) -> Results {
    let mut results = Results::with_capacity(share.len());
    for (place, job) in share {
        // The first leaf of all is always evaluated, so that there is something to go by.
        if place > 0 && limit.is_over() {
            break;
        }
        results.push((place, evaluator.evaluate(&job, limit)));
    }
    results
}
