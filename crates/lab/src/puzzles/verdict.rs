//! Whether a position is a puzzle: the solver says so.

use hexring_control::{Control, Limit};
use hexring_game::{Cell, Color, Game};
use hexring_players::adviser;
use hexring_solver::{Options, SolveError, Solver, Wanted};
use thiserror::Error;

use super::puzzle::{Puzzle, PuzzleError};

/// The memory of a search, in bytes: positions are small.
const MEMORY: usize = 1 << 26;

/// The fewest moves that a puzzle leaves to choose from.
const CHOICE: usize = 3;

/// Why a puzzle is none.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum Fault {
    /// It describes no game that goes on.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// The solver does not take it, or was stopped.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// Somebody else is to move.
    #[error("{0} is to move: expected {1}")]
    Turn(Color, Color),
    /// It can be won at once, or there is nothing to choose from.
    #[error("it is won at once, or leaves fewer than {CHOICE} moves to choose from")]
    Trivial,
    /// No move wins, or several do, or another one.
    #[error("the winning moves are \"{found}\": expected {answer} alone")]
    Answer {
        /// What the solver found.
        found: String,
        /// What the puzzle says.
        answer: Cell,
    },
}

/// Somebody to ask about many positions.
pub(super) struct Judge(Solver);

impl Judge {
    pub(super) fn new() -> Result<Self, SolveError> {
        let advisers = adviser::shipped();
        Ok(Judge(Solver::new(Options { memory: MEMORY, advisers, ..Options::default() })?))
    }

    /// All moves that win for the player to move; none if the position is over or trivial.
    pub(super) fn winning_moves(
        &mut self,
        game: &Game,
        limit: &Limit,
    ) -> Result<Option<Vec<Cell>>, SolveError> {
        if is_trivial(game) {
            return Ok(None);
        }
        let mut control = Control::quiet(limit.clone());
        let outcome = self.0.solve_with(game.position(), Wanted::AllMoves, &mut control)?;
        Ok(Some(outcome.winning_moves))
    }
}

/// Whether nobody has to think: the game is over, somebody can win at once, or there is hardly a
/// choice.
fn is_trivial(game: &Game) -> bool {
    let position = game.position();
    let Some(color) = position.to_move().filter(|_| game.ending().is_none()) else { return true };
    let wins_at_once = position.legal_sites().any(|site| position.would_win(site, color));
    wins_at_once || position.legal_sites().count() < CHOICE
}

/// Checks puzzles one after the other, until one is wrong: its place, and why.
pub fn check(puzzles: &[Puzzle], limit: &Limit) -> Result<(), (usize, Fault)> {
    let mut judge = Judge::new().map_err(|fault| (0, fault.into()))?;
    puzzles.iter().enumerate().try_for_each(|(index, puzzle)| {
        check_one(&mut judge, puzzle, limit).map_err(|fault| (index, fault))
    })
}

fn check_one(judge: &mut Judge, puzzle: &Puzzle, limit: &Limit) -> Result<(), Fault> {
    let game = puzzle.game()?;
    match game.position().to_move() {
        Some(color) if color != puzzle.to => return Err(Fault::Turn(color, puzzle.to)),
        _ => {}
    }
    let moves = judge.winning_moves(&game, limit)?.ok_or(Fault::Trivial)?;
    if moves == [puzzle.answer] {
        return Ok(());
    }
    let found: Vec<String> = moves.iter().map(ToString::to_string).collect();
    Err(Fault::Answer { found: found.join(" "), answer: puzzle.answer })
}
