//! Links to the board of hexworld.org, such as `https://hexworld.org/board/#11r9c1,a3f6:s,d4`.
//!
//! ```text
//! hash ::= size config* "," move* "," move*     the second comma is the place being looked at
//! size ::= n | n"x"n
//! move ::= cell | :s swap pieces | :S swap sides | :p pass | :rb :rw resign | :fb :fw forfeit
//! ```
//!
//! Black is Red and moves first; colours follow from the order, so that stones out of turn need a
//! pass, which is written where the record has none. Settings of the picture and the place being
//! looked at are kept in [`View`]; unknown settings are skipped, as HexWorld does.
//! Either swap is open to the second player of every link, so a link says which one only where it
//! was played: a swap rule that nobody used is not written, and one that was read is the one that
//! was used.
//!
//! Two things differ from HexWorld on purpose. HexWorld forgets everything from the first
//! impossible move on; here that move is an error that names it. And HexWorld swaps pieces on
//! boards that are not square by turning the board; the rules here have no such swap, so it is
//! refused.

use thiserror::Error;

use super::{Action, Format, NodeId, Record, TooManyNodes, View, WriteError, plain};
use crate::board::{Board, BoardError, Topology};
use crate::cell::{Cell, ParseCellError};
use crate::color::Color;
use crate::game::Forfeit;
use crate::moves::{Move, Ply};
use crate::rules::{Rules, Swap, Turns};

/// Where the board is.
const ADDRESS: &str = "https://hexworld.org/board/#";

/// Why a link could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HexWorldError {
    /// A link to something else.
    #[error("\"{0}\" is no HexWorld link: expected {ADDRESS} and a size, such as {ADDRESS}11,a1b2")]
    NoLink(String),
    /// The size is no size.
    #[error(transparent)]
    Size(#[from] BoardError),
    /// A third list of moves.
    #[error(
        "HexWorld link has {0} commas: expected at most two, before the moves and at the cursor"
    )]
    Commas(usize),
    /// A cell that is none.
    #[error("HexWorld link, move {number}: {error}")]
    BadCell {
        /// Which move.
        number: usize,
        /// What is wrong.
        error: ParseCellError,
    },
    /// An unknown special move.
    #[error(
        "HexWorld link, move {number}: unknown \"{word}\": expected a cell, :s, :S, :p, :rb, :rw, :fb or :fw"
    )]
    BadSpecial {
        /// Which move.
        number: usize,
        /// The word.
        word: String,
    },
    /// A swap at another place.
    #[error("HexWorld link, move {number}: a swap is only possible as move 2")]
    LateSwap {
        /// Which move.
        number: usize,
    },
    /// A swap of pieces that would turn the board.
    #[error(
        "HexWorld link, move {number}: :s turns the board {board}, which only a square board allows here: expected :S"
    )]
    TurnedBoard {
        /// Which move.
        number: usize,
        /// The board.
        board: Board,
    },
    /// Too many moves.
    #[error(transparent)]
    TooManyNodes(#[from] TooManyNodes),
}

/// Reads a link, or the part after its `#`.
pub(super) fn read(text: &str) -> Result<Record, HexWorldError> {
    let no_link = || HexWorldError::NoLink(text.trim().to_owned());
    let decoded = text.trim().replace("%2C", ",").replace("%2c", ",").replace("%3A", ":");
    let hash = match decoded.split_once('#') {
        Some((_, hash)) => hash,
        None if decoded.contains('/') => return Err(no_link()),
        None => &decoded,
    };
    let parts: Vec<&str> = hash.split(',').collect();
    if parts.len() > 3 {
        return Err(HexWorldError::Commas(parts.len() - 1));
    }
    let (size, config) = split_size(parts[0]).ok_or_else(no_link)?;
    let mut reader = Reader::new(size.parse()?);
    reader.record.view = View::read_config(config).0;
    reader.read(parts.get(1).copied().unwrap_or_default())?;
    if let Some(rest) = parts.get(2).filter(|rest| !rest.is_empty()) {
        reader.record.view.cursor = Some(reader.number);
        reader.read(rest)?;
    }
    Ok(reader.record)
}

/// The size, made into columns x rows, and the settings after it.
fn split_size(text: &str) -> Option<(String, &str)> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let (cols, rest) = text.split_at(digits(text));
    let after = rest.strip_prefix('x').unwrap_or_default();
    let (rows, config) = after.split_at(digits(after));
    match (cols, rows) {
        ("", _) => None,
        (_, "") => Some((format!("{cols}x{cols}"), rest)),
        _ => Some((format!("{cols}x{rows}"), config)),
    }
}

struct Reader {
    record: Record,
    last: NodeId,
    turn: Color,
    number: usize,
}

impl Reader {
    fn new(board: Board) -> Self {
        let record = Record::empty(Rules::new(board));
        Reader { last: record.root(), record, turn: Color::Red, number: 0 }
    }

    /// Reads moves written without a gap.
    fn read(&mut self, mut text: &str) -> Result<(), HexWorldError> {
        while !text.is_empty() {
            self.number += 1;
            let length = match text.strip_prefix(':') {
                Some(word) => 1 + special_length(word),
                None => cell_length(text),
            };
            let (word, rest) = text.split_at(length);
            let action = match word.strip_prefix(':') {
                Some(special) => self.special(special)?,
                None => self.place(word)?,
            };
            self.last = self.record.add_read(self.last, action)?;
            text = rest;
        }
        Ok(())
    }

