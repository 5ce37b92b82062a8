//! What must hold of any text: no panic, and what is read is written and read again as the same.
//!
//! Shared by `tests/fuzz.rs`, which runs everywhere, and the libFuzzer targets in `fuzz/`.

use hexring_game::record::{Format, Record};
use hexring_game::{Board, Rules};

/// A function that panics when something is wrong with a parser.
pub(crate) type Target = fn(&str);

/// Every target by its name.
pub(crate) const ALL: [(&str, Target); 6] = [
    ("sgf", sgf),
    ("hexworld", hexworld),
    ("moves", moves),
    ("json", json),
    ("rules", rules),
    ("board", board),
];

/// SGF; whatever was read can also be kept as JSON.
pub(crate) fn sgf(text: &str) {
    if let Some(record) = round_trip(text, Format::Sgf) {
        same_again(&record, Format::Json);
    }
}

/// HexWorld links; whatever was read can also be kept as SGF.
pub(crate) fn hexworld(text: &str) {
    if let Some(record) = round_trip(text, Format::HexWorld) {
        same_again(&record, Format::Sgf);
    }
}

/// Move lists; whatever was read can also be kept as SGF.
pub(crate) fn moves(text: &str) {
    if let Some(record) = round_trip(text, Format::Moves) {
        same_again(&record, Format::Sgf);
    }
}

/// JSON.
pub(crate) fn json(text: &str) {
    round_trip(text, Format::Json);
}

/// The text form of rules.
pub(crate) fn rules(text: &str) {
    if let Ok(rules) = text.parse::<Rules>() {
        assert_eq!(rules.to_string().parse(), Ok(rules));
    }
}

/// Board strings.
pub(crate) fn board(text: &str) {
    if let Ok(board) = text.parse::<Board>() {
        assert_eq!(board.to_string().parse(), Ok(board));
    }
}

fn round_trip(text: &str, format: Format) -> Option<Record> {
    let record = Record::parse(text, Some(format)).ok()?;
    same_again(&record, format);
    Some(record)
}

fn same_again(record: &Record, format: Format) {
    let written = record.write(format).expect("what was read can be written");
    match Record::parse(&written, Some(format)) {
        Ok(again) => assert_eq!(again, *record, "{written}"),
        Err(error) => panic!("{error} in {written}"),
    }
}
