//! Experiments: files that come with hexring or with `--experiments`, and quick matches.
//!
//! One experiment runs at a time, on half of the cores, so that games go on being played; others
//! wait in a queue. A quick match becomes an experiment file of its own, so that everything that
//! can be done with one (stopping, going on after a restart, reports, replays) is there once.

use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hexring_lab::experiment::ExperimentFile;
use hexring_lab::report::Report;
use hexring_lab::rows::GameRow;
use hexring_lab::{
    BackgroundRun, Experiment, GameFilter, LaboratoryError, Progress, RunPlan, know_their_rules,
    shipped,
};
use hexring_players::{Program, Registry};
use serde::Serialize;
use serde_json::json;
use tokio::sync::broadcast;

use crate::error::ApiError;
use crate::files;
use crate::known::{Facts, Known, Standing};

/// How often a run tells how it stands.
const TELL_EVERY: Duration = Duration::from_millis(250);

/// How long the server waits for a run when it ends.
const CLOSING: Duration = Duration::from_secs(2);

/// The most experiments that wait.
const MAX_WAITING: usize = 20;

/// The most quick matches that are kept.
const MAX_MATCHES: usize = 1000;

/// News that a slow listener may be behind.
const BACKLOG: usize = 32;

/// All experiments, and the one that runs.
pub(crate) struct Laboratory {
    files: hexring_lab::Laboratory,
    matches: hexring_lab::Laboratory,
    state: Mutex<State>,
    known: Known,
    news: broadcast::Sender<Arc<str>>,
}

#[derive(Default)]
struct State {
    queue: VecDeque<Wish>,
    running: Option<Running>,
    /// Whether somebody runs what waits.
    attended: bool,
    /// Why the last run of an experiment failed.
    faults: HashMap<String, String>,
}

/// What is to be run.
#[derive(Clone)]
struct Wish {
    name: String,
    quick: bool,
}

struct Running {
    wish: Wish,
    /// None while it starts.
    run: Option<BackgroundRun>,
    stopped: bool,
}

/// An experiment with how far it is.
#[derive(Serialize)]
pub(crate) struct ExperimentView {
    name: String,
    /// Whether it is a quick match, which can be deleted.
    quick_match: bool,
    title: String,
    source: String,
    about: String,
    state: &'static str,
    /// Whether the run that goes on or waits plays a few games of each setting only.
    quick: bool,
    full: Standing,
    short: Standing,
    /// What is wrong with the file, or why the last run failed.
    fault: Option<String>,
}

impl Laboratory {
    /// The experiments of a folder, or else those that come with hexring, with everything that is
    /// written kept in the data directory.
    pub(crate) fn open(
        data: &Path,
        experiments: Option<&Path>,
        registry: &Registry,
        program: Program,
    ) -> std::io::Result<Arc<Self>> {
        let folder = match experiments {
            Some(folder) => folder.to_owned(),
            None => {
                let folder = data.join("experiments");
                shipped::unpack(&folder)?;
                folder
            }
        };
        let match_folder = data.join("matches");
        std::fs::create_dir_all(&match_folder)?;
        let laboratory = |folder| {
            hexring_lab::Laboratory::new(folder, data.join("results"))
                .with_players(registry)
                .in_program(program)
        };
        Ok(Arc::new(Laboratory {
            files: laboratory(folder),
            matches: laboratory(match_folder),
            state: Mutex::default(),
            known: Known::open(data),
            news: broadcast::channel(BACKLOG).0,
        }))
    }

    /// Every experiment: files by name, then quick matches, the newest first.
    pub(crate) fn list(&self) -> Result<Vec<ExperimentView>, ApiError> {
        let mut names: Vec<(String, bool)> =
            self.files.names()?.into_iter().map(|name| (name, false)).collect();
        names.extend(self.matches.names()?.into_iter().rev().map(|name| (name, true)));
        let view = |(name, quick_match)| self.view(name, quick_match);
        let list = names.into_iter().map(view).collect();
        self.known.keep();
        Ok(list)
    }

    /// Begins or goes on with an experiment as soon as it is its turn.
    pub(crate) fn start(self: &Arc<Self>, name: &str, quick: bool) -> Result<(), ApiError> {
        self.of(name)?.experiment(name)?;
        let mut state = self.lock();
        if state.is_under_way(name) {
            return Err(ApiError::Conflict(format!("{name} is under way already")));
        }
        if state.queue.len() >= MAX_WAITING {
            return Err(ApiError::Busy(format!("{MAX_WAITING} experiments are waiting already")));
        }
        state.faults.remove(name);
        state.queue.push_back(Wish { name: name.to_owned(), quick });
        if !std::mem::replace(&mut state.attended, true) {
            tokio::spawn(Arc::clone(self).attend());
        }
        drop(state);
        self.tell_change();
        Ok(())
    }

