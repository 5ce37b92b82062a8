//! What an engine remembers between commands: the game, the player and its clock.

use std::time::Duration;

use hexring_control::Limit;
use hexring_game::record::{Format, Record};
use hexring_game::{ByColor, Color, Game, Move, Ply, Rules, RulesError};
use hexring_players::{BuildError, Choice, Control, Player, Spec, decide};
use thiserror::Error;

/// An engine's state.
pub struct Session {
    pub(crate) game: Game,
    pub(crate) spec: Spec,
    pub(crate) player: Box<dyn Player>,
    pub(crate) seed: u64,
    pub(crate) time_left: ByColor<Option<Duration>>,
}

/// Why an engine cannot begin.
#[derive(Debug, Error)]
pub enum SessionError {
    /// The rules contradict each other.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The player could not be made.
    #[error(transparent)]
    Build(#[from] BuildError),
}

impl Session {
    /// An engine that plays as `spec` says, on an empty board under these rules.
    pub fn new(spec: Spec, rules: Rules, seed: u64) -> Result<Self, SessionError> {
        let player = spec.build(seed)?;
        let time_left = ByColor::default();
        Ok(Session { game: Game::new(rules)?, spec, player, seed, time_left })
    }

    /// Clears the board under new rules.
    pub(crate) fn restart(&mut self, rules: Rules) -> Result<(), String> {
        let player = self.spec.build(self.seed).map_err(|error| error.to_string())?;
        self.game = Game::new(rules).map_err(|error| error.to_string())?;
        self.player = player;
        self.time_left = ByColor::default();
        Ok(())
    }

    /// Changes the rules; on another board it is cleared, otherwise the stones stay.
    pub(crate) fn change_rules(&mut self, rules: Rules) -> Result<(), String> {
        if rules.board != self.game.rules().board {
            return self.restart(rules);
        }
        let mut game = Game::new(rules).map_err(|error| error.to_string())?;
        for ply in self.game.plies() {
            game.play_out_of_turn(*ply).map_err(|error| error.to_string())?;
        }
        self.game = game;
        Ok(())
    }

    /// The same player with other options.
    pub(crate) fn replace_player(&mut self, spec: Spec) -> Result<(), String> {
        self.player = spec.build(self.seed).map_err(|error| error.to_string())?;
        self.spec = spec;
        Ok(())
    }

    /// Plays a move of any colour; the protocol allows stones out of turn.
    pub(crate) fn play(&mut self, color: Color, mv: Move) -> Result<(), String> {
        self.game.play_out_of_turn(Ply { color, mv }).map_err(|error| error.to_string())
    }

    /// Lets the player choose for a colour. A copy of the game is thought about, because asking
    /// for a move out of turn changes whose turn it is.
    pub(crate) fn think(
        &mut self,
        color: Color,
        limit: Limit,
        report: &mut dyn FnMut(&Choice),
    ) -> Result<Choice, String> {
        let mut game = self.game.clone();
        self.spec.supports(game.rules(), color).map_err(|error| error.to_string())?;
        game.set_to_move(color);
        let mut control = Control::new(limit, report);
        decide(self.player.as_mut(), &game, &mut control).map_err(|error| error.to_string())
    }
}

/// The game of an SGF text, or its first moves.
pub(crate) fn game_from_sgf(text: &str, moves: Option<&String>) -> Result<Game, String> {
    let record = Record::parse(text, Some(Format::Sgf)).map_err(|error| error.to_string())?;
    let mut game = record.main_game().map_err(|error| error.to_string())?;
    if let Some(word) = moves {
        let bad = |_| format!("bad move number {word}: expected a number");
        let moves: usize = word.parse().map_err(bad)?;
        while game.plies().len() > moves {
            game.undo();
        }
    }
    Ok(game)
}
