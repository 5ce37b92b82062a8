//! The formats of records, and what cannot be written in them.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{FormError, ReplayError};

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
