//! `random`: any legal cell, each equally likely.

use hexring_game::{Game, Move, Site};

use crate::dice::{below, dice, pick};
use crate::entry::Entry;
use crate::player::{Choice, ChooseError, Control, Player};

/// The player as lists know it.
pub(crate) fn entry() -> Entry {
    Entry::new("random", "any legal cell, each equally likely", |_, seed| {
        Ok(Box::new(Random { seed }))
    })
}

struct Random {
    seed: u64,
}

impl Player for Random {
    fn choose(&mut self, game: &Game, _: &mut Control) -> Result<Choice, ChooseError> {
        let position = game.position();
        let cells: Vec<Site> = position.legal_sites().collect();
        let site = pick(&mut dice(self.seed, game), &cells).expect("there is a legal cell");
        Ok(Choice::new(Move::Place(position.board().cell(site))))
    }

    fn wants_swap(&mut self, game: &Game, _: &mut Control) -> bool {
        below(&mut dice(self.seed, game), 2) == 0
    }
}
