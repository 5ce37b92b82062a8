//! Everything that can be wrong with a request, and the one place that knows its status.

use axum::Json;
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use hexring_app::AppError;
use hexring_lab::experiment::FileError;
use hexring_lab::{LaboratoryError, StoreError};
use serde_json::json;
use thiserror::Error;

/// The longest text of a refusal, in characters: it may repeat what was sent.
const LONGEST_TEXT: usize = 1000;

/// Why a request was refused. The text is for the person at the page.
#[derive(Debug, Error)]
pub(crate) enum ApiError {
    /// The request is no request: bad JSON, a missing field.
    #[error("{0}")]
    Malformed(String),
    /// Another site asks, or the request came by another name than the server's.
    #[error("{0}")]
    Foreign(String),
    /// There is no such thing.
    #[error("there is no {what} \"{name}\"")]
    Unknown {
        /// What was looked for.
        what: &'static str,
        /// Its name.
        name: String,
    },
    /// It is somebody else's turn, or the game has moved on.
    #[error("{0}")]
    Conflict(String),
    /// It is for who holds a seat.
    #[error("{0}")]
    Forbidden(String),
    /// The path is there, but not for this.
    #[error("{0} is not possible here")]
    BadMethod(Method),
    /// The body did not arrive in time.
    #[error("{0}")]
    Late(String),
    /// The body is too long.
    #[error("{0}")]
    TooLarge(String),
    /// The body is no JSON.
    #[error("{0}")]
    NotJson(String),
    /// The request is understood and cannot be: an illegal move, rules that do not fit together, a
    /// player that cannot play them.
    #[error("{0}")]
    Refused(String),
    /// Too many are waiting already.
    #[error("{0}")]
    Busy(String),
    /// A fault of this program.
    #[error("the server failed at this; the game is as it was")]
    Failed,
    /// Whoever asks has not said the word that lets people in.
    #[error("{0}")]
    Stranger(&'static str),
    /// The disk is full or gone.
    #[error("the game could not be {what}: {error}")]
    Storage {
        /// What was to be done to it.
        what: &'static str,
        /// The words of the database.
        error: rusqlite::Error,
    },
    /// The same in the laboratory.
    #[error("{0}")]
    Disk(String),
}

impl ApiError {
    /// A refusal with the words of another error.
    pub(crate) fn refused(error: impl std::fmt::Display) -> Self {
        ApiError::Refused(error.to_string())
    }

    /// The words of the file system.
    #[allow(clippy::needless_pass_by_value, reason = "errors are mapped by it")]
    pub(crate) fn disk(error: std::io::Error) -> Self {
        ApiError::Disk(error.to_string())
    }

    /// An unknown game.
    pub(crate) fn no_game(id: &str) -> Self {
        ApiError::Unknown { what: "game", name: id.chars().take(40).collect() }
    }

    fn status(&self) -> StatusCode {
        match self {
            ApiError::Malformed(_) => StatusCode::BAD_REQUEST,
            ApiError::Stranger(_) => StatusCode::UNAUTHORIZED,
            ApiError::Foreign(_) | ApiError::Forbidden(_) => StatusCode::FORBIDDEN,
            ApiError::BadMethod(_) => StatusCode::METHOD_NOT_ALLOWED,
            ApiError::Late(_) => StatusCode::REQUEST_TIMEOUT,
            ApiError::Unknown { .. } => StatusCode::NOT_FOUND,
            ApiError::Conflict(_) => StatusCode::CONFLICT,
            ApiError::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            ApiError::NotJson(_) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            ApiError::Refused(_) => StatusCode::UNPROCESSABLE_ENTITY,
            ApiError::Busy(_) => StatusCode::TOO_MANY_REQUESTS,
            ApiError::Failed => StatusCode::INTERNAL_SERVER_ERROR,
            ApiError::Storage { .. } | ApiError::Disk(_) => StatusCode::INSUFFICIENT_STORAGE,
        }
    }
}

impl From<AppError> for ApiError {
    fn from(error: AppError) -> Self {
        match error {
            AppError::Conflict(text) => ApiError::Conflict(text),
            AppError::Forbidden(text) => ApiError::Forbidden(text),
            other => ApiError::Refused(other.to_string()),
        }
    }
}

impl From<LaboratoryError> for ApiError {
    fn from(error: LaboratoryError) -> Self {
        match error {
            LaboratoryError::Unknown { name, .. } => {
                ApiError::Unknown { what: "experiment", name: name.chars().take(40).collect() }
            }
            LaboratoryError::File(FileError::Bad { fault, .. }) => ApiError::refused(fault),
            LaboratoryError::Bad(fault) => ApiError::Refused(fault.message),
            LaboratoryError::Store(StoreError::InUse { .. }) => {
                ApiError::Conflict(error.to_string())
            }
            LaboratoryError::Run(error) => ApiError::refused(error),
            other => ApiError::Disk(chain(&other)),
        }
    }
}

/// An error with everything that led to it.
fn chain(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let text: String = self.to_string().chars().take(LONGEST_TEXT).collect();
        (self.status(), Json(json!({ "error": text }))).into_response()
    }
}
