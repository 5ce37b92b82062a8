//! Books as text.
//!
//! A header, then a line for each position: one way there, a colon, and the replies with what they
//! are worth in thousandths, the most liked one first.
//!
//! ```text
//! hexring-book 1
//! board plane:11x11
//! player neural:sims=4000
//! network hexring-2
//! replies 4
//! a2: f6 512 d4 498
//! a2 f6: h5 503
//! ```

use std::fmt;
use std::str::FromStr;

use hexring_game::Cell;
use thiserror::Error;

use super::{Book, Header, MAX_REPLIES, WIN};

/// The first line.
const FORMAT: &str = "hexring-book 1";

/// The longest line, in bytes: the moves of the largest board, and more.
const MAX_LINE: usize = 4096;

/// Why a text is no book.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}")]
pub struct BookError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Header { board, player, network, replies } = self;
        write!(
            f,
            "{FORMAT}\nboard {board}\nplayer {player}\nnetwork {network}\nreplies {replies}\n"
        )
    }
}

impl fmt::Display for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.header)?;
        for page in &self.pages {
            let moves: Vec<String> = page.moves.iter().map(ToString::to_string).collect();
            write!(f, "{}:", moves.join(" "))?;
            for reply in &page.replies {
                write!(f, " {} {}", reply.cell, reply.value)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl FromStr for Book {
    type Err = BookError;

    fn from_str(text: &str) -> Result<Self, BookError> {
        let mut lines = Lines { lines: text.lines(), number: 0 };
        let header = lines.header()?;
        let mut book = Book::new(header).map_err(|reason| BookError { line: 2, reason })?;
        while let Some(line) = lines.next()? {
            page(line, &mut book).map_err(|reason| lines.fault(reason))?;
        }
        book.settle();
        Ok(book)
    }
}

/// The lines of a text, with their number.
struct Lines<'a> {
    lines: std::str::Lines<'a>,
    number: usize,
}

impl<'a> Lines<'a> {
    fn fault(&self, reason: String) -> BookError {
        BookError { line: self.number, reason }
    }

    fn next(&mut self) -> Result<Option<&'a str>, BookError> {
        self.number += 1;
        let line = self.lines.next();
        match line.filter(|line| line.len() > MAX_LINE) {
            Some(_) => Err(self.fault(format!("expected at most {MAX_LINE} bytes"))),
            None => Ok(line),
        }
    }

    fn header(&mut self) -> Result<Header, BookError> {
        let first = self.next()?.unwrap_or_default();
        if first != FORMAT {
            return Err(self.fault(format!("\"{}\": expected \"{FORMAT}\"", shown(first))));
        }
        let board = self.field("board")?;
        let board = board
            .parse()
            .map_err(|fault: hexring_game::BoardError| self.fault(fault.to_string()))?;
        let player = self.field("player")?.to_owned();
        let network = self.field("network")?.to_owned();
        let replies = self.field("replies")?;
        let replies = whole(replies, 1, MAX_REPLIES as u16).map_err(|fault| self.fault(fault))?;
        Ok(Header { board, player, network, replies: replies.into() })
    }

    /// The next line without the name that it has to begin with.
    fn field(&mut self, name: &str) -> Result<&'a str, BookError> {
        let line = self.next()?.unwrap_or_default();
        let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
        let value = value.filter(|value| !value.trim().is_empty());
        value.ok_or_else(|| {
            self.fault(format!("\"{}\": expected \"{name}\" and a value", shown(line)))
        })
    }
}

fn page(line: &str, book: &mut Book) -> Result<(), String> {
    let (moves, replies) = line
        .split_once(": ")
        .ok_or_else(|| format!("\"{}\": expected moves, a colon and replies", shown(line)))?;
    let moves = moves.split(' ').map(cell).collect::<Result<Vec<Cell>, String>>()?;
    let words: Vec<&str> = replies.split(' ').collect();
    let reply = |pair: &[&str]| match pair {
        [at, value] => Ok((cell(at)?, whole(value, 0, WIN)?)),
        _ => Err(format!("reply {}: expected a value after it", shown(pair[0]))),
    };
    let replies = words.chunks(2).map(reply).collect::<Result<Vec<_>, String>>()?;
    book.add(moves, &replies)
}

fn cell(word: &str) -> Result<Cell, String> {
    word.parse().map_err(|_| format!("bad cell \"{}\": expected one such as a1", shown(word)))
}

fn whole(word: &str, least: u16, most: u16) -> Result<u16, String> {
    let is_plain = word.bytes().all(|byte| byte.is_ascii_digit());
    let number = word.parse().ok().filter(|number| is_plain && (least..=most).contains(number));
    let expected = || format!("a whole number from {least} to {most}");
    number.ok_or_else(|| format!("bad value \"{}\": expected {}", shown(word), expected()))
}

/// The beginning of something, for a message.
fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}
