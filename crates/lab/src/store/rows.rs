//! The rows of the tables.

use hexring_game::{ByColor, Color, Ending, Forfeit, Game, Move, Ply, Rules};
use rusqlite::{Row, Statement, params};
use serde::Serialize;

use crate::job::{GameTask, Job};
use crate::machine;
use crate::play::Played;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Result {
    /// The colour that won; none for a game without result.
    pub winner: Option<Color>,
    /// The colour in which the player began that won. Other than the winner's after a swap of
    /// sides.
    pub seat: Option<Color>,
    /// `path` for a path or ring, `resignation`, `time`, `no legal cell`, or what went wrong.
    pub reason: String,
}

/// A finished game, as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize)]
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
    #[serde(serialize_with = "as_hex")]
    pub seed: u64,
    /// How many moves the opening had.
    pub opening: u32,
    /// All moves with their colours: `red a1 blue b2 …`.
    pub moves: String,
    /// How many moves there are.
    pub plies: u32,
    /// How it ended.
    pub result: Result,
    /// How long each colour thought, in seconds.
    pub seconds: ByColor<f64>,
    /// What the players thought their chances were, by move after the opening: `0.51,,0.48`.
    pub values: String,
    /// How long the moves took, in milliseconds, by move after the opening.
    pub millis: String,
    /// The version of the program that played it.
    pub program: String,
    /// When it was finished.
    pub finished: String,
}

/// A finished task that is not a game.
#[derive(Clone, Debug, PartialEq)]
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
    /// The version of the program.
    pub program: String,
    /// When it was finished.
    pub finished: String,
}

impl Result {
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
        Result { winner, seat, reason }
    }

    /// Whether the board decided, or a player gave up: nothing went wrong.
    pub fn is_regular(&self) -> bool {
        matches!(self.reason.as_str(), "path" | "resignation" | "no legal cell")
    }
}

impl GameRow {
    /// The row of a game that was played.
    pub(crate) fn new(job: &Job, part: &str, task: &GameTask, played: &Played) -> Self {
        let after = &played.plies[task.opening.len().min(played.plies.len())..];
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
            opening: task.opening.len() as u32,
            moves: moves.join(" "),
            plies: played.plies.len() as u32,
            result: Result::of(played),
            seconds,
            values: values.join(","),
            millis: millis.join(","),
            program: env!("CARGO_PKG_VERSION").to_owned(),
            finished: machine::now(),
        }
    }

    /// The moves, read back.
    pub fn moves(&self) -> Vec<Ply> {
        let words: Vec<&str> = self.moves.split_whitespace().collect();
        let read = |pair: &[&str]| {
            let mv: Move = pair.get(1)?.parse().ok()?;
            Some(Ply { color: pair[0].parse().ok()?, mv })
        };
        words.chunks(2).map_while(read).collect()
    }

    /// The game, played again up to its last move; none if the row does not fit its rules.
    pub fn replay(&self) -> Option<Game> {
        let mut game = Game::new(self.rules.parse::<Rules>().ok()?).ok()?;
        for ply in self.moves() {
            game.play_ply(ply).ok()?;
        }
        Some(game)
    }

    /// How many stones a colour has placed.
    pub fn stones(&self, color: Color) -> usize {
        self.moves().iter().filter(|ply| ply.color == color).count()
    }

    pub(super) fn insert(&self, statement: &mut Statement) -> rusqlite::Result<()> {
        let GameRow { result, players, seconds, .. } = self;
        let name = |color: Option<Color>| color.map(|color| color.to_string());
        statement.execute(params![
            self.key,
            self.part,
            self.number,
            self.rules,
            players.red,
            players.blue,
            hex(self.seed),
            self.opening,
            self.moves,
            self.plies,
            name(result.winner),
            name(result.seat),
            result.reason,
            seconds.red,
            seconds.blue,
            self.values,
            self.millis,
            self.program,
            self.finished,
        ])?;
        Ok(())
    }

    pub(super) fn read(row: &Row) -> rusqlite::Result<Self> {
        let color = |index: usize| -> rusqlite::Result<Option<Color>> {
            Ok(row.get::<_, Option<String>>(index)?.and_then(|name| name.parse().ok()))
        };
        Ok(GameRow {
            key: row.get(0)?,
            part: row.get(1)?,
            number: row.get(2)?,
            rules: row.get(3)?,
            players: ByColor { red: row.get(4)?, blue: row.get(5)? },
            seed: from_hex(&row.get::<_, String>(6)?),
            opening: row.get(7)?,
            moves: row.get(8)?,
            plies: row.get(9)?,
            result: Result { winner: color(10)?, seat: color(11)?, reason: row.get(12)? },
            seconds: ByColor { red: row.get(13)?, blue: row.get(14)? },
            values: row.get(15)?,
            millis: row.get(16)?,
            program: row.get(17)?,
            finished: row.get(18)?,
        })
    }
}

impl AnswerRow {
    pub(super) fn insert(&self, statement: &mut Statement) -> rusqlite::Result<()> {
        statement.execute(params![
            self.key,
            self.part,
            self.number,
            self.rules,
            self.player,
            hex(self.seed),
            self.answer,
            self.seconds,
            self.program,
            self.finished,
        ])?;
        Ok(())
    }

    pub(super) fn read(row: &Row) -> rusqlite::Result<Self> {
        Ok(AnswerRow {
            key: row.get(0)?,
            part: row.get(1)?,
            number: row.get(2)?,
            rules: row.get(3)?,
            player: row.get(4)?,
            seed: from_hex(&row.get::<_, String>(5)?),
            answer: row.get(6)?,
            seconds: row.get(7)?,
            program: row.get(8)?,
            finished: row.get(9)?,
        })
    }
}

/// Seeds are 64 bits without sign, which SQLite's numbers do not hold.
fn hex(seed: u64) -> String {
    format!("{seed:016x}")
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
fn as_hex<S: serde::Serializer>(seed: &u64, serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serializer.serialize_str(&hex(*seed))
}

fn from_hex(text: &str) -> u64 {
    u64::from_str_radix(text, 16).unwrap_or_default()
}
