//! Clocks for two seats: so much time for the whole game, and some more with every move.
//!
//! Times are milliseconds of a time that whoever keeps the game brings along. It stands while
//! nobody keeps it, so clocks stand too.

use hexring_game::{ByColor, Color};
use serde::{Deserialize, Serialize};

use crate::error::AppError;

/// The longest time for a game, in seconds: a day.
const MAX_BASE: u64 = 24 * 3600;

/// The most that a move may add, in seconds.
const MAX_INCREMENT: u64 = 600;

/// The clocks that are wanted, in seconds.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClockForm {
    base: u64,
    #[serde(default)]
    increment: u64,
}

/// The clocks of a game, by seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Clock {
    base: u64,
    increment: u64,
    left: ByColor<u64>,
    /// Whose time runs, and since when.
    running: Option<(Color, u64)>,
}

/// Clocks as a page shows them, by the colour that is played now.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct ClockView {
    base: u64,
    increment: u64,
    left: ByColor<u64>,
    running: Option<Color>,
}

impl Clock {
    /// Clocks that stand.
    pub(crate) fn new(form: ClockForm) -> Result<Self, AppError> {
        let ClockForm { base, increment } = form;
        if !(1..=MAX_BASE).contains(&base) || increment > MAX_INCREMENT {
            return Err(AppError::Refused(format!(
                "bad clock {base}+{increment}: expected 1 to {MAX_BASE} seconds and an increment \
                 of at most {MAX_INCREMENT}"
            )));
        }
        Ok(Clock::standing(1000 * base, 1000 * increment))
    }

    /// The same clocks for another game.
    pub(crate) fn anew(&self) -> Self {
        Clock::standing(self.base, self.increment)
    }

    fn standing(base: u64, increment: u64) -> Self {
        Clock { base, increment, left: ByColor { red: base, blue: base }, running: None }
    }

    fn left(&self, seat: Color, now: u64) -> u64 {
        let spent = self
            .running
            .filter(|(own, _)| *own == seat)
            .map(|(_, since)| now.saturating_sub(since));
        self.left[seat].saturating_sub(spent.unwrap_or_default())
    }

    /// Lets the time of a seat run from now on, or nobody's.
    pub(crate) fn run(&mut self, seat: Option<Color>, now: u64) {
        self.left = ByColor::from_fn(|seat| self.left(seat, now));
        self.running = seat.map(|seat| (seat, now));
    }

    /// A seat has made a move: it gets its increment if its time was running.
    pub(crate) fn add_increment(&mut self, seat: Color) {
        if self.running.is_some_and(|(own, _)| own == seat) {
            self.left[seat] += self.increment;
        }
    }

    /// When the time that runs is over.
    pub(crate) fn end(&self) -> Option<u64> {
        self.running.map(|(seat, since)| since + self.left[seat])
    }

    /// The seat whose time is over.
    pub(crate) fn fallen(&self, now: u64) -> Option<Color> {
        let (seat, _) = self.running.filter(|_| self.end().is_some_and(|end| end <= now))?;
        Some(seat)
    }

    /// The clocks as a page shows them; `exchanged` after a swap of sides.
    pub(crate) fn view(&self, exchanged: bool, now: u64) -> ClockView {
        let left = ByColor::from_fn(|seat| self.left(seat, now));
        let running = self.running.map(|(seat, _)| if exchanged { !seat } else { seat });
        let Clock { base, increment, .. } = *self;
        let left = if exchanged { left.exchanged() } else { left };
        ClockView { base, increment, left, running }
    }
}

#[cfg(test)]
mod tests {
    use Color::{Blue, Red};

    use super::*;

    #[test]
    fn time_runs_for_one_and_moves_add_to_it() {
        let mut clock = Clock::new(ClockForm { base: 10, increment: 2 }).expect("a clock");
        assert_eq!((clock.end(), clock.left(Red, 99)), (None, 10_000));
        clock.run(Some(Red), 1000);
        assert_eq!((clock.left(Red, 4000), clock.left(Blue, 4000)), (7000, 10_000));
        clock.run(Some(Blue), 4000);
        clock.add_increment(Red);
        assert_eq!(clock.left(Red, 4000), 7000, "its time did not run");
        clock.add_increment(Blue);
        clock.run(Some(Red), 5000);
        assert_eq!((clock.left(Red, 5000), clock.left(Blue, 9000)), (7000, 11_000));
        assert_eq!((clock.end(), clock.fallen(11_999)), (Some(12_000), None));
        assert_eq!((clock.fallen(12_000), clock.left(Red, 99_000)), (Some(Red), 0));
        clock.run(None, 6000);
        assert_eq!((clock.left(Red, 99_000), clock.fallen(99_000)), (6000, None));
        assert_eq!(clock.anew().left(Red, 0), 10_000);
    }

    #[test]
    fn clocks_without_sense_are_refused() {
        for (base, increment) in [(0, 5), (MAX_BASE + 1, 0), (60, MAX_INCREMENT + 1)] {
            let error = Clock::new(ClockForm { base, increment }).expect_err("no sense");
            assert!(error.to_string().contains(&format!("{base}+{increment}")), "{error}");
        }
    }
}
