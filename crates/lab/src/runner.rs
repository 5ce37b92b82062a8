//! Does the tasks of an experiment, on all cores, and keeps every result.
//!
//! Workers take tasks and hand results to the one thread that writes, which commits whatever has
//! arrived and goes on. Tasks depend on nothing but themselves, so neither the number of threads
//! nor the order changes a result, and what is in the store already is not done again.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use hexring_control::{Control, Limit, Stop};
use hexring_game::Color;
use hexring_players::Program;
use thiserror::Error;

use crate::experiment::JobsError;
use crate::job::{Job, Task, unique};
use crate::lineup::{Unfit, check};
use crate::machine;
use crate::perform::{Outcome, perform};
use crate::play::Engines;
use crate::rows::{GameRow, Run};
use crate::stats::{Decision, Pairs, Sprt};
use crate::store::{Store, StoreError};
use crate::tally::{Seen, pair_points};

/// How to run.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many threads play.
    pub threads: usize,
    /// A test that ends a match of pairs by itself.
    pub sprt: Option<Sprt>,
    /// The command that was given, for the record.
    pub command: String,
    /// The program that plays, for the record.
    pub program: Program,
}

/// How a run stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Tasks that are finished, those of earlier runs included.
    pub done: usize,
    /// All tasks.
    pub total: usize,
    /// The pairs of the match so far, where a test decides.
    pub pairs: Option<Pairs>,
    /// The score of a match of two: games that the first player has won and lost.
    pub score: Option<[u32; 2]>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// How many tasks this run finished.
    pub finished: usize,
    /// How many are left, because the run was stopped.
    pub left: usize,
    /// What the test said, and after how many pairs.
    pub decision: Option<(Decision, usize)>,
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
    if options.sprt.is_none() {
        // Seeds are as good as random: small and large boards mix, so that the time left can be
        // told from the time that has passed. A test needs its games in order.
        todo.sort_by_key(|job| job.seed);
    }
    writer.decide();
    if writer.decision.is_none() {
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
    let (next, program) = (AtomicUsize::new(0), options.program.to_string());
    let (limit, halt) = control.limit().child();
    std::thread::scope(|scope| {
        let (sender, results) = channel();
        for _ in 0..options.threads.clamp(1, todo.len().max(1)) {
            let (sender, next, program, limit) = (sender.clone(), &next, &program, &limit);
            scope.spawn(move || worker(todo, parts, next, program, limit, &sender));
        }
        drop(sender);
        let written = write_all(&results, writer, &halt, control);
        // Whatever happened, nobody shall go on playing.
        halt.raise();
        written
    })
}

/// One worker: takes the next task until there is none.
fn worker(
    todo: &[&Job],
    parts: &[String],
    next: &AtomicUsize,
    program: &str,
    limit: &Limit,
    results: &Sender<Outcome>,
) {
    let mut engines = Engines::default();
    while !limit.is_over() {
        let Some(job) = todo.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
        let outcome = perform(job, &parts[job.part], &mut engines, program, limit);
        let Some(outcome) = outcome else { break };
        if results.send(outcome).is_err() {
            break;
        }
    }
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
        if writer.decision.is_some() {
            halt.raise();
        }
    }
}

/// The thread that owns the store.
struct Writer<'a> {
    jobs: &'a [&'a Job],
    store: &'a mut Store,
    sprt: Option<Sprt>,
    /// The keys of everything that is finished.
    finished: HashSet<String>,
    /// The games by their keys, where a test looks at them.
    games: HashMap<String, GameRow>,
    /// How many of the jobs were finished before this run.
    before: usize,
    /// How many are finished now.
    done: usize,
    /// The pairs from the first game on without a gap, and how many pairs that is; those that
    /// repeat an earlier one are not in the first.
    pairs: (Pairs, usize),
    seen: Seen,
    /// In a match of two, who has won how often.
    score: Option<Score>,
    decision: Option<(Decision, usize)>,
    started: (Instant, String),
}

/// How a match of two stands.
struct Score {
    /// The colour of the first player by the keys of the games.
    seats: HashMap<String, Color>,
    /// Games that the first player has won and lost.
    games: [u32; 2],
}

impl Score {
    /// That of jobs that are one match of two.
    fn of(jobs: &[&Job], store: &Store) -> Result<Option<Self>, StoreError> {
        let is_one = jobs.iter().all(|job| (job.part, job.group) == (0, 0));
        if !is_one || !jobs.iter().all(|job| matches!(job.task, Task::Game(_))) {
            return Ok(None);
        }
        let seat = |job: &&Job| if job.number.is_multiple_of(2) { Color::Red } else { Color::Blue };
        let seats = jobs.iter().map(|job| (job.key.clone(), seat(job))).collect();
        let mut score = Score { seats, games: [0, 0] };
        store.games()?.values().for_each(|game| score.add(game));
        Ok(Some(score))
    }

    fn add(&mut self, game: &GameRow) {
        let (Some(seat), Some(winner)) = (self.seats.get(&game.key), game.result.seat) else {
            return;
        };
        self.games[usize::from(*seat != winner)] += 1;
    }
}

impl<'a> Writer<'a> {
    fn new(
        jobs: &'a [&'a Job],
        store: &'a mut Store,
        options: &Options,
    ) -> Result<Self, StoreError> {
        let finished = store.keys()?;
        let games = if options.sprt.is_some() { store.games()? } else { HashMap::new() };
        let score = Score::of(jobs, store)?;
        let before = jobs.iter().filter(|job| finished.contains(&job.key)).count();
        Ok(Writer {
            jobs,
            store,
            sprt: options.sprt,
            finished,
            games,
            before,
            done: before,
            pairs: (Pairs::default(), 0),
            seen: Seen::default(),
            score,
            decision: None,
            started: (Instant::now(), machine::now()),
        })
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
        if let Some(score) = &mut self.score {
            games.iter().for_each(|game| score.add(game));
        }
        if self.sprt.is_some() {
            self.games.extend(games.into_iter().map(|game| (game.key.clone(), game)));
        }
        self.decide();
        Ok(())
    }

    /// Takes pairs in order into the test, until it says something. What was played beyond that
    /// is removed, so that the match has the same games whatever the number of threads.
    fn decide(&mut self) {
        let Some(sprt) = self.sprt else { return };
        while self.decision.is_none() {
            let game = |at: usize| self.games.get(&self.jobs.get(at)?.key);
            let at = 2 * self.pairs.1;
            let (Some(first), Some(second)) = (game(at), game(at + 1)) else { break };
            if self.seen.look([Some(first), Some(second)]).contains(&true) {
                self.pairs.0.add(pair_points(first, second));
            }
            self.pairs.1 += 1;
            self.decision = sprt.decide(self.pairs.0).map(|decision| (decision, self.pairs.1));
        }
    }

    fn progress(&self) -> Progress {
        let pairs = self.sprt.is_some().then_some(self.pairs.0);
        let score = self.score.as_ref().map(|score| score.games);
        Progress { done: self.done, total: self.jobs.len(), pairs, score }
    }

    /// Ends the run: removes what is beyond a decision, and remembers that there was a run.
    fn close(self, options: &Options) -> Result<Summary, RunError> {
        let mut left = self.jobs.len() - self.done;
        if let Some((_, pairs)) = self.decision {
            let beyond: Vec<&str> =
                self.jobs[2 * pairs..].iter().map(|job| job.key.as_str()).collect();
            self.store.remove(&beyond)?;
            left = 0;
        }
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
        Ok(Summary { finished, left, decision: self.decision })
    }
}
