//! A folder of experiment files and the folder of their results: what is there, how far it is, its
//! reports and games, and running an experiment in the background.
//!
//! The binary and the web server see experiments through this, so that both find the same ones.
//!
//! ```no_run
//! use hexring_lab::{Laboratory, RunPlan};
//!
//! let laboratory = Laboratory::new("experiments", "results");
//! for name in laboratory.names()? {
//!     let standing = laboratory.standing(&name, false)?;
//!     println!("{name}: {} of {}", standing.done, standing.total);
//! }
//! let plan = RunPlan { quick: true, threads: 2 };
//! let run = laboratory.start("trevorah", plan, |progress| println!("{}", progress.done))?;
//! let page = laboratory.report("trevorah", true)?.page(); // of what is finished so far
//! run.stop();
//! let summary = run.wait()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use hexring_control::{Control, Limit, Stop};
use hexring_players::{Program, Registry};
use thiserror::Error;

use crate::experiment::{self, Experiment, ExperimentFile, Fault, FileError};
use crate::report::{self, Report, ReportError, Standing};
use crate::rows::GameRow;
use crate::runner::{Options, Progress, RunError, Summary, run};
use crate::shipped;
use crate::store::{GameFilter, Store, StoreError};

/// A folder of experiment files, and the folder of their stores and reports.
#[derive(Clone, Debug)]
pub struct Laboratory {
    experiments: PathBuf,
    results: PathBuf,
    registry: Registry,
    program: Program,
    /// Whether experiments that come with hexring are found, too.
    has_shipped: bool,
}

