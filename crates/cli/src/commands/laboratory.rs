//! What `match`, `tournament` and `experiment` share: running with a progress bar, and reading
//! the results back.

use std::collections::HashMap;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use hexring_control::{Control, Limit, signals};
use hexring_game::Color;
use hexring_lab::experiment::PairingTest;
use hexring_lab::report::Results;
use hexring_lab::rows::{Decider, GameRow};
use hexring_lab::stats::{Decision, Share, Sprt};
use hexring_lab::{
    Adjudication, Duel, Experiment, Job, Options, Pace, Progress, Store, StoreError, Summary,
    Terms, machine, run, store_path,
};
use hexring_players::clock::TimeControl;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use crate::output::{self, Stopped};
use crate::progress;

/// The folder for results unless told otherwise.
pub(crate) const RESULTS: &str = "results";

/// On what terms games are played.
#[derive(Args, Clone)]
#[command(next_help_heading = "Terms")]
pub(crate) struct TermsArgs {
    /// The time of each player for a whole game, and what each move adds to it, such as 60s+1s.
    /// Players think for a share of what is left; programs are told what is left before each move.
    /// Whose time is over has lost. Games on a clock depend on the machine and cannot be repeated
    /// move by move
    #[arg(long, value_name = "BASE+INCREMENT")]
    clock: Option<TimeControl>,
    /// End games before the board does: solver:positions=200 as soon as the solver finds the winner
    /// within so many positions, agreement:moves=6,value=0.95 as soon as both players give the same
    /// one such chances in so many moves in a row [default: the board decides]
    #[arg(long, value_name = "solver|agreement")]
    adjudicate: Option<Adjudication>,
}

impl TermsArgs {
    pub(crate) fn terms(&self) -> Terms {
        Terms { clock: self.clock, adjudication: self.adjudicate }
    }
}

/// How to run.
#[derive(Args, Clone)]
#[command(next_help_heading = "Run")]
pub(crate) struct RunArgs {
    /// How many games are played at once [default: one for each core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Keep the games in this file and go on with what is in it, or none to keep none [default: a
    /// file of their own in results/]
    #[arg(long, value_name = "FILE|none")]
    store: Option<PathBuf>,
}

/// A run of an experiment that is made by a command.
pub(crate) struct Once {
    pub(crate) store: Store,
    /// Where the games are kept, if they are.
    pub(crate) place: Option<PathBuf>,
    pub(crate) summary: Summary,
}

impl RunArgs {
    /// Runs an experiment that is made by a command.
    pub(crate) fn run_once(&self, experiment: &Experiment) -> Result<Once> {
        let jobs = experiment.jobs(false)?;
        let (mut store, place) = self.open(&experiment.name, &jobs)?;
        let tests = experiment.tests();
        let summary = run_jobs(experiment, &jobs, &mut store, self.threads, tests)?;
        Ok(Once { store, place, summary })
    }

    /// The store and its place. Unless told otherwise it has a name of its own, which does not
    /// depend on the number of games: who asks for more of the same goes on with it.
    fn open(&self, name: &str, jobs: &[Job]) -> Result<(Store, Option<PathBuf>)> {
        if let Some(path) = &self.store {
            return match path.as_os_str() == "none" {
                true => Ok((Store::in_memory()?, None)),
                false => Ok((Store::open(path)?, Some(path.clone()))),
            };
        }
        let hash =
            jobs.first().and_then(|job| job.key.rsplit_once('#')).map_or("", |(_, hash)| hash);
        let path = store_path(Path::new(RESULTS), &format!("{name}-{hash}"));
        match Store::open(&path) {
            Ok(store) => Ok((store, Some(path))),
            Err(fault @ (StoreError::Io { .. } | StoreError::Unwritable { .. })) => {
                output::warn(&format!("games are not kept: {:#}", anyhow::Error::from(fault)));
                Ok((Store::in_memory()?, None))
            }
            Err(fault) => Err(fault.into()),
        }
    }
}

