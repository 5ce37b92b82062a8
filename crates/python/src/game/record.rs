//! `Record`: a game on paper, in all formats.

use hexring_game::record::{Format, ReadOptions, Record};
use pyo3::prelude::*;

use super::PyGame;
use crate::errors::Raise;

/// A record: `Record(text)` reads SGF, HexWorld links, move lists and JSON.
#[pyclass(name = "Record", module = "hexring", eq, frozen)]
#[derive(PartialEq)]
pub(crate) struct PyRecord {
    pub(crate) record: Record,
}

#[pymethods]
impl PyRecord {
    #[new]
    #[pyo3(signature = (text, *, format = None, rules = None, game = 0))]
    fn new(text: &str, format: Option<&str>, rules: Option<&str>, game: usize) -> PyResult<Self> {
        let format = format.map(|format| format.parse().raise()).transpose()?;
        let rules = rules.map(|rules| rules.parse().raise()).transpose()?;
        let record = Record::parse_with(text, &ReadOptions { format, rules, game }).raise()?;
        Ok(PyRecord { record })
    }

    /// The record in a format: "sgf", "hexworld", "moves" or "json".
    fn write(&self, format: &str) -> PyResult<String> {
        self.record.write(format.parse::<Format>().raise()?).raise()
    }

    /// The game of the main line.
    #[getter]
    fn game(&self) -> PyResult<PyGame> {
        Ok(PyGame { game: self.record.main_game().raise()? })
    }

    /// The rules, as text.
    #[getter]
    fn rules(&self) -> String {
        self.record.rules.to_string()
    }

    /// The names of the players, Red's first.
    #[getter]
    fn players(&self) -> (String, String) {
        let players = &self.record.info.players;
        (players.red.clone(), players.blue.clone())
    }

    /// The result as SGF writes it: "B+" if Red has won.
    #[getter]
    fn result(&self) -> String {
        self.record.info.result.clone()
    }

    /// The main line alone, without comments, labels and names.
    fn bare(&self) -> Self {
        PyRecord { record: self.record.bare() }
    }

    fn __repr__(&self) -> String {
        format!("Record(\"{}\", {} nodes)", self.record.rules, self.record.node_count())
    }
}
