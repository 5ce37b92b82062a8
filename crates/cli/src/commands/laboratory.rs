//! What `match`, `tournament` and `experiment` share: running with a progress bar, and reading
//! the results back.

use std::collections::HashMap;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use hexring_control::{Control, Limit, signals};
use hexring_lab::report::Results;
use hexring_lab::rows::GameRow;
use hexring_lab::stats::{Decision, Share, Sprt};
use hexring_lab::{Duel, Experiment, Job, Options, Progress, Store, Summary, machine, run};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use crate::output::{self, Stopped};
use crate::progress;

/// How to run.
#[derive(Args, Clone)]
#[command(next_help_heading = "Run")]
pub(crate) struct RunArgs {
    /// How many games are played at once [default: one for each core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Keep the games in this file, and go on with what is in it
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
}

impl RunArgs {
    /// Runs an experiment that is made by a command; without a store the games are not kept.
    pub(crate) fn run_once(
        &self,
        experiment: &Experiment,
        sprt: Option<Sprt>,
    ) -> Result<(Store, Summary)> {
        let mut store = match &self.store {
            Some(path) => Store::open(path)?,
            None => Store::in_memory()?,
        };
        let jobs = experiment.jobs(false)?;
        let summary = run_jobs(experiment, &jobs, &mut store, self.threads, sprt)?;
        Ok((store, summary))
    }

    /// Ends a command whose run was stopped, after what stands has been told.
    pub(crate) fn close(&self, summary: &Summary) -> Result<()> {
        if summary.left == 0 {
            return Ok(());
        }
        let kept = match &self.store {
            Some(path) => format!("kept in {}: run again to go on", path.display()),
            None => "not kept: --store FILE keeps them".to_owned(),
        };
        Err(Stopped(format!("stopped with {} games left; finished games are {kept}", summary.left))
            .into())
    }
}

/// Runs what is left of some jobs of an experiment, with a progress bar.
pub(crate) fn run_jobs(
    experiment: &Experiment,
    jobs: &[Job],
    store: &mut Store,
    threads: Option<u16>,
    sprt: Option<Sprt>,
) -> Result<Summary> {
    let options = Options {
        threads: threads.map_or_else(machine::threads, usize::from).max(1),
        sprt,
        command: std::env::args().collect::<Vec<_>>().join(" "),
        program: crate::PROGRAM,
    };
    let mut display = Display::new(sprt);
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
        let template = "{bar:30} {pos}/{len} {percent}% {rate} {eta} left {msg}";
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
                bar.set_message(message);
            }
            None if self.last_line.elapsed() >= LINE_EVERY => {
                self.last_line = Instant::now();
                let rate = (progress.done - first) as f64 / self.started.elapsed().as_secs_f64();
                let Progress { done, total, .. } = progress;
                let left = match (total - done) as f64 / rate {
                    seconds if seconds.is_finite() => format!("{seconds:.0} s left"),
                    _ => "nobody knows how long".to_owned(),
                };
                output::note(&format!("{done}/{total}, {rate:.1} a second, {left} {message}"));
            }
            None => {}
        }
    }

    fn message(&self, progress: &Progress) -> String {
        let mut words = Vec::new();
        if let Some([won, lost]) = progress.score.filter(|score| score.iter().any(|n| *n > 0)) {
            let share = Share::new(won, won + lost);
            let (rate, interval) = (100.0 * share.rate(), share.interval());
            let (low, high) = (100.0 * interval.low, 100.0 * interval.high);
            words.push(format!("{won} – {lost}, {rate:.0} % ({low:.0} to {high:.0})"));
        }
        if let (Some(sprt), Some(pairs)) = (self.sprt, progress.pairs) {
            let (low, high) = Sprt::bounds();
            words.push(format!("LLR {:.2} [{low:.2}, {high:.2}]", sprt.llr(pairs)));
        }
        words.join(", ")
    }

    fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// How many are finished in a second.
fn rate(state: &ProgressState, text: &mut dyn std::fmt::Write) {
    // Nobody can be told that a bar cannot be written.
    let _ = write!(text, "{:.1}/s", state.per_sec());
}

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
pub(crate) fn duel(games: &[(Job, Option<GameRow>)], group: usize) -> Duel {
    let games: Vec<Option<&GameRow>> =
        games.iter().filter(|(job, _)| job.group == group).map(|(_, row)| row.as_ref()).collect();
    Duel::of(games.chunks_exact(2).map(|pair| [pair[0], pair[1]]))
}

/// What a test said.
pub(crate) fn describe_test(sprt: Sprt, llr: f64, decision: Option<(Decision, usize)>) -> String {
    let (low, high) = Sprt::bounds();
    let verdict = match decision {
        Some((Decision::H1, pairs)) => {
            format!("H1 after {pairs} pairs: at least {:+} Elo", sprt.elo1)
        }
        Some((Decision::H0, pairs)) => {
            format!("H0 after {pairs} pairs: at most {:+} Elo", sprt.elo0)
        }
        None => "undecided".to_owned(),
    };
    format!("SPRT {sprt}: LLR {llr:.2} [{low:.2}, {high:.2}], {verdict}\n")
}
