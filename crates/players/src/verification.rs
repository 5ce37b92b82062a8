//! A player against every reply: by the strategy that it follows, or taken at its choice for a
//! seed.

use std::cell::RefCell;

use hexring_control::Limit;
use hexring_game::record::{Record, StartError};
use hexring_game::{Color, Game, Move, Position, Site};
use hexring_solver::{Trial, TrialError, Trialled, verify};
use thiserror::Error;

use crate::entry::{BuildError, Unsupported};
use crate::player::{ChooseError, Control, decide};
use crate::spec::Spec;

/// What is to be verified.
#[derive(Clone, Copy, Debug)]
pub struct Verification<'a> {
    /// The player; a strategy, or any other one.
    pub player: &'a Spec,
    /// The game that it goes on with.
    pub game: &'a Game,
    /// The colour that it plays.
    pub color: Color,
    /// Where a strategy leaves a choice: the first cell in reading order, instead of every one.
    pub first_only: bool,
    /// The seed of a player that follows no strategy.
    pub seed: u64,
    /// Give up beyond so many positions.
    pub positions: usize,
}

/// Why a player could not be verified.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// It cannot play these rules or this side.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// It could not be made.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// It does not say what it plays, which is no strategy that fails.
    #[error(transparent)]
    Choose(#[from] ChooseError),
    /// The trial was not carried out.
    #[error(transparent)]
    Trial(#[from] TrialError),
}

impl Verification<'_> {
    /// Plays against every reply, unless the limit comes first.
    pub fn run(&self, limit: &Limit) -> Result<Trialled, VerifyError> {
        self.player.supports(self.game.rules(), self.color)?;
        // Whatever it needs is found before the first position.
        self.player.build(self.seed)?;
        let strategy = self.player.strategy();
        let silent = RefCell::new(None);
        let choices = |position: &Position, last: Option<Site>| -> Vec<Site> {
            match &strategy {
                Some(strategy) => strategy.candidates(position, last).sites,
                None => self.one_choice(position, limit).unwrap_or_else(|fault| {
                    silent.replace(Some(fault));
                    Vec::new()
                }),
            }
        };
        let candidates = |position: &Position, last: Option<Site>| {
            let mut sites = choices(position, last);
            if self.first_only {
                sites.sort_unstable();
                sites.truncate(1);
            }
            sites
        };
        let board = self.game.position().board();
        let paired = |site| strategy.as_ref().and_then(|s| s.partner(board, site));
        let is_paired = board.sites().all(|site| paired(site).is_some());
        let partner = |site| paired(site).unwrap_or(site);
        let trial = Trial {
            start: self.game.position(),
            color: self.color,
            candidates: &candidates,
            // Strategies speak of rings and columns relative to the last move, so they turn with
            // the board; a choice in reading order does not.
            is_rotational: strategy.is_some() && !self.first_only,
            partner: is_paired.then_some(&partner),
            limit: self.positions,
        };
        let result = verify(&trial, limit)?;
        silent.take().map_or(Ok(result), Err)
    }

    /// The record of the game with the moves of a line after it.
    pub fn record(&self, line: &Game) -> Result<Record, StartError> {
        let mut game = self.game.clone();
        for ply in line.plies() {
            game.play_ply(*ply).expect("a trial plays what is legal");
        }
        Record::from_game(&game)
    }

    /// The move that a player makes for its seed.
    fn one_choice(&self, position: &Position, limit: &Limit) -> Result<Vec<Site>, VerifyError> {
        let game = Game::from_position(position.clone());
        let mut player = self.player.build(self.seed)?;
        let choice = decide(player.as_mut(), &game, &mut Control::quiet(limit.clone()))?;
        Ok(match choice.mv {
            Move::Place(cell) => position.board().site(cell).into_iter().collect(),
            _ => Vec::new(),
        })
    }
}
