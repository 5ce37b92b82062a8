//! `adjacency`: shortest connections and how many there are, own and opponent's.
//!
//! After Trevorah (chapters 3 and 5, with the score of Lu). A colour sees the board as a graph of
//! the empty cells and its two borders. Its own stones are bypassed: what touches a group of them
//! becomes adjacent. The opponent's stones are gone. [`Ways::length`] is the least number of steps
//! between the borders and [`Ways::paths`] the number of shortest ways, which is the entry for the
//! borders in the power of the adjacency matrix. Every legal move is tried and compared by
//!
//! 1. Δ · own length − (1 − Δ) · opponent's length, and if that is equal by
//! 2. −Δ · own paths + (1 − Δ) · opponent's paths,
//!
//! lower is better, ties by the dice. Δ is the option `aggression`.
//!
//! The source's listing (E.6) does two things worse, and its numbers come from them: both scores are
//! cut to whole numbers, so that with Δ = ½ a difference of one step vanishes
//! (`rounding=integer`), and of equal moves later ones in row order are likelier, because it begins
//! with any legal cell and goes through all of them with a coin for each tie (`ties=listing`).
//!
//! The matrix power is the definition and the test; a breadth-first search that counts gives the
//! same numbers. Decisions where the source is silent:
//! - Two cells are adjacent or not; several groups between them make no double link.
//! - A colour that has joined its borders has length 1. One that cannot join them any more has no
//!   paths and a length of one more than any way could have, so that every Δ has a finite score.
//!   The source stops multiplying near that length.
//! - Numbers of paths are whole and stop growing at 2^128 − 1.
//!
//! # Rings
//! Where the goal is a ring there are no borders. The graph is unrolled along the colour's axis:
//! its nodes are the copies of the empty cells, groups are bypassed in the unrolled board, and a
//! way around is a walk from a cell to another copy of itself. The length is the least number of
//! steps of such a walk from any cell. The paths are all such walks of that length from copy 0 of
//! every cell: the sum of the matrix power's entries between a cell and its other copies. So each
//! ring counts once for every cell where the walk may begin, in both directions. A colour with a
//! ring has length 0 and one path.

mod count;
mod graph;
mod player;

use hexring_game::{Color, Position, Site};

pub use count::Ways;
pub(crate) use count::shorter;
pub(crate) use graph::{Graph, graph_with};
pub(crate) use player::{Manner, choose, entry, manner_options};

use count::Counter;

/// The shortest connections of a colour, with one more stone on the board if one is given.
pub fn measure(position: &Position, placed: Option<(Site, Color)>, color: Color) -> Ways {
    Counter::default().count(&graph_with(position, placed, color))
}
