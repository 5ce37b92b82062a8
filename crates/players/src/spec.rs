//! Players as text: `name` or `name:key=value,key=value`; where a player has one option only,
//! `name:value` will do (`level:3`).
//!
//! ```
//! use hexring_players::Spec;
//! let spec: Spec = "random".parse()?;
//! assert_eq!(spec.name(), "random");
//! assert_eq!(spec.to_string(), "random");
//! # Ok::<(), hexring_players::SpecError>(())
//! ```

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::player::Player;
use crate::registry::{self, Entry, Kind, OptionInfo};

/// A player's name and the options that were given, checked against the [registry].
#[derive(Clone, Debug)]
pub struct Spec {
    entry: &'static Entry,
    given: Vec<(&'static OptionInfo, Value)>,
}

/// Why a text names no player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// No such player.
    #[error("unknown player \"{name}\"{}", suggestion(.name, registry::names()))]
    UnknownPlayer {
        /// The name that was given.
        name: String,
    },
    /// No such option.
    #[error("player {player} has no option \"{option}\"{}", option_suggestion(.player, .option))]
    UnknownOption {
        /// The player.
        player: &'static str,
        /// The option that was given.
        option: String,
    },
    /// An option without a value.
    #[error("bad option \"{0}\": expected key=value")]
    NoValue(String),
    /// An option given twice.
    #[error("option \"{0}\" is given twice")]
    Twice(&'static str),
    /// A value of the wrong kind or out of range.
    #[error("bad value {player}:{option}={value}: expected {expected}")]
    BadValue {
        /// The player.
        player: &'static str,
        /// The option.
        option: &'static str,
        /// The value that was given.
        value: String,
        /// What it may be.
        expected: String,
    },
}

/// A value of one of the [kinds](Kind) of options.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A whole number.
    Whole(u64),
    /// A number with a fraction.
    Real(f64),
    /// A length of time.
    Time(Duration),
    /// Yes or no.
    Flag(bool),
    /// The path of a file.
    File(PathBuf),
    /// One of a few words.
    Word(&'static str),
    /// An option that was not given and has no default.
    Unset,
}

impl Spec {
    /// The player's name.
    pub fn name(&self) -> &'static str {
        self.entry.name
    }

