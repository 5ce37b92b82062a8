//! The network as the adviser of the solver: it says which moves to try first.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use hexring_game::{Board, Position};
use hexring_network::{Evaluator, LoadError, Network};
use hexring_solver::{Advice, Adviser, Advisers};

/// The network that comes with the program; none if it was built without one.
pub fn shipped() -> Option<Arc<dyn Advisers>> {
    Network::embedded().ok().map(of)
}

/// A network from a file.
pub fn from_file(path: impl AsRef<Path>) -> Result<Arc<dyn Advisers>, LoadError> {
    Network::load(path).map(|network| of(Arc::new(network)))
}

/// A network.
pub fn of(network: Arc<Network>) -> Arc<dyn Advisers> {
    Arc::new(Evaluators(network))
}

/// Evaluators of a network.
struct Evaluators(Arc<Network>);

impl fmt::Debug for Evaluators {
    /// Without the weights.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Evaluators").finish_non_exhaustive()
    }
}

impl Advisers for Evaluators {
    fn adviser(&self, board: Board) -> Option<Box<dyn Adviser>> {
        // Boards of a single row or column were not among those that networks have learnt from.
        let is_known = board.cols().min(board.rows()) >= 2;
        is_known.then(|| Box::new(Evaluating(Evaluator::new(Arc::clone(&self.0)))) as _)
    }
}

/// An evaluator of one search.
struct Evaluating(Evaluator);

impl Adviser for Evaluating {
    fn advise(&mut self, position: &Position) -> Advice {
        let evaluation = self.0.evaluate(&[position]).remove(0);
        Advice { value: evaluation.value(), policy_logits: evaluation.policy_logits }
    }
}
