//! A game being played: its moves so far, undo, and how it ended.
//!
//! A [`Position`] says what is on the board; a [`Game`] also remembers how it came about. Taking
//! back a move replays the others, which costs microseconds and needs no undo code anywhere.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::color::Color;
use crate::moves::{Move, Ply};
use crate::position::{MoveError, Position, Status};
use crate::rules::{Rules, RulesError, Turns};
use crate::setup::{Setup, SetupError};

/// How a game can end otherwise than by a path or ring.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Forfeit {
    /// The player gave up.
    Resignation,
    /// The player ran out of time.
    Time,
    /// Any other reason, such as an illegal move or a crashed engine.
    Other(String),
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// This colour made its path or ring.
    Won(Color),
    /// This colour lost without the board deciding.
    Forfeited {
        /// Who lost.
        loser: Color,
        /// Why.
        reason: Forfeit,
    },
    /// Without result: a player had no legal cell, and the rules end the game then.
    Discarded,
}

impl Ending {
    /// Who won, if anybody.
    pub fn winner(&self) -> Option<Color> {
        match self {
            Ending::Won(color) => Some(*color),
            Ending::Forfeited { loser, .. } => Some(!*loser),
            Ending::Discarded => None,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Won(color) => write!(f, "{color} wins"),
            Ending::Discarded => f.write_str("no result: a player had no legal cell"),
            Ending::Forfeited { loser, reason } => {
                write!(f, "{} wins: {loser} ", !*loser)?;
                match reason {
                    Forfeit::Resignation => f.write_str("resigned"),
                    Forfeit::Time => f.write_str("ran out of time"),
                    Forfeit::Other(reason) => write!(f, "forfeited ({reason})"),
                }
            }
        }
    }
}

/// Why a ply was refused. The game is unharmed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlyError {
    /// The move is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The other colour is to move.
    #[error("{ply} is out of turn: {expected} is to move")]
    OutOfTurn {
        /// The refused ply.
        ply: Ply,
        /// Who is to move.
        expected: Color,
    },
    /// The game has ended by resignation or another forfeit.
    #[error("{what} is not possible: the game is over, {ending}")]
    Ended {
        /// What was tried.
        what: String,
        /// How the game ended.
        ending: Ending,
    },
}

/// A game from its start to now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    start: Position,
    plies: Vec<Ply>,
    position: Position,
    forfeit: Option<(Color, Forfeit)>,
}

impl Game {
    /// A new game under these rules.
    pub fn new(rules: Rules) -> Result<Self, RulesError> {
        Ok(Game::from_position(Position::new(rules)?))
    }

    /// A game that begins with stones on the board.
    pub fn from_setup(setup: &Setup) -> Result<Self, SetupError> {
        Ok(Game::from_position(Position::from_setup(setup)?))
    }

    /// A game that begins in a position.
    pub fn from_position(start: Position) -> Self {
        Game { position: start.clone(), start, plies: Vec::new(), forfeit: None }
    }

    /// The position in which the game began.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        self.position.rules()
    }

    /// The moves so far.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// How the game ended, if it did.
    pub fn ending(&self) -> Option<Ending> {
        if let Some((loser, reason)) = &self.forfeit {
            return Some(Ending::Forfeited { loser: *loser, reason: reason.clone() });
        }
        match self.position.status() {
            Status::Ongoing => None,
            Status::Won(color) => Some(Ending::Won(color)),
            Status::Discarded => Some(Ending::Discarded),
        }
    }

    /// Says who won the coin flip, under random turns.
    pub fn toss(&mut self, color: Color) -> Result<(), PlyError> {
        self.check_forfeit("a coin flip")?;
        Ok(self.position.toss(color)?)
    }

    /// Makes `color` the player to move, whatever the turn rule says; where a coin is due, this is
    /// its result. Lasts until the next move or undo.
    pub fn set_to_move(&mut self, color: Color) {
        if self.position.coin_due() {
            self.position.toss(color).expect("a coin is due");
        } else {
            self.position.set_to_move(color);
        }
    }

    /// Plays a move for the player to move.
    pub fn play(&mut self, mv: Move) -> Result<(), PlyError> {
        self.check_forfeit(&mv.to_string())?;
        let color = self.position.to_move();
        self.position.play(mv)?;
        // A move was legal, so somebody was to move.
        self.plies.extend(color.map(|color| Ply { color, mv }));
        Ok(())
    }

    /// Plays a move for a given colour: under random turns the colour is the coin's result, and
    /// under alternate turns it must be the player to move.
    pub fn play_ply(&mut self, ply: Ply) -> Result<(), PlyError> {
        let tossed = self.position.coin_due() && self.rules().turns == Turns::Random;
        match self.position.to_move() {
            None if tossed => self.toss(ply.color)?,
            Some(expected) if expected != ply.color => {
                return Err(PlyError::OutOfTurn { ply, expected });
            }
            _ => {}
        }
        let played = self.play(ply.mv);
        if played.is_err() && tossed {
            self.replay(self.plies.len());
        }
        played
    }

    /// Plays a move for any colour, whoever is to move, as analysis boards and the text protocol
    /// ask for: any order of stones is a legal position.
    pub fn play_out_of_turn(&mut self, ply: Ply) -> Result<(), PlyError> {
        self.check_forfeit(&ply.mv.to_string())?;
        let mut next = self.position.clone();
        Game::replay_ply(&mut next, ply)?;
        self.position = next;
        self.plies.push(ply);
        Ok(())
    }

    /// Ends the game: the colour gives up.
    pub fn resign(&mut self, color: Color) -> Result<(), PlyError> {
        self.forfeit(color, Forfeit::Resignation)
    }

    /// Ends the game: the colour loses without the board deciding.
    pub fn forfeit(&mut self, loser: Color, reason: Forfeit) -> Result<(), PlyError> {
        match self.ending() {
            Some(ending) => Err(PlyError::Ended { what: "giving up".to_owned(), ending }),
            None => {
                self.forfeit = Some((loser, reason));
                Ok(())
            }
        }
    }

    /// Takes back the resignation if there is one, otherwise the last move, and says what it was.
    /// Under random turns the coin of that move is to be flipped again.
    pub fn undo(&mut self) -> Option<Ply> {
        if self.forfeit.take().is_some() {
            return None;
        }
        let last = self.plies.pop()?;
        self.replay(self.plies.len());
        Some(last)
    }

    fn replay(&mut self, plies: usize) {
        self.position.clone_from(&self.start);
        for ply in &self.plies[..plies] {
            Game::replay_ply(&mut self.position, *ply).expect("played before");
        }
    }

    fn replay_ply(position: &mut Position, ply: Ply) -> Result<(), MoveError> {
        match position.to_move() {
            None if position.coin_due() => position.toss(ply.color)?,
            Some(color) if color != ply.color => position.set_to_move(ply.color),
            _ => {}
        }
        position.play(ply.mv)
    }

    fn check_forfeit(&self, what: &str) -> Result<(), PlyError> {
        match (&self.forfeit, self.ending()) {
            (Some(_), Some(ending)) => Err(PlyError::Ended { what: what.to_owned(), ending }),
            _ => Ok(()),
        }
    }
}
