//! Games for other programs: CSV, JSON Lines, Parquet and SGF.
//!
//! `docs/experiments.md` describes the columns; [`VERSION`] is raised when one changes.

#[cfg(feature = "store")]
mod parquet;
mod sgf;

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

#[cfg(feature = "store")]
use ::parquet::errors::ParquetError;
use hexring_game::record::{Record, StartError, WriteError};
use hexring_game::{Color, Rules, Seasons};
use thiserror::Error;

use crate::report::csv_text;
use crate::rows::{BrokenGame, GameRow};

/// The version of the columns. Columns that are new come at the end, before the options of players;
/// version 2 has `decided_by`, `clock` and `opening_moves`, and in Parquet the moves are a list.
pub const VERSION: u32 = 2;

/// A format to export to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One line for each game.
    Csv,
    /// A collection of records.
    Sgf,
    /// The columns of the CSV file, for data frames.
    #[cfg(feature = "store")]
    Parquet,
    /// An object for each game, with the columns of the CSV file that have a value.
    JsonLines,
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
    #[cfg(feature = "store")]
    #[error("no Parquet file can be written")]
    Parquet(#[from] ParquetError),
}

/// A word that names no format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown format \"{0}\": expected csv, jsonl, parquet or sgf")]
pub struct UnknownFormat(String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "csv" => Ok(Format::Csv),
            "sgf" => Ok(Format::Sgf),
            #[cfg(feature = "store")]
            "parquet" => Ok(Format::Parquet),
            "jsonl" => Ok(Format::JsonLines),
            _ => Err(UnknownFormat(text.to_owned())),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Format::Csv => "csv",
            Format::Sgf => "sgf",
            #[cfg(feature = "store")]
            Format::Parquet => "parquet",
            Format::JsonLines => "jsonl",
        })
    }
}

/// All games in one file.
pub fn write(games: &[GameRow], format: Format) -> Result<Vec<u8>, ExportError> {
    match format {
        Format::Csv => Ok(csv(games).into_bytes()),
        Format::Sgf => Ok(sgf::collection(games)?.into_bytes()),
        #[cfg(feature = "store")]
        Format::Parquet => Ok(parquet::file(games)?),
        Format::JsonLines => Ok(json_lines(games).into_bytes()),
    }
}

/// The record of a game, with who played it, when and how it ended.
pub fn record(game: &GameRow) -> Result<Record, ExportError> {
    sgf::record(game)
}

/// A column of games with everything in it, for tables of other programs.
#[derive(Clone, Debug, PartialEq)]
pub struct Filled {
    /// Its name.
    pub name: String,
    /// A value of the kind that it holds.
    pub kind: Value,
    /// What each game has.
    pub values: Vec<Value>,
}

/// The games as columns: those of all games, then an option of a player in each, such as
/// `red.playouts`, where the player was given one.
pub fn columns(games: &[GameRow]) -> Vec<Filled> {
    let fill = |column: &Column| Filled {
        name: column.name.to_owned(),
        kind: column.sample(),
        values: games.iter().map(column.value).collect(),
    };
    let mut columns: Vec<Filled> = COLUMNS.iter().map(fill).collect();
    for color in Color::ALL {
        let given: Vec<_> = games.iter().map(|game| options(&game.players[color])).collect();
        let names: BTreeSet<&str> = given.iter().flatten().map(|(name, _)| *name).collect();
        columns.extend(names.into_iter().map(|name| option_column(color, name, &given)));
    }
    columns
}

/// The options in the text of a player; those of programs are their own.
fn options(player: &str) -> Vec<(&str, &str)> {
    match player.split_once(':') {
        Some((name, options)) if name != "htp" => {
            options.split(',').filter_map(|option| option.split_once('=')).collect()
        }
        _ => Vec::new(),
    }
}

