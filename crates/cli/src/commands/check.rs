//! `hexring check`: verify a proof.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use hexring_solver::{Proof, check};
use serde_json::json;

use crate::arguments::read;
use crate::{output, progress};

/// Verifies a proof that hexring solve has written, step by step, with a checker that shares
/// nothing with the search but the rules.
#[derive(Args)]
pub(crate) struct Check {
    /// The proof, or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print {"winner":…,"steps":…}
    #[arg(long)]
    json: bool,
}

impl Check {
    pub(crate) fn run(self) -> Result<()> {
        let context = || self.file.display().to_string();
        let proof: Proof = read(&self.file)?.parse().with_context(context)?;
        let checked = progress::of_work(|limit| check(&proof, limit)).with_context(context)?;
        if self.json {
            return output::print_json(&json!({"winner": checked.winner, "steps": checked.steps}));
        }
        let setup = &proof.claim.position;
        let stones = setup.stones.red.len() + setup.stones.blue.len();
        output::print(&format!(
            "the proof holds: {} wins {} with {stones} stones ({} steps)\n",
            checked.winner, setup.rules, checked.steps
        ))
    }
}
