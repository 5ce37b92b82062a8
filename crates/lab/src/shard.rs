//! A share of an experiment, for people with many machines: each plays its own, and the stores are
//! merged. The tasks have the same keys everywhere, so the result is that of one run.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::job::{Job, unique};

/// One of several shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which one, counted from 1.
    number: u32,
    /// How many there are.
    of: u32,
}

/// A text that names no share.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("bad share \"{0}\": expected a number and how many there are, such as 1/8 to 8/8")]
pub struct ParseShardError(String);

impl FromStr for Shard {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = || {
            let (number, of) = text.split_once('/')?;
            let (number, of) = (number.parse().ok()?, of.parse().ok()?);
            (1 <= number && number <= of).then_some(Shard { number, of })
        };
        read().ok_or_else(|| ParseShardError(text.chars().take(40).collect()))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl Shard {
    /// The name of a file with this share, for a name of the whole.
    pub fn name(&self, whole: &str) -> String {
        format!("{whole}-{}-of-{}", self.number, self.of)
    }

    /// The tasks of this share. All shares together have every task once, and each as many as the
    /// others, but for one.
    pub fn jobs(&self, jobs: &[Job]) -> Vec<Job> {
        let own = unique(jobs).into_iter().skip(self.number as usize - 1);
        own.step_by(self.of as usize).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_read_and_refused() {
        for text in ["1/1", "3/8", "8/8"] {
            assert_eq!(text.parse::<Shard>().map(|shard| shard.to_string()), Ok(text.to_owned()));
        }
        for text in ["0/8", "9/8", "1/0", "1", "a/b", "-1/3", "1/3/4", ""] {
            let error = text.parse::<Shard>().expect_err("no share").to_string();
            assert!(error.contains(&format!("\"{text}\"")), "{error}");
        }
    }
}
