//! `solve`, `verify` and `check`: what is exact.

use std::num::NonZeroUsize;
use std::time::Instant;

use hexring_control::{Control, Stop};
use hexring_game::{Cell, Game, Turns};
use hexring_lab::{Contender, machine};
use hexring_players::{Program, Verification, adviser};
use hexring_solver::{
    Failure, Guide, Options, Outcome, Progress, Proof, RandomTurnValue, SolveError, Solver,
    Trialled, Wanted, random_turn_value,
};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;

use crate::contender::contender;
use crate::errors::{Raise, refuse};
use crate::game::PyGame;
use crate::own_player::Faults;
use crate::watch::watch;

/// Who wins a position with best play of both.
#[pyclass(module = "hexring", frozen, get_all)]
pub(crate) struct Solution {
    /// The winner; none where the rules of seasons let the game end without result.
    winner: Option<String>,
    /// Moves of the player to move that win: all or one, as was asked.
    winning_moves: Vec<String>,
    /// Positions judged.
    nodes: u64,
    /// Seconds that it took.
    seconds: f64,
    /// The proof, if it was asked for: a text that `check` verifies.
    proof: Option<String>,
    /// The theorem that says so without a search, if one does.
    theorem: Option<String>,
}

/// With what probability Red wins under random turns, exactly.
#[pyclass(module = "hexring", frozen, get_all)]
pub(crate) struct Chances {
    /// The probability.
    red: f64,
    /// The same as a fraction: in so many cases …
    wins: u64,
    /// … out of so many.
    of: u64,
    /// The best moves for Red if it gets the turn.
    best_red: Vec<String>,
    /// The best moves for Blue if it gets the turn.
    best_blue: Vec<String>,
    /// Seconds that it took.
    seconds: f64,
}