impl Once {
    /// Where the games are, in a line; empty if they are not kept.
    pub(crate) fn describe_place(&self) -> String {
        let Some(path) = &self.place else { return String::new() };
        let earlier = match self.summary.finished {
            0 => ", all of them from an earlier run (--store none plays them again)",
            _ => "",
        };
        format!("games kept in {}{earlier}\n", path.display())
    }

    /// Ends a command whose run was stopped, after what stands has been told.
    pub(crate) fn close(&self) -> Result<()> {
        let left = self.summary.left;
        if left == 0 {
            return Ok(());
        }
        let kept = match &self.place {
            Some(path) => format!("kept in {}: run again to go on", path.display()),
            None => "not kept: --store FILE keeps them".to_owned(),
        };
        Err(Stopped(format!("stopped with {left} games left; finished games are {kept}")).into())
    }
}

/// Runs what is left of some jobs of an experiment, with a progress bar.
pub(crate) fn run_jobs(
    experiment: &Experiment,
    jobs: &[Job],
    store: &mut Store,
    threads: Option<u16>,
    tests: Vec<PairingTest>,
) -> Result<Summary> {
    let mut display = Display::new(tests.first().map(|test| test.sprt));
    let options = Options {
        threads: threads.map_or_else(machine::threads, usize::from).max(1),
        tests,
        command: std::env::args().collect::<Vec<_>>().join(" "),
        program: crate::PROGRAM,
    };
    let mut show = |progress: &Progress| display.show(progress);
    let mut control = Control::new(Limit::of(signals::stop()), &mut show);
    let summary = run(jobs, &experiment.part_names(), store, &options, &mut control);
    display.finish();
    tell_strangers(jobs, store)?;
    Ok(summary?)
}

/// Says what in the store belongs to another seed or program, and so is not counted.
fn tell_strangers(jobs: &[Job], store: &Store) -> Result<()> {
    let strangers = Results::read(jobs.to_vec(), store)?.strangers();
    if strangers.count > 0 {
        output::warn(&strangers.to_string());
    }
    Ok(())
}

/// A progress bar on a terminal, a line now and then elsewhere.
struct Display {
    bar: Option<ProgressBar>,
    sprt: Option<Sprt>,
    started: Instant,
    first: Option<usize>,
    last_line: Instant,
}

/// How often a line is written where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(10);

impl Display {
    fn new(sprt: Option<Sprt>) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| progress::bar(0));
        let template = "{bar:30} {pos}/{len} {percent}% {rate} {eta} left{msg}";
        if let (Some(bar), Ok(style)) = (&bar, ProgressStyle::with_template(template)) {
            bar.set_style(style.with_key("rate", rate));
        }
        let now = Instant::now();
        Display { bar, sprt, started: now, first: None, last_line: now }
    }

    fn show(&mut self, progress: &Progress) {
        let first = *self.first.get_or_insert(progress.done);
        let message = self.message(progress);
        match &self.bar {
            Some(bar) => {
                if bar.length() != Some(progress.total as u64) {
                    bar.set_length(progress.total as u64);
                    bar.set_position(first as u64);
                    bar.reset_eta();
                }
                bar.set_position(progress.done as u64);
                bar.set_message(message.iter().map(|line| format!("\n{line}")).collect::<String>());
            }
            None if self.last_line.elapsed() >= LINE_EVERY => {
                self.last_line = Instant::now();
                let rate = (progress.done - first) as f64 / self.started.elapsed().as_secs_f64();
                let Progress { done, total, .. } = progress;
                let left = match (total - done) as f64 / rate {
                    seconds if seconds.is_finite() => format!("{seconds:.0} s left"),
                    _ => "nobody knows how long".to_owned(),
                };
                let message: Vec<String> = message.iter().map(|line| format!(", {line}")).collect();
                let message = message.join("");
                output::note(&format!("{done}/{total}, {rate:.1} a second, {left}{message}"));
            }
            None => {}
        }
    }

    /// How the match stands, in lines.
    fn message(&self, progress: &Progress) -> Vec<String> {
        let played = progress.duel.as_ref().filter(|duel| duel.won + duel.lost > 0);
        let mut lines = played.map(live).unwrap_or_default();
        if let (Some(sprt), Some(pairs)) = (self.sprt, progress.pairs) {
            let (low, high) = sprt.bounds();
            lines.push(format!("LLR {:.2} [{low:.2}, {high:.2}]", sprt.llr(pairs)));
        }
        lines
    }

    fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A match of two on its way: score, pairs and strength; colours, moves and seconds.
