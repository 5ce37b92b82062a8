//! `solver`: plays what is proven to win, and as `mcts` where nothing can be proven in time.
//!
//! A proof says that a move wins, not which losing move is the hardest to refute. So in a lost
//! position, and where the search runs out of time, the tree search chooses.

use std::time::Duration;

use hexring_control::{Control as SolverControl, Limit};
use hexring_game::{Color, Game, Move, Position, Rules};
use hexring_solver::{Options, Outcome, SolveError, Solver, Wanted};

use crate::adviser;
use crate::player::{Better, Choice, ChooseError, Control, Player, ScoreMap, Unsupported, Work};
use crate::registry::{Entry, Kind, OptionInfo};
use crate::relay::relay;
use crate::spec::Spec;

/// The registry's entry.
pub(crate) static ENTRY: Entry = Entry {
    name: "solver",
    summary: "plays what is proven to win, and as mcts where nothing can be proven in time",
    supports: "everything",
    options: &[
        OptionInfo {
            name: "time",
            kind: Kind::Time,
            default: "5s",
            help: "time for the proof; the tree search that follows gets as much",
        },
        OptionInfo {
            name: "memory",
            kind: Kind::Whole { min: 2, max: 1 << 20 },
            default: "256",
            help: "megabytes for the table of positions",
        },
    ],
    build: |spec, seed| Box::new(Exact::new(spec, seed)),
};

struct Exact {
    time: Duration,
    memory: usize,
    /// Keeps its table from move to move.
    solver: Option<Solver>,
    fallback: Box<dyn Player>,
}

impl Exact {
    fn new(spec: &Spec, seed: u64) -> Self {
        let time = spec.time("time").expect("it has a default");
        let fallback = format!("mcts:time={}ms", time.as_millis());
        Exact {
            time,
            memory: spec.whole("memory").expect("it has a default") as usize * 1_000_000,
            solver: None,
            fallback: fallback.parse::<Spec>().expect("mcts has a time").build(seed),
        }
    }

    fn solve(&mut self, position: &Position, limit: &Limit) -> Result<Outcome, SolveError> {
        let options =
            Options { memory: self.memory, advisers: adviser::shipped(), ..Options::default() };
        let solver = match &mut self.solver {
            Some(solver) => solver,
            none => none.insert(Solver::new(options)?),
        };
        let mut control = SolverControl::quiet(limit.within(self.time));
        solver.solve_with(position, Wanted::Winner, &mut control)
    }
}

impl Player for Exact {
    fn supports(&self, _: &Rules, _: Color) -> Result<(), Unsupported> {
        Ok(())
    }

    fn choose(&mut self, game: &Game, control: &mut Control) -> Result<Choice, ChooseError> {
        let position = game.position();
        let outcome = relay(control.stop_flag(), |limit| self.solve(position, limit));
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
