//! Records in every format, in and out.

use axum::Json;
use hexring_app::{ReadRecord, ReadRequest, WriteRequest, WrittenRecord};

use super::blocking;
use crate::error::ApiError;
use crate::extract::Body;

pub(super) async fn read(Body(request): Body<ReadRequest>) -> Result<Json<ReadRecord>, ApiError> {
    blocking(move || Ok(request.answer()?)).await.map(Json)
}

pub(super) async fn write(
    Body(request): Body<WriteRequest>,
) -> Result<Json<WrittenRecord>, ApiError> {
    blocking(move || Ok(request.answer()?)).await.map(Json)
}
