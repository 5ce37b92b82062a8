//! hexring for Python: the module `hexring._native`.
//!
//! Every file binds one thing of the crates below and holds no rules of its own. What Python people
//! expect around it (environments, the cluster, progress bars) is Python, in `python/hexring`.
//!
//! Long calls let go of the interpreter and run in `watch`: they end on Ctrl-C, and a panic is an
//! exception. All refusals are `hexring.Error` with the program's own one line.

#![allow(
    clippy::needless_pass_by_value,
    reason = "what Python hands over is extracted into values"
)]

mod action;
mod choice;
mod contender;
mod errors;
mod experiment;
mod frame;
mod game;
mod lab;
mod network;
mod own_player;
mod player;
mod playouts;
mod rules;
mod scene;
mod solve;
mod store;
mod table;
mod vector;
mod watch;

use pyo3::prelude::*;

/// What `import hexring` stands on.
#[pymodule(name = "_native")]
mod native {
    #[pymodule_export]
    use crate::choice::PyChoice;
    #[pymodule_export]
    use crate::errors::Error;
    #[pymodule_export]
    use crate::experiment::PyExperiment;
    #[pymodule_export]
    use crate::frame::Frame;
    #[pymodule_export]
    use crate::game::record::PyRecord;
    #[pymodule_export]
    use crate::game::{PyCertificate, PyGame};
    #[pymodule_export]
    use crate::lab::{Match, Tournament, run_experiment, run_match, run_tournament};
    #[pymodule_export]
    use crate::network::PyNetwork;
    #[pymodule_export]
    use crate::player::{PyPlayer, players, register};
    #[pymodule_export]
    use crate::playouts::{Playouts, playouts};
    #[pymodule_export]
    use crate::rules::rules;
    #[pymodule_export]
    use crate::solve::{Chances, Checked, Solution, Verified, check, solve, verify};
    #[pymodule_export]
    use crate::store::PyStore;
    #[pymodule_export]
    use crate::table::PyTable;
    #[pymodule_export]
    use crate::vector::VectorGames;
    use hexring_players::Program;
    use pyo3::prelude::*;

    /// Tells which program this is.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", Program::LIBRARY.version)?;
        module.add("PROGRAM", Program::LIBRARY.to_string())
    }
}
