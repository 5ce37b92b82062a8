//! Experiment files: TOML, checked so that every fault names its line.
//!
//! ```toml
//! title = "Three players on a small board"
//! seed = 1
//!
//! [[part]]
//! name = "everybody"
//! kind = "round-robin"
//! board = "5x5"
//! players = ["random", "heuristic", "mcts:playouts=500"]
//! rounds = 50
//! quick = 4
//! ```
//!
//! `docs/experiments.md` explains every key.

use std::path::{Path, PathBuf};

use thiserror::Error;
use toml::de::DeTable;

use super::Experiment;
use super::build;
use super::fields::{Fault, Fields, line_of};

/// Why a file is no experiment.
#[derive(Debug, Error)]
pub enum FileError {
    /// It cannot be read.
    #[error("{path}")]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It says something wrong.
    #[error("{path} line {line}: {message}")]
    Bad {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong there.
        message: String,
    },
}

/// Reads an experiment and the published tables that it names.
pub fn read(path: &Path) -> Result<Experiment, FileError> {
    let text = std::fs::read_to_string(path)
        .map_err(|source| FileError::Io { path: path.to_owned(), source })?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    let load = |file: &str| {
        std::fs::read_to_string(folder.join(file)).map_err(|error| format!("{file}: {error}"))
    };
    parse(&name, &text, &load).map_err(|Fault { line, message }| FileError::Bad {
        path: path.to_owned(),
        line,
        message,
    })
}

/// Reads an experiment from text; `load` gives the text of other files that it names.
fn parse(
    name: &str,
    text: &str,
    load: &dyn Fn(&str) -> Result<String, String>,
) -> Result<Experiment, Fault> {
    let table = DeTable::parse(text).map_err(|error| Fault {
        line: line_of(text, error.span().map_or(0, |span| span.start)),
        message: error.message().replace('\n', ", "),
    })?;
    let fields = Fields::new(text, 0, table.get_ref());
    build::experiment(name, &fields, load)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        let load = |file: &str| match file {
            "rounds.csv" => Ok("head\na,b\n".to_owned()),
            _ => Err(format!("{file}: not there")),
        };
        let Fault { line, message } = parse("test", text, &load).expect_err(text);
        format!("{line}: {message}")
    }

    #[test]
    fn faults_name_their_lines() {
        let part = "title = \"t\"\nseed = 1\n[[part]]\nname = \"p\"\n";
        let cases = [
            ("title = ", "1: "),
            ("seed = 1", "1: title is missing"),
            ("title = \"t\"\nseed = -1", "2: seed is -1, expected a whole number from 0"),
            ("title = \"t\"\nsede = 1", "2: an experiment has no \"sede\": expected one of"),
            ("title = \"t\"\nseed = 1\n", "1: an experiment needs at least one part"),
            (&format!("{part}kind = \"duel\""), "5: unknown kind \"duel\": expected"),
            (
                &format!("{part}kind = \"match\"\nplayers = [\n\"random\",\n\"rnadom\"]"),
                "8: unknown player",
            ),
            (
                &format!("{part}kind = \"match\"\nplayers = [\"random\"]"),
                "3: a match needs two players, not 1",
            ),
            (
                &format!("{part}kind = \"match\"\nplayers = 5"),
                "6: players is integer, expected text or a list",
            ),
            (
                &format!(
                    "{part}kind = \"match\"\nboard = \"5by5\"\nplayers = [\"random\", \"random\"]"
                ),
                "6: bad board",
            ),
            (
                &format!(
                    "{part}kind = \"match\"\nplayers = [\"random\", \"random\"]\nboard=\"5x5\"\nrounds = 0"
                ),
                "8: rounds is 0",
            ),
            (
                &format!(
                    "{part}kind = \"sweep\"\nred = \"random\"\nblue = \"random\"\ntopology = \"ball\""
                ),
                "8: unknown topology",
            ),
            (
                &format!(
                    "{part}kind = \"round-robin\"\nplayers = [\"random\", \"random:\"]\nboard = \"5x5\"\npublished = \"none.csv\"\npublished-rules = \"x\""
                ),
                "8: none.csv: not there",
            ),
            (
                &format!(
                    "{part}kind = \"round-robin\"\nplayers = [\"random\", \"random\"]\nboard = \"5x5\"\npublished = \"rounds.csv\"\npublished-rules = \"x\""
                ),
                "8: rounds.csv line 2: expected rules,board",
            ),
            (
                &format!(
                    "{part}kind = \"match\"\nplayers = [\"random\", \"random\"]\nboard = \"5x5\"\nseasons = 3\nseason-years = \"12/21\""
                ),
                "9: 2 seasons in the years, 3 in all",
            ),
            (
                &format!(
                    "{part}kind = \"match\"\nplayers = [\"random\", \"random\"]\nboard = \"5x5\"\nwidth = 3"
                ),
                "8: a match has no \"width\"",
            ),
        ];
        let stones = "kind = \"stones\"\nsweeps = ";
        assert_eq!(fault(&format!("{part}{stones}[\"p\"]")), "3: sweeps names two sweeps, not 1");
        assert_eq!(fault(&format!("{part}{stones}[\"p\", \"q\"]")), "3: there is no sweep \"p\"");
        for (text, expected) in cases {
            let fault = fault(text);
            assert!(fault.starts_with(expected), "{text}\n{fault}\nexpected {expected}");
        }
    }
}
