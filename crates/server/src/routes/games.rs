//! Live games: begin, play, take back, watch, find again.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use hexring_app::{
    Action, GameView, LevelView, LiveGame, MoveRequest, NameRequest, NewGame, OfferRequest,
    RulesRequest, RulesView, SettingsRequest, Visit, Word,
};
use hexring_game::record::Format;
use hexring_game::{ByColor, Color};
use hexring_players::Registry;
use serde::{Deserialize, Serialize};

use super::{Rooms, blocking};
use crate::error::ApiError;
use crate::extract::{Body, Key, Path, Query};
use crate::store::{Listed, MAX_LIST};

/// All players with their options.
pub(super) async fn players(State(rooms): State<Rooms>) -> Json<Registry> {
    Json(rooms.app.players().clone())
}

/// The twelve opponents that are offered first.
pub(super) async fn levels(State(rooms): State<Rooms>) -> Json<Vec<LevelView>> {
    Json(rooms.app.levels())
}

/// How a game would begin, and who could play it.
pub(super) async fn rules(
    State(rooms): State<Rooms>,
    Body(request): Body<RulesRequest>,
) -> Result<Json<RulesView>, ApiError> {
    blocking(move || Ok(request.answer(&rooms.app)?)).await.map(Json)
}

/// Where other machines find the page.
#[derive(Serialize)]
pub(super) struct Addresses {
    links: Vec<String>,
    /// Whether only this machine can reach the server.
    local: bool,
}

pub(super) async fn addresses(State(rooms): State<Rooms>) -> Json<Addresses> {
    Json(Addresses { links: rooms.links.links(), local: rooms.links.is_local() })
}

/// A new game, and the keys of its seats for whoever has made it.
#[derive(Serialize)]
pub(super) struct Created {
    #[serde(flatten)]
    game: GameView,
    #[serde(skip_serializing_if = "Option::is_none")]
    keys: Option<ByColor<String>>,
}

pub(super) async fn create(
    State(rooms): State<Rooms>,
    Body(new): Body<NewGame>,
) -> Result<(StatusCode, Json<Created>), ApiError> {
    let work = move || {
        let session = rooms.lobby.open(new)?;
        let keys = session.look(|game| game.keys().cloned());
        Ok(Created { game: session.view(), keys })
    };
    Ok((StatusCode::CREATED, Json(blocking(work).await?)))
}

/// The seat of whoever asks, by the colour at the start.
#[derive(Serialize)]
pub(super) struct Seat {
    seat: Color,
}

pub(super) async fn seat(
    State(rooms): State<Rooms>,
    Path(id): Path<String>,
    key: Key,
) -> Result<Json<Seat>, ApiError> {
    let work = move || {
        let seat = |game: &LiveGame| game.seat(Visit { key: key.text(), now: 0 });
        Ok(Seat { seat: rooms.lobby.find(&id)?.look(seat)? })
    };
    blocking(work).await.map(Json)
}

#[derive(Deserialize)]
pub(super) struct ListQuery {
    #[serde(default)]
    search: String,
    limit: Option<usize>,
}

pub(super) async fn list(
    State(rooms): State<Rooms>,
    Query(query): Query<ListQuery>,
) -> Result<Json<Vec<Listed>>, ApiError> {
    let limit = query.limit.unwrap_or(MAX_LIST);
    blocking(move || rooms.lobby.list(&query.search, limit)).await.map(Json)
}

pub(super) async fn show(
    State(rooms): State<Rooms>,
    Path(id): Path<String>,
) -> Result<Json<GameView>, ApiError> {
    blocking(move || Ok(rooms.lobby.find(&id)?.view())).await.map(Json)
}

pub(super) async fn delete(
    State(rooms): State<Rooms>,
    Path(id): Path<String>,
    key: Key,
) -> Result<StatusCode, ApiError> {
    blocking(move || rooms.lobby.delete(&id, key.text())).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Does something to a game for whoever asks.
async fn change(
    rooms: Rooms,
    id: String,
    key: Key,
    action: Action,
) -> Result<Json<GameView>, ApiError> {
    blocking(move || rooms.lobby.find(&id)?.act(&action, key.text())).await.map(Json)
}

pub(super) async fn play(
    State(rooms): State<Rooms>,
    Path(id): Path<String>,
    key: Key,
    Body(request): Body<MoveRequest>,
) -> Result<Json<GameView>, ApiError> {
    change(rooms, id, key, request.into()).await
}

pub(super) async fn name(
    State(rooms): State<Rooms>,
    Path(id): Path<String>,
    key: Key,
    Body(request): Body<NameRequest>,
) -> Result<Json<GameView>, ApiError> {
    change(rooms, id, key, request.into()).await
}

pub(super) async fn offer(
    State(rooms): State<Rooms>,
    Path(id): Path<String>,
    key: Key,
    Body(request): Body<OfferRequest>,
) -> Result<Json<GameView>, ApiError> {
    change(rooms, id, key, request.into()).await
}

/// A body that says nothing; asked for because no other site can send it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Nothing {}

pub(super) async fn act(
    State(rooms): State<Rooms>,
    Path((id, word)): Path<(String, String)>,
    key: Key,
    Body(Nothing {}): Body<Nothing>,
) -> Result<Json<GameView>, ApiError> {
    let unknown = || ApiError::Unknown { what: "action", name: word.chars().take(40).collect() };
    let word = Word::named(&word).ok_or_else(unknown)?;
    let work = move || {
        let (session, key) = (rooms.lobby.find(&id)?, key.text());
        match word {
            Word::Undo => session.act(&Action::Undo, key),
            Word::Redo => session.act(&Action::Redo, key),
            Word::Resign => session.act(&Action::Resign, key),
            Word::Accept => rooms.lobby.accept(&id, key),
            Word::Decline => session.act(&Action::Decline, key),
            Word::Stop => session.stop_thinking(),
            Word::Step => session.step(),
        }
    };
    blocking(work).await.map(Json)
}

pub(super) async fn settings(
    State(rooms): State<Rooms>,
    Path(id): Path<String>,
    key: Key,
    Body(request): Body<SettingsRequest>,
) -> Result<Json<GameView>, ApiError> {
    change(rooms, id, key, request.into()).await
}

#[derive(Deserialize)]
pub(super) struct RecordQuery {
    format: Option<String>,
}

/// The record of a game, as a file to save.
pub(super) async fn record(
    State(rooms): State<Rooms>,
    Path(id): Path<String>,
    Query(query): Query<RecordQuery>,
) -> Result<impl IntoResponse, ApiError> {
    let format: Format =
        query.format.as_deref().unwrap_or("sgf").parse().map_err(ApiError::refused)?;
    let work = move || {
        let session = rooms.lobby.find(&id)?;
        let text = session.look(|live| live.write(format))?;
        Ok((text, session.id().to_owned()))
    };
    let (text, name) = blocking(work).await?;
    let disposition = format!("attachment; filename=\"hexring-{name}.{}\"", format.extension());
    let kind = format.media_type().to_owned();
    let headers = [(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, disposition)];
    Ok((headers, text))
}
