//! `human`: a person. Front ends ask for the move themselves; a search that asks gets an error.

use hexring_game::{Color, Game, Rules};

use crate::player::{Choice, ChooseError, Control, Player, Unsupported};
use crate::registry::Entry;

/// The registry's entry.
pub(crate) static ENTRY: Entry = Entry {
    name: "human",
    summary: "a person, in the terminal or in the browser",
    supports: "everything",
    options: &[],
    build: |_, _| Box::new(Human),
};

struct Human;

impl Player for Human {
    fn supports(&self, _: &Rules, _: Color) -> Result<(), Unsupported> {
        Ok(())
    }

    fn choose(&mut self, _: &Game, _: &mut Control) -> Result<Choice, ChooseError> {
        Err(ChooseError::Human)
    }
}
