//! What came out of tasks, a row each: games, answers, and the processes that played them.

use std::fmt;

use hexring_game::{ByColor, Color, Ending, Forfeit, Game, Ply, Rules};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::job::{GameTask, Job};
use crate::judge::Thought;
use crate::machine;
use crate::play::{Conclusion, Played};

/// How a game ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameResult {
    /// The colour that won; none for a game without result.
    pub winner: Option<Color>,
    /// The colour in which the player began that won. Other than the winner's after a swap of
    /// sides.
    pub seat: Option<Color>,
    /// `path` for a path or ring, `resignation`, `time`, `no legal cell`, `solver` or `agreement`
    /// for an adjudicated game, or what went wrong.
    pub reason: String,
}

/// What decided a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Decider {
    /// A path or ring, or a player without a legal cell.
    Board,
    /// A player gave up.
    Resignation,
    /// The solver, before the board.
    Solver,
    /// Both players' own judgement, before the board.
    Agreement,
    /// A clock, or the limit of an engine.
    Time,
    /// Something else that a player did: a crash, an illegal move.
    Fault,
}

impl fmt::Display for Decider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Decider::Board => "board",
            Decider::Resignation => "resignation",
            Decider::Solver => "solver",
            Decider::Agreement => "agreement",
            Decider::Time => "time",
            Decider::Fault => "fault",
        })
    }
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
    /// The clock that it was played on, such as `60s+1s`; empty if there was none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub clock: String,
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
    fn of(played: &Played) -> Self {
        match &played.conclusion {
            Conclusion::Ended(ending) => GameResult::of_ending(ending, played.swapped),
            Conclusion::Adjudicated { by, .. } => {
                GameResult::new(played.conclusion.winner(), played.swapped, by)
            }
        }
    }

    /// The result of a game that has ended; `swapped` if the players have exchanged colours.
    pub(crate) fn of_ending(ending: &Ending, swapped: bool) -> Self {
        let reason = match ending {
            Ending::Won(_) => "path",
            Ending::Discarded => "no legal cell",
            Ending::Forfeited { reason: Forfeit::Resignation, .. } => "resignation",
            Ending::Forfeited { reason: Forfeit::Time, .. } => "time",
            Ending::Forfeited { reason: Forfeit::Other(reason), .. } => reason,
        };
        GameResult::new(ending.winner(), swapped, reason)
    }

    fn new(winner: Option<Color>, swapped: bool, reason: &str) -> Self {
        let seat = winner.map(|color| if swapped { !color } else { color });
        GameResult { winner, seat, reason: reason.to_owned() }
    }

    /// What decided the game.
    pub fn decided_by(&self) -> Decider {
        match self.reason.as_str() {
            "path" | "no legal cell" => Decider::Board,
            "resignation" => Decider::Resignation,
            "solver" => Decider::Solver,
            "agreement" => Decider::Agreement,
            "time" => Decider::Time,
            _ => Decider::Fault,
        }
    }

    /// Whether nothing went wrong: nobody lost on time or by a fault.
    pub fn is_regular(&self) -> bool {
        !matches!(self.decided_by(), Decider::Time | Decider::Fault)
    }

    /// Who forfeited the game and why, if somebody did.
    pub(crate) fn forfeit(&self) -> Option<(Color, Forfeit)> {
        let reason = match self.decided_by() {
            Decider::Board | Decider::Solver | Decider::Agreement => return None,
            Decider::Resignation => Forfeit::Resignation,
            Decider::Time => Forfeit::Time,
            Decider::Fault => Forfeit::Other(self.reason.clone()),
        };
        Some((!self.winner?, reason))
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
        let mut seconds = ByColor::default();
        for thought in &played.thoughts {
            seconds[thought.color] += thought.seconds;
        }
        let moves: Vec<String> = played.plies.iter().map(ToString::to_string).collect();
        let value = |thought: &Thought| thought.value.map(|v| format!("{v:.4}"));
        let values = played.thoughts.iter().map(|thought| value(thought).unwrap_or_default());
        let values: Vec<String> = values.collect();
        let millis = played.thoughts.iter().map(|thought| thought.seconds * 1e3);
        let millis: Vec<String> = millis.map(|millis| format!("{millis:.2}")).collect();
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
            clock: task.terms.clock.map(|clock| clock.to_string()).unwrap_or_default(),
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

    /// How many seconds each turn after the opening took, and at which seat: the colour with which
    /// the player began. A turn that led to no move, because it took too long, is one too.
    pub fn times(&self) -> Vec<(Color, f64)> {
        let has_sides = self.rules.contains("swap=sides");
        let words: Vec<&str> = self.moves.split_whitespace().collect();
        let mut is_swapped = false;
        let mut seats = Vec::new();
        for ply in words.chunks_exact(2) {
            let color = ply[0].parse::<Color>().ok();
            seats.push(color.map(|color| if is_swapped { !color } else { color }));
            is_swapped |= has_sides && ply[1] == "swap";
        }
        seats.push(self.result.seat.map(|winner| !winner));
        let times = self.millis.split(',').map(|millis| Some(millis.parse::<f64>().ok()? / 1e3));
        let turns = seats.into_iter().skip(self.opening as usize).zip(times);
        turns.filter_map(|(seat, time)| Some((seat?, time?))).collect()
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
