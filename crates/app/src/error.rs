//! Why a question has no answer.

use std::fmt::Display;

use hexring_players::table::TableError;
use thiserror::Error;

/// Why a question has no answer. The text is for the person at the page.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AppError {
    /// The question is understood and cannot be: an illegal move, rules that do not fit together,
    /// a player that cannot play them.
    #[error("{0}")]
    Refused(String),
    /// It is somebody else's turn, or the game has moved on.
    #[error("{0}")]
    Conflict(String),
    /// It is for who holds a seat.
    #[error("{0}")]
    Forbidden(String),
}

impl AppError {
    /// A refusal with the words of another error.
    pub fn refused(error: impl Display) -> Self {
        AppError::Refused(error.to_string())
    }

    /// A conflict with the words of another error.
    pub fn conflict(error: impl Display) -> Self {
        AppError::Conflict(error.to_string())
    }
}

/// What was refused at the table is a conflict where it may be right another time.
impl From<TableError> for AppError {
    fn from(error: TableError) -> Self {
        match error {
            TableError::Ply(error) => AppError::refused(error),
            other => AppError::conflict(other),
        }
    }
}
