//! How the games of `match` and `tournament` begin.

use std::collections::HashSet;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use hexring_game::Rules;
use hexring_lab::rows::GameRow;
use hexring_lab::{Opening, book};
use serde_json::{Value, json};

use crate::commands::laboratory::Games;

/// How games begin.
#[derive(Args, Clone)]
pub(crate) struct OpeningArgs {
    /// How each pair begins: balanced (a few stones that leave both sides about even), empty, a
    /// number of random stones, or a book: a file of SGF games, or of moves or HexWorld links, one
    /// opening on each line. Balanced openings come with hexring for usual boards, in an order that
    /// is drawn; elsewhere a short search finds them
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
    /// Which openings games have begun with, in a line; empty where all begin with an empty board.
    pub(crate) fn describe_used(&self, rules: &Rules, games: &Games) -> Result<String> {
        let (opening, used) = (self.opening(rules)?, used(games));
        Ok(match (&opening, opening.supply(rules)) {
            (Opening::Empty, _) => String::new(),
            (Opening::Random(stones), _) => {
                format!("openings: {used} different ones, random stones: {stones}\n")
            }
            (Opening::Balanced, Some(all)) => {
                format!("openings: {used} of {all} balanced ones that come with hexring\n")
            }
            (Opening::Balanced, None) => {
                format!("openings: {used} different ones, found balanced by a short search\n")
            }
            (Opening::Book(_), all) => {
                format!("openings: {used} of {} of the book\n", all.unwrap_or_default())
            }
        })
    }

    /// The same as JSON: how many different openings the games have begun with, and out of how
    /// many, where that is known.
    pub(crate) fn used_as_json(&self, rules: &Rules, games: &Games) -> Result<Value> {
        Ok(json!({ "used": used(games), "of": self.opening(rules)?.supply(rules) }))
    }
}

/// How many different openings finished games have begun with.
fn used(games: &Games) -> usize {
    let opening = |game: &GameRow| -> Vec<String> {
        // Each move is a colour and a cell.
        let words = game.moves.split(' ').take(2 * game.opening as usize);
        words.map(ToOwned::to_owned).collect()
    };
    let rows = games.iter().filter_map(|(_, game)| game.as_ref());
    rows.map(opening).collect::<HashSet<_>>().len()
}
