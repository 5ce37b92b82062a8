//! `Store`: the file of results. The driver of a cluster owns one.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use hexring_lab::rows::Run;
use hexring_lab::store::GameFilter;
use hexring_lab::{Rows, Store, machine};
use hexring_players::Program;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::{Raise, refuse};
use crate::experiment::PyExperiment;
use crate::frame::Frame;

/// A file of results: `Store("results.sqlite")` to write, `Store(path, read_only=True)` to look.
#[pyclass(name = "Store", module = "hexring", frozen)]
pub(crate) struct PyStore {
    store: Mutex<Option<Store>>,
    opened: (Instant, String),
}

#[pymethods]
impl PyStore {
    #[new]
    #[pyo3(signature = (path, *, read_only = false))]
    fn new(path: PathBuf, read_only: bool) -> PyResult<Self> {
        let store = open(&path, read_only)?;
        let opened = (Instant::now(), machine::now());
        Ok(PyStore { store: Mutex::new(Some(store)), opened })
    }

    /// The keys of the tasks of an experiment that have no result yet, in the order in which they
    /// are best done.
    fn missing(&self, experiment: &Bound<'_, PyExperiment>) -> PyResult<Vec<String>> {
        let keys = experiment.get().tasks().missing(self.store()?.get()?).raise()?;
        Ok(keys.into_iter().map(ToOwned::to_owned).collect())
    }

    /// Saves what `Experiment.perform` has given, all or none of it; says how many results it was.
    fn save(&self, py: Python<'_>, rows: &[u8]) -> PyResult<usize> {
        let rows = Rows::from_bytes(rows).raise()?;
        py.detach(|| rows.save(self.store()?.get_mut()?).raise())?;
        Ok(rows.count())
    }

    /// Remembers who did some of the results.
    fn add_run(&self, command: String, threads: u32, done: u64) -> PyResult<()> {
        let (since, started) = &self.opened;
        let run = Run {
            started: started.clone(),
            command,
            program: Program::LIBRARY.to_string(),
            machine: machine::describe(),
            threads,
            done,
            seconds: since.elapsed().as_secs_f64(),
        };
        self.store()?.get_mut()?.add_run(&run).raise()
    }

    /// The games, one row each.
    #[getter]
    fn games(&self) -> PyResult<Frame> {
        Frame::of_games(&self.store()?.get()?.select(&GameFilter::default()).raise()?)
    }

    /// The keys of everything that is finished.
    #[getter]
    fn keys(&self) -> PyResult<Vec<String>> {
        let mut keys: Vec<String> = self.store()?.get()?.keys().raise()?.into_iter().collect();
        keys.sort();
        Ok(keys)
    }

    /// Lets go of the file.
    fn close(&self) -> PyResult<()> {
        self.store()?.0.take();
        Ok(())
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, PyTuple>) -> PyResult<()> {
        self.close()
    }
}

/// A store, while it is open.
struct Held<'a>(MutexGuard<'a, Option<Store>>);

impl Held<'_> {
    fn get(&self) -> PyResult<&Store> {
        self.0.as_ref().ok_or_else(|| refuse("the store is closed"))
    }

    fn get_mut(&mut self) -> PyResult<&mut Store> {
        self.0.as_mut().ok_or_else(|| refuse("the store is closed"))
    }
}

impl PyStore {
    fn store(&self) -> PyResult<Held<'_>> {
        Ok(Held(self.store.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

fn open(path: &Path, read_only: bool) -> PyResult<Store> {
    if read_only { Store::read(path).raise() } else { Store::open(path).raise() }
}
