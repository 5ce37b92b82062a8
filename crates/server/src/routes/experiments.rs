//! The laboratory over HTTP: what there is, quick matches, running, reports, games.

use std::time::{SystemTime, UNIX_EPOCH};

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use hexring_app::App;
use hexring_control::{Limit, Stop};
use hexring_game::record::Format;
use hexring_lab::experiment::ExperimentFile;
use hexring_lab::report::Document;
use hexring_lab::rows::GameLine;
use hexring_lab::{GameFilter, QuickMatch, export};
use serde::Deserialize;
use serde_json::{Value, json};

use super::games::Nothing;
use super::{Rooms, blocking, live};
use crate::error::ApiError;
use crate::extract::{Body, Path, Query, Socket};
use crate::laboratory::{ExperimentView, changed};
use crate::lobby::new_seed;

/// The most games in one answer.
const MAX_LIST: usize = 200;

/// Reports bring their style and pictures with them and need nothing else.
const REPORT_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'";

pub(super) async fn list(
    State(rooms): State<Rooms>,
) -> Result<Json<Vec<ExperimentView>>, ApiError> {
    let list = move |_: &Limit| rooms.laboratory.list();
    rooms.desk.run(&Stop::new(), list).await.map(Json)
}

/// The match as an experiment, with players that may play here.
fn laid_out(mut new: QuickMatch, app: &App) -> Result<ExperimentFile, ApiError> {
    let player = |text: &String| Ok(app.player(text)?.to_string());
    new.players = new.players.iter().map(player).collect::<Result<_, ApiError>>()?;
    new.experiment(new_seed()).map_err(ApiError::refused)
}

/// A new quick match, which begins as soon as it is its turn.
pub(super) async fn create(
    State(rooms): State<Rooms>,
    Body(new): Body<QuickMatch>,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    let (app, laboratory) = (rooms.app, rooms.laboratory);
    let add = move || laboratory.add_match(&new_name(), &laid_out(new, &app)?);
    let name = blocking(add).await?;
    Ok((StatusCode::CREATED, Json(json!({ "name": name }))))
}

/// A name that sorts by its age.
fn new_name() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("{:011}-{:04x}", since.as_secs(), new_seed() & 0xffff)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Start {
    /// A few games of each setting only.
    #[serde(default)]
    quick: bool,
}

pub(super) async fn start(
    State(rooms): State<Rooms>,
    Path(name): Path<String>,
    Body(Start { quick }): Body<Start>,
) -> Result<StatusCode, ApiError> {
    blocking(move || rooms.laboratory.start(&name, quick)).await?;
    Ok(StatusCode::ACCEPTED)
}

pub(super) async fn stop(
    State(rooms): State<Rooms>,
    Path(name): Path<String>,
    Body(Nothing {}): Body<Nothing>,
) -> Result<StatusCode, ApiError> {
    blocking(move || rooms.laboratory.stop(&name)).await?;
    Ok(StatusCode::ACCEPTED)
}

pub(super) async fn delete(
    State(rooms): State<Rooms>,
    Path(name): Path<String>,
) -> Result<StatusCode, ApiError> {
    blocking(move || rooms.laboratory.delete_match(&name)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Which report.
#[derive(Deserialize)]
pub(super) struct ReportQuery {
    #[serde(default)]
    quick: bool,
}

/// The report as data, for the page to lay out.
pub(super) async fn report(
    State(rooms): State<Rooms>,
    Path(name): Path<String>,
    Query(query): Query<ReportQuery>,
) -> Result<Json<Document>, ApiError> {
    let make = move |_: &Limit| Ok(rooms.laboratory.report(&name, query.quick)?.document().clone());
    rooms.desk.run(&Stop::new(), make).await.map(Json)
}

/// The report as a page of its own.
pub(super) async fn report_page(
    State(rooms): State<Rooms>,
    Path(name): Path<String>,
    Query(query): Query<ReportQuery>,
) -> Result<Response, ApiError> {
    let make = move |_: &Limit| Ok(rooms.laboratory.report(&name, query.quick)?.page());
    let page = rooms.desk.run(&Stop::new(), make).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, REPORT_POLICY),
    ];
    Ok((headers, page).into_response())
}

/// Which games.
#[derive(Deserialize)]
pub(super) struct GamesQuery {
    part: Option<String>,
    player: Option<String>,
    #[serde(default)]
    from: usize,
    limit: Option<usize>,
}

pub(super) async fn games(
    State(rooms): State<Rooms>,
    Path(name): Path<String>,
    Query(query): Query<GamesQuery>,
) -> Result<Json<Vec<GameLine>>, ApiError> {
    let most = query.limit.unwrap_or(MAX_LIST).min(MAX_LIST);
    let given = |text: Option<String>| text.filter(|text| !text.is_empty());
    let filter =
        GameFilter { part: given(query.part), player: given(query.player), from: query.from, most };
    let work =
        move || Ok(rooms.laboratory.games(&name, &filter)?.into_iter().map(Into::into).collect());
    blocking(work).await.map(Json)
}

/// As what.
#[derive(Deserialize)]
pub(super) struct ExportQuery {
    format: String,
}

/// All games of an experiment, to be saved.
pub(super) async fn export(
    State(rooms): State<Rooms>,
    Path(name): Path<String>,
    Query(query): Query<ExportQuery>,
) -> Result<Response, ApiError> {
    let format: export::Format = query.format.parse().map_err(ApiError::refused)?;
    let attachment = format!("attachment; filename=\"{name}.{format}\"");
    let filter = GameFilter { most: usize::MAX, ..GameFilter::default() };
    let write = move |_: &Limit| {
        let games = rooms.laboratory.games(&name, &filter)?;
        export::write(&games, format).map_err(ApiError::refused)
    };
    let file = rooms.desk.run(&Stop::new(), write).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream".to_owned()),
        (header::CONTENT_DISPOSITION, attachment),
    ];
    Ok((headers, file).into_response())
}

/// Which game.
#[derive(Deserialize)]
pub(super) struct KeyQuery {
    key: String,
}

/// The record of a stored game, to be replayed.
pub(super) async fn record(
    State(rooms): State<Rooms>,
    Path(name): Path<String>,
    Query(KeyQuery { key }): Query<KeyQuery>,
) -> Result<Json<Value>, ApiError> {
    let work = move || {
        let row = rooms.laboratory.game(&name, &key)?;
        let record = export::record(&row).map_err(ApiError::refused)?;
        let text = record.write(Format::Json).map_err(ApiError::refused)?;
        serde_json::from_str(&text).map_err(ApiError::refused)
    };
    blocking(work).await.map(Json)
}

/// News of the laboratory over a WebSocket.
pub(super) async fn news(
    State(rooms): State<Rooms>,
    Socket(upgrade): Socket,
) -> Result<Response, ApiError> {
    Ok(live::open(upgrade, move || (rooms.laboratory.subscribe(), vec![changed()]), |_| None))
}
