//! Records, rules and boards: what is read is written and read again as the same.

use hexring_game::record::{Format, Record};
use hexring_game::{Board, Rules};

use super::files;

/// Pieces that the grammars know.
pub(super) const WORDS: &[&str] = &[
    "(;",
    ")",
    ";",
    "[",
    "]",
    "\\",
    ":",
    ",",
    "B[a1]",
    "W[bb]",
    "AB[a1:c3]",
    "AE[b2]",
    "PL[W]",
    "RU[torus:3x3]",
    "SZ[4:5]",
    "swap",
    "swap-sides",
    "pass",
    "resign",
    ":s",
    ":S",
    ":p",
    ":rb",
    "red ",
    "turns=random",
    "seasons=12/21",
    "\"parent\":0",
    "{}",
    "\r\n",
    "é",
];

/// The samples of the tests, and the links and lists in them one by one.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = files("crates/game/tests/data", "");
    let texts: Vec<String> =
        seeds.iter().map(|seed| String::from_utf8_lossy(seed).into_owned()).collect();
    for text in texts {
        let samples = text.lines().filter_map(|line| Some(line.split_once(" => ")?.0));
        seeds.extend(samples.map(|sample| sample.as_bytes().to_vec()));
    }
    seeds
}

/// Rules of all kinds.
pub(super) fn rule_seeds() -> Vec<Vec<u8>> {
    let rules = [
        "11x11",
        "plane:7x9 first=blue swap=sides",
        "cylinder:53x1 turns=random",
        "torus:3x3 first=blue turns=random seasons=123/231/312 years=123/312 no-move=discard",
    ];
    rules.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// SGF; whatever was read can also be kept as JSON.
pub(super) fn sgf(input: &[u8]) {
    if let Some(record) = round_trip(input, Format::Sgf) {
        same_again(&record, Format::Json);
    }
}

/// HexWorld links; whatever was read can also be kept as SGF.
pub(super) fn hexworld(input: &[u8]) {
    if let Some(record) = round_trip(input, Format::HexWorld) {
        same_again(&record, Format::Sgf);
    }
}

/// Move lists; whatever was read can also be kept as SGF.
pub(super) fn moves(input: &[u8]) {
    if let Some(record) = round_trip(input, Format::Moves) {
        same_again(&record, Format::Sgf);
    }
}

/// JSON.
pub(super) fn json(input: &[u8]) {
    round_trip(input, Format::Json);
}

/// The text form of rules.
pub(super) fn rules(input: &[u8]) {
    if let Ok(rules) = String::from_utf8_lossy(input).parse::<Rules>() {
        assert_eq!(rules.to_string().parse(), Ok(rules));
    }
}

/// Board strings.
pub(super) fn board(input: &[u8]) {
    if let Ok(board) = String::from_utf8_lossy(input).parse::<Board>() {
        assert_eq!(board.to_string().parse(), Ok(board));
    }
}

fn round_trip(input: &[u8], format: Format) -> Option<Record> {
    let text = String::from_utf8_lossy(input);
    // Collections end at their first fault, like their readers do.
    if let Ok(games) = Record::parse_all(&text, None) {
        games.map_while(Result::ok).for_each(drop);
    }
    let record = Record::parse(&text, Some(format)).ok()?;
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
