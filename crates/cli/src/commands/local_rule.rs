//! `hexring local-rule`: does Red win cylinders by a rule without memory?

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::Args;
use hexring_game::Board;
use hexring_solver::{
    BoardRange, LocalRule, LocalRuleFault, Refutation, RuleOutcome, Scope, find_rule,
};
use serde_json::json;

use crate::arguments::read;
use crate::destination::Destination;
use crate::output::{self, Answer};
use crate::progress;

/// Says whether Red wins cylinders with Blue first by a rule without memory.
///
/// Red answers each blue stone by what it sees: the rings around the stone, with columns counted
/// from it, and where the cylinder ends. It remembers nothing, does not know the height of the
/// board, and answers at most so many rings away; it passes if no cell there is free. One rule has
/// to win on all boards that are given, against everything that Blue can do.
///
/// The answer is exact. A rule was played against every reply and can be kept with --out; --check
/// plays a rule from a file, with a checker that shares nothing with the search but the rules of the
/// game. If there is no rule, positions that no rule gets along with are printed: rings from top to
/// bottom, Blue's next stone, and where Red may answer without losing. Memory and time grow quickly
/// with the number of cells.
#[derive(Args)]
pub(crate) struct LocalRuleCommand {
    /// Cylinders of one number of columns, such as cylinder:5x3 or cylinder:3x2..6
    #[arg(value_name = "BOARDS")]
    boards: BoardRange,
    /// Red sees the ring of Blue's stone and so many rings above and below it
    #[arg(
        long,
        value_name = "RINGS",
        default_value_t = 1,
        conflicts_with = "check",
        value_parser = clap::value_parser!(u8).range(0..=31)
    )]
    seen: u8,
    /// Red answers at most so many rings away from Blue's stone
    #[arg(
        long,
        value_name = "RINGS",
        default_value_t = 1,
        conflicts_with = "check",
        value_parser = clap::value_parser!(u8).range(0..=15)
    )]
    answers_within: u8,
    /// Write the rule that was found to this file, a line for each view
    #[arg(long, value_name = "FILE", conflicts_with = "check", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Look for nothing, and play the rule of this file against every reply
    #[arg(long, value_name = "FILE")]
    check: Option<PathBuf>,
    /// Megabytes for positions and views
    #[arg(long, default_value_t = 1024, value_name = "MB", value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    memory: u32,
    /// Print {"exists":…,"views":…,"positions":…,"rounds":…,"facts":…,"refutation":…,"seconds":…},
    /// with --check {"wins":…,"positions":…,"fault":…,"seconds":…}
    #[arg(long, help_heading = "Output")]
    json: bool,
}

impl LocalRuleCommand {
    pub(crate) fn run(self) -> Result<Answer> {
        let boards = self.boards.boards();
        match &self.check {
            Some(path) => self.check(path, &boards),
            None => self.find(&boards),
        }
    }

    fn memory(&self) -> usize {
        self.memory as usize * 1_000_000
    }

    fn find(&self, boards: &[Board]) -> Result<Answer> {
        let place = self.out.as_deref().map(Destination::new).transpose()?;
        if self.json && place.as_ref().is_some_and(Destination::is_stdout) {
            bail!("--json and --out - both want standard output");
        }
        let started = Instant::now();
        let (seen, within, memory) = (self.seen, self.answers_within, self.memory());
        let outcome =
            progress::of_rule_search(|control| find_rule(boards, seen, within, memory, control))?;
        if let (Some(place), Ok(rule)) = (&place, &outcome.found) {
            place.write_text(&rule.to_string())?;
        }
        let seconds = started.elapsed().as_secs_f64();
        let text = describe(&outcome, seconds);
        match place {
            _ if self.json => output::print_json(&as_json(&outcome, seconds))?,
            Some(Destination::Stdout) if outcome.found.is_ok() => output::note(text.trim_end()),
            _ => output::print(&text)?,
        }
        Ok(Answer::of(outcome.found.is_ok()))
    }

    fn check(&self, path: &Path, boards: &[Board]) -> Result<Answer> {
        let name = || path.display().to_string();
        let rule: LocalRule = read(path)?.parse().with_context(name)?;
        let started = Instant::now();
        let positions = progress::of_work(|limit| {
            let all = boards.iter().map(|board| rule.check(*board, self.memory(), limit));
            Ok::<_, LocalRuleFault>(all.sum::<Result<usize, _>>())
        })?;
        let seconds = started.elapsed().as_secs_f64();
        let fault = positions.as_ref().err();
        if let Some(fault) = fault.filter(|fault| !fault.is_answer()) {
            bail!(fault.clone());
        }
        if self.json {
            output::print_json(&json!({
                "wins": fault.is_none(), "positions": positions.as_ref().ok(),
                "fault": fault.map(ToString::to_string), "seconds": seconds,
            }))?;
        } else {
            output::print(&match &positions {
                Ok(positions) => {
                    let Scope { seen, within, .. } = rule.scope;
                    let views = rule.answers.len();
                    format!(
                        "the rule wins against every reply: {positions} positions, {views} views \
                         (seen {seen}, answers within {within}, {seconds:.2} s)\n"
                    )
                }
                Err(fault) => format!("the rule fails: {fault}\n"),
            })?;
        }
        Ok(Answer::of(fault.is_none()))
    }
}

fn describe(outcome: &RuleOutcome, seconds: f64) -> String {
    let RuleOutcome { positions, facts, .. } = outcome;
    let rounds = match outcome.rounds {
        1 => "1 round".to_owned(),
        several => format!("{several} rounds"),
    };
    match &outcome.found {
        Ok(rule) => format!(
            "there is a rule: {} views, {positions} positions ({rounds}, {facts} facts, {seconds:.2} \
             s)\n",
            rule.answers.len()
        ),
        Err(Refutation { obligations, is_confirmed }) => {
            let second = match is_confirmed {
                true => "confirmed by a plain search",
                false => "not confirmed by a plain search",
            };
            let mut text = format!(
                "there is no rule: no answers to these {} stones go together, {second} ({rounds}, \
                 {facts} facts, {seconds:.2} s)\n",
                obligations.len()
            );
            for obligation in obligations {
                text.push_str(&format!("{obligation}\n"));
            }
            text
        }
    }
}

fn as_json(outcome: &RuleOutcome, seconds: f64) -> serde_json::Value {
    let refutation = outcome.found.as_ref().err().map(|refutation| {
        let obligations = refutation.obligations.iter().map(|one| {
            json!({
                "board": one.board.to_string(), "rings": one.rings, "stone": one.stone,
                "view": one.view, "answers": one.answers,
            })
        });
        json!({
            "confirmed": refutation.is_confirmed,
            "obligations": obligations.collect::<Vec<_>>(),
        })
    });
    json!({
        "exists": outcome.found.is_ok(),
        "views": outcome.found.as_ref().ok().map(|rule| rule.answers.len()),
        "positions": outcome.positions, "rounds": outcome.rounds, "facts": outcome.facts,
        "refutation": refutation, "seconds": seconds,
    })
}
