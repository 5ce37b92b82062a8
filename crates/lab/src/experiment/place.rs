//! Places in an experiment, so that a fault is found wherever the experiment comes from.

use std::fmt;

use thiserror::Error;

/// A place in an experiment: the way to it from outside, as keys and numbers of items.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place(Vec<Step>);

/// A step inwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Into a field, by its key in files.
    Key(&'static str),
    /// To an item of a list, counted from 0.
    Item(usize),
}

/// Something that is wrong with an experiment.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}{message}")]
pub struct Fault {
    /// Where.
    pub place: Place,
    /// The bad value and what was expected.
    pub message: String,
}

impl Place {
    pub(super) fn key(&self, key: &'static str) -> Self {
        self.with(Step::Key(key))
    }

    pub(super) fn item(&self, index: usize) -> Self {
        self.with(Step::Item(index))
    }

    fn with(&self, step: Step) -> Self {
        Place(self.0.iter().copied().chain([step]).collect())
    }

    pub(super) fn fault(&self, message: impl fmt::Display) -> Fault {
        Fault { place: self.clone(), message: message.to_string() }
    }

    /// The way to the place.
    pub fn steps(&self) -> &[Step] {
        &self.0
    }
}

impl fmt::Display for Place {
    /// As `part 2 players 1: `; nothing for the experiment as a whole.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.0.iter().enumerate() {
            let gap = if index > 0 { " " } else { "" };
            match step {
                Step::Key(key) => write!(f, "{gap}{key}")?,
                Step::Item(item) => write!(f, "{gap}{}", item + 1)?,
            }
        }
        if self.0.is_empty() { Ok(()) } else { f.write_str(": ") }
    }
}
