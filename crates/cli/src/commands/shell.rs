//! `hexring completions` and `hexring man`: what a shell and a manual want to know.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use clap_complete::Shell;
use hexring_players::Registry;

use crate::output;

/// Prints completions for a shell.
///
/// bash: source <(hexring completions bash). zsh: hexring completions zsh > FOLDER/_hexring, with
/// FOLDER in fpath. fish: hexring completions fish > ~/.config/fish/completions/hexring.fish.
#[derive(Args)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self, registry: &Registry) -> Result<()> {
        let mut text = Vec::new();
        let mut command = crate::command_line(registry);
        clap_complete::generate(self.shell, &mut command, "hexring", &mut text);
        output::print(&String::from_utf8_lossy(&text))
    }
}

/// Writes a manual page for every command: hexring.1, hexring-solve.1 and so on.
#[derive(Args)]
pub(crate) struct Man {
    /// The folder, such as ~/.local/share/man/man1
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

impl Man {
    pub(crate) fn run(self, registry: &Registry) -> Result<()> {
        let folder = || self.out.display().to_string();
        std::fs::create_dir_all(&self.out).with_context(folder)?;
        let command = crate::command_line(registry).name("hexring");
        clap_mangen::generate_to(command, &self.out).with_context(folder)?;
        output::print(&format!("the pages are in {}: man {0}/hexring.1\n", folder()))
    }
}
