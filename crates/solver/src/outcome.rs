//! What comes of a search: an answer, or why there is none.

use hexring_game::{Board, Cell, Color, Swap, Turns};
use thiserror::Error;

use crate::options::{MAX_CELLS, MAX_SEASON_CELLS, MIN_MEMORY};
use crate::theorems::Theorem;

/// Who wins, and how much work it was to find out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who wins with best play; none where the rules of seasons let the game end without result.
    pub winner: Option<Color>,
    /// Moves of the player to move that win: all or one, as was asked; none if it cannot win.
    pub winning_moves: Vec<Cell>,
    /// Positions judged.
    pub nodes: u64,
    /// Why it is known without a search, if it is.
    pub theorem: Option<Theorem>,
}

/// Why a position was not solved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SolveError {
    /// The game is over.
    #[error("nothing to solve: the game is over, {0}")]
    Over(String),
    /// A coin decides who moves.
    #[error(
        "turns={0} has no winner to solve for: expected alternate turns; ask for the win probability instead"
    )]
    Turns(Turns),
    /// The right to swap depends on who is at the table, not on the stones.
    #[error(
        "swap={0} is not solved as long as somebody may swap: solve without swap and with all winning moves, the second player swaps exactly these"
    )]
    Swap(Swap),
    /// Too many cells.
    #[error("board {board} has {} cells: the solver takes up to {MAX_CELLS}", board.cell_count())]
    TooLarge {
        /// The board.
        board: Board,
    },
    /// The board is too large for a search move by move.
    #[error("{cells} cells with seasons are too many: expected up to {MAX_SEASON_CELLS}")]
    TooManySeasonCells {
        /// The number of cells.
        cells: usize,
    },
    /// Proofs are about connections, which seasons may cut.
    #[error("proofs of positions with seasons are not written: expected rules without seasons")]
    NoSeasonProofs,
    /// Too little memory.
    #[error("a memory of {0} bytes is too small: expected at least {MIN_MEMORY}")]
    Memory(usize),
    /// Somebody has stopped the search, or its time is over.
    #[error("stopped after {nodes} positions")]
    Stopped {
        /// Positions judged so far.
        nodes: u64,
    },
}
