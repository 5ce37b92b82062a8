//! What came out of tasks, a row each: games, answers, and the processes that played them.

use hexring_game::{ByColor, Color, Ending, Forfeit, Game, Ply, Rules};
use serde::{Deserialize, Serialize};
use thiserror::Error;

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
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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

impl Run {
    /// When it ended.
    pub fn ended(&self) -> String {
        let started = self.started.parse::<chrono::DateTime<chrono::Utc>>();
        let lasted = chrono::TimeDelta::milliseconds((self.seconds * 1e3) as i64);
        let ended = started.ok().and_then(|started| started.checked_add_signed(lasted));
        ended.map_or_else(|| self.started.clone(), machine::written)
    }
}

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
    /// The result of a game that has ended; `swapped` if the players have exchanged colours.
    pub(crate) fn of_ending(ending: &Ending, swapped: bool) -> Self {
        let winner = ending.winner();
        let seat = winner.map(|color| if swapped { !color } else { color });
        let reason = match ending {
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
            result: GameResult::of_ending(&played.ending, played.swapped),
            seconds,
            values: values.join(","),
            millis: millis.join(","),
            program: program.to_owned(),
            finished: machine::now(),
        }
    }

    /// The game, played again up to its last move.
    pub fn replay(&self) -> Result<Game, BrokenGame> {
        let rules: Rules = self.rules.parse().map_err(|error| self.broken(&error))?;
        let mut game = Game::new(rules).map_err(|error| self.broken(&error))?;
        for ply in self.plies_played()? {
            game.play_ply(ply).map_err(|error| self.broken(&error))?;
        }
        Ok(game)
    }

    /// The moves, legal or not.
    pub(crate) fn plies_played(&self) -> Result<Vec<Ply>, BrokenGame> {
        let words: Vec<&str> = self.moves.split_whitespace().collect();
        let ply = |pair: &[&str]| {
            let [color, mv] = pair else { return Err(self.broken(&"a colour without a move")) };
            let color = color.parse().map_err(|error| self.broken(&error))?;
            let mv = mv.parse().map_err(|error| self.broken(&error))?;
            Ok(Ply { color, mv })
        };
        words.chunks(2).map(ply).collect()
    }

    /// Why the game cannot be played again.
    pub(crate) fn broken(&self, reason: &dyn ToString) -> BrokenGame {
        BrokenGame { key: self.key.clone(), rules: self.rules.clone(), reason: reason.to_string() }
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

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameLine {
    /// The key of its task.
    pub key: String,
    /// The name of the part.
    pub part: String,
    /// The number in its group.
    pub number: u32,
    /// The rules, as text.
    pub rules: String,
    /// Who played which colour.
    pub players: ByColor<String>,
    /// How many moves there are.
    pub moves: u32,
    /// The colour that won, if any.
    pub winner: Option<Color>,
    /// How it ended.
    pub reason: String,
}

impl From<GameRow> for GameLine {
    fn from(row: GameRow) -> Self {
        GameLine {
            key: row.key,
            part: row.part,
            number: row.number,
            rules: row.rules,
            players: row.players,
            moves: row.plies,
            winner: row.result.winner,
            reason: row.result.reason,
        }
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
