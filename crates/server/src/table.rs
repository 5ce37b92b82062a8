//! A game with its two seats: whose turn it is, what may be taken back, what a coin says.
//!
//! Seats belong to people and players, colours to the board: after a swap of sides each seat plays
//! the other colour. The coin of every move comes from the table's seed and the number of moves,
//! so taking a move back and playing it again is not a new flip.

use hexring_game::record::{Format, Record};
use hexring_game::{ByColor, Color, Ending, Game, Move, Ply, Swap};
use hexring_players::{Choice, Spec};
use rand::Rng;
use serde::{Deserialize, Serialize};

use crate::error::ApiError;

/// The longest pause between two moves of players, in milliseconds.
pub(crate) const MAX_PACE: u64 = 10_000;

/// A game being played.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) game: Game,
    /// Moves that were taken back, the next one last.
    pub(crate) redo: Vec<Ply>,
    /// Who sits where; by the colour at the start.
    pub(crate) players: ByColor<Spec>,
    pub(crate) seed: u64,
    /// Whether players wait to be told.
    pub(crate) paused: bool,
    /// The shortest time for a move where two players are watched, in milliseconds.
    pub(crate) pace: u64,
}

/// Who has to do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    Person(Color),
    Player(Color),
    Over,
}

/// A table as it is stored.
#[derive(Serialize, Deserialize)]
pub(crate) struct Saved {
    record: serde_json::Value,
    redo: Vec<Ply>,
    players: ByColor<String>,
    seed: u64,
    paused: bool,
    pace: u64,
}

impl Table {
    /// A table at which a game goes on.
    pub(crate) fn new(game: Game, players: ByColor<Spec>, seed: u64) -> Result<Self, ApiError> {
        for color in Color::ALL {
            let player = players[color].build(seed);
            player.supports(game.rules(), color).map_err(ApiError::refused)?;
            // The seats change colours after a swap of sides.
            if game.rules().swap == Swap::Sides {
                player.supports(game.rules(), !color).map_err(ApiError::refused)?;
            }
        }
        let mut table = Table { game, redo: Vec::new(), players, seed, paused: false, pace: 600 };
        table.settle();
        Ok(table)
    }

    /// Who plays a colour now.
    pub(crate) fn seat(&self, color: Color) -> &Spec {
        let swapped = self.game.position().sides_swapped();
        &self.players[if swapped { !color } else { color }]
    }

    /// Whose turn it is.
    pub(crate) fn turn(&self) -> Turn {
        match (self.game.ending(), self.game.position().to_move()) {
            (None, Some(color)) if self.seat(color).is_human() => Turn::Person(color),
            (None, Some(color)) => Turn::Player(color),
            _ => Turn::Over,
        }
    }

    /// Whether nobody at the table is a person.
    pub(crate) fn is_watched(&self) -> bool {
        Color::ALL.iter().all(|color| !self.players[*color].is_human())
    }

    /// A person's move. `after` is the number of moves that the person saw, if it was told.
    pub(crate) fn play(&mut self, mv: Move, after: Option<usize>) -> Result<(), ApiError> {
        let made = self.game.plies().len();
        if let Some(seen) = after.filter(|seen| *seen != made) {
            let text = format!("the game has moved on: {made} moves were made, not {seen}");
            return Err(ApiError::Conflict(text));
        }
        if let Turn::Player(color) = self.turn() {
            let text = format!("it is the turn of {} ({color})", self.seat(color));
            return Err(ApiError::Conflict(text));
        }
        self.put(&Choice::new(mv))
    }

    /// What was chosen for the player to move: a move, or to give up.
    pub(crate) fn put(&mut self, choice: &Choice) -> Result<(), ApiError> {
        choice.play(&mut self.game).map_err(ApiError::refused)?;
        self.redo.clear();
        self.settle();
        Ok(())
    }

    /// Ends the game for the person whose turn it is, or for the only person there is.
    pub(crate) fn resign(&mut self) -> Result<(), ApiError> {
        let loser = match self.turn() {
            Turn::Person(color) => color,
            _ => Color::ALL
                .into_iter()
                .find(|color| self.seat(*color).is_human())
                .ok_or_else(|| ApiError::Conflict("no person plays here".to_owned()))?,
        };
        self.game.resign(loser).map_err(ApiError::refused)
    }

    /// Whether [`Table::undo`] would do anything.
    pub(crate) fn can_undo(&self) -> bool {
        self.is_forfeited() || self.last_own_ply().is_some()
    }

