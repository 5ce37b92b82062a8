//! `hexring solve`: who wins, exactly.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use hexring_game::{Game, Turns};
use hexring_lab::machine;
use hexring_players::adviser;
use hexring_solver::{
    Advisers, Guide, LocalOutcome, LocalSolver, Options, Outcome, Progress, Solver, Wanted,
    random_turn_value,
};
use serde_json::json;

use super::memory_file::MemoryFile;
use super::table::TableArgs;
use crate::arguments::PositionArgs;
use crate::destination::Destination;
use crate::{output, progress};

/// Says who wins a position with best play of both, exactly.
///
/// Under random turns it gives Red's exact probability to win and the best moves instead. With
/// --table many boards are solved into a file that can be extended later. Ctrl-C ends the search;
/// with --memory-file the next call goes on from there. A position with a swap rule is solved once
/// nobody may swap any more. With --answers-within the JSON has that number instead of a theorem.
#[derive(Args)]
pub(crate) struct Solve {
    #[command(flatten)]
    position: PositionArgs,
    /// Find all winning moves instead of one
    #[arg(long, help_heading = "Search")]
    all_moves: bool,
    /// Megabytes for the table of positions
    #[arg(long, default_value_t = 1024, value_name = "MB", help_heading = "Search", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    memory: u32,
    /// Threads to search with [default: all cores with --all-moves, whose answer does not depend on
    /// it; else 1, because which single winning move is found first does]
    #[arg(long, value_name = "N", help_heading = "Search", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// What says which moves to try first: the board as a circuit, the network that comes with the
    /// program, that network on tori and large planes alone (auto), or a network from a file. The
    /// work depends on it, the answer does not
    #[arg(
        long,
        default_value = "auto",
        value_name = "auto|circuit|network|FILE",
        help_heading = "Search"
    )]
    guide: GuideArg,
    /// Search even where a theorem says who wins
    #[arg(long, help_heading = "Search")]
    search: bool,
    /// Keep what was found in this file, and go on from it
    #[arg(long, value_name = "FILE", help_heading = "Search")]
    memory_file: Option<PathBuf>,
    /// How often that file is written while the search goes on; it is at the end in any case
    #[arg(long, value_name = "SECONDS", default_value_t = 60, requires = "memory_file", help_heading = "Search", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    memory_every: u64,
    /// On a cylinder with Blue to move: let Red answer each blue stone within so many rings of it
    /// only, passing if no cell there is free. What Red wins so it wins in the game itself too
    #[arg(
        long,
        value_name = "RINGS",
        help_heading = "Search",
        value_parser = clap::value_parser!(u8).range(0..=52),
        conflicts_with_all = ["all_moves", "threads", "guide", "search", "memory_file"]
    )]
    answers_within: Option<u8>,
    /// Write a proof that hexring check can verify, to standard output for -
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    proof: Option<PathBuf>,
    #[command(flatten)]
    table: TableArgs,
    /// Print {"winner":…,"winning_moves":[…],"nodes":…,"seconds":…,"theorem":…}
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// What says which moves to try first.
#[derive(Clone)]
enum GuideArg {
    /// The network on tori and large planes, elsewhere the circuit.
    Auto,
    /// The board as an electrical circuit.
    Circuit,
    /// The network that comes with the program.
    Network,
    /// A network from a file.
    File(PathBuf),
}

impl From<&str> for GuideArg {
    fn from(text: &str) -> Self {
        match text {
            "auto" => GuideArg::Auto,
            "circuit" => GuideArg::Circuit,
            "network" => GuideArg::Network,
            path => GuideArg::File(path.into()),
        }
    }
}

impl GuideArg {
    fn guide(&self) -> Guide {
        match self {
            GuideArg::Auto => Guide::Auto,
            GuideArg::Circuit => Guide::Circuit,
            GuideArg::Network | GuideArg::File(_) => Guide::Adviser,
        }
    }

    fn advisers(&self) -> Result<Option<Arc<dyn Advisers>>> {
        Ok(match self {
            GuideArg::Circuit => None,
            GuideArg::Auto | GuideArg::Network => adviser::shipped(),
            GuideArg::File(path) => Some(adviser::from_file(path)?),
        })
    }
}

impl Solve {
    pub(crate) fn run(self) -> Result<()> {
        let options = self.options()?;
        let first = self.position.rules.first_players();
        if self.table.run(&first, self.all_moves, options.clone(), self.json)? {
            return Ok(());
        }
        let game = self.position.open_game().context("nothing to solve")?;
        let proof = self.proof_place(&game)?;
        if let Some(within) = self.answers_within {
            return self.local_answers(&game, within, proof.as_ref());
        }
        let mut memory = self.memory(&game)?;
        if game.rules().turns == Turns::Random {
            return self.win_probability(&game);
        }
        let mut solver = Solver::new(options)?;
        if let Some(memory) = &memory {
            memory.load(&mut solver, game.rules().board)?;
        }
        let answer = self.solve(&mut solver, &game, proof.as_ref(), memory.as_mut());
        memory.map_or(Ok(()), |memory| memory.save(&solver))?;
        answer
    }

    /// Where the proof goes, if one is wanted: tried before the work.
    fn proof_place(&self, game: &Game) -> Result<Option<Destination>> {
        let Some(path) = &self.proof else { return Ok(None) };
        if game.rules().turns == Turns::Random {
            bail!("a win probability has no proof file: --proof needs alternate turns");
        }
        let place = Destination::new(path)?;
        if place.is_stdout() && self.json {
            bail!("--proof - and --json both want standard output: expected one of them");
        }
        Ok(Some(place))
    }

