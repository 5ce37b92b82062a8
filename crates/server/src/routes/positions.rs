//! Positions of records: what is on the board, and its picture.

use axum::Json;
use hexring_app::{Drawing, DrawingRequest, PositionAnswer, PositionRequest};

use super::blocking;
use crate::error::ApiError;
use crate::extract::Body;

pub(super) async fn position(
    Body(request): Body<PositionRequest>,
) -> Result<Json<PositionAnswer>, ApiError> {
    blocking(move || Ok(request.answer()?)).await.map(Json)
}

pub(super) async fn drawing(
    Body(request): Body<DrawingRequest>,
) -> Result<Json<Drawing>, ApiError> {
    blocking(move || Ok(request.answer()?)).await.map(Json)
}
