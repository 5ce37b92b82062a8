//! The laboratory over HTTP: what there is, quick matches, running, reports, games.

use std::time::{SystemTime, UNIX_EPOCH};

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use hexring_app::App;
use hexring_control::{Limit, Stop};
use hexring_game::record::{Format, Record};
use hexring_game::{Board, Color, LayoutPlan, NoMove, Swap, Turns};
use hexring_lab::GameFilter;
use hexring_lab::experiment::{DesignFile, DuelsFile, ExperimentFile, PartFile};
use hexring_lab::report::{Block, Report, Tone};
use hexring_lab::store::GameRow;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::games::Nothing;
use super::{Rooms, blocking, live};
use crate::error::ApiError;
use crate::extract::{Body, Path, Query, Socket};
use crate::laboratory::{ExperimentView, changed};
use crate::lobby::new_seed;

/// The most games of a quick match.
const MAX_GAMES: u32 = 2000;

/// The most players of a quick match.
const MAX_PLAYERS: usize = 6;

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

/// A match or small tournament from a form.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewMatch {
    /// Two for a match, more for a round robin.
    players: Vec<String>,
    board: Board,
    #[serde(default)]
    turns: Turns,
    #[serde(default)]
    swap: Swap,
    first: Option<Color>,
    seasons: Option<SeasonForm>,
    /// How many games each pair of players plays; an even number.
    games: u32,
    /// How many random stones each pair of games begins with.
    #[serde(default)]
    opening: u32,
    seed: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeasonForm {
    count: u8,
    #[serde(default)]
    draw: LayoutPlan,
    #[serde(default, rename = "no-move")]
    no_move: NoMove,
}

impl NewMatch {
    /// The match as an experiment of one part.
    fn experiment(self, app: &App) -> Result<ExperimentFile, ApiError> {
        let refuse = |text: String| Err(ApiError::Refused(text));
        let (games, players) = (self.games, self.players.len());
        if !(2..=MAX_PLAYERS).contains(&players) {
            return refuse(format!("{players} players: expected 2 to {MAX_PLAYERS}"));
        }
        if !(2..=MAX_GAMES).contains(&games) || games % 2 == 1 {
            return refuse(format!("{games} games: expected an even number from 2 to {MAX_GAMES}"));
        }
        let player = |text: &String| Ok(app.player(text)?.to_string());
        let names = self.players.iter().map(player).collect::<Result<Vec<String>, ApiError>>()?;
        let title = format!("{} on {}", names.join(" – "), self.board);
        let mut duels = DuelsFile::new(names, self.board);
        duels.rounds = games / 2;
        duels.first = self.first.unwrap_or(duels.first);
        duels.opening_stones = Some(self.opening).filter(|stones| *stones > 0);
        let design = match players {
            2 => DesignFile::Match(duels),
            _ => DesignFile::RoundRobin(duels),
        };
        let mut part = PartFile {
            title: Some("Result".to_owned()),
            quick: games / 2,
            turns: self.turns,
            swap: self.swap,
            ..PartFile::new("match", design)
        };
        if let Some(SeasonForm { count, draw, no_move }) = self.seasons {
            part.seasons = Some(count);
            part.season_layout = Some(draw);
            part.no_move = Some(no_move);
        }
        let seed = self.seed.unwrap_or_else(new_seed);
        Ok(ExperimentFile { seed, ..ExperimentFile::new(title, vec![part]) })
    }
}

/// A new quick match, which begins as soon as it is its turn.
pub(super) async fn create(
    State(rooms): State<Rooms>,
    Body(new): Body<NewMatch>,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    let (app, laboratory) = (rooms.app, rooms.laboratory);
    let add = move || laboratory.add_match(&new_name(), &new.experiment(&app)?);
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
) -> Result<Json<Value>, ApiError> {
    let make = move |_: &Limit| Ok(document(&rooms.laboratory.report(&name, query.quick)?));
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

fn document(report: &Report) -> Value {
    let document = report.document();
    let sections = document.sections.iter().map(|section| {
        json!({ "title": section.title, "blocks": section.blocks.iter().map(block).collect::<Vec<_>>() })
    });
    json!({
        "title": document.title,
        "lead": document.lead,
        "facts": document.facts,
        "sections": sections.collect::<Vec<_>>(),
    })
}

fn block(block: &Block) -> Value {
    match block {
        Block::Text(text) => json!({ "type": "text", "text": text }),
        Block::Table(table) => {
            let cell = |cell: &hexring_lab::report::Cell| json!([cell.text, tone(cell.tone)]);
            let row = |row: &Vec<_>| row.iter().map(cell).collect::<Vec<_>>();
            let rows: Vec<_> = table.rows.iter().map(row).collect();
            json!({ "type": "table", "caption": table.caption, "head": table.head, "rows": rows })
        }
        Block::Figures(figures) => {
            let figures = figures.iter().map(|f| json!({ "caption": f.caption, "svg": f.svg }));
            json!({ "type": "figures", "figures": figures.collect::<Vec<_>>() })
        }
    }
}

fn tone(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "",
        Tone::Number => "number",
        Tone::Name => "name",
        Tone::Good => "good",
        Tone::Bad => "bad",
        Tone::Open => "open",
    }
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

/// A game in a list.
#[derive(Serialize)]
pub(super) struct GameLine {
    key: String,
    part: String,
    number: u32,
    rules: String,
    players: hexring_game::ByColor<String>,
    moves: u32,
    winner: Option<Color>,
    reason: String,
}

impl From<GameRow> for GameLine {
    fn from(row: GameRow) -> Self {
        GameLine {
            key: row.key,
            part: row.part,
            number: row.number,
            rules: row.rules,
            players: row.players,
            moves: row.plies,
            winner: row.result.winner,
            reason: row.result.reason,
        }
    }
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
        let game = row.replay().map_err(ApiError::refused)?;
        let mut record = Record::from_game(&game).map_err(ApiError::refused)?;
        record.info.players = row.players;
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
    Ok(live::open(upgrade, move || (rooms.laboratory.subscribe(), changed())))
}
