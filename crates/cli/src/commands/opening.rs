//! How the games of `match` and `tournament` begin.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use hexring_game::Rules;
use hexring_lab::{Opening, book};

/// How games begin.
#[derive(Args, Clone)]
pub(crate) struct OpeningArgs {
    /// How each pair begins: balanced (a few stones that leave both sides about even), empty, a
    /// number of random stones, or a book: a file of SGF games, or of moves or HexWorld links, one
    /// opening on each line
    #[arg(long, value_name = "balanced|empty|STONES|FILE", default_value = "balanced")]
    opening: Source,
}

/// Where openings come from.
#[derive(Clone)]
enum Source {
    /// From a rule.
    Rule(Opening),
    /// From a book.
    Book(PathBuf),
}

impl std::str::FromStr for Source {
    type Err = hexring_lab::ParseOpeningError;

    /// A file that is there is a book, whatever its name.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.parse() {
            Ok(opening) => Ok(Source::Rule(opening)),
            Err(_) if std::path::Path::new(text).is_file() => Ok(Source::Book(text.into())),
            Err(error) => Err(error),
        }
    }
}

impl OpeningArgs {
    /// The openings, which fit the rules.
    pub(crate) fn opening(&self, rules: &Rules) -> Result<Opening> {
        match &self.opening {
            Source::Rule(opening) => {
                opening.check(rules.board)?;
                Ok(opening.clone())
            }
            Source::Book(path) => {
                let name = || path.display().to_string();
                let text = std::fs::read_to_string(path).with_context(name)?;
                Ok(Opening::Book(book::read(&text, rules).with_context(name)?))
            }
        }
    }
}
