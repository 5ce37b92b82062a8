//! What leads from one position to the next in a tree.

use hexring_game::{Color, Move, Position, Site};

/// What leads from one position to the next. There is no swap: who may swap asks for the value of
/// the position, and a tree begins after that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// A stone.
    Place(Site),
    /// No legal cell in the season.
    Pass,
    /// The coin decides who moves next.
    Toss(Color),
}

impl Action {
    /// Everything that can happen in a position that is not over.
    pub(crate) fn all(position: &Position) -> impl Iterator<Item = Action> + '_ {
        let tosses = Color::ALL.into_iter().filter(|_| position.coin_due()).map(Action::Toss);
        let must_pass = position.is_legal(Move::Pass);
        let places = position.legal_sites().map(Action::Place);
        tosses.chain(places).chain(must_pass.then_some(Action::Pass))
    }

    /// A move as an action; none for a swap.
    pub(crate) fn from_move(position: &Position, mv: Move) -> Option<Action> {
        match mv {
            Move::Place(cell) => position.board().site(cell).map(Action::Place),
            Move::Pass => Some(Action::Pass),
            Move::Swap => None,
        }
    }

    /// The move; none for a coin flip.
    pub(crate) fn to_move(self, position: &Position) -> Option<Move> {
        match self {
            Action::Place(site) => Some(Move::Place(position.board().cell(site))),
            Action::Pass => Some(Move::Pass),
            Action::Toss(_) => None,
        }
    }

    /// Does it.
    pub(crate) fn apply(self, position: &mut Position) {
        match self {
            Action::Place(site) => position.play_site(site),
            Action::Pass => position.play(Move::Pass).expect("there is no legal cell"),
            Action::Toss(color) => position.toss(color).expect("a coin flip is due"),
        }
    }
}
