//! A strategy against every reply.

use hexring_control::{Instant, Limit};
use hexring_game::record::Format;
use hexring_game::{Color, Game};
use hexring_players::{Spec, Verification as Trial};
use hexring_solver::{Failure, Trialled};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::App;
use crate::error::AppError;
use crate::position::PositionRequest;

/// Beyond so many positions a trial gives up: they are all kept.
const MAX_POSITIONS: usize = 1_000_000;

/// A strategy to be tried.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VerificationRequest {
    /// A record, as the page keeps it; the strategy goes on at the end of its main line.
    pub record: Value,
    /// The strategy, or another player.
    pub strategy: String,
    /// The colour that it plays.
    pub color: Color,
}

/// A trial that can be carried out.
#[derive(Clone, Debug)]
pub struct Verification {
    game: Game,
    strategy: Spec,
    color: Color,
}

/// How a trial ended.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename = "verification")]
pub struct VerificationLine {
    /// Whether it wins against every reply.
    pub wins: bool,
    /// Positions that it can get into, or ways to share its pairs of cells; none if it fails.
    pub positions: Option<usize>,
    /// How it fails.
    pub how: Option<&'static str>,
    /// The shortest game in which it fails, as the page keeps records.
    pub record: Option<Value>,
    /// Seconds that it took.
    pub seconds: f64,
}

impl VerificationRequest {
    /// The question, checked.
    pub fn prepare(self, app: &App) -> Result<Verification, AppError> {
        let game = PositionRequest { record: self.record }.game()?;
        let strategy = app.player(&self.strategy)?;
        strategy.supports(game.rules(), self.color).map_err(AppError::refused)?;
        Ok(Verification { game, strategy, color: self.color })
    }
}

impl Verification {
    /// Plays against every reply, and every choice of the strategy too.
    pub fn run(&self, limit: &Limit) -> Result<VerificationLine, AppError> {
        let started = Instant::now();
        let trial = Trial {
            player: &self.strategy,
            game: &self.game,
            color: self.color,
            first_only: false,
            seed: 0,
            positions: MAX_POSITIONS,
        };
        let result = trial.run(limit).map_err(AppError::refused)?;
        let seconds = started.elapsed().as_secs_f64();
        let (positions, failed) = match &result {
            Trialled::Wins { positions } => (Some(*positions), None),
            Trialled::WinsPairs { sharings } => (Some(*sharings), None),
            Trialled::Fails { line, how } => (None, Some((line, how))),
        };
        let record = failed.map(|(line, _)| self.record(&trial, line)).transpose()?;
        let how = failed.map(|(_, how)| word(*how));
        Ok(VerificationLine { wins: failed.is_none(), positions, how, record, seconds })
    }

    fn record(&self, trial: &Trial<'_>, line: &Game) -> Result<Value, AppError> {
        let record = trial.record(line).map_err(AppError::refused)?;
        let text = record.write(Format::Json).map_err(AppError::refused)?;
        serde_json::from_str(&text).map_err(AppError::refused)
    }
}

fn word(how: Failure) -> &'static str {
    match how {
        Failure::Loses => "loses",
        Failure::NoMove => "no-move",
        Failure::Illegal(_) => "illegal",
    }
}
