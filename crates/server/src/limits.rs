//! Bodies of requests: how long, how slow, and how many at once.
//!
//! JSON takes a hundred times its length in memory while it is read. So long bodies are read a few
//! at a time; short ones, which are nearly all, wait for nobody's long ones.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;
use tokio_stream::StreamExt;

use crate::error::ApiError;

/// The longest body, in bytes: a record with thousands of nodes.
const LONGEST: usize = 1 << 20;

/// How much of a longer body is read and thrown away. Who is answered while it still sends may see
/// a broken connection instead of the answer.
const THROWN_AWAY: usize = 16 << 20;

/// The longest body that is short, in bytes: everything but long records.
const SHORT: usize = 32 << 10;

/// How many long bodies there are at once, from their first byte to the answer.
const LONG_ONES: usize = 2;

/// How many bodies are worked on at once.
const ALL: usize = 128;

/// How long a body may take to arrive.
const TIME: Duration = Duration::from_secs(20);

/// How much is read at once.
pub(crate) struct Limits {
    long: Semaphore,
    all: Semaphore,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { long: Semaphore::new(LONG_ONES), all: Semaphore::new(ALL) }
    }
}

/// Reads the body of a request, and lets it be worked on when it is its turn.
pub(crate) async fn limit(
    State(limits): State<Arc<Limits>>,
    request: Request,
    next: Next,
) -> Response {
    if axum::body::HttpBody::is_end_stream(request.body()) {
        return next.run(request).await;
    }
    match limits.read(request).await {
        Ok((request, _places)) => next.run(request).await,
        Err(error) => error.into_response(),
    }
}

impl Limits {
    async fn read(
        &self,
        request: Request,
    ) -> Result<(Request, [Option<SemaphorePermit<'_>>; 2]), ApiError> {
        let (head, body) = request.into_parts();
        let length = head.headers.get(header::CONTENT_LENGTH);
        let length = length.and_then(|text| text.to_str().ok()?.parse::<usize>().ok());
        // What is too long is not kept, so it waits for no place among the long ones.
        let is_kept = length.is_none_or(|length| (SHORT + 1..=LONGEST).contains(&length));
        let long = if is_kept { self.long.acquire().await.ok() } else { None };
        let late = |_| ApiError::Late(format!("the body did not arrive within {TIME:?}"));
        let bytes = timeout(TIME, arrived(body)).await.map_err(late)??;
        let place = self.all.acquire().await.ok();
        Ok((Request::from_parts(head, Body::from(bytes)), [long, place]))
    }
}

/// The whole of a body that is not too long.
async fn arrived(body: Body) -> Result<Bytes, ApiError> {
    let mut parts = body.into_data_stream();
    let (mut kept, mut length) = (Vec::new(), 0);
    while let Some(part) = parts.next().await {
        let part = part.map_err(|error| ApiError::Malformed(format!("a broken body: {error}")))?;
        length += part.len();
        if length > THROWN_AWAY {
            break;
        }
        if length <= LONGEST { kept.extend_from_slice(&part) } else { kept = Vec::new() }
    }
    if length > LONGEST {
        return Err(ApiError::TooLarge(format!("the body is longer than {LONGEST} bytes")));
    }
    Ok(kept.into())
}
