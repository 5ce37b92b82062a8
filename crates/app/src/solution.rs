//! Exact answers: who wins a position, and with which moves.

use hexring_control::{Control, Instant};
use hexring_game::{Cell, Color, Game, Turns};
use hexring_players::adviser;
use hexring_solver::{Options, Progress, Solver, Wanted, random_turn_value};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::App;
use crate::error::AppError;
use crate::position::PositionRequest;

/// A position to be solved.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolutionRequest {
    /// A record, as the page keeps it; the end of its main line is looked at.
    pub record: Value,
}

/// A position that can be solved.
#[derive(Clone, Debug)]
pub struct Solution {
    game: Game,
    /// Bytes for the table of positions.
    memory: usize,
}

/// What is said while a position is solved, and at the end.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum SolutionLine {
    /// How it stands.
    Progress {
        /// Positions judged so far.
        nodes: u64,
    },
    /// Who wins.
    #[serde(rename = "solution")]
    Winner {
        /// Who wins; none if nobody does.
        winner: Option<Color>,
        /// All moves with which the player to move wins.
        moves: Vec<Cell>,
        /// Positions judged.
        nodes: u64,
        /// Seconds that it took.
        seconds: f64,
        /// The theorem that says so, if one does.
        #[serde(skip_serializing_if = "Option::is_none")]
        theorem: Option<String>,
    },
    /// Under random turns: Red's exact chances, and the best moves of whoever gets the turn.
    #[serde(rename = "solution")]
    Chances {
        /// Red's chances.
        red: f64,
        /// The best moves.
        moves: Vec<Cell>,
        /// Seconds that it took.
        seconds: f64,
    },
}

impl SolutionRequest {
    /// The question, checked: the record can be read, and its game goes on.
    pub fn prepare(self, app: &App) -> Result<Solution, AppError> {
        let game = PositionRequest { record: self.record }.game()?;
        match game.ending() {
            Some(ending) => Err(AppError::Refused(format!("the game is over: {ending}"))),
            None => Ok(Solution { game, memory: app.bounds().solving << 20 }),
        }
    }
}

impl Solution {
    /// Solves the position.
    pub fn run(&self, control: &mut Control<'_, Progress>) -> Result<SolutionLine, AppError> {
        let started = Instant::now();
        if self.game.rules().turns == Turns::Random {
            let value = random_turn_value(self.game.position(), control.limit());
            let value = value.map_err(AppError::refused)?;
            return Ok(SolutionLine::Chances {
                red: value.red.probability(),
                moves: value.best_red,
                seconds: started.elapsed().as_secs_f64(),
            });
        }
        let advisers = adviser::shipped();
        let options =
            Options { memory: self.memory, advisers, theorems: true, ..Options::default() };
        let mut solver = Solver::new(options).map_err(AppError::refused)?;
        let outcome = solver.solve_with(self.game.position(), Wanted::AllMoves, control);
        let outcome = outcome.map_err(AppError::refused)?;
        Ok(SolutionLine::Winner {
            winner: outcome.winner,
            moves: outcome.winning_moves,
            nodes: outcome.nodes,
            seconds: started.elapsed().as_secs_f64(),
            theorem: outcome.theorem.map(|theorem| theorem.to_string()),
        })
    }
}
