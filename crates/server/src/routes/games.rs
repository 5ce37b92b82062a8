//! Live games: begin, play, take back, watch, find again.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use hexring_app::{
    Action, Analysis, GameView, HintRequest, LevelView, MoveRequest, NewGame, SettingsRequest, Word,
};
use hexring_control::{Limit, Stop};
use hexring_game::record::Format;
use hexring_players::{Choice, Registry};
use serde::Deserialize;

use super::{Rooms, blocking};
use crate::error::ApiError;
use crate::extract::{Body, Path, Query};
use crate::store::{Listed, MAX_LIST};

/// All players with their options.
pub(super) async fn players(State(rooms): State<Rooms>) -> Json<Registry> {
    Json(rooms.app.players().clone())
}

/// The ten opponents that are offered first.
pub(super) async fn levels(State(rooms): State<Rooms>) -> Json<Vec<LevelView>> {
    Json(rooms.app.levels())
}

pub(super) async fn create(
    State(rooms): State<Rooms>,
    Body(new): Body<NewGame>,
) -> Result<(StatusCode, Json<GameView>), ApiError> {
    let view = blocking(move || Ok(rooms.lobby.open(new)?.view())).await?;
    Ok((StatusCode::CREATED, Json(view)))
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
) -> Result<StatusCode, ApiError> {
    blocking(move || rooms.lobby.delete(&id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn play(
    State(rooms): State<Rooms>,
    Path(id): Path<String>,
    Body(request): Body<MoveRequest>,
) -> Result<Json<GameView>, ApiError> {
    blocking(move || rooms.lobby.find(&id)?.act(&request.into())).await.map(Json)
}

/// A body that says nothing; asked for because no other site can send it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Nothing {}

pub(super) async fn act(
    State(rooms): State<Rooms>,
    Path((id, word)): Path<(String, String)>,
    Body(Nothing {}): Body<Nothing>,
) -> Result<Json<GameView>, ApiError> {
    let unknown = || ApiError::Unknown { what: "action", name: word.chars().take(40).collect() };
    let word = Word::named(&word).ok_or_else(unknown)?;
    let work = move || {
        let session = rooms.lobby.find(&id)?;
        match word {
            Word::Undo => session.act(&Action::Undo),
            Word::Redo => session.act(&Action::Redo),
            Word::Resign => session.act(&Action::Resign),
            Word::Stop => session.stop_thinking(),
            Word::Step => session.step(),
        }
    };
    blocking(work).await.map(Json)
}

pub(super) async fn settings(
    State(rooms): State<Rooms>,
    Path(id): Path<String>,
    Body(request): Body<SettingsRequest>,
) -> Result<Json<GameView>, ApiError> {
    blocking(move || rooms.lobby.find(&id)?.act(&request.into())).await.map(Json)
}

/// What a player would do in the place of the person to move.
pub(super) async fn hint(
    State(rooms): State<Rooms>,
    Path(id): Path<String>,
    Body(hint): Body<HintRequest>,
) -> Result<Json<Choice>, ApiError> {
    let engines = rooms.analysis.clone();
    let analysis = blocking(move || {
        let spec = rooms.app.player(&hint.player)?;
        let (game, seed) =
            rooms.lobby.find(&id)?.look(|live| (live.table().game().clone(), live.table().seed()));
        Ok(Analysis::new(spec, seed, game)?)
    })
    .await?;
    let stop = Stop::new();
    // Whoever goes away calls the search off.
    let _guard = RaiseOnDrop(stop.clone());
    let think = move |limit: &Limit| Ok(analysis.run(limit.clone(), &mut |_| {})?);
    engines.run(&stop, think).await.map(Json)
}

/// Raises a flag when it is dropped.
struct RaiseOnDrop(Stop);

impl Drop for RaiseOnDrop {
    fn drop(&mut self) {
        self.0.raise();
    }
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
