//! The rows of the tables, and the tables.

use hexring_game::{ByColor, Color, Ending, Forfeit, Game, Ply, Rules};
use rusqlite::types::ToSql;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::columns::{Column, Hex, Named, Table, column};
use crate::job::{GameTask, Job};
use crate::machine;
use crate::play::Played;

/// How a game ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameResult {
    /// The colour that won; none for a game without result.
    pub winner: Option<Color>,
    /// The colour in which the player began that won. Other than the winner's after a swap of
    /// sides.
    pub seat: Option<Color>,
    /// `path` for a path or ring, `resignation`, `time`, `no legal cell`, or what went wrong.
    pub reason: String,
}

/// A finished game, as it is stored.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GameRow {
    /// The key of the task.
    pub key: String,
    /// The name of the part.
    pub part: String,
    /// The number in its group.
    pub number: u32,
    /// The rules, as text.
    pub rules: String,
    /// Who played which colour.
    pub players: ByColor<String>,
    /// The seed; written in hexadecimal, because JSON's numbers do not hold it.
    #[serde(serialize_with = "as_hex", deserialize_with = "of_hex")]
    pub seed: u64,
    /// How many moves the opening had.
    pub opening: u32,
    /// All moves with their colours: `red a1 blue b2 …`.
    pub moves: String,
    /// How many moves there are.
    pub plies: u32,
    /// How it ended.
    pub result: GameResult,
    /// How long each colour thought, in seconds.
    pub seconds: ByColor<f64>,
    /// What the players thought their chances were, by move after the opening: `0.51,,0.48`.
    pub values: String,
    /// How long the moves took, in milliseconds, by move after the opening.
    pub millis: String,
    /// The program that played it: version, commit and behaviour.
    pub program: String,
    /// When it was finished.
    pub finished: String,
}

/// A finished task that is not a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AnswerRow {
    /// The key of the task.
    pub key: String,
    /// The name of the part.
    pub part: String,
    /// The number in its group.
    pub number: u32,
    /// The rules, as text.
    pub rules: String,
    /// The player.
    pub player: String,
    /// The seed.
    pub seed: u64,
    /// What came out, as JSON.
    pub answer: String,
    /// How long it took.
    pub seconds: f64,
    /// The program: version, commit and behaviour.
    pub program: String,
    /// When it was finished.
    pub finished: String,
}

/// A process that played some of the results.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// When it began.
    pub started: String,
    /// The command that was given.
    pub command: String,
    /// The program: version, commit and behaviour.
    pub program: String,
    /// The machine.
    pub machine: String,
    /// How many threads it used.
    pub threads: u32,
    /// How many tasks it finished.
    pub done: u64,
    /// How long it took.
    pub seconds: f64,
}

pub(super) static GAMES: Table<GameRow> = Table {
    name: "games",
    columns: &[
        column!("key" "TEXT PRIMARY KEY" key),
        column!("part" "TEXT NOT NULL" part),
        column!("number" "INTEGER NOT NULL" number),
        column!("rules" "TEXT NOT NULL" rules),
        column!("red" "TEXT NOT NULL" players.red),
        column!("blue" "TEXT NOT NULL" players.blue),
        column!("seed" "TEXT NOT NULL" seed as Hex),
        column!("opening" "INTEGER NOT NULL" opening),
        column!("moves" "TEXT NOT NULL" moves),
        column!("plies" "INTEGER NOT NULL" plies),
        column!("winner" "TEXT" result.winner as Named),
        column!("winning_seat" "TEXT" result.seat as Named),
        column!("reason" "TEXT NOT NULL" result.reason),
        column!("red_seconds" "REAL NOT NULL" seconds.red),
        column!("blue_seconds" "REAL NOT NULL" seconds.blue),
        column!("vals" "TEXT NOT NULL" values),
        column!("millis" "TEXT NOT NULL" millis),
        column!("program" "TEXT NOT NULL" program),
        column!("finished" "TEXT NOT NULL" finished),
    ],
    options: "WITHOUT ROWID",
};

pub(super) static ANSWERS: Table<AnswerRow> = Table {
    name: "answers",
    columns: &[
        column!("key" "TEXT PRIMARY KEY" key),
        column!("part" "TEXT NOT NULL" part),
        column!("number" "INTEGER NOT NULL" number),
        column!("rules" "TEXT NOT NULL" rules),
        column!("player" "TEXT NOT NULL" player),
        column!("seed" "TEXT NOT NULL" seed as Hex),
        column!("answer" "TEXT NOT NULL" answer),
        column!("seconds" "REAL NOT NULL" seconds),
        column!("program" "TEXT NOT NULL" program),
        column!("finished" "TEXT NOT NULL" finished),
    ],
    options: "WITHOUT ROWID",
};

