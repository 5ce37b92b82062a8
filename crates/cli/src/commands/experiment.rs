//! `hexring experiment`: experiment files.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use hexring_lab::export::{self, Format};
use hexring_lab::{
    Experiment, GameFilter, Laboratory, Shard, Standing, Store, experiment, report, shipped,
    store_path,
};

use hexring_players::Registry;
use serde_json::json;

use crate::commands::laboratory::{RESULTS, run_jobs};
use crate::destination::Destination;
use crate::output::{self, Stopped};

/// Runs experiments from files, reports on them and exports their games.
///
/// Games are kept in results/NAME.sqlite unless --store says otherwise. A run can be stopped with
/// Ctrl-C or killed; run it again, or resume it, and it goes on where it was.
#[derive(Args)]
#[command(arg_required_else_help = false)]
pub(crate) struct ExperimentCommand {
    #[command(subcommand)]
    action: Action,
}

/// What to do with an experiment.
#[derive(Subcommand)]
enum Action {
    /// Plays all games of an experiment that are not yet in its store, and writes the report
    Run(Run),
    /// Goes on with an experiment that was begun
    Resume(Run),
    /// Puts the stores of shares, or of several machines, into one, and writes the report
    Merge(Merge),
    /// Writes the report: a page (HTML), Markdown with pictures, and tables (CSV)
    Report(Report),
    /// Lists experiments, with what is done of each
    List(List),
    /// Writes all games of an experiment to one file
    Export(Export),
}

/// The file and its store.
#[derive(Args)]
struct Source {
    /// The experiment file, or the name of one that comes with hexring
    file: PathBuf,
    /// Where the games are kept [default: results/NAME.sqlite]
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// A few games of each setting only; they are the first ones of the full experiment
    #[arg(long)]
    quick: bool,
}

impl Source {
    fn experiment(&self, registry: &Registry) -> Result<Experiment> {
        let name = self.file.to_str().filter(|_| !self.file.exists());
        match name.and_then(|name| shipped::read(name, registry)) {
            Some(shipped) => Ok(shipped?),
            None => Ok(experiment::read(&self.file, registry)?),
        }
    }

    fn store(&self) -> PathBuf {
        let name = self.file.file_stem().unwrap_or_default().to_string_lossy();
        self.store.clone().unwrap_or_else(|| store_path(Path::new(RESULTS), &name))
    }
}

