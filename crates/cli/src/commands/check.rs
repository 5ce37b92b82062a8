//! `hexring check`: verify proofs.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;
use hexring_solver::{
    CheckError, Checked, HeightRule, HeightRuleFault, HeightRuleFileError, HeightsChecked,
    MAX_PROOF_BYTES, Proof, check,
};
use serde_json::{Value, json};

use crate::arguments::read_up_to;
use crate::output::{self, Answer};
use crate::progress;

/// Verifies proofs that hexring solve has written, step by step, with a checker that shares nothing
/// with the search but the rules; and rules for every height that hexring every-height has found.
///
/// It says the whole claim: rules, stones, who is to move and who wins. Refused are files beyond
/// 1 GiB or 16,777,216 steps, and proofs that take more than 4 GiB to check.
#[derive(Args)]
pub(crate) struct Check {
    /// The proofs, or - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Print a line for each file: {"file":…,"holds":true,"claim":{"position":{"rules":…,"stones":…,
    /// "to_move":…},"winner":…,"first_move":…},"steps":…,"judged":…,"program":…} or {"file":…,"holds":false,
    /// "fault":…}; of a rule for every height {"file":…,"holds":true,"columns":…,"sights":…,"windows":…,
    /// "links":…}
    #[arg(long)]
    json: bool,
}

/// What a file has shown.
enum Shown {
    Proof(Box<Proof>, Checked),
    EveryHeight(HeightRule, HeightsChecked),
}

impl Check {
    pub(crate) fn run(self) -> Result<Answer> {
        let mut all_hold = true;
        for path in &self.files {
            let text = read_up_to(path, MAX_PROOF_BYTES)?;
            let verdict = verdict(&text)?;
            all_hold &= verdict.is_ok();
            self.report(path, &verdict)?;
        }
        Ok(Answer::of(all_hold))
    }

    fn report(&self, path: &Path, verdict: &Result<Shown, String>) -> Result<()> {
        let path = path.display();
        match verdict {
            _ if self.json => output::print_json(&as_json(&path.to_string(), verdict)),
            Ok(shown) => {
                let name = if self.files.len() > 1 { format!("{path}: ") } else { String::new() };
                output::print(&format!("{name}{}\n", in_words(shown)))
            }
            Err(fault) => {
                output::complain(&format!("{path} is refused: {fault}"));
                Ok(())
            }
        }
    }
}

fn in_words(shown: &Shown) -> String {
    match shown {
        Shown::Proof(proof, Checked { steps, judged, .. }) => {
            let found = proof.program.as_ref();
            let found = found.map(|program| format!(", found by hexring {program}"));
            format!(
                "the proof holds: {} ({steps} steps, {judged} judgements){}",
                proof.claim,
                found.unwrap_or_default()
            )
        }
        Shown::EveryHeight(rule, HeightsChecked { windows, links }) => format!(
            "the rule wins: red wins cylinders of {} columns and every height with blue first \
             ({} sights, {windows} windows, {links} links)",
            rule.columns(),
            rule.len()
        ),
    }
}

/// What a text shows, or why it is refused. An error only if nobody knows, because it was stopped.
fn verdict(text: &str) -> Result<Result<Shown, String>> {
    if HeightRule::is_begun_by(text) { every_height(text) } else { proof(text) }
}

fn proof(text: &str) -> Result<Result<Shown, String>> {
    let proof: Proof = match text.parse() {
        Ok(proof) => proof,
        Err(fault) => return Ok(Err(format!("{:#}", anyhow::Error::from(fault)))),
    };
    let checked = progress::of_work(|limit| Ok::<_, CheckError>(check(&proof, limit)))?;
    match checked {
        Ok(checked) => Ok(Ok(Shown::Proof(Box::new(proof), checked))),
        Err(stopped @ CheckError::Stopped { .. }) => bail!(stopped),
        Err(fault) => Ok(Err(fault.to_string())),
    }
}

fn every_height(text: &str) -> Result<Result<Shown, String>> {
    let rule: HeightRule = match text.parse() {
        Ok(rule) => rule,
        Err(fault) => return Ok(Err(HeightRuleFileError::to_string(&fault))),
    };
    let checked = progress::of_work(|limit| Ok::<_, HeightRuleFault>(rule.check(limit)))?;
    match checked {
        Ok(checked) => Ok(Ok(Shown::EveryHeight(rule, checked))),
        Err(stopped @ HeightRuleFault::Stopped(_)) => bail!(stopped),
        Err(fault) => Ok(Err(fault.to_string())),
    }
}

fn as_json(path: &str, verdict: &Result<Shown, String>) -> Value {
    match verdict {
        Ok(Shown::Proof(proof, Checked { steps, judged, .. })) => json!({
            "file": path, "holds": true, "claim": proof.claim, "steps": steps, "judged": judged,
            "program": proof.program,
        }),
        Ok(Shown::EveryHeight(rule, HeightsChecked { windows, links })) => json!({
            "file": path, "holds": true, "columns": rule.columns(), "sights": rule.len(),
            "windows": windows, "links": links,
        }),
        Err(fault) => json!({"file": path, "holds": false, "fault": fault}),
    }
}
