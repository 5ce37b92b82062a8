//! One module for each command.

mod bench;
mod book;
mod chains;
mod check;
mod choose;
mod compliance;
mod convert;
mod every_height;
mod experiment;
mod games;
mod htp;
mod laboratory;
mod local_rule;
mod matches;
mod memory_file;
mod opening;
mod openings;
mod perft;
mod play;
mod players;
mod puzzles;
mod serve;
mod shell;
mod show;
mod site;
mod solve;
mod table;
mod tournament;
mod tune;
mod verify;
mod winner;

use anyhow::Result;
use clap::Subcommand;
use hexring_players::Registry;

use crate::output::Answer;

/// What to do.
#[derive(Subcommand)]
pub(crate) enum Command {
    Serve(serve::Serve),
    Site(site::Site),
    Play(play::Play),
    Show(show::Show),
    Winner(winner::Winner),
    Convert(convert::Convert),
    Choose(choose::Choose),
    Players(players::Players),
    Puzzles(puzzles::Puzzles),
    Book(book::BookCommand),
    Solve(solve::Solve),
    Chains(chains::Chains),
    #[command(name = "local-rule")]
    LocalRule(local_rule::LocalRuleCommand),
    #[command(name = "every-height")]
    EveryHeight(every_height::EveryHeight),
    Check(check::Check),
    Verify(verify::Verify),
    Match(matches::Match),
    Tournament(tournament::Tournament),
    Openings(openings::Openings),
    Tune(tune::Tune),
    Experiment(experiment::ExperimentCommand),
    Games(games::Games),
    Htp(htp::Htp),
    Compliance(compliance::Compliance),
    Perft(perft::Perft),
    Bench(bench::Bench),
    Completions(shell::Completions),
    Man(shell::Man),
}

impl Command {
    pub(crate) fn run(self, registry: &Registry) -> Result<Answer> {
        let done = match self {
            Command::Check(command) => return command.run(),
            Command::Verify(command) => return command.run(),
            Command::Compliance(command) => return command.run(),
            Command::Puzzles(command) => return command.run(),
            Command::LocalRule(command) => return command.run(),
            Command::EveryHeight(command) => return command.run(),
            Command::Serve(command) => command.run(registry),
            Command::Site(command) => command.run(),
            Command::Play(command) => command.run(),
            Command::Show(command) => command.run(),
            Command::Winner(command) => command.run(),
            Command::Convert(command) => command.run(),
            Command::Choose(command) => command.run(),
            Command::Players(command) => command.run(registry),
            Command::Book(command) => command.run(),
            Command::Solve(command) => command.run(),
            Command::Chains(command) => command.run(),
            Command::Match(command) => command.run(),
            Command::Tournament(command) => command.run(),
            Command::Openings(command) => command.run(),
            Command::Tune(command) => command.run(),
            Command::Experiment(command) => command.run(registry),
            Command::Games(command) => command.run(),
            Command::Htp(command) => command.run(),
            Command::Perft(command) => command.run(),
            Command::Bench(command) => command.run(),
            Command::Completions(command) => command.run(registry),
            Command::Man(command) => command.run(registry),
        };
        done.map(|()| Answer::Yes)
    }
}

/// What the exit status of a command means, for the end of its help.
pub(crate) fn exit_status(command: &str) -> &'static str {
    match command {
        "check" => {
            "Exit status: 0 if every proof holds, 1 if one is refused, 2 if a file cannot be read or \
             the arguments are wrong"
        }
        "verify" => {
            "Exit status: 0 if the strategy wins against every reply, 1 if it fails, 2 if it was not \
             tried to the end or the arguments are wrong"
        }
        "puzzles" => {
            "Exit status: 0 if it was done and every puzzle has one answer, 1 if one has not, 2 if a \
             file cannot be read or the arguments are wrong"
        }
        "local-rule" => {
            "Exit status: 0 if there is a rule, or the one of --check wins, 1 if not, 2 if nobody \
             knows or the arguments are wrong"
        }
        "every-height" => {
            "Exit status: 0 if there is a rule, 1 if there is none, 2 if nobody knows or the arguments \
             are wrong"
        }
        "compliance" => {
            "Exit status: 0 if the program keeps the protocol, 1 if it breaks it, 2 if it cannot be \
             started or the arguments are wrong"
        }
        _ => "Exit status: 0 if it was done, 2 if it was not or the arguments are wrong",
    }
}
