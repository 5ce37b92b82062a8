//! `hexring check`: verify proofs.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;
use hexring_solver::{CheckError, Checked, MAX_PROOF_BYTES, Proof, check};
use serde_json::{Value, json};

use crate::arguments::read_up_to;
use crate::output::{self, Answer};
use crate::progress;

/// Verifies proofs that hexring solve has written, step by step, with a checker that shares nothing
/// with the search but the rules.
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
    /// "fault":…}
    #[arg(long)]
    json: bool,
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

    fn report(&self, path: &Path, verdict: &Result<(Proof, Checked), String>) -> Result<()> {
        let path = path.display();
        match verdict {
            _ if self.json => output::print_json(&as_json(&path.to_string(), verdict)),
            Ok((proof, checked)) => {
                let name = if self.files.len() > 1 { format!("{path}: ") } else { String::new() };
                let Checked { steps, judged, .. } = checked;
                let found =
                    proof.program.as_ref().map(|program| format!(", found by hexring {program}"));
                output::print(&format!(
                    "{name}the proof holds: {} ({steps} steps, {judged} judgements){}\n",
                    proof.claim,
                    found.unwrap_or_default()
                ))
            }
            Err(fault) => {
                output::complain(&format!("{path} is refused: {fault}"));
                Ok(())
            }
        }
    }
}

/// Whether a text is a proof, or why not. An error only if nobody knows, because it was stopped.
fn verdict(text: &str) -> Result<Result<(Proof, Checked), String>> {
    let proof: Proof = match text.parse() {
        Ok(proof) => proof,
        Err(fault) => return Ok(Err(format!("{:#}", anyhow::Error::from(fault)))),
    };
    let checked = progress::of_work(|limit| Ok::<_, CheckError>(check(&proof, limit)))?;
    match checked {
        Ok(checked) => Ok(Ok((proof, checked))),
        Err(stopped @ CheckError::Stopped { .. }) => bail!(stopped),
        Err(fault) => Ok(Err(fault.to_string())),
    }
}

fn as_json(path: &str, verdict: &Result<(Proof, Checked), String>) -> Value {
    match verdict {
        Ok((proof, Checked { steps, judged, .. })) => json!({
            "file": path, "holds": true, "claim": proof.claim, "steps": steps, "judged": judged,
            "program": proof.program,
        }),
        Err(fault) => json!({"file": path, "holds": false, "fault": fault}),
    }
}
