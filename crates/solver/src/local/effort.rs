//! How hard it seems to show that either colour wins: the proof numbers of this search.
//!
//! A position is as easy for whoever is to move as its easiest move, and for the other one as its
//! hardest, and a little harder for each move more. Adding all of them up, as is usual, would count
//! positions that many moves lead to many times.

use hexring_game::Color;

/// No effort is enough.
pub(super) const NEVER: u32 = 1 << 30;

/// By colour: 0 if it is shown that the colour wins, [`NEVER`] if it does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Effort(pub(super) [u32; 2]);

impl Effort {
    /// As limits: none.
    pub(super) const UNLIMITED: Effort = Effort([NEVER; 2]);

    /// It is decided.
    pub(super) fn won(winner: Color) -> Self {
        let mut effort = Effort([NEVER; 2]);
        effort.0[winner.index()] = 0;
        effort
    }

    pub(super) fn of(self, color: Color) -> u32 {
        self.0[color.index()]
    }

    pub(super) fn winner(self) -> Option<Color> {
        Color::ALL.into_iter().find(|color| self.of(*color) == 0)
    }

    /// Whether a position has been worked on enough.
    pub(super) fn reaches(self, limits: Effort) -> bool {
        Color::ALL.iter().any(|color| self.of(*color) >= limits.of(*color))
    }
}

/// All moves of a position together.
pub(super) struct Sum {
    mover: Color,
    count: u32,
    hardest: u32,
    easiest: u32,
    second: u32,
    /// The easiest move.
    pub(super) best: Option<u8>,
}

impl Sum {
    /// Of no moves.
    pub(super) fn new(mover: Color) -> Self {
        Sum { mover, count: 0, hardest: 0, easiest: NEVER, second: NEVER, best: None }
    }

    /// Takes in a move.
    pub(super) fn add(&mut self, cell: u8, after: Effort) {
        self.count += 1;
        self.hardest = self.hardest.max(after.of(!self.mover));
        let own = after.of(self.mover);
        if self.best.is_none() || own < self.easiest {
            (self.second, self.easiest, self.best) = (self.easiest, own, Some(cell));
        } else {
            self.second = self.second.min(own);
        }
    }

    fn others(&self) -> u32 {
        self.count.saturating_sub(1)
    }

    /// What follows for the position.
    pub(super) fn effort(&self) -> Effort {
        let mut effort = Effort([0; 2]);
        effort.0[self.mover.index()] = self.easiest;
        effort.0[(!self.mover).index()] = (self.hardest + self.others()).min(NEVER - 1);
        effort
    }

    /// How far the easiest move may be worked on if the position has limits: until it is a quarter
    /// harder than the second, or the two would take turns all the time.
    pub(super) fn limits(&self, limits: Effort) -> Effort {
        let mut next = limits;
        let own = &mut next.0[self.mover.index()];
        *own = (*own).min(self.second + self.second / 4 + 1);
        let other = &mut next.0[(!self.mover).index()];
        *other = other.saturating_sub(self.others());
        next
    }
}
