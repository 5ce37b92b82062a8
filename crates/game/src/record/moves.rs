//! Plain lists of moves, as people type and paste them.
//!
//! ```text
//! cylinder:5x4 swap=sides
//! a1 swap c2 b3 resign
//! ```
//!
//! The first words may be the rules in their text form; a list without them needs rules from
//! elsewhere (a command line, say). Then come moves, separated by spaces, line ends, commas or
//! semicolons; move numbers such as `1.` are skipped. Besides cells there are `swap`, `pass`,
//! `resign`, `timeout` and `forfeit`.
//!
//! A colour may stand before a move: `red a1 blue b2`, or `red:a1`. Under random turns it must,
//! because it is the result of the coin; under alternate turns it is needed where somebody moves
//! out of turn, or gives up in the opponent's turn.
//!
//! ```
//! use hexring_game::record::{Format, Record};
//! let record = Record::parse("3x3 turns=random: red b1, red b2, blue c2", None);
//! assert!(record.unwrap_err().to_string().contains("turns=random:"));
//! let record = Record::parse("3x3 turns=random red:b1, red:b2, blue:c2", None)?;
//! let text = "plane:3x3 turns=random\nred b1 red b2 blue c2\n";
//! assert_eq!(record.write(Format::Moves)?, text);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use thiserror::Error;

use super::node::{forfeit_word, parse_forfeit};
use super::replay::Replay;
use super::{Action, Format, Node, Record, ReplayError, TooManyNodes, WriteError, plain};
use crate::color::Color;
use crate::moves::{Move, Ply};
use crate::rules::{Rules, RulesError, Swap};

/// Why a list of moves could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MovesError {
    /// Nobody says which game it is.
    #[error(
        "the move list begins with \"{0}\" and says no rules: expected a board first, such as 11x11 a1 b2"
    )]
    NoRules(String),
    /// The rules are wrong.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The rules of the list and those given with it.
    #[error("the move list says {found}, expected {expected}")]
    OtherRules {
        /// What the list says.
        found: String,
        /// What was given.
        expected: String,
    },
    /// A word that is no move.
    #[error(
        "move {number}: bad move \"{word}\": expected a cell such as a1, swap, pass, resign, timeout or forfeit"
    )]
    BadMove {
        /// Which move.
        number: usize,
        /// The word.
        word: String,
    },
    /// A colour and then nothing.
    #[error("move {number}: \"{word}\" is followed by no move: expected one, such as {word} a1")]
    NoMove {
        /// Which move.
        number: usize,
        /// The colour.
        word: String,
    },
    /// No colour under random turns.
    #[error(
        "move {number}: \"{word}\" has no colour: expected red {word} or blue {word}, because a coin decides who moves"
    )]
    NoColor {
        /// Which move.
        number: usize,
        /// The word.
        word: String,
    },
    /// The other kind of swap.
    #[error("move {number}: \"{word}\" is not the swap of these rules: expected swap={swap}")]
    OtherSwap {
        /// Which move.
        number: usize,
        /// The word.
        word: String,
        /// What the rules have.
        swap: Swap,
    },
    /// A move that is not legal.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// Too many moves.
    #[error(transparent)]
    TooManyNodes(#[from] TooManyNodes),
}

/// Reads a list of moves.
pub(super) fn read(text: &str, given: Option<&Rules>) -> Result<Record, MovesError> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let rules = take_rules(&mut words, given)?;
    let mut record = Record::empty(rules);
    let mut reader = Reader {
        replay: Replay::new(&record.rules)?,
        swap: record.rules.swap,
        number: 0,
        last: record.rules.first,
    };
    let mut id = record.root();
    let words = words.iter().flat_map(|word| word.split([',', ';', ':']));
    let mut words = words.map(without_number).filter(|word| !word.is_empty());
    while let Some(action) = reader.next(&mut words)? {
        let node = Node::from(action);
        reader.replay.step(&node)?;
        id = record.add_read(id, node)?;
    }
    Ok(record)
}

