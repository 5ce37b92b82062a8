//! Results in the order of the jobs that asked for them.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt;

use crate::batch::Rows;
use crate::job::Job;
use crate::rows::{AnswerRow, GameRow};
#[cfg(feature = "store")]
use crate::store::{Store, StoreError};

/// What is finished of an experiment.
#[derive(Debug)]
pub struct Results {
    jobs: Vec<Job>,
    games: HashMap<String, GameRow>,
    answers: HashMap<String, AnswerRow>,
}

/// Results of the same labels that are not counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strangers {
    /// How many there are.
    pub count: usize,
    /// The programs that they come from.
    pub programs: BTreeSet<String>,
}

impl fmt::Display for Strangers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let programs: Vec<&str> = self.programs.iter().map(String::as_str).collect();
        let (count, programs) = (self.count, programs.join("; "));
        write!(
            f,
            "{count} results in the store are of another seed or another program and are not \
             counted: hexring {programs}"
        )
    }
}

/// The part of a key that people read.
fn label(key: &str) -> &str {
    key.rsplit_once('#').map_or(key, |(label, _)| label)
}

impl Results {
    /// The results of jobs among some rows.
    pub fn new(jobs: Vec<Job>, rows: Rows) -> Self {
        let games = rows.games.into_iter().map(|row| (row.key.clone(), row)).collect();
        let answers = rows.answers.into_iter().map(|row| (row.key.clone(), row)).collect();
        Results { jobs, games, answers }
    }

    /// Reads the results of jobs from a store.
    #[cfg(feature = "store")]
    pub fn read(jobs: Vec<Job>, store: &Store) -> Result<Self, StoreError> {
        Ok(Results { jobs, games: store.games()?, answers: store.answers()? })
    }

    /// Results in the store that have the label of one of the jobs and other contents: of another
    /// seed, other defaults, or another program. They are kept and not counted.
    pub fn strangers(&self) -> Strangers {
        let keys = super::distinct_keys(&self.jobs);
        let labels: HashSet<&str> = keys.iter().map(|key| label(key)).collect();
        let is_strange = |key: &str| labels.contains(label(key)) && !keys.contains(key);
        let games = self.games.values().map(|row| (&row.key, &row.program));
        let answers = self.answers.values().map(|row| (&row.key, &row.program));
        let strange = games.chain(answers).filter(|(key, _)| is_strange(key));
        let programs: Vec<String> = strange.map(|(_, program)| program.clone()).collect();
        let count = programs.len();
        Strangers { count, programs: programs.into_iter().collect() }
    }

    /// The programs that the counted results come from.
    pub fn programs(&self) -> BTreeSet<&str> {
        let keys = super::distinct_keys(&self.jobs);
        let games = self.games.values().map(|row| (row.key.as_str(), row.program.as_str()));
        let answers = self.answers.values().map(|row| (row.key.as_str(), row.program.as_str()));
        let counted = games.chain(answers).filter(|(key, _)| keys.contains(key));
        counted.map(|(_, program)| program).collect()
    }

    fn group(&self, part: usize, group: usize) -> impl Iterator<Item = &Job> {
        self.jobs.iter().filter(move |job| job.part == part && job.group == group)
    }

    /// The games of a group that are finished.
    pub fn games(&self, part: usize, group: usize) -> impl Iterator<Item = &GameRow> {
        self.group(part, group).filter_map(|job| self.games.get(&job.key))
    }

    /// The pairs of games of a group, finished or not.
    pub fn pairs(&self, part: usize, group: usize) -> Vec<[Option<&GameRow>; 2]> {
        let games: Vec<_> = self.group(part, group).map(|job| self.games.get(&job.key)).collect();
        games.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect()
    }

    /// The answers of a group that are finished.
    pub fn answers(&self, part: usize, group: usize) -> impl Iterator<Item = &AnswerRow> {
        self.group(part, group).filter_map(|job| self.answers.get(&job.key))
    }

    /// How many tasks there are.
    pub fn total(&self) -> usize {
        super::distinct(&self.jobs)
    }

    /// How many of them are finished.
    pub fn done(&self) -> usize {
        let finished =
            |key: &&str| self.games.contains_key(*key) || self.answers.contains_key(*key);
        super::distinct_keys(&self.jobs).into_iter().filter(finished).count()
    }
}