    fn place(&mut self, word: &str) -> Result<Action, HexWorldError> {
        let number = self.number;
        let cell: Cell = word.parse().map_err(|error| HexWorldError::BadCell { number, error })?;
        Ok(self.play(Move::Place(cell)))
    }

    fn play(&mut self, mv: Move) -> Action {
        let color = self.turn;
        self.turn = !color;
        Action::Play(Ply { color, mv })
    }

    fn special(&mut self, word: &str) -> Result<Action, HexWorldError> {
        let give_up = |loser, reason| Ok(Action::Forfeit { loser, reason });
        match word {
            "p" => Ok(self.play(Move::Pass)),
            "s" => self.swap(Swap::Pieces),
            "S" => self.swap(Swap::Sides),
            "rb" => give_up(Color::Red, Forfeit::Resignation),
            "rw" => give_up(Color::Blue, Forfeit::Resignation),
            "fb" => give_up(Color::Red, Forfeit::Other(String::new())),
            "fw" => give_up(Color::Blue, Forfeit::Other(String::new())),
            _ => Err(HexWorldError::BadSpecial { number: self.number, word: format!(":{word}") }),
        }
    }

    fn swap(&mut self, swap: Swap) -> Result<Action, HexWorldError> {
        let (number, board) = (self.number, self.record.rules.board);
        if number != 2 {
            return Err(HexWorldError::LateSwap { number });
        }
        if swap == Swap::Pieces && !board.is_square() {
            return Err(HexWorldError::TurnedBoard { number, board });
        }
        self.record.rules.swap = swap;
        let action = self.play(Move::Swap);
        if swap == Swap::Sides {
            // The same colour moves again, in other hands.
            self.turn = !self.turn;
        }
        Ok(action)
    }
}

/// Two letters after the colon for resignation and forfeit, otherwise one.
fn special_length(word: &str) -> usize {
    let letters = if word.starts_with(['r', 'f']) { 2 } else { 1 };
    word.chars().take(letters).map(char::len_utf8).sum()
}

/// Letters and then digits; at least one character, so that every word comes to an end.
fn cell_length(text: &str) -> usize {
    let first = text.chars().next().map_or(0, char::len_utf8);
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let digits = text.bytes().skip(letters).take_while(u8::is_ascii_digit).count();
    first.max(letters + digits)
}

/// Writes the main line as a link.
pub(super) fn write(record: &Record) -> Result<String, WriteError> {
    let refuse = |what| {
        let instead = "sgf, json or moves";
        Err(WriteError::CannotSay { format: Format::HexWorld, what, instead })
    };
    if let Some(what) = unknown_rule(&record.rules) {
        return refuse(what);
    }
    plain::check(record, Format::HexWorld)?;
    record.main_game()?;
    let mut writer = Writer { words: Vec::new(), turn: Color::Red, cursor: None };
    for (depth, id) in record.main_line().into_iter().enumerate() {
        let action = record.node(id).action.as_ref();
        if let Some(what) = action.and_then(|action| writer.act(action, record.rules.swap)) {
            return refuse(what.to_owned());
        }
        if record.view.cursor == Some(depth) {
            writer.cursor = Some(writer.words.len());
        }
    }
    Ok(writer.link(record))
}

/// A rule that HexWorld does not have.
fn unknown_rule(rules: &Rules) -> Option<String> {
    match rules.board.topology() {
        Topology::Plane if rules.turns == Turns::Random => Some("random turns".to_owned()),
        Topology::Plane => rules.seasons.as_ref().map(|_| "seasons".to_owned()),
        other => Some(format!("the {other}")),
    }
}

struct Writer {
    words: Vec<String>,
    turn: Color,
    cursor: Option<usize>,
}

impl Writer {
    /// Writes an action, or says why it cannot be.
    fn act(&mut self, action: &Action, swap: Swap) -> Option<&'static str> {
        match action {
            Action::Play(ply) => self.play(*ply, swap),
            Action::Forfeit { loser, reason } => {
                let letter = match reason {
                    Forfeit::Resignation => "r",
                    Forfeit::Other(_) => "f",
                    Forfeit::Time => return Some("a loss on time"),
                };
                let side = if *loser == Color::Red { "b" } else { "w" };
                self.words.push(format!(":{letter}{side}"));
                None
            }
        }
    }

    fn play(&mut self, ply: Ply, swap: Swap) -> Option<&'static str> {
        if ply.color != self.turn {
            self.words.push(":p".to_owned());
        }
        if ply.mv == Move::Swap && self.words.len() != 1 {
            return Some("a swap that is not move 2, because blue began");
        }
        self.words.push(match (ply.mv, swap) {
            (Move::Place(cell), _) => cell.to_string(),
            (Move::Pass, _) => ":p".to_owned(),
            (Move::Swap, Swap::Sides) => ":S".to_owned(),
            (Move::Swap, _) => ":s".to_owned(),
        });
        let again = ply.mv == Move::Swap && swap == Swap::Sides;
        self.turn = if again { ply.color } else { !ply.color };
        None
    }

    fn link(&self, record: &Record) -> String {
        let (cols, rows) = (record.rules.board.cols(), record.rules.board.rows());
        let size = if cols == rows { cols.to_string() } else { format!("{cols}x{rows}") };
        let cursor = self.cursor.unwrap_or(self.words.len());
        let lists = [self.words[..cursor].concat(), self.words[cursor..].concat()];
        let link = format!("{ADDRESS}{size}{},{},{}", record.view.config(), lists[0], lists[1]);
        format!("{}\n", link.trim_end_matches(','))
    }
}
