//! Answers that arrive line by line, each a JSON value.
//!
//! Whoever closes the answer calls the work off.

use std::future::Future;

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use hexring_control::Stop;
use serde::Serialize;
use serde_json::json;
use tokio::sync::mpsc;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

use crate::error::ApiError;

/// Lines that may wait for a slow reader; thoughts beyond them are dropped.
const BACKLOG: usize = 8;

/// Where lines are written to.
pub(super) struct Lines(mpsc::Sender<String>);

/// The same for those who must not keep the answer open, and do not wait.
#[derive(Clone)]
pub(super) struct Asides(mpsc::WeakSender<String>);

/// An answer that some work writes line by line. The work is told to end when nobody reads any
/// more; if it fails, the last line says why.
pub(super) fn answer<W>(work: impl FnOnce(Lines, Stop) -> W) -> Response
where
    W: Future<Output = Result<(), ApiError>> + Send + 'static,
{
    let (sender, receiver) = mpsc::channel(BACKLOG);
    let (stop, lines) = (Stop::new(), Lines(sender.clone()));
    let work = work(lines, stop.clone());
    tokio::spawn(async move {
        let mut work = std::pin::pin!(work);
        let done = tokio::select! {
            done = &mut work => done,
            () = sender.closed() => {
                stop.raise();
                work.await
            }
        };
        if let Err(error) = done {
            let line = json!({ "type": "error", "error": error.to_string() });
            // Nobody may be reading any more.
            let _ = sender.send(line.to_string()).await;
        }
    });
    let lines = ReceiverStream::new(receiver)
        .map(|line| Ok::<_, std::convert::Infallible>(Bytes::from(format!("{line}\n"))));
    let headers = [(header::CONTENT_TYPE, "application/x-ndjson")];
    (headers, Body::from_stream(lines)).into_response()
}

impl Lines {
    /// Writes a line; false if nobody reads any more.
    pub(super) async fn write(&self, line: &impl Serialize) -> bool {
        self.0.send(text(line)).await.is_ok()
    }

    /// A way to write lines that may be dropped.
    pub(super) fn asides(&self) -> Asides {
        Asides(self.0.downgrade())
    }
}

impl Asides {
    /// Says that the work has not begun, and how many are served before.
    pub(super) fn waiting(&self, ahead: usize) {
        self.write(&json!({ "type": "waiting", "ahead": ahead }));
    }

    /// Writes a line, unless the reader is slow or gone.
    pub(super) fn write(&self, line: &impl Serialize) {
        if let Some(lines) = self.0.upgrade() {
            let _ = lines.try_send(text(line));
        }
    }
}

fn text(line: &impl Serialize) -> String {
    serde_json::to_string(line).expect("plain data")
}
