//! Tuning: better values for a player's options, found by playing.
//!
//! This is simultaneous perturbation (SPSA). In each step some pairs of games are played between the
//! player with all its options moved a little one way and itself with them moved the other way, the
//! direction drawn at random; then the options go a little towards what won. However many options
//! there are, a step costs the same games. Everything comes from the seed, and games are kept in a
//! store under their keys, so a tuning that was stopped goes on where it was, with any number of
//! threads.

use std::str::FromStr;

use hexring_control::Control;
use hexring_game::{LayoutPlan, Rules};
use hexring_players::dice::derive;
use hexring_players::option::{Kind, Value};
use hexring_players::{Spec, SpecError};
use thiserror::Error;

use crate::contender::Contender;
use crate::experiment::{Experiment, Field, FieldError};
use crate::job::Job;
use crate::opening::Opening;
use crate::runner::{Options, Progress, RunError, run};
use crate::store::Store;
use crate::tally::pair_points;

/// An option that is tuned, with the range in which its best value is looked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Knob {
    /// The option.
    pub option: String,
    /// The least value.
    pub low: f64,
    /// The largest value.
    pub high: f64,
}

/// A text that names no option with a range.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "bad range \"{0}\": expected an option with its least and largest value, such as rave=0..500"
)]
pub struct ParseKnobError(String);

impl FromStr for Knob {
    type Err = ParseKnobError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = || {
            let (option, range) = text.split_once('=')?;
            let (low, high) = range.split_once("..")?;
            let (low, high) = (low.parse::<f64>().ok()?, high.parse::<f64>().ok()?);
            let is_range = low.is_finite() && high.is_finite() && low < high;
            is_range.then(|| Knob { option: option.to_owned(), low, high })
        };
        read().ok_or_else(|| ParseKnobError(text.chars().take(60).collect()))
    }
}

/// From this ratio of its ends on a range is taken by factors and not by differences.
const WIDE: f64 = 20.0;

impl Knob {
    /// Whether steps are factors.
    fn is_wide(&self) -> bool {
        self.low > 0.0 && self.high / self.low >= WIDE
    }

    /// The value at a place between 0 and 1.
    fn value(&self, place: f64) -> f64 {
        let place = place.clamp(0.0, 1.0);
        match self.is_wide() {
            true => self.low * (self.high / self.low).powf(place),
            false => self.low + (self.high - self.low) * place,
        }
    }

    /// The place of a value.
    fn place(&self, value: f64) -> f64 {
        let value = value.clamp(self.low, self.high);
        match self.is_wide() {
            true => (value / self.low).ln() / (self.high / self.low).ln(),
            false => (value - self.low) / (self.high - self.low),
        }
    }
}

/// What is tuned, and how long.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The player as it is now: the start.
    pub player: Spec,
    /// The options.
    pub knobs: Vec<Knob>,
    /// The rules.
    pub rules: Rules,
    /// How seasons lie, where the rules have them.
    pub layout: LayoutPlan,
    /// How games begin.
    pub opening: Opening,
    /// How many steps.
    pub steps: u32,
    /// How many pairs of games a step plays.
    pub pairs: u32,
    /// The seed of everything.
    pub seed: u64,
}

/// Why something cannot be tuned.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TuneError {
    /// Nothing to tune.
    #[error("nothing to tune: expected at least one option with its range")]
    Nothing,
    /// An option that has no numbers.
    #[error("{player}:{option} cannot be tuned: expected an option with numbers")]
    NoNumber {
        /// The player.
        player: String,
        /// The option.
        option: String,
    },
    /// The player does not have the option, or not these values.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The opening does not fit the rules.
    #[error(transparent)]
    Field(#[from] FieldError),
    /// The games could not be played.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// How a tuning stands after a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// How many steps are done.
    pub number: u32,
    /// The values of the options.
    pub values: Vec<f64>,
}

/// How far a perturbation goes at first, as a part of the range.
const REACH: f64 = 0.15;

/// How far the first step goes where one side wins all games, as a part of the range.
const STRIDE: f64 = 0.2;

impl Tuning {
    /// Tunes. Each step is handed out; none follows after the run was stopped, and the steps so far
    /// then stand.
    pub fn run(
        &self,
        store: &mut Store,
        options: &Options,
        control: &mut Control<'_, Progress>,
        mut on_step: impl FnMut(&Step),
    ) -> Result<Vec<Step>, TuneError> {
        let mut places = self.start()?;
        let mut steps = Vec::new();
        for number in 0..self.steps {
            let moves: Vec<Vec<f64>> =
                (0..self.pairs).map(|pair| self.moves(number, pair)).collect();
            let experiment = self.games(number, &places, &moves)?;
            let jobs = experiment.jobs(false).map_err(RunError::from)?;
            let summary = run(&jobs, &experiment.part_names(), store, options, control)?;
            if summary.left > 0 {
                break;
            }
            let won = self.won(&jobs, store)?;
            self.go(number, &mut places, &moves, &won);
            let values = self.knobs.iter().zip(&places).map(|(knob, place)| knob.value(*place));
            steps.push(Step { number: number + 1, values: values.collect() });
            steps.last().into_iter().for_each(&mut on_step);
        }
        Ok(steps)
    }

    /// The player with some values of its options.
    pub fn with(&self, values: &[f64]) -> Result<Spec, TuneError> {
        let mut player = self.player.clone();
        for (knob, value) in self.knobs.iter().zip(values) {
            let text = match self.is_whole(&knob.option)? {
                true => format!("{:.0}", value.round()),
                false => format!("{value:.4}"),
            };
            player = player.with(&knob.option, &text)?;
        }
        Ok(player)
    }

