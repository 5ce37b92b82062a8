//! `hexring players`: the registry.

use std::fmt::Write as _;

use anyhow::{Result, anyhow};
use clap::Args;
use hexring_players::level::{LEVELS, Level};
use hexring_players::registry::{Entry, PLAYERS, find};

use crate::output;

/// Lists the players with their options. A player is written name or name:key=value,key=value.
///
/// Where a player has one option only, its key may be left out: level:3.
#[derive(Args)]
pub(crate) struct Players {
    /// Just this one
    name: Option<String>,
    /// Print a list of {"name":…,"summary":…,"supports":…,"options":[…]}, as the server does
    #[arg(long, help_heading = "Output")]
    json: bool,
}

impl Players {
    pub(crate) fn run(self) -> Result<()> {
        let entries: Vec<&Entry> = match &self.name {
            None => PLAYERS.to_vec(),
            Some(name) => {
                let error = || name.parse::<hexring_players::Spec>().err().map(anyhow::Error::from);
                let entry = find(name).ok_or_else(|| error().unwrap_or(anyhow!("no {name}")))?;
                vec![entry]
            }
        };
        if self.json {
            return output::print_json(&serde_json::to_value(entries)?);
        }
        let mut text: String = entries.iter().map(|entry| as_text(entry)).collect();
        if self.name.as_deref() == Some("level") {
            text.push_str(&levels());
        }
        output::print(&text)
    }
}

fn as_text(entry: &Entry) -> String {
    let mut text = format!("{}: {}\n    plays {}\n", entry.name, entry.summary, entry.supports);
    for option in entry.options {
        let default = match option.default {
            "" => String::new(),
            default => format!(" [{default}]"),
        };
        let _ = writeln!(text, "    {}={}{default}: {}", option.name, option.kind, option.help);
    }
    text
}

/// The ten levels with the players behind them.
fn levels() -> String {
    let width = LEVELS.iter().map(|level| level.name.len()).max().unwrap_or_default();
    let line = |level: &Level| {
        let Level { number, name, spec, random_turns } = level;
        format!("    {number:>2}  {name:width$}  {spec}; with random turns {random_turns}\n")
    };
    LEVELS.iter().map(line).collect()
}
