//! `random`: any legal cell, each equally likely.

use hexring_game::{Color, Game, Move, Rules, Site};

use crate::dice::{below, dice, pick};
use crate::player::{Choice, ChooseError, Control, Player, Unsupported};
use crate::registry::Entry;

/// The registry's entry.
pub(crate) static ENTRY: Entry = Entry {
    name: "random",
    summary: "any legal cell, each equally likely",
    supports: "everything",
    options: &[],
    build: |_, seed| Box::new(Random { seed }),
};

struct Random {
    seed: u64,
}

impl Player for Random {
    fn supports(&self, _: &Rules, _: Color) -> Result<(), Unsupported> {
        Ok(())
    }

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
