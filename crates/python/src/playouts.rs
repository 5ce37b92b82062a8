//! `playouts`: a position played out at random, very many times.

use hexring_control::{Limit, Stop};
use hexring_game::{Board, Color, Turns};
use hexring_lab::machine;
use hexring_playout::{CellTally, Detail, Kind, Request, Sampler, Tally};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

use crate::errors::{Raise, refuse};
use crate::game::PyGame;
use crate::watch::{Meter, watch};

/// What playouts add up to.
#[pyclass(module = "hexring", frozen)]
pub(crate) struct Playouts {
    tally: Tally,
    board: Board,
}

#[pymethods]
impl Playouts {
    /// How many playouts there were.
    #[getter]
    fn playouts(&self) -> u64 {
        self.tally.playouts
    }

    /// How many Red has won; Blue has won the others.
    #[getter]
    fn red_wins(&self) -> u64 {
        self.tally.red_wins
    }

    /// By row and column: playouts in which Red got the cell.
    #[getter]
    fn red<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        self.counts(py, |cell| cell.red)
    }

    /// By row and column: playouts in which Red got the cell and has won.
    #[getter]
    fn red_and_red_wins<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        self.counts(py, |cell| cell.red_and_red_wins)
    }

    /// By row and column: playouts in which the cell was pivotal; zero unless asked for.
    #[getter]
    fn pivotal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        self.counts(py, |cell| cell.pivotal)
    }

    /// The share of playouts that a colour has won.
    fn win_rate(&self, color: &str) -> PyResult<f64> {
        Ok(self.tally.win_rate(color.parse().raise()?))
    }

    fn __repr__(&self) -> String {
        format!("Playouts({}, red wins {})", self.tally.playouts, self.tally.red_wins)
    }
}

impl Playouts {
    fn counts<'py>(
        &self,
        py: Python<'py>,
        count: fn(&CellTally) -> u64,
    ) -> PyResult<Bound<'py, PyArray2<u64>>> {
        if self.tally.cells.is_empty() {
            return Err(refuse("cells were not counted: expected detail=\"cells\" or \"pivotal\""));
        }
        let counts: Vec<u64> = self.tally.cells.iter().map(count).collect();
        PyArray1::from_vec(py, counts).reshape([self.board.rows().into(), self.board.cols().into()])
    }
}

/// Plays a position out n times. Kind is "alternating" or "fill" (a coin for every cell; by
/// default as the turns are), detail "wins", "cells" or "pivotal".
#[pyfunction]
#[pyo3(name = "playouts", signature = (game, n = 10_240, *, kind = None, detail = "cells", seed = 1, threads = None, progress = None))]
#[allow(clippy::too_many_arguments, reason = "they are keywords")]
pub(crate) fn playouts(
    py: Python<'_>,
    game: &Bound<'_, PyGame>,
    n: u64,
    kind: Option<&str>,
    detail: &str,
    seed: u64,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Playouts> {
    let game = game.borrow().game.clone();
    let position = game.position();
    let first = position.to_move().unwrap_or(game.rules().first);
    let kind = read_kind(kind, game.rules().turns, first)?;
    let request = Request { kind, playouts: n, seed, detail: read_detail(detail)? };
    let threads = threads.unwrap_or_else(machine::threads).max(1);
    let tally = watch(py, progress, &Stop::new(), |limit: &Limit, meter: &Meter| {
        meter.set(0, n);
        let tally = Sampler::new(position).sample_on(threads, &request, limit);
        meter.set(tally.playouts, n);
        tally
    })?;
    Ok(Playouts { tally, board: game.rules().board })
}

fn read_kind(kind: Option<&str>, turns: Turns, first: Color) -> PyResult<Kind> {
    match (kind, turns) {
        (Some("fill"), _) | (None, Turns::Random) => Ok(Kind::Fill),
        (Some("alternating"), _) | (None, Turns::Alternate) => Ok(Kind::Alternating { first }),
        (Some(other), _) => {
            Err(refuse(format!("unknown kind \"{other}\": expected alternating or fill")))
        }
    }
}

fn read_detail(detail: &str) -> PyResult<Detail> {
    match detail {
        "wins" => Ok(Detail::Wins),
        "cells" => Ok(Detail::Cells),
        "pivotal" => Ok(Detail::Pivotal),
        _ => Err(refuse(format!("unknown detail \"{detail}\": expected wins, cells or pivotal"))),
    }
}
