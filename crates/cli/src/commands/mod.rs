//! One module for each command.

mod choose;
mod convert;
mod htp;
mod perft;
mod play;
mod players;
mod show;
mod winner;

use anyhow::Result;
use clap::Subcommand;

/// What to do.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Play a game in the terminal, against a player or another person
    Play(play::Play),
    /// Draw a position, as text or as an SVG image
    Show(show::Show),
    /// Say who has won a position, and by which path or ring
    Winner(winner::Winner),
    /// Change the format of a record
    Convert(convert::Convert),
    /// One move of one player, with what it thinks of every cell
    Choose(choose::Choose),
    /// List the players with their options
    Players(players::Players),
    /// Be an engine for HexGui and other programs that speak the Hex text protocol
    Htp(htp::Htp),
    /// Count move sequences of a length
    Perft(perft::Perft),
}

impl Command {
    pub(crate) fn run(self) -> Result<()> {
        match self {
            Command::Play(command) => command.run(),
            Command::Show(command) => command.run(),
            Command::Winner(command) => command.run(),
            Command::Convert(command) => command.run(),
            Command::Choose(command) => command.run(),
            Command::Players(command) => command.run(),
            Command::Htp(command) => command.run(),
            Command::Perft(command) => command.run(),
        }
    }
}
