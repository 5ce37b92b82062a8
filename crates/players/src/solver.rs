//! `solver`: plays what is proven to win, and as `mcts` where nothing can be proven in time.
//!
//! A proof says that a move wins, not which losing move is the hardest to refute. So in a lost
//! position, and where the search runs out of time, the tree search chooses.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use hexring_game::{Color, Game, Move, Position, Rules};
use hexring_solver::{Control as SolverControl, Options, Outcome, SolveError, Solver, Wanted};

use crate::player::{Better, Choice, ChooseError, Control, Player, ScoreMap, Unsupported, Work};
use crate::registry::{Entry, Kind, OptionInfo};
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

    fn solve(&mut self, position: &Position, stop: &AtomicBool) -> Result<Outcome, SolveError> {
        let options = Options { memory: self.memory, ..Options::default() };
        let solver = match &mut self.solver {
            Some(solver) => solver,
            none => none.insert(Solver::new(options)?),
        };
        with_alarm(self.time, stop, |flag| {
            let mut control = SolverControl { stop: Some(flag), on_progress: None };
            solver.solve_with(position, Wanted::Winner, &mut control)
        })
    }
}

/// Runs some work with a flag that is raised when the time is over or `stop` is raised.
fn with_alarm<T>(time: Duration, stop: &AtomicBool, work: impl FnOnce(&AtomicBool) -> T) -> T {
    let (flag, deadline) = (AtomicBool::new(false), Instant::now() + time);
    let (done, is_done) = channel::<()>();
    let raised = &flag;
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let pause = Duration::from_millis(5);
            while is_done.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                let over = stop.load(Ordering::Relaxed) || Instant::now() >= deadline;
                raised.fetch_or(over, Ordering::Relaxed);
            }
        });
        let result = work(raised);
        drop(done);
        result
    })
}

impl Player for Exact {
    fn supports(&self, _: &Rules, _: Color) -> Result<(), Unsupported> {
        Ok(())
    }

    fn choose(&mut self, game: &Game, control: &mut Control) -> Result<Choice, ChooseError> {
        let position = game.position();
        let outcome = self.solve(position, control.stop_flag());
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
