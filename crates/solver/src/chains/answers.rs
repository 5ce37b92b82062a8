//! What is known about chains: a file of answers, and a solver that adds to them.

use std::collections::HashMap;
use std::time::Duration;

use hexring_control::Control;
use hexring_game::{Color, Status};

use super::ChainError;
use super::rings::Stack;
use crate::options::Wanted;
use crate::outcome::SolveError;
use crate::progress::Progress;
use crate::solver::Solver;

/// How a file of answers begins: what it is, and its columns.
pub(super) const HEADER: &str = "# hexring chains 1\nrings,winner,positions";

/// Who wins a chain, and how much work it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChainAnswer {
    /// Red if it joins both ends with Blue to move, else Blue.
    pub winner: Color,
    /// Positions judged; they depend on what was solved just before.
    pub positions: u64,
}

/// Answers about chains, each for all its rotations, half turns and mirror images.
#[derive(Clone, Debug, Default)]
pub struct ChainAnswers(HashMap<Stack, ChainAnswer>);

impl ChainAnswers {
    /// Reads a file of answers: the header, then a line for each chain.
    pub fn read(text: &str) -> Result<Self, ChainError> {
        let Some(rows) = text.strip_prefix(HEADER).and_then(|rows| rows.strip_prefix('\n')) else {
            return Err(ChainError::Header);
        };
        let mut answers = HashMap::new();
        for (index, row) in rows.lines().enumerate() {
            let fault = || ChainError::Line { line: index + 3, text: row.to_owned() };
            let (stack, answer) = read_row(row).ok_or_else(fault)?;
            answers.insert(stack.canonical(), answer);
        }
        Ok(ChainAnswers(answers))
    }

    /// How a file of answers begins.
    pub fn header() -> String {
        format!("{HEADER}\n")
    }

    /// What is known of a chain.
    pub fn get(&self, stack: &Stack) -> Option<ChainAnswer> {
        self.0.get(&stack.canonical()).copied()
    }

    /// Finds out who wins a chain, if that is not known, and hands out the new line of the file.
    /// None if the time for one chain was not enough.
    pub fn solve(
        &mut self,
        stack: &Stack,
        solver: &mut Solver,
        time: Option<Duration>,
        control: &mut Control<'_, Progress>,
        on_row: impl FnOnce(String),
    ) -> Result<Option<ChainAnswer>, SolveError> {
        let stack = stack.canonical();
        if let Some(answer) = self.0.get(&stack) {
            return Ok(Some(*answer));
        }
        let Some(answer) = judge(&stack, solver, time, control)? else { return Ok(None) };
        on_row(format!("{stack},{},{}\n", answer.winner, answer.positions));
        self.0.insert(stack, answer);
        Ok(Some(answer))
    }
}

fn judge(
    stack: &Stack,
    solver: &mut Solver,
    time: Option<Duration>,
    control: &mut Control<'_, Progress>,
) -> Result<Option<ChainAnswer>, SolveError> {
    let position = stack.position();
    if let Status::Won(winner) = position.status() {
        return Ok(Some(ChainAnswer { winner, positions: 0 }));
    }
    let found = match time {
        Some(time) => solver.solve_with(&position, Wanted::Winner, &mut control.within(time)),
        None => solver.solve_with(&position, Wanted::Winner, control),
    };
    match found {
        Ok(outcome) => {
            let answer = |winner| ChainAnswer { winner, positions: outcome.nodes };
            Ok(outcome.winner.map(answer))
        }
        // Out of time, and nobody has stopped all of it.
        Err(SolveError::Stopped { .. }) if !control.is_over() => Ok(None),
        Err(fault) => Err(fault),
    }
}

fn read_row(row: &str) -> Option<(Stack, ChainAnswer)> {
    let mut fields = row.split(',');
    let (stack, winner, positions) = (fields.next()?, fields.next()?, fields.next()?);
    let answer = ChainAnswer { winner: winner.parse().ok()?, positions: positions.parse().ok()? };
    fields.next().is_none().then_some((stack.parse().ok()?, answer))
}
