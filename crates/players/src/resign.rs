//! Giving up by value: the option of players that know what a position is worth.

use hexring_game::Position;

use crate::option::Handle;
use crate::player::Choice;
use crate::swap;

/// The option.
pub(crate) const RESIGN: Handle<f64> =
    Handle::real("resign", 0.0, 0.5, 0.0, "gives up when its chances are below this; 0 is never");

/// The choice, given up if its value is below a threshold.
pub(crate) fn below(least: f64, position: &Position, choice: Choice) -> Choice {
    // A first move that the opponent may take over says nothing about who wins.
    let is_telling = !swap::follows(position);
    let resigns = is_telling && choice.value.is_some_and(|value| value < least);
    Choice { resigns, ..choice }
}
