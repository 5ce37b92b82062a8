//! News of a game over a WebSocket: the game with every change, thoughts while a player thinks.
//!
//! A WebSocket rather than server-sent events, because browsers open only six plain connections
//! to one host: with a seventh tab the page would hang.

use std::sync::Arc;

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use super::{Rooms, blocking};
use crate::error::ApiError;

/// Clients have nothing to say here.
pub(super) const MAX_MESSAGE: usize = 1024;

pub(super) async fn live(
    State(rooms): State<Rooms>,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let session = blocking(move || rooms.lobby.find(&id)).await?;
    let upgrade = upgrade.max_message_size(MAX_MESSAGE);
    Ok(upgrade.on_upgrade(move |socket| tell(socket, move || session.subscribe())))
}

/// News from now on, and everything as it stands now.
pub(super) type Subscription = (broadcast::Receiver<Arc<str>>, Arc<str>);

/// Sends what `subscribe` gives first, and all news from then on, until either side closes.
pub(super) async fn tell(
    mut socket: WebSocket,
    subscribe: impl Fn() -> Subscription + Send + Sync + 'static,
) {
    let subscribe = Arc::new(subscribe);
    // Locks are waited for on a blocking thread.
    let again = move || {
        let subscribe = Arc::clone(&subscribe);
        blocking(move || Ok(subscribe()))
    };
    let Ok((mut news, now)) = again().await else { return };
    if send(&mut socket, &now).await.is_err() {
        return;
    }
    loop {
        tokio::select! {
            heard = socket.recv() => match heard {
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => {}
            },
            item = news.recv() => {
                let text = match item {
                    Ok(text) => text,
                    // Too slow for every thought: begin again with everything as it stands.
                    Err(RecvError::Lagged(_)) => {
                        let Ok((fresh, now)) = again().await else { return };
                        news = fresh;
                        now
                    }
                    Err(RecvError::Closed) => return,
                };
                if send(&mut socket, &text).await.is_err() {
                    return;
                }
            }
        }
    }
}

async fn send(socket: &mut WebSocket, text: &Arc<str>) -> Result<(), axum::Error> {
    socket.send(Message::Text(text.as_ref().into())).await
}
