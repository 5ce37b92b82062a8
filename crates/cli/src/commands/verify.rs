//! `hexring verify`: a strategy against every reply.

use std::cell::RefCell;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use hexring_control::signals;
use hexring_game::record::{Format, Record};
use hexring_game::{Color, Game, Move, Position, Site};
use hexring_players::{Control, Spec, decide};
use hexring_solver::{Failure, Trial, Trialled, verify};
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
        let seed = self.position.rules.seed;
        self.strategy.supports(game.rules(), self.color)?;
        // Whatever it needs is found before the first position.
        self.strategy.build(seed)?;
        let strategy = self.strategy.strategy();
        // A player that cannot say what it plays is no strategy that fails.
        let silent = RefCell::new(None);
        let choices = |position: &Position, last: Option<Site>| -> Vec<Site> {
            match &strategy {
                Some(strategy) => strategy.candidates(position, last).sites,
                None => match self.one_choice(position) {
                    Ok(site) => site.into_iter().collect(),
                    Err(fault) => {
                        silent.replace(Some(fault));
                        Vec::new()
                    }
                },
            }
        };
        let candidates = |position: &Position, last: Option<Site>| {
            let mut sites = choices(position, last);
            if self.ties == Ties::First {
                sites.sort_unstable();
                sites.truncate(1);
            }
            sites
        };
        let board = game.position().board();
        let paired = |site| strategy.as_ref().and_then(|s| s.partner(board, site));
        let is_paired = board.sites().all(|site| paired(site).is_some());
        let partner = |site| paired(site).unwrap_or(site);
        let trial = Trial {
            start: game.position(),
            color: self.color,
            candidates: &candidates,
            // Strategies speak of rings and columns relative to the last move, so they turn with
            // the board; a choice in reading order does not.
            is_rotational: strategy.is_some() && self.ties == Ties::All,
            partner: is_paired.then_some(&partner),
            limit: self.limit,
        };
        let started = Instant::now();
        let result = progress::of_work(|limit| verify(&trial, limit))?;
        if let Some(fault) = silent.take() {
            return Err(fault);
        }
        self.report(&game, result, started.elapsed().as_secs_f64())
    }

    /// The move that a player makes for its seed.
    fn one_choice(&self, position: &Position) -> Result<Option<Site>> {
        let game = Game::from_position(position.clone());
        let mut player = self.strategy.build(self.position.rules.seed)?;
        let choice = decide(player.as_mut(), &game, &mut Control::of(signals::stop()))?;
        Ok(match choice.mv {
            Move::Place(cell) => position.board().site(cell),
            _ => None,
        })
    }

    fn report(&self, game: &Game, result: Trialled, seconds: f64) -> Result<Answer> {
        let (seen, line) = match result {
            Trialled::Wins { positions } => (Some((positions, "positions")), None),
            Trialled::WinsPairs { sharings } => {
                (Some((sharings, "ways to share its pairs of cells")), None)
            }
            Trialled::Fails { line, how } => (None, Some((line, how))),
        };
        let record = line.as_ref().map(|(line, _)| continued(game, line)).transpose()?;
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

/// The record of a game with the moves of a line after it; as SGF where a list of moves does not
/// know how it began.
fn continued(game: &Game, line: &Game) -> Result<String> {
    let mut game = game.clone();
    line.plies().iter().try_for_each(|ply| game.play_ply(*ply)).context("the line")?;
    let record = Record::from_game(&game)?;
    record.write(Format::Moves).or_else(|_| record.write(Format::Sgf)).context("the line")
}

fn describe(how: Failure) -> &'static str {
    match how {
        Failure::Loses => "loses",
        Failure::NoMove => "has no move",
        Failure::Illegal(_) => "plays a taken cell",
    }
}
