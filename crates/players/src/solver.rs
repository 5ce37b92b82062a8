//! `solver`: plays what is proven to win, and as `mcts` where nothing can be proven in time.
//!
//! A proof says that a move wins, not which losing move is the hardest to refute. So in a lost
//! position, and where the search runs out of time, the tree search chooses.

use std::time::Duration;

use hexring_control::{Control as SolverControl, Limit};
use hexring_game::{Game, Move, Position};
use hexring_solver::{Options, Outcome, SolveError, Solver, Wanted};

use crate::adviser;
use crate::entry::Entry;
use crate::mcts;
use crate::option::{Handle, Settings};
use crate::player::{Better, Choice, ChooseError, Control, Player, ScoreMap, Work};

const TIME: Handle<Duration> = Handle::time(
    "time",
    Duration::from_secs(5),
    "time for the proof; the tree search that follows gets as much",
);
const MEMORY: Handle<u64> =
    Handle::whole("memory", 2, 1 << 20, 256, "megabytes for the table of positions");

/// The player as lists know it.
pub(crate) fn entry() -> Entry {
    let summary = "plays what is proven to win, and as mcts where nothing can be proven in time";
    Entry::new("solver", summary, |settings, seed| Ok(Box::new(Exact::new(settings, seed))))
        .with_options([TIME.info(), MEMORY.info()])
}

struct Exact {
    time: Duration,
    memory: usize,
    /// Keeps its table from move to move.
    solver: Option<Solver>,
    fallback: Box<dyn Player>,
}

impl Exact {
    fn new(settings: &Settings, seed: u64) -> Self {
        let time = settings.get(&TIME);
        let fallback = Settings::default().with(&mcts::TIME, Some(time));
        Exact {
            time,
            memory: settings.get(&MEMORY) as usize * 1_000_000,
            solver: None,
            fallback: mcts::player(&fallback, seed),
        }
    }

    fn solve(&mut self, position: &Position, limit: &Limit) -> Result<Outcome, SolveError> {
        let (memory, advisers) = (self.memory, adviser::shipped());
        let options = Options { memory, advisers, ..Options::default() };
        let solver = match &mut self.solver {
            Some(solver) => solver,
            none => none.insert(Solver::new(options)?),
        };

        let mut control = SolverControl::quiet(limit.within(self.time));
        solver.solve_with(position, Wanted::Winner, &mut control)
    }
}

impl Player for Exact {
    fn choose(&mut self, game: &Game, control: &mut Control) -> Result<Choice, ChooseError> {
        let position = game.position();
        let outcome = self.solve(position, control.limit());
        let Ok(outcome) = outcome else { return self.fallback.choose(game, control) };
        match outcome.winning_moves.first() {
            Some(cell) => Ok(proven(position, Move::Place(*cell), &outcome)),
            None => {
                let mut choice = self.fallback.choose(game, control)?;
                choice.value = outcome.winner.map(|_| 0.0).or(choice.value);
                Ok(choice)
            }
        }
    }
}

fn proven(position: &Position, mv: Move, outcome: &Outcome) -> Choice {
    let board = position.board();
    let wins = |site| outcome.winning_moves.contains(&board.cell(site)).then_some(1.0);
    Choice {
        value: Some(1.0),
        maps: vec![ScoreMap::new("proven", Better::Higher, position, wins)],
        work: Work { count: outcome.nodes.max(1), unit: "positions" },
        ..Choice::new(mv)
    }
}
