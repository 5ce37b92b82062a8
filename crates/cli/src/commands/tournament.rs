//! `hexring tournament`: many players against each other.

use std::fmt::Write as _;

use anyhow::{Result, bail};
use clap::Args;
use hexring_lab::experiment::{Experiment, Field, gauntlet, round_robin};
use hexring_lab::{Contender, Duel, rate};
use serde_json::json;

use crate::arguments::RulesArgs;
use crate::commands::laboratory::{self, RunArgs};
use crate::commands::opening::OpeningArgs;
use crate::output;

/// Plays everybody against everybody and rates the players.
///
/// A round is a pair of games with colours exchanged from the same opening; it is won or lost only
/// if both games are.
#[derive(Args)]
pub(crate) struct Tournament {
    /// A player; give it again for each
    #[arg(long = "player", value_name = "PLAYER", required = true)]
    players: Vec<Contender>,
    /// Only the first player meets the others
    #[arg(long)]
    gauntlet: bool,
    /// How many rounds of two games each pairing plays
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    #[command(flatten)]
    opening: OpeningArgs,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    run: RunArgs,
    /// Print ratings and pairings as JSON
    #[arg(long, help_heading = "Output")]
    json: bool,
}

impl Tournament {
    pub(crate) fn run(self) -> Result<()> {
        if self.players.len() < 2 {
            bail!("a tournament needs two or more players, not {}", self.players.len());
        }
        let experiment = self.experiment()?;
        for player in &self.players {
            output::caution(player.caution(&self.rules.rules()?));
        }
        let (mut store, outcome) = self.run.run_once(&experiment, None)?;
        let games = laboratory::rows(&experiment, &mut store)?;
        let pairings = self.pairings();
        let duels: Vec<Duel> =
            (0..pairings.len()).map(|group| laboratory::duel(&games, group)).collect();
        if self.json {
            output::print_json(&self.as_json(&pairings, &duels))?;
        } else {
            output::print(&self.as_text(&pairings, &duels))?;
        }
        self.run.close(&outcome)
    }

    fn pairings(&self) -> Vec<(usize, usize)> {
        match self.gauntlet {
            true => gauntlet(self.players.len()),
            false => round_robin(self.players.len(), false),
        }
    }

    fn experiment(&self) -> Result<Experiment> {
        let rules = self.rules.rules()?;
        let field = Field {
            players: self.players.clone(),
            pairings: self.pairings(),
            rounds: self.rounds,
            opening: self.opening.opening(&rules)?,
        };
        Ok(Experiment::of_duels("tournament", self.rules.seed, &rules, field)?)
    }

    fn as_text(&self, pairings: &[(usize, usize)], duels: &[Duel]) -> String {
        let ratings = rate(self.players.len(), pairings, duels);
        let mut order: Vec<usize> = (0..ratings.len()).collect();
        order.sort_by(|a, b| ratings[*b].points.total_cmp(&ratings[*a].points));
        let width = self.players.iter().map(|p| p.to_string().len()).max().unwrap_or_default();
        let mut text = String::new();
        for (place, player) in order.into_iter().enumerate() {
            let rating = ratings[player];
            let _ = writeln!(
                text,
                "{:>2}  {:width$}  {:+7.1} ± {:.1}",
                place + 1,
                self.players[player].to_string(),
                rating.points,
                rating.error
            );
        }
        text.push_str("\nrounds won, drawn and lost\n");
        for ((one, other), duel) in pairings.iter().zip(duels) {
            let [won, drawn, lost] = duel.rounds();
            let (one, other) = (&self.players[*one], &self.players[*other]);
            let repeated = match duel.repeated {
                0 => String::new(),
                count => format!(" ({count} more games repeat one of these)"),
            };
            let _ = writeln!(text, "{one} – {other}: {won} {drawn} {lost}{repeated}");
            for (first, reason) in &duel.faults {
                let _ = writeln!(text, "    {} lost: {reason}", if *first { one } else { other });
            }
        }
        text
    }

    fn as_json(&self, pairings: &[(usize, usize)], duels: &[Duel]) -> serde_json::Value {
        let ratings = rate(self.players.len(), pairings, duels);
        let players = self.players.iter().zip(&ratings);
        let pairings = pairings.iter().zip(duels).map(|((one, other), duel)| {
            json!({
                "player": self.players[*one], "opponent": self.players[*other],
                "rounds": duel.rounds(), "won": duel.won, "lost": duel.lost,
                "discarded": duel.discarded, "repeated": duel.repeated,
                "strength": duel.pairs.strength(),
                "faults": duel.faults.iter().map(|(_, reason)| reason).collect::<Vec<_>>(),
            })
        });
        json!({
            "ratings": players.map(|(player, rating)| json!({
                "player": player, "points": rating.points, "error": rating.error,
            })).collect::<Vec<_>>(),
            "pairings": pairings.collect::<Vec<_>>(),
            "program": crate::PROGRAM,
        })
    }
}
