//! Records in every format, in and out.

use hexring_game::Rules;
use hexring_game::record::moves::MovesError;
use hexring_game::record::{Format, ReadError, ReadOptions, Record};
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
        let read = |rules| {
            Record::parse_with(&self.text, &ReadOptions { rules, ..ReadOptions::default() })
        };
        let record = match read(self.rules.clone()) {
            // The rules are for texts that say none.
            Err(ReadError::Moves(MovesError::OtherRules { .. })) => read(None),
            read => read,
        };
        let record = record.map_err(AppError::refused)?;
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
    let view = record.view;
    let bare = matches!(format, Format::Moves | Format::HexWorld);
    let mut record = if bare { record.bare() } else { record };
    // A link says how it is looked at, too.
    if format == Format::HexWorld {
        record.view = view;
    }
    record.write(format).map_err(AppError::refused)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Result<String, AppError> {
        let rules = Some("cylinder:5x4".parse().expect("rules"));
        let answer = ReadRequest { text: text.to_owned(), rules }.answer()?;
        Ok(answer.record["rules"]["board"].as_str().expect("a board").to_owned())
    }

    #[test]
    fn a_link_keeps_how_it_is_looked_at() {
        let text = "https://hexworld.org/board/#5r9nc1,a1,b2c3".to_owned();
        let read = ReadRequest { text: text.clone(), rules: None }.answer().expect("a record");
        let write = WriteRequest { record: read.record, format: "hexworld".to_owned() };
        assert_eq!(write.answer().expect("a link").text.trim(), text);
    }

    #[test]
    fn rules_are_for_texts_that_say_none() {
        assert_eq!(board("a1 b2 1. c3"), Ok("cylinder:5x4".to_owned()));
        assert_eq!(board("3x3 a1 b2"), Ok("plane:3x3".to_owned()));
        assert_eq!(board("https://hexworld.org/board/#5,a1"), Ok("plane:5x5".to_owned()));
        assert!(board("a9").is_err(), "it is not on that board");
    }
}