    /// Stops an experiment, or takes it out of the queue. Finished games are kept.
    pub(crate) fn stop(&self, name: &str) -> Result<(), ApiError> {
        let mut state = self.lock();
        if !state.is_under_way(name) {
            return Err(ApiError::Conflict(format!("{name} is not under way")));
        }
        state.queue.retain(|wish| wish.name != name);
        if let Some(running) = state.running.as_mut().filter(|running| running.wish.name == name) {
            running.stop();
        }
        drop(state);
        self.tell_change();
        Ok(())
    }

    /// Stops everything, because the server ends, and gives it a moment to do so: engines from
    /// outside are sent home.
    pub(crate) fn close(&self) {
        let mut state = self.lock();
        state.queue.clear();
        state.running.iter_mut().for_each(Running::stop);
        drop(state);
        let started = Instant::now();
        while self.lock().running.is_some() && started.elapsed() < CLOSING {
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Keeps a quick match under a new name, if it can be played.
    pub(crate) fn add_match(&self, id: &str, file: &ExperimentFile) -> Result<String, ApiError> {
        if self.matches.names()?.len() >= MAX_MATCHES {
            let text = format!("{MAX_MATCHES} matches are kept already: delete some");
            return Err(ApiError::Conflict(text));
        }
        let name = format!("match-{id}");
        check(&self.matches.lay_out(&name, file)?)?;
        self.matches.keep(&name, file)?;
        Ok(name)
    }

    /// Forgets a quick match and its games.
    pub(crate) fn delete_match(&self, name: &str) -> Result<(), ApiError> {
        let file = self.matches.file(name)?;
        let state = self.lock();
        if state.is_under_way(name) {
            return Err(ApiError::Conflict(format!("{name} is under way: stop it first")));
        }
        let store = self.matches.store_path(name);
        std::fs::remove_file(file).map_err(ApiError::disk)?;
        for end in ["", "-wal", "-shm", ".lock", ".index", ".index.lock"] {
            let mut path = store.clone().into_os_string();
            path.push(end);
            files::remove(Path::new(&path)).map_err(ApiError::disk)?;
        }
        drop(state);
        self.known.forget(name);
        self.tell_change();
        Ok(())
    }

    /// The report of what is finished so far.
    pub(crate) fn report(&self, name: &str, quick: bool) -> Result<Report, ApiError> {
        Ok(self.of(name)?.report(name, quick)?)
    }

    /// Some of its games.
    pub(crate) fn games(&self, name: &str, filter: &GameFilter) -> Result<Vec<GameRow>, ApiError> {
        Ok(self.of(name)?.games(name, filter)?)
    }

    /// The stores that have games: that of an experiment, or of all.
    pub(crate) fn stores(&self, name: Option<&str>) -> Result<Vec<(String, PathBuf)>, ApiError> {
        let store = |lab: &hexring_lab::Laboratory, name: String| {
            let path = lab.store_path(&name);
            path.exists().then_some((name, path))
        };
        if let Some(name) = name {
            let lab = self.of(name)?;
            lab.experiment(name)?;
            return Ok(store(lab, name.to_owned()).into_iter().collect());
        }
        let mut stores = Vec::new();
        for lab in [&self.files, &self.matches] {
            stores.extend(lab.names()?.into_iter().filter_map(|name| store(lab, name)));
        }
        Ok(stores)
    }

    /// One of its games.
    pub(crate) fn game(&self, name: &str, key: &str) -> Result<GameRow, ApiError> {
        let store = self.of(name)?.store(name)?;
        let game = store.map(|store| store.game(key)).transpose();
        let game = game.map_err(LaboratoryError::from)?.flatten();
        game.ok_or_else(|| ApiError::no_game(key))
    }

    /// News from now on: `progress` of the run, and `changed` when the list is to be looked at.
    pub(crate) fn subscribe(&self) -> broadcast::Receiver<Arc<str>> {
        self.news.subscribe()
    }

    /// The folder that an experiment is in.
    fn of(&self, name: &str) -> Result<&hexring_lab::Laboratory, ApiError> {
        let is_match = self.matches.file(name).is_ok();
        Ok(if is_match { &self.matches } else { &self.files })
    }

    fn view(&self, name: String, quick_match: bool) -> ExperimentView {
        let lab = if quick_match { &self.matches } else { &self.files };
        let Facts { title, source, about, mut full, mut short, fault } = self.known.of(lab, &name);
        let state = self.lock();
        let waits = state.queue.iter().find(|wish| wish.name == name);
        let runs = state.running.as_ref().filter(|running| running.wish.name == name);
        let wish = runs.map(|running| &running.wish).or(waits);
        let quick = wish.is_some_and(|wish| wish.quick);
        if let Some(run) = runs.and_then(|running| running.run.as_ref()) {
            let Progress { done, total, .. } = run.progress();
            *(if quick { &mut short } else { &mut full }) = Standing { done, total };
        }
        let shown = match () {
            () if runs.is_some() => "running",
            () if waits.is_some() => "waiting",
            () if full.total > 0 && full.done == full.total => "done",
            () if full.done > 0 => "stopped",
            () => "new",
        };
        let fault = fault.or_else(|| state.faults.get(&name).cloned());
        ExperimentView {
            name,
            quick_match,
            title,
            source,
            about,
            state: shown,
            quick,
            full,
            short,
            fault,
        }
    }

    /// Runs what waits, one after the other, until nothing does.
    async fn attend(self: Arc<Self>) {
        while let Some(wish) = self.next() {
            let outcome = self.run(&wish).await;
            self.known.forget(&wish.name);
            let mut state = self.lock();
            state.running = None;
            if let Err(error) = outcome {
                state.faults.insert(wish.name, error.to_string());
            }
            drop(state);
            self.tell_change();
        }
    }

    fn next(&self) -> Option<Wish> {
        let mut state = self.lock();
        state.attended = !state.queue.is_empty();
        let wish = state.queue.pop_front()?;
        state.running = Some(Running { wish: wish.clone(), run: None, stopped: false });
        Some(wish)
    }

    async fn run(self: &Arc<Self>, wish: &Wish) -> Result<(), ApiError> {
        let (this, named) = (Arc::clone(self), wish.clone());
        let begin = move || {
            let plan = RunPlan { quick: named.quick, threads: threads() };
            Ok(this.of(&named.name)?.start(&named.name, plan, |_| {})?)
        };
        let begun = tokio::task::spawn_blocking(begin).await;
        let run: BackgroundRun = begun.unwrap_or(Err(ApiError::Failed))?;
        if let Some(running) = self.lock().running.as_mut() {
            running.run = Some(run);
            if running.stopped {
                running.stop();
            }
        }
        self.tell_change();
        let run = self.follow(wish).await;
        let ended = tokio::task::spawn_blocking(move || run.map(BackgroundRun::wait)).await;
        // A player that panics ends the run; what it had finished is kept.
        let failed = |_| ApiError::Refused("a player failed".to_owned());
        ended.map_err(failed)?.transpose()?;
        Ok(())
    }

    /// Tells how the run stands until it has ended, and takes it over.
    async fn follow(&self, wish: &Wish) -> Option<BackgroundRun> {
        let mut told = None;
        loop {
            tokio::time::sleep(TELL_EVERY).await;
            let mut state = self.lock();
            let running = state.running.as_mut()?;
            let run = running.run.as_ref()?;
            let Progress { done, total, .. } = run.progress();
            if told != Some(done) {
                told = Some(done);
                let news = json!({ "type": "progress", "name": wish.name, "quick": wish.quick,
                    "done": done, "total": total });
                // Nobody may be listening.
                let _ = self.news.send(news.to_string().into());
            }
            if run.is_finished() {
                return running.run.take();
            }
        }
    }

    fn tell_change(&self) {
        let _ = self.news.send(changed());
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing in it is ever half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The news that the list of experiments is to be looked at again.
pub(crate) fn changed() -> Arc<str> {
    json!({ "type": "changed" }).to_string().into()
}

impl State {
    fn is_under_way(&self, name: &str) -> bool {
        self.queue.iter().any(|wish| wish.name == name)
            || self.running.as_ref().is_some_and(|running| running.wish.name == name)
    }
}

impl Running {
    fn stop(&mut self) {
        self.stopped = true;
        self.run.iter().for_each(BackgroundRun::stop);
    }
}

/// How many games an experiment plays at once: half of the cores are left to those who play.
fn threads() -> usize {
    (hexring_lab::machine::threads() / 2).max(1)
}

/// Whether everybody can play what a match asks for; an experiment finds out when it starts.
fn check(experiment: &Experiment) -> Result<(), ApiError> {
    let jobs = experiment.jobs(false).map_err(ApiError::refused)?;
    know_their_rules(&jobs).map_err(ApiError::refused)
}
