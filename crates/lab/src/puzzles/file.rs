//! A file of puzzles: JSON with a line for each, so that changes can be read.

use std::collections::HashSet;

use serde::Deserialize;
use thiserror::Error;

use super::puzzle::Puzzle;

const FORMAT: &str = "hexring-puzzles";
const VERSION: u32 = 1;

/// Puzzles in the order in which they are offered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Collection(Vec<Puzzle>);

/// Why a text is no file of puzzles.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CollectionError {
    /// It is no JSON of this form.
    #[error("no file of puzzles: {0}")]
    Json(#[from] serde_json::Error),
    /// It is something else.
    #[error("format \"{0}\" version {1}: expected \"{FORMAT}\" version {VERSION}")]
    Format(String, u32),
    /// Two puzzles are the same.
    #[error("puzzle {0} is there twice")]
    Twice(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Whole {
    format: String,
    version: u32,
    puzzles: Vec<Puzzle>,
}

impl Collection {
    /// The puzzles.
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.0
    }

    /// Takes in more. Small boards come before large ones, and easy puzzles before hard ones.
    pub fn add(&mut self, puzzles: Vec<Puzzle>) {
        self.0.extend(puzzles);
        self.0.sort_by_key(|puzzle| {
            let board = puzzle.rules.split(' ').next().unwrap_or_default();
            let size: Vec<u32> = board.split([':', 'x']).filter_map(|it| it.parse().ok()).collect();
            let cells: u32 = size.iter().product();
            (cells, u8::MAX - puzzle.found, puzzle.rules.clone(), puzzle.id.clone())
        });
    }

    /// A collection of these.
    pub fn of(puzzles: Vec<Puzzle>) -> Self {
        let mut collection = Collection::default();
        collection.add(puzzles);
        collection
    }

    /// The text of the file.
    pub fn to_json(&self) -> Result<String, CollectionError> {
        let lines: Result<Vec<String>, _> = self.0.iter().map(serde_json::to_string).collect();
        let lines = lines?.join(",\n");
        Ok(format!("{{\"format\":\"{FORMAT}\",\"version\":{VERSION},\"puzzles\":[\n{lines}\n]}}\n"))
    }

    /// Reads the text of a file.
    pub fn from_json(text: &str) -> Result<Self, CollectionError> {
        let Whole { format, version, puzzles } = serde_json::from_str(text)?;
        if format != FORMAT || version != VERSION {
            return Err(CollectionError::Format(format, version));
        }
        let mut names = HashSet::new();
        match puzzles.iter().find(|puzzle| !names.insert(&puzzle.id)) {
            Some(twice) => Err(CollectionError::Twice(twice.id.clone())),
            None => Ok(Collection(puzzles)),
        }
    }
}

#[cfg(test)]
mod tests {
    use hexring_control::Limit;

    use super::*;
    use crate::puzzles::check;

    /// The puzzles that the page offers.
    fn shipped() -> Collection {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/app/data/puzzles.json");
        Collection::from_json(&std::fs::read_to_string(path).expect("there")).expect("puzzles")
    }

    #[test]
    fn a_file_is_written_as_it_was_read() {
        let shipped = shipped();
        let text = shipped.to_json().expect("written");
        assert_eq!(Collection::from_json(&text).expect("read"), shipped);
        let mut sorted = Collection::default();
        sorted.add(shipped.puzzles().to_vec());
        assert_eq!(sorted, shipped, "in order");
    }

    #[test]
    fn a_sample_of_the_shipped_puzzles_has_one_answer_each() {
        let puzzles = shipped();
        assert!(puzzles.puzzles().len() >= 100, "{}", puzzles.puzzles().len());
        let sample: Vec<Puzzle> = puzzles.puzzles().iter().step_by(9).cloned().collect();
        assert_eq!(check(&sample, &Limit::none()), Ok(()));
    }

    #[test]
    fn a_wrong_answer_is_found() {
        let mut puzzles = shipped().puzzles()[..2].to_vec();
        let game = puzzles[1].game().expect("legal");
        let wrong = game.position().legal_cells().find(|cell| *cell != puzzles[1].answer);
        puzzles[1].answer = wrong.expect("another cell");
        let (index, fault) = check(&puzzles, &Limit::none()).expect_err("refused");
        assert!(index == 1 && fault.to_string().contains("alone"), "{fault}");
    }

    #[test]
    fn other_files_are_refused() {
        let other = r#"{"format":"hexring-record","version":1,"puzzles":[]}"#;
        let refused = Collection::from_json(other).expect_err("refused").to_string();
        assert!(refused.contains("hexring-record") && refused.contains(FORMAT), "{refused}");
    }
}
