//! `match`, `tournament` and `experiment`: games between players, with tidy results.

use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::{ArrayRef, Float64Array, Int64Array, StringArray};
use hexring_control::Control;
use hexring_lab::experiment::{Field, gauntlet, round_robin};
use hexring_lab::report::{self, Results};
use hexring_lab::rows::GameRow;
use hexring_lab::stats::{Anchor, Sprt, Strength};
use hexring_lab::{
    Duel, Experiment, GameFilter, Options, Progress, Store, Summary, Terms, machine, rate, run,
};
use hexring_players::Program;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::contender::contender;
use crate::errors::{Raise, refuse};
use crate::experiment::PyExperiment;
use crate::frame::Frame;
use crate::own_player::Faults;
use crate::rules::read_rules;
use crate::watch::watch;

/// A match that was played.
#[pyclass(module = "hexring", frozen)]
pub(crate) struct Match {
    players: (String, String),
    games: Py<Frame>,
    duel: Duel,
    decision: Option<String>,
}

/// A tournament that was played.
#[pyclass(module = "hexring", frozen, get_all)]
pub(crate) struct Tournament {
    /// One row a game.
    games: Py<Frame>,
    /// One row a pairing.
    pairings: Py<Frame>,
    /// One row a player, with its rating in Elo points.
    ratings: Py<Frame>,
}

/// How to run games.
struct Running<'a, 'py> {
    store: Option<PathBuf>,
    threads: Option<usize>,
    faults: &'a Faults,
    hear: Option<&'a Bound<'py, PyAny>>,
}

