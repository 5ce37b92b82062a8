//! A player with its settings: what a text such as `mcts:playouts=1000` stands for.
//!
//! Texts are read by a [`Registry`](crate::Registry), which knows the names.

use std::fmt;
use std::sync::Arc;

use hexring_game::{Color, Rules};
use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::entry::{BuildError, Entry, Unsupported};
use crate::option::{Handle, OptionInfo, Settings, Value};
use crate::player::Player;
use crate::strategy::Strategy;

/// A player's entry and the options that were given. It prints as the text that it is read from.
#[derive(Clone, Debug)]
pub struct Spec {
    entry: Arc<Entry>,
    settings: Settings,
}

/// Why a text names no player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SpecError {
    /// No such player.
    #[error("unknown player \"{name}\"{hint}")]
    UnknownPlayer {
        /// The name that was given.
        name: String,
        /// Which one was perhaps meant, or all that there are.
        hint: String,
    },
    /// No such option.
    #[error("player {player} has no option \"{option}\"{hint}")]
    UnknownOption {
        /// The player.
        player: String,
        /// The option that was given.
        option: String,
        /// Which one was perhaps meant, or all that there are.
        hint: String,
    },
    /// An option without a value.
    #[error("bad option \"{0}\": expected key=value")]
    NoValue(String),
    /// An option given twice.
    #[error("option \"{0}\" is given twice")]
    Twice(String),
    /// A value of the wrong kind or out of range.
    #[error("bad value {player}:{option}={value}: expected {expected}")]
    BadValue {
        /// The player.
        player: String,
        /// The option.
        option: String,
        /// The value that was given.
        value: String,
        /// What it may be.
        expected: String,
    },
}

/// Why a player cannot sit down.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SeatError {
    /// It cannot play these rules or this side.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// It could not be made.
    #[error(transparent)]
    Build(#[from] BuildError),
}

impl Spec {
    /// A player with settings of its own.
    pub fn new(entry: Arc<Entry>, settings: Settings) -> Self {
        Spec { entry, settings }
    }

    /// The player's name.
    pub fn name(&self) -> &str {
        self.entry.name()
    }

    /// The player's entry.
    pub fn entry(&self) -> &Arc<Entry> {
        &self.entry
    }

    /// The settings that were given.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// All options of the player with their values, given or by default.
    pub fn values(&self) -> impl Iterator<Item = (&OptionInfo, Option<&Value>)> {
        self.entry
            .options()
            .iter()
            .map(|info| (info, self.settings.given(info.name).or(info.default.as_ref())))
    }

    /// The player with all its options, given or by default: everything that it is made from.
    pub fn in_full(&self) -> String {
        let word = |(info, value): (&OptionInfo, Option<&Value>)| {
            let value = value.map_or_else(|| "none".to_owned(), ToString::to_string);
            format!("{}={value}", info.name)
        };
        let words: Vec<String> = self.values().map(word).collect();
        format!("{}:{}", self.name(), words.join(","))
    }

    /// The value of one option, given or by default.
    pub fn get<T: Clone>(&self, option: &Handle<T>) -> T {
        self.settings.get(option)
    }

    /// Whether this is a person, who has to be asked for its moves.
    pub fn is_human(&self) -> bool {
        self.entry.is_human()
    }

    /// Whether a clock decides how long the player thinks, so that its games cannot be repeated
    /// exactly.
    pub fn is_timed(&self) -> bool {
        self.values().any(|(_, value)| matches!(value, Some(Value::Time(_))))
    }

    /// The same player with one option changed.
    pub fn with(&self, option: &str, value: &str) -> Result<Spec, SpecError> {
        let (info, value) = read_value(&self.entry, option, value)?;
        let mut settings = self.settings.clone();
        settings.put(info, value);
        Ok(Spec { entry: Arc::clone(&self.entry), settings })
    }

    /// Whether the player can begin as a colour under these rules, see [`Entry::supports`].
    pub fn supports(&self, rules: &Rules, color: Color) -> Result<(), Unsupported> {
        self.entry.supports(&self.settings, rules, color)
    }

    /// The player itself, with its seed.
    pub fn build(&self, seed: u64) -> Result<Box<dyn Player>, BuildError> {
        self.entry.build(&self.settings, seed)
    }

    /// The player itself, if it can play a colour under these rules.
    pub fn build_for(
        &self,
        rules: &Rules,
        color: Color,
        seed: u64,
    ) -> Result<Box<dyn Player>, SeatError> {
        self.supports(rules, color)?;
        Ok(self.build(seed)?)
    }

    /// The strategy that the player follows; none if it follows none.
    pub fn strategy(&self) -> Option<Box<dyn Strategy>> {
        self.entry.strategy(&self.settings)
    }
}

/// Reads the settings of a player: `key=value,key=value`; where there is one option only, its
/// value alone will do.
pub(crate) fn read_settings(entry: &Entry, text: &str) -> Result<Settings, SpecError> {
    let mut settings = Settings::default();
    for word in text.split(',').filter(|word| !word.is_empty()) {
        let (key, value) = match (word.split_once('='), entry.options()) {
            (Some(pair), _) => pair,
            // Where there is one option only, nobody needs its key.
            (None, [only]) => (only.name, word),
            (None, _) => return Err(SpecError::NoValue(word.to_owned())),
        };
        let (info, value) = read_value(entry, key, value)?;
        if settings.given(info.name).is_some() {
            return Err(SpecError::Twice(info.name.to_owned()));
        }
        settings.put(info, value);
    }
    Ok(settings)
}

fn read_value<'a>(
    entry: &'a Entry,
    key: &str,
    value: &str,
) -> Result<(&'a OptionInfo, Value), SpecError> {
    let names = entry.options().iter().map(|info| info.name);
    let info = entry.option(key).ok_or_else(|| SpecError::UnknownOption {
        player: entry.name().to_owned(),
        option: key.to_owned(),
        hint: suggestion(key, names),
    })?;
    let value = info.kind.read(value).ok_or_else(|| SpecError::BadValue {
        player: entry.name().to_owned(),
        option: info.name.to_owned(),
        value: value.to_owned(),
        expected: info.kind.to_string(),
    })?;
    Ok((info, value))
}

/// A hint at the name that was perhaps meant, or the list of all.
pub(crate) fn suggestion<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.collect();
    let edits = |name: &str| strsim::osa_distance(word, name);
    match known.iter().min_by_key(|name| edits(name)) {
        Some(name) if edits(name) <= 1 + word.len() / 4 => format!(", did you mean \"{name}\"?"),
        _ if known.is_empty() => ": it has no options".to_owned(),
        _ => format!(": expected one of {}", known.join(", ")),
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        for (index, (name, value)) in self.settings.iter().enumerate() {
            write!(f, "{}{name}={value}", if index == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

/// Two specs are the same if they have the same text.
impl PartialEq for Spec {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name() && self.settings == other.settings
    }
}

impl Serialize for Spec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
