//! Matches: laid out and reported at the desk, played by those who think.
//!
//! Nothing is kept here. A match travels as the text of its experiment, which JavaScript hands back
//! as it is: its numbers do not hold a seed.

use std::collections::HashSet;

use hexring_app::{App, AppError, read_body};
use hexring_control::Limit;
use hexring_game::record::Format;
use hexring_lab::experiment::{Experiment, ExperimentFile};
use hexring_lab::report::{self, Report, Results};
use hexring_lab::rows::{GameLine, GameRow, Run};
use hexring_lab::{QuickMatch, Rows, Tasks, export, know_their_rules};
use hexring_players::{Program, Registry};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answer::Answer;

/// What a report says about how to repeat it.
const COMMAND: &str = "the laboratory of the page, in the browser";

/// The text of an experiment, with what was played of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Played {
    file: String,
    #[serde(default)]
    games: Vec<GameRow>,
    #[serde(default)]
    runs: Vec<Run>,
}

/// Games to be listed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    games: Vec<GameRow>,
}

/// What the page's own laboratory asks the desk, under `/api/laboratory/`.
pub(crate) fn answer(
    app: &App,
    question: &str,
    body: Value,
    seed: u64,
) -> Result<Answer, AppError> {
    match question {
        "match" => lay_out(app, read_body(body)?, seed),
        "missing" => missing(app, &read_body(body)?),
        "report" => Answer::of(made(app, read_body(body)?)?.document()),
        "page" => Answer::of(made(app, read_body(body)?)?.page()),
        "lines" => {
            let rows = read_body::<Listed>(body)?.games.into_iter();
            Answer::of(rows.map(GameLine::from).collect::<Vec<_>>())
        }
        "record" => record(&read_body(body)?),
        "export" => exported(&read_body(body)?),
        _ => Ok(Answer::unknown("page", question)),
    }
}

/// A match as an experiment, with players that may play here.
fn lay_out(app: &App, mut new: QuickMatch, seed: u64) -> Result<Answer, AppError> {
    let player = |text: &String| Ok(app.player(text)?.to_string());
    new.players = new.players.iter().map(player).collect::<Result<_, AppError>>()?;
    let file = new.experiment(seed).map_err(AppError::refused)?;
    let jobs = experiment(&file, app.players())?.jobs(false).map_err(AppError::refused)?;
    know_their_rules(&jobs).map_err(AppError::refused)?;
    let text = serde_json::to_string(&file).map_err(AppError::refused)?;
    Answer::of(json!({ "title": file.title, "file": text, "total": report::distinct(&jobs) }))
}

/// The keys of the games that are still to be played.
fn missing(app: &App, played: &Played) -> Result<Answer, AppError> {
    let tasks = tasks(&read(&played.file)?, app.players())?;
    let finished: HashSet<String> = played.games.iter().map(|row| row.key.clone()).collect();
    Answer::of(tasks.keys().filter(|key| !finished.contains(*key)).collect::<Vec<_>>())
}

fn made(app: &App, played: Played) -> Result<Report, AppError> {
    let experiment = experiment(&read(&played.file)?, app.players())?;
    let rows = Rows { games: played.games, answers: Vec::new() };
    let results = Results::new(experiment.jobs(false).map_err(AppError::refused)?, rows);
    Ok(report::of(&experiment, &results, &played.runs, false, COMMAND))
}

fn record(row: &GameRow) -> Result<Answer, AppError> {
    let record = export::record(row).map_err(AppError::refused)?;
    let text = record.write(Format::Json).map_err(AppError::refused)?;
    Answer::of(serde_json::from_str::<Value>(&text).map_err(AppError::refused)?)
}

/// Games as a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExportRequest {
    games: Vec<GameRow>,
    format: String,
}

fn exported(request: &ExportRequest) -> Result<Answer, AppError> {
    let format: export::Format = request.format.parse().map_err(AppError::refused)?;
    let file = export::write(&request.games, format).map_err(AppError::refused)?;
    Answer::of(String::from_utf8_lossy(&file))
}

/// Plays some games of a match.
pub(crate) fn play(tasks: &Tasks, keys: &[String]) -> Result<Rows, AppError> {
    let program = Program::LIBRARY.to_string();
    tasks.perform(keys, &program, &Limit::none()).map_err(AppError::refused)
}

/// The tasks of the text of an experiment.
pub(crate) fn tasks(file: &ExperimentFile, registry: &Registry) -> Result<Tasks, AppError> {
    Tasks::new(&experiment(file, registry)?, false).map_err(AppError::refused)
}

/// Reads the text of an experiment.
pub(crate) fn read(text: &str) -> Result<ExperimentFile, AppError> {
    serde_json::from_str(text).map_err(AppError::refused)
}

fn experiment(file: &ExperimentFile, registry: &Registry) -> Result<Experiment, AppError> {
    file.alone("match", registry).map_err(AppError::refused)
}
