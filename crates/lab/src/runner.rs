//! Does the tasks of an experiment, on all cores, and keeps every result.
//!
//! Workers take tasks and hand results to the one thread that writes, which commits whatever has
//! arrived and goes on. Tasks depend on nothing but themselves, so neither the number of threads
//! nor the order changes a result, and what is in the store already is not done again.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use hexring_control::{Control, Limit, Stop};
use hexring_players::Program;
use thiserror::Error;

use crate::experiment::{JobsError, PairingTest};
use crate::job::{Job, Task, unique};
use crate::lineup::{Unfit, check};
use crate::machine;
use crate::perform::{Outcome, perform};
use crate::play::Engines;
use crate::rows::{GameRow, Run};
use crate::stats::{Decision, Pairs};
use crate::store::{Store, StoreError};
use crate::tally::{Duel, Seen, Trial};

/// How to run.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many threads play.
    pub threads: usize,
    /// Tests that end pairings by themselves, as [`Experiment::tests`] has them.
    ///
    /// [`Experiment::tests`]: crate::Experiment::tests
    pub tests: Vec<PairingTest>,
    /// The command that was given, for the record.
    pub command: String,
    /// The program that plays, for the record.
    pub program: Program,
}

/// How a run stands.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// Tasks that are finished, those of earlier runs included.
    pub done: usize,
    /// All tasks.
    pub total: usize,
    /// The pairs that the first test has looked at, where one decides.
    pub pairs: Option<Pairs>,
    /// The finished pairs of a match of two, counted.
    pub duel: Option<Duel>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// How many tasks this run finished.
    pub finished: usize,
    /// How many are left, because the run was stopped.
    pub left: usize,
    /// What each test said, and after how many pairs.
    pub decisions: Vec<Option<(Decision, usize)>>,
}

/// Why a run could not go on.
#[derive(Debug, Error)]
pub enum RunError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Somebody cannot take part.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// The experiment cannot be laid out.
    #[error(transparent)]
    Jobs(#[from] JobsError),
}

/// How long the writer waits for results before it looks around.
const TICK: Duration = Duration::from_millis(100);

/// Does all tasks that are not in the store yet. `parts` are the names that tasks refer to. When
/// the run is stopped, games in progress are dropped and finished ones kept; whoever listens hears
/// of results that are in the store.
pub fn run(
    jobs: &[Job],
    parts: &[String],
    store: &mut Store,
    options: &Options,
    control: &mut Control<'_, Progress>,
) -> Result<Summary, RunError> {
    let jobs = unique(jobs);
    let mut writer = Writer::new(&jobs, store, options)?;
    let mut todo: Vec<&Job> = jobs.iter().copied().filter(|job| !writer.has(job)).collect();
    check(&todo)?;
    match options.tests.is_empty() {
        // Seeds are as good as random: small and large boards mix, so that the time left can be
        // told from the time that has passed.
        true => todo.sort_by_key(|job| job.seed),
        // A test needs its games in order.
        false => todo.sort_by_key(|job| job.number),
    }
    if !writer.is_decided() {
        work(&todo, parts, &mut writer, options, control)?;
    }
    writer.close(options)
}

/// Runs the workers and writes until they are done.
fn work(
    todo: &[&Job],
    parts: &[String],
    writer: &mut Writer,
    options: &Options,
    control: &mut Control<'_, Progress>,
) -> Result<(), RunError> {
    let (limit, halt) = control.limit().child();
    let queue = Queue {
        todo,
        parts,
        next: AtomicUsize::new(0),
        program: options.program.to_string(),
        decided: writer.decided.clone(),
        limit,
    };
    std::thread::scope(|scope| {
        let (sender, results) = channel();
        for _ in 0..options.threads.clamp(1, todo.len().max(1)) {
            let (sender, queue) = (sender.clone(), &queue);
            scope.spawn(move || queue.work(&sender));
        }
        drop(sender);
        let written = write_all(&results, writer, &halt, control);
        // Whatever happened, nobody shall go on playing.
        halt.raise();
        written
    })
}

/// The pairings that need no more games, by part and group; workers leave the rest of them out.
type Decided = Arc<Mutex<HashSet<(usize, usize)>>>;