/// Takes the rules off the front, where there are any, and compares them with the given ones.
fn take_rules(words: &mut Vec<&str>, given: Option<&Rules>) -> Result<Rules, MovesError> {
    let first = words.first().copied().unwrap_or_default();
    let is_move_number = first.contains('.');
    let looks_like_board = first.contains(':') && parse_color(first).is_none()
        || first.starts_with(|c: char| c.is_ascii_digit()) && !is_move_number;
    if !looks_like_board {
        return given.cloned().ok_or_else(|| MovesError::NoRules(first.to_owned()));
    }
    let options = words[1..].iter().take_while(|word| word.contains('=')).count();
    let said: Vec<&str> = words.drain(..=options).collect();
    let found: Rules = said.join(" ").parse()?;
    match given {
        Some(expected) if *expected != found => {
            Err(MovesError::OtherRules { found: found.to_string(), expected: expected.to_string() })
        }
        _ => Ok(found),
    }
}

/// The colour before a colon.
fn parse_color(word: &str) -> Option<Color> {
    Color::from_protocol(word.split(':').next()?).ok()
}

/// Without `1.` or `1...` in front.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix('.') {
        Some(after) if rest.len() < word.len() => after.trim_start_matches('.'),
        _ => word,
    }
}

struct Reader {
    replay: Replay,
    swap: Swap,
    number: usize,
    /// Who moved last, for the message about a move after the end.
    last: Color,
}

impl Reader {
    /// The next action, or none at the end.
    fn next<'a>(
        &mut self,
        words: &mut impl Iterator<Item = &'a str>,
    ) -> Result<Option<Action>, MovesError> {
        let Some(mut word) = words.next() else { return Ok(None) };
        self.number += 1;
        let number = self.number;
        let color = Color::from_protocol(word).ok();
        if color.is_some() {
            let missing = || MovesError::NoMove { number, word: word.to_owned() };
            word = words.next().ok_or_else(missing)?;
        }
        let bad = || MovesError::BadMove { number, word: word.to_owned() };
        let forfeit = parse_forfeit(word);
        let mv = match &forfeit {
            Some(_) => Move::Pass,
            None => word.parse().map_err(|_| bad())?,
        };
        self.check_swap(word)?;
        let color = self.color(color, word)?;
        self.last = color;
        Ok(Some(match forfeit {
            Some(reason) => Action::Forfeit { loser: color, reason },
            None => Action::Play(Ply { color, mv }),
        }))
    }

    fn check_swap(&self, word: &str) -> Result<(), MovesError> {
        let meant = match word.to_ascii_lowercase().as_str() {
            "swap-pieces" => Swap::Pieces,
            "swap-sides" => Swap::Sides,
            _ => return Ok(()),
        };
        if meant == self.swap || self.swap == Swap::None {
            return Ok(());
        }
        Err(MovesError::OtherSwap { number: self.number, word: word.to_owned(), swap: self.swap })
    }

    fn color(&self, said: Option<Color>, word: &str) -> Result<Color, MovesError> {
        let position = self.replay.game.position();
        match said.or(position.to_move()) {
            Some(color) => Ok(color),
            None if position.is_over() => Ok(!self.last),
            None => Err(MovesError::NoColor { number: self.number, word: word.to_owned() }),
        }
    }
}

/// The rules in one line and the moves in another.
pub(super) fn write(record: &Record) -> Result<String, WriteError> {
    Ok(format!("{}\n{}\n", record.rules, record.move_list()?))
}

impl Record {
    /// The moves of the main line in a row, without the rules.
    pub fn move_list(&self) -> Result<String, WriteError> {
        plain::check(self, Format::Moves)?;
        let mut replay = Replay::new(&self.rules)?;
        let mut words = Vec::new();
        for id in self.main_line() {
            let node = self.node(id);
            if let Some(action) = &node.action {
                if replay.game.position().to_move() != Some(action.color()) {
                    words.push(action.color().to_string());
                }
                words.push(match action {
                    Action::Play(ply) => ply.mv.to_string(),
                    Action::Forfeit { reason, .. } => forfeit_word(reason).to_owned(),
                });
            }
            replay.step(node)?;
        }
        Ok(words.join(" "))
    }
}
