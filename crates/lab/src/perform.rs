//! Doing one task.

use hexring_control::{Instant, Limit};
use hexring_game::{Color, Game, Position, Rules};
use hexring_players::dice::derive;
use hexring_players::{Choice, Control, Spec, decide};
use hexring_solver::{Options, SolveError, Solver, Wanted};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::job::{Job, LineTask, LookTask, SolveTask, Task};
use crate::machine;
use crate::play::{Engines, play};
use crate::rows::{AnswerRow, GameRow};

/// What came out of a task.
#[derive(Clone, Debug)]
pub(crate) enum Outcome {
    Game(GameRow),
    Answer(AnswerRow),
}

/// How a printed game fits the strategy that it is said to follow.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LineAnswer {
    /// How the game ends; none if it does not.
    pub ending: Option<String>,
    /// The first move that is not legal, and why; none if all are.
    pub illegal: Option<String>,
    /// The moves of the strategy's colour.
    pub moves: Vec<LineMove>,
}

/// One move of a printed game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LineMove {
    /// Its number in the game, counted from 1.
    pub number: usize,
    /// The move.
    pub cell: String,
    /// With how many seeds the strategy makes it.
    pub hits: u32,
    /// Of how many.
    pub tries: u32,
}

/// Who wins with best play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExactAnswer {
    /// The winner; none where best play ends without result, or if there is a fault.
    pub winner: Option<Color>,
    /// How many positions were looked at.
    pub positions: u64,
    /// Why it could not be solved.
    pub fault: Option<String>,
}

/// Does a task; none if it was stopped before its end.
pub(crate) fn perform(
    job: &Job,
    part: &str,
    engines: &mut Engines,
    program: &str,
    limit: &Limit,
) -> Option<Outcome> {
    let started = Instant::now();
    let (rules, player, answer) = match &job.task {
        Task::Game(task) => {
            let played = play(task, job.seed, engines, limit)?;
            return Some(Outcome::Game(GameRow::new(job, part, task, &played, program)));
        }
        Task::Look(task) => {
            (&task.rules, task.player.to_string(), look(task, job.seed, limit).to_string())
        }
        Task::Line(task) => {
            (&task.rules, task.player.to_string(), follow(task, job.seed, limit).to_string())
        }
        Task::Solve(task) => (&task.rules, "solver".to_owned(), solve(task, limit)?),
    };
    if limit.is_over() {
        return None;
    }
    Some(Outcome::Answer(AnswerRow {
        key: job.key.clone(),
        part: part.to_owned(),
        number: job.number,
        rules: rules.to_string(),
        player,
        seed: job.seed,
        answer,
        seconds: started.elapsed().as_secs_f64(),
        program: program.to_owned(),
        finished: machine::now(),
    }))
}

/// Who wins with best play, as JSON; none if it was stopped.
fn solve(task: &SolveTask, limit: &Limit) -> Option<String> {
    let position = Position::new(task.rules.clone()).expect("rules were checked");
    let mut solver = Solver::new(Options::default()).expect("there is memory for the defaults");
    let mut control = hexring_control::Control::quiet(limit.clone());
    let answer = match solver.solve_with(&position, Wanted::Winner, &mut control) {
        Ok(outcome) => {
            ExactAnswer { winner: outcome.winner, positions: outcome.nodes, fault: None }
        }
        Err(SolveError::Stopped { .. }) => return None,
        Err(fault) => ExactAnswer { winner: None, positions: 0, fault: Some(fault.to_string()) },
    };
    Some(serde_json::to_string(&answer).expect("plain values"))
}

/// What a player thinks of the empty board, for Red.
fn look(task: &LookTask, seed: u64, limit: &Limit) -> serde_json::Value {
    let mut game = new_game(&task.rules);
    game.set_to_move(Color::Red);
    let choice = ask(&task.player, seed, &game, limit).expect("support was checked");
    json!({"move": choice.mv, "value": choice.value, "maps": choice.maps})
}

/// Whether every move of a strategy in a printed game is one that it makes with some seed.
fn follow(task: &LineTask, seed: u64, limit: &Limit) -> serde_json::Value {
    let mut game = new_game(&task.rules);
    let mut answer = LineAnswer { ending: None, illegal: None, moves: Vec::new() };
    for (index, ply) in task.plies.iter().enumerate() {
        if ply.color == task.color && game.ending().is_none() {
            game.set_to_move(ply.color);
            let makes = |attempt: &u32| {
                let seed = derive(seed, &format!("{index}|{attempt}"));
                ask(&task.player, seed, &game, limit).is_some_and(|choice| choice.mv == ply.mv)
            };
            let hits = (0..task.tries).filter(makes).count() as u32;
            let (number, cell) = (index + 1, ply.mv.to_string());
            answer.moves.push(LineMove { number, cell, hits, tries: task.tries });
        }
        if let Err(error) = game.play_ply(*ply) {
            answer.illegal = Some(format!("move {}: {error}", index + 1));
            break;
        }
    }
    answer.ending = game.ending().map(|ending| ending.to_string());
    json!(answer)
}

fn new_game(rules: &Rules) -> Game {
    Game::new(rules.clone()).expect("rules were checked")
}

fn ask(player: &Spec, seed: u64, game: &Game, limit: &Limit) -> Option<Choice> {
    let mut player = player.build(seed).ok()?;
    decide(player.as_mut(), game, &mut Control::quiet(limit.clone())).ok()
}