    /// The player's entry in the registry.
    pub fn entry(&self) -> &'static Entry {
        self.entry
    }

    /// Whether this is a person, who has to be asked for its moves.
    pub fn is_human(&self) -> bool {
        self.name() == "human"
    }

    /// Whether a clock decides how long the player thinks, so that its games cannot be repeated
    /// exactly.
    pub fn is_timed(&self) -> bool {
        self.settings().any(|(_, value)| matches!(value, Value::Time(_)))
    }

    /// All options of the player with their values, given or by default.
    pub fn settings(&self) -> impl Iterator<Item = (&'static OptionInfo, Value)> + '_ {
        self.entry.options.iter().map(|info| (info, self.value(info.name)))
    }

    /// The same player with one option changed.
    pub fn with(&self, option: &str, value: &str) -> Result<Spec, SpecError> {
        let (info, value) = read_option(self.entry, &format!("{option}={value}"))?;
        let mut given = self.given.clone();
        given.retain(|(earlier, _)| earlier.name != info.name);
        given.push((info, value));
        Ok(Spec { entry: self.entry, given })
    }

    /// The player itself, with its seed.
    pub fn build(&self, seed: u64) -> Box<dyn Player> {
        (self.entry.build)(self, seed)
    }

    fn value(&self, option: &str) -> Value {
        if let Some((_, value)) = self.given.iter().find(|(info, _)| info.name == option) {
            return value.clone();
        }
        let info = self.entry.option(option);
        let info = info.unwrap_or_else(|| panic!("{} has no option {option}", self.name()));
        match info.default {
            "" => Value::Unset,
            default => info.kind.read(default).expect("defaults are tested"),
        }
    }

    /// The value of a whole number; none if it was not given and has no default.
    pub fn whole(&self, option: &str) -> Option<u64> {
        match self.value(option) {
            Value::Whole(number) => Some(number),
            Value::Unset => None,
            other => panic!("{option} is {other:?}, not a whole number"),
        }
    }

    /// The value of a number.
    pub fn real(&self, option: &str) -> Option<f64> {
        match self.value(option) {
            Value::Real(number) => Some(number),
            Value::Unset => None,
            other => panic!("{option} is {other:?}, not a number"),
        }
    }

    /// The value of a length of time.
    pub fn time(&self, option: &str) -> Option<Duration> {
        match self.value(option) {
            Value::Time(time) => Some(time),
            Value::Unset => None,
            other => panic!("{option} is {other:?}, not a time"),
        }
    }

    /// The value of a yes or no.
    pub fn flag(&self, option: &str) -> bool {
        match self.value(option) {
            Value::Flag(flag) => flag,
            other => panic!("{option} is {other:?}, not true or false"),
        }
    }

    /// The path of a file.
    pub fn file(&self, option: &str) -> Option<PathBuf> {
        match self.value(option) {
            Value::File(path) => Some(path),
            Value::Unset => None,
            other => panic!("{option} is {other:?}, not a file"),
        }
    }

    /// The value of an option with a few words.
    pub fn word(&self, option: &str) -> &'static str {
        match self.value(option) {
            Value::Word(word) => word,
            other => panic!("{option} is {other:?}, not a word"),
        }
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let (name, options) = match text.split_once(':') {
            Some((name, options)) => (name, options),
            None => (text, ""),
        };
        let entry = registry::find(name)
            .ok_or_else(|| SpecError::UnknownPlayer { name: name.to_owned() })?;
        let mut given: Vec<(&'static OptionInfo, Value)> = Vec::new();
        for word in options.split(',').filter(|word| !word.is_empty()) {
            let (info, value) = read_option(entry, word)?;
            if given.iter().any(|(earlier, _)| earlier.name == info.name) {
                return Err(SpecError::Twice(info.name));
            }
            given.push((info, value));
        }
        Ok(Spec { entry, given })
    }
}

fn read_option(
    entry: &'static Entry,
    word: &str,
) -> Result<(&'static OptionInfo, Value), SpecError> {
    let (key, value) = match (word.split_once('='), entry.options) {
        (Some(pair), _) => pair,
        // Where there is one option only, nobody needs its key.
        (None, [only]) => (only.name, word),
        (None, _) => return Err(SpecError::NoValue(word.to_owned())),
    };
    let unknown = || SpecError::UnknownOption { player: entry.name, option: key.to_owned() };
    let info = entry.option(key).ok_or_else(unknown)?;
    let value = info.kind.read(value).ok_or_else(|| SpecError::BadValue {
        player: entry.name,
        option: info.name,
        value: value.to_owned(),
        expected: info.kind.to_string(),
    })?;
    Ok((info, value))
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        for (index, (info, value)) in self.given.iter().enumerate() {
            write!(f, "{}{}={value}", if index == 0 { ':' } else { ',' }, info.name)?;
        }
        Ok(())
    }
}

impl PartialEq for Spec {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Serialize for Spec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Whole(number) => number.fmt(f),
            Value::Real(number) => number.fmt(f),
            Value::Time(time) if time.subsec_nanos() == 0 => write!(f, "{}s", time.as_secs()),
            Value::Time(time) => write!(f, "{}ms", time.as_millis()),
            Value::Flag(flag) => flag.fmt(f),
            Value::File(path) => path.display().fmt(f),
            Value::Word(word) => f.write_str(word),
            Value::Unset => Ok(()),
        }
    }
}

impl Kind {
    /// Reads a value of this kind; none if it is not one or out of range.
    pub(crate) fn read(&self, text: &str) -> Option<Value> {
        match self {
            Kind::Whole { min, max } => {
                let number = text.parse().ok().filter(|number| (min..=max).contains(&number))?;
                Some(Value::Whole(number))
            }
            Kind::Real { min, max } => {
                let number = text.parse().ok().filter(|number| (min..=max).contains(&number))?;
                Some(Value::Real(number))
            }
            Kind::Time => read_time(text).map(Value::Time),
            Kind::Flag => text.parse().ok().map(Value::Flag),
            Kind::File => (!text.is_empty()).then(|| Value::File(text.into())),
            Kind::Words(words) => words.iter().find(|word| **word == text).map(|w| Value::Word(w)),
        }
    }
}