    /// Takes back a person's resignation, or moves until the last person to have moved moves again. Where
    /// two players are watched it is one move, and they wait.
    pub(crate) fn undo(&mut self) -> Result<(), ApiError> {
        if let Some(Ending::Forfeited { loser, .. }) = self.game.ending() {
            self.game.undo();
            // A player would resign again.
            if self.seat(loser).is_human() {
                return Ok(());
            }
        }
        let nothing = || ApiError::Conflict("there is no move to take back".to_owned());
        let keep = self.last_own_ply().ok_or_else(nothing)?;
        while self.game.plies().len() > keep {
            self.redo.extend(self.game.undo());
        }
        self.paused |= self.is_watched();
        self.settle();
        Ok(())
    }

    /// Plays again what was taken back, up to the next turn of a person.
    pub(crate) fn redo(&mut self) -> Result<(), ApiError> {
        if self.redo.is_empty() {
            return Err(ApiError::Conflict("there is no move to play again".to_owned()));
        }
        while let Some(ply) = self.redo.pop() {
            self.game.play_out_of_turn(ply).map_err(ApiError::refused)?;
            self.settle();
            if self.is_watched() || matches!(self.turn(), Turn::Person(_)) {
                break;
            }
        }
        Ok(())
    }

    fn is_forfeited(&self) -> bool {
        matches!(self.game.ending(), Some(Ending::Forfeited { .. }))
    }

    /// The last move that was somebody's decision to take back: a person's, or anybody's where no
    /// person plays.
    fn last_own_ply(&self) -> Option<usize> {
        let plies = self.game.plies();
        let sides = self.game.rules().swap == Swap::Sides;
        let swap = plies.iter().position(|ply| ply.mv == Move::Swap).filter(|_| sides);
        let human = |index: usize, color: Color| {
            let swapped = swap.is_some_and(|swap| swap < index);
            self.players[if swapped { !color } else { color }].is_human()
        };
        let own = |(index, ply): &(usize, &Ply)| {
            self.is_watched() || (human(*index, ply.color) && ply.mv != Move::Pass)
        };
        plies.iter().enumerate().rev().find(own).map(|(index, _)| index)
    }

    /// Flips coins and makes people pass who cannot move, until somebody has a decision to make.
    fn settle(&mut self) {
        while self.game.ending().is_none() {
            let position = self.game.position();
            if position.coin_due() {
                let color = self.coin();
                self.game.toss(color).expect("a coin is due");
            } else if let (Turn::Person(color), true) = (self.turn(), position.is_legal(Move::Pass))
            {
                self.game.play(Move::Pass).expect("a pass is legal");
                let pass = Ply { color, mv: Move::Pass };
                self.redo.pop_if(|ply| *ply == pass);
            } else {
                return;
            }
        }
    }

    fn coin(&self) -> Color {
        if let Some(ply) = self.redo.last() {
            return ply.color;
        }
        let mut dice = hexring_players::dice::dice(!self.seed, &self.game);
        if dice.next_u32() >> 31 == 0 { Color::Red } else { Color::Blue }
    }

    /// The record of the game, with the names of the seats.
    pub(crate) fn record(&self) -> Result<Record, ApiError> {
        let mut record = Record::from_game(&self.game).map_err(ApiError::refused)?;
        record.info.players = self.players.clone().map(|spec| spec.to_string());
        Ok(record)
    }

    /// The table as it is stored.
    pub(crate) fn save(&self) -> Result<Saved, ApiError> {
        let record = self.record()?.write(Format::Json).map_err(ApiError::refused)?;
        Ok(Saved {
            record: serde_json::from_str(&record).expect("records are written as JSON"),
            redo: self.redo.clone(),
            players: self.players.clone().map(|spec| spec.to_string()),
            seed: self.seed,
            paused: self.paused,
            pace: self.pace,
        })
    }

    /// The table that was stored.
    pub(crate) fn load(saved: Saved) -> Result<Self, ApiError> {
        let text = saved.record.to_string();
        let record = Record::parse(&text, Some(Format::Json)).map_err(ApiError::refused)?;
        let game = record.main_game().map_err(ApiError::refused)?;
        let spec = |text: &str| text.parse::<Spec>().map_err(ApiError::refused);
        let players = ByColor { red: spec(&saved.players.red)?, blue: spec(&saved.players.blue)? };
        Ok(Table {
            game,
            redo: saved.redo,
            players,
            seed: saved.seed,
            paused: saved.paused,
            pace: saved.pace.min(MAX_PACE),
        })
    }
}
