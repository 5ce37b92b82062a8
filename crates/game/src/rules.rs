//! The rules of one game as a value: board, turns, swap and seasons.
//!
//! Written as the board followed by what differs from classic Hex:
//!
//! ```
//! use hexring_game::Rules;
//! let text = "torus:3x3 first=blue turns=random seasons=123/231/312 years=123/312";
//! let rules: Rules = text.parse()?;
//! assert_eq!(rules.to_string(), text);
//! # Ok::<(), hexring_game::RulesError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::board::{Board, BoardError, Topology};
use crate::color::{Color, ParseColorError};
use crate::seasons::{NoMove, SeasonError, Seasons, default_years};

/// Who moves next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Turns {
    /// The players alternate.
    #[default]
    Alternate,
    /// A fair coin decides before every move, the first included.
    Random,
}

/// What the second player may do instead of its first move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Swap {
    /// Nothing: no swap.
    #[default]
    None,
    /// The first stone moves to the mirrored cell and changes its colour.
    Pieces,
    /// The players exchange colours and the stone stays.
    Sides,
}

/// A whole rule set. Compare with [`Rules::check`], which says whether the parts fit together.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Rules {
    /// Topology and size.
    pub board: Board,
    /// Who moves first where players alternate.
    pub first: Color,
    /// Who moves next.
    pub turns: Turns,
    /// The swap rule.
    pub swap: Swap,
    /// The season rule, if any.
    pub seasons: Option<Seasons>,
}

/// What is wrong with a rule set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RulesError {
    /// The board is not one.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The layout or the years are wrong.
    #[error(transparent)]
    Seasons(#[from] SeasonError),
    /// The first player is no colour.
    #[error(transparent)]
    Color(#[from] ParseColorError),
    /// Swap under random turns.
    #[error("swap={swap} needs alternate turns: a coin decides who moves here")]
    SwapNeedsTurns {
        /// The swap rule asked for.
        swap: Swap,
    },
    /// Swap of pieces where the mirror image does not fit the goals.
    #[error("swap=pieces needs a square plane or torus, not {board}: use swap=sides")]
    SwapNeedsSquare {
        /// The board asked for.
        board: Board,
    },
    /// An option with an unknown value.
    #[error("bad rule {key}={value}: expected {expected}")]
    BadValue {
        /// The option.
        key: String,
        /// Its value.
        value: String,
        /// What it may be.
        expected: &'static str,
    },
    /// An unknown option.
    #[error("unknown rule \"{0}\": expected first=, turns=, swap=, seasons=, years= or no-move=")]
    UnknownKey(String),
    /// An option given twice.
    #[error("rule \"{0}\" is given twice")]
    Twice(String),
    /// Years or no-move without seasons.
    #[error("rule \"{0}\" needs a season layout: seasons=123/231/312")]
    NeedsSeasons(String),
}

impl Rules {
    /// Classic rules on a board: Red first, alternate turns, no swap, no seasons.
    pub fn new(board: Board) -> Self {
        Rules {
            board,
            first: Color::Red,
            turns: Turns::default(),
            swap: Swap::default(),
            seasons: None,
        }
    }

    /// Whether the parts fit together.
    pub fn check(&self) -> Result<(), RulesError> {
        if self.swap != Swap::None && self.turns == Turns::Random {
            return Err(RulesError::SwapNeedsTurns { swap: self.swap });
        }
        let mirrors = self.board.is_square() && self.board.topology() != Topology::Cylinder;
        if self.swap == Swap::Pieces && !mirrors {
            return Err(RulesError::SwapNeedsSquare { board: self.board });
        }
        match &self.seasons {
            Some(seasons) => Ok(seasons.check(self.board)?),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Turns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Turns::Alternate => "alternate",
            Turns::Random => "random",
        })
    }
}

impl fmt::Display for Swap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Swap::None => "none",
            Swap::Pieces => "pieces",
            Swap::Sides => "sides",
        })
    }
}

impl fmt::Display for NoMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            NoMove::Pass => "pass",
            NoMove::Discard => "discard",
        })
    }
}

/// Reads one of a few words, or says which ones there are.
fn one_of<T: Copy + fmt::Display>(
    key: &str,
    value: &str,
    choices: &[T],
    expected: &'static str,
) -> Result<T, RulesError> {
    let found = choices.iter().find(|choice| choice.to_string() == value);
    found.copied().ok_or_else(|| RulesError::BadValue {
        key: key.to_owned(),
        value: value.to_owned(),
        expected,
    })
}

impl FromStr for Turns {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        one_of("turns", text, &[Turns::Alternate, Turns::Random], "alternate or random")
    }
}

impl FromStr for Swap {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        one_of("swap", text, &[Swap::None, Swap::Pieces, Swap::Sides], "none, pieces or sides")
    }
}

