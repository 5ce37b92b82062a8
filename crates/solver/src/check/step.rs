//! What the parts of the checker have in common: a step at a time, and the stones in front of it.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use hexring_control::Limit;
use hexring_game::{Axis, Cell, Color, Geometry, SetupError, Winding};
use thiserror::Error;

use crate::proof::Node;

/// Why a proof was refused.
#[derive(Debug, Error)]
pub enum CheckError {
    /// The position of the claim is not possible.
    #[error("the claim is about an impossible position: {0}")]
    Setup(#[from] SetupError),
    /// The position is over, or of rules that proofs are not about.
    #[error("the claim is not about an open position with alternate turns and plain rules")]
    Rules,
    /// The winner is to move but has no first move, or the other way round.
    #[error("the first move of the claim does not fit the player to move")]
    FirstMove,
    /// A step that does not hold.
    #[error("step {node} does not hold: {fault}")]
    Step {
        /// The node, counted from 0.
        node: usize,
        /// Why.
        fault: &'static str,
    },
    /// Somebody has stopped the check, or its time is over.
    #[error("stopped after {steps} steps: nothing was found wrong so far")]
    Stopped {
        /// Steps looked at.
        steps: usize,
    },
}

pub(super) type Cells = BTreeSet<Cell>;

/// The stones in front of a node. Those of the opponent may be only a part of what it has.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Stage {
    pub(super) own: Rc<Cells>,
    pub(super) foe: Rc<Cells>,
    pub(super) is_exact: bool,
}

/// What a strategy needs.
#[derive(Clone)]
pub(super) enum Need {
    /// These cells, whatever the opponent has elsewhere.
    Carrier(Cells),
    /// The whole board as it is.
    Everything,
}

/// Looks at the steps of a proof.
pub(super) struct Checker<'a> {
    pub(super) nodes: &'a [Node],
    pub(super) geometry: &'a Geometry,
    pub(super) color: Color,
    pub(super) known: HashMap<(usize, Stage), Need>,
    pub(super) steps: usize,
    pub(super) limit: &'a Limit,
}

impl<'a> Checker<'a> {
    pub(super) fn node(&mut self, number: usize) -> Result<&'a Node, CheckError> {
        if self.limit.is_over() {
            return Err(CheckError::Stopped { steps: self.steps });
        }
        self.steps += 1;
        self.nodes
            .get(number)
            .ok_or(CheckError::Step { node: number, fault: "there is no such step" })
    }

    pub(super) fn is_free(&self, cell: Cell, stage: &Stage) -> bool {
        let board = self.geometry.board();
        board.contains(cell) && !stage.own.contains(&cell) && !stage.foe.contains(&cell)
    }
}

/// Whether a walk winds along an axis alone.
pub(super) fn is_pure(winding: Winding, axis: Axis) -> bool {
    let across = if axis == Axis::Horizontal { Axis::Vertical } else { Axis::Horizontal };
    winding.along(axis) != 0 && winding.along(across) == 0
}

/// Steps refer to earlier ones only, so no proof goes in circles.
pub(super) fn earlier(referred: usize, node: usize) -> Result<(), CheckError> {
    let fault = "it refers to a step that does not come before it";
    (referred < node).then_some(()).ok_or(CheckError::Step { node, fault })
}
