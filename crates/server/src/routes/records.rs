//! Records in every format, in and out.

use axum::Json;
use hexring_game::Rules;
use hexring_game::record::{Format, ReadOptions, Record};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{blocking, read_record};
use crate::error::ApiError;
use crate::extract::Body;

/// A text that somebody pasted, dropped or opened.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReadRequest {
    text: String,
    /// The rules for texts that do not say theirs.
    rules: Option<Rules>,
}

pub(super) async fn read(Body(request): Body<ReadRequest>) -> Result<Json<Value>, ApiError> {
    let work = move || {
        let options = ReadOptions { rules: request.rules, ..ReadOptions::default() };
        let record = Record::parse_with(&request.text, &options).map_err(ApiError::refused)?;
        let text = record.write(Format::Json).map_err(ApiError::refused)?;
        let record: Value = serde_json::from_str(&text).map_err(ApiError::refused)?;
        let format = Format::detect(&request.text).to_string();
        Ok(json!({ "format": format, "record": record }))
    };
    blocking(work).await.map(Json)
}

/// A record to be written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WriteRequest {
    record: Value,
    format: String,
}

pub(super) async fn write(Body(request): Body<WriteRequest>) -> Result<Json<Value>, ApiError> {
    let work = move || {
        let format: Format = request.format.parse().map_err(ApiError::refused)?;
        let record = read_record(&request.record)?;
        // Links and lists hold one line; who asks for them wants that line.
        let bare = matches!(format, Format::Moves | Format::HexWorld);
        let record = if bare { record.bare() } else { record };
        Ok(json!({ "text": record.write(format).map_err(ApiError::refused)? }))
    };
    blocking(work).await.map(Json)
}