impl FromStr for NoMove {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        one_of("no-move", text, &[NoMove::Pass, NoMove::Discard], "pass or discard")
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.board)?;
        if self.first != Color::Red {
            write!(f, " first={}", self.first)?;
        }
        if self.turns != Turns::default() {
            write!(f, " turns={}", self.turns)?;
        }
        if self.swap != Swap::default() {
            write!(f, " swap={}", self.swap)?;
        }
        if let Some(seasons) = &self.seasons {
            write!(f, " seasons={} years={}", seasons.layout, seasons.years)?;
            if seasons.no_move != NoMove::default() {
                write!(f, " no-move={}", seasons.no_move)?;
            }
        }
        Ok(())
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut words = text.split_whitespace();
        let mut rules = Rules::new(words.next().unwrap_or_default().parse()?);
        let mut options = words
            .map(|word| word.split_once('=').ok_or_else(|| RulesError::UnknownKey(word.to_owned())))
            .collect::<Result<Vec<_>, _>>()?;
        // The layout comes first, because years and no-move belong to it.
        options.sort_by_key(|(key, _)| *key != "seasons");
        for (index, (key, value)) in options.iter().enumerate() {
            if options[..index].iter().any(|(earlier, _)| earlier == key) {
                return Err(RulesError::Twice((*key).to_owned()));
            }
            rules.set(key, value)?;
        }
        rules.check()?;
        Ok(rules)
    }
}

impl Rules {
    fn set(&mut self, key: &str, value: &str) -> Result<(), RulesError> {
        match key {
            "first" => self.first = value.parse()?,
            "turns" => self.turns = value.parse()?,
            "swap" => self.swap = value.parse()?,
            "seasons" => self.seasons = Some(seasons_for(value)?),
            "years" => self.seasons_mut(key)?.years = value.parse()?,
            "no-move" => self.seasons_mut(key)?.no_move = value.parse()?,
            _ => return Err(RulesError::UnknownKey(key.to_owned())),
        }
        Ok(())
    }

    fn seasons_mut(&mut self, key: &str) -> Result<&mut Seasons, RulesError> {
        self.seasons.as_mut().ok_or_else(|| RulesError::NeedsSeasons(key.to_owned()))
    }
}

/// Seasons by layout alone: as many as its largest digit, with the default years.
fn seasons_for(layout: &str) -> Result<Seasons, SeasonError> {
    let count = layout.chars().filter_map(|c| c.to_digit(10)).max().unwrap_or(1) as u8;
    Ok(Seasons {
        layout: layout.parse()?,
        years: default_years(count)?,
        no_move: NoMove::default(),
    })
}

impl<'de> Deserialize<'de> for Rules {
    /// Reads the fields and refuses parts that do not fit together.
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Fields {
            board: Board,
            #[serde(default = "red")]
            first: Color,
            #[serde(default)]
            turns: Turns,
            #[serde(default)]
            swap: Swap,
            #[serde(default)]
            seasons: Option<Seasons>,
        }
        fn red() -> Color {
            Color::Red
        }
        let Fields { board, first, turns, swap, seasons } = Fields::deserialize(deserializer)?;
        let rules = Rules { board, first, turns, swap, seasons };
        rules.check().map_err(serde::de::Error::custom)?;
        Ok(rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_named() {
        let cases = [
            ("", "bad board \"\""),
            ("5x5 turns=sometimes", "turns=sometimes: expected alternate or random"),
            ("5x5 first=green", "unknown colour \"green\""),
            ("5x4 swap=pieces", "needs a square plane or torus, not plane:5x4"),
            ("cylinder:5x5 swap=pieces", "not cylinder:5x5"),
            ("5x5 swap=sides turns=random", "needs alternate turns"),
            ("2x2 seasons=12/1", "row 2 has 1 cells, expected 2"),
            ("3x2 seasons=12/12", "season layout is 2x2, expected plane:3x2"),
            ("2x2 seasons=12/13 years=12/12", "season 3, but the years have only 2"),
            ("2x2 seasons=12/12 years=12/123", "differ in length"),
            ("2x2 years=12/12", "\"years\" needs a season layout"),
            ("5x5 sawp=sides", "unknown rule \"sawp\""),
            ("5x5 swap", "unknown rule \"swap\""),
            ("5x5 first=red first=red", "\"first\" is given twice"),
            ("2x2 seasons=02/12", "\"0\" is no season"),
        ];
        for (text, expected) in cases {
            let error = text.parse::<Rules>().expect_err(text).to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn json_is_checked_like_text() {
        let json = r#"{"board":"cylinder:3x3","swap":"pieces"}"#;
        let error = serde_json::from_str::<Rules>(json).unwrap_err().to_string();
        assert!(error.contains("use swap=sides"), "{error}");
        let rules: Rules = serde_json::from_str(r#"{"board":"3x3"}"#).expect("defaults");
        assert_eq!(rules, Rules::new("3x3".parse().expect("a board")));
    }
}