/// One option of the players of a colour: numbers if all values are, else text.
fn option_column(color: Color, name: &str, given: &[Vec<(&str, &str)>]) -> Filled {
    let value = |options: &Vec<(&str, &str)>| {
        options.iter().find(|(option, _)| *option == name).map(|(_, value)| value.to_string())
    };
    let texts: Vec<Option<String>> = given.iter().map(value).collect();
    let is_number = texts.iter().flatten().all(|text| text.parse::<f64>().is_ok());
    let read = |text: String| match text.parse() {
        Ok(number) if is_number => Value::Real(number),
        _ => Value::Text(text),
    };
    let values = texts.into_iter().map(|text| text.map_or(Value::Nothing, read)).collect();
    let kind = if is_number { Value::Real(0.0) } else { Value::Text(String::new()) };
    Filled { name: format!("{color}.{name}"), kind, values }
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
    /// Words in a row.
    List(Vec<String>),
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
const COLUMNS: [Column; 32] = [
    Column { name: "key", value: |game| text(&game.key) },
    Column { name: "part", value: |game| text(&game.part) },
    Column { name: "number", value: |game| Value::Whole(game.number.into()) },
    Column { name: "round", value: |game| whole(game.number / 2 + 1) },
    Column { name: "rules", value: |game| text(&game.rules) },
    Column { name: "topology", value: |game| of_rules(game, |r| text(&r.board.topology())) },
    Column { name: "columns", value: |game| of_rules(game, |r| whole(r.board.cols())) },
    Column { name: "rows", value: |game| of_rules(game, |r| whole(r.board.rows())) },
    Column { name: "first", value: |game| of_rules(game, |r| text(&r.first)) },
    Column { name: "turns", value: |game| of_rules(game, |r| text(&r.turns)) },
    Column { name: "swap", value: |game| of_rules(game, |r| text(&r.swap)) },
    Column {
        name: "seasons",
        value: |game| of_rules(game, |rules| rules.seasons.as_ref().map_or(Value::Nothing, years)),
    },
    Column { name: "red", value: |game| text(&game.players.red) },
    Column { name: "blue", value: |game| text(&game.players.blue) },
    Column { name: "red_name", value: |game| text(name(&game.players.red)) },
    Column { name: "blue_name", value: |game| text(name(&game.players.blue)) },
    Column { name: "seed", value: |game| text(&format!("{:016x}", game.seed)) },
    Column { name: "opening", value: |game| whole(game.opening) },
    Column { name: "moves", value: |game| Value::List(moves(game)) },
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
    Column { name: "decided_by", value: |game| text(&game.result.decided_by()) },
    Column {
        name: "clock",
        value: |game| text_or_nothing(Some(&game.clock).filter(|clock| !clock.is_empty())),
    },
    Column {
        name: "opening_moves",
        value: |game| Value::List(moves(game).into_iter().take(game.opening as usize).collect()),
    },
];

/// The moves, each with its colour: `red a1`.
fn moves(game: &GameRow) -> Vec<String> {
    let words: Vec<&str> = game.moves.split_whitespace().collect();
    words.chunks(2).map(|ply| ply.join(" ")).collect()
}

fn text(value: &(impl ToString + ?Sized)) -> Value {
    Value::Text(value.to_string())
}

/// The name in the text of a player.
fn name(player: &str) -> &str {
    player.split_once(':').map_or(player, |(name, _)| name)
}

fn years(seasons: &Seasons) -> Value {
    text(&seasons.years)
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
    let columns = columns(games);
    let mut rows: Vec<Vec<String>> =
        vec![columns.iter().map(|column| column.name.clone()).collect()];
    let row = |game: usize| columns.iter().map(|column| column.values[game].to_string()).collect();
    rows.extend((0..games.len()).map(row));
    csv_text(&rows)
}

/// An object for each game; what has no value is left out.
fn json_lines(games: &[GameRow]) -> String {
    let columns = columns(games);
    let object = |game: usize| {
        let fields = columns.iter().filter(|column| column.values[game] != Value::Nothing);
        let fields = fields.map(|column| (column.name.clone(), json(&column.values[game])));
        serde_json::Value::Object(fields.collect()).to_string() + "\n"
    };
    (0..games.len()).map(object).collect()
}

fn json(value: &Value) -> serde_json::Value {
    match value {
        Value::List(items) => items.iter().map(String::as_str).collect(),
        Value::Whole(number) => (*number).into(),
        Value::Real(number) => (*number).into(),
        other => other.to_string().into(),
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Text(text) => f.write_str(text),
            Value::List(items) => f.write_str(&items.join(" ")),
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

#[cfg(all(test, feature = "store"))]
mod tests;
