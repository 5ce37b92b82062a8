//! `hexring puzzles`: positions with one winning move.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use hexring_control::{Control, Limit, signals};
use hexring_lab::puzzles::{self, Collection, Fault, Found, Puzzle, Recipe};
use hexring_solver::SolveError;
use serde_json::json;

use crate::arguments::{RulesArgs, read};
use crate::destination::Destination;
use crate::output::{self, Answer};
use crate::progress;

/// Makes puzzles, positions with exactly one winning move, checks them and says how hard they are.
#[derive(Args)]
pub(crate) struct Puzzles {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    Make(Make),
    Check(Check),
    Grade(Grade),
}

/// Makes puzzles out of games between levels of moderate strength; the solver says which positions
/// have one winning move.
///
/// Each puzzle says how many of the twelve levels find that move. No puzzle is a twin of another one,
/// by a symmetry of the board. Those that the file has already stay in it.
#[derive(Args)]
struct Make {
    #[command(flatten)]
    rules: RulesArgs,
    /// How many
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    count: u32,
    /// The file; what it has already is kept
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Print {"file":FILE,"made":N,"total":N}
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// Checks with the solver that every puzzle of a file has its one winning move, and names the first
/// that has not.
#[derive(Args)]
struct Check {
    /// The file, or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print {"holds":…,"puzzles":N,"wrong":{"id":…,"rules":…,"moves":…,"reason":…}}
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// Asks all levels about every puzzle of a file, and writes how many of them find its move.
///
/// What a puzzle says of the levels is true of those that made it; other levels want this.
#[derive(Args)]
struct Grade {
    /// The file, which is written anew
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print {"file":FILE,"puzzles":N,"changed":N}
    #[arg(long, help_heading = "Output")]
    json: bool,
}

impl Puzzles {
    pub(crate) fn run(self) -> Result<Answer> {
        match self.action {
            Action::Make(make) => make.run().map(|()| Answer::Yes),
            Action::Check(check) => check.run(),
            Action::Grade(grade) => grade.run().map(|()| Answer::Yes),
        }
    }
}

impl Make {
    fn run(self) -> Result<()> {
        let destination = Destination::file(&self.out)?;
        let mut all =
            if self.out.exists() { collection(&self.out)? } else { Collection::default() };
        let (rules, seed) = (self.rules.rules()?, self.rules.seed);
        let recipe = Recipe { rules, count: self.count as usize, seed };
        let bar = progress::spinner();
        let mut show = |found: &Found| {
            bar.set_message(format!("{} puzzles in {} games", found.puzzles, found.games));
        };
        let mut control = Control::new(Limit::of(signals::stop()), &mut show);
        let made = puzzles::make(&recipe, all.puzzles(), &mut control)?;
        bar.finish_and_clear();
        let count = made.len();
        all.add(made);
        let text = all.to_json()?;
        destination.write(|out| Ok(out.write_all(text.as_bytes())?))?;
        let (out, total) = (self.out.display(), all.puzzles().len());
        if self.json {
            return output::print_json(&json!({"file": self.out, "made": count, "total": total}));
        }
        output::print(&format!("puzzles made: {count}, now in {out}: {total}\n"))
    }
}

impl Check {
    fn run(self) -> Result<Answer> {
        let all = collection(&self.file)?;
        let verdict = progress::of_work(|limit| {
            match puzzles::check(all.puzzles(), limit) {
                // Nobody knows, because it was stopped.
                Err((_, Fault::Solve(stopped @ SolveError::Stopped { .. }))) => Err(stopped),
                verdict => Ok(verdict),
            }
        })?;
        let count = all.puzzles().len();
        if self.json {
            let wrong = verdict.as_ref().err().map(|(index, fault)| {
                let Puzzle { id, rules, moves, .. } = &all.puzzles()[*index];
                json!({"id": id, "rules": rules, "moves": moves, "reason": fault.to_string()})
            });
            let holds = verdict.is_ok();
            output::print_json(&json!({"holds": holds, "puzzles": count, "wrong": wrong}))?;
            return Ok(Answer::of(holds));
        }
        match verdict {
            Ok(()) => {
                output::print(&format!("all {count} puzzles have one winning move\n"))?;
                Ok(Answer::Yes)
            }
            Err((index, fault)) => {
                let puzzle = &all.puzzles()[index];
                let (id, rules, moves) = (&puzzle.id, &puzzle.rules, &puzzle.moves);
                output::complain(&format!("puzzle {id} ({rules}: {moves}) is wrong: {fault}"));
                Ok(Answer::No)
            }
        }
    }
}

impl Grade {
    fn run(self) -> Result<()> {
        let destination = Destination::file(&self.file)?;
        let all = collection(&self.file)?;
        let count = all.puzzles().len();
        let bar = progress::spinner();
        let mut show = |graded: &usize| bar.set_message(format!("{graded} of {count} puzzles"));
        let mut control = Control::new(Limit::of(signals::stop()), &mut show);
        let graded = puzzles::grade(all.puzzles(), &mut control)?;
        bar.finish_and_clear();
        let changed = all.puzzles().iter().zip(&graded).filter(|(old, new)| old != new).count();
        let text = Collection::of(graded).to_json()?;
        destination.write(|out| Ok(out.write_all(text.as_bytes())?))?;
        if self.json {
            let (file, puzzles) = (&self.file, count);
            return output::print_json(
                &json!({"file": file, "puzzles": puzzles, "changed": changed}),
            );
        }
        output::print(&format!("puzzles graded: {count}, of which {changed} changed\n"))
    }
}

fn collection(path: &Path) -> Result<Collection> {
    Collection::from_json(&read(path)?).with_context(|| path.display().to_string())
}