/// Why a laboratory cannot do what it is asked to.
#[derive(Debug, Error)]
pub enum LaboratoryError {
    /// There is no such experiment.
    #[error("there is no experiment \"{name}\" in {folder}")]
    Unknown {
        /// The name.
        name: String,
        /// The folder of experiment files.
        folder: PathBuf,
    },
    /// The folder of experiment files cannot be read, or a file in it not be written.
    #[error("{path}")]
    Folder {
        /// The folder or file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file says something wrong.
    #[error(transparent)]
    File(#[from] FileError),
    /// An experiment that was given says something wrong.
    #[error(transparent)]
    Bad(#[from] Fault),
    /// It cannot be written as a file.
    #[error("the experiment cannot be written")]
    Unwritable(#[from] toml::ser::Error),
    /// The store failed; nothing that was saved is lost.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The report failed.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// The run failed; nothing that was saved is lost.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// How to run an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunPlan {
    /// A few games of each setting only: the first ones of the full experiment.
    pub quick: bool,
    /// How many games are played at once.
    pub threads: usize,
}

impl Laboratory {
    /// A laboratory over two folders. They need not exist: then there is nothing to be found.
    /// Players are those that come with the program.
    pub fn new(experiments: impl Into<PathBuf>, results: impl Into<PathBuf>) -> Self {
        let registry = Registry::standard();
        let (experiments, results) = (experiments.into(), results.into());
        Laboratory { experiments, results, registry, program: Program::LIBRARY, has_shipped: false }
    }

    /// The same with the experiments that come with hexring beside those of the folder, which then
    /// may be missing. A file of the folder comes before one of the same name.
    #[must_use]
    pub fn with_shipped(mut self) -> Self {
        self.has_shipped = true;
        self
    }

    /// The same with players of one's own.
    #[must_use]
    pub fn with_players(mut self, registry: &Registry) -> Self {
        self.registry = registry.clone();
        self
    }

    /// The same for a program that knows its commit, which games and reports then name.
    #[must_use]
    pub fn in_program(mut self, program: Program) -> Self {
        self.program = program;
        self
    }

    /// The names of all experiment files, in order. A file may still say something wrong, which
    /// [`experiment`](Self::experiment) finds out.
    pub fn names(&self) -> Result<Vec<String>, LaboratoryError> {
        let folder = |source| LaboratoryError::Folder { path: self.experiments.clone(), source };
        let mut names = if self.has_shipped { shipped::names() } else { Vec::new() };
        if self.has_shipped && !self.experiments.exists() {
            return Ok(names);
        }
        for entry in std::fs::read_dir(&self.experiments).map_err(folder)? {
            let path = entry.map_err(folder)?.path();
            if path.extension().is_some_and(|extension| extension == "toml")
                && let Some(name) = path.file_stem().and_then(|name| name.to_str())
            {
                names.push(name.to_owned());
            }
        }
        names.sort();
        names.dedup();
        Ok(names)
    }

    /// The file of an experiment. Only names that [`names`](Self::names) gives have one, so a name
    /// from outside cannot lead out of the folder.
    pub fn file(&self, name: &str) -> Result<PathBuf, LaboratoryError> {
        let path = self.experiments.join(format!("{name}.toml"));
        let in_folder = path.file_stem().is_some_and(|stem| stem == name)
            && path.parent() == Some(&self.experiments);
        if in_folder && path.is_file() {
            return Ok(path);
        }
        let folder = self.experiments.clone();
        Err(LaboratoryError::Unknown { name: name.to_owned(), folder })
    }

    /// An experiment, read from its file.
    pub fn experiment(&self, name: &str) -> Result<Experiment, LaboratoryError> {
        let file = match self.file(name) {
            Ok(file) => file,
            Err(unknown) => {
                let shipped = self.has_shipped.then(|| shipped::read(name, &self.registry));
                return Ok(shipped.flatten().ok_or(unknown)??);
            }
        };
        Ok(experiment::read(&file, &self.registry)?)
    }

    fn is_shipped(&self, name: &str) -> bool {
        self.has_shipped && shipped::names().iter().any(|known| known == name)
    }

    /// What `hexring experiment run` takes: the file, or the name alone.
    pub fn source(&self, name: &str) -> Result<PathBuf, LaboratoryError> {
        self.file(name).or_else(|fault| self.is_shipped(name).then(|| name.into()).ok_or(fault))
    }

    /// An experiment that is not kept in a file; published tables that it names are looked for in
    /// the folder.
    pub fn lay_out(
        &self,
        name: &str,
        file: &ExperimentFile,
    ) -> Result<Experiment, LaboratoryError> {
        Ok(experiment::lay_out(file, name, &self.experiments, &self.registry)?)
    }

    /// Keeps an experiment as a file in the folder.
    pub fn keep(&self, name: &str, file: &ExperimentFile) -> Result<(), LaboratoryError> {
        let path = self.experiments.join(format!("{name}.toml"));
        let text = file.to_toml()?;
        std::fs::write(&path, text).map_err(|source| LaboratoryError::Folder { path, source })
    }

    /// Where the results of an experiment are kept.
    pub fn store_path(&self, name: &str) -> PathBuf {
        store_path(&self.results, name)
    }

    /// The results of an experiment, to read; none before its first run.
    pub fn store(&self, name: &str) -> Result<Option<Store>, LaboratoryError> {
        self.source(name)?;
        match Store::read(&self.store_path(name)) {
            Ok(store) => Ok(Some(store)),
            Err(StoreError::Missing { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// How far an experiment is, a running one too.
    pub fn standing(&self, name: &str, quick: bool) -> Result<Standing, LaboratoryError> {
        let jobs = self.experiment(name)?.jobs(quick).map_err(RunError::from)?;
        let done = match self.store(name)? {
            Some(store) => report::finished(&jobs, &store)?,
            None => 0,
        };
        Ok(Standing { done, total: report::distinct(&jobs) })
    }

    /// The report of what is finished, of a running experiment too; of nothing before its first
    /// run.
    pub fn report(&self, name: &str, quick: bool) -> Result<Report, LaboratoryError> {
        let experiment = self.experiment(name)?;
        let store = match self.store(name)? {
            Some(store) => store,
            None => Store::in_memory()?,
        };
        Ok(report::make(&experiment, &store, quick, &self.command(name)?)?)
    }

    /// Some games of an experiment, in the order in which they stand in its parts.
    pub fn games(&self, name: &str, filter: &GameFilter) -> Result<Vec<GameRow>, LaboratoryError> {
        match self.store(name)? {
            Some(store) => Ok(store.select(filter)?),
            None => Ok(Vec::new()),
        }
    }

    /// Runs what is left of an experiment on threads of its own. Each result is in the store, and
    /// counted, before `watch` hears of it; `watch` is called a few times a second at least.
    ///
    /// What can be wrong beforehand (the file, a store that another process writes into) is an
    /// error here; what goes wrong later is one of [`BackgroundRun::wait`].
    pub fn start(
        &self,
        name: &str,
        plan: RunPlan,
        mut watch: impl FnMut(&Progress) + Send + 'static,
    ) -> Result<BackgroundRun, LaboratoryError> {
        let experiment = self.experiment(name)?;
        let jobs = experiment.jobs(plan.quick).map_err(RunError::from)?;
        let mut store = Store::open(&self.store_path(name))?;
        let (command, program) = (self.command(name)?, self.program);
        let stop = Stop::new();
        let total = report::distinct(&jobs);
        let latest = Arc::new(Mutex::new(Progress { total, ..Progress::default() }));
        let (limit, progress) = (Limit::of(&stop), Arc::clone(&latest));
        let thread = std::thread::spawn(move || {
            let tests = experiment.tests();
            let options = Options { threads: plan.threads.max(1), tests, command, program };
            let mut hear = |now: &Progress| {
                *progress.lock().unwrap_or_else(PoisonError::into_inner) = now.clone();
                watch(now);
            };
            // Every commit is heard of, the last one too.
            let mut control = Control::new(limit, &mut hear).every(Duration::ZERO);
            run(&jobs, &experiment.part_names(), &mut store, &options, &mut control)
        });
        Ok(BackgroundRun { stop, latest, thread })
    }

    /// The command that repeats an experiment.
    fn command(&self, name: &str) -> Result<String, LaboratoryError> {
        Ok(format!("hexring experiment run {}", self.source(name)?.display()))
    }
}

/// Where the results of an experiment are kept in a folder.
pub fn store_path(results: &Path, name: &str) -> PathBuf {
    results.join(format!("{name}.sqlite"))
}

/// A run that goes on by itself. Dropping it neither stops nor waits for the run.
#[derive(Debug)]
pub struct BackgroundRun {
    stop: Stop,
    latest: Arc<Mutex<Progress>>,
    thread: JoinHandle<Result<Summary, RunError>>,
}

impl BackgroundRun {
    /// How it stands.
    pub fn progress(&self) -> Progress {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Asks it to stop: games in progress are dropped, finished ones kept. Returns at once.
    pub fn stop(&self) {
        self.stop.raise();
    }

    /// Whether it has ended, for whatever reason.
    pub fn is_finished(&self) -> bool {
        self.thread.is_finished()
    }

    /// Waits for its end.
    pub fn wait(self) -> Result<Summary, LaboratoryError> {
        match self.thread.join() {
            Ok(summary) => Ok(summary?),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "title = \"Small\"\n[[part]]\nname = \"p\"\nkind = \"match\"\n\
        board = \"4x4\"\nplayers = [\"random\", \"heuristic\"]\nrounds = 20\nquick = 3\n";

    fn laboratory() -> (tempfile::TempDir, Laboratory) {
        let folder = tempfile::tempdir().expect("a folder");
        let files = folder.path().join("experiments");
        std::fs::create_dir(&files).expect("made");
        std::fs::write(files.join("small.toml"), FILE).expect("written");
        std::fs::write(files.join("bad.toml"), "title = 5").expect("written");
        std::fs::write(folder.path().join("outside.toml"), FILE).expect("written");
        let laboratory = Laboratory::new(files, folder.path().join("results"));
        (folder, laboratory)
    }

    #[test]
    fn experiments_are_found_run_and_read() {
        let (_folder, laboratory) = laboratory();
        assert_eq!(laboratory.names().expect("names"), ["bad", "small"]);
        assert_eq!(laboratory.standing("small", false).expect("read").done, 0);
        assert!(laboratory.report("small", true).expect("empty").page().contains("0 of 6"));
        let seen = Arc::new(Mutex::new(0));
        let last = Arc::clone(&seen);
        let plan = RunPlan { quick: true, threads: 2 };
        let run = laboratory.start("small", plan, move |now| *last.lock().unwrap() = now.done);
        let summary = run.expect("starts").wait().expect("ends");
        assert_eq!((summary.finished, summary.left), (6, 0));
        assert_eq!(*seen.lock().unwrap(), 6);
        let standing = laboratory.standing("small", false).expect("read");
        assert_eq!(standing, Standing { done: 6, total: 40 });
        assert!(laboratory.experiment("trevorah").is_err());
        let laboratory = laboratory.with_shipped();
        assert!(laboratory.names().expect("names").contains(&"trevorah".to_owned()));
        assert_eq!(laboratory.standing("trevorah", true).expect("read").done, 0);
        assert_eq!(laboratory.source("trevorah").expect("shipped"), Path::new("trevorah"));
        let filter = GameFilter { from: 4, most: 10, ..GameFilter::default() };
        let games = laboratory.games("small", &filter).expect("games");
        assert_eq!(games.len(), 2);
        let store = laboratory.store("small").expect("read").expect("there");
        assert_eq!(store.game(&games[0].key).expect("read").as_ref(), Some(&games[0]));
        assert_eq!(store.game("p|nothing").expect("read"), None);
    }

    #[test]
    fn a_run_stops_when_it_is_told_and_goes_on_later() {
        let (folder, laboratory) = laboratory();
        let slow = FILE.replace("rounds = 20", "rounds = 100000");
        std::fs::write(folder.path().join("experiments/small.toml"), slow).expect("written");
        let plan = RunPlan { quick: false, threads: 1 };
        let (sender, begun) = std::sync::mpsc::channel();
        let watch = move |now: &Progress| {
            if now.done > 0 {
                let _ = sender.send(());
            }
        };
        let run = laboratory.start("small", plan, watch).expect("starts");
        begun.recv().expect("a game is finished");
        let second = laboratory.start("small", plan, |_| {}).expect_err("one writer at a time");
        assert!(second.to_string().contains("is in use"), "{second}");
        run.stop();
        let summary = run.wait().expect("ends");
        assert!(summary.finished > 0 && summary.left > 0, "{summary:?}");
        let done = laboratory.standing("small", false).expect("read").done;
        assert_eq!(done, summary.finished);
    }

    #[test]
    fn faults_are_named_and_names_stay_in_the_folder() {
        let (_folder, laboratory) = laboratory();
        let error = |name: &str| laboratory.experiment(name).expect_err(name).to_string();
        assert!(
            error("bad").contains("bad.toml line 1, column 9: invalid type: integer `5`"),
            "{}",
            error("bad")
        );
        assert!(error("../outside").contains("there is no experiment \"../outside\""));
        let nowhere = Laboratory::new("/no/such/folder", "results");
        assert!(matches!(nowhere.names(), Err(LaboratoryError::Folder { .. })));
    }
}