/// What there is to do, for all workers.
struct Queue<'a> {
    todo: &'a [&'a Job],
    parts: &'a [String],
    next: AtomicUsize,
    program: String,
    decided: Decided,
    limit: Limit,
}

impl Queue<'_> {
    /// One worker: takes the next task until there is none.
    fn work(&self, results: &Sender<Outcome>) {
        let mut engines = Engines::default();
        while !self.limit.is_over() {
            let Some(job) = self.todo.get(self.next.fetch_add(1, Ordering::Relaxed)) else { break };
            if has(&self.decided, job) {
                continue;
            }
            let part = &self.parts[job.part];
            let outcome = perform(job, part, &mut engines, &self.program, &self.limit);
            let Some(outcome) = outcome else { break };
            if results.send(outcome).is_err() {
                break;
            }
        }
    }
}

/// Whether a task belongs to a pairing that is decided.
fn has(decided: &Decided, job: &Job) -> bool {
    let decided = decided.lock().unwrap_or_else(PoisonError::into_inner);
    decided.contains(&(job.part, job.group))
}

/// Commits results as they arrive, until there are no more.
fn write_all(
    results: &Receiver<Outcome>,
    writer: &mut Writer,
    halt: &Stop,
    control: &mut Control<'_, Progress>,
) -> Result<(), RunError> {
    loop {
        let mut batch = match results.recv_timeout(TICK) {
            Ok(outcome) => vec![outcome],
            Err(RecvTimeoutError::Timeout) => Vec::new(),
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        batch.extend(results.try_iter());
        writer.save(batch)?;
        control.report(|| writer.progress());
        if writer.is_decided() {
            halt.raise();
        }
    }
}

/// The thread that owns the store.
struct Writer<'a> {
    jobs: &'a [&'a Job],
    store: &'a mut Store,
    /// The keys of everything that is finished.
    finished: HashSet<String>,
    tests: Vec<Test<'a>>,
    /// How many of the jobs were finished before this run.
    before: usize,
    /// How many are finished now.
    done: usize,
    /// In a match of two, how it stands.
    score: Option<Score<'a>>,
    decided: Decided,
    started: (Instant, String),
}

/// The games of a pairing that a test ends.
struct Test<'a> {
    at: (usize, usize),
    /// The keys of its tasks, in order.
    keys: Vec<&'a str>,
    /// Its games by their keys, as they come.
    games: HashMap<&'a str, Option<GameRow>>,
    trial: Trial,
}

impl<'a> Test<'a> {
    fn new(test: &PairingTest, jobs: &[&'a Job]) -> Self {
        let at = (test.part, test.group);
        let own = jobs.iter().filter(|job| (job.part, job.group) == at);
        let keys: Vec<&str> = own.map(|job| job.key.as_str()).collect();
        let games = keys.iter().map(|key| (*key, None)).collect();
        Test { at, keys, games, trial: Trial::new(test.sprt) }
    }

    fn add(&mut self, game: &GameRow) {
        if let Some(place) = self.games.get_mut(game.key.as_str()) {
            *place = Some(game.clone());
        }
    }

    /// Takes pairs in order, until the test says something.
    fn decide(&mut self) {
        while self.trial.decision.is_none() {
            let game = |at: usize| self.games[self.keys.get(at)?].as_ref();
            let at = 2 * self.trial.taken;
            let (Some(first), Some(second)) = (game(at), game(at + 1)) else { break };
            self.trial.take(first, second);
        }
    }

    /// The keys of games beyond the decision.
    fn beyond(&self) -> &[&'a str] {
        self.trial.decision.map_or(&[], |(_, pairs)| &self.keys[2 * pairs..])
    }
}

/// How a match of two stands.
struct Score<'a> {
    /// The numbers of the games by their keys.
    numbers: HashMap<&'a str, u32>,
    /// First and second games whose other one is not finished, by their pairs.
    waiting: HashMap<u32, GameRow>,
    seen: Seen,
    duel: Duel,
}

