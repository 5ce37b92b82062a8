//! Records from text and back, in whichever format.

use thiserror::Error;

use super::hexworld::HexWorldError;
use super::json::JsonError;
use super::moves::MovesError;
use super::sgf::SgfError;
use super::{FormError, Format, Record, ReplayError, WriteError, hexworld, json, moves, sgf};
use crate::rules::Rules;

/// The longest text that is read, in bytes.
pub const MAX_TEXT: usize = 16 << 20;

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
    /// A game of several.
    #[error("line {line}: {fault}")]
    Line {
        /// Its line, counted from 1.
        line: usize,
        /// What is wrong with it.
        fault: Box<ReadError>,
    },
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
