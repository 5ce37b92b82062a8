//! The checker: is a proof a proof?
//!
//! It knows the board, its links and what a path or ring is, all from the games crate, and the few
//! ways in which steps may be put together. It shares nothing with the search.
//!
//! Every node is valid for certain stones of the winner and has a *carrier*, the empty cells that
//! it needs; it then holds whatever the opponent has on all other cells. That is why strategies
//! may be joined: if the carriers of several answers have no cell in common, then no move of the
//! opponent meets them all. Where the winner's ring is slanted on a torus, the opponent's own ring
//! may come first, so such rings are accepted only when they are complete, below `each` nodes,
//! which follow the opponent's stones one by one.

mod links;
mod step;
mod strategy;

use std::collections::HashMap;
use std::rc::Rc;

use hexring_control::Limit;
use hexring_game::{Color, Move, Position, Swap};

pub use self::step::CheckError;
use self::step::{Cells, Checker, Stage};
use crate::proof::Proof;

/// What a proof that holds has shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Who wins.
    pub winner: Color,
    /// Steps looked at, shared ones as often as they are used.
    pub steps: usize,
}

/// Checks every step of a proof, unless the limit comes first.
pub fn check(proof: &Proof, limit: &Limit) -> Result<Checked, CheckError> {
    let mut position = Position::from_setup(&proof.claim.position)?;
    let winner = proof.claim.winner;
    let rules = position.rules();
    let plain = rules.turns == hexring_game::Turns::Alternate
        && rules.seasons.is_none()
        && rules.swap == Swap::None;
    let to_move = position.to_move().filter(|_| plain).ok_or(CheckError::Rules)?;
    match proof.claim.first_move {
        Some(cell) if to_move == winner => {
            let played = position.play(Move::Place(cell));
            played.map_err(|_| CheckError::FirstMove)?;
        }
        None if to_move != winner => {}
        _ => return Err(CheckError::FirstMove),
    }
    let stones = |color: Color| -> Cells {
        position.stones_of(color).map(|site| position.board().cell(site)).collect()
    };
    let mut checker = Checker {
        nodes: &proof.nodes,
        geometry: position.geometry(),
        color: winner,
        known: HashMap::new(),
        steps: 0,
        limit,
    };
    let last = proof.nodes.len().wrapping_sub(1);
    let (own, foe) = (Rc::new(stones(winner)), Rc::new(stones(!winner)));
    let stage = Stage { own, foe, is_exact: true };
    checker.strategy(last, &stage)?;
    Ok(Checked { winner, steps: checker.steps })
}
