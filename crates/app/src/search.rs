//! A player that thinks about its move away from the game.

use std::time::Duration;

use hexring_control::{Limit, Stop};
use hexring_game::Color;
use hexring_players::table::Thinker;
use hexring_players::{Choice, ChooseError, Control};

use crate::view::News;

/// How often a search tells how it stands, at most.
const REPORT_EVERY: Duration = Duration::from_millis(150);

/// How a search is ended.
#[derive(Clone)]
pub(crate) struct Flags {
    /// Its move is not wanted any more.
    pub(crate) off: Stop,
    /// Its best move so far is to be played; raised with the other one.
    pub(crate) stop: Stop,
}

/// A player that thinks about a move of a live game. It has to come back to its
/// [game](crate::LiveGame) with what it has found, or why it has found nothing.
pub struct Search {
    pub(crate) thinker: Thinker,
    pub(crate) revision: u64,
    pub(crate) flags: Flags,
    /// The colour that it plays.
    pub color: Color,
    /// Its name.
    pub player: String,
    /// The shortest time that the move shall take, because people watch.
    pub pace: Duration,
}

impl Search {
    /// Lets the player think, within a limit; `hear` is told how it stands.
    pub fn run(
        &mut self,
        limit: &Limit,
        hear: &mut dyn FnMut(&News<'_>),
    ) -> Result<Choice, ChooseError> {
        let Search { thinker, revision, flags, color, player, .. } = self;
        let (revision, color) = (*revision, *color);
        let mut hear = |choice: &Choice| {
            hear(&News::Thought { revision, color, player, done: false, choice });
        };
        let deadline = limit.deadline();
        let own = Limit::of(&flags.stop);
        let own = deadline.map_or_else(|| own.clone(), |deadline| own.until(deadline));
        thinker.think(&mut Control::new(own, &mut hear).every(REPORT_EVERY))
    }

    /// What is told when it has chosen.
    pub fn last_news<'a>(&'a self, choice: &'a Choice) -> News<'a> {
        let Search { revision, color, player, .. } = self;
        News::Thought { revision: *revision, color: *color, player, done: true, choice }
    }

    /// The flag that is raised when its move is not wanted any more.
    pub fn called_off(&self) -> &Stop {
        &self.flags.off
    }

    /// Whether it was asked to end: nobody waits for its pace then.
    pub fn is_stopped(&self) -> bool {
        self.flags.stop.is_raised()
    }
}
