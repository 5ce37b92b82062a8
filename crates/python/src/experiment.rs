//! `Experiment`: an experiment file as a value that travels: its text, the files that it names, and
//! the tasks that they make.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hexring_lab::experiment::{Context, ExperimentFile, read};
use hexring_lab::{Contender, Experiment, Tasks};
use hexring_players::Program;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::contender::registry;
use crate::errors::{Raise, refuse};
use crate::own_player::Faults;
use crate::watch::watch;

/// An experiment: `Experiment("experiments/trevorah.toml", quick=True)`.
///
/// It can be pickled, and is the same elsewhere: nothing but the package is needed there.
#[pyclass(name = "Experiment", module = "hexring", frozen)]
pub(crate) struct PyExperiment {
    source: Source,
    experiment: Experiment,
    tasks: Tasks,
    faults: Faults,
}

/// Everything that an experiment is made of.
#[derive(Clone)]
struct Source {
    name: String,
    text: String,
    /// The other files that it names, by their names in it.
    files: BTreeMap<String, String>,
    quick: bool,
}

/// What pickle takes.
type Reduced<'py> = (Bound<'py, PyAny>, (String, String, BTreeMap<String, String>, bool));

#[pymethods]
impl PyExperiment {
    #[new]
    #[pyo3(signature = (path, *, quick = false))]
    fn new(py: Python<'_>, path: PathBuf, quick: bool) -> PyResult<Self> {
        // Read as a file first, so that a fault has its line and column.
        read(&path, &registry(py, &Faults::default())?).raise()?;
        let text = std::fs::read_to_string(&path).raise()?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let files = RefCell::new(BTreeMap::new());
        let folder = path.parent().unwrap_or(Path::new(""));
        let load = |other: &str| {
            let text = std::fs::read_to_string(folder.join(other))?;
            files.borrow_mut().insert(other.to_owned(), text.clone());
            Ok(text)
        };
        let faults = Faults::default();
        lay_out(py, &name, &text, &load, &faults)?;
        let files = files.into_inner();
        PyExperiment::of(py, Source { name, text, files, quick }, faults)
    }

    /// An experiment of its parts: its name, its text and the files that it names.
    #[staticmethod]
    fn of_text(
        py: Python<'_>,
        name: String,
        text: String,
        files: BTreeMap<String, String>,
        quick: bool,
    ) -> PyResult<Self> {
        PyExperiment::of(py, Source { name, text, files, quick }, Faults::default())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let Source { name, text, files, quick } = self.source.clone();
        let make = py.get_type::<PyExperiment>().getattr("of_text")?;
        Ok((make, (name, text, files, quick)))
    }

    /// Its name.
    #[getter]
    fn name(&self) -> String {
        self.source.name.clone()
    }

    /// What it is about.
    #[getter]
    fn title(&self) -> String {
        self.experiment.title.clone()
    }

    /// How many tasks it has.
    fn __len__(&self) -> usize {
        self.tasks.total()
    }

    /// Does some tasks, one after the other, and gives the results as bytes for `Store.save`.
    #[pyo3(signature = (keys, *, progress = None))]
    fn perform<'py>(
        &self,
        py: Python<'py>,
        keys: Vec<String>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let program = Program::LIBRARY.to_string();
        let rows = watch(py, progress, &self.faults.begin(), |limit, _| {
            self.tasks.perform(&keys, &program, limit)
        });
        self.faults.check()?;
        Ok(PyBytes::new(py, &rows?.raise()?.to_bytes()))
    }

    fn __repr__(&self) -> String {
        format!("Experiment({:?}, {} tasks)", self.source.name, self.tasks.total())
    }
}

impl PyExperiment {
    fn of(py: Python<'_>, source: Source, faults: Faults) -> PyResult<Self> {
        let missing = || std::io::Error::from(std::io::ErrorKind::NotFound);
        let load = |other: &str| source.files.get(other).cloned().ok_or_else(missing);
        let experiment = lay_out(py, &source.name, &source.text, &load, &faults)?;
        let tasks = Tasks::new(&experiment, source.quick).raise()?;
        Ok(PyExperiment { source, experiment, tasks, faults })
    }

    /// The experiment.
    pub(crate) fn experiment(&self) -> &Experiment {
        &self.experiment
    }

    /// Its tasks.
    pub(crate) fn tasks(&self) -> &Tasks {
        &self.tasks
    }

    /// Whether it is a quick one.
    pub(crate) fn is_quick(&self) -> bool {
        self.source.quick
    }

    /// The exceptions of its players.
    pub(crate) fn faults(&self) -> &Faults {
        &self.faults
    }
}

fn lay_out(
    py: Python<'_>,
    name: &str,
    text: &str,
    load: &dyn Fn(&str) -> std::io::Result<String>,
    faults: &Faults,
) -> PyResult<Experiment> {
    let registry = registry(py, faults)?;
    let resolve = |text: &str| Contender::parse(&registry, text);
    let file = ExperimentFile::parse(text).raise()?;
    let experiment = file.experiment(name, &Context { resolve: &resolve, load });
    experiment.map_err(|fault| refuse(format!("{name}: {fault}")))
}
