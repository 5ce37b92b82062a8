//! What was played in a position.

use axum::Json;
use axum::extract::State;
use hexring_control::{Limit, Stop};

use super::Rooms;
use crate::error::ApiError;
use crate::explorer::{Found, Look, OWN_GAMES, Question};
use crate::extract::Body;

/// The word for the server's own games.
const OWN: &str = "games";

pub(super) async fn explore(
    State(rooms): State<Rooms>,
    Body(question): Body<Question>,
) -> Result<Json<Found>, ApiError> {
    let desk = rooms.desk.clone();
    let explore = move |limit: &Limit| {
        let mut look = Look::new(&question)?;
        let source = question.source.as_deref();
        if source.is_none_or(|source| source == OWN) {
            look.at_own(rooms.lobby.newest(OWN_GAMES)?);
        }
        if source != Some(OWN) {
            for (name, store) in rooms.laboratory.stores(source)? {
                look.at_store(&name, &store, limit)?;
            }
        }
        Ok(look.found())
    };
    desk.run(&Stop::new(), explore).await.map(Json)
}