/// Plays pairs of games between two players: a text, or a player of Python's own.
#[pyfunction]
#[pyo3(signature = (red, blue, rules = "11x11", *, games = 100, opening = "balanced", sprt = None, alpha = None, beta = None, clock = None, adjudicate = None, seed = 1, store = None, threads = None, progress = None, **keywords))]
#[allow(clippy::too_many_arguments, reason = "they are keywords")]
pub(crate) fn run_match(
    py: Python<'_>,
    red: &Bound<'_, PyAny>,
    blue: &Bound<'_, PyAny>,
    rules: &str,
    games: u32,
    opening: &str,
    sprt: Option<(f64, f64)>,
    alpha: Option<f64>,
    beta: Option<f64>,
    clock: Option<&str>,
    adjudicate: Option<&str>,
    seed: u64,
    store: Option<PathBuf>,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<Match> {
    if games % 2 == 1 || games == 0 {
        return Err(refuse(format!(
            "{games} games cannot be played in pairs: expected an even number"
        )));
    }
    let faults = Faults::default();
    let players = vec![contender(red, &faults)?, contender(blue, &faults)?];
    let names = (players[0].to_string(), players[1].to_string());
    let opening = opening.parse().raise()?;
    let test = |(elo0, elo1)| -> PyResult<Sprt> {
        let test: Sprt = format!("{elo0},{elo1}").parse().raise()?;
        test.with_risks(alpha, beta).raise()
    };
    let (sprt, terms) = (sprt.map(test).transpose()?, terms(clock, adjudicate)?);
    let field = Field { sprt, terms, ..Field::pair(players, games / 2, opening) };
    let rules = read_rules(rules, keywords)?;
    let experiment = Experiment::of_duels("match", seed, &rules, field).raise()?;
    let running = Running { store, threads, faults: &faults, hear: progress };
    let (store, summary) = running.run(py, &experiment, false)?;
    let results = results(&experiment, &store, false)?;
    let duel = Duel::of(results.pairs(0, 0));
    let decision = summary.decisions.into_iter().flatten().next();
    let decision = decision.map(|(decision, _)| format!("{decision:?}"));
    let games = Py::new(py, frame(&results, 1)?)?;
    Ok(Match { players: names, games, duel, decision })
}

/// Plays everybody against everybody, or the first against all others, and rates the players.
#[pyfunction]
#[pyo3(signature = (players, rules = "11x11", *, rounds = 10, opening = "balanced", against_first = false, anchor = None, clock = None, adjudicate = None, seed = 1, store = None, threads = None, progress = None, **keywords))]
#[allow(clippy::too_many_arguments, reason = "they are keywords")]
pub(crate) fn run_tournament(
    py: Python<'_>,
    players: Vec<Bound<'_, PyAny>>,
    rules: &str,
    rounds: u32,
    opening: &str,
    against_first: bool,
    anchor: Option<&str>,
    clock: Option<&str>,
    adjudicate: Option<&str>,
    seed: u64,
    store: Option<PathBuf>,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<Tournament> {
    let (count, faults) = (players.len(), Faults::default());
    if count < 2 || rounds == 0 {
        let words = "a tournament needs two or more players and a round";
        return Err(refuse(format!("{words}, not {count} players and {rounds} rounds")));
    }
    let players = players.iter().map(|player| contender(player, &faults));
    let players = players.collect::<PyResult<Vec<_>>>()?;
    let names: Vec<String> = players.iter().map(ToString::to_string).collect();
    let pairings = if against_first { gauntlet(count) } else { round_robin(count, false) };
    let opening = opening.parse().raise()?;
    let anchor = anchor.map(|text| Anchor::read(text, &names).raise()).transpose()?;
    let (terms, sprt) = (terms(clock, adjudicate)?, None);
    let field = Field { players, pairings: pairings.clone(), rounds, opening, terms, sprt, anchor };
    let rules = read_rules(rules, keywords)?;
    let experiment = Experiment::of_duels("tournament", seed, &rules, field).raise()?;
    let running = Running { store, threads, faults: &faults, hear: progress };
    let (store, _) = running.run(py, &experiment, false)?;
    let results = results(&experiment, &store, false)?;
    let duels: Vec<Duel> =
        (0..pairings.len()).map(|group| Duel::of(results.pairs(0, group))).collect();
    Ok(Tournament {
        games: Py::new(py, frame(&results, pairings.len())?)?,
        pairings: Py::new(py, pairing_frame(&names, &pairings, &duels)?)?,
        ratings: Py::new(py, rating_frame(&names, &pairings, &duels, anchor)?)?,
    })
}

/// Runs what is left of an experiment: the games, one row each, and the report as files by name.
#[pyfunction]
#[pyo3(signature = (experiment, *, store = None, threads = None, progress = None))]
pub(crate) fn run_experiment(
    py: Python<'_>,
    experiment: &Bound<'_, PyExperiment>,
    store: Option<PathBuf>,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Frame, Vec<(String, String)>)> {
    let own = experiment.get();
    let running = Running { store, threads, faults: own.faults(), hear: progress };
    let (store, _) = running.run(py, own.experiment(), own.is_quick())?;
    let command = format!("hexring.experiment({:?})", own.experiment().name);
    let report = report::make(own.experiment(), &store, own.is_quick(), &command).raise()?;
    let games = store.select(&GameFilter::default()).raise()?;
    Ok((Frame::of_games(&games)?, report.files()))
}

/// The terms of games, from their texts.
fn terms(clock: Option<&str>, adjudicate: Option<&str>) -> PyResult<Terms> {
    let clock = clock.map(|text| text.parse().raise()).transpose()?;
    let adjudication = adjudicate.map(|text| text.parse().raise()).transpose()?;
    Ok(Terms { clock, adjudication })
}

impl Running<'_, '_> {
    /// Plays what is not in the store yet.
    fn run(
        self,
        py: Python<'_>,
        experiment: &Experiment,
        quick: bool,
    ) -> PyResult<(Store, Summary)> {
        let mut store = match &self.store {
            Some(path) => Store::open(path).raise()?,
            None => Store::in_memory().raise()?,
        };
        let options = Options {
            threads: self.threads.unwrap_or_else(machine::threads).max(1),
            tests: experiment.tests(),
            command: format!("hexring.{}", experiment.name),
            program: Program::LIBRARY,
        };
        let jobs = experiment.jobs(quick).raise()?;
        let parts = experiment.part_names();
        let summary = watch(py, self.hear, &self.faults.begin(), |limit, meter| {
            let mut hear =
                |progress: &Progress| meter.set(progress.done as u64, progress.total as u64);
            let mut control = Control::new(limit.clone(), &mut hear);
            let summary = run(&jobs, &parts, &mut store, &options, &mut control);
            meter.set(report::distinct(&jobs) as u64, report::distinct(&jobs) as u64);
            summary
        });
        self.faults.check()?;
        Ok((store, summary?.raise()?))
    }
}

fn results(experiment: &Experiment, store: &Store, quick: bool) -> PyResult<Results> {
    Results::read(experiment.jobs(quick).raise()?, store).raise()
}

/// The games of the first groups.
fn frame(results: &Results, groups: usize) -> PyResult<Frame> {
    let games = (0..groups).flat_map(|group| results.games(0, group));
    Frame::of_games(&games.cloned().collect::<Vec<GameRow>>())
}

fn pairing_frame(names: &[String], pairings: &[(usize, usize)], duels: &[Duel]) -> PyResult<Frame> {
    let text = |side: fn(&(usize, usize)) -> usize| -> ArrayRef {
        let names = pairings.iter().map(|pairing| Some(names[side(pairing)].clone()));
        Arc::new(names.collect::<StringArray>())
    };
    let whole = |count: &dyn Fn(&Duel) -> i64| -> ArrayRef {
        Arc::new(duels.iter().map(|duel| Some(count(duel))).collect::<Int64Array>())
    };
    let real = |number: &dyn Fn(&Duel) -> Option<f64>| -> ArrayRef {
        Arc::new(duels.iter().map(number).collect::<Float64Array>())
    };
    Frame::new(vec![
        ("player", text(|pairing| pairing.0)),
        ("opponent", text(|pairing| pairing.1)),
        ("won", whole(&|duel| duel.won.into())),
        ("lost", whole(&|duel| duel.lost.into())),
        ("discarded", whole(&|duel| duel.discarded.into())),
        ("repeated", whole(&|duel| duel.repeated.into())),
        ("rounds_won", whole(&|duel| duel.rounds()[0] as i64)),
        ("rounds_drawn", whole(&|duel| duel.rounds()[1] as i64)),
        ("rounds_lost", whole(&|duel| duel.rounds()[2] as i64)),
        ("share", real(&|duel| Some(duel.share().rate()))),
        ("share_low", real(&|duel| Some(duel.share().interval().low))),
        ("share_high", real(&|duel| Some(duel.share().interval().high))),
        ("elo", real(&|duel| elo(duel).map(|(points, _)| points))),
        ("elo_error", real(&|duel| elo(duel).map(|(_, error)| error))),
        ("moves", real(&|duel| Some(duel.moves.mean()))),
    ])
}

fn rating_frame(
    names: &[String],
    pairings: &[(usize, usize)],
    duels: &[Duel],
    anchor: Option<Anchor>,
) -> PyResult<Frame> {
    let ratings = rate(names.len(), pairings, duels, anchor);
    let names: StringArray = names.iter().map(|name| Some(name.clone())).collect();
    let points: Float64Array = ratings.iter().map(|rating| Some(rating.points)).collect();
    let errors: Float64Array = ratings.iter().map(|rating| Some(rating.error)).collect();
    Frame::new(vec![
        ("player", Arc::new(names)),
        ("points", Arc::new(points)),
        ("error", Arc::new(errors)),
    ])
}

/// The difference in strength with its error, where the pairs tell one.
fn elo(duel: &Duel) -> Option<(f64, f64)> {
    match duel.pairs.strength() {
        Strength::Difference { points, error, .. } => Some((points, error)),
        _ => None,
    }
}

#[pymethods]
impl Match {
    /// The first player, Red in the first game of each pair, and the second.
    #[getter]
    fn players(&self) -> (String, String) {
        self.players.clone()
    }

    /// One row a game.
    #[getter]
    fn games(&self, py: Python<'_>) -> Py<Frame> {
        self.games.clone_ref(py)
    }

    /// Games that the first player won.
    #[getter]
    fn won(&self) -> u32 {
        self.duel.won
    }

    /// Games that it lost.
    #[getter]
    fn lost(&self) -> u32 {
        self.duel.lost
    }

    /// Games without result.
    #[getter]
    fn discarded(&self) -> u32 {
        self.duel.discarded
    }

    /// Games that were the same as an earlier one, move by move, and are not counted.
    #[getter]
    fn repeated(&self) -> u32 {
        self.duel.repeated
    }

    /// The first player's share of the games with a result.
    #[getter]
    fn share(&self) -> f64 {
        self.duel.share().rate()
    }

    /// The 95 % interval of the share.
    #[getter]
    fn interval(&self) -> (f64, f64) {
        let interval = self.duel.share().interval();
        (interval.low, interval.high)
    }

    /// The difference in Elo points and half its 95 % interval; none where the pairs tell none.
    #[getter]
    fn elo(&self) -> Option<(f64, f64)> {
        elo(&self.duel)
    }

    /// How much stronger the first player is, in words.
    #[getter]
    fn strength(&self) -> String {
        self.duel.pairs.strength().to_string()
    }

    /// Losses for which the board was not the reason: who lost and why.
    #[getter]
    fn faults(&self) -> Vec<(String, String)> {
        let (first, second) = &self.players;
        let loser = |is_first: bool| if is_first { first.clone() } else { second.clone() };
        self.duel.faults.iter().map(|(first, why)| (loser(*first), why.clone())).collect()
    }

    /// What the test has decided, "H0" or "H1"; none without a test, or before it has.
    #[getter]
    fn decision(&self) -> Option<String> {
        self.decision.clone()
    }

    fn __repr__(&self) -> String {
        let Match { players: (red, blue), duel, .. } = self;
        format!("Match({red} won {} of {} against {blue})", duel.won, duel.won + duel.lost)
    }
}

#[pymethods]
impl Tournament {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let count = self.ratings.bind(py).len()?;
        Ok(format!("Tournament({count} players)"))
    }
}
