//! `hexring players`: the registry.

use std::fmt::Write as _;
use std::sync::Arc;

use anyhow::{Result, bail};
use clap::Args;
use hexring_game::Turns;
use hexring_players::level::{LEVELS, Level, rated_on};
use hexring_players::option::OptionInfo;
use hexring_players::{Entry, Registry};

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
    pub(crate) fn run(self, registry: &Registry) -> Result<()> {
        let entries: Vec<&Arc<Entry>> = match &self.name {
            None => registry.entries().collect(),
            // Naming it as a player finds the nearest name if there is none.
            Some(name) => match registry.find(name) {
                Some(entry) => vec![entry],
                None => bail!(registry.parse(name).err().map_or_else(
                    || format!("{name} has options: expected a name alone"),
                    |error| error.to_string()
                )),
            },
        };
        if self.json {
            let entries: Vec<&Entry> = entries.into_iter().map(Arc::as_ref).collect();
            return output::print_json(&serde_json::to_value(entries)?);
        }
        let mut text: String = entries.iter().map(|entry| as_text(entry)).collect();
        if self.name.as_deref() == Some("level") {
            let _ = writeln!(
                text,
                "    on {}, where they are rated; elsewhere with other numbers:",
                rated_on()
            );
            text.push_str(&levels());
        }
        output::print(&text)
    }
}

fn as_text(entry: &Entry) -> String {
    let (name, summary, plays) = (entry.name(), entry.summary(), entry.plays());
    let mut text = format!("{name}: {summary}\n    plays {plays}\n");
    for OptionInfo { name, kind, default, help } in entry.options() {
        let default = default.as_ref().map(|value| format!(" [{value}]")).unwrap_or_default();
        let _ = writeln!(text, "    {name}={kind}{default}: {help}");
    }
    text
}

/// The twelve levels with the players behind them on the board that they are rated on.
fn levels() -> String {
    let width = LEVELS.iter().map(|level| level.name.len()).max().unwrap_or_default();
    let line = |level: &Level| {
        let Level { number, name, rating, .. } = level;
        let [alternate, random] =
            [Turns::Alternate, Turns::Random].map(|turns| level.player(rated_on(), turns));
        format!(
            "    {number:>2}  {name:width$}  {rating:>4}  {alternate}; with random turns {random}\n"
        )
    };
    LEVELS.iter().map(line).collect()
}
