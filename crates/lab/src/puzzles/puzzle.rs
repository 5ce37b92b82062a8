//! One puzzle: the game that leads to it, and its answer.

use hexring_game::{Cell, Color, Game, Move, PlyError, Rules, RulesError};
use hexring_players::dice::derive;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A position with one winning move, as the end of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// A name that depends on the game alone.
    pub id: String,
    /// The rules in a line.
    pub rules: String,
    /// The moves from the start, separated by spaces.
    pub moves: String,
    /// Who is to move.
    pub to: Color,
    /// The one move that wins.
    pub answer: Cell,
    /// How many of the twelve levels find it.
    pub found: u8,
}

/// Why a puzzle describes no game that goes on.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// The rules cannot be read.
    #[error("bad rules \"{0}\": {1}")]
    Rules(String, String),
    /// There is no game under these rules.
    #[error(transparent)]
    Game(#[from] RulesError),
    /// A word is no move.
    #[error("bad move \"{0}\": {1}")]
    Word(String, String),
    /// A move is not legal.
    #[error(transparent)]
    Move(#[from] PlyError),
    /// The name belongs to another game.
    #[error("its name is {0}: expected {1}")]
    Name(String, String),
}

impl Puzzle {
    /// The puzzle at the end of a game.
    pub(crate) fn new(game: &Game, to: Color, answer: Cell, found: u8) -> Self {
        let rules = game.rules().to_string();
        let moves: Vec<String> = game.plies().iter().map(|ply| ply.mv.to_string()).collect();
        let moves = moves.join(" ");
        Puzzle { id: name(&rules, &moves), rules, moves, to, answer, found }
    }

    /// The game that leads to it.
    pub fn game(&self) -> Result<Game, PuzzleError> {
        let expected = name(&self.rules, &self.moves);
        if self.id != expected {
            return Err(PuzzleError::Name(self.id.clone(), expected));
        }
        let bad_rules =
            |fault: &dyn ToString| PuzzleError::Rules(self.rules.clone(), fault.to_string());
        let rules: Rules = self.rules.parse().map_err(|fault| bad_rules(&fault))?;
        let mut game = Game::new(rules)?;
        for word in self.moves.split_whitespace() {
            let mv: Result<Move, _> = word.parse();
            game.play(mv.map_err(|fault| PuzzleError::Word(word.to_owned(), fault.to_string()))?)?;
        }
        Ok(game)
    }
}

/// Eight letters and digits that no other game has by any but the rarest accident.
fn name(rules: &str, moves: &str) -> String {
    format!("{:08x}", derive(0, &format!("{rules} {moves}")) >> 32)
}
