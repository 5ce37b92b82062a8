//! What the desk says to a request.

use hexring_app::{AppError, Saved, Summary};
use hexring_game::{Color, Forfeit, Move};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The answer to a request, and what has to be done about it.
#[derive(Debug, Serialize)]
pub struct Answer {
    /// As of HTTP.
    pub status: u16,
    /// What was asked for, or why it was refused.
    pub body: Value,
    /// The game as it has changed: to be kept before anybody is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keep: Option<Kept>,
    /// The search that goes on in the game that was asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<SearchView>,
}

/// A game to be kept.
#[derive(Debug, Serialize)]
pub struct Kept {
    /// Its name.
    pub id: String,
    /// The game.
    pub saved: Saved,
    /// What lists say about it.
    pub summary: Summary,
}

/// A player that is to think about its move.
#[derive(Clone, Debug, Serialize)]
pub struct SearchView {
    /// Which search this is: what it finds is taken under this number.
    pub number: u64,
    /// The revision of the game.
    pub revision: u64,
    /// The colour that the player has.
    pub color: Color,
    /// Its name.
    pub player: String,
    /// The shortest time that the move shall take, in milliseconds.
    pub pace: u64,
    /// The game, for whoever lets the player think.
    pub game: Saved,
}

/// What came of a search.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Found {
    /// A move.
    Move {
        /// The move.
        #[serde(rename = "move")]
        mv: Move,
        /// Whether the player gives up instead.
        resigns: bool,
    },
    /// The player has lost by what it did.
    Lost(Forfeit),
    /// It could not think, and why.
    Failed(String),
}

impl Answer {
    /// What was asked for.
    pub(crate) fn of(body: impl Serialize) -> Result<Self, AppError> {
        let body = serde_json::to_value(body).map_err(AppError::refused)?;
        Ok(Answer { status: 200, body, keep: None, search: None })
    }

    /// A refusal, in words for the person at the page.
    pub(crate) fn refusal(status: u16, text: &str) -> Self {
        Answer { status, body: json!({ "error": text }), keep: None, search: None }
    }

    /// There is no such thing.
    pub(crate) fn unknown(what: &str, name: &str) -> Self {
        Answer::refusal(404, &format!("there is no {what} \"{name}\""))
    }
}

impl From<AppError> for Answer {
    fn from(error: AppError) -> Self {
        let status = match error {
            AppError::Forbidden(_) => 403,
            AppError::Conflict(_) => 409,
            _ => 422,
        };
        Answer::refusal(status, &error.to_string())
    }
}
