//! `hexring games import`: put games into an index.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use hexring_control::{Control, Limit, signals};
use hexring_lab::explorer::{self, Imported, Index, SourceError};
use hexring_lab::machine;
use indicatif::HumanCount;
use serde_json::json;

use super::tell;
use crate::output::{self, Stopped};
use crate::progress;

#[derive(Args)]
pub(super) struct Import {
    /// The index: made if there is none, else the games are added to it
    #[arg(long, value_name = "FILE")]
    index: PathBuf,
    /// Stores, records, collections; - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// How many threads read [default: one for each core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Leave out games that cannot be read, and say how many
    #[arg(long)]
    skip_bad: bool,
    /// Print {"index":FILE,"read":N,"added":N,"moves":N,"left_out":N,"total":N,"seconds":S}
    #[arg(long, help_heading = "Output")]
    json: bool,
}

impl Import {
    pub(super) fn run(self) -> Result<()> {
        let is_new = !self.index.exists();
        let started = Instant::now();
        let done = self.import(started);
        if done.is_err() && is_new {
            // What is wrong is worth telling, not what is left of an index without games.
            let _ = std::fs::remove_file(&self.index);
        }
        let (imported, total) = done?;
        tell(imported.left_out);
        self.answer(&imported, total, started.elapsed().as_secs_f64())
    }

    fn import(&self, started: Instant) -> Result<(Imported, u64)> {
        let mut index = Index::open(&self.index)?;
        let threads = self.threads.map_or_else(machine::threads, usize::from);
        let bar = progress::spinner();
        let mut show = |imported: &Imported| bar.set_message(describe(imported, started));
        let mut control = Control::new(Limit::of(signals::stop()), &mut show);
        let done = explorer::import(&mut index, &self.files, self.skip_bad, threads, &mut control);
        bar.finish_and_clear();
        match done {
            Ok(imported) => Ok((imported, index.len()?)),
            Err(SourceError::Stopped) => {
                Err(Stopped("stopped; nothing was added to the index".to_owned()).into())
            }
            Err(error) => Err(error.into()),
        }
    }

    fn answer(&self, imported: &Imported, total: u64, seconds: f64) -> Result<()> {
        let Imported { games, added, moves, left_out, .. } = imported;
        if self.json {
            return output::print_json(&json!({
                "index": self.index, "read": games, "added": added, "moves": moves,
                "left_out": left_out.unusual + left_out.bad, "total": total, "seconds": seconds,
            }));
        }
        output::print(&format!(
            "{added} games with {moves} moves added in {seconds:.1} s, {} were there already; {} has \
             {total}\n",
            games - added,
            self.index.display()
        ))
    }
}

fn describe(imported: &Imported, started: Instant) -> String {
    let rate = imported.moves as f64 / started.elapsed().as_secs_f64().max(0.001);
    format!(
        "{}: {} games, {} moves, {} moves a second",
        imported.file.display(),
        HumanCount(imported.games),
        HumanCount(imported.moves),
        HumanCount(rate as u64)
    )
}
