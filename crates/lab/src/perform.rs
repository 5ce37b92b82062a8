//! Doing one task.

use std::time::Instant;

use hexring_control::Limit;
use hexring_game::{Color, Game, Rules};
use hexring_players::dice::derive;
use hexring_players::{Choice, Control, Spec, decide};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::job::{Job, LineTask, LookTask, Task};
use crate::machine;
use crate::play::{Engines, play};
use crate::store::{AnswerRow, GameRow};

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
        Task::Look(task) => (&task.rules, &task.player, look(task, job.seed, limit)),
        Task::Line(task) => (&task.rules, &task.player, follow(task, job.seed, limit)),
    };
    if limit.is_over() {
        return None;
    }
    Some(Outcome::Answer(AnswerRow {
        key: job.key.clone(),
        part: part.to_owned(),
        number: job.number,
        rules: rules.to_string(),
        player: player.to_string(),
        seed: job.seed,
        answer: answer.to_string(),
        seconds: started.elapsed().as_secs_f64(),
        program: program.to_owned(),
        finished: machine::now(),
    }))
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
