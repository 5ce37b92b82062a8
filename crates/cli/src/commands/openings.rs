//! `hexring openings`: openings that leave both sides about the same chances.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use hexring_control::{Control, Limit, signals};
use hexring_lab::balance::{FindError, OpeningList, Recipe, Stones};
use hexring_lab::machine;
use hexring_players::Spec;
use indicatif::HumanCount;
use serde_json::json;

use crate::arguments::{RulesArgs, read};
use crate::destination::Destination;
use crate::output::{self, Stopped};
use crate::progress;

/// Finds openings that leave both sides about the same chances.
///
/// Openings of a few stones are drawn, quick looks throw out what is not even, and the player
/// judges the rest: the chances of whoever is to move must be near one half. No two openings are
/// the same but for a symmetry of the board. A long search by a strong player makes them good; it
/// takes a few seconds for each opening. Where one side is far ahead, as Red on cylinders, openings
/// need more stones.
///
/// The file has an opening with these chances on each line. It is kept while the command runs:
/// Ctrl-C tells what stands, and the same command goes on, with a larger --count too. What is found
/// depends neither on that nor on the number of threads, unless the player thinks for a time. Any
/// match can begin with it (--opening FILE); matches under rules for which there is such a file in
/// openings/ when hexring is built do so unless told otherwise.
///
///   hexring openings --board 11x11 --count 300 --player neural:sims=1000 --out plane-11x11.txt
///   hexring openings --board cylinder:7x7 --first blue --stones 4-8 --out blue.txt
#[derive(Args)]
pub(crate) struct Openings {
    /// How many
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,
    /// Who judges: name or name:key=value,key=value (see hexring players)
    #[arg(long, default_value = "neural:sims=1000")]
    player: Spec,
    /// How far from one half the chances may be
    #[arg(long, default_value_t = 0.1, value_name = "CHANCES", allow_negative_numbers = true)]
    within: f64,
    /// How many stones, both players' together
    #[arg(long, default_value = "1-4", value_name = "LEAST-MOST")]
    stones: Stones,
    #[command(flatten)]
    rules: RulesArgs,
    /// How many openings are judged at once [default: one for each core]
    #[arg(long, help_heading = "Run", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// The file; what it has from the same command is kept
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    out: PathBuf,
    /// Print {"file":FILE,"rules":…,"openings":N,"wanted":N,"tried":N}
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// How often the file is written while the search goes on.
const KEEP_EVERY: Duration = Duration::from_secs(10);

impl Openings {
    pub(crate) fn run(self) -> Result<()> {
        let place = Destination::file(&self.out)?;
        let Openings { ref player, within, stones, .. } = self;
        let (rules, seed) = (self.rules.rules()?, self.rules.seed);
        let recipe = Recipe { rules, player: player.clone(), within, stones, seed };
        let name = || self.out.display().to_string();
        let mut list = match self.out.exists() {
            true => read(&self.out)?.parse().with_context(name)?,
            false => OpeningList::new(recipe.about()?),
        };
        output::caution(player.build(seed)?.caution(&recipe.rules));
        let count = self.count as usize;
        self.find(&recipe, &mut list, &place)?;
        place.write_text(&list.to_string())?;
        let (found, tried) = (list.openings.len(), list.tried);
        let is_stopped = signals::stop().is_raised() && found < count;
        if found < count && !is_stopped {
            output::warn(&format!(
                "no more than {found} were found: more --stones than {stones} or a wider --within \
                 than {within} may find them"
            ));
        }
        match self.json {
            true => output::print_json(&json!({
                "file": self.out, "rules": recipe.rules.to_string(), "openings": found,
                "wanted": count, "tried": tried,
            }))?,
            false => output::print(&format!(
                "{found} openings within {within} of even in {}, of {} that were tried\n",
                name(),
                HumanCount(tried)
            ))?,
        }
        match is_stopped {
            true => {
                let left = count - found;
                Err(Stopped(format!("stopped with {left} openings left: run again to go on"))
                    .into())
            }
            false => Ok(()),
        }
    }

    /// Finds what the list lacks, and keeps the file up to date.
    fn find(&self, recipe: &Recipe, list: &mut OpeningList, place: &Destination) -> Result<()> {
        let (bar, count) = (progress::spinner(), self.count);
        let mut keeper = Keeper { place, kept: Instant::now(), is_warned: false };
        let mut hear = |list: &OpeningList| {
            let (found, tried) = (list.openings.len(), HumanCount(list.tried));
            bar.set_message(format!("{found} of {count} openings, {tried} tried"));
            keeper.keep(list);
        };
        let threads = self.threads.map_or_else(machine::threads, usize::from);
        let mut control = Control::new(Limit::of(signals::stop()), &mut hear);
        let found = recipe.find(list, count as usize, threads, &mut control);
        bar.finish_and_clear();
        match found {
            Err(fault @ FindError::OtherList(_)) => {
                Err(fault).with_context(|| self.out.display().to_string())
            }
            found => Ok(found?),
        }
    }
}

/// Writes the file now and then.
struct Keeper<'a> {
    place: &'a Destination,
    kept: Instant,
    /// Whether it was said that it cannot be written any more.
    is_warned: bool,
}

impl Keeper<'_> {
    /// Writes the list if that is due. A disk that is full now may have room later, so the search
    /// goes on.
    fn keep(&mut self, list: &OpeningList) {
        if self.kept.elapsed() < KEEP_EVERY {
            return;
        }
        if let Err(fault) = self.place.write_text(&list.to_string())
            && !self.is_warned
        {
            output::warn(&format!("{fault:#}: the search goes on and is kept later, if possible"));
            self.is_warned = true;
        }
        self.kept = Instant::now();
    }
}