pub(super) static RUNS: Table<Run> = Table {
    name: "runs",
    columns: &[
        column!("started" "TEXT NOT NULL" started),
        column!("command" "TEXT NOT NULL" command),
        column!("program" "TEXT NOT NULL" program),
        column!("machine" "TEXT NOT NULL" machine),
        column!("threads" "INTEGER NOT NULL" threads),
        column!("done" "INTEGER NOT NULL" done),
        column!("seconds" "REAL NOT NULL" seconds),
    ],
    options: "",
};

/// Why a stored game cannot be played again.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the game {key} cannot be replayed under {rules}: {reason}")]
pub struct BrokenGame {
    /// The game's key.
    pub key: String,
    /// Its rules.
    pub rules: String,
    /// What is wrong with its rules or moves.
    pub reason: String,
}

impl GameResult {
    fn of(played: &Played) -> Self {
        let winner = played.ending.winner();
        let seat = winner.map(|color| if played.swapped { !color } else { color });
        let reason = match &played.ending {
            Ending::Won(_) => "path".to_owned(),
            Ending::Discarded => "no legal cell".to_owned(),
            Ending::Forfeited { reason: Forfeit::Resignation, .. } => "resignation".to_owned(),
            Ending::Forfeited { reason: Forfeit::Time, .. } => "time".to_owned(),
            Ending::Forfeited { reason: Forfeit::Other(reason), .. } => reason.clone(),
        };
        GameResult { winner, seat, reason }
    }

    /// Whether the board decided, or a player gave up: nothing went wrong.
    pub fn is_regular(&self) -> bool {
        matches!(self.reason.as_str(), "path" | "resignation" | "no legal cell")
    }
}

impl GameRow {
    /// The row of a game that was played.
    pub(crate) fn new(
        job: &Job,
        part: &str,
        task: &GameTask,
        played: &Played,
        program: &str,
    ) -> Self {
        let after = &played.plies[played.opening.min(played.plies.len())..];
        let mut seconds = ByColor::default();
        for (ply, time) in after.iter().zip(&played.seconds) {
            seconds[ply.color] += *time;
        }
        let moves: Vec<String> = played.plies.iter().map(ToString::to_string).collect();
        let value = |value: &Option<f64>| value.map(|v| format!("{v:.4}")).unwrap_or_default();
        let values: Vec<String> = played.values.iter().map(value).collect();
        let millis: Vec<String> =
            played.seconds.iter().map(|s| format!("{:.2}", s * 1e3)).collect();
        GameRow {
            key: job.key.clone(),
            part: part.to_owned(),
            number: job.number,
            rules: task.rules.to_string(),
            players: ByColor::from_fn(|color| task.players[color].to_string()),
            seed: job.seed,
            opening: played.opening as u32,
            moves: moves.join(" "),
            plies: played.plies.len() as u32,
            result: GameResult::of(played),
            seconds,
            values: values.join(","),
            millis: millis.join(","),
            program: program.to_owned(),
            finished: machine::now(),
        }
    }

    /// The game, played again up to its last move.
    pub fn replay(&self) -> Result<Game, BrokenGame> {
        let fault = |reason: &dyn ToString| BrokenGame {
            key: self.key.clone(),
            rules: self.rules.clone(),
            reason: reason.to_string(),
        };
        let rules: Rules = self.rules.parse().map_err(|error| fault(&error))?;
        let mut game = Game::new(rules).map_err(|error| fault(&error))?;
        let words: Vec<&str> = self.moves.split_whitespace().collect();
        for pair in words.chunks(2) {
            let [color, mv] = pair else { return Err(fault(&"a colour without a move")) };
            let color = color.parse().map_err(|error| fault(&error))?;
            let mv = mv.parse().map_err(|error| fault(&error))?;
            game.play_ply(Ply { color, mv }).map_err(|error| fault(&error))?;
        }
        Ok(game)
    }

    /// The player that won, whichever colour it had at the end; none for a game without result.
    pub fn winning_player(&self) -> Option<&String> {
        self.result.seat.map(|seat| &self.players[seat])
    }

    /// How many stones a colour has placed.
    pub fn stones(&self, color: Color) -> usize {
        let name = color.to_string();
        self.moves.split_whitespace().step_by(2).filter(|word| *word == name).count()
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
fn as_hex<S: serde::Serializer>(seed: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&format!("{seed:016x}"))
}

fn of_hex<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let text = String::deserialize(deserializer)?;
    u64::from_str_radix(&text, 16).map_err(serde::de::Error::custom)
}
