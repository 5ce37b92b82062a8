//! Options of players: each is declared once, as a typed [`Handle`], and read with it.
//!
//! A handle has the option's name, what it may be, its default and a line of help. Players declare
//! their handles as constants, list them in their [entry](crate::Entry), and read them from the
//! [`Settings`] that they are built with. A text is checked against the kind of the option when it
//! is parsed, so reading cannot fail.
//!
//! ```
//! use hexring_players::option::{Handle, Settings};
//! const FILLS: Handle<u64> = Handle::whole("fills", 1, 1_000_000, 1000, "fills for a move");
//! let mut settings = Settings::default();
//! assert_eq!(settings.get(&FILLS), 1000);
//! settings.set(&FILLS, 20);
//! assert_eq!(settings.get(&FILLS), 20);
//! ```

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// What an option may be.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Kind {
    /// A whole number in a range.
    Whole {
        /// The smallest.
        min: u64,
        /// The largest.
        max: u64,
    },
    /// A number with a fraction in a range.
    Real {
        /// The smallest.
        min: f64,
        /// The largest.
        max: f64,
    },
    /// A length of time, `2s` or `500ms`.
    Time,
    /// `true` or `false`.
    Flag,
    /// The path of a file, without commas.
    File,
    /// One of a few words.
    Words(&'static [&'static str]),
}

/// A value of one of the [kinds](Kind) of options.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
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
}

/// An option as lists show it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OptionInfo {
    /// The key.
    pub name: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// Its value when it is not given; none if that is a value of its own.
    #[serde(serialize_with = "as_text")]
    pub default: Option<Value>,
    /// What it does, in a line.
    pub help: &'static str,
}

fn as_text<S: Serializer>(value: &Option<Value>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => serializer.collect_str(value),
        None => serializer.serialize_str(""),
    }
}

/// An option of a player that is read as a `T`: `u64`, `f64`, [`Duration`], `bool`, [`PathBuf`],
/// an `Option` of these where not giving it means something, or one of a few [`Word`]s.
#[derive(Clone, Debug)]
pub struct Handle<T> {
    info: OptionInfo,
    default: T,
    read: fn(&Value) -> Option<T>,
    write: fn(T) -> Option<Value>,
}

/// A type whose values are words in a spec. The first is the default.
pub trait Word: Copy + PartialEq + 'static {
    /// The words.
    const WORDS: &'static [&'static str];
    /// What they mean, in the same order.
    const MEANINGS: &'static [Self];
}

impl Handle<u64> {
    /// A whole number from `min` to `max`.
    pub const fn whole(
        name: &'static str,
        min: u64,
        max: u64,
        default: u64,
        help: &'static str,
    ) -> Self {
        let info = info(name, Kind::Whole { min, max }, Some(Value::Whole(default)), help);
        Handle { info, default, read: whole, write: |number| Some(Value::Whole(number)) }
    }
}

impl Handle<Option<u64>> {
    /// A whole number from `min` to `max` that need not be given.
    pub const fn maybe_whole(name: &'static str, min: u64, max: u64, help: &'static str) -> Self {
        let info = info(name, Kind::Whole { min, max }, None, help);
        Handle {
            info,
            default: None,
            read: |value| whole(value).map(Some),
            write: |number| number.map(Value::Whole),
        }
    }
}

impl Handle<f64> {
    /// A number from `min` to `max`.
    pub const fn real(
        name: &'static str,
        min: f64,
        max: f64,
        default: f64,
        help: &'static str,
    ) -> Self {
        let info = info(name, Kind::Real { min, max }, Some(Value::Real(default)), help);
        Handle { info, default, read: real, write: |number| Some(Value::Real(number)) }
    }
}

impl Handle<Option<f64>> {
    /// A number from `min` to `max` that need not be given.
    pub const fn maybe_real(name: &'static str, min: f64, max: f64, help: &'static str) -> Self {
        let info = info(name, Kind::Real { min, max }, None, help);
        Handle {
            info,
            default: None,
            read: |value| real(value).map(Some),
            write: |number| number.map(Value::Real),
        }
    }
}

impl Handle<Duration> {
    /// A length of time from 1 ms to a day.
    pub const fn time(name: &'static str, default: Duration, help: &'static str) -> Self {
        let info = info(name, Kind::Time, Some(Value::Time(default)), help);
        Handle { info, default, read: time, write: |time| Some(Value::Time(time)) }
    }
}

