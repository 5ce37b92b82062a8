//! `hexring compliance`: an engine against the protocol.

use std::time::Duration;

use anyhow::Result;
use clap::Args;
use hexring_htp::compliance::{Finding, check};
use serde_json::json;

use crate::output::{self, Answer};

/// Checks a program against the Hex text protocol and says what it breaks.
#[derive(Args)]
pub(crate) struct Compliance {
    /// The command that starts the program
    command: String,
    /// How long it may take for an answer, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    timeout: u64,
    /// Print a list of {"check":…,"required":…,"breaks":…}
    #[arg(long, help_heading = "Output")]
    json: bool,
}

impl Compliance {
    pub(crate) fn run(self) -> Result<Answer> {
        let findings = check(&self.command, Duration::from_secs(self.timeout))?;
        if self.json {
            let items = findings.iter().map(|finding| {
                json!({"check": finding.check, "required": finding.required, "breaks": finding.breaks})
            });
            output::print_json(&items.collect())?;
        } else {
            output::print(&findings.iter().map(describe).collect::<String>())?;
        }
        let broken = findings.iter().filter(|f| f.required && f.breaks.is_some()).count();
        if broken > 0 {
            output::complain(&format!("{broken} of {} checks fail", findings.len()));
        }
        Ok(Answer::of(broken == 0))
    }
}

fn describe(finding: &Finding) -> String {
    match (&finding.breaks, finding.required) {
        (None, _) => format!("ok      {}\n", finding.check),
        (Some(breaks), true) => format!("breaks  {}: {breaks}\n", finding.check),
        (Some(breaks), false) => format!("remark  {}: {breaks}\n", finding.check),
    }
}
