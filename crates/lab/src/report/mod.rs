//! Reports: what an experiment found, as one page, as Markdown, and as tables.
//!
//! [`make`] turns results into a [`Document`] of text, tables and pictures; the renderers know
//! nothing about experiments, and the sections nothing about HTML.

mod claims;
mod csv;
mod document;
mod duels;
mod exact;
mod grid;
mod html;
mod lines;
mod looks;
mod markdown;
mod results;
pub mod solved;
mod sweep;
mod table;
mod verdict;

use std::collections::HashSet;

#[cfg(feature = "store")]
use crate::experiment::JobsError;
use crate::experiment::{Design, Experiment};
use crate::job::Job;
use crate::rows::Run;
#[cfg(feature = "store")]
use crate::store::{Store, StoreError};

pub(crate) use self::csv::text as csv_text;
pub use document::{Block, Cell, Document, Figure, Section, Table, Tone};
pub use results::{Results, Strangers};
pub use verdict::{Count, Verdict};

#[cfg(feature = "store")]
use thiserror::Error;

/// Why there is no report.
#[cfg(feature = "store")]
#[derive(Debug, Error)]
pub enum ReportError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The experiment cannot be laid out.
    #[error(transparent)]
    Jobs(#[from] JobsError),
}

/// How far an experiment is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Tasks whose results are in the store.
    pub done: usize,
    /// All tasks.
    pub total: usize,
}

/// A finished report.
#[derive(Clone, Debug)]
pub struct Report {
    name: String,
    document: Document,
    count: Count,
    done: usize,
    total: usize,
}

/// Makes the report of what is in the store.
#[cfg(feature = "store")]
pub fn make(
    experiment: &Experiment,
    store: &Store,
    quick: bool,
    command: &str,
) -> Result<Report, ReportError> {
    let results = Results::read(experiment.jobs(quick)?, store)?;
    Ok(of(experiment, &results, &store.runs()?, quick, command))
}

/// Makes the report of results, with the processes that they come from and the command that repeats
/// them.
pub fn of(
    experiment: &Experiment,
    results: &Results,
    runs: &[Run],
    quick: bool,
    command: &str,
) -> Report {
    let mut count = Count::default();
    let mut sections = Vec::new();
    if !experiment.claims.is_empty() {
        sections.push(claims::section(experiment, results, &mut count));
    }
    for (index, part) in experiment.parts.iter().enumerate() {
        let mut blocks = vec![Block::text(&part.about), Block::text(&part.conditions.describe())];
        blocks.extend(part.terms.explain().iter().map(|words| Block::text(words)));
        blocks.extend(match &part.design {
            Design::Duels(duels) => duels::blocks(duels, part.terms, index, results, &mut count),
            Design::Sweep(sweep) => sweep::blocks(sweep, index, results),
            Design::Grid(grid) => grid::blocks(grid, index, results),
            Design::Table(table) => table::blocks(table, index, results, &mut count),
            Design::Openings(openings) => looks::openings(openings, index, results),
            Design::Convergence(design) => looks::convergence(design, index, results),
            Design::Exact(exact) => exact::blocks(exact, index, results),
            Design::Line(line) => lines::blocks(line, index, results, &mut count),
            Design::Stones(stones) => sweep::compare_stones(stones, experiment, results),
        });
        sections.push(Section { title: part.title.clone(), blocks });
    }
    let (done, total) = (results.done(), results.total());
    let facts = facts(experiment, results, runs, command, quick);
    let lead = vec![experiment.about.clone(), count.sentence()];
    let document = Document { title: experiment.title.clone(), lead, facts, sections };
    Report { name: experiment.name.clone(), document, count, done, total }
}

/// How many of the jobs are in the store.
#[cfg(feature = "store")]
pub fn finished(jobs: &[Job], store: &Store) -> Result<usize, StoreError> {
    let keys = store.keys()?;
    Ok(distinct_keys(jobs).into_iter().filter(|key| keys.contains(*key)).count())
}

/// How many different jobs there are: two rows of a table may ask for the same games.
pub fn distinct(jobs: &[Job]) -> usize {
    distinct_keys(jobs).len()
}

fn distinct_keys(jobs: &[Job]) -> HashSet<&str> {
    jobs.iter().map(|job| job.key.as_str()).collect()
}

/// What one needs to know to repeat the experiment.
fn facts(
    experiment: &Experiment,
    results: &Results,
    runs: &[Run],
    command: &str,
    quick: bool,
) -> Vec<(String, String)> {
    let unique = |get: fn(&Run) -> String| {
        let mut values: Vec<String> = Vec::new();
        for run in runs {
            if !values.contains(&get(run)) {
                values.push(get(run));
            }
        }
        values.join("; ")
    };
    let seconds: f64 = runs.iter().map(|run| run.seconds).sum();
    let period = match (runs.first(), runs.last()) {
        (Some(first), Some(last)) => format!("{} to {}", first.started, last.ended()),
        _ => "never".to_owned(),
    };
    let command = if quick { format!("{command} --quick") } else { command.to_owned() };
    let mut facts = vec![
        ("source", experiment.source.clone()),
        ("command", command),
        ("program", programs(results)),
        ("seed", experiment.seed.to_string()),
        ("done", done(experiment, results)),
        ("not counted", strangers(results)),
        ("run", format!("{period}, {} in all", duration(seconds))),
        ("machine", unique(|run| run.machine.clone())),
    ];
    facts.retain(|(_, value)| !value.is_empty());
    facts.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

fn done(experiment: &Experiment, results: &Results) -> String {
    let early = if experiment.tests().is_empty() { "" } else { "; tests end pairings early" };
    format!("{} of {}{early}", results.done(), results.total())
}

/// The programs that the counted results come from.
fn programs(results: &Results) -> String {
    let programs: Vec<String> =
        results.programs().into_iter().map(|program| format!("hexring {program}")).collect();
    programs.join("; ")
}

fn strangers(results: &Results) -> String {
    let strangers = results.strangers();
    if strangers.count == 0 { String::new() } else { strangers.to_string() }
}

fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 120.0 => format!("{s:.1} s"),
        s if s < 7200.0 => format!("{:.1} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

impl Report {
    /// The report as one page of HTML that needs nothing beside it.
    pub fn page(&self) -> String {
        html::page(&self.document)
    }

    /// The report as a value, to be shown in another way.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// All files of the report with their names.
    pub fn files(&self) -> Vec<(String, String)> {
        let name = &self.name;
        let picture = |index| markdown::picture_name(name, index);
        let mut files = vec![
            (format!("{name}.html"), self.page()),
            (format!("{name}.md"), markdown::page(&self.document, &picture)),
        ];
        let tables = csv::tables(&self.document).into_iter();
        files.extend(tables.map(|(table, text)| (format!("{name}-{table}.csv"), text)));
        let figures = self.document.figures().enumerate();
        files.extend(figures.map(|(index, figure)| (picture(index), figure.svg.clone())));
        files
    }

    /// How much of the experiment it is about.
    pub fn standing(&self) -> Standing {
        Standing { done: self.done, total: self.total }
    }

    /// How many published results and claims it agrees with.
    pub fn count(&self) -> &Count {
        &self.count
    }

    /// What it says, in a line.
    pub fn summary(&self) -> String {
        format!("{}: {} of {} done. {}", self.name, self.done, self.total, self.count.sentence())
    }
}
