//! Positions of records: what is on the board, and its picture.

use std::collections::HashMap;

use axum::Json;
use hexring_game::Cell;
use hexring_game::draw::{self, Layout, Scene, SvgStyle, Theme};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{blocking, read_record};
use crate::error::ApiError;
use crate::extract::Body;
use crate::view::PositionView;

/// A record; its main line is what is meant.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PositionRequest {
    record: Value,
}

pub(super) async fn position(
    Body(request): Body<PositionRequest>,
) -> Result<Json<PositionView>, ApiError> {
    let work = move || {
        let game = read_record(&request.record)?.main_game().map_err(ApiError::refused)?;
        Ok(PositionView::new(&game))
    };
    blocking(work).await.map(Json)
}

/// A picture of a position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DrawingRequest {
    record: Value,
    layout: Option<String>,
    theme: Option<String>,
    #[serde(default)]
    numbers: bool,
    scores: Option<Scores>,
}

/// A score map to draw as heat.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Scores {
    name: String,
    scores: Vec<(Cell, f64)>,
}

pub(super) async fn drawing(Body(request): Body<DrawingRequest>) -> Result<Json<Value>, ApiError> {
    blocking(move || Ok(json!({ "svg": draw(request)? }))).await.map(Json)
}

fn draw(request: DrawingRequest) -> Result<String, ApiError> {
    let game = read_record(&request.record)?.main_game().map_err(ApiError::refused)?;
    let layout: Option<Layout> =
        request.layout.map(|text| text.parse()).transpose().map_err(ApiError::refused)?;
    let theme: Option<Theme> =
        request.theme.map(|text| text.parse()).transpose().map_err(ApiError::refused)?;
    let mut scene = Scene::of_game(&game);
    scene.scores = request.scores.map(|map| {
        let scores: HashMap<Cell, f64> = map.scores.into_iter().collect();
        draw::ScoreMap::new(map.name, game.rules().board, |cell| scores.get(&cell).copied())
    });
    let style = SvgStyle {
        layout: layout.unwrap_or_default(),
        theme: theme.unwrap_or_default(),
        numbers: request.numbers,
        ..SvgStyle::default()
    };
    draw::svg(&scene, &style).map_err(ApiError::refused)
}
