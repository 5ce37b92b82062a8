//! A rule for every height as data: what Red sees, and what it makes of that.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::ring::{Circle, MOST_COLUMNS, Ring, Window};

/// The first line of a file.
const MARK: &str = "# hexring every height 1";
const COLUMNS: &str = "# columns ";
const HEADER: &str = "seen,made of it";

/// What Red does on a cylinder of any height, with Blue first.
///
/// Red keeps an imagined position that is never better than the real one: what is red there is red,
/// and what is blue in reality is blue there. When Blue plays a cell that is empty there, Red looks at
/// the ring of that stone and the rings above and below, and makes other rings of them: it may take
/// one empty cell, and give any others to Blue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeightRule {
    pub(super) circle: Circle,
    /// By three rings with Blue's last stone in the first column of the middle one: these rings after
    /// Red's answer.
    pub(super) answers: BTreeMap<Window, Window>,
}

/// What is wrong with a file that should hold a rule for every height.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HeightRuleFileError {
    /// It begins in another way.
    #[error("no rule for every height: expected a first line \"{MARK}\"")]
    Mark,
    /// Something is missing, or lines end as on other systems.
    #[error("the end is missing, or a line does not end with a line feed alone")]
    End,
    /// The second line does not say how many columns.
    #[error("bad second line \"{0}\": expected such as \"{COLUMNS}3\", up to {MOST_COLUMNS}")]
    Columns(String),
    /// The third line is another one.
    #[error("bad third line \"{0}\": expected \"{HEADER}\"")]
    Header(String),
    /// A line does not say what is seen and what becomes of it.
    #[error("line {number} is no line of rings seen and made: \"{text}\"")]
    Line {
        /// Which line, from 1.
        number: usize,
        /// What it says.
        text: String,
    },
}

impl HeightRule {
    /// Whether a file begins as a rule for every height does.
    pub fn is_begun_by(text: &str) -> bool {
        text.lines().next() == Some(MARK)
    }

    /// The columns of the cylinders.
    pub fn columns(&self) -> u8 {
        self.circle.columns
    }

    /// How many sights the rule knows.
    pub fn len(&self) -> usize {
        self.answers.len()
    }

    /// Whether it knows none.
    pub fn is_empty(&self) -> bool {
        self.answers.is_empty()
    }
}

impl fmt::Display for HeightRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{MARK}\n{COLUMNS}{}\n{HEADER}", self.circle.columns)?;
        for (seen, made) in &self.answers {
            writeln!(f, "{},{}", self.circle.text(*seen), self.circle.text(*made))?;
        }
        Ok(())
    }
}

impl FromStr for HeightRule {
    type Err = HeightRuleFileError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut lines = text.lines().zip(1..);
        let mut line = || lines.next().map_or("", |(line, _)| line);
        if line() != MARK {
            return Err(HeightRuleFileError::Mark);
        }
        if !text.ends_with('\n') || text.contains('\r') {
            return Err(HeightRuleFileError::End);
        }
        let second = line();
        // One spelling only: no other zeros or signs.
        let said = second.strip_prefix(COLUMNS);
        let columns = (1..=MOST_COLUMNS).find(|columns| Some(columns.to_string().as_str()) == said);
        let fault = || HeightRuleFileError::Columns(second.to_owned());
        let circle = Circle { columns: columns.ok_or_else(fault)? };
        let third = line();
        if third != HEADER {
            return Err(HeightRuleFileError::Header(third.to_owned()));
        }
        let mut answers = BTreeMap::new();
        for (line, number) in lines {
            let fault = || HeightRuleFileError::Line { number, text: line.to_owned() };
            let (seen, made) = row(line, circle).ok_or_else(fault)?;
            if answers.insert(seen, made).is_some() {
                return Err(fault());
            }
        }
        Ok(HeightRule { circle, answers })
    }
}

/// What is seen and what becomes of it: Blue's last stone is in the first column of the middle ring,
/// at most one empty cell becomes red, others may become blue, and nothing else changes.
fn row(line: &str, circle: Circle) -> Option<(Window, Window)> {
    let (seen, made) = line.split_once(',')?;
    let (seen, made) = (circle.read(seen)?, circle.read(made)?);
    let has_stone = seen[1] != Ring::BEYOND && seen[1].blue & 1 == 1;
    let pairs = || seen.iter().zip(&made);
    let is_kept = pairs().all(|(old, new)| {
        let stays = old.red & !new.red == 0 && old.blue & !new.blue == 0;
        stays && (*old == Ring::BEYOND) == (*new == Ring::BEYOND)
    });
    let taken: u32 = pairs().map(|(old, new)| (new.red & !old.red).count_ones()).sum();
    (has_stone && is_kept && taken <= 1).then_some((seen, made))
}