/// How a strategy did against every reply.
#[pyclass(module = "hexring", frozen)]
pub(crate) struct Verified {
    count: Option<usize>,
    failure: Option<(Game, &'static str)>,
}

/// What a proof that holds has shown.
#[pyclass(module = "hexring", frozen, get_all)]
pub(crate) struct Checked {
    /// The whole claim in words: rules, stones, who is to move and who wins.
    claim: String,
    /// Who wins.
    winner: String,
    /// Steps in the proof.
    steps: usize,
    /// Steps that were judged.
    judged: u64,
}

/// Says who wins with best play. Under random turns the answer is Red's exact probability.
#[pyfunction]
#[pyo3(signature = (game, *, all_moves = false, proof = false, threads = None, memory = 512, guide = "auto", progress = None))]
#[allow(clippy::too_many_arguments, reason = "they are keywords")]
pub(crate) fn solve(
    py: Python<'_>,
    game: &Bound<'_, PyGame>,
    all_moves: bool,
    proof: bool,
    threads: Option<usize>,
    memory: usize,
    guide: &str,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Py<PyAny>> {
    let game = open(game)?;
    if game.rules().turns == Turns::Random {
        return chances(py, &game, proof, progress)?.into_py_any(py);
    }
    // Which single winning move is found first depends on the number of threads.
    let repeatable = || if all_moves { machine::threads() } else { 1 };
    let threads =
        NonZeroUsize::new(threads.unwrap_or_else(repeatable)).unwrap_or(NonZeroUsize::MIN);
    let advisers = if guide == "circuit" { None } else { adviser::shipped() };
    let (memory, guide) = (memory.saturating_mul(1_000_000), read_guide(guide)?);
    let mut solver =
        Solver::new(Options { memory, threads, guide, advisers, theorems: true }).raise()?;
    let wanted = if all_moves { Wanted::AllMoves } else { Wanted::Winner };
    let started = Instant::now();
    let found = watch(py, progress, &Stop::new(), |limit, meter| {
        let mut hear = |progress: &Progress| meter.set(progress.nodes, 0);
        let mut control = Control::new(limit.clone(), &mut hear);
        let outcome = solver.solve_with(game.position(), wanted, &mut control)?;
        let proof = proof.then(|| solver.prove(game.position(), &mut control)).transpose()?;
        Ok::<_, SolveError>((outcome, proof))
    })?;
    let (outcome, proof) = found.raise()?;
    Solution::new(outcome, proof, started.elapsed().as_secs_f64()).into_py_any(py)
}

fn chances(
    py: Python<'_>,
    game: &Game,
    proof: bool,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Chances> {
    if proof {
        return Err(refuse("a win probability has no proof: proof=True needs alternate turns"));
    }
    let started = Instant::now();
    let value =
        watch(py, progress, &Stop::new(), |limit, _| random_turn_value(game.position(), limit))?;
    let RandomTurnValue { red, best_red, best_blue } = value.raise()?;
    Ok(Chances {
        red: red.probability(),
        wins: red.wins,
        of: red.of,
        best_red: names(&best_red),
        best_blue: names(&best_blue),
        seconds: started.elapsed().as_secs_f64(),
    })
}

/// Plays a strategy ("mirror", "three-rings", … or any player, taken at its choice for the seed)
/// against every reply.
#[pyfunction]
#[pyo3(signature = (strategy, game, *, color = "red", ties = "all", seed = 1, limit = 50_000_000, progress = None))]
#[allow(clippy::too_many_arguments, reason = "they are keywords")]
pub(crate) fn verify(
    py: Python<'_>,
    strategy: &Bound<'_, PyAny>,
    game: &Bound<'_, PyGame>,
    color: &str,
    ties: &str,
    seed: u64,
    limit: usize,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Verified> {
    let (game, faults) = (open(game)?, Faults::default());
    let Contender::Player(player) = contender(strategy, &faults)? else {
        return Err(refuse("an engine cannot be verified: expected a player"));
    };
    let verification = Verification {
        player: &player,
        game: &game,
        color: color.parse().raise()?,
        first_only: first_only(ties)?,
        seed,
        positions: limit,
    };
    let result = watch(py, progress, &faults.begin(), |limit, _| verification.run(limit));
    faults.check()?;
    Verified::new(&game, result?.raise()?)
}

/// Verifies a proof that `solve` has written; one that does not hold raises an `Error`.
#[pyfunction]
#[pyo3(signature = (proof, *, progress = None))]
pub(crate) fn check(
    py: Python<'_>,
    proof: &str,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Checked> {
    let proof: Proof = proof.parse().raise()?;
    let checked =
        watch(py, progress, &Stop::new(), |limit, _| hexring_solver::check(&proof, limit))?;
    let hexring_solver::Checked { winner, steps, judged } = checked.raise()?;
    Ok(Checked { claim: proof.claim.to_string(), winner: winner.to_string(), steps, judged })
}

impl Solution {
    fn new(outcome: Outcome, proof: Option<Proof>, seconds: f64) -> Self {
        let proof = proof.map(|mut proof| {
            proof.program = Some(Program::LIBRARY.to_string());
            proof.to_string()
        });
        Solution {
            winner: outcome.winner.map(|color| color.to_string()),
            winning_moves: names(&outcome.winning_moves),
            nodes: outcome.nodes,
            seconds,
            proof,
            theorem: outcome.theorem.map(|theorem| theorem.to_string()),
        }
    }
}

#[pymethods]
impl Solution {
    fn __repr__(&self) -> String {
        let winner = self.winner.as_deref().unwrap_or("nobody");
        format!("Solution({winner} wins, {} positions)", self.nodes)
    }
}

#[pymethods]
impl Chances {
    fn __repr__(&self) -> String {
        format!("Chances(red wins with probability {} = {}/{})", self.red, self.wins, self.of)
    }
}

#[pymethods]
impl Checked {
    fn __repr__(&self) -> String {
        format!("Checked({}, {} steps)", self.claim, self.steps)
    }
}

impl Verified {
    fn new(game: &Game, result: Trialled) -> PyResult<Self> {
        let (line, how) = match result {
            Trialled::Wins { positions: count } | Trialled::WinsPairs { sharings: count } => {
                return Ok(Verified { count: Some(count), failure: None });
            }
            Trialled::Fails { line, how } => (line, how),
        };
        let how = match how {
            Failure::Loses => "loses",
            Failure::NoMove => "has no move",
            Failure::Illegal(_) => "plays a taken cell",
        };
        let mut game = game.clone();
        line.plies().iter().try_for_each(|ply| game.play_ply(*ply)).raise()?;
        Ok(Verified { count: None, failure: Some((game, how)) })
    }
}

#[pymethods]
impl Verified {
    /// Whether it wins against every reply.
    #[getter]
    fn wins(&self) -> bool {
        self.failure.is_none()
    }

    /// How many positions, or ways to share pairs of cells, were looked at, if it wins.
    #[getter]
    fn positions(&self) -> Option<usize> {
        self.count
    }

    /// The shortest game in which it fails.
    #[getter]
    fn line(&self) -> Option<PyGame> {
        self.failure.as_ref().map(|(game, _)| PyGame { game: game.clone() })
    }

    /// How it fails there: "loses", "has no move" or "plays a taken cell".
    #[getter]
    fn how(&self) -> Option<&'static str> {
        self.failure.as_ref().map(|(_, how)| *how)
    }

    fn __repr__(&self) -> String {
        match &self.failure {
            None => format!("Verified(wins, {} positions)", self.count.unwrap_or_default()),
            Some((game, how)) => format!("Verified({how} after {} moves)", game.plies().len()),
        }
    }
}

/// The game, unless somebody has resigned it, which the board does not show.
fn open(game: &Bound<'_, PyGame>) -> PyResult<Game> {
    let game = game.borrow().game.clone();
    match game.ending().filter(|_| !game.position().is_over()) {
        Some(ending) => Err(refuse(format!("the game is over, {ending}"))),
        None => Ok(game),
    }
}

fn first_only(ties: &str) -> PyResult<bool> {
    match ties {
        "all" => Ok(false),
        "first" => Ok(true),
        _ => Err(refuse(format!("unknown ties \"{ties}\": expected all or first"))),
    }
}

fn read_guide(guide: &str) -> PyResult<Guide> {
    match guide {
        "auto" => Ok(Guide::Auto),
        "circuit" => Ok(Guide::Circuit),
        "network" => Ok(Guide::Adviser),
        _ => Err(refuse(format!("unknown guide \"{guide}\": expected auto, circuit or network"))),
    }
}

fn names(cells: &[Cell]) -> Vec<String> {
    cells.iter().map(ToString::to_string).collect()
}
