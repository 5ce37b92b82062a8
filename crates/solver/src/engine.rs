//! What the solver wants of the searches behind it.

use std::io::Write;

use hexring_control::Control;
use hexring_game::{Cell, Color, Position};

use crate::progress::{Progress, Stopped};
use crate::proof::Proof;
use crate::saved::{Header, SavedError, Source};

/// The winner and its winning moves.
pub(crate) type Solved = Result<(Color, Vec<Cell>), Stopped>;

/// Searches whatever the width of their sets.
pub(crate) trait Engine: Send {
    fn nodes(&self) -> u64;
    fn winner(
        &mut self,
        position: &Position,
        to_move: Color,
        control: &mut Control<'_, Progress>,
    ) -> Solved;
    fn all_moves(
        &mut self,
        position: &Position,
        to_move: Color,
        control: &mut Control<'_, Progress>,
    ) -> Solved;
    fn proof(
        &mut self,
        position: &Position,
        to_move: Color,
        control: &mut Control<'_, Progress>,
    ) -> Result<Proof, Stopped>;
    fn save(&self, out: &mut dyn Write) -> Result<(), SavedError>;
    fn load(&mut self, header: &Header, input: &mut Source<'_>) -> Result<(), SavedError>;
}
