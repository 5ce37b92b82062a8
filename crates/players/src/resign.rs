//! Giving up by value: the option of players that know what a position is worth.

use hexring_game::Position;

use crate::player::Choice;
use crate::registry::{Kind, OptionInfo};
use crate::swap;

/// The option; read it with `spec.real("resign")`.
pub(crate) const OPTION: OptionInfo = OptionInfo {
    name: "resign",
    kind: Kind::Real { min: 0.0, max: 0.5 },
    default: "0",
    help: "gives up when its chances are below this; 0 is never",
};

/// The choice, given up if its value is below a threshold.
pub(crate) fn below(least: f64, position: &Position, choice: Choice) -> Choice {
    // A first move that the opponent may take over says nothing about who wins.
    let is_telling = !swap::follows(position);
    let resigns = is_telling && choice.value.is_some_and(|value| value < least);
    Choice { resigns, ..choice }
}
