//! JSON bodies, with faults that are told as [`ApiError`]s.

use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::ApiError;

/// A body of JSON: an object. A list would do for a struct too, with its fields in order, which
/// nobody means.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let body = axum::Json::<Value>::from_request(request, state).await;
        let axum::Json(body) = body.map_err(|rejection| fault(&rejection))?;
        if !body.is_object() {
            return Err(ApiError::Refused("expected a JSON object".to_owned()));
        }
        T::deserialize(body).map(Body).map_err(ApiError::refused)
    }
}

fn fault(rejection: &JsonRejection) -> ApiError {
    match rejection {
        JsonRejection::JsonDataError(error) => ApiError::Refused(error.body_text()),
        JsonRejection::JsonSyntaxError(error) => ApiError::Malformed(error.body_text()),
        JsonRejection::MissingJsonContentType(_) => {
            ApiError::NotJson("expected a body of Content-Type application/json".to_owned())
        }
        other if other.status() == 413 => ApiError::TooLarge(other.body_text()),
        other => ApiError::Malformed(other.body_text()),
    }
}
