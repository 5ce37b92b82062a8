//! `hexring bench`: speed beside the plain methods, and the behaviour fingerprint.

mod speed;

use std::time::Duration;

use anyhow::Result;
use clap::Args;
use hexring_players::program::fingerprint;
use serde_json::json;

use crate::output;
use speed::Row;

/// Measures the speed of everything that is hot beside the plain method it replaces, in the same
/// run and on one thread, and computes a fingerprint of what all players do.
///
/// The fingerprint changes exactly when some player's moves or work change on fixed positions:
/// compare it before and after a change that should not alter behaviour.
#[derive(Args)]
pub(crate) struct Bench {
    /// Seconds for each measurement
    #[arg(long, default_value_t = 0.5, value_name = "SECONDS", value_parser = seconds)]
    time: f64,
    /// Just the fingerprint
    #[arg(long)]
    fingerprint: bool,
    /// Print {"fingerprint":…,"speeds":[…]}
    #[arg(long)]
    json: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| (0.001..=60.0).contains(number));
    number.ok_or_else(|| "expected seconds from 0.001 to 60".to_owned())
}

impl Bench {
    pub(crate) fn run(self) -> Result<()> {
        let fingerprint = format!("{:016x}", fingerprint()?);
        let time = Duration::from_secs_f64(self.time);
        let rows = if self.fingerprint { Vec::new() } else { speed::measure_all(time)? };
        if self.json {
            let speeds: Vec<_> = rows.iter().map(Row::as_json).collect();
            return output::print_json(&json!({"fingerprint": fingerprint, "speeds": speeds}));
        }
        for row in &rows {
            output::print(&format!("{row}\n"))?;
        }
        output::print(&format!("fingerprint {fingerprint}\n"))
    }
}