fn live(duel: &Duel) -> Vec<String> {
    let [won, drawn, lost] = duel.rounds();
    let as_color = |color| 100.0 * duel.with[color].rate();
    let [own, other] = duel.pace.map(|pace| pace.moves.mean());
    vec![
        format!("{} – {}, {}", duel.won, duel.lost, percent(duel.share())),
        format!("pairs won {won} drawn {drawn} lost {lost}, {}", duel.pairs.strength()),
        format!(
            "as Red {:.0} %, as Blue {:.0} %, {:.1} moves a game, {own:.3} and {other:.3} s a move",
            as_color(Color::Red),
            as_color(Color::Blue),
            duel.moves.mean()
        ),
    ]
}

/// A share with its interval.
pub(crate) fn percent(share: Share) -> String {
    let (rate, interval) = (100.0 * share.rate(), share.interval());
    format!("{rate:.1} % ({:.1} to {:.1})", 100.0 * interval.low, 100.0 * interval.high)
}

/// How long a player thought about its moves.
pub(crate) fn describe_pace(pace: &Pace) -> String {
    format!("{:.3} s a move, {:.3} s at most", pace.moves.mean(), pace.longest)
}

/// What decided the games, in a line; empty if it was always the board.
pub(crate) fn describe_deciders(duel: &Duel) -> String {
    if duel.decided.keys().all(|decider| *decider == Decider::Board) {
        return String::new();
    }
    let words = duel.decided.iter().map(|(decider, games)| format!("{decider} {games}"));
    format!("decided by: {}\n", words.collect::<Vec<_>>().join(", "))
}

/// How many are finished in a second.
fn rate(state: &ProgressState, text: &mut dyn std::fmt::Write) {
    // Nobody can be told that a bar cannot be written.
    let _ = write!(text, "{:.1}/s", state.per_sec());
}

/// Games with their tasks, in the order of these; those that were not played are missing.
pub(crate) type Games = [(Job, Option<GameRow>)];

/// The games of an experiment in the order of its jobs.
pub(crate) fn rows(
    experiment: &Experiment,
    store: &mut Store,
) -> Result<Vec<(Job, Option<GameRow>)>> {
    let mut games: HashMap<String, GameRow> = store.games()?;
    let jobs = experiment.jobs(false)?;
    Ok(jobs
        .into_iter()
        .map(|job| (job.key.clone(), job))
        .map(|(key, job)| (job, games.remove(&key)))
        .collect())
}

/// One pairing of the games.
pub(crate) fn duel(games: &Games, group: usize) -> Duel {
    let games: Vec<Option<&GameRow>> =
        games.iter().filter(|(job, _)| job.group == group).map(|(_, row)| row.as_ref()).collect();
    Duel::of(games.chunks_exact(2).map(|pair| [pair[0], pair[1]]))
}

/// What a test said.
pub(crate) fn describe_test(sprt: Sprt, llr: f64, decision: Option<(Decision, usize)>) -> String {
    let (low, high) = sprt.bounds();
    let Sprt { alpha, beta, .. } = sprt;
    let verdict = match decision {
        Some((Decision::H1, pairs)) => {
            format!("H1 after {pairs} pairs: at least {:+} Elo", sprt.elo1)
        }
        Some((Decision::H0, pairs)) => {
            format!("H0 after {pairs} pairs: at most {:+} Elo", sprt.elo0)
        }
        None => "undecided".to_owned(),
    };
    format!(
        "SPRT {sprt} (alpha {alpha}, beta {beta}): LLR {llr:.2} [{low:.2}, {high:.2}], {verdict}\n"
    )
}
