//! Books of openings: lines of moves from files of any format.

use hexring_game::record::{ReadError, Record};
use hexring_game::{Board, Color, Game, Move, PlyError, Rules, RulesError};
use thiserror::Error;

/// Why a text is no book for some rules.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum BookError {
    /// A game of it cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// There is no game under these rules.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A line of another board.
    #[error("opening {number} is on {found}: expected {expected}")]
    OtherBoard {
        /// Which line, counted from 1.
        number: usize,
        /// Its board.
        found: Board,
        /// The board that is played on.
        expected: Board,
    },
    /// A line of another first player, whose stones would get the other colour.
    #[error("opening {number} begins with {found}: expected {expected}, who moves first here")]
    OtherFirst {
        /// Which line, counted from 1.
        number: usize,
        /// Who moves first in it.
        found: Color,
        /// Who moves first in the games.
        expected: Color,
    },
    /// A line with a move that is not legal here.
    #[error("opening {number}: {fault}")]
    Move {
        /// Which line, counted from 1.
        number: usize,
        /// What is wrong.
        fault: PlyError,
    },
    /// A line that ends the game.
    #[error("opening {number} ends the game: expected one that both can win")]
    Ends {
        /// Which line, counted from 1.
        number: usize,
    },
    /// Nothing at all.
    #[error("the book has no openings")]
    Empty,
}

/// The openings of a book: the main lines of an SGF collection, or lists of moves and HexWorld
/// links, one on each line.
pub fn read(text: &str, rules: &Rules) -> Result<Vec<Vec<Move>>, BookError> {
    let mut lines = Vec::new();
    for (index, record) in Record::parse_all(text, Some(rules.clone()))?.enumerate() {
        lines.push(line(&record?, rules, index + 1)?);
    }
    if lines.is_empty() { Err(BookError::Empty) } else { Ok(lines) }
}

fn line(record: &Record, rules: &Rules, number: usize) -> Result<Vec<Move>, BookError> {
    let (found, expected) = (record.rules.board, rules.board);
    if found != expected {
        return Err(BookError::OtherBoard { number, found, expected });
    }
    let (found, expected) = (record.rules.first, rules.first);
    if found != expected {
        return Err(BookError::OtherFirst { number, found, expected });
    }
    let mut game = Game::new(rules.clone())?;
    let read = record.main_game().map_err(ReadError::from)?;
    let moves: Vec<Move> = read.plies().iter().map(|ply| ply.mv).collect();
    for mv in &moves {
        game.play(*mv).map_err(|fault| BookError::Move { number, fault })?;
    }
    if game.ending().is_some() { Err(BookError::Ends { number }) } else { Ok(moves) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(text: &str) -> Result<usize, String> {
        let rules = "3x3".parse().expect("rules");
        read(text, &rules).map(|lines| lines.len()).map_err(|error| error.to_string())
    }

    #[test]
    fn books_of_all_formats_are_read_and_what_does_not_fit_is_said() {
        assert_eq!(book("(;SZ[3];B[b1];W[a2])(;SZ[3];B[c1])"), Ok(2));
        assert_eq!(book("a1 b2\nhttps://hexworld.org/board/#3,c3\n"), Ok(2));
        for (text, expected) in [
            ("", "no openings"),
            ("a1\na1 a1", "line 2"),
            ("(;SZ[3];B[b1])(;SZ[4];B[d4])", "opening 2 is on plane:4x4: expected plane:3x3"),
            ("a1 b1 a2 b2 a3", "opening 1 ends the game"),
            ("3x3 first=blue\na1 b1", "opening 1 begins with blue: expected red"),
        ] {
            let error = book(text).expect_err("no book");
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
