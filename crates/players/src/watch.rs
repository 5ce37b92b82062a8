//! A clock in the time of this process, for games that are played here and now.

use std::time::Duration;

use hexring_control::Instant;
use hexring_game::{ByColor, Color, Forfeit};

use crate::clock::{Clock, TimeControl, TimeLeft};
use crate::player::{Choice, ChooseError, Control};
use crate::table::{Table, Turn};

/// Both clocks of a game. They stand until somebody is to move.
#[derive(Clone, Debug)]
pub struct Watch {
    clock: Clock,
    begun: Instant,
}

impl Watch {
    /// Clocks that stand.
    pub fn new(control: TimeControl) -> Self {
        Watch { clock: Clock::new(control), begun: Instant::now() }
    }

    fn now(&self) -> u64 {
        self.begun.elapsed().as_millis() as u64
    }

    /// The time that a seat has left, by the colour at the start.
    pub fn left(&self, seat: Color) -> Duration {
        Duration::from_millis(self.clock.left(seat, self.now()))
    }

    /// Lets the time of a seat run.
    pub fn start(&mut self, seat: Color) {
        self.clock.run(Some(seat), self.now());
    }

    /// Somebody has moved: its time stands, and gets the increment. False if the time was over
    /// before.
    pub fn stop(&mut self) -> bool {
        let now = self.now();
        let is_in_time = self.clock.fallen(now).is_none();
        if let Some(seat) = self.clock.running().filter(|_| is_in_time) {
            self.clock.add_increment(seat);
        }
        self.clock.run(None, now);
        is_in_time
    }

    /// What a player is told that plays a colour now.
    fn time_left(&self, table: &Table, mover: Color) -> TimeLeft {
        let left = ByColor::from_fn(|color| self.left(table.seat_of(color)));
        TimeLeft { control: self.clock.control(), left, mover }
    }

    /// Lets the player to move think on its clock and does what it says, as [`Table::step`]. A move
    /// that comes too late is none: the game is lost on time.
    pub fn step(
        &mut self,
        table: &mut Table,
        control: &mut Control,
    ) -> Option<Result<Choice, ChooseError>> {
        let Turn::Player(color) = table.turn() else { return None };
        let mut thinker = table.lend()?;
        let time = thinker.prepare(&self.time_left(table, color), control);
        self.start(table.seat_of(color));
        let answer = thinker.think(&mut control.within(time));
        let is_in_time = self.stop();
        table.sit_down(thinker);
        let late = || Err(ChooseError::Lost(Forfeit::Time));
        let answer = if is_in_time { answer } else { late() };
        table.put(&answer);
        Some(answer)
    }
}

#[cfg(test)]
mod tests {
    use hexring_game::{Ending, Game, Rules};

    use super::*;
    use crate::player::Player;
    use crate::spec::Spec;
    use crate::table::Seat;

    /// Wins with its first stone, if it is allowed to think as long as it wants.
    struct Slow(Duration);

    impl Player for Slow {
        fn choose(&mut self, game: &Game, _: &mut Control) -> Result<Choice, ChooseError> {
            std::thread::sleep(self.0);
            Ok(Choice::new(game.position().legal_moves()[0]))
        }
    }

    fn table(rules: &str, red: Box<dyn Player>) -> Table {
        let game = Game::new(rules.parse::<Rules>().expect("rules")).expect("a game");
        let blue: Spec = "random".parse().expect("a player");
        let blue = Seat::of(&blue, 1).expect("a seat");
        Table::new(game, ByColor { red: Seat::player("slow", red), blue }, 1)
    }

    #[test]
    fn a_winning_move_that_comes_too_late_loses() {
        let mut table = table("1x1", Box::new(Slow(Duration::from_millis(50))));
        let mut watch = Watch::new("10ms+600s".parse().expect("a clock"));
        let answer = watch.step(&mut table, &mut Control::default()).expect("it was asked");
        assert_eq!(answer, Err(ChooseError::Lost(Forfeit::Time)));
        let lost = Ending::Forfeited { loser: Color::Red, reason: Forfeit::Time };
        assert_eq!(table.game().ending(), Some(lost));
        assert_eq!(watch.left(Color::Red), Duration::ZERO, "nothing is added");
    }

    #[test]
    fn moves_in_time_are_made_and_paid_for() {
        let mut table = table("2x2", Box::new(Slow(Duration::from_millis(5))));
        let mut watch = Watch::new("1000s+10s".parse().expect("a clock"));
        watch.step(&mut table, &mut Control::default()).expect("it was asked").expect("a move");
        assert_eq!(table.game().plies().len(), 1);
        let left = watch.left(Color::Red);
        assert!(left > Duration::from_secs(1000) && left < Duration::from_secs(1010), "{left:?}");
        assert_eq!(watch.left(Color::Blue), Duration::from_secs(1000), "it has not moved yet");
        while watch.step(&mut table, &mut Control::default()).is_some() {}
        assert!(matches!(table.game().ending(), Some(Ending::Won(_))));
    }
}
