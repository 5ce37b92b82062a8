//! `hexring perft`: count move sequences.

use anyhow::Result;
use clap::Args;
use hexring_game::perft;
use serde_json::json;

use crate::arguments::PositionArgs;
use crate::output;

/// Counts the move sequences of a length. Finished games are not continued; under random turns
/// both results of each coin count.
#[derive(Args)]
pub(crate) struct Perft {
    #[command(flatten)]
    position: PositionArgs,
    /// The length of the sequences
    #[arg(long, help_heading = "Output")]
    depth: u32,
    /// Print {"depth":N,"nodes":N}
    #[arg(long, help_heading = "Output")]
    json: bool,
}

impl Perft {
    pub(crate) fn run(self) -> Result<()> {
        let game = self.position.game()?;
        let ending = game.ending().filter(|_| self.depth > 0);
        let nodes = match &ending {
            Some(_) => 0,
            None => perft(game.position(), self.depth),
        };
        if self.json {
            return output::print_json(&json!({"depth": self.depth, "nodes": nodes}));
        }
        let why = ending.map(|ending| format!(": the game is over, {ending}")).unwrap_or_default();
        output::print(&format!("{nodes} sequences of {} moves{why}\n", self.depth))
    }
}
