//! The command line of hexring: arguments in, rooms called, text out.
//!
//! The binary `hexring` is [`run`] with the players that come with it. A program with players of
//! its own hands over a registry that has them too, and is the whole of hexring with these players
//! in every command; `examples/own-player` in the repository is one.

#![allow(
    rustdoc::broken_intra_doc_links,
    reason = "doc comments are the help, and show JSON lists"
)]
#![allow(rustdoc::invalid_html_tags, rustdoc::bare_urls, reason = "the same")]

mod arguments;
mod commands;
mod destination;
mod guest;
mod line_reader;
mod output;
mod picture;
mod progress;

use std::any::TypeId;
use std::process::ExitCode;
use std::time::Instant;

use clap::{CommandFactory, FromArgMatches, Parser};
use hexring_lab::Contender;
use hexring_players::{Program, Registry, Spec};

use guest::Guest;
use output::Volume;

/// This program. What it writes says so.
pub(crate) const PROGRAM: Program =
    Program { version: env!("CARGO_PKG_VERSION"), commit: option_env!("HEXRING_COMMIT") };

/// Hex on the plane, the cylinder and the torus: play, look, compute.
///
/// Boards are written columns x rows: 11x11, plane:7x9, cylinder:5x8, torus:6x6. Cells are written
/// column letter and row number, a1 at the top left. Red connects top and bottom, Blue left and
/// right, or around. Without a command the web app is
/// served, and says where to open it.
#[derive(Parser)]
#[command(version = PROGRAM.to_string(), max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Option<commands::Command>,
    /// Show no progress and no notes beside the answer; warnings and errors stay
    #[arg(long, short, global = true, conflicts_with = "verbose")]
    quiet: bool,
    /// Say which program it was and how long it took
    #[arg(long, short, global = true)]
    verbose: bool,
}

impl Cli {
    /// Reads the arguments of the program; players are those of the registry.
    fn read(registry: &Registry) -> Result<Self, clap::Error> {
        let matches = command_line(registry).try_get_matches()?;
        Cli::from_arg_matches(&matches)
    }

    /// How much is said beside the answer.
    fn volume(&self) -> Volume {
        match (self.quiet, self.verbose) {
            (true, _) => Volume::Quiet,
            (false, true) => Volume::Verbose,
            (false, false) => Volume::Normal,
        }
    }

    /// What to do; without a command the web app is served with all defaults.
    fn chosen(self) -> commands::Command {
        let serve = || Cli::parse_from(["hexring", "serve"]).command;
        self.command.or_else(serve).expect("serve is a command")
    }
}

/// All commands with their options; players are those of the registry.
pub(crate) fn command_line(registry: &Registry) -> clap::Command {
    with_exit_status(with_players(Cli::command(), registry))
}

/// The command line with the players of a registry wherever a player is expected.
fn with_players(command: clap::Command, registry: &Registry) -> clap::Command {
    let registries = [registry.clone(), registry.clone(), registry.clone()];
    command
        .mut_args(|arg| {
            // A number below zero is read, and refused with what was expected.
            let arg = if arg.get_action().takes_values() && !arg.is_positional() {
                arg.allow_negative_numbers(true)
            } else {
                arg
            };
            let kind = arg.get_value_parser().type_id();
            let [players, contenders, guests] = registries.clone();
            if kind == TypeId::of::<Spec>() {
                arg.value_parser(move |text: &str| players.parse(text))
            } else if kind == TypeId::of::<Contender>() {
                arg.value_parser(move |text: &str| Contender::parse(&contenders, text))
            } else if kind == TypeId::of::<Guest>() {
                arg.value_parser(move |text: &str| Guest::parse(&guests, text))
            } else {
                arg
            }
        })
        .mut_subcommands(|command| with_players(command, registry))
}

/// The command line with the meaning of the exit status at the end of every help.
fn with_exit_status(command: clap::Command) -> clap::Command {
    command.mut_subcommands(|command| {
        let text = commands::exit_status(command.get_name());
        ending_with(command, text)
    })
}

/// A command, and all that belong to it, with a text at the end of their help.
fn ending_with(command: clap::Command, text: &'static str) -> clap::Command {
    command.mut_subcommands(|command| ending_with(command, text)).after_help(text)
}

/// Does what the arguments of the program say, with the players of a registry.
pub fn run(registry: &Registry) -> ExitCode {
    let cli = match Cli::read(registry) {
        Ok(cli) => cli,
        Err(error) => return output::usage(&error),
    };
    output::set_volume(cli.volume());
    let started = Instant::now();
    let done = cli.chosen().run(registry);
    output::detail(&format!("hexring {PROGRAM}, {:.3} s", started.elapsed().as_secs_f64()));
    match done {
        Ok(answer) => answer.into(),
        Err(error) => output::failure(&error),
    }
}
