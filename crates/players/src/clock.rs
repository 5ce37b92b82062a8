//! Clocks for two seats: so much time for the whole game, and some more with every move.
//!
//! A [`TimeControl`] is what is agreed on, and reads and prints as `60s+1s`. A [`Clock`] counts it
//! down, in milliseconds of a time that whoever keeps the game brings along: that time stands while
//! nobody keeps it, so clocks stand too. [`TimeLeft`] is what a player is told, and
//! [`share`] what it makes of it.
//!
//! ```
//! use hexring_players::clock::{Clock, TimeControl};
//! use hexring_game::Color::{Blue, Red};
//! let mut clock = Clock::new("10s+2s".parse::<TimeControl>()?);
//! clock.run(Some(Red), 0);
//! clock.add_increment(Red);
//! clock.run(Some(Blue), 4000);
//! assert_eq!((clock.left(Red, 5000), clock.left(Blue, 5000)), (8000, 9000));
//! assert_eq!((clock.fallen(13_999), clock.fallen(14_000)), (None, Some(Blue)));
//! # Ok::<(), hexring_players::clock::BadTimeControl>(())
//! ```

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use hexring_game::{ByColor, Color, Position};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use crate::option::{Value, seconds_of};

/// The longest time for a game: a day.
const LONGEST_BASE: Duration = Duration::from_secs(24 * 3600);

/// The shortest time for a game.
const SHORTEST_BASE: Duration = Duration::from_millis(1);

/// The most that a move may add.
const LONGEST_INCREMENT: Duration = Duration::from_secs(600);

/// How much time there is for a whole game, and how much a move adds: Fischer's rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    base: Duration,
    increment: Duration,
}

/// A time that is no time for a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "bad clock \"{0}\": expected a time for the game of at most a day, and perhaps one of at most \
     10 minutes that a move adds, such as 60s+1s"
)]
pub struct BadTimeControl(String);

impl TimeControl {
    /// So much for the game, and so much more with every move; both count in milliseconds.
    pub fn new(base: Duration, increment: Duration) -> Result<Self, BadTimeControl> {
        let whole = |time: Duration| Duration::from_millis(time.as_millis() as u64);
        if (SHORTEST_BASE..=LONGEST_BASE).contains(&base) && increment <= LONGEST_INCREMENT {
            return Ok(TimeControl { base: whole(base), increment: whole(increment) });
        }
        Err(BadTimeControl(format!("{}+{}", Value::Time(base), Value::Time(increment))))
    }

    /// The time for the game.
    pub fn base(self) -> Duration {
        self.base
    }

    /// What a move adds.
    pub fn increment(self) -> Duration {
        self.increment
    }
}

impl FromStr for TimeControl {
    type Err = BadTimeControl;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bad = || BadTimeControl(text.chars().take(40).collect());
        let (base, increment) = text.split_once('+').unwrap_or((text, "0s"));
        let time = |word| {
            let time =
                seconds_of(word).and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
            time.ok_or_else(bad)
        };
        TimeControl::new(time(base)?, time(increment)?).map_err(|_| bad())
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Value::Time(self.base))?;
        if self.increment.is_zero() {
            return Ok(());
        }
        write!(f, "+{}", Value::Time(self.increment))
    }
}

impl Serialize for TimeControl {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TimeControl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// The clocks of a game, by seat: the colour at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    base: u64,
    increment: u64,
    left: ByColor<u64>,
    /// Whose time runs, and since when.
    running: Option<(Color, u64)>,
}

impl Clock {
    /// Clocks that stand.
    pub fn new(control: TimeControl) -> Self {
        let millis = |time: Duration| time.as_millis() as u64;
        Clock::standing(millis(control.base), millis(control.increment))
    }

    /// The same clocks for another game.
    #[must_use]
    pub fn anew(&self) -> Self {
        Clock::standing(self.base, self.increment)
    }

    fn standing(base: u64, increment: u64) -> Self {
        Clock { base, increment, left: ByColor { red: base, blue: base }, running: None }
    }

    /// What was agreed on.
    pub fn control(&self) -> TimeControl {
        let time = Duration::from_millis;
        TimeControl { base: time(self.base), increment: time(self.increment) }
    }

    /// The time that a seat has left.
    pub fn left(&self, seat: Color, now: u64) -> u64 {
        let spent = self
            .running
            .filter(|(own, _)| *own == seat)
            .map(|(_, since)| now.saturating_sub(since));
        self.left[seat].saturating_sub(spent.unwrap_or_default())
    }

    /// The seat whose time runs.
    pub fn running(&self) -> Option<Color> {
        self.running.map(|(seat, _)| seat)
    }

    /// Lets the time of a seat run from now on, or nobody's.
    pub fn run(&mut self, seat: Option<Color>, now: u64) {
        self.left = ByColor::from_fn(|seat| self.left(seat, now));
        self.running = seat.map(|seat| (seat, now));
    }

    /// A seat has made a move: it gets its increment if its time was running.
    pub fn add_increment(&mut self, seat: Color) {
        if self.running() == Some(seat) {
            self.left[seat] += self.increment;
        }
    }

