//! The SAT solver, which ends when the work shall end.

use batsat::{Callbacks, Solver, SolverOpts};
use hexring_control::Limit;

pub(crate) struct Until(Limit);

impl Callbacks for Until {
    fn stop(&self) -> bool {
        self.0.is_over()
    }
}

/// A solver without clauses.
pub(crate) fn solver(limit: &Limit) -> Solver<Until> {
    Solver::new(SolverOpts::default(), Until(limit.clone()))
}