impl Handle<Option<Duration>> {
    /// A length of time that need not be given.
    pub const fn maybe_time(name: &'static str, help: &'static str) -> Self {
        Handle {
            info: info(name, Kind::Time, None, help),
            default: None,
            read: |value| time(value).map(Some),
            write: |time| time.map(Value::Time),
        }
    }
}

impl Handle<bool> {
    /// Yes or no.
    pub const fn flag(name: &'static str, default: bool, help: &'static str) -> Self {
        let read = |value: &Value| match value {
            Value::Flag(flag) => Some(*flag),
            _ => None,
        };
        let info = info(name, Kind::Flag, Some(Value::Flag(default)), help);
        Handle { info, default, read, write: |flag| Some(Value::Flag(flag)) }
    }
}

impl Handle<Option<PathBuf>> {
    /// The path of a file that need not be given.
    pub const fn maybe_file(name: &'static str, help: &'static str) -> Self {
        let read = |value: &Value| match value {
            Value::File(path) => Some(Some(path.clone())),
            _ => None,
        };
        let info = info(name, Kind::File, None, help);
        Handle { info, default: None, read, write: |path| path.map(Value::File) }
    }
}

impl<T: Word> Handle<T> {
    /// One of a few words; the first is the default.
    pub const fn word(name: &'static str, help: &'static str) -> Self {
        let read = |value: &Value| match value {
            Value::Word(word) => {
                let at = T::WORDS.iter().position(|known| known == word)?;
                Some(T::MEANINGS[at])
            }
            _ => None,
        };
        let write = |meaning: T| {
            let at = T::MEANINGS.iter().position(|known| *known == meaning)?;
            Some(Value::Word(T::WORDS[at]))
        };
        let default = Some(Value::Word(T::WORDS[0]));
        Handle {
            info: info(name, Kind::Words(T::WORDS), default, help),
            default: T::MEANINGS[0],
            read,
            write,
        }
    }
}

impl<T> Handle<T> {
    /// The option as lists show it.
    pub fn info(&self) -> OptionInfo {
        self.info.clone()
    }
}

const fn info(
    name: &'static str,
    kind: Kind,
    default: Option<Value>,
    help: &'static str,
) -> OptionInfo {
    OptionInfo { name, kind, default, help }
}

fn whole(value: &Value) -> Option<u64> {
    match value {
        Value::Whole(number) => Some(*number),
        _ => None,
    }
}

fn real(value: &Value) -> Option<f64> {
    match value {
        Value::Real(number) => Some(*number),
        _ => None,
    }
}

fn time(value: &Value) -> Option<Duration> {
    match value {
        Value::Time(time) => Some(*time),
        _ => None,
    }
}

/// The values that were given for options; all others have their defaults.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    given: Vec<(&'static str, Value)>,
}

impl Settings {
    /// The value of an option: what was given, or its default.
    pub fn get<T: Clone>(&self, option: &Handle<T>) -> T {
        let given = self.given(option.info.name).and_then(option.read);
        given.unwrap_or_else(|| option.default.clone())
    }

    /// Gives an option a value; a value outside its range becomes the nearest inside.
    pub fn set<T>(&mut self, option: &Handle<T>, value: T) {
        self.given.retain(|(name, _)| *name != option.info.name);
        let value = (option.write)(value).map(|value| option.info.kind.clamp(value));
        self.given.extend(value.map(|value| (option.info.name, value)));
    }

    /// The same settings with one more value.
    #[must_use]
    pub fn with<T>(mut self, option: &Handle<T>, value: T) -> Self {
        self.set(option, value);
        self
    }

    /// What was given, in its order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.given.iter().map(|(name, value)| (*name, value))
    }

    /// What was given for an option.
    pub(crate) fn given(&self, name: &str) -> Option<&Value> {
        self.given.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// Puts a value that was read with the option's kind.
    pub(crate) fn put(&mut self, option: &OptionInfo, value: Value) {
        self.given.retain(|(name, _)| *name != option.name);
        self.given.push((option.name, value));
    }
}

