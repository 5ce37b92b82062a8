//! A rule without memory: Red answers each blue stone by what it sees around it, and wins.
//!
//! Red sees the rings near Blue's last stone, counts columns from it, and answers nearby. Whether one
//! such rule wins against every play of Blue, on all boards of a list at once, is found by refinement.
//! 1. [`walk`] plays a rule against every reply. Where an answer loses it takes another one.
//! 2. What goes wrong again becomes a fact: if this position is reached, Red has to answer this
//!    stone in one of these cells. Which answers those are the search for local answers says.
//! 3. [`choices`] finds answers that get along with all facts; the next walk begins with them.
//!
//! A walk on which nothing had to change has found a rule. Facts that contradict each other show that
//! there is none.

mod choices;
mod refutation;
mod scope;
mod stage;
mod table;
mod trial;
mod walk;

use hexring_control::Control;
use hexring_game::{Board, Topology};
use thiserror::Error;

use self::choices::{Choice, Choices};
pub use self::refutation::{Obligation, Refutation};
pub use self::scope::Scope;
use self::scope::View;
use self::stage::Stage;
pub use self::table::{LocalRule, LocalRuleFileError};
pub use self::trial::LocalRuleFault;
use self::walk::{Ground, Habits, Walk};
use crate::options::MIN_MEMORY;
use crate::progress::Stopped;

/// The most cells of a board: sets of cells are one word.
const MOST_CELLS: usize = u64::BITS as usize;

/// How the search for a rule is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleProgress {
    /// Which walk it is, from 1.
    pub round: u64,
    /// Positions reached on this walk so far.
    pub positions: usize,
    /// Views met on this walk so far.
    pub views: usize,
    /// Facts found.
    pub facts: usize,
}

/// What was found, and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleOutcome {
    /// A rule that wins on all boards, or why there is none.
    pub found: Result<LocalRule, Refutation>,
    /// Positions that the last walk has reached; with a rule, all that it leads to.
    pub positions: usize,
    /// Walks.
    pub rounds: u64,
    /// Facts that the last choice had to get along with.
    pub facts: usize,
    /// Positions that the search for local answers has judged.
    pub judged: u64,
}

/// Why nothing was found.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RuleError {
    /// Rings are what a cylinder has.
    #[error("{0} has no rings to count: local answers need a cylinder")]
    Topology(Board),
    /// No board.
    #[error("no board: expected cylinders of one number of columns")]
    NoBoard,
    /// One rule for several numbers of columns.
    #[error("{one} and {other} have different numbers of columns: a rule is for one of them")]
    Columns {
        /// A board.
        one: Board,
        /// Another one.
        other: Board,
    },
    /// Too many cells.
    #[error("board {0} has too many cells for a rule: expected up to {MOST_CELLS}")]
    TooLarge(Board),
    /// Red sees too much.
    #[error(
        "{seen} rings up and down of {columns} columns are too much to see: expected up to {} cells",
        View::CELLS
    )]
    Seen {
        /// The columns.
        columns: u8,
        /// The rings up and down.
        seen: u8,
    },
    /// Too many answers.
    #[error(
        "{within} rings up and down of {columns} columns are too many to answer in: expected up to {} cells",
        scope::Answers::BITS
    )]
    Within {
        /// The columns.
        columns: u8,
        /// The rings up and down.
        within: u8,
    },
    /// Nothing wins.
    #[error("Blue wins {board} if Red has to answer within {within} rings, whatever its rule is")]
    BlueWins {
        /// The board.
        board: Board,
        /// How many rings away Red may answer.
        within: u8,
    },
    /// Too little memory to begin.
    #[error("a memory of {0} bytes is too small: expected at least {MIN_MEMORY}")]
    TooLittle(usize),
    /// More positions than there is memory for.
    #[error("{positions} positions are reached and there is no memory for more: no answer")]
    Memory {
        /// Positions reached.
        positions: usize,
    },
    /// Somebody has stopped the search, or its time is over.
    #[error("stopped: no answer yet")]
    Stopped,
}

impl From<Stopped> for RuleError {
    fn from(Stopped: Stopped) -> Self {
        RuleError::Stopped
    }
}

/// Looks for one rule that wins with Blue first on all of these cylinders.
///
/// Red sees so many rings up and down and answers within so many. About so many bytes are used.
pub fn find_rule(
    boards: &[Board],
    seen: u8,
    within: u8,
    memory: usize,
    control: &mut Control<'_, RuleProgress>,
) -> Result<RuleOutcome, RuleError> {
    let first = *boards.first().ok_or(RuleError::NoBoard)?;
    let scope = Scope::new(first.cols(), seen, within)?;
    if memory < MIN_MEMORY {
        return Err(RuleError::TooLittle(memory));
    }
    let mut stages = Vec::new();
    for (board, number) in boards.iter().zip(0..) {
        check(*board, first)?;
        // One half is for the walks.
        let mut stage = Stage::new(number, *board, scope, memory / 2 / boards.len());
        if !stage.is_won(stage.start(), control)? {
            return Err(RuleError::BlueWins { board: *board, within });
        }
        stages.push(stage);
    }
    let mut choices = Choices::new(control.limit());
    let mut habits = Habits::default();
    for round in 1.. {
        let walk = Walk::run(&mut Ground {
            stages: &mut stages,
            choices: &mut choices,
            habits: &mut habits,
            control: &mut *control,
            most: memory / 2 / walk::BYTES,
            round,
        })?;
        let outcome = |found, stages: &[Stage], choices: &Choices| RuleOutcome {
            found,
            positions: walk.positions(),
            rounds: round,
            facts: choices.facts.len(),
            judged: stages.iter().map(Stage::judged).sum(),
        };
        if !walk.is_mended {
            let answers = walk.views().filter_map(|view| {
                let answer = habits.answer(view)?;
                Some((scope.text(view), scope.offset(answer)))
            });
            let rule = LocalRule { scope, answers: answers.collect() };
            return Ok(outcome(Ok(rule), &stages, &choices));
        }
        match choices.choose(|view| habits.answer(view))? {
            Choice::Answers(answers) => {
                answers.into_iter().for_each(|(view, answer)| habits.set(view, answer));
            }
            Choice::Contradiction => {
                let refutation = Refutation::new(&stages, choices.contradiction()?);
                return Ok(outcome(Err(refutation), &stages, &choices));
            }
        }
    }
    unreachable!("rounds do not end by themselves")
}

fn check(board: Board, first: Board) -> Result<(), RuleError> {
    match board {
        _ if board.topology() != Topology::Cylinder => Err(RuleError::Topology(board)),
        _ if board.cols() != first.cols() => Err(RuleError::Columns { one: first, other: board }),
        _ if board.cell_count() > MOST_CELLS => Err(RuleError::TooLarge(board)),
        _ => Ok(()),
    }
}
