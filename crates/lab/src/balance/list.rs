//! Balanced openings as a text: how they were found, the rules, and an opening with its value on
//! each line. It is a list of moves with comments, so it can be read as a book as well.
//!
//! ```text
//! // hexring openings 1: seed=1 stones=1-4 within=0.1 behaviour=bb399a718d5a53c2 player=neural
//! // tried=57
//! plane:11x11
//! a10    // 0.512
//! d2 k9    // 0.473
//! ```

use std::fmt;
use std::str::FromStr;

use hexring_game::record::without_comment;
use hexring_game::{Game, Move, ParseMoveError, PlyError, Rules, RulesError};
use thiserror::Error;

/// How the first line begins; the number is that of the format.
const HEAD: &str = "// hexring openings 1: ";

/// How the second line begins.
const TRIED: &str = "// tried=";

/// Openings that leave both sides about the same chances, in the order in which they were found.
#[derive(Clone, Debug, PartialEq)]
pub struct OpeningList {
    /// How they were found.
    pub about: About,
    /// How many were tried so far; who goes on begins with this number.
    pub tried: u64,
    /// The openings.
    pub openings: Vec<BalancedOpening>,
}

/// Everything that decides which openings are found, and in which order.
#[derive(Clone, Debug, PartialEq)]
pub struct About {
    /// The rules.
    pub rules: Rules,
    /// The seed of all that is drawn.
    pub seed: u64,
    /// How many stones an opening has.
    pub stones: Stones,
    /// How far from one half the chances of the player to move may be.
    pub within: f64,
    /// One number for what the program's players do, and for the files that the player reads.
    pub behaviour: u64,
    /// The player that judges, as text.
    pub player: String,
}

/// An opening with the chances that it leaves.
#[derive(Clone, Debug, PartialEq)]
pub struct BalancedOpening {
    /// The moves.
    pub moves: Vec<Move>,
    /// The chances of the player to move.
    pub value: f64,
}

/// A number of stones or a range, such as `1-4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stones {
    /// The fewest, at least 1.
    pub least: u32,
    /// The most.
    pub most: u32,
}

/// Text that is no number of stones.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("bad number of stones \"{0}\": expected one from 1 on, or a range such as 1-4")]
pub struct ParseStonesError(String);

/// Why a text is no list of balanced openings.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ListError {
    /// The first line is another one.
    #[error(
        "line 1: expected \"{HEAD}seed=… stones=… within=… behaviour=… player=…\": this is no file \
         of hexring openings"
    )]
    NoList,
    /// The second line is another one.
    #[error("line 2: expected \"{TRIED}NUMBER\"")]
    NoNumber,
    /// The third line names no rules.
    #[error("line 3: {0}")]
    Rules(#[from] RulesError),
    /// A word that is no move.
    #[error("line {line}: {fault}")]
    Word {
        /// Which line, counted from 1.
        line: usize,
        /// What is wrong.
        fault: ParseMoveError,
    },
    /// A move that is not legal.
    #[error("line {line}: {fault}")]
    Move {
        /// Which line, counted from 1.
        line: usize,
        /// What is wrong.
        fault: PlyError,
    },
    /// An opening that ends the game.
    #[error("line {line}: the opening ends the game: expected one that both can win")]
    Ends {
        /// Which line, counted from 1.
        line: usize,
    },
    /// An opening without its value.
    #[error("line {line}: expected moves, a tab, // and the chances of the player to move")]
    NoValue {
        /// Which line, counted from 1.
        line: usize,
    },
}

impl OpeningList {
    /// A list in which nothing was found yet.
    pub fn new(about: About) -> Self {
        OpeningList { about, tried: 0, openings: Vec::new() }
    }
}

impl fmt::Display for OpeningList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let About { rules, seed, stones, within, behaviour, player } = &self.about;
        write!(f, "{HEAD}seed={seed} stones={stones} within={within} ")?;
        writeln!(f, "behaviour={behaviour:016x} player={player}")?;
        writeln!(f, "{TRIED}{}", self.tried)?;
        writeln!(f, "{rules}")?;
        for BalancedOpening { moves, value } in &self.openings {
            let words: Vec<String> = moves.iter().map(ToString::to_string).collect();
            writeln!(f, "{}\t// {value:.3}", words.join(" "))?;
        }
        Ok(())
    }
}

