//! Players that are written in Python.

use std::sync::{Arc, Mutex, PoisonError};

use hexring_control::Stop;
use hexring_game::{Forfeit, Game};
use hexring_players::{BuildError, Choice, ChooseError, Control, Entry, Player};
use pyo3::prelude::*;

use crate::action::read_move;
use crate::choice::PyChoice;
use crate::errors::{Raise, refuse};
use crate::game::PyGame;

/// The first exception of players that are written in Python. Whoever lets them play stops, and
/// raises it.
#[derive(Clone, Default)]
pub(crate) struct Faults {
    first: Arc<Mutex<Option<PyErr>>>,
    /// That of the work that is going on.
    stop: Arc<Mutex<Stop>>,
}

impl Faults {
    /// A new flag for new work, which the first exception raises.
    pub(crate) fn begin(&self) -> Stop {
        let stop = Stop::new();
        self.stop.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&stop);
        stop
    }

    /// Whether there was an exception.
    pub(crate) fn is_raised(&self) -> bool {
        self.first.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Raises the first exception, if there was one.
    pub(crate) fn check(&self) -> PyResult<()> {
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        first.take().map_or(Ok(()), Err)
    }

    fn keep(&self, fault: PyErr) {
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert(fault);
        self.stop.lock().unwrap_or_else(PoisonError::into_inner).raise();
    }
}

/// The entry of a player that is written in Python: an object with a method `choose(game)`, or
/// something that makes one of a seed.
pub(crate) fn entry(name: String, object: Py<PyAny>, faults: &Faults) -> Entry {
    let (faults, player) = (faults.clone(), name.clone());
    Entry::new(name, "a player that is written in Python", move |_, seed| {
        let made = Python::attach(|py| make(object.bind(py), seed));
        let object = made.map_err(|fault| {
            let reason = fault.to_string();
            faults.keep(fault);
            BuildError { player: player.clone(), reason }
        })?;
        Ok(Box::new(OwnPlayer { name: player.clone(), object, faults: faults.clone() }))
    })
}

/// The name of a player: its own, or that of its class.
pub(crate) fn name_of(object: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(name) = object.getattr("name")
        && let Ok(name) = name.extract::<String>()
    {
        return Ok(name);
    }
    let named = object.getattr("__name__").or_else(|_| object.get_type().getattr("__name__"))?;
    named.extract()
}

fn make(object: &Bound<'_, PyAny>, seed: u64) -> PyResult<Py<PyAny>> {
    let is_class = object.is_instance_of::<pyo3::types::PyType>();
    if !is_class && object.hasattr("choose")? {
        return Ok(object.clone().unbind());
    }
    let made = object.call1((seed,))?;
    if made.hasattr("choose")? {
        return Ok(made.unbind());
    }
    Err(refuse(format!("{} has no method choose(game), which a player needs", made.repr()?)))
}

struct OwnPlayer {
    name: String,
    object: Py<PyAny>,
    faults: Faults,
}

impl OwnPlayer {
    fn ask(&self, py: Python<'_>, game: &Game) -> PyResult<Choice> {
        let answer = self.object.call_method1(py, "choose", (PyGame { game: game.clone() },))?;
        let answer = answer.bind(py);
        let choice = match answer.cast::<PyChoice>() {
            Ok(choice) => choice.get().choice.clone(),
            Err(_) => Choice::new(read_move(answer, game.rules())?),
        };
        game.position().clone().play(choice.mv).raise()?;
        Ok(choice)
    }
}

impl Player for OwnPlayer {
    fn choose(&mut self, game: &Game, control: &mut Control) -> Result<Choice, ChooseError> {
        self.answer(game, control)
    }

    /// A swap is one of the legal moves that the player chooses from.
    fn answer(&mut self, game: &Game, _: &mut Control) -> Result<Choice, ChooseError> {
        Python::attach(|py| {
            self.ask(py, game).map_err(|fault| {
                let words = format!("{}: {fault}", self.name);
                // Python 3.10 has no notes; the exception says enough.
                let note = format!("in the player {}", self.name);
                let _ = fault.value(py).call_method1("add_note", (note,));
                self.faults.keep(fault);
                ChooseError::Lost(Forfeit::Other(words))
            })
        })
    }
}
