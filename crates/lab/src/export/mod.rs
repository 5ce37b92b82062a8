//! Games for other programs: CSV, SGF and Parquet.

mod parquet;
mod sgf;

use std::fmt;
use std::str::FromStr;

use ::parquet::errors::ParquetError;
use hexring_game::Rules;
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

/// A column of games with everything in it, for tables of other programs.
#[derive(Clone, Debug, PartialEq)]
pub struct Filled {
    /// Its name.
    pub name: &'static str,
    /// A value of the kind that it holds.
    pub kind: Value,
    /// What each game has.
    pub values: Vec<Value>,
}

/// The games as columns: those of the CSV and the Parquet file.
pub fn columns(games: &[GameRow]) -> Vec<Filled> {
    let fill = |column: &Column| Filled {
        name: column.name,
        kind: column.sample(),
        values: games.iter().map(column.value).collect(),
    };
    COLUMNS.iter().map(fill).collect()
}

/// A column: its name, and what a game has in it.
struct Column {
    name: &'static str,
    value: fn(&GameRow) -> Value,
}

impl Column {
    /// What it holds, as a game with everything in it shows; columns that may be empty hold text.
    fn sample(&self) -> Value {
        let game = GameRow {
            rules: "1x1".to_owned(),
            finished: "2026-01-01T00:00:00Z".to_owned(),
            ..GameRow::default()
        };
        match (self.value)(&game) {
            Value::Nothing => Value::Text(String::new()),
            value => value,
        }
    }
}

/// What a game has in a column. All games have the same kind in one column, or nothing.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Words.
    Text(String),
    /// A whole number.
    Whole(i64),
    /// A number.
    Real(f64),
    /// A time in milliseconds since 1970.
    Time(i64),
    /// No value.
    Nothing,
}

/// The columns, in order. Rules are told apart, so that games can be grouped without reading them.
const COLUMNS: [Column; 25] = [
    Column { name: "key", value: |game| text(&game.key) },
    Column { name: "part", value: |game| text(&game.part) },
    Column { name: "number", value: |game| Value::Whole(game.number.into()) },
    Column { name: "rules", value: |game| text(&game.rules) },
    Column { name: "topology", value: |game| of_rules(game, |r| text(&r.board.topology())) },
    Column { name: "columns", value: |game| of_rules(game, |r| whole(r.board.cols())) },
    Column { name: "rows", value: |game| of_rules(game, |r| whole(r.board.rows())) },
    Column { name: "first", value: |game| of_rules(game, |r| text(&r.first)) },
    Column { name: "turns", value: |game| of_rules(game, |r| text(&r.turns)) },
    Column { name: "swap", value: |game| of_rules(game, |r| text(&r.swap)) },
    Column { name: "red", value: |game| text(&game.players.red) },
    Column { name: "blue", value: |game| text(&game.players.blue) },
    Column { name: "seed", value: |game| text(&format!("{:016x}", game.seed)) },
    Column { name: "opening", value: |game| whole(game.opening) },
    Column { name: "moves", value: |game| text(&game.moves) },
    Column { name: "plies", value: |game| whole(game.plies) },
    Column {
        name: "winner",
        value: |game| game.result.winner.map_or(Value::Nothing, |color| text(&color)),
    },
    Column { name: "winning_player", value: |game| text_or_nothing(game.winning_player()) },
    Column { name: "reason", value: |game| text(&game.result.reason) },
    Column { name: "red_seconds", value: |game| Value::Real(game.seconds.red) },
    Column { name: "blue_seconds", value: |game| Value::Real(game.seconds.blue) },
    Column { name: "values", value: |game| text(&game.values) },
    Column { name: "milliseconds", value: |game| text(&game.millis) },
    Column { name: "program", value: |game| text(&game.program) },
    Column { name: "finished", value: |game| time(&game.finished) },
];

fn text(value: &(impl ToString + ?Sized)) -> Value {
    Value::Text(value.to_string())
}

fn text_or_nothing(value: Option<&String>) -> Value {
    value.map_or(Value::Nothing, text)
}

fn whole(value: impl Into<i64>) -> Value {
    Value::Whole(value.into())
}

fn time(text: &str) -> Value {
    let time = text.parse::<chrono::DateTime<chrono::Utc>>();
    time.map_or(Value::Nothing, |time| Value::Time(time.timestamp_millis()))
}

/// Something of the rules; nothing where they cannot be read.
fn of_rules(game: &GameRow, get: fn(&Rules) -> Value) -> Value {
    game.rules.parse().map_or(Value::Nothing, |rules| get(&rules))
}

fn csv(games: &[GameRow]) -> String {
    let mut rows = vec![COLUMNS.iter().map(|column| column.name.to_owned()).collect()];
    rows.extend(games.iter().map(|game| {
        COLUMNS.iter().map(|column| (column.value)(game).to_string()).collect::<Vec<String>>()
    }));
    csv_text(&rows)
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Text(text) => f.write_str(text),
            Value::Whole(number) => number.fmt(f),
            Value::Real(number) => number.fmt(f),
            Value::Time(millis) => match chrono::DateTime::from_timestamp_millis(*millis) {
                Some(time) => f.write_str(&time.to_rfc3339_opts(chrono::SecondsFormat::Secs, true)),
                None => Ok(()),
            },
            Value::Nothing => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
