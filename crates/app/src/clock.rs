//! Clocks as a page asks for them and shows them.

use std::time::Duration;

use hexring_game::{ByColor, Color};
use hexring_players::clock::{Clock, TimeControl};
use serde::{Deserialize, Serialize};

use crate::error::AppError;

/// The clocks that are wanted, in seconds.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClockForm {
    base: u64,
    #[serde(default)]
    increment: u64,
}

impl ClockForm {
    /// Clocks that stand.
    pub(crate) fn clock(self) -> Result<Clock, AppError> {
        let ClockForm { base, increment } = self;
        let control = TimeControl::new(Duration::from_secs(base), Duration::from_secs(increment));
        control.map(Clock::new).map_err(AppError::refused)
    }
}

/// Clocks as a page shows them, in milliseconds, by the colour that is played now.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct ClockView {
    base: u64,
    increment: u64,
    left: ByColor<u64>,
    running: Option<Color>,
}

impl ClockView {
    /// The clocks at a time; `exchanged` after a swap of sides.
    pub(crate) fn new(clock: &Clock, exchanged: bool, now: u64) -> Self {
        let left = ByColor::from_fn(|seat| clock.left(seat, now));
        let running = clock.running().map(|seat| if exchanged { !seat } else { seat });
        let left = if exchanged { left.exchanged() } else { left };
        let millis = |time: Duration| time.as_millis() as u64;
        let control = clock.control();
        let (base, increment) = (millis(control.base()), millis(control.increment()));
        ClockView { base, increment, left, running }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_without_sense_are_refused() {
        for (base, increment) in [(0, 5), (24 * 3600 + 1, 0), (60, 601), (u64::MAX, u64::MAX)] {
            let error = ClockForm { base, increment }.clock().expect_err("no sense");
            assert!(error.to_string().contains(&format!("{base}s+{increment}s")), "{error}");
        }
    }

    #[test]
    fn a_page_sees_the_colours_that_are_played() {
        let mut clock = ClockForm { base: 10, increment: 2 }.clock().expect("a clock");
        clock.run(Some(Color::Red), 0);
        let view = ClockView::new(&clock, true, 4000);
        assert_eq!((view.base, view.increment), (10_000, 2000));
        assert_eq!(view.left, ByColor { red: 10_000, blue: 6000 });
        assert_eq!(view.running, Some(Color::Blue));
    }
}
