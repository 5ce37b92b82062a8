//! What can be done to a game, and how a page asks for it.

use hexring_game::Move;
use hexring_players::table::Table;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
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
    /// Says what somebody is called who holds a seat.
    Name(String),
    /// Offers something to the other person.
    Offer(Offered),
    /// Takes what the other person offers.
    Accept {
        /// The game in which they meet again, if that was offered.
        next: Option<String>,
    },
    /// Ends an offer.
    Decline,
}

/// What people in two browsers offer each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Offered {
    /// Whoever offers it wants to make another move than their last one.
    TakeBack,
    /// Another game, with the colours exchanged.
    Rematch,
}

/// A name for whoever holds a seat.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NameRequest {
    name: String,
}

impl From<NameRequest> for Action {
    fn from(NameRequest { name }: NameRequest) -> Self {
        Action::Name(name)
    }
}

/// Something that one person offers the other.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfferRequest {
    what: Offered,
}

impl From<OfferRequest> for Action {
    fn from(OfferRequest { what }: OfferRequest) -> Self {
        Action::Offer(what)
    }
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
    /// [`Action::Accept`].
    Accept,
    /// [`Action::Decline`].
    Decline,
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

/// Makes a person's move, unless more moves were made than the person saw.
pub(crate) fn play(table: &mut Table, mv: Move, after: Option<usize>) -> Result<(), AppError> {
    let made = table.game().plies().len();
    if let Some(seen) = after.filter(|seen| *seen != made) {
        let text = format!("the game has moved on: {made} moves were made, not {seen}");
        return Err(AppError::Conflict(text));
    }
    Ok(table.play(mv)?)
}
