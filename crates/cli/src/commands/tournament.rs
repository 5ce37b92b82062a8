//! `hexring tournament`: many players against each other.

use std::fmt::Write as _;

use anyhow::{Result, bail};
use clap::Args;
use hexring_lab::experiment::{Experiment, Field, gauntlet, round_robin};
use hexring_lab::stats::Anchor;
use hexring_lab::{Contender, CrossRow, Duel, crosstable};
use serde_json::json;

use crate::arguments::RulesArgs;
use crate::commands::laboratory::{self, Once, RunArgs, TermsArgs};
use crate::commands::opening::OpeningArgs;
use crate::output;

/// Plays everybody against everybody and rates the players.
///
/// A round is a pair of games with colours exchanged from the same opening; it is won or lost only
/// if both games are. The table has everybody's points, those against each place, and ratings.
/// Games are kept: Ctrl-C tells what stands, and the same command goes on.
///
///   hexring tournament --player mcts --player minimax --player random --anchor random=1000
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
    /// A player with the rating that all others are relative to, such as random=1500 [default: the
    /// mean is 0]
    #[arg(long, value_name = "PLAYER=RATING")]
    anchor: Option<String>,
    #[command(flatten)]
    opening: OpeningArgs,
    #[command(flatten)]
    terms: TermsArgs,
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
        let mut once = self.run.run_once(&experiment)?;
        let games = laboratory::rows(&experiment, &mut once.store)?;
        let pairings = self.pairings();
        let duels: Vec<Duel> =
            (0..pairings.len()).map(|group| laboratory::duel(&games, group)).collect();
        let table = crosstable(self.players.len(), &pairings, &duels, self.anchor()?);
        if self.json {
            output::print_json(&self.as_json(&table, &pairings, &duels, &once))?;
        } else {
            let text = self.as_text(&table, &pairings, &duels);
            let openings = self.opening.describe_used(&self.rules.rules()?, &games)?;
            output::print(&(text + &openings + &once.describe_place()))?;
        }
        once.close()
    }

    fn anchor(&self) -> Result<Option<Anchor>> {
        let names: Vec<String> = self.players.iter().map(ToString::to_string).collect();
        let anchor = self.anchor.as_deref().map(|text| Anchor::read(text, &names));
        Ok(anchor.transpose()?)
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
            terms: self.terms.terms(),
            sprt: None,
            anchor: self.anchor()?,
        };
        let experiment = Experiment::of_duels("tournament", self.rules.seed, &rules, field)?;
        Ok(experiment.with_layout(&self.rules.layout()?))
    }

    fn as_text(&self, table: &[CrossRow], pairings: &[(usize, usize)], duels: &[Duel]) -> String {
        let mut text = self.places(table);
        text.push_str("\nrounds won, drawn and lost\n");
        for ((one, other), duel) in pairings.iter().zip(duels) {
            let [won, drawn, lost] = duel.rounds();
            let (one, other) = (&self.players[*one], &self.players[*other]);
            let repeated = match duel.repeated {
                0 => String::new(),
                count => format!(" ({count} more games repeat one of these)"),
            };
            let _ = writeln!(text, "{one} – {other}: {won} {drawn} {lost}{repeated}");
            for (player, pace) in [one, other].into_iter().zip(&duel.pace) {
                let _ = writeln!(text, "    {player}: {}", laboratory::describe_pace(pace));
            }
            let deciders = laboratory::describe_deciders(duel);
            let _ = write!(text, "{}{deciders}", if deciders.is_empty() { "" } else { "    " });
            for (first, reason) in &duel.faults {
                let _ = writeln!(text, "    {} lost: {reason}", if *first { one } else { other });
            }
        }
        for line in self.terms.terms().explain() {
            let _ = writeln!(text, "{line}");
        }
        text
    }

    /// Places, ratings and points; on the right the points against each place.
    fn places(&self, table: &[CrossRow]) -> String {
        let name = |row: &CrossRow| self.players[row.player].to_string();
        let width = table.iter().map(|row| name(row).chars().count()).max().unwrap_or_default();
        let cell = |met: &Option<(f64, u32)>| match met {
            Some((points, games)) => format!("{points}/{games}"),
            None => "–".to_owned(),
        };
        let cells = table.iter().flat_map(|row| &row.against).map(cell);
        let column = cells.map(|cell| cell.chars().count()).max().unwrap_or_default().max(2);
        let mut text = format!("    {:width$}  {:>16}  {:>10}", "", "rating", "points");
        for place in 1..=table.len() {
            let _ = write!(text, "  {place:>column$}");
        }
        for (place, row) in table.iter().enumerate() {
            let rating = format!("{:.1} ± {:.1}", row.rating.points, row.rating.error);
            let points = format!("{}/{}", row.points, row.games);
            let (place, name) = (place + 1, name(row));
            let _ = write!(text, "\n{place:>2}  {name:width$}  {rating:>16}  {points:>10}");
            for met in &row.against {
                let _ = write!(text, "  {:>column$}", cell(met));
            }
        }
        text + "\n"
    }

    fn as_json(
        &self,
        table: &[CrossRow],
        pairings: &[(usize, usize)],
        duels: &[Duel],
        once: &Once,
    ) -> serde_json::Value {
        let mut players: Vec<&CrossRow> = table.iter().collect();
        players.sort_by_key(|row| row.player);
        let order: Vec<&Contender> = table.iter().map(|row| &self.players[row.player]).collect();
        let pairings = pairings.iter().zip(duels).map(|((one, other), duel)| {
            json!({
                "player": self.players[*one], "opponent": self.players[*other],
                "rounds": duel.rounds(), "won": duel.won, "lost": duel.lost,
                "discarded": duel.discarded, "repeated": duel.repeated,
                "strength": duel.pairs.strength(),
                "faults": duel.faults.iter().map(|(_, reason)| reason).collect::<Vec<_>>(),
                "decided_by": duel.decided, "seconds_per_move": duel.pace,
            })
        });
        let terms = self.terms.terms();
        json!({
            "ratings": players.iter().map(|row| json!({
                "player": self.players[row.player], "points": row.rating.points,
                "error": row.rating.error, "score": row.points, "games": row.games,
                "against": row.against,
            })).collect::<Vec<_>>(),
            "table": order,
            "pairings": pairings.collect::<Vec<_>>(),
            "clock": terms.clock, "adjudication": terms.adjudication, "store": once.place,
            "program": crate::PROGRAM,
        })
    }
}
