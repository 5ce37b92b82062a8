//! Answers that arrive line by line, each a JSON value.

use std::future::Future;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use tokio::sync::mpsc;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

/// Lines that may wait for a slow reader; thoughts beyond them are dropped.
pub(super) const BACKLOG: usize = 8;

/// The answer whose lines come out of a channel.
pub(super) fn answer(lines: mpsc::Receiver<Value>) -> Response {
    let lines = ReceiverStream::new(lines)
        .map(|line| Ok::<_, std::convert::Infallible>(Bytes::from(format!("{line}\n"))));
    let headers = [(header::CONTENT_TYPE, "application/x-ndjson")];
    (headers, Body::from_stream(lines)).into_response()
}

/// Waits for a search, and tells it to end when nobody reads any more.
pub(super) async fn until_closed<T>(
    lines: &mpsc::Sender<Value>,
    stop: &AtomicBool,
    search: impl Future<Output = T>,
) -> T {
    let mut search = std::pin::pin!(search);
    tokio::select! {
        found = &mut search => found,
        () = lines.closed() => {
            stop.store(true, Ordering::Relaxed);
            search.await
        }
    }
}
