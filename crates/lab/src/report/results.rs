//! Results in the order of the jobs that asked for them.

use std::collections::HashMap;

use crate::job::Job;
use crate::store::{AnswerRow, GameRow, Store, StoreError};

/// What is finished of an experiment.
#[derive(Debug)]
pub struct Results {
    jobs: Vec<Job>,
    games: HashMap<String, GameRow>,
    answers: HashMap<String, AnswerRow>,
}

impl Results {
    /// Reads the results of jobs from a store.
    pub fn read(jobs: Vec<Job>, store: &Store) -> Result<Self, StoreError> {
        Ok(Results { jobs, games: store.games()?, answers: store.answers()? })
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
