//! One module for each command.

mod bench;
mod check;
mod choose;
mod compliance;
mod convert;
mod experiment;
mod htp;
mod laboratory;
mod matches;
mod perft;
mod play;
mod players;
mod serve;
mod show;
mod solve;
mod table;
mod tournament;
mod verify;
mod winner;

use anyhow::Result;
use clap::Subcommand;
use hexring_players::Registry;

/// What to do.
#[derive(Subcommand)]
pub(crate) enum Command {
    Serve(serve::Serve),
    Play(play::Play),
    Show(show::Show),
    Winner(winner::Winner),
    Convert(convert::Convert),
    Choose(choose::Choose),
    Players(players::Players),
    Solve(solve::Solve),
    Check(check::Check),
    Verify(verify::Verify),
    Match(matches::Match),
    Tournament(tournament::Tournament),
    Experiment(experiment::ExperimentCommand),
    Htp(htp::Htp),
    Compliance(compliance::Compliance),
    Perft(perft::Perft),
    Bench(bench::Bench),
}

impl Command {
    pub(crate) fn run(self, registry: &Registry) -> Result<()> {
        match self {
            Command::Serve(command) => command.run(registry),
            Command::Play(command) => command.run(),
            Command::Show(command) => command.run(),
            Command::Winner(command) => command.run(),
            Command::Convert(command) => command.run(),
            Command::Choose(command) => command.run(),
            Command::Players(command) => command.run(registry),
            Command::Solve(command) => command.run(),
            Command::Check(command) => command.run(),
            Command::Verify(command) => command.run(),
            Command::Match(command) => command.run(),
            Command::Tournament(command) => command.run(),
            Command::Experiment(command) => command.run(registry),
            Command::Htp(command) => command.run(),
            Command::Compliance(command) => command.run(),
            Command::Perft(command) => command.run(),
            Command::Bench(command) => command.run(),
        }
    }
}
