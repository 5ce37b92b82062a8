//! News of a game over a WebSocket: the game with every change, thoughts while a player thinks.
//!
//! A WebSocket rather than server-sent events, because browsers open only six plain connections
//! to one host: with a seventh tab the page would hang.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use super::{Rooms, blocking};
use crate::error::ApiError;
use crate::extract::{Path, Socket};
use crate::presence::Sitting;

/// Clients have nothing to say here but the key of their seat.
const LONGEST_MESSAGE: usize = 1024;

/// What a socket keeps for reading, in bytes; thousands of them may be open.
const BUFFER: usize = 1024;

/// How often a client is asked whether it is still there.
const PING_EVERY: Duration = Duration::from_secs(30);

/// How long a client may say nothing, not even that it is still there.
const SILENCE: Duration = Duration::from_secs(75);

pub(super) async fn live(
    State(rooms): State<Rooms>,
    Path(id): Path<String>,
    Socket(upgrade): Socket,
) -> Result<Response, ApiError> {
    let session = blocking(move || rooms.lobby.find(&id)).await?;
    let seats = Arc::clone(&session);
    Ok(open(upgrade, move || session.subscribe(), move |key| seats.sit(key)))
}

/// News from now on, and everything as it stands now.
pub(super) type Subscription = (broadcast::Receiver<Arc<str>>, Vec<Arc<str>>);

/// Opens a socket that tells what `subscribe` gives first, and all news from then on. Whoever says
/// the key of a seat, as the first words, sits there as long as the socket is open.
pub(super) fn open(
    upgrade: WebSocketUpgrade,
    subscribe: impl Fn() -> Subscription + Send + Sync + 'static,
    sit: impl FnOnce(&str) -> Option<Sitting> + Send + 'static,
) -> Response {
    upgrade
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
        .read_buffer_size(BUFFER)
        .write_buffer_size(0)
        .on_upgrade(move |socket| tell(socket, subscribe, sit))
}

/// Tells news until either side closes, or the other one is silent for too long.
async fn tell(
    mut socket: WebSocket,
    subscribe: impl Fn() -> Subscription + Send + Sync + 'static,
    sit: impl FnOnce(&str) -> Option<Sitting> + Send + 'static,
) {
    let subscribe = Arc::new(subscribe);
    // Locks are waited for on a blocking thread.
    let again = move || {
        let subscribe = Arc::clone(&subscribe);
        blocking(move || Ok(subscribe()))
    };
    let Ok((mut news, now)) = again().await else { return };
    if send_all(&mut socket, &now).await.is_err() {
        return;
    }
    let (mut sit, mut _sitting) = (Some(sit), None);
    let mut ping = tokio::time::interval_at(tokio::time::Instant::now() + PING_EVERY, PING_EVERY);
    let mut heard_at = Instant::now();
    loop {
        tokio::select! {
            heard = socket.recv() => match heard {
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(words)) => {
                    heard_at = Instant::now();
                    if let Message::Text(key) = words && let Some(sit) = sit.take() {
                        _sitting = blocking(move || Ok(sit(key.as_str()))).await.ok().flatten();
                    }
                }
            },
            _ = ping.tick() => {
                let is_silent = heard_at.elapsed() > SILENCE;
                if is_silent || socket.send(Message::Ping(Bytes::new())).await.is_err() {
                    return;
                }
            }
            item = news.recv() => {
                let texts = match item {
                    Ok(text) => vec![text],
                    // Too slow for every thought: begin again with everything as it stands.
                    Err(RecvError::Lagged(_)) => {
                        let Ok((fresh, now)) = again().await else { return };
                        news = fresh;
                        now
                    }
                    Err(RecvError::Closed) => return,
                };
                if send_all(&mut socket, &texts).await.is_err() {
                    return;
                }
            }
        }
    }
}

async fn send_all(socket: &mut WebSocket, texts: &[Arc<str>]) -> Result<(), axum::Error> {
    for text in texts {
        socket.send(Message::Text(text.as_ref().into())).await?;
    }
    Ok(())
}
