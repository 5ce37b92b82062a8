//! `Choice`: a move and the thoughts behind it.

use hexring_game::Board;
use hexring_players::{Better, Choice, Line, ScoreMap};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A chosen move and what the player thinks.
#[pyclass(name = "Choice", module = "hexring", frozen)]
#[derive(Clone)]
pub(crate) struct PyChoice {
    pub(crate) choice: Choice,
    pub(crate) board: Board,
}

#[pymethods]
impl PyChoice {
    /// The move.
    #[getter]
    #[pyo3(name = "move")]
    fn chosen(&self) -> String {
        self.choice.mv.to_string()
    }

    /// The probability of winning that the player gives itself, where it has an idea of it.
    #[getter]
    fn value(&self) -> Option<f64> {
        self.choice.value
    }

    /// How the player thinks that the game goes on, beginning with its move.
    #[getter]
    fn line(&self) -> Vec<String> {
        self.choice.line.iter().map(ToString::to_string).collect()
    }

    /// The best ways on, the best one first, where the player compares them: the moves, the
    /// probability of winning, and how often it was tried.
    #[getter]
    fn lines(&self) -> Vec<(Vec<String>, f64, u64)> {
        let words = |line: &Line| line.moves.iter().map(ToString::to_string).collect();
        self.choice.lines.iter().map(|line| (words(line), line.value, line.visits)).collect()
    }

    /// The score maps by their names: arrays of rows and columns, with nan where nothing is known.
    #[getter]
    fn maps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let maps = PyDict::new(py);
        for map in &self.choice.maps {
            maps.set_item(map.name, self.array(py, map)?)?;
        }
        Ok(maps)
    }

    /// Which end of each score map is good for the player to move: "higher" or "lower".
    #[getter]
    fn better<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let better = PyDict::new(py);
        for map in &self.choice.maps {
            let word = match map.better {
                Better::Higher => "higher",
                Better::Lower => "lower",
            };
            better.set_item(map.name, word)?;
        }
        Ok(better)
    }

    /// How much the player did, and of what.
    #[getter]
    fn work(&self) -> (u64, &'static str) {
        (self.choice.work.count, self.choice.work.unit)
    }

    /// Whether the player gives up instead of making the move.
    #[getter]
    fn resigns(&self) -> bool {
        self.choice.resigns
    }

    /// What one should know about the player under these rules.
    #[getter]
    fn note(&self) -> Option<String> {
        self.choice.note.clone()
    }

    /// Why a player that follows rules wants the move: the rule, and the cells that it speaks of.
    #[getter]
    fn reason(&self) -> Option<(String, Vec<String>)> {
        let reason = self.choice.reason.as_ref()?;
        Some((reason.text.clone(), reason.cells.iter().map(ToString::to_string).collect()))
    }

    /// Seconds that it took.
    #[getter]
    fn seconds(&self) -> f64 {
        self.choice.time.as_secs_f64()
    }

    fn __repr__(&self) -> String {
        let value = self.choice.value.map(|value| format!(", value {value:.3}"));
        format!("Choice({}{})", self.choice.mv, value.unwrap_or_default())
    }
}

impl PyChoice {
    fn array<'py>(&self, py: Python<'py>, map: &ScoreMap) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let mut numbers = vec![f64::NAN; self.board.cell_count()];
        for (cell, score) in &map.scores {
            if let Some(site) = self.board.site(*cell) {
                numbers[site.index()] = *score;
            }
        }
        let shape = [self.board.rows().into(), self.board.cols().into()];
        PyArray1::from_vec(py, numbers).reshape(shape)
    }
}
