//! Which games to look at.

use std::fmt;
use std::str::FromStr;

use hexring_game::{Board, ByColor, Color, Move, ParseMoveError, Rules, Swap, Turns};
use thiserror::Error;

use super::game::GameView;

/// Which games to look at; what is not given holds for all of them.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Players that took part, by a part of their names.
    pub players: Vec<String>,
    /// Who played a colour, by a part of its name.
    pub seats: ByColor<Option<String>>,
    /// Who won.
    pub winner: Option<Winner>,
    /// The board.
    pub board: Option<Board>,
    /// The turn rule.
    pub turns: Option<Turns>,
    /// The swap rule.
    pub swap: Option<Swap>,
    /// The whole rules.
    pub rules: Option<Rules>,
    /// The moves with which the game begins.
    pub opening: Opening,
    /// How many moves it has.
    pub length: Length,
    /// The first day.
    pub since: Option<Day>,
    /// The last day.
    pub until: Option<Day>,
}

impl Filter {
    /// Whether a game is to be looked at.
    pub fn admits(&self, game: &GameView<'_>) -> bool {
        let rules = game.rules();
        self.board.is_none_or(|board| rules.board == board)
            && self.turns.is_none_or(|turns| rules.turns == turns)
            && self.swap.is_none_or(|swap| rules.swap == swap)
            && self.rules.as_ref().is_none_or(|wanted| rules == wanted)
            && self.length.contains(game.moves.len())
            && self.winner.as_ref().is_none_or(|winner| winner.is_of(game))
            && self.admits_players(game)
            && self.admits_date(game.date)
            && self
                .opening
                .0
                .iter()
                .zip(1..)
                .all(|(mv, number)| game.moves.get(number - 1).is_some_and(|ply| ply.mv == *mv))
    }

    fn admits_players(&self, game: &GameView<'_>) -> bool {
        let ByColor { red, blue } = game.players;
        self.players.iter().all(|part| has(red, part) || has(blue, part))
            && self.seats.red.as_ref().is_none_or(|part| has(red, part))
            && self.seats.blue.as_ref().is_none_or(|part| has(blue, part))
    }

    /// A game without a date was played on no day that anybody could ask for.
    fn admits_date(&self, date: &str) -> bool {
        let since = self.since.as_ref().is_none_or(|day| date >= day.0.as_str());
        let until = self.until.as_ref().is_none_or(|Day(day)| {
            !date.is_empty() && date.get(..day.len()).unwrap_or(date) <= day.as_str()
        });
        since && until
    }
}

/// Whether a name has a part, in capitals or not.
fn has(name: &str, part: &str) -> bool {
    name.contains(part) || name.to_lowercase().contains(&part.to_lowercase())
}

/// Who is to have won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Winner {
    /// A colour, as the board shows it in the end.
    Color(Color),
    /// Nobody, or nobody knows.
    Nobody,
    /// A player, by a part of its name, in whichever colour.
    Player(String),
}

impl Winner {
    fn is_of(&self, game: &GameView<'_>) -> bool {
        match self {
            Winner::Color(color) => game.winner == Some(*color),
            Winner::Nobody => game.winner.is_none(),
            Winner::Player(part) => game.seat.is_some_and(|seat| has(game.players[seat], part)),
        }
    }
}

impl FromStr for Winner {
    type Err = std::convert::Infallible;

    /// `red`, `blue`, `none`, or else a part of a player's name.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match (text.parse(), text) {
            (Ok(color), _) => Winner::Color(color),
            (Err(_), "none") => Winner::Nobody,
            (Err(_), name) => Winner::Player(name.to_owned()),
        })
    }
}

/// Moves with which games begin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening(pub Vec<Move>);

impl FromStr for Opening {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let words = text.split([' ', ',']).filter(|word| !word.is_empty());
        words.map(str::parse).collect::<Result<_, _>>().map(Opening)
    }
}

/// How many moves: `40`, `10..60`, `10..` or `..60`, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Length {
    least: usize,
    most: usize,
}

impl Default for Length {
    fn default() -> Self {
        Length { least: 0, most: usize::MAX }
    }
}

impl Length {
    fn contains(self, moves: usize) -> bool {
        (self.least..=self.most).contains(&moves)
    }
}

/// A text that is no number of moves.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "bad length \"{0}\": expected a number of moves or a range, such as 40, 10..60, 10.. or ..60"
)]
pub struct ParseLengthError(String);

impl FromStr for Length {
    type Err = ParseLengthError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bad = || ParseLengthError(text.to_owned());
        let end = |digits: &str, open| match digits {
            "" => Ok(open),
            digits => digits.parse().map_err(|_| bad()),
        };
        let (least, most) = match text.split_once("..") {
            Some((least, most)) => (end(least, 0)?, end(most, usize::MAX)?),
            None => {
                let exact = text.parse().map_err(|_| bad())?;
                (exact, exact)
            }
        };
        if least <= most { Ok(Length { least, most }) } else { Err(bad()) }
    }
}

/// A day, a month or a year: `2026-11-16`, `2026-11`, `2026`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Day(String);

/// A text that is no day.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("bad date \"{0}\": expected a day, a month or a year, such as 2026-11-16, 2026-11 or 2026")]
pub struct ParseDayError(String);

impl FromStr for Day {
    type Err = ParseDayError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let sizes: Vec<usize> = text.split('-').map(str::len).collect();
        let digits = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        if digits && matches!(sizes[..], [4] | [4, 2] | [4, 2, 2]) {
            Ok(Day(text.to_owned()))
        } else {
            Err(ParseDayError(text.to_owned()))
        }
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
