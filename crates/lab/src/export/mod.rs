//! Games for other programs: CSV, SGF and Parquet.

mod parquet;
mod sgf;

use std::fmt;
use std::str::FromStr;

use ::parquet::errors::ParquetError;
use hexring_game::record::{StartError, WriteError};
use thiserror::Error;

use crate::report::csv_text;
use crate::store::{BrokenGame, GameRow};

/// A format to export to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One line for each game.
    Csv,
    /// A collection of records.
    Sgf,
    /// The columns of the CSV file, for data frames.
    Parquet,
}

/// Why something cannot be exported.
#[derive(Debug, Error)]
pub enum ExportError {
    /// A game that cannot be played again.
    #[error(transparent)]
    Broken(#[from] BrokenGame),
    /// A game whose start no record can describe.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A game that cannot be written as a record.
    #[error(transparent)]
    Record(#[from] WriteError),
    /// The Parquet writer failed.
    #[error("no Parquet file can be written")]
    Parquet(#[from] ParquetError),
}

/// A word that names no format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown format \"{0}\": expected csv, sgf or parquet")]
pub struct UnknownFormat(String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "csv" => Ok(Format::Csv),
            "sgf" => Ok(Format::Sgf),
            "parquet" => Ok(Format::Parquet),
            _ => Err(UnknownFormat(text.to_owned())),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Format::Csv => "csv",
            Format::Sgf => "sgf",
            Format::Parquet => "parquet",
        })
    }
}

/// All games in one file.
pub fn write(games: &[GameRow], format: Format) -> Result<Vec<u8>, ExportError> {
    match format {
        Format::Csv => Ok(csv(games).into_bytes()),
        Format::Sgf => Ok(sgf::collection(games)?.into_bytes()),
        Format::Parquet => Ok(parquet::file(games)?),
    }
}

/// The columns of text, by name.
type TextColumn = (&'static str, fn(&GameRow) -> String);

/// The columns of numbers, by name.
type NumberColumn = (&'static str, fn(&GameRow) -> f64);

const TEXTS: [TextColumn; 13] = [
    ("key", |game| game.key.clone()),
    ("part", |game| game.part.clone()),
    ("rules", |game| game.rules.clone()),
    ("red", |game| game.players.red.clone()),
    ("blue", |game| game.players.blue.clone()),
    ("seed", |game| format!("{:016x}", game.seed)),
    ("winner", |game| game.result.winner.map(|color| color.to_string()).unwrap_or_default()),
    ("reason", |game| game.result.reason.clone()),
    ("moves", |game| game.moves.clone()),
    ("values", |game| game.values.clone()),
    ("milliseconds", |game| game.millis.clone()),
    ("program", |game| game.program.clone()),
    ("finished", |game| game.finished.clone()),
];

const NUMBERS: [NumberColumn; 5] = [
    ("number", |game| f64::from(game.number)),
    ("opening", |game| f64::from(game.opening)),
    ("plies", |game| f64::from(game.plies)),
    ("red_seconds", |game| game.seconds.red),
    ("blue_seconds", |game| game.seconds.blue),
];

fn csv(games: &[GameRow]) -> String {
    let names = TEXTS.iter().map(|(name, _)| *name).chain(NUMBERS.iter().map(|(name, _)| *name));
    let mut rows = vec![names.map(str::to_owned).collect()];
    rows.extend(games.iter().map(|game| {
        let texts = TEXTS.iter().map(|(_, value)| value(game));
        let numbers = NUMBERS.iter().map(|(_, value)| value(game).to_string());
        texts.chain(numbers).collect::<Vec<String>>()
    }));
    csv_text(&rows)
}

#[cfg(test)]
mod tests;
