//! Live games: begin, play, take back, watch, find again.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use hexring_game::record::Format;
use hexring_game::{ByColor, Game, Move};
use hexring_players::Choice;
use hexring_players::level::LEVELS;
use hexring_players::registry::{Entry, PLAYERS};
use serde::Deserialize;
use serde_json::Value;

use super::{App, blocking, read_record};
use crate::engines::Job;
use crate::error::ApiError;
use crate::extract::Body;
use crate::limits;
use crate::lobby::new_seed;
use crate::rules::RulesForm;
use crate::store::{Listed, MAX_LIST};
use crate::table::{MAX_PACE, Table};
use crate::view::{self, GameView};

/// All players of the registry with their options.
pub(super) async fn players() -> Json<&'static [&'static Entry]> {
    Json(PLAYERS)
}

/// The ten opponents that are offered first.
pub(super) async fn levels() -> Json<Vec<Value>> {
    Json(LEVELS.iter().map(view::level).collect())
}

/// A new game: by rules, or going on from a record.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewGame {
    rules: Option<RulesForm>,
    record: Option<Value>,
    players: ByColor<String>,
    seed: Option<u64>,
    #[serde(default)]
    paused: bool,
    pace: Option<u64>,
}

impl NewGame {
    fn table(self) -> Result<Table, ApiError> {
        let seed = self.seed.unwrap_or_else(new_seed);
        let game = match (self.rules, &self.record) {
            (Some(rules), None) => Game::new(rules.rules(seed)?).map_err(ApiError::refused)?,
            (None, Some(record)) => read_record(record)?.main_game().map_err(ApiError::refused)?,
            _ => return Err(ApiError::Refused("expected either rules or a record".to_owned())),
        };
        let players = ByColor {
            red: limits::player(&self.players.red)?,
            blue: limits::player(&self.players.blue)?,
        };
        let mut table = Table::new(game, players, seed)?;
        table.paused = self.paused;
        table.pace = check_pace(self.pace.unwrap_or(table.pace))?;
        Ok(table)
    }
}

pub(super) async fn create(
    State(app): State<App>,
    Body(new): Body<NewGame>,
) -> Result<(StatusCode, Json<GameView>), ApiError> {
    let view = blocking(move || Ok(app.lobby.open(new.table()?)?.view())).await?;
    Ok((StatusCode::CREATED, Json(view)))
}

#[derive(Deserialize)]
pub(super) struct ListQuery {
    #[serde(default)]
    search: String,
    limit: Option<usize>,
}

pub(super) async fn list(
    State(app): State<App>,
    Query(query): Query<ListQuery>,
) -> Result<Json<Vec<Listed>>, ApiError> {
    let limit = query.limit.unwrap_or(MAX_LIST);
    blocking(move || app.lobby.list(&query.search, limit)).await.map(Json)
}

pub(super) async fn show(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<GameView>, ApiError> {
    blocking(move || Ok(app.lobby.find(&id)?.view())).await.map(Json)
}

pub(super) async fn delete(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    blocking(move || app.lobby.delete(&id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewMove {
    #[serde(rename = "move")]
    mv: Move,
    /// How many moves the person saw: a second click is refused instead of being the answer.
    after: Option<usize>,
}

pub(super) async fn play(
    State(app): State<App>,
    Path(id): Path<String>,
    Body(NewMove { mv, after }): Body<NewMove>,
) -> Result<Json<GameView>, ApiError> {
    blocking(move || app.lobby.find(&id)?.act(|table| table.play(mv, after))).await.map(Json)
}

/// Things to do to a game that need no more words.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Deed {
    Undo,
    Redo,
    Resign,
    Stop,
    Step,
}

/// A body that says nothing; asked for because no other site can send it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Nothing {}

pub(super) async fn deed(
    State(app): State<App>,
    Path((id, word)): Path<(String, String)>,
    Body(Nothing {}): Body<Nothing>,
) -> Result<Json<GameView>, ApiError> {
    let unknown = || ApiError::Unknown { what: "deed", name: word.chars().take(40).collect() };
    let deed = Deed::deserialize(Value::from(word.as_str())).map_err(|_| unknown())?;
    let work = move || {
        let session = app.lobby.find(&id)?;
        match deed {
            Deed::Undo => session.act(Table::undo),
            Deed::Redo => session.act(Table::redo),
            Deed::Resign => session.act(Table::resign),
            Deed::Stop => session.stop_thinking().map(|()| session.view()),
            Deed::Step => session.step(),
        }
    };
    blocking(work).await.map(Json)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Settings {
    paused: Option<bool>,
    pace: Option<u64>,
}

pub(super) async fn settings(
    State(app): State<App>,
    Path(id): Path<String>,
    Body(settings): Body<Settings>,
) -> Result<Json<GameView>, ApiError> {
    let deed = move |table: &mut Table| {
        table.paused = settings.paused.unwrap_or(table.paused);
        table.pace = check_pace(settings.pace.unwrap_or(table.pace))?;
        Ok(())
    };
    blocking(move || app.lobby.find(&id)?.act(deed)).await.map(Json)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Hint {
    player: String,
}

/// What a player would do in the place of the person to move.
pub(super) async fn hint(
    State(app): State<App>,
    Path(id): Path<String>,
    Body(hint): Body<Hint>,
) -> Result<Json<Choice>, ApiError> {
    let spec = limits::player(&hint.player)?;
    let lobby = Arc::clone(&app.lobby);
    let table = blocking(move || Ok(lobby.find(&id)?.table())).await?;
    let (game, seed) = (table.game, table.seed);
    let (stop, report) = (Arc::new(AtomicBool::new(false)), Box::new(|_: &Choice| {}));
    let job = Job { spec, seed, game, stop, report };
    app.analysis.choose(job).await.map(Json)
}

#[derive(Deserialize)]
pub(super) struct RecordQuery {
    format: Option<String>,
}

/// The record of a game, as a file to save.
pub(super) async fn record(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(query): Query<RecordQuery>,
) -> Result<impl IntoResponse, ApiError> {
    let format: Format =
        query.format.as_deref().unwrap_or("sgf").parse().map_err(ApiError::refused)?;
    let work = move || {
        let session = app.lobby.find(&id)?;
        let record = session.table().record()?;
        let bare = matches!(format, Format::Moves | Format::HexWorld);
        let record = if bare { record.bare() } else { record };
        Ok((record.write(format).map_err(ApiError::refused)?, session.id().to_owned()))
    };
    let (text, name) = blocking(work).await?;
    let disposition = format!("attachment; filename=\"hexring-{name}.{}\"", format.extension());
    let kind = format.media_type().to_owned();
    let headers = [(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, disposition)];
    Ok((headers, text))
}

fn check_pace(pace: u64) -> Result<u64, ApiError> {
    match pace {
        0..=MAX_PACE => Ok(pace),
        _ => {
            Err(ApiError::Refused(format!("pace {pace} is out of range: expected 0 to {MAX_PACE}")))
        }
    }
}
