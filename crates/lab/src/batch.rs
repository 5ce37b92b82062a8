//! Tasks in batches, for workers that are elsewhere: who owns the store says which tasks are
//! missing, a worker that has the same experiment does some of them by their keys, and what came
//! out travels back as bytes.
//!
//! A key covers everything that a task is, the behaviour of the program included. A worker of
//! another program has other keys and says so.

use std::collections::{HashMap, HashSet};

use hexring_control::Limit;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::experiment::{Experiment, JobsError};
use crate::job::{Job, unique};
use crate::lineup::{Unfit, check};
use crate::perform::{Outcome, perform};
use crate::play::Engines;
use crate::rows::{AnswerRow, GameRow};
#[cfg(feature = "store")]
use crate::{
    runner::RunError,
    store::{Store, StoreError},
};

/// All tasks of an experiment, each once.
#[derive(Clone, Debug)]
pub struct Tasks {
    parts: Vec<String>,
    jobs: Vec<Job>,
    by_key: HashMap<String, usize>,
}

/// What came out of some tasks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rows {
    /// The games.
    pub games: Vec<GameRow>,
    /// Everything else.
    pub answers: Vec<AnswerRow>,
}

/// Why a batch was not done.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BatchError {
    /// The experiment has no such task here.
    #[error("there is no task \"{0}\" here: expected the same experiment and program as elsewhere")]
    UnknownKey(String),
    /// Somebody has stopped the work.
    #[error("stopped after {0} tasks")]
    Stopped(usize),
}

/// Bytes that are no rows.
#[derive(Debug, Error)]
#[error("these bytes are no results of tasks")]
pub struct BadRows(#[from] serde_json::Error);

impl Tasks {
    /// Lays out an experiment.
    pub fn new(experiment: &Experiment, quick: bool) -> Result<Self, JobsError> {
        let all = experiment.jobs(quick)?;
        let jobs: Vec<Job> = unique(&all).into_iter().cloned().collect();
        let by_key = jobs.iter().enumerate().map(|(at, job)| (job.key.clone(), at)).collect();
        Ok(Tasks { parts: experiment.part_names(), jobs, by_key })
    }

    /// Their keys, in order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.jobs.iter().map(|job| job.key.as_str())
    }

    /// How many there are.
    pub fn total(&self) -> usize {
        self.jobs.len()
    }

    /// The keys of those that are not in the store, as of [`without`](Self::without).
    #[cfg(feature = "store")]
    pub fn missing(&self, store: &Store) -> Result<Vec<&str>, RunError> {
        Ok(self.without(&store.keys()?)?)
    }

    /// The keys of those that are not finished, in the order in which they are best done; checked,
    /// so that a player that cannot play is found before the first game.
    pub fn without(&self, finished: &HashSet<String>) -> Result<Vec<&str>, Unfit> {
        let mut todo: Vec<&Job> =
            self.jobs.iter().filter(|job| !finished.contains(&job.key)).collect();
        check(&todo)?;
        // As in a run on one machine: small and large boards mix.
        todo.sort_by_key(|job| job.seed);
        Ok(todo.into_iter().map(|job| job.key.as_str()).collect())
    }

    /// Does some of them, one after the other.
    pub fn perform<K: AsRef<str>>(
        &self,
        keys: &[K],
        program: &str,
        limit: &Limit,
    ) -> Result<Rows, BatchError> {
        let (mut rows, mut engines) = (Rows::default(), Engines::default());
        for (done, key) in keys.iter().map(AsRef::as_ref).enumerate() {
            let at = self.by_key.get(key);
            let job = &self.jobs[*at.ok_or_else(|| BatchError::UnknownKey(key.to_owned()))?];
            match perform(job, &self.parts[job.part], &mut engines, program, limit) {
                Some(Outcome::Game(game)) => rows.games.push(game),
                Some(Outcome::Answer(answer)) => rows.answers.push(answer),
                None => return Err(BatchError::Stopped(done)),
            }
        }
        Ok(rows)
    }
}

