//! `hexring match`: two players against each other.

use anyhow::{Result, bail};
use clap::Args;
use hexring_lab::experiment::{Experiment, Field};
use hexring_lab::stats::Sprt;
use hexring_lab::{Contender, Duel};
use serde_json::json;

use crate::arguments::RulesArgs;
use crate::commands::laboratory::{self, RunArgs};
use crate::commands::opening::OpeningArgs;
use crate::output;

/// Plays pairs of games between two players and says who is stronger, and how sure that is.
///
/// Both games of a pair begin in the same position, and the players exchange colours. Programs
/// that speak the Hex text protocol take part as htp:"command". With --sprt the match ends by
/// itself as soon as the test has decided.
#[derive(Args)]
pub(crate) struct Match {
    /// The first player, Red in the first game of each pair
    #[arg(long)]
    red: Contender,
    /// The second player
    #[arg(long)]
    blue: Contender,
    /// How many games; they are played in pairs, so this is even
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(2..))]
    games: u32,
    #[command(flatten)]
    opening: OpeningArgs,
    /// End when a test of these Elo differences has decided, with 5 % risk on either side
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    run: RunArgs,
    /// Print the result as JSON
    #[arg(long, help_heading = "Output")]
    json: bool,
}

impl Match {
    pub(crate) fn run(self) -> Result<()> {
        if self.games % 2 == 1 {
            bail!("{} games cannot be played in pairs: expected an even number", self.games);
        }
        let experiment = self.experiment()?;
        for contender in [&self.red, &self.blue] {
            output::caution(contender.caution(&self.rules.rules()?));
        }
        let (mut store, outcome) = self.run.run_once(&experiment, self.sprt)?;
        let games = laboratory::rows(&experiment, &mut store)?;
        let duel = laboratory::duel(&games, 0);
        let llr = self.sprt.map(|sprt| (sprt, sprt.llr(duel.pairs), outcome.decision));
        if self.json {
            output::print_json(&json!({
                "red": self.red, "blue": self.blue, "won": duel.won, "lost": duel.lost,
                "discarded": duel.discarded, "share": duel.share().rate(),
                "interval": duel.share().interval(), "pairs": duel.pairs,
                "repeated": duel.repeated, "strength": duel.pairs.strength(),
                "moves": duel.moves.mean(), "program": crate::PROGRAM,
                "faults": duel.faults.iter().map(|(first, reason)| json!({
                    "loser": if *first { &self.red } else { &self.blue }, "reason": reason,
                })).collect::<Vec<_>>(),
                "sprt": llr.map(|(sprt, llr, decision)| json!({
                    "elo0": sprt.elo0, "elo1": sprt.elo1, "llr": llr,
                    "decision": decision.map(|(decision, _)| decision),
                })),
            }))?;
            return self.run.close(&outcome);
        }
        let mut text = describe(&self.red, &self.blue, &duel);
        if let Some((sprt, llr, decision)) = llr {
            text.push_str(&laboratory::describe_test(sprt, llr, decision));
        }
        output::print(&text)?;
        self.run.close(&outcome)
    }

    /// The match as an experiment of one part.
    fn experiment(&self) -> Result<Experiment> {
        let rules = self.rules.rules()?;
        let field = Field {
            players: vec![self.red.clone(), self.blue.clone()],
            pairings: vec![(0, 1)],
            rounds: self.games / 2,
            opening: self.opening.opening(&rules)?,
        };
        Ok(Experiment::of_duels("match", self.rules.seed, &rules, field)?)
    }
}

/// The result in a few lines.
fn describe(one: &Contender, other: &Contender, duel: &Duel) -> String {
    let (share, interval) = (duel.share().rate(), duel.share().interval());
    let [won, drawn, lost] = duel.rounds();
    let mut text = format!(
        "{one} won {} of {} games against {other}: {:.1} % ({:.1} to {:.1})\n",
        duel.won,
        duel.won + duel.lost,
        100.0 * share,
        100.0 * interval.low,
        100.0 * interval.high,
    );
    if duel.repeated > 0 {
        text.push_str(&format!(
            "{} more games were the same as one of these, move by move, and are not counted\n",
            duel.repeated
        ));
    }
    let strength = duel.pairs.strength();
    text.push_str(&format!("{strength}, pairs won {won} drawn {drawn} lost {lost}\n"));
    text.push_str(&format!(
        "games last {:.1} ± {:.1} moves",
        duel.moves.mean(),
        duel.moves.deviation()
    ));
    if duel.discarded > 0 {
        text.push_str(&format!(", {} games without result", duel.discarded));
    }
    text.push('\n');
    for (first, reason) in &duel.faults {
        text.push_str(&format!("{} lost: {reason}\n", if *first { one } else { other }));
    }
    text
}
