//! `hexring tune`: better values for a player's options.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use hexring_control::{Control, Limit, signals};
use hexring_lab::experiment::{Experiment, Field};
use hexring_lab::plot::{Curve, Point, curves};
use hexring_lab::tune::{Knob, Step, Tuning};
use hexring_lab::{Contender, Duel, Options, Progress, Store, machine};
use hexring_players::Spec;
use serde_json::json;

use crate::arguments::RulesArgs;
use crate::commands::laboratory;
use crate::commands::opening::OpeningArgs;
use crate::destination::Destination;
use crate::output::{self, Stopped};
use crate::progress;

/// Finds better values for options of a player by self-play.
///
/// Each step plays pairs of games between the player with its options moved one way and itself with
/// them moved the other way, and goes towards what won (SPSA). At the end the player with the values
/// that were found plays against the one that it was at the start. Games are kept, so a tuning that
/// was stopped goes on when it is called again.
#[derive(Args)]
pub(crate) struct Tune {
    /// The player with the values to start from
    #[arg(long)]
    player: Spec,
    /// An option with the range to look in, such as exploration=0.1..2; give it again for each
    #[arg(long, value_name = "OPTION=LOW..HIGH", required = true)]
    vary: Vec<Knob>,
    /// How many steps
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    steps: u32,
    /// How many pairs of games a step plays
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pairs: u32,
    /// How many games the test at the end plays
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(2..))]
    test: u32,
    #[command(flatten)]
    opening: OpeningArgs,
    #[command(flatten)]
    rules: RulesArgs,
    /// How many games are played at once [default: one for each core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..), help_heading = "Run")]
    threads: Option<u16>,
    /// Where the games are kept
    #[arg(long, value_name = "FILE", default_value = "results/tune.sqlite", help_heading = "Run")]
    store: PathBuf,
    /// Write the values after each step to this file (CSV), and their curves beside it (SVG)
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    curve: Option<PathBuf>,
    /// Print {"start":…,"found":…,"values":{…},"games":…,"test":{"won":…,"lost":…,"share":…,
    /// "interval":…}}
    #[arg(long, help_heading = "Output")]
    json: bool,
}

impl Tune {
    pub(crate) fn run(self) -> Result<()> {
        let tuning = self.tuning()?;
        let curve = self.curve.as_deref().map(Places::new).transpose()?;
        let mut store = Store::open(&self.store)?;
        let steps = self.steps(&tuning, &mut store)?;
        if let Some(curve) = &curve {
            curve.write(&tuning, &steps)?;
        }
        if steps.len() < tuning.steps as usize {
            return Err(Stopped(format!(
                "stopped after {} of {} steps; run again to go on",
                steps.len(),
                tuning.steps
            ))
            .into());
        }
        let values = steps.last().map(|step| step.values.clone()).unwrap_or_default();
        let found = tuning.with(&values)?;
        let duel = self.test(&tuning, &found, &mut store)?;
        self.tell(&tuning, &found, &values, &duel)
    }

    fn tuning(&self) -> Result<Tuning> {
        let rules = self.rules.rules()?;
        Ok(Tuning {
            player: self.player.clone(),
            knobs: self.vary.clone(),
            opening: self.opening.opening(&rules)?,
            rules,
            layout: self.rules.layout()?,
            steps: self.steps,
            pairs: self.pairs,
            seed: self.rules.seed,
        })
    }

    fn steps(&self, tuning: &Tuning, store: &mut Store) -> Result<Vec<Step>> {
        let options = Options {
            threads: self.threads.map_or_else(machine::threads, usize::from),
            tests: Vec::new(),
            command: std::env::args().collect::<Vec<_>>().join(" "),
            program: crate::PROGRAM,
        };
        let bar = progress::bar(tuning.steps.into());
        let mut hear = |_: &Progress| bar.tick();
        let mut control = Control::new(Limit::of(signals::stop()), &mut hear);
        let steps = tuning.run(store, &options, &mut control, |step| {
            bar.set_position(step.number.into());
            bar.set_message(words(tuning, &step.values));
        });
        bar.finish_and_clear();
        Ok(steps?)
    }

    /// The player that was found against the one of the start.
    fn test(&self, tuning: &Tuning, found: &Spec, store: &mut Store) -> Result<Duel> {
        let players = [found, &tuning.player].map(|spec| Contender::Player(spec.clone())).to_vec();
        let field = Field::pair(players, self.test.div_ceil(2), tuning.opening.clone());
        let experiment = Experiment::of_duels("test", tuning.seed, &tuning.rules, field)?
            .with_layout(&tuning.layout);
        let jobs = experiment.jobs(false)?;
        let summary = laboratory::run_jobs(&experiment, &jobs, store, self.threads, Vec::new())?;
        if summary.left > 0 {
            return Err(
                Stopped("stopped in the test at the end; run again to go on".to_owned()).into()
            );
        }
        Ok(laboratory::duel(&laboratory::rows(&experiment, store)?, 0))
    }

    fn tell(&self, tuning: &Tuning, found: &Spec, values: &[f64], duel: &Duel) -> Result<()> {
        let games = u64::from(tuning.steps) * u64::from(tuning.pairs) * 2;
        let share = duel.share();
        if self.json {
            let values = tuning.knobs.iter().zip(values);
            let values = values.map(|(knob, value)| (knob.option.clone(), json!(value)));
            return output::print_json(&json!({
                "start": tuning.player, "found": found,
                "values": values.collect::<serde_json::Map<_, _>>(), "games": games,
                "test": {
                    "won": duel.won, "lost": duel.lost, "share": share.rate(),
                    "interval": share.interval(),
                },
            }));
        }
        output::print(&format!(
            "found {found} after {games} games\nit won {} of {} games against {}: {}\n",
            duel.won,
            duel.won + duel.lost,
            tuning.player,
            laboratory::percent(share)
        ))
    }
}

fn words(tuning: &Tuning, values: &[f64]) -> String {
    let values = tuning.knobs.iter().zip(values);
    values.map(|(knob, value)| format!("{}={value:.3}", knob.option)).collect::<Vec<_>>().join(" ")
}

/// Where the values of all steps go, tried before the work.
struct Places {
    table: Destination,
    picture: Destination,
}

impl Places {
    fn new(path: &Path) -> Result<Self> {
        let picture = path.with_extension("svg");
        Ok(Places { table: Destination::new(path)?, picture: Destination::new(&picture)? })
    }

    fn write(&self, tuning: &Tuning, steps: &[Step]) -> Result<()> {
        let names: Vec<&str> = tuning.knobs.iter().map(|knob| knob.option.as_str()).collect();
        let mut table = format!("step,{}\n", names.join(","));
        for step in steps {
            let values: Vec<String> =
                step.values.iter().map(|value| format!("{value:.6}")).collect();
            table.push_str(&format!("{},{}\n", step.number, values.join(",")));
        }
        self.table.write_text(&table).context("the values of all steps")?;
        let curve = |(index, knob): (usize, &Knob)| {
            let height = |value: f64| (value - knob.low) / (knob.high - knob.low);
            let point = |step: &Step| Point {
                x: f64::from(step.number),
                y: height(step.values[index]),
                error: 0.0,
            };
            let name = format!("{} from {} to {}", knob.option, knob.low, knob.high);
            Curve { name, points: steps.iter().map(point).collect() }
        };
        let items: Vec<Curve> = tuning.knobs.iter().enumerate().map(curve).collect();
        self.picture.write_text(&curves(&items, (0.0, 1.0), ("step", "place in the range")))
    }
}
