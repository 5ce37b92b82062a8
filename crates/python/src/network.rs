//! `Network`: policy and value of positions.

use std::sync::{Arc, Mutex, PoisonError};

use hexring_control::Stop;
use hexring_game::{Board, Position};
use hexring_network::{Evaluation, Evaluator, Network, Networks, Precision};
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::prelude::*;

use crate::errors::{Raise, refuse};
use crate::game::{PyGame, open_position};
use crate::watch::watch;

/// A neural network: `Network()` stands for those that come with hexring, for usual boards, for large
/// ones and for seasons, `Network(path)` for one of a file.
#[pyclass(name = "Network", module = "hexring", frozen)]
pub(crate) struct PyNetwork {
    networks: Networks,
    /// Of the last board.
    evaluator: Mutex<Option<Evaluator>>,
}

/// Policies of rows and columns, and values.
type Evaluated<'py> = (Bound<'py, PyArray3<f32>>, Bound<'py, PyArray1<f32>>);

#[pymethods]
impl PyNetwork {
    #[new]
    #[pyo3(signature = (path = None))]
    fn new(path: Option<std::path::PathBuf>) -> PyResult<Self> {
        let networks = Networks::new(path.as_deref(), Precision::default()).raise()?;
        Ok(PyNetwork { networks, evaluator: Mutex::new(None) })
    }

    /// Judges games on one board, each for its player to move: the logits of the policy by row and
    /// column, and the probability that this player wins.
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        games: Vec<Bound<'py, PyGame>>,
    ) -> PyResult<Evaluated<'py>> {
        let games: Vec<_> = games.iter().map(|game| game.borrow().game.clone()).collect();
        let positions = games.iter().map(open_position).collect::<PyResult<Vec<&Position>>>()?;
        let board = one_board(&positions)?;
        let network = self.one_network(&positions)?;
        let evaluations = watch(py, None, &Stop::new(), |_, _| {
            let mut last = self.evaluator.lock().unwrap_or_else(PoisonError::into_inner);
            let known = last.take().filter(|known| Arc::ptr_eq(known.network(), network));
            last.insert(known.unwrap_or_else(|| Evaluator::new(Arc::clone(network))))
                .evaluate(&positions)
        })?;
        let values: Vec<f32> = evaluations.iter().map(Evaluation::value).collect();
        let policies: Vec<f32> = evaluations.into_iter().flat_map(|e| e.policy_logits).collect();
        let shape = [values.len(), board.rows().into(), board.cols().into()];
        Ok((PyArray1::from_vec(py, policies).reshape(shape)?, PyArray1::from_vec(py, values)))
    }

    /// The boards on which it was trained.
    #[getter]
    fn trained_on(&self) -> Vec<String> {
        self.networks.trained_on().iter().map(ToString::to_string).collect()
    }

    fn __repr__(&self) -> String {
        let boards = self.networks.trained_on().len();
        format!("Network(trained on {boards} boards)")
    }
}

impl PyNetwork {
    /// The network that all positions need.
    fn one_network(&self, positions: &[&Position]) -> PyResult<&Arc<Network>> {
        let mut needed = positions.iter().map(|position| self.networks.of(position.rules()));
        let first = needed.next().expect("one or more, see one_board");
        match needed.all(|network| Arc::ptr_eq(network, first)) {
            true => Ok(first),
            false => Err(refuse("games with seasons and without: expected either kind alone")),
        }
    }
}

fn one_board(positions: &[&Position]) -> PyResult<Board> {
    let first = positions.first().ok_or_else(|| refuse("no games: expected one or more"))?.board();
    match positions.iter().map(|position| position.board()).find(|board| *board != first) {
        Some(other) => Err(refuse(format!("games on {first} and {other}: expected one board"))),
        None => Ok(first),
    }
}
