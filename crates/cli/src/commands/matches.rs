//! `hexring match`: two players against each other.

use anyhow::{Result, bail};
use clap::Args;
use hexring_lab::experiment::{Experiment, Field};
use hexring_lab::stats::{Share, Sprt};
use hexring_lab::{Contender, Duel};
use serde_json::{Value, json};

use crate::arguments::RulesArgs;
use crate::commands::laboratory::{self, Games, Once, RunArgs, TermsArgs};
use crate::commands::opening::OpeningArgs;
use crate::output;

/// Plays pairs of games between two players and says who is stronger, and how sure that is.
///
/// Both games of a pair begin in the same position, and the players exchange colours. Programs
/// that speak the Hex text protocol take part as htp:"command". With --sprt the match ends by
/// itself as soon as the test has decided. Games are kept: Ctrl-C tells what stands, and the same
/// command goes on.
///
///   hexring match --red mcts --blue htp:"mohex" --clock 60s+1s --sprt 0,20 --alpha 0.01
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
    /// End when a test of these Elo differences has decided
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// The risk that the test sees a difference where there is none [default: 0.05]
    #[arg(long, value_name = "RISK", requires = "sprt")]
    alpha: Option<f64>,
    /// The risk that the test sees no difference where there is one [default: 0.05]
    #[arg(long, value_name = "RISK", requires = "sprt")]
    beta: Option<f64>,
    #[command(flatten)]
    terms: TermsArgs,
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
        let mut once = self.run.run_once(&experiment)?;
        let games = laboratory::rows(&experiment, &mut once.store)?;
        let duel = laboratory::duel(&games, 0);
        match self.json {
            true => output::print_json(&self.as_json(&games, &duel, &once)?)?,
            false => output::print(&self.as_text(&games, &duel, &once)?)?,
        }
        once.close()
    }

    fn as_text(&self, games: &Games, duel: &Duel, once: &Once) -> Result<String> {
        let mut text = describe(&self.red, &self.blue, duel);
        text.push_str(&self.opening.describe_used(&self.rules.rules()?, games)?);
        for line in self.terms.terms().explain() {
            text.push_str(&format!("{line}\n"));
        }
        if let Some(sprt) = self.sprt()? {
            let decision = once.summary.decisions.first().copied().flatten();
            let llr = sprt.llr(duel.pairs);
            text.push_str(&laboratory::describe_test(sprt, llr, decision));
        }
        Ok(text + &once.describe_place())
    }

    fn as_json(&self, games: &Games, duel: &Duel, once: &Once) -> Result<Value> {
        let player = |is_first: bool| if is_first { &self.red } else { &self.blue };
        let fault = |(first, reason): &(bool, String)| {
            let loser = player(*first);
            json!({ "loser": loser, "reason": reason })
        };
        let decision = once.summary.decisions.first().copied().flatten();
        let test = |sprt: Sprt| {
            json!({
                "elo0": sprt.elo0, "elo1": sprt.elo1, "alpha": sprt.alpha, "beta": sprt.beta,
                "bounds": sprt.bounds(), "llr": sprt.llr(duel.pairs),
                "decision": decision.map(|(decision, _)| decision),
            })
        };
        let terms = self.terms.terms();
        Ok(json!({
            "red": self.red, "blue": self.blue, "won": duel.won, "lost": duel.lost,
            "discarded": duel.discarded, "share": duel.share().rate(),
            "interval": duel.share().interval(), "pairs": duel.pairs,
            "as_red": duel.with.red.rate(), "as_blue": duel.with.blue.rate(),
            "repeated": duel.repeated, "strength": duel.pairs.strength(),
            "moves": duel.moves.mean(), "program": crate::PROGRAM,
            "faults": duel.faults.iter().map(fault).collect::<Vec<_>>(),
            "decided_by": duel.decided, "clock": terms.clock, "adjudication": terms.adjudication,
            "seconds_per_move": { "red": duel.pace[0], "blue": duel.pace[1] },
            "openings": self.opening.used_as_json(&self.rules.rules()?, games)?,
            "sprt": self.sprt()?.map(test), "store": once.place,
        }))
    }

    fn sprt(&self) -> Result<Option<Sprt>> {
        let test = self.sprt.map(|sprt| sprt.with_risks(self.alpha, self.beta));
        Ok(test.transpose()?)
    }

    /// The match as an experiment of one part.
    fn experiment(&self) -> Result<Experiment> {
        let rules = self.rules.rules()?;
        let players = vec![self.red.clone(), self.blue.clone()];
        let field = Field {
            terms: self.terms.terms(),
            sprt: self.sprt()?,
            ..Field::pair(players, self.games / 2, self.opening.opening(&rules)?)
        };
        let experiment = Experiment::of_duels("match", self.rules.seed, &rules, field)?;
        Ok(experiment.with_layout(&self.rules.layout()?))
    }
}

/// The result in a few lines.
fn describe(one: &Contender, other: &Contender, duel: &Duel) -> String {
    let [won, drawn, lost] = duel.rounds();
    let mut text = format!(
        "{one} won {} of {} games against {other}: {}\n",
        duel.won,
        duel.won + duel.lost,
        laboratory::percent(duel.share()),
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
    let as_color = |share: Share| format!("{} of {}", share.wins, share.trials);
    let (red, blue) = (as_color(duel.with.red), as_color(duel.with.blue));
    text.push_str(&format!("{one} won {red} as Red, {blue} as Blue\n"));
    for (player, pace) in [one, other].into_iter().zip(&duel.pace) {
        text.push_str(&format!("{player}: {}\n", laboratory::describe_pace(pace)));
    }
    text.push_str(&laboratory::describe_deciders(duel));
    for (first, reason) in &duel.faults {
        text.push_str(&format!("{} lost: {reason}\n", if *first { one } else { other }));
    }
    text
}
