//! `Player`: anybody who chooses moves.

use std::sync::{Mutex, PoisonError};

use hexring_control::Stop;
use hexring_lab::Contender;
use hexring_players::{Control, Player, decide};
use pyo3::prelude::*;

use crate::choice::PyChoice;
use crate::contender::{add_player, build, named, registry};
use crate::errors::{Raise, refuse};
use crate::game::{PyGame, open_position};
use crate::own_player::Faults;
use crate::watch::watch;

/// A player: `Player("mcts:playouts=1000", seed=1)`, or an engine, `Player('htp:"mohex"')`.
#[pyclass(name = "Player", module = "hexring", frozen)]
pub(crate) struct PyPlayer {
    contender: Contender,
    seed: u64,
    player: Mutex<Box<dyn Player>>,
    faults: Faults,
}

#[pymethods]
impl PyPlayer {
    #[new]
    #[pyo3(signature = (spec, seed = 1))]
    fn new(py: Python<'_>, spec: &str, seed: u64) -> PyResult<Self> {
        let faults = Faults::default();
        let contender = named(py, spec, &faults)?;
        let player = build(&contender, seed);
        faults.check()?;
        Ok(PyPlayer { contender, seed, player: Mutex::new(player?), faults })
    }

    /// Chooses a move for the player to move, with its thoughts.
    #[pyo3(signature = (game, *, progress = None))]
    fn choose(
        &self,
        py: Python<'_>,
        game: &Bound<'_, PyGame>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyChoice> {
        let game = game.borrow().game.clone();
        let mover = open_position(&game)?.to_move();
        if let Some(color) = mover {
            self.contender.supports(game.rules(), color).raise()?;
        }
        let choice = watch(py, progress, &Stop::new(), |limit, meter| {
            let mut hear = |choice: &hexring_players::Choice| meter.set(choice.work.count, 0);
            let mut control = Control::new(limit.clone(), &mut hear);
            let mut player = self.player.lock().unwrap_or_else(PoisonError::into_inner);
            decide(player.as_mut(), &game, &mut control)
        });
        self.faults.check()?;
        Ok(PyChoice { choice: choice?.raise()?, board: game.rules().board })
    }

    /// The player as text.
    #[getter]
    fn spec(&self) -> String {
        self.contender.to_string()
    }

    /// Its seed.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    fn __repr__(&self) -> String {
        format!("Player({:?}, seed={})", self.contender.to_string(), self.seed)
    }
}

/// All players that can be named, with their options, as JSON.
#[pyfunction]
pub(crate) fn players(py: Python<'_>) -> PyResult<String> {
    serde_json::to_string(&registry(py, &Faults::default())?).raise()
}

/// Gives a player that is written in Python a name, in experiments and everywhere: an object with
/// a method `choose(game)`, or something that makes one of a seed.
#[pyfunction]
pub(crate) fn register(name: &str, player: &Bound<'_, PyAny>) -> PyResult<()> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if name.is_empty() || !name.chars().all(plain) {
        return Err(refuse(format!("bad name {name:?}: expected letters, digits, - and _")));
    }
    add_player(name, player)
}
