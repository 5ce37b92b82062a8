//! From a line of the record to the game that it describes.
//!
//! The colours of a record are taken at their word: under alternate turns a stone out of turn is
//! played for its colour, as analysis files have them, and a pass without seasons hands over the
//! turn. Under random turns the colours are the results of the coin.

use std::collections::HashSet;

use thiserror::Error;

use super::{Action, Edit, Node, NodeId, Record};
use crate::cell::Cell;
use crate::color::{ByColor, Color};
use crate::game::{Forfeit, Game, PlyError};
use crate::moves::{Move, Ply};
use crate::rules::{Rules, RulesError, Turns};
use crate::setup::{Setup, SetupError};

/// The most setups in one line: each one builds its position anew.
pub const MAX_SETUPS: usize = 1000;

/// A line of a record that is no game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {fault}")]
pub struct ReplayError {
    /// Where: `move 3 (red a1)` or `setup after move 2`.
    pub place: String,
    /// What is wrong.
    pub fault: ReplayFault,
}

/// What is wrong with a node of a line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReplayFault {
    /// The rules do not fit together.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The move is not legal, or the game is over.
    #[error(transparent)]
    Ply(#[from] PlyError),
    /// The stones make no position.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Too much work.
    #[error("more than {MAX_SETUPS} setups in one line")]
    TooManySetups,
}

impl Record {
    /// The game up to a node. Its moves begin after the last setup on the way.
    pub fn game_at(&self, id: NodeId) -> Result<Game, ReplayError> {
        self.replay(&self.line_to(id))
    }

    /// The game of the main line.
    pub fn main_game(&self) -> Result<Game, ReplayError> {
        self.replay(&self.main_line())
    }

    fn replay(&self, line: &[NodeId]) -> Result<Game, ReplayError> {
        let mut replay = Replay::new(&self.rules)?;
        for id in line {
            replay.step(self.node(*id))?;
        }
        Ok(replay.game)
    }
}

/// A line being replayed, node by node.
pub(super) struct Replay {
    pub(super) game: Game,
    /// Whether turn and seasons have been decided by something else than the number of stones.
    begun: bool,
    is_root: bool,
    setups: usize,
    actions: usize,
}

impl Replay {
    pub(super) fn new(rules: &Rules) -> Result<Self, ReplayError> {
        let game = Game::new(rules.clone())
            .map_err(|error| ReplayError { place: "rules".to_owned(), fault: error.into() })?;
        Ok(Replay { game, begun: false, is_root: true, setups: 0, actions: 0 })
    }

    pub(super) fn step(&mut self, node: &Node) -> Result<(), ReplayError> {
        let place = match self.actions {
            0 => "setup at the start".to_owned(),
            moves => format!("setup after move {moves}"),
        };
        self.edit(&node.edit).map_err(|fault| ReplayError { place, fault })?;
        self.is_root = false;
        let Some(action) = &node.action else { return Ok(()) };
        self.actions += 1;
        self.begun = true;
        self.act(action).map_err(|fault| ReplayError {
            place: format!("move {} ({action})", self.actions),
            fault: fault.into(),
        })
    }

    fn act(&mut self, action: &Action) -> Result<(), PlyError> {
        match action {
            Action::Play(ply) => self.play(*ply),
            Action::Forfeit { loser, reason } => self.game.forfeit(*loser, Forfeit::clone(reason)),
        }
    }

    fn play(&mut self, ply: Ply) -> Result<(), PlyError> {
        let rules = self.game.rules();
        if rules.turns == Turns::Random {
            return self.game.play_ply(ply);
        }
        let hands_over = ply.mv == Move::Pass && rules.seasons.is_none();
        if hands_over && self.game.ending().is_none() {
            self.game.set_to_move(!ply.color);
            return Ok(());
        }
        if self.game.position().to_move() == Some(ply.color) {
            return self.game.play(ply.mv);
        }
        self.game.play_out_of_turn(ply)
    }

    fn edit(&mut self, edit: &Edit) -> Result<(), ReplayFault> {
        if *edit == Edit::default() {
            return Ok(());
        }
        if edit.changes_board() || self.is_root {
            self.setups += 1;
            if self.setups > MAX_SETUPS {
                return Err(ReplayFault::TooManySetups);
            }
            self.game = Game::from_setup(&self.setup(edit))?;
        } else if let Some(color) = edit.to_move {
            self.game.set_to_move(color);
        }
        self.begun |= edit.to_move.is_some() || edit.moves_made.is_some();
        Ok(())
    }

    /// The stones that an edit leaves, with turn and seasons as they were.
    fn setup(&self, edit: &Edit) -> Setup {
        let position = self.game.position();
        let edited: HashSet<Cell> = edit.cells().collect();
        let stones = ByColor::from_fn(|color| {
            let kept = position.board().cells().filter(|cell| position.stone(*cell) == Some(color));
            let added = match color {
                Color::Red => &edit.red,
                Color::Blue => &edit.blue,
            };
            kept.filter(|cell| !edited.contains(cell)).chain(added.iter().copied()).collect()
        });
        let made = ByColor::from_fn(|color| position.moves_made(color));
        Setup {
            rules: position.rules().clone(),
            stones,
            to_move: edit.to_move.or(position.to_move().filter(|_| self.begun)),
            moves_made: edit.moves_made.or(self.begun.then_some(made)),
        }
    }
}
