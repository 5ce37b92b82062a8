//! Records in every format, in and out.

use hexring_game::Rules;
use hexring_game::record::{Format, ReadOptions, Record};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::AppError;

/// A text that somebody pasted, dropped or opened.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadRequest {
    /// The text.
    pub text: String,
    /// The rules for texts that do not say theirs.
    pub rules: Option<Rules>,
}

/// A record as the page keeps it.
#[derive(Clone, Debug, Serialize)]
pub struct ReadRecord {
    /// The format of the text.
    pub format: String,
    /// The record.
    pub record: Value,
}

/// A record to be written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WriteRequest {
    /// The record, as the page keeps it.
    pub record: Value,
    /// The format.
    pub format: String,
}

/// A record as text.
#[derive(Clone, Debug, Serialize)]
pub struct WrittenRecord {
    /// The text.
    pub text: String,
}

/// The record in a request.
pub fn read_record(record: &Value) -> Result<Record, AppError> {
    Record::parse(&record.to_string(), Some(Format::Json)).map_err(AppError::refused)
}

impl ReadRequest {
    /// Reads the text.
    pub fn answer(self) -> Result<ReadRecord, AppError> {
        let options = ReadOptions { rules: self.rules, ..ReadOptions::default() };
        let record = Record::parse_with(&self.text, &options).map_err(AppError::refused)?;
        let text = record.write(Format::Json).map_err(AppError::refused)?;
        let record = serde_json::from_str(&text).map_err(AppError::refused)?;
        Ok(ReadRecord { format: Format::detect(&self.text).to_string(), record })
    }
}

impl WriteRequest {
    /// Writes the record.
    pub fn answer(&self) -> Result<WrittenRecord, AppError> {
        let format: Format = self.format.parse().map_err(AppError::refused)?;
        Ok(WrittenRecord { text: write(read_record(&self.record)?, format)? })
    }
}

/// Writes a record. Links and lists hold one line; who asks for them wants that line.
pub(crate) fn write(record: Record, format: Format) -> Result<String, AppError> {
    let bare = matches!(format, Format::Moves | Format::HexWorld);
    let record = if bare { record.bare() } else { record };
    record.write(format).map_err(AppError::refused)
}