#[derive(Args)]
struct Run {
    #[command(flatten)]
    source: Source,
    /// How many games are played at once [default: one for each core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// The folder for the report [default: that of the store]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Play one share of the games only, such as 3/8: the third of eight [default store:
    /// results/NAME-3-of-8.sqlite]
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Print {"name":…,"done":…,"total":…,"agree":…,"differ":…,"open":…,"report":FILE}, of a share
    /// {"name":…,"shard":…,"done":…,"store":FILE}
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Merge {
    #[command(flatten)]
    source: Source,
    /// The stores to take the games from; they stay as they are
    #[arg(required = true)]
    stores: Vec<PathBuf>,
    /// The folder for the report [default: that of the store]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Print the same as run --json
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Report {
    #[command(flatten)]
    source: Source,
    /// The folder for the report [default: that of the store]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Print the same as run --json
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct List {
    /// A folder of experiment files [default: those that come with hexring, and experiments/]
    folder: Option<PathBuf>,
    /// Print [{"name":…,"file":…,"title":…,"done":…,"total":…},…]; those that come with hexring
    /// need no file
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Export {
    #[command(flatten)]
    source: Source,
    /// The format: csv, jsonl, parquet or sgf
    #[arg(long)]
    to: Format,
    /// The file to write, or - for standard output
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Print {"file":…,"games":…}
    #[arg(long)]
    json: bool,
}

impl ExperimentCommand {
    pub(crate) fn run(self, registry: &Registry) -> Result<()> {
        match self.action {
            Action::Run(run) => run.run(registry),
            Action::Resume(run) => {
                Store::read(&run.store())?;
                run.run(registry)
            }
            Action::Merge(merge) => merge.run(registry),
            Action::Report(report) => {
                let experiment = report.source.experiment(registry)?;
                let store = Store::read(&report.source.store())?;
                let Report { source, out, json } = report;
                write_report(&experiment, &store, &source, out.as_deref(), json)
            }
            Action::List(list) => list.run(registry),
            Action::Export(export) => export.run(),
        }
    }
}

impl Run {
    /// Where the games are kept; a share has a store of its own.
    fn store(&self) -> PathBuf {
        let whole = self.source.store();
        match self.shard {
            Some(shard) if self.source.store.is_none() => {
                let name = whole.file_stem().unwrap_or_default().to_string_lossy();
                store_path(Path::new(RESULTS), &shard.name(&name))
            }
            _ => whole,
        }
    }

    fn run(self, registry: &Registry) -> Result<()> {
        let experiment = self.source.experiment(registry)?;
        let path = self.store();
        let mut store = Store::open(&path)?;
        let (mut jobs, mut tests) = (experiment.jobs(self.source.quick)?, experiment.tests());
        if let Some(shard) = self.shard {
            // A test needs all pairs in order, which no share has: all games are played.
            (jobs, tests) = (shard.jobs(&jobs), Vec::new());
        }
        let summary = run_jobs(&experiment, &jobs, &mut store, self.threads, tests)?;
        if summary.left > 0 {
            return Err(Stopped(format!(
                "stopped with {} games left; what is finished is in {}, resume goes on with it",
                summary.left,
                path.display()
            ))
            .into());
        }
        match self.shard {
            Some(shard) => self.tell_share(&experiment, shard, jobs.len(), &path),
            None => write_report(&experiment, &store, &self.source, self.out.as_deref(), self.json),
        }
    }

    /// A share alone has no report.
    fn tell_share(
        &self,
        experiment: &Experiment,
        shard: Shard,
        done: usize,
        store: &Path,
    ) -> Result<()> {
        let Experiment { name, .. } = experiment;
        if self.json {
            return output::print_json(&json!({
                "name": name, "shard": shard.to_string(), "done": done, "store": store,
            }));
        }
        output::print(&format!(
            "{name}: share {shard} is done, {done} games in {}\n             when all are: hexring experiment merge {} STORE…\n",
            store.display(),
            self.source.file.display()
        ))
    }
}

impl Merge {
    fn run(self, registry: &Registry) -> Result<()> {
        let experiment = self.source.experiment(registry)?;
        let others = self.stores.iter().map(|path| Store::read(path));
        let others = others.collect::<Result<Vec<Store>, _>>()?;
        let mut store = Store::open(&self.source.store())?;
        for (path, other) in self.stores.iter().zip(&others) {
            output::note(&format!("{}: {} new", path.display(), store.merge(other)?));
        }
        write_report(&experiment, &store, &self.source, self.out.as_deref(), self.json)
    }
}

/// Writes the report in all its forms and says where.
fn write_report(
    experiment: &Experiment,
    store: &Store,
    source: &Source,
    out: Option<&Path>,
    json: bool,
) -> Result<()> {
    let path = source.store();
    let folder = out.or(path.parent()).unwrap_or(Path::new("")).to_owned();
    let command = format!("hexring experiment run {}", source.file.display());
    let report = report::make(experiment, store, source.quick, &command)?;
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    for (name, text) in report.files() {
        let path = folder.join(name);
        Destination::new(&path)?.write_text(&text)?;
    }
    let page = folder.join(format!("{}.html", experiment.name));
    if json {
        let (Standing { done, total }, count) = (report.standing(), report.count());
        return output::print_json(&json!({
            "name": experiment.name, "done": done, "total": total, "agree": count.agree,
            "differ": count.differ, "open": count.open, "report": page,
        }));
    }
    output::print(&format!("{}\nreport: {}\n", report.summary(), page.display()))
}

impl List {
    fn run(self, registry: &Registry) -> Result<()> {
        let folder = self.folder.as_deref().unwrap_or(Path::new("experiments"));
        let mut laboratory =
            Laboratory::new(folder, RESULTS).with_players(registry).in_program(crate::PROGRAM);
        if self.folder.is_none() {
            laboratory = laboratory.with_shipped();
        }
        let (mut text, mut all) = (String::new(), Vec::new());
        for name in laboratory.names()? {
            let title = laboratory.experiment(&name)?.title;
            let Standing { done, total } = laboratory.standing(&name, false)?;
            let file = laboratory.file(&name).ok();
            let source = laboratory.source(&name)?;
            text.push_str(&format!("{}: {title}, {done} of {total} done\n", source.display()));
            all.push(json!({
                "name": name, "file": file, "title": title, "done": done, "total": total,
            }));
        }
        if self.json { output::print_json(&json!(all)) } else { output::print(&text) }
    }
}

impl Export {
    fn run(self) -> Result<()> {
        let store = Store::read(&self.source.store())?;
        let place = Destination::new(&self.out)?;
        if self.json && place.is_stdout() {
            bail!("--out - and --json both want standard output: expected one of them");
        }
        let games = store.select(&GameFilter::default())?;
        let bytes = export::write(&games, self.to)?;
        place.write(|out| Ok(out.write_all(&bytes)?))?;
        if place.is_stdout() {
            return Ok(());
        }
        if self.json {
            return output::print_json(&json!({ "file": self.out, "games": games.len() }));
        }
        output::print(&format!("{} games in {}\n", games.len(), self.out.display()))
    }
}
