//! Local answers: Blue begins on a cylinder, and Red has to answer each stone nearby.
//!
//! Red's answer must lie within a number of rings of Blue's last stone. If no cell there is free,
//! Red passes. So more red stones never harm Red, and more blue ones never harm Blue, as in the game
//! itself. A win of Red here is one of the game itself too.

mod arena;
mod chains;
mod effort;
mod fill;
#[cfg(any(test, feature = "oracles"))]
mod plain;
mod prove;
mod rule;
mod search;
mod table;

use hexring_control::Control;
use hexring_game::{Board, Cell, Color, Position, Topology, Turns};
use thiserror::Error;

use self::arena::Arena;
#[cfg(any(test, feature = "oracles"))]
pub use self::plain::plain_local_winner;
pub use self::rule::{
    LocalRule, LocalRuleFault, LocalRuleFileError, Obligation, Refutation, RuleError, RuleOutcome,
    RuleProgress, Scope, find_rule,
};
use self::search::Search;
use crate::options::MIN_MEMORY;
use crate::progress::Stopped;
use crate::proof::{Claim, Node, Proof};
use crate::state::State;

/// The most cells of a board: a third of that is as far as searches get.
const MOST_CELLS: usize = 128;

/// How such a search is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalProgress {
    /// Positions judged so far.
    pub nodes: u64,
    /// Positions remembered.
    pub positions: usize,
}

/// Who wins if Red has to answer nearby.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalOutcome {
    /// Who wins with best play.
    pub winner: Color,
    /// A winning move of Blue, if Blue wins.
    pub winning_move: Option<Cell>,
    /// Positions judged.
    pub nodes: u64,
}

/// Why a position was not solved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LocalError {
    /// Rings are what a cylinder has.
    #[error("{0} has no rings to count: local answers need a cylinder")]
    Topology(Board),
    /// Red would have nothing to answer.
    #[error(
        "red is to move, and there is no blue stone to answer: expected blue to move, as with blue first"
    )]
    ToMove,
    /// Other rules.
    #[error("local answers need alternate turns, no swap and no seasons: found {0}")]
    Rules(String),
    /// Another board than the solver is for.
    #[error("this solver is for {expected}: found {found}")]
    Board {
        /// The board of the position.
        found: Board,
        /// The board of the solver.
        expected: Board,
    },
    /// Blue wins, and its ways are not written down.
    #[error("blue wins, and proofs are written of red's wins only")]
    NoProof,
    /// The game is over.
    #[error("nothing to solve: the game is over")]
    Over,
    /// Too many cells.
    #[error("board {0} has more cells than the solver takes: expected up to {MOST_CELLS}")]
    TooLarge(Board),
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

/// Solves positions of one cylinder in which Red has to answer nearby, and remembers what it has
/// found from one to the next.
pub struct LocalSolver {
    board: Board,
    within: u8,
    engine: Box<dyn Engine>,
}

impl LocalSolver {
    /// For a cylinder, with answers so many rings away at most, and about so many bytes of memory.
    pub fn new(board: Board, within: u8, memory: usize) -> Result<Self, LocalError> {
        if board.topology() != Topology::Cylinder {
            return Err(LocalError::Topology(board));
        }
        if memory < MIN_MEMORY {
            return Err(LocalError::Memory(memory));
        }
        let engine: Box<dyn Engine> = match board.cell_count() {
            0..=64 => Box::new(Search::<1>::new(Arena::new(board, within), memory)),
            65..=MOST_CELLS => Box::new(Search::<2>::new(Arena::new(board, within), memory)),
            _ => return Err(LocalError::TooLarge(board)),
        };
        Ok(LocalSolver { board, within, engine })
    }

    /// Who wins a position with Blue to move.
    pub fn solve(
        &mut self,
        position: &Position,
        control: &mut Control<'_, LocalProgress>,
    ) -> Result<LocalOutcome, LocalError> {
        self.check(position)?;
        let before = self.engine.nodes();
        let found = self.engine.winner(position, control);
        let nodes = self.engine.nodes() - before;
        let (winner, winning_move) = found.map_err(|Stopped| LocalError::Stopped { nodes })?;
        Ok(LocalOutcome { winner, winning_move, nodes })
    }

    /// A proof that Red wins a position with Blue to move, which [`check`](crate::check) accepts.
    pub fn prove(
        &mut self,
        position: &Position,
        control: &mut Control<'_, LocalProgress>,
    ) -> Result<Proof, LocalError> {
        let before = self.engine.nodes();
        if self.solve(position, control)?.winner == Color::Blue {
            return Err(LocalError::NoProof);
        }
        let steps = self.engine.steps(position, control);
        let nodes = self.engine.nodes() - before;
        let steps = steps.map_err(|Stopped| LocalError::Stopped { nodes })?;
        let claim = Claim::of(position, Color::Red, None);
        let claim = Claim { answers_within: Some(self.within), ..claim };
        Ok(Proof { program: None, claim, nodes: steps })
    }

    fn check(&self, position: &Position) -> Result<(), LocalError> {
        let (rules, board) = (position.rules(), position.board());
        let is_plain = rules.turns == Turns::Alternate && !position.may_be_swapped();
        match position.to_move() {
            _ if board != self.board => {
                Err(LocalError::Board { found: board, expected: self.board })
            }
            _ if !is_plain || rules.seasons.is_some() => Err(LocalError::Rules(rules.to_string())),
            _ if position.is_over() => Err(LocalError::Over),
            Some(Color::Blue) => Ok(()),
            _ => Err(LocalError::ToMove),
        }
    }
}

/// A search whatever the width of its sets.
trait Engine: Send {
    fn nodes(&self) -> u64;
    fn winner(
        &mut self,
        position: &Position,
        control: &mut Control<'_, LocalProgress>,
    ) -> Result<(Color, Option<Cell>), Stopped>;
    fn steps(
        &mut self,
        position: &Position,
        control: &mut Control<'_, LocalProgress>,
    ) -> Result<Vec<Node>, Stopped>;
}

impl<const W: usize> Engine for Search<W> {
    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn winner(
        &mut self,
        position: &Position,
        control: &mut Control<'_, LocalProgress>,
    ) -> Result<(Color, Option<Cell>), Stopped> {
        let (winner, cell) = self.solve(&State::of(position, Color::Blue), control)?;
        let grid = &self.arena.grid;
        Ok((winner, cell.map(|cell| grid.board.cell(grid.site(cell)))))
    }

    fn steps(
        &mut self,
        position: &Position,
        control: &mut Control<'_, LocalProgress>,
    ) -> Result<Vec<Node>, Stopped> {
        prove::prove(self, &State::of(position, Color::Blue), control)
    }
}