impl<'a> Score<'a> {
    /// That of jobs that are one match of two.
    fn of(jobs: &[&'a Job]) -> Option<Self> {
        let is_one = jobs.iter().all(|job| (job.part, job.group) == (0, 0));
        let is_match = is_one && jobs.iter().all(|job| matches!(job.task, Task::Game(_)));
        let numbers = jobs.iter().map(|job| (job.key.as_str(), job.number)).collect();
        let (waiting, seen, duel) = Default::default();
        is_match.then_some(Score { numbers, waiting, seen, duel })
    }

    /// Counts a pair when both games are there.
    fn add(&mut self, game: &GameRow) {
        let Some(number) = self.numbers.get(game.key.as_str()) else { return };
        let Some(other) = self.waiting.remove(&(number / 2)) else {
            self.waiting.insert(number / 2, game.clone());
            return;
        };
        let is_first = number.is_multiple_of(2);
        let pair = if is_first { [game, &other] } else { [&other, game] };
        self.duel.count(pair.map(Some), &mut self.seen);
    }
}

impl<'a> Writer<'a> {
    fn new(
        jobs: &'a [&'a Job],
        store: &'a mut Store,
        options: &Options,
    ) -> Result<Self, StoreError> {
        let finished = store.keys()?;
        let before = jobs.iter().filter(|job| finished.contains(&job.key)).count();
        let mut writer = Writer {
            jobs,
            store,
            finished,
            tests: options.tests.iter().map(|test| Test::new(test, jobs)).collect(),
            before,
            done: before,
            score: Score::of(jobs),
            decided: Decided::default(),
            started: (Instant::now(), machine::now()),
        };
        if writer.score.is_some() || !writer.tests.is_empty() {
            writer.store.games()?.values().for_each(|game| writer.count(game));
        }
        writer.decide();
        Ok(writer)
    }

    fn count(&mut self, game: &GameRow) {
        self.score.iter_mut().for_each(|score| score.add(game));
        self.tests.iter_mut().for_each(|test| test.add(game));
    }

    fn has(&self, job: &Job) -> bool {
        self.finished.contains(&job.key)
    }

    fn save(&mut self, batch: Vec<Outcome>) -> Result<(), StoreError> {
        if batch.is_empty() {
            return Ok(());
        }
        let (mut games, mut answers) = (Vec::new(), Vec::new());
        for outcome in batch {
            match outcome {
                Outcome::Game(game) => games.push(game),
                Outcome::Answer(answer) => answers.push(answer),
            }
        }
        self.store.save(&games, &answers)?;
        self.done += games.len() + answers.len();
        games.iter().for_each(|game| self.count(game));
        self.decide();
        Ok(())
    }

    /// Lets all tests look at what has come, and tells the workers what is decided.
    fn decide(&mut self) {
        self.tests.iter_mut().for_each(Test::decide);
        let done = self.tests.iter().filter(|test| test.trial.decision.is_some());
        let mut decided = self.decided.lock().unwrap_or_else(PoisonError::into_inner);
        decided.extend(done.map(|test| test.at));
    }

    /// Whether tests have decided all that is to be done.
    fn is_decided(&self) -> bool {
        let decided = self.decided.lock().unwrap_or_else(PoisonError::into_inner);
        !decided.is_empty() && self.jobs.iter().all(|job| decided.contains(&(job.part, job.group)))
    }

    fn progress(&self) -> Progress {
        let pairs = self.tests.first().map(|test| test.trial.pairs);
        let duel = self.score.as_ref().map(|score| score.duel.clone());
        Progress { done: self.done, total: self.jobs.len(), pairs, duel }
    }

    /// Ends the run: removes what is beyond a decision, so that a match has the same games whatever
    /// the number of threads, and remembers that there was a run.
    fn close(self, options: &Options) -> Result<Summary, RunError> {
        let beyond: Vec<&str> = self.tests.iter().flat_map(Test::beyond).copied().collect();
        self.store.remove(&beyond)?;
        let (kept, beyond) = (self.store.keys()?, HashSet::<&str>::from_iter(beyond));
        let is_left = |key: &str| !kept.contains(key) && !beyond.contains(key);
        let left = self.jobs.iter().filter(|job| is_left(&job.key)).count();
        let finished = self.done - self.before;
        if finished > 0 {
            self.store.add_run(&Run {
                started: self.started.1,
                command: options.command.clone(),
                program: options.program.to_string(),
                machine: machine::describe(),
                threads: options.threads as u32,
                done: finished as u64,
                seconds: self.started.0.elapsed().as_secs_f64(),
            })?;
        }
        let decisions = self.tests.iter().map(|test| test.trial.decision).collect();
        Ok(Summary { finished, left, decisions })
    }
}
