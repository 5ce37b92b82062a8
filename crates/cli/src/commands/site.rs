//! `hexring site`.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use hexring_site::Address;
use serde_json::json;

use crate::output;

/// Writes the site: the page with rules, players and solver inside, as files for any web host.
///
/// Nothing has to run there, any folder will do, and after the first visit the page works without a
/// network. Games stay in the visitor's browser.
#[derive(Args)]
pub(crate) struct Site {
    /// The folder; it is made where there is none, and files of the same names are replaced
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Where the site will be found, such as https://example.org/hex/; previews of links to it show
    /// its picture only then
    #[arg(long, value_name = "URL")]
    address: Option<Address>,
    /// Print {"folder":FOLDER,"files":N,"bytes":N}
    #[arg(long)]
    json: bool,
}

impl Site {
    pub(crate) fn run(self) -> Result<()> {
        let files = hexring_site::carried().context(
            "this program was built without the site's files: \
             in a checkout, tools/build-site FOLDER makes them",
        )?;
        let count = files.len();
        let out = self.out.display().to_string();
        let bytes = hexring_site::write(&self.out, files, self.address.as_ref())
            .with_context(|| out.clone())?;
        if self.json {
            return output::print_json(&json!({"folder": out, "files": count, "bytes": bytes}));
        }
        output::print(&format!("{out}: {count} files, {bytes} bytes\n"))
    }
}
