//! The binary `hexring`: arguments in, rooms called, text out.

#![allow(
    rustdoc::broken_intra_doc_links,
    reason = "doc comments are the help, and show JSON lists"
)]
#![allow(rustdoc::invalid_html_tags, rustdoc::bare_urls, reason = "the same")]

mod arguments;
mod commands;
mod output;
mod progress;

use std::process::ExitCode;

use clap::Parser;

/// Hex on the plane, the cylinder and the torus: play, look, compute.
///
/// Boards are written columns x rows: 11x11, plane:7x9, cylinder:5x8, torus:6x6. Cells are written
/// column letter and row number, a1 at the top left. Red connects top and bottom, Blue left and
/// right, or around. Without a command the web app is
/// served, and says where to open it.
#[derive(Parser)]
#[command(version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Option<commands::Command>,
}

impl Cli {
    /// The command, or the web app with all defaults.
    fn command(self) -> commands::Command {
        let serve = || Cli::parse_from(["hexring", "serve"]).command;
        self.command.or_else(serve).expect("serve is a command")
    }
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return output::usage(&error),
    };
    match cli.command().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => output::failure(&error),
    }
}
