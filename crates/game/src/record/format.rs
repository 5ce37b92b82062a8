//! Which format a text is in, and reading and writing any of them.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::hexworld::HexWorldError;
use super::json::JsonError;
use super::moves::MovesError;
use super::sgf::SgfError;
use super::{FormError, Record, ReplayError, hexworld, json, moves, sgf};
use crate::rules::Rules;

/// The longest text that is read, in bytes.
pub const MAX_TEXT: usize = 16 << 20;

/// The formats of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Smart Game Format, the trees that Hex programs exchange.
    Sgf,
    /// A link to the board of hexworld.org.
    HexWorld,
    /// Moves in a row: `a1 b2 c3`.
    Moves,
    /// This project's JSON.
    Json,
}

/// A word that names no format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown format \"{0}\": expected sgf, hexworld, moves or json")]
pub struct UnknownFormat(String);

impl Format {
    /// All formats.
    pub const ALL: &'static [Format] =
        &[Format::Sgf, Format::HexWorld, Format::Moves, Format::Json];

    /// The media type of files in it.
    pub const fn media_type(self) -> &'static str {
        match self {
            Format::Sgf => "application/x-go-sgf; charset=utf-8",
            Format::Json => "application/json",
            Format::HexWorld | Format::Moves => "text/plain; charset=utf-8",
        }
    }

    /// How the names of files in it end, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Format::Sgf => "sgf",
            Format::Json => "json",
            Format::HexWorld | Format::Moves => "txt",
        }
    }

    /// The format that a text looks like: SGF begins with a parenthesis, JSON with a brace, a
    /// HexWorld link names the site or is one word that begins with the size; anything else is a
    /// list of moves.
    pub fn detect(text: &str) -> Format {
        let text = text.trim_start_matches('\u{feff}').trim();
        let hash = text.strip_prefix('#').unwrap_or(text);
        let is_hash = |c: char| c.is_ascii_alphanumeric() || matches!(c, ',' | ':' | '%');
        match text.chars().next() {
            Some('(') => Format::Sgf,
            Some('{') => Format::Json,
            _ if text.contains("hexworld.org") => Format::HexWorld,
            _ if hash.starts_with(|c: char| c.is_ascii_digit()) && hash.chars().all(is_hash) => {
                Format::HexWorld
            }
            _ => Format::Moves,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Format::Sgf => "sgf",
            Format::HexWorld => "hexworld",
            Format::Moves => "moves",
            Format::Json => "json",
        })
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let name = text.to_ascii_lowercase();
        let found = Format::ALL.iter().copied().find(|format| format.to_string() == name);
        found.ok_or_else(|| UnknownFormat(text.to_owned()))
    }
}

/// How a text is to be read.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The format; none to look at the text.
    pub format: Option<Format>,
    /// The rules for texts that do not say theirs: a move list without a first line of rules, an
    /// SGF file without size.
    pub rules: Option<Rules>,
    /// Which game of an SGF collection, counted from 0.
    pub game: usize,
}

/// Why a text could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// More than [`MAX_TEXT`].
    #[error("the text has {0} bytes: expected at most {MAX_TEXT}")]
    TooLong(usize),
    /// A second game where there can be one only.
    #[error("there is no game {}: the format {format} has one game", .game + 1)]
    OneGame {
        /// The game asked for, counted from 0.
        game: usize,
        /// The format.
        format: Format,
    },
    /// SGF that is wrong.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// A link that is wrong.
    #[error(transparent)]
    HexWorld(#[from] HexWorldError),
    /// A list that is wrong.
    #[error(transparent)]
    Moves(#[from] MovesError),
    /// JSON that is wrong.
    #[error(transparent)]
    Json(#[from] JsonError),
    /// A node that cannot be on the board.
    #[error(transparent)]
    Form(#[from] FormError),
    /// A main line that is no game.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// Why a record could not be written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// Something that the format has no word for.
    #[error("the format {format} cannot hold {what}: use {instead}")]
    CannotSay {
        /// The format.
        format: Format,
        /// What would be lost.
        what: String,
        /// A format that can hold it.
        instead: &'static str,
    },
    /// A node that cannot be on the board.
    #[error(transparent)]
    Form(#[from] FormError),
    /// A main line that is no game.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

impl Record {
    /// Reads a record in a given format, or in the one that the text looks like.
    pub fn parse(text: &str, format: Option<Format>) -> Result<Self, ReadError> {
        Record::parse_with(text, &ReadOptions { format, ..ReadOptions::default() })
    }

    /// Reads a record, with everything that can be said about the text.
    pub fn parse_with(text: &str, options: &ReadOptions) -> Result<Self, ReadError> {
        if text.len() > MAX_TEXT {
            return Err(ReadError::TooLong(text.len()));
        }
        let text = text.trim_start_matches('\u{feff}');
        let format = options.format.unwrap_or_else(|| Format::detect(text));
        if options.game > 0 && format != Format::Sgf {
            return Err(ReadError::OneGame { game: options.game, format });
        }
        let rules = options.rules.as_ref();
        let record = match format {
            Format::Sgf => sgf::read(text, options.game, rules)?,
            Format::HexWorld => hexworld::read(text)?,
            Format::Moves => moves::read(text, rules)?,
            Format::Json => json::read(text)?,
        };
        record.check_form()?;
        record.main_game()?;
        Ok(record)
    }

    /// Writes the record, or says what the format cannot hold. The text ends with a line end.
    pub fn write(&self, format: Format) -> Result<String, WriteError> {
        self.check_form()?;
        match format {
            Format::Sgf => Ok(sgf::write(self)),
            Format::HexWorld => hexworld::write(self),
            Format::Moves => moves::write(self),
            Format::Json => Ok(json::write(self)),
        }
    }
}