    /// Where the search is kept, if it shall be: tried before the work.
    fn memory(&self, game: &Game) -> Result<Option<MemoryFile>> {
        let Some(path) = &self.memory_file else { return Ok(None) };
        if game.rules().turns == Turns::Random || game.rules().seasons.is_some() {
            bail!(
                "--memory-file needs alternate turns and no seasons: other searches keep nothing"
            );
        }
        MemoryFile::new(path, Duration::from_secs(self.memory_every)).map(Some)
    }

    fn memory_bytes(&self) -> usize {
        self.memory as usize * 1_000_000
    }

    fn options(&self) -> Result<Options> {
        let repeatable = || if self.all_moves { machine::threads() } else { 1 };
        let threads = self.threads.map_or_else(repeatable, usize::from);
        Ok(Options {
            memory: self.memory_bytes(),
            threads: NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN),
            guide: self.guide.guide(),
            advisers: self.guide.advisers()?,
            theorems: !self.search,
        })
    }

    fn solve(
        &self,
        solver: &mut Solver,
        game: &Game,
        proof: Option<&Destination>,
        mut memory: Option<&mut MemoryFile>,
    ) -> Result<()> {
        let started = Instant::now();
        let wanted = if self.all_moves { Wanted::AllMoves } else { Wanted::Winner };
        let mut hear = |progress: &Progress| {
            if let Some(memory) = &mut memory {
                memory.hear(progress);
            }
        };
        let outcome = progress::of_heard_search(&mut hear, |control| {
            solver.solve_with(game.position(), wanted, control)
        })?;
        if let Some(place) = proof {
            let mut proof =
                progress::of_heard_search(hear, |control| solver.prove(game.position(), control))?;
            proof.program = Some(crate::PROGRAM.to_string());
            place.write_text(&proof.to_string())?;
        }
        let seconds = started.elapsed().as_secs_f64();
        if self.json {
            return output::print_json(&json!({
                "winner": outcome.winner,
                "winning_moves": outcome.winning_moves,
                "nodes": outcome.nodes,
                "seconds": seconds,
                "theorem": outcome.theorem.map(|theorem| theorem.to_string()),
            }));
        }
        say(&sentence(&outcome, seconds), proof)
    }

    /// Who wins if Red has to answer nearby.
    fn local_answers(&self, game: &Game, within: u8, proof: Option<&Destination>) -> Result<()> {
        let (started, position) = (Instant::now(), game.position());
        let mut solver = LocalSolver::new(position.board(), within, self.memory_bytes())?;
        let LocalOutcome { winner, winning_move, nodes } =
            progress::of_local_search(|control| solver.solve(position, control))?;
        if let Some(place) = proof {
            let mut proof = progress::of_local_search(|control| solver.prove(position, control))?;
            proof.program = Some(crate::PROGRAM.to_string());
            place.write_text(&proof.to_string())?;
        }
        let seconds = started.elapsed().as_secs_f64();
        if self.json {
            return output::print_json(&json!({
                "winner": winner,
                "winning_moves": winning_move.as_slice(),
                "answers_within": within,
                "nodes": nodes,
                "seconds": seconds,
            }));
        }
        let moves = winning_move.map_or_else(String::new, |cell| format!(" with {cell}"));
        let near = match within {
            0 => "in the same ring",
            1 => "within 1 ring",
            rings => &format!("within {rings} rings"),
        };
        let found = format!("{winner} wins{moves} if red answers {near}");
        say(&format!("{found} ({nodes} positions, {seconds:.2} s)"), proof)
    }

    fn win_probability(&self, game: &Game) -> Result<()> {
        let started = Instant::now();
        let value = progress::of_work(|limit| random_turn_value(game.position(), limit))?;
        let seconds = started.elapsed().as_secs_f64();
        let (wins, of) = (value.red.wins, value.red.of);
        if self.json {
            return output::print_json(&json!({
                "red": value.red.probability(), "wins": wins, "of": of,
                "best": {"red": value.best_red, "blue": value.best_blue}, "seconds": seconds,
            }));
        }
        let names = |cells: &[hexring_game::Cell]| {
            cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        output::print(&format!(
            "red wins with probability {:.6} = {wins}/{of}\nbest for red: {}\nbest for blue: {}\n",
            value.red.probability(),
            names(&value.best_red),
            names(&value.best_blue)
        ))
    }
}

/// Prints an answer, beside a proof that goes to standard output.
fn say(sentence: &str, proof: Option<&Destination>) -> Result<()> {
    if proof.is_some_and(Destination::is_stdout) {
        output::note(sentence);
        return Ok(());
    }
    output::print(&format!("{sentence}\n"))
}

fn sentence(outcome: &Outcome, seconds: f64) -> String {
    let cells: Vec<String> = outcome.winning_moves.iter().map(ToString::to_string).collect();
    let moves = match cells.is_empty() {
        true => String::new(),
        false => format!(", with {}", cells.join(" ")),
    };
    let winner = match outcome.winner {
        Some(color) => format!("{color} wins{moves}"),
        None => "the game ends without result".to_owned(),
    };
    match outcome.theorem {
        Some(theorem) => format!("{winner} (theorem: {theorem})"),
        None => format!("{winner} ({} positions, {seconds:.2} s)", outcome.nodes),
    }
}
