//! Moves as numbers: the cells row by row, then the swap where the rules have one.

use hexring_game::{Board, Cell, Move, Rules, Swap};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::{Raise, refuse};

/// How many actions the rules have.
pub(crate) fn action_count(rules: &Rules) -> usize {
    rules.board.cell_count() + usize::from(rules.swap != Swap::None)
}

/// A move: its name, or the number of its action.
pub(crate) fn read_move(value: &Bound<'_, PyAny>, rules: &Rules) -> PyResult<Move> {
    if let Ok(text) = value.cast::<PyString>() {
        return text.to_str()?.parse().raise();
    }
    match value.extract::<i64>() {
        Ok(action) => action_move(action, rules),
        Err(_) => Err(refuse(format!(
            "bad move {}: expected a cell such as \"a1\", \"swap\", \"pass\" or the number of an \
             action",
            value.repr()?
        ))),
    }
}

/// The move that a number stands for.
pub(crate) fn action_move(action: i64, rules: &Rules) -> PyResult<Move> {
    let (board, actions) = (rules.board, action_count(rules));
    match usize::try_from(action).ok().filter(|action| *action < actions) {
        Some(action) if action == board.cell_count() => Ok(Move::Swap),
        Some(action) => Ok(Move::Place(cell_at(board, action))),
        None => {
            Err(refuse(format!("action {action} is out of range: expected 0 to {}", actions - 1)))
        }
    }
}

fn cell_at(board: Board, index: usize) -> Cell {
    let columns = usize::from(board.cols());
    // Both fit: an index is below 53 × 53.
    Cell::new((index % columns) as u8, (index / columns) as u8)
}
