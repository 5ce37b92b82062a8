//! What has to hold of every record, whatever format it comes from or goes to.

use thiserror::Error;

use super::sgf::ROOT_PROPERTIES;
use super::{Action, Node, Record};
use crate::board::Board;
use crate::cell::Cell;
use crate::moves::Move;

/// The most moves that a setup may claim a colour to have made.
const MAX_MADE: u32 = 1_000_000;

/// A node that says what cannot be on this board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FormError {
    /// A cell outside.
    #[error("{place}: {cell} is not on the board {board}")]
    OffBoard {
        /// The node.
        place: String,
        /// The cell.
        cell: Cell,
        /// The board.
        board: Board,
    },
    /// A number of moves that nobody makes.
    #[error("{place}: {count} moves made are out of range: expected at most {MAX_MADE}")]
    TooManyMade {
        /// The node.
        place: String,
        /// The number.
        count: u32,
    },
    /// A property of the root that the record says in its own fields.
    #[error("root node: property {0} has its own field: expected a name that has none")]
    ReservedInRoot(String),
}

impl Record {
    /// Checks every node, variations included, without replaying.
    pub(super) fn check_form(&self) -> Result<(), FormError> {
        let reserved = self.node(self.root()).properties.iter().map(super::Property::name);
        if let Some(name) = reserved.into_iter().find(|name| ROOT_PROPERTIES.contains(name)) {
            return Err(FormError::ReservedInRoot(name.to_owned()));
        }
        for (number, id) in self.preorder().into_iter().enumerate() {
            self.check_node(self.node(id), number)?;
        }
        Ok(())
    }

    fn check_node(&self, node: &Node, number: usize) -> Result<(), FormError> {
        let board = self.rules.board;
        let place = || match &node.action {
            Some(action) => format!("node {number} ({action})"),
            None => format!("node {number}"),
        };
        let played = match &node.action {
            Some(Action::Play(ply)) => match ply.mv {
                Move::Place(cell) => Some(cell),
                _ => None,
            },
            _ => None,
        };
        let labels = node.labels.iter().map(|label| label.cell);
        let mut cells = node.edit.cells().chain(labels).chain(played);
        if let Some(cell) = cells.find(|cell| !board.contains(*cell)) {
            return Err(FormError::OffBoard { place: place(), cell, board });
        }
        let made = node.edit.moves_made.unwrap_or_default();
        match [made.red, made.blue].into_iter().find(|count| *count > MAX_MADE) {
            Some(count) => Err(FormError::TooManyMade { place: place(), count }),
            None => Ok(()),
        }
    }
}
