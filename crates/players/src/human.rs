//! `human`: a person. Front ends ask for the move themselves; a search that asks gets an error.

use hexring_game::Game;

use crate::entry::Entry;
use crate::player::{Choice, ChooseError, Control, Player};

/// The player as lists know it.
pub(crate) fn entry() -> Entry {
    let summary = "a person, in the terminal or in the browser";
    Entry::new("human", summary, |_, _| Ok(Box::new(Human))).human()
}

struct Human;

impl Player for Human {
    fn choose(&mut self, _: &Game, _: &mut Control) -> Result<Choice, ChooseError> {
        Err(ChooseError::Human)
    }
}
