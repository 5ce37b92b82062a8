//! Somebody who knows which moves look good.
//!
//! The search asks an adviser what to try first and how much to expect of it; what is proven does
//! not depend on the answer. Who that is, a neural network for one, is the caller's business: the
//! solver knows the two traits alone.

use std::fmt;

use hexring_game::{Board, Position};

/// What an adviser thinks of a position, as the player to move sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// By site: how promising a stone there seems, as logits. Only their differences count.
    pub policy_logits: Vec<f32>,
    /// The chance to win, from 0 to 1.
    pub value: f32,
}

/// Gives advice to one search.
pub trait Adviser: Send {
    /// What it thinks of a position that is not over and in which somebody is to move.
    fn advise(&mut self, position: &Position) -> Advice;
}

/// Where each search gets an adviser of its own.
pub trait Advisers: fmt::Debug + Send + Sync {
    /// An adviser for positions of a board; none if nobody knows anything about it.
    fn adviser(&self, board: Board) -> Option<Box<dyn Adviser>>;
}
