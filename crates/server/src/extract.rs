//! Parts of requests, with faults that are told as [`ApiError`]s.

use std::convert::Infallible;

use axum::extract::rejection::JsonRejection;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use hexring_app::read_body;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::ApiError;

/// A body of JSON.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let body = axum::Json::<Value>::from_request(request, state).await;
        let axum::Json(body) = body.map_err(|rejection| fault(&rejection))?;
        Ok(Body(read_body(body)?))
    }
}

fn fault(rejection: &JsonRejection) -> ApiError {
    match rejection {
        JsonRejection::JsonDataError(error) => ApiError::Refused(error.body_text()),
        JsonRejection::JsonSyntaxError(error) => ApiError::Malformed(error.body_text()),
        JsonRejection::MissingJsonContentType(_) => {
            ApiError::NotJson("expected a body of Content-Type application/json".to_owned())
        }
        other => ApiError::Malformed(other.body_text()),
    }
}

/// What stands after the question mark.
pub(crate) struct Query<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let query = axum::extract::Query::from_request_parts(parts, state).await;
        let bad = |rejection: axum::extract::rejection::QueryRejection| rejection.body_text();
        query.map(|query| Query(query.0)).map_err(bad).map_err(ApiError::Malformed)
    }
}

/// The variable parts of a path.
pub(crate) struct Path<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path = axum::extract::Path::from_request_parts(parts, state).await;
        let bad = |rejection: axum::extract::rejection::PathRejection| rejection.body_text();
        path.map(|path| Path(path.0)).map_err(bad).map_err(ApiError::Malformed)
    }
}

/// The key of a seat that whoever asks holds, in the header `Seat`.
pub(crate) struct Key(Option<String>);

impl Key {
    pub(crate) fn text(&self) -> Option<&str> {
        self.0.as_deref()
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Key {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let key = parts.headers.get("seat").and_then(|key| key.to_str().ok());
        Ok(Key(key.map(ToOwned::to_owned)))
    }
}

/// The wish for a WebSocket.
pub(crate) struct Socket(pub(crate) WebSocketUpgrade);

impl<S: Send + Sync> FromRequestParts<S> for Socket {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let socket = WebSocketUpgrade::from_request_parts(parts, state).await;
        let bad = |rejection: axum::extract::ws::rejection::WebSocketUpgradeRejection| {
            format!("expected a WebSocket: {}", rejection.body_text())
        };
        socket.map(Socket).map_err(bad).map_err(ApiError::Malformed)
    }
}