    /// When the time that runs is over.
    pub fn end(&self) -> Option<u64> {
        self.running.map(|(seat, since)| since + self.left[seat])
    }

    /// The seat whose time is over.
    pub fn fallen(&self, now: u64) -> Option<Color> {
        self.running().filter(|_| self.end().is_some_and(|end| end <= now))
    }
}

/// What the clocks say to whoever is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// What was agreed on.
    pub control: TimeControl,
    /// The time that is left, by the colour that is played now.
    pub left: ByColor<Duration>,
    /// Who is to move.
    pub mover: Color,
}

impl TimeLeft {
    /// The time that whoever is to move has left.
    pub fn own(&self) -> Duration {
        self.left[self.mover]
    }

    /// How long it thinks about this move, see [`share`].
    pub fn share(&self, position: &Position) -> Duration {
        share(self.own(), self.control.increment, position)
    }
}

/// The moves that a player reckons with at least, so that a long game is not lost on time.
const LEAST_MOVES: u32 = 4;

/// How long a player thinks about one move. It reckons with one more move of its own for every four
/// empty cells, with four at least, and gives this one its part of the time and three quarters of
/// the increment; but never more than half of what is left.
pub fn share(left: Duration, increment: Duration, position: &Position) -> Duration {
    // The game lasts about half of the empty cells at most, and half of those moves are the
    // opponent's.
    let moves = (position.empty_count() as u32 / 4).max(LEAST_MOVES);
    (left / moves + increment * 3 / 4).min(left / 2)
}

#[cfg(test)]
mod tests {
    use Color::{Blue, Red};
    use hexring_game::{Move, Rules};
    use proptest::prelude::*;

    use super::*;

    fn clock(text: &str) -> Clock {
        Clock::new(text.parse().expect("a clock"))
    }

    #[test]
    fn time_runs_for_one_and_moves_add_to_it() {
        let mut clock = clock("10s+2s");
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
    fn clocks_read_and_print() {
        for text in ["60s+1s", "500ms", "1500ms+100ms", "86400s+600s", "1ms"] {
            assert_eq!(text.parse::<TimeControl>().expect(text).to_string(), text);
        }
        let same = [("1.5s+0.1s", "1500ms+100ms"), ("60s+0s", "60s")];
        for (text, printed) in same {
            assert_eq!(text.parse::<TimeControl>().expect(text).to_string(), printed);
        }
        for bad in ["", "60", "60s+", "+1s", "0s", "86401s", "60s+601s", "1s+1s+1s", "-1s", "nans"]
        {
            let fault = bad.parse::<TimeControl>().expect_err(bad).to_string();
            assert!(fault.contains(&format!("\"{bad}\"")), "{fault}");
        }
    }

    /// A game as its clock has to keep it: what was thought, turn by turn.
    fn turns() -> impl Strategy<Value = Vec<u64>> {
        prop::collection::vec(0..3000_u64, 1..60)
    }

    proptest! {
        /// What is left is what there was, less all thinking, and an increment for each move.
        #[test]
        fn a_game_is_booked_to_the_millisecond(
            base in 1..100_000_u64, increment in 0..2000_u64, thought in turns()
        ) {
            let time = Duration::from_millis;
            let mut clock = Clock::new(TimeControl::new(time(base), time(increment)).expect("one"));
            let (mut now, mut books) = (17, ByColor { red: base, blue: base });
            for (turn, thought) in thought.into_iter().enumerate() {
                let seat = Color::ALL[turn % 2];
                clock.run(Some(seat), now);
                now += thought;
                prop_assert_eq!(clock.fallen(now).is_some(), thought >= books[seat]);
                if thought >= books[seat] {
                    prop_assert_eq!((clock.fallen(now), clock.left(seat, now)), (Some(seat), 0));
                    return Ok(());
                }
                clock.add_increment(seat);
                clock.run(None, now);
                books[seat] = books[seat] - thought + increment;
                prop_assert_eq!(ByColor::from_fn(|seat| clock.left(seat, now + 5)), books);
            }
        }

        /// Who thinks as long as its share says never loses on time, however long the game is.
        #[test]
        fn shares_last_for_the_whole_game(
            base in 1..100_000_u64, increment in 0..2000_u64, cols in 1..14_u8, rows in 1..14_u8
        ) {
            let rules: Rules = format!("{cols}x{rows}").parse().expect("rules");
            let mut position = Position::new(rules).expect("a start");
            let time = Duration::from_millis;
            let (mut left, increment) = (time(base), time(increment));
            while let Some(mover) = position.to_move() {
                let thought = share(left, increment, &position);
                prop_assert!(thought < left && thought <= left / 4 + increment);
                prop_assert!(share(left * 2, increment, &position) >= thought);
                if mover == Red {
                    left = left - thought + increment;
                }
                let place = |mv: &Move| match mv {
                    Move::Place(cell) => Some(*cell),
                    _ => None,
                };
                let Some(cell) = position.legal_moves().iter().rev().find_map(place) else { break };
                position.play(Move::Place(cell)).expect("a legal move");
            }
        }
    }
}
