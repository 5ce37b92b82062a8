//! How to solve, and what is asked for.

use std::num::NonZeroUsize;
use std::sync::Arc;

use hexring_game::{Board, Topology};

use crate::adviser::{Adviser, Advisers};

/// The largest board that virtual connections are built on, in cells.
pub const MAX_CELLS: usize = 250;

/// The largest board with seasons, in cells. It is searched move by move, which may take for ever
/// long before that.
pub const MAX_SEASON_CELLS: usize = 64;

/// The least memory for positions, in bytes.
pub const MIN_MEMORY: usize = 1 << 20;

/// The largest plane on which the adviser does not save time, in cells: on 7×7 a network saves two
/// positions of three, and takes as long for the third.
const SMALL_PLANE: usize = 49;

/// What says which moves to try first. The work depends on it, the answer does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Guide {
    /// The adviser where it saves time: on tori, and on planes of more than 49 cells. Elsewhere, and
    /// where there is no adviser, the circuit.
    #[default]
    Auto,
    /// The board as an electrical circuit.
    Circuit,
    /// The adviser, if there is one that knows the board.
    Adviser,
}

impl Guide {
    fn asks_adviser(self, board: Board) -> bool {
        match (self, board.topology()) {
            (Guide::Circuit, _) => false,
            (Guide::Adviser, _) | (Guide::Auto, Topology::Torus) => true,
            (Guide::Auto, Topology::Plane) => board.cell_count() > SMALL_PLANE,
            // A network is sure of the winner, and finds little to choose between moves.
            (Guide::Auto, Topology::Cylinder) => false,
        }
    }
}

/// How to solve.
#[derive(Clone, Debug)]
pub struct Options {
    /// About how many bytes the memory of positions may take.
    pub memory: usize,
    /// How many threads search. The winner and the set of all winning moves do not depend on it;
    /// which single winning move is found, and after how many positions, is repeatable with one.
    pub threads: NonZeroUsize,
    /// Which moves to try first.
    pub guide: Guide,
    /// Whom to ask.
    pub advisers: Option<Arc<dyn Advisers>>,
    /// Whether to answer by a [`Theorem`](crate::Theorem) where one holds, instead of searching.
    pub theorems: bool,
}

impl Default for Options {
    /// Half a gibibyte, one thread, nobody to ask, and a search for everything.
    fn default() -> Self {
        let (memory, threads) = (1 << 29, NonZeroUsize::MIN);
        Options { memory, threads, guide: Guide::Auto, advisers: None, theorems: false }
    }
}

impl Options {
    /// Somebody to ask about positions of a board, if that is wanted and there is one.
    pub(crate) fn adviser(&self, board: Board) -> Option<Box<dyn Adviser>> {
        self.advisers.as_ref().filter(|_| self.guide.asks_adviser(board))?.adviser(board)
    }
}

/// What is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// The winner, and one winning move where the winner is to move.
    #[default]
    Winner,
    /// All winning moves.
    AllMoves,
}