    /// Whether an option takes whole numbers only.
    fn is_whole(&self, option: &str) -> Result<bool, TuneError> {
        let info = self.player.values().find(|(info, _)| info.name == option);
        match info.map(|(info, _)| &info.kind) {
            Some(Kind::Whole { .. }) => Ok(true),
            Some(Kind::Real { .. }) => Ok(false),
            Some(_) => Err(TuneError::NoNumber {
                player: self.player.name().to_owned(),
                option: option.to_owned(),
            }),
            // The player says which options it has.
            None => Err(self.player.with(option, "0").err().map_or(TuneError::Nothing, Into::into)),
        }
    }

    /// Where the options are at first: at the player's own values, or in the middle.
    fn start(&self) -> Result<Vec<f64>, TuneError> {
        if self.knobs.is_empty() {
            return Err(TuneError::Nothing);
        }
        let lowest: Vec<f64> = self.knobs.iter().map(|knob| knob.low).collect();
        let highest: Vec<f64> = self.knobs.iter().map(|knob| knob.high).collect();
        // Both ends of every range must be values that the player takes.
        self.with(&lowest)?;
        self.with(&highest)?;
        let place = |knob: &Knob| {
            let mut values = self.player.values();
            match values.find(|(info, _)| info.name == knob.option).and_then(|(_, value)| value) {
                Some(Value::Whole(number)) => knob.place(*number as f64),
                Some(Value::Real(number)) => knob.place(*number),
                _ => 0.5,
            }
        };
        Ok(self.knobs.iter().map(place).collect())
    }

    /// The directions of a pair: each option up or down.
    fn moves(&self, step: u32, pair: u32) -> Vec<f64> {
        let sign = |knob: usize| {
            let drawn = derive(self.seed, &format!("direction|{step}|{pair}|{knob}"));
            if drawn >> 63 == 0 { 1.0 } else { -1.0 }
        };
        (0..self.knobs.len()).map(sign).collect()
    }

    /// How far perturbations go in a step: less and less, but not soon.
    fn reach(number: u32) -> f64 {
        REACH / (f64::from(number) + 1.0).powf(0.101)
    }

    /// The games of a step as an experiment: each pair of games is a part of its own.
    fn games(
        &self,
        number: u32,
        places: &[f64],
        moves: &[Vec<f64>],
    ) -> Result<Experiment, TuneError> {
        let reach = Self::reach(number);
        let mut parts = Vec::new();
        for (pair, signs) in moves.iter().enumerate() {
            let side = |side: f64| {
                let moved =
                    places.iter().zip(signs).map(|(place, sign)| place + side * sign * reach);
                let values = self.knobs.iter().zip(moved).map(|(knob, place)| knob.value(place));
                self.with(&values.collect::<Vec<_>>()).map(Contender::Player)
            };
            let players = vec![side(1.0)?, side(-1.0)?];
            let field = Field::pair(players, 1, self.opening.clone());
            let name = format!("step {number}, pair {pair}");
            let games = Experiment::of_duels(&name, self.seed, &self.rules, field)?;
            parts.extend(games.with_layout(&self.layout).parts);
        }
        Ok(Experiment::new("tune", self.seed, parts))
    }

    /// What the side that was moved along its directions has won in each pair, from -1 to 1.
    fn won(&self, jobs: &[Job], store: &Store) -> Result<Vec<f64>, TuneError> {
        let mut won = Vec::new();
        for pair in jobs.chunks_exact(2) {
            let game = |job: &Job| store.game(&job.key).map_err(RunError::from);
            let points = match (game(&pair[0])?, game(&pair[1])?) {
                (Some(first), Some(second)) => pair_points(&first, &second) as f64,
                _ => 2.0,
            };
            won.push((points - 2.0) / 2.0);
        }
        Ok(won)
    }

    /// Goes towards what won.
    fn go(&self, number: u32, places: &mut [f64], moves: &[Vec<f64>], won: &[f64]) {
        // As long as the usual schedule has it: a tenth of the steps pass before steps get shorter.
        let delay = f64::from(self.steps) / 10.0 + 1.0;
        let stride = STRIDE * (delay / (delay + f64::from(number))).powf(0.602);
        for (knob, place) in places.iter_mut().enumerate() {
            let pull: f64 = moves.iter().zip(won).map(|(signs, won)| signs[knob] * won).sum();
            *place = (*place + stride * pull / won.len() as f64).clamp(0.0, 1.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_and_refused() {
        let knob: Knob = "rave=0..500".parse().expect("a range");
        assert_eq!(knob, Knob { option: "rave".to_owned(), low: 0.0, high: 500.0 });
        for text in ["rave", "rave=5", "rave=5..5", "rave=9..1", "rave=a..b", "rave=0..inf", ""] {
            let error = text.parse::<Knob>().expect_err("no range").to_string();
            assert!(error.contains(&format!("\"{text}\"")), "{error}");
        }
    }

    #[test]
    fn places_and_values_belong_together() {
        for text in ["x=0..10", "x=1..1000", "x=-3..-1"] {
            let knob: Knob = text.parse().expect("a range");
            for place in [0.0, 0.25, 0.5, 1.0] {
                assert!((knob.place(knob.value(place)) - place).abs() < 1e-9, "{text}");
            }
            assert_eq!((knob.place(1e9), knob.place(-1e9)), (1.0, 0.0), "{text}");
        }
        let wide: Knob = "x=1..10000".parse().expect("a range");
        assert!((wide.value(0.5) - 100.0).abs() < 1e-9, "by factors");
    }
}
