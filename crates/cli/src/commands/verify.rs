//! `hexring verify`: a strategy against every reply.

use std::time::Instant;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use hexring_game::Color;
use hexring_game::record::{Format, Record};
use hexring_players::{Spec, Verification};
use hexring_solver::{Failure, Trialled};
use serde_json::json;

use crate::arguments::PositionArgs;
use crate::output::{self, Answer};
use crate::progress;

/// Plays a strategy against every reply, and every choice of the strategy too.
///
/// The answer is either that it wins against every reply, or the shortest losing line as a record
/// that hexring show can draw.
#[derive(Args)]
pub(crate) struct Verify {
    /// The strategy: mirror, shift, three-rings, bridge-rings, k-path, or any other player, which
    /// is taken at its choice for the seed
    #[arg(long)]
    strategy: Spec,
    /// The colour that it plays
    #[arg(long, default_value = "red")]
    color: Color,
    /// What to do where the strategy leaves a choice
    #[arg(long, value_enum, default_value_t = Ties::All)]
    ties: Ties,
    /// Give up beyond so many positions
    #[arg(long, default_value_t = 50_000_000, value_name = "POSITIONS")]
    limit: usize,
    #[command(flatten)]
    position: PositionArgs,
    /// Print {"wins":…,"positions":…,"line":…,"seconds":…}
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// Which of a strategy's equal choices are tried.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Ties {
    /// Every one
    All,
    /// The first in reading order
    First,
}

impl Verify {
    pub(crate) fn run(self) -> Result<Answer> {
        let game = self.position.open_game()?;
        let verification = Verification {
            player: &self.strategy,
            game: &game,
            color: self.color,
            first_only: self.ties == Ties::First,
            seed: self.position.rules.seed,
            positions: self.limit,
        };
        let started = Instant::now();
        let result = progress::of_work(|limit| verification.run(limit))?;
        self.report(&verification, result, started.elapsed().as_secs_f64())
    }

    fn report(
        &self,
        verification: &Verification<'_>,
        result: Trialled,
        seconds: f64,
    ) -> Result<Answer> {
        let (seen, line) = match result {
            Trialled::Wins { positions } => (Some((positions, "positions")), None),
            Trialled::WinsPairs { sharings } => {
                (Some((sharings, "ways to share its pairs of cells")), None)
            }
            Trialled::Fails { line, how } => (None, Some((line, how))),
        };
        let record = line.as_ref().map(|(line, _)| written(&verification.record(line)?));
        let record = record.transpose()?;
        let answer = Answer::of(seen.is_some());
        if self.json {
            output::print_json(&json!({
                "wins": seen.is_some(), "positions": seen.map(|(count, _)| count),
                "line": record, "seconds": seconds,
            }))?;
            return Ok(answer);
        }
        let strategy = &self.strategy;
        output::print(&match (seen, line) {
            (Some((count, what)), _) => {
                format!("{strategy} wins against every reply: {count} {what} ({seconds:.2} s)\n")
            }
            (None, line) => format!(
                "{strategy} {} after this line ({seconds:.2} s):\n{}",
                line.map_or("fails", |(_, how)| describe(how)),
                record.unwrap_or_default()
            ),
        })?;
        Ok(answer)
    }
}

/// A record as text: as SGF where a list of moves does not know how it began.
fn written(record: &Record) -> Result<String> {
    record.write(Format::Moves).or_else(|_| record.write(Format::Sgf)).context("the line")
}

fn describe(how: Failure) -> &'static str {
    match how {
        Failure::Loses => "loses",
        Failure::NoMove => "has no move",
        Failure::Illegal(_) => "plays a taken cell",
    }
}