impl FromStr for OpeningList {
    type Err = ListError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut lines = text.lines();
        let mut next = || lines.next().unwrap_or_default();
        let (head, tried, rules) = (next(), next(), next());
        let head = head.strip_prefix(HEAD).ok_or(ListError::NoList)?;
        let tried = tried.strip_prefix(TRIED).and_then(|number| number.parse().ok());
        let tried = tried.ok_or(ListError::NoNumber)?;
        let about = about(head, rules.parse()?).ok_or(ListError::NoList)?;
        let openings = lines.enumerate().map(|(at, text)| opening(&about.rules, text, at + 4));
        let openings = openings.collect::<Result<_, _>>()?;
        Ok(OpeningList { about, tried, openings })
    }
}

/// What the first line says; the player comes last, because its files may have spaces in their names.
fn about(head: &str, rules: Rules) -> Option<About> {
    let mut words = head.splitn(5, ' ');
    let mut word = |key: &str| words.next()?.strip_prefix(key)?.strip_prefix('=');
    Some(About {
        rules,
        seed: word("seed")?.parse().ok()?,
        stones: word("stones")?.parse().ok()?,
        within: word("within")?.parse().ok()?,
        behaviour: u64::from_str_radix(word("behaviour")?, 16).ok()?,
        player: word("player")?.to_owned(),
    })
}

fn opening(rules: &Rules, text: &str, line: usize) -> Result<BalancedOpening, ListError> {
    let value = text.split_once("// ").and_then(|(_, value)| value.parse().ok());
    let value = value.ok_or(ListError::NoValue { line })?;
    let words = without_comment(text).split(' ').map(str::parse);
    let moves = words.collect::<Result<Vec<Move>, _>>();
    let moves = moves.map_err(|fault| ListError::Word { line, fault })?;
    let mut game = Game::new(rules.clone())?;
    let played = moves.iter().try_for_each(|mv| game.play(*mv));
    played.map_err(|fault| ListError::Move { line, fault })?;
    match game.ending() {
        None => Ok(BalancedOpening { moves, value }),
        Some(_) => Err(ListError::Ends { line }),
    }
}

impl FromStr for Stones {
    type Err = ParseStonesError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (least, most) = text.split_once('-').unwrap_or((text, text));
        match (least.parse(), most.parse()) {
            (Ok(least), Ok(most)) if 1 <= least && least <= most => Ok(Stones { least, most }),
            _ => Err(ParseStonesError(text.to_owned())),
        }
    }
}

impl fmt::Display for Stones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stones { least, most } = self;
        if least == most { write!(f, "{least}") } else { write!(f, "{least}-{most}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book;

    const TEXT: &str = "// hexring openings 1: seed=1 stones=1-4 within=0.1 \
                        behaviour=00000000000000ff player=neural:network=my file\n// tried=57\n\
                        cylinder:3x3 first=blue\na1\t// 0.512\na1 b2\t// 0.473\n";

    #[test]
    fn lists_are_read_as_they_are_written_and_are_books() {
        let list: OpeningList = TEXT.parse().expect("a list");
        assert_eq!(list.to_string(), TEXT);
        assert_eq!((list.tried, list.openings[1].value), (57, 0.473));
        let lines = book::read(TEXT, &list.about.rules).expect("a book");
        let moves: Vec<_> = list.openings.into_iter().map(|opening| opening.moves).collect();
        assert_eq!(lines, moves);
    }

    #[test]
    fn what_is_no_list_is_told_with_its_line() {
        for (from, to, expected) in [
            ("openings 1", "openings 2", "line 1: expected"),
            ("within=0.1", "within=wide", "line 1: expected"),
            ("tried=57", "tried=-1", "line 2: expected"),
            ("cylinder:", "sphere:", "line 3: "),
            ("a1\t// 0.512", "a1", "line 4: expected moves"),
            ("a1 b2", "a1 b0", "line 5: bad move \"b0\""),
            ("a1 b2", "a1 a1", "line 5: "),
            ("a1 b2", "a1 a2 b1 b2 c1", "line 5: the opening ends the game"),
        ] {
            let fault = TEXT.replacen(from, to, 1).parse::<OpeningList>().expect_err("no list");
            assert!(fault.to_string().starts_with(expected), "{to}: {fault}");
        }
        assert_eq!("".parse::<OpeningList>(), Err(ListError::NoList));
    }

    #[test]
    fn numbers_of_stones_are_read() {
        for text in ["3", "1-4", "5-8"] {
            assert_eq!(text.parse::<Stones>().expect("a range").to_string(), text);
        }
        for text in ["", "0", "0-3", "4-1", "1-", "two", "-2"] {
            let fault = text.parse::<Stones>().expect_err("no range").to_string();
            assert!(fault.contains(&format!("\"{text}\"")), "{fault}");
        }
    }
}
