//! `hexring every-height`: does one rule win cylinders of every height?

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Result, bail};
use clap::Args;
use hexring_solver::{HEIGHT_SEARCH_COLUMNS, HeightOutcome, HeightRule, find_height_rule};
use serde_json::json;

use crate::destination::Destination;
use crate::output::{self, Answer};
use crate::progress;

/// Looks for one rule by which Red wins cylinders of every height, with Blue first.
///
/// Red answers each blue stone by the ring of that stone and the rings above and below. It may give
/// empty cells away: from then on it takes them for blue. Few different rings then lie one above the
/// other, and a list of them that no blue stone leads out of is a proof for all heights at once. It
/// can be kept with --out, and hexring check verifies it.
///
/// The rule answers mirror images alike, and gives away cells of the rings of Blue's stone and of its
/// own answer. If there is none, that is said; it is known of such rules only. With up to 4 columns
/// it takes seconds. With 5 nobody knows whether there is one.
#[derive(Args)]
pub(crate) struct EveryHeight {
    /// The columns of the cylinders, 2 to 7
    #[arg(value_name = "COLUMNS", value_parser = clap::value_parser!(u8).range(
        *HEIGHT_SEARCH_COLUMNS.start() as i64..=*HEIGHT_SEARCH_COLUMNS.end() as i64
    ))]
    columns: u8,
    /// Write the rule that was found to this file, a line for each sight
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Megabytes for windows and clauses
    #[arg(long, default_value_t = 4096, value_name = "MB", value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    memory: u32,
    /// Print {"columns":…,"exists":…,"sights":…,"rounds":…,"windows":…,"clauses":…,"seconds":…}
    #[arg(long, help_heading = "Output")]
    json: bool,
}

impl EveryHeight {
    pub(crate) fn run(self) -> Result<Answer> {
        let place = self.out.as_deref().map(Destination::new).transpose()?;
        if self.json && place.as_ref().is_some_and(Destination::is_stdout) {
            bail!("--json and --out - both want standard output");
        }
        let started = Instant::now();
        let memory = self.memory as usize * 1_000_000;
        let outcome =
            progress::of_height_search(|control| find_height_rule(self.columns, memory, control))?;
        if let (Some(place), Some(rule)) = (&place, &outcome.rule) {
            place.write_text(&rule.to_string())?;
        }
        let text = self.describe(&outcome, started.elapsed().as_secs_f64());
        match place {
            Some(Destination::Stdout) if outcome.rule.is_some() => output::note(&text),
            _ => output::print(&format!("{text}\n"))?,
        }
        Ok(Answer::of(outcome.rule.is_some()))
    }

    fn describe(&self, outcome: &HeightOutcome, seconds: f64) -> String {
        let HeightOutcome { rule, rounds, known, clauses } = outcome;
        let columns = self.columns;
        if self.json {
            let sights = rule.as_ref().map(HeightRule::len);
            return json!({
                "columns": columns, "exists": rule.is_some(), "sights": sights, "rounds": rounds,
                "windows": known, "clauses": clauses, "seconds": seconds,
            })
            .to_string();
        }
        let rounds = if *rounds == 1 { "1 round".to_owned() } else { format!("{rounds} rounds") };
        let effort = format!("{rounds}, {known} windows met, {clauses} clauses, {seconds:.2} s");
        match rule {
            Some(rule) => format!(
                "red wins {columns} columns of every height with blue first: a rule of {} sights \
                 ({effort})",
                rule.len()
            ),
            None => format!("there is no such rule for {columns} columns ({effort})"),
        }
    }
}