impl Kind {
    /// Reads a value of this kind; none if it is not one or out of range.
    pub fn read(&self, text: &str) -> Option<Value> {
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

    fn clamp(&self, value: Value) -> Value {
        match (self, value) {
            (Kind::Whole { min, max }, Value::Whole(number)) => {
                Value::Whole(number.clamp(*min, *max))
            }
            (Kind::Real { min, max }, Value::Real(number)) => Value::Real(number.clamp(*min, *max)),
            (Kind::Time, Value::Time(time)) => Value::Time(time.clamp(SHORTEST, LONGEST)),
            (_, value) => value,
        }
    }

    fn type_name(&self) -> &'static str {
        match self {
            Kind::Whole { .. } => "whole",
            Kind::Real { .. } => "real",
            Kind::Time => "time",
            Kind::Flag => "flag",
            Kind::File => "file",
            Kind::Words(_) => "words",
        }
    }
}

const SHORTEST: Duration = Duration::from_millis(1);
const LONGEST: Duration = Duration::from_secs(86_400);

/// The seconds of `2s`, `0.5s` or `500ms`.
pub(crate) fn seconds_of(text: &str) -> Option<f64> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 1e-3),
        None => (text.strip_suffix('s')?, 1.0),
    };
    Some(number.parse::<f64>().ok()? * unit)
}

/// Reads a time from 1 ms to a day.
fn read_time(text: &str) -> Option<Duration> {
    let seconds = seconds_of(text)?;
    (SHORTEST.as_secs_f64()..=LONGEST.as_secs_f64())
        .contains(&seconds)
        .then(|| Duration::from_millis((seconds * 1e3).round() as u64))
}

/// What forms and programs need to know, and the words of [`Display`](fmt::Display) for people.
impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("type", self.type_name())?;
        match self {
            Kind::Whole { min, max } => {
                map.serialize_entry("min", min)?;
                map.serialize_entry("max", max)?;
            }
            Kind::Real { min, max } => {
                map.serialize_entry("min", min)?;
                map.serialize_entry("max", max)?;
            }
            Kind::Words(words) => map.serialize_entry("words", words)?,
            Kind::Time | Kind::Flag | Kind::File => {}
        }
        map.serialize_entry("text", &self.to_string())?;
        map.end()
    }
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
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Pace {
        Slow,
        Quick,
    }

    impl Word for Pace {
        const WORDS: &'static [&'static str] = &["slow", "quick"];
        const MEANINGS: &'static [Self] = &[Pace::Slow, Pace::Quick];
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

    #[test]
    fn handles_read_what_was_given_or_their_default() {
        const PACE: Handle<Pace> = Handle::word("pace", "how quick");
        const DEPTH: Handle<Option<u64>> = Handle::maybe_whole("depth", 1, 20, "how deep");
        let mut settings = Settings::default();
        assert_eq!((settings.get(&PACE), settings.get(&DEPTH)), (Pace::Slow, None));
        settings.set(&PACE, Pace::Quick);
        settings.set(&DEPTH, Some(100));
        assert_eq!((settings.get(&PACE), settings.get(&DEPTH)), (Pace::Quick, Some(20)));
        let texts: Vec<String> =
            settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(texts, ["pace=quick", "depth=20"]);
        settings.set(&DEPTH, None);
        assert_eq!(settings.get(&DEPTH), None);
    }

    #[test]
    fn kinds_are_data_and_words() {
        let kinds = [
            (
                Kind::Whole { min: 1, max: 10 },
                r#"{"type":"whole","min":1,"max":10,"text":"a whole number from 1 to 10"}"#,
            ),
            (
                Kind::Real { min: 0.0, max: 0.5 },
                r#"{"type":"real","min":0.0,"max":0.5,"text":"a number from 0 to 0.5"}"#,
            ),
            (Kind::Time, r#"{"type":"time","text":"a time such as 2s or 500ms"}"#),
            (Kind::Flag, r#"{"type":"flag","text":"true or false"}"#),
            (Kind::File, r#"{"type":"file","text":"a file"}"#),
            (
                Kind::Words(&["timed", "never"]),
                r#"{"type":"words","words":["timed","never"],"text":"timed or never"}"#,
            ),
        ];
        for (kind, expected) in kinds {
            let expected: serde_json::Value = serde_json::from_str(expected).expect("JSON");
            assert_eq!(serde_json::to_value(kind).expect("JSON"), expected);
        }
    }
}
