//! What can be done to a game, and how a page asks for it.

use hexring_game::Move;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::AppError;

/// Something to do to a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Action {
    /// A person's move.
    Move {
        /// The move.
        mv: Move,
        /// How many moves the person saw: a second click is refused instead of being the answer.
        after: Option<usize>,
    },
    /// Takes back.
    Undo,
    /// Plays again what was taken back.
    Redo,
    /// Gives up, for the person whose turn it is or the only one.
    Resign,
    /// Lets players wait or go on, or changes their pace.
    Settings {
        /// Whether players wait to be told.
        paused: Option<bool>,
        /// The shortest time for a move where two players are watched, in milliseconds.
        pace: Option<u64>,
    },
}

/// A person's move.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveRequest {
    #[serde(rename = "move")]
    mv: Move,
    after: Option<usize>,
}

impl From<MoveRequest> for Action {
    fn from(MoveRequest { mv, after }: MoveRequest) -> Self {
        Action::Move { mv, after }
    }
}

/// The wish that players wait, go on, or play at another pace.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SettingsRequest {
    paused: Option<bool>,
    pace: Option<u64>,
}

impl From<SettingsRequest> for Action {
    fn from(SettingsRequest { paused, pace }: SettingsRequest) -> Self {
        Action::Settings { paused, pace }
    }
}

/// The wish for advice.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HintRequest {
    /// Who is asked.
    pub player: String,
}

/// Things to do to a game that need no more words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Word {
    /// [`Action::Undo`].
    Undo,
    /// [`Action::Redo`].
    Redo,
    /// [`Action::Resign`].
    Resign,
    /// The player that thinks plays the best move that it has.
    Stop,
    /// A waiting player makes one move.
    Step,
}

impl Word {
    /// The word of this name, if there is one.
    pub fn named(name: &str) -> Option<Self> {
        Word::deserialize(Value::from(name)).ok()
    }
}

/// Reads what a page sends: an object. A list would do for a struct too, with its fields in order,
/// which nobody means.
pub fn read_body<T: DeserializeOwned>(body: Value) -> Result<T, AppError> {
    if !body.is_object() {
        return Err(AppError::Refused("expected a JSON object".to_owned()));
    }
    T::deserialize(body).map_err(AppError::refused)
}