impl Rows {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.games.len() + self.answers.len()
    }

    /// The rows as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("rows are text and numbers")
    }

    /// The rows that bytes are.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BadRows> {
        Ok(serde_json::from_slice(bytes)?)
    }

    /// Saves the rows, all or none of them; what is in the store already stays.
    #[cfg(feature = "store")]
    pub fn save(&self, store: &mut Store) -> Result<(), StoreError> {
        store.save(&self.games, &self.answers)
    }
}

#[cfg(all(test, feature = "store"))]
mod tests {
    use hexring_control::Control;
    use hexring_players::Program;

    use super::*;
    use crate::experiment::ExperimentFile;
    use crate::runner::{Options, run};

    const EXPERIMENT: &str = r#"
        title = "two kinds of tasks"
        seed = 7

        [[part]]
        name = "games"
        kind = "round-robin"
        players = ["random", "mcts:playouts=50"]
        board = "torus:3x3"
        turns = "random"
        rounds = 4

        [[part]]
        name = "looks"
        kind = "openings"
        players = ["random-spot:fills=20"]
        board = "3x3"
        samples = 3
    "#;

    fn experiment() -> Experiment {
        let file = ExperimentFile::parse(EXPERIMENT).expect("it reads");
        let resolve = |text: &str| text.parse();
        let load = |_: &str| Err(std::io::ErrorKind::NotFound.into());
        let context = crate::experiment::Context { resolve: &resolve, load: &load };
        file.experiment("test", &context).expect("it fits")
    }

    /// What has to be the same: all but when it was and how long it took.
    fn timeless(store: &Store) -> Vec<String> {
        let games = store.games().expect("games").into_values();
        let game = |mut row: GameRow| {
            (row.seconds, row.millis, row.finished) = Default::default();
            format!("{row:?}")
        };
        let answers = store.answers().expect("answers").into_values();
        let answer = |mut row: AnswerRow| {
            (row.seconds, row.finished) = Default::default();
            format!("{row:?}")
        };
        let mut rows: Vec<String> = games.map(game).chain(answers.map(answer)).collect();
        rows.sort();
        rows
    }

    #[test]
    fn batches_through_bytes_are_the_rows_of_a_run() {
        let (experiment, program) = (experiment(), Program::LIBRARY);
        let jobs = experiment.jobs(false).expect("jobs");
        let mut store = Store::in_memory().expect("a store");
        let options = Options { threads: 2, tests: Vec::new(), command: String::new(), program };
        run(&jobs, &experiment.part_names(), &mut store, &options, &mut Control::default())
            .expect("it runs");

        let tasks = Tasks::new(&experiment, false).expect("tasks");
        let mut other = Store::in_memory().expect("a store");
        let missing = tasks.missing(&other).expect("everybody can play");
        assert_eq!((missing.len(), tasks.total()), (11, 11));
        for batch in missing.chunks(4) {
            let rows = tasks.perform(batch, &program.to_string(), &Limit::none()).expect("done");
            let rows = Rows::from_bytes(&rows.to_bytes()).expect("rows");
            // A batch that comes twice changes nothing.
            rows.save(&mut other).expect("saved");
            rows.save(&mut other).expect("saved");
        }
        assert!(tasks.missing(&other).expect("a store").is_empty());
        assert_eq!(timeless(&other), timeless(&store));
    }

    #[test]
    fn foreign_keys_and_bytes_are_named() {
        let tasks = Tasks::new(&experiment(), false).expect("tasks");
        let fault = tasks.perform(&["games|x#1"], "", &Limit::none()).expect_err("no such task");
        assert_eq!(fault, BatchError::UnknownKey("games|x#1".to_owned()));
        assert!(Rows::from_bytes(b"[]").is_err());
    }
}