/// Reads `2s`, `0.5s` or `500ms`, from 1 ms to a day.
fn read_time(text: &str) -> Option<Duration> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 1e-3),
        None => (text.strip_suffix('s')?, 1.0),
    };
    let seconds = number.parse::<f64>().ok()? * unit;
    (0.001..=86_400.0)
        .contains(&seconds)
        .then(|| Duration::from_millis((seconds * 1e3).round() as u64))
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Whole { min, max } => write!(f, "a whole number from {min} to {max}"),
            Kind::Real { min, max } => write!(f, "a number from {min} to {max}"),
            Kind::Time => f.write_str("a time such as 2s or 500ms"),
            Kind::Flag => f.write_str("true or false"),
            Kind::File => f.write_str("a file"),
            Kind::Words(words) => write!(f, "{}", words.join(" or ")),
        }
    }
}

/// A hint at the name that was perhaps meant, or the list of all.
fn suggestion(word: &str, known: impl Iterator<Item = &'static str>) -> String {
    let known: Vec<&str> = known.collect();
    let nearest = known.iter().min_by_key(|name| edits(word, name));
    match nearest {
        Some(name) if edits(word, name) <= 1 + word.len() / 4 => {
            format!(", did you mean \"{name}\"?")
        }
        _ if known.is_empty() => ": it has no options".to_owned(),
        _ => format!(": expected one of {}", known.join(", ")),
    }
}

fn option_suggestion(player: &str, option: &str) -> String {
    let options = registry::find(player).map_or(&[][..], |entry| entry.options);
    suggestion(option, options.iter().map(|info| info.name))
}

/// The number of letters to insert, remove, change or exchange with the next one to turn one word
/// into another.
fn edits(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    let mut rows = vec![(0..=to.len()).collect::<Vec<_>>()];
    for i in 1..=from.len() {
        let mut row = vec![i];
        for j in 1..=to.len() {
            let change = rows[i - 1][j - 1] + usize::from(from[i - 1] != to[j - 1]);
            let mut least = change.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_count_changes_and_exchanges() {
        let cases =
            [("", "abc", 3), ("mtcs", "mcts", 1), ("random", "random", 0), ("abc", "axc", 1)];
        for (from, to, expected) in cases {
            assert_eq!(edits(from, to), expected, "{from} {to}");
        }
    }

    #[test]
    fn faults_are_named() {
        let error = |text: &str| text.parse::<Spec>().unwrap_err().to_string();
        assert_eq!(error("randmo"), "unknown player \"randmo\", did you mean \"random\"?");
        assert!(
            error("zzzzzz").starts_with("unknown player \"zzzzzz\": expected one of human, level")
        );
        assert_eq!(error("random:x=1"), "player random has no option \"x\": it has no options");
        assert_eq!(error("random:x"), "bad option \"x\": expected key=value");
        assert_eq!(error("mcts:5"), "bad option \"5\": expected key=value");
        assert!(error("level:11").starts_with("bad value level:n=11: expected a whole number"));
    }

    #[test]
    fn a_single_option_needs_no_key() {
        let spec: Spec = "level:3".parse().expect("a level");
        assert_eq!(spec.to_string(), "level:n=3");
    }

    #[test]
    fn times_have_units() {
        assert_eq!(read_time("2s"), Some(Duration::from_secs(2)));
        assert_eq!(read_time("0.5s"), Some(Duration::from_millis(500)));
        assert_eq!(read_time("250ms"), Some(Duration::from_millis(250)));
        for bad in ["2", "s", "-1s", "0s", "1e9s", "NaNs", "infs", "2 h"] {
            assert_eq!(read_time(bad), None, "{bad}");
        }
    }
}
