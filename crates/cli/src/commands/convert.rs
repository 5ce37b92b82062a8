//! `hexring convert`: change the format of a record.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use hexring_game::record::Format;
use serde_json::json;

use crate::arguments::PositionArgs;
use crate::destination::Destination;

/// Changes the format of a record. What the new format cannot say is refused, not dropped; --bare
/// keeps just the rules and the moves of the main line.
#[derive(Args)]
pub(crate) struct Convert {
    #[command(flatten)]
    position: PositionArgs,
    /// The new format: sgf, hexworld, moves or json
    #[arg(long, help_heading = "Output")]
    to: Format,
    /// Keep just the rules and the moves of the main line
    #[arg(long, help_heading = "Output")]
    bare: bool,
    /// Write to a file instead of standard output
    #[arg(long, short, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Print {"format":…,"text":…}
    #[arg(long, help_heading = "Output")]
    json: bool,
}

impl Convert {
    pub(crate) fn run(self) -> Result<()> {
        let record = self.position.record()?;
        let record = if self.bare { record.bare() } else { record };
        let text = record.write(self.to)?;
        let answer = match self.json {
            true => format!("{}\n", json!({"format": self.to.to_string(), "text": text})),
            false => text,
        };
        let path = self.output.as_deref().unwrap_or(Path::new("-"));
        Destination::new(path)?.write_text(&answer)
    }
}
