//! A rule as data: what Red sees, and where it answers.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::scope::Scope;

/// The first line of a file.
const MARK: &str = "# hexring local rule 1";
const HEADER: &str = "rings,ring,column";

/// A rule without memory: what Red answers depends on nothing but what it sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalRule {
    /// How far Red looks and answers.
    pub scope: Scope,
    /// By what Red sees: how many rings further down than Blue's last stone it answers, and how many
    /// columns further right. A view is its rings from top to bottom as text, such as
    /// `#####/B..../..R..`. Columns count from Blue's last stone, which is in the middle ring, and a
    /// ring beyond the end of the cylinder is `#####`.
    pub answers: BTreeMap<String, (i8, u8)>,
}

/// What is wrong with a file that should hold a rule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LocalRuleFileError {
    /// It begins in another way.
    #[error("no rule of local answers: expected a first line \"{MARK}\"")]
    Mark,
    /// The second line does not say how far Red looks.
    #[error("bad second line \"{0}\": expected such as \"# columns 5, seen 2, within 1\"")]
    Scope(String),
    /// A line is no view with an answer.
    #[error("line {number} is no view with an answer: \"{text}\"")]
    Line {
        /// Which line, from 1.
        number: usize,
        /// What it says.
        text: String,
    },
}

impl fmt::Display for LocalRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Scope { columns, seen, within } = self.scope;
        writeln!(f, "{MARK}\n# columns {columns}, seen {seen}, within {within}\n{HEADER}")?;
        for (rings, (ring, column)) in &self.answers {
            writeln!(f, "{rings},{ring},{column}")?;
        }
        Ok(())
    }
}

impl FromStr for LocalRule {
    type Err = LocalRuleFileError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut lines = text.lines().zip(1..);
        if lines.next().is_none_or(|(line, _)| line != MARK) {
            return Err(LocalRuleFileError::Mark);
        }
        let line = lines.next().map_or("", |(line, _)| line);
        let scope = scope(line).ok_or_else(|| LocalRuleFileError::Scope(line.to_owned()))?;
        let mut answers = BTreeMap::new();
        for (line, number) in lines.filter(|(line, _)| *line != HEADER) {
            let fault = || LocalRuleFileError::Line { number, text: line.to_owned() };
            let (rings, answer) = row(line, scope).ok_or_else(fault)?;
            if answers.insert(rings, answer).is_some() {
                return Err(fault());
            }
        }
        Ok(LocalRule { scope, answers })
    }
}

fn scope(line: &str) -> Option<Scope> {
    let mut words = line.strip_prefix("# columns ")?.split(", ");
    let columns = words.next()?.parse().ok()?;
    let seen = words.next()?.strip_prefix("seen ")?.parse().ok()?;
    let within = words.next()?.strip_prefix("within ")?.parse().ok()?;
    let is_whole = columns > 0 && words.next().is_none();
    is_whole.then(|| Scope::new(columns, seen, within).ok()).flatten()
}

fn row(line: &str, scope: Scope) -> Option<(String, (i8, u8))> {
    let mut fields = line.split(',');
    let rings = fields.next()?;
    let answer: (i8, u8) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    let is_ring = |ring: &str| {
        ring.len() == usize::from(scope.columns) && ring.chars().all(|cell| "RB.#".contains(cell))
    };
    let is_view = rings.split('/').count() == 2 * usize::from(scope.seen) + 1;
    let is_near = answer.0.unsigned_abs() <= scope.within && answer.1 < scope.columns;
    let is_row = is_view && rings.split('/').all(is_ring) && is_near && fields.next().is_none();
    is_row.then(|| (rings.to_owned(), answer))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_read_as_it_was_written() {
        let answers = [("###/B../R..", (1, 2)), (".../BR./###", (-1, 0))];
        let answers = answers.map(|(view, answer)| (view.to_owned(), answer)).into();
        let rule = LocalRule { scope: Scope { columns: 3, seen: 1, within: 1 }, answers };
        let text = rule.to_string();
        assert_eq!(text.parse(), Ok(rule));
        for (from, to) in
            [("rule 1", "rule 2"), ("seen 1", "seen 99"), ("###,", "###,2"), ("R..,", "R.,")]
        {
            assert!(text.replacen(from, to, 1).parse::<LocalRule>().is_err(), "{from} {to}");
        }
        assert!(format!("{text}###/B../R..,0,1\n").parse::<LocalRule>().is_err(), "twice");
    }
}
