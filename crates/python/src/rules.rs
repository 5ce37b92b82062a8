//! Rules from a text and from keywords.

use hexring_game::{LayoutPlan, MAX_SEASONS, Rules, Years, default_years};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use crate::errors::{Raise, refuse};

/// Rules as text: `rules("cylinder:5x8", first="blue", seasons=3)`.
///
/// Keywords are first, turns, swap, seasons (a number, or a layout such as "123/231"), layout
/// ("balanced" or "random", drawn from the seed), years, no_move and seed.
#[pyfunction]
#[pyo3(signature = (text = "11x11", **keywords))]
pub(crate) fn rules(text: &str, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
    Ok(read_rules(text, keywords)?.to_string())
}

/// The rules of a text, with what keywords add to it.
pub(crate) fn read_rules(text: &str, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Rules> {
    let mut given = Given::default();
    for (key, value) in keywords.into_iter().flatten() {
        given.set(&key.extract::<String>()?, &value)?;
    }
    let plain: Rules = text.parse().raise()?;
    let words = given.words(&plain)?;
    if words.is_empty() { Ok(plain) } else { format!("{text} {}", words.join(" ")).parse().raise() }
}

#[derive(Default)]
struct Given {
    /// Words of the rules' text.
    words: Vec<String>,
    count: Option<u8>,
    layout: Option<String>,
    years: Option<String>,
    seed: Option<u64>,
}

impl Given {
    fn set(&mut self, key: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        if value.is_none() {
            return Ok(());
        }
        match key {
            "first" | "turns" | "swap" => self.words.push(format!("{key}={}", word(key, value)?)),
            "no_move" => self.words.push(format!("no-move={}", word(key, value)?)),
            "seasons" => match value.extract::<i64>() {
                Ok(count) => self.count = Some(season_count(count)?),
                Err(_) => self.words.push(format!("seasons={}", word(key, value)?)),
            },
            "layout" => self.layout = Some(word(key, value)?),
            "years" => self.years = Some(word(key, value)?),
            "seed" => self.seed = Some(value.extract()?),
            _ => {
                return Err(refuse(format!(
                    "unknown rule \"{key}\": expected first, turns, swap, seasons, layout, years, \
                     no_move or seed"
                )));
            }
        }
        Ok(())
    }

    /// What stands after the board, with seasons drawn as the command line draws them.
    fn words(mut self, rules: &Rules) -> PyResult<Vec<String>> {
        let drawn = self.count.or(self.layout.is_some().then_some(3));
        let years = match (&self.years, drawn) {
            (Some(years), _) => Some(years.parse::<Years>().raise()?),
            (None, Some(count)) => Some(default_years(count).raise()?),
            (None, None) => None,
        };
        if let Some(count) = drawn {
            let plan: LayoutPlan = self.layout.as_deref().unwrap_or("balanced").parse().raise()?;
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed.unwrap_or(1));
            let layout = plan.draw(rules.board, count, &mut rng).raise()?;
            self.words.push(format!("seasons={layout}"));
        }
        self.words.extend(years.map(|years| format!("years={years}")));
        Ok(self.words)
    }
}

fn season_count(count: i64) -> PyResult<u8> {
    let most = MAX_SEASONS;
    let small = u8::try_from(count).ok().filter(|count| (1..=most).contains(count));
    small.ok_or_else(|| refuse(format!("{count} seasons are out of range: expected 1 to {most}")))
}

/// A value that is one word of the rules' text.
fn word(key: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    let text: String = value.str()?.extract()?;
    if text.is_empty() || text.contains(char::is_whitespace) {
        return Err(refuse(format!("bad rule {key}={text:?}: expected one word")));
    }
    Ok(text)
}
