//! Who takes part: players by their names, engines, `Player` objects, and Python's own.

use std::sync::{Arc, Mutex, PoisonError};

use hexring_htp::{EnginePlayer, EngineSlot};
use hexring_lab::Contender;
use hexring_players::option::Settings;
use hexring_players::{Player, Registry, Spec};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::Raise;
use crate::own_player::{Faults, entry, name_of};

/// Players that are written in Python and have a name.
static REGISTERED: Mutex<Vec<(String, Py<PyAny>)>> = Mutex::new(Vec::new());

/// The players that can be named now.
pub(crate) fn registry(py: Python<'_>, faults: &Faults) -> PyResult<Registry> {
    let mut registry = Registry::standard();
    for (name, object) in &*REGISTERED.lock().unwrap_or_else(PoisonError::into_inner) {
        registry.add(entry(name.clone(), object.clone_ref(py), faults)).raise()?;
    }
    Ok(registry)
}

/// Gives a player that is written in Python a name.
pub(crate) fn add_player(name: &str, object: &Bound<'_, PyAny>) -> PyResult<()> {
    let faults = Faults::default();
    let entry = entry(name.to_owned(), object.clone().unbind(), &faults);
    registry(object.py(), &faults)?.add(entry).raise()?;
    let mut registered = REGISTERED.lock().unwrap_or_else(PoisonError::into_inner);
    registered.push((name.to_owned(), object.clone().unbind()));
    Ok(())
}

/// Somebody by name.
pub(crate) fn named(py: Python<'_>, text: &str, faults: &Faults) -> PyResult<Contender> {
    Contender::parse(&registry(py, faults)?, text).raise()
}

/// Somebody who takes part: a text, or a player of Python's own.
pub(crate) fn contender(who: &Bound<'_, PyAny>, faults: &Faults) -> PyResult<Contender> {
    // Players of this package are told by their text.
    let text = if who.is_instance_of::<PyString>() { Ok(who.clone()) } else { who.getattr("spec") };
    if let Ok(text) = text
        && let Ok(text) = text.cast::<PyString>()
    {
        return named(who.py(), text.to_str()?, faults);
    }
    let entry = entry(name_of(who)?, who.clone().unbind(), faults);
    Ok(Contender::Player(Spec::new(Arc::new(entry), Settings::default())))
}

/// The player that a contender is, with its seed.
pub(crate) fn build(contender: &Contender, seed: u64) -> PyResult<Box<dyn Player>> {
    match contender {
        Contender::Player(spec) => spec.build(seed).raise(),
        Contender::Engine(spec) => {
            Ok(Box::new(EnginePlayer::new(spec.clone(), EngineSlot::default())))
        }
    }
}
