//! The games of a file as texts, one after the other, whatever the size of the file.

use std::io::{self, BufRead, Read};

use hexring_game::Rules;
use hexring_game::record::{Format, MAX_TEXT, without_comment};
use thiserror::Error;

/// The text of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// Which game of the file, counted from 1.
    pub(super) number: u64,
    pub(super) text: String,
    /// None where a line is to be looked at: moves or a link.
    pub(super) format: Option<Format>,
    /// The rules that were said before it.
    pub(super) rules: Option<Rules>,
}

/// What is wrong between the games.
#[derive(Debug, Error)]
pub enum PieceError {
    /// The file system refuses.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Something else between two games of SGF.
    #[error("found \"{0}\" after a game, expected ( at the beginning of the next one")]
    Between(char),
    /// The file ends in the middle of a game.
    #[error("the file ends in the middle of a game, expected )")]
    Unfinished,
    /// A game that nobody would read.
    #[error("the game has more than {MAX_TEXT} bytes")]
    TooLong,
}

/// Cuts a file into its games.
pub(super) struct Pieces<R> {
    input: R,
    form: Option<Form>,
    /// How many games there were.
    pub(super) number: u64,
    rules: Option<Rules>,
}

#[derive(Clone, Copy)]
enum Form {
    Sgf,
    Lines,
    /// One record.
    Json,
    Nothing,
}

impl<R: BufRead> Pieces<R> {
    pub(super) fn new(input: R) -> Self {
        Pieces { input, form: None, number: 0, rules: None }
    }

    fn next_piece(&mut self) -> Result<Option<Piece>, PieceError> {
        let form = match self.form {
            Some(form) => form,
            None => self.look()?,
        };
        self.form = Some(form);
        let found = match form {
            Form::Sgf => self.game()?.map(|text| (text, Some(Format::Sgf))),
            Form::Lines => self.line_with_game()?.map(|text| (text, None)),
            Form::Json => {
                self.form = Some(Form::Nothing);
                Some((self.rest()?, Some(Format::Json)))
            }
            Form::Nothing => None,
        };
        Ok(found.map(|(text, format)| {
            self.number += 1;
            Piece { number: self.number, text, format, rules: self.rules.clone() }
        }))
    }

    /// What kind of file it is, by its first letter.
    fn look(&mut self) -> io::Result<Form> {
        Ok(match self.peek()? {
            None => Form::Nothing,
            Some(b'(') => Form::Sgf,
            Some(b'{') => Form::Json,
            Some(_) => Form::Lines,
        })
    }

    /// The next byte that is no space; a mark of the byte order counts as space.
    fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            let buffer = self.input.fill_buf()?;
            let Some(first) = buffer.first().copied() else { return Ok(None) };
            if !first.is_ascii_whitespace() && !matches!(first, 0xef | 0xbb | 0xbf) {
                return Ok(Some(first));
            }
            self.input.consume(1);
        }
    }

    /// The next game of a collection, up to its last parenthesis.
    fn game(&mut self) -> Result<Option<String>, PieceError> {
        match self.peek()? {
            None => return Ok(None),
            Some(b'(') => {}
            Some(other) => return Err(PieceError::Between(other.into())),
        }
        let (mut bytes, mut scan) = (Vec::new(), Scan::default());
        loop {
            let buffer = self.input.fill_buf()?;
            if buffer.is_empty() {
                return Err(PieceError::Unfinished);
            }
            let end = buffer.iter().position(|byte| scan.ends_with(*byte));
            let taken = end.map_or(buffer.len(), |last| last + 1);
            bytes.extend_from_slice(&buffer[..taken]);
            self.input.consume(taken);
            if bytes.len() > MAX_TEXT {
                return Err(PieceError::TooLong);
            }
            if end.is_some() {
                return Ok(Some(text(bytes)));
            }
        }
    }

    /// The next line with a game on it, without its comment. A line with nothing but rules holds
    /// for those after it.
    fn line_with_game(&mut self) -> Result<Option<String>, PieceError> {
        loop {
            let mut bytes = Vec::new();
            let most = MAX_TEXT as u64 + 1;
            if self.input.by_ref().take(most).read_until(b'\n', &mut bytes)? == 0 {
                return Ok(None);
            }
            if bytes.len() > MAX_TEXT {
                return Err(PieceError::TooLong);
            }
            let line = without_comment(&text(bytes)).to_owned();
            match line.parse::<Rules>() {
                Ok(rules) => self.rules = Some(rules),
                Err(_) if line.is_empty() => {}
                Err(_) => return Ok(Some(line)),
            }
        }
    }

    fn rest(&mut self) -> Result<String, PieceError> {
        let mut bytes = Vec::new();
        self.input.by_ref().take(MAX_TEXT as u64 + 1).read_to_end(&mut bytes)?;
        if bytes.len() > MAX_TEXT { Err(PieceError::TooLong) } else { Ok(text(bytes)) }
    }
}

impl<R: BufRead> Iterator for Pieces<R> {
    type Item = Result<Piece, PieceError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_piece().transpose()
    }
}

/// Where in SGF a byte stands.
#[derive(Default)]
struct Scan {
    depth: usize,
    in_value: bool,
    escaped: bool,
}

impl Scan {
    /// Goes on by a byte, and says whether it is the last one of its game.
    fn ends_with(&mut self, byte: u8) -> bool {
        match byte {
            _ if self.escaped => self.escaped = false,
            b'\\' if self.in_value => self.escaped = true,
            b']' => self.in_value = false,
            _ if self.in_value => {}
            b'[' => self.in_value = true,
            b'(' => self.depth += 1,
            b')' => {
                self.depth = self.depth.saturating_sub(1);
                return self.depth == 0;
            }
            _ => {}
        }
        false
    }
}

/// Bytes that are no text are kept out of the way.
fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|fault| String::from_utf8_lossy(fault.as_bytes()).into_owned())
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    /// The pieces of a text that comes a few bytes at a time.
    fn pieces(text: &str) -> Vec<Result<String, String>> {
        let input = BufReader::with_capacity(3, text.as_bytes());
        let piece = |piece: Result<Piece, PieceError>| {
            piece.map(|piece| piece.text).map_err(|error| error.to_string())
        };
        // A fault is the end for whoever reads; here it is seen once.
        let mut ended = false;
        let until = Pieces::new(input).map(piece).take_while(move |found| {
            let go_on = !ended;
            ended = found.is_err();
            go_on
        });
        until.collect()
    }

    #[test]
    fn collections_are_cut_at_the_right_parenthesis() {
        let games = ["(;C[a \\] ) (])", "(;B[a1](;W[b2])(;W[c3]))"];
        let text = format!("\u{feff} {}\n\n{} ", games[0], games[1]);
        assert_eq!(pieces(&text), games.map(|game| Ok(game.to_owned())));
        assert_eq!(pieces(" \n"), []);
        let cut = pieces("(;B[a1])(;W[b2]");
        assert!(cut[0].is_ok() && cut[1].as_ref().is_err_and(|e| e.contains("middle")), "{cut:?}");
        let junk = pieces("(;B[a1]) and (;W[b2])");
        assert!(junk[1].as_ref().is_err_and(|error| error.contains("\"a\"")), "{junk:?}");
    }

    #[test]
    fn lines_have_the_rules_that_were_said_last() {
        let text = "// two games\n3x3\na1 b2\n\ntorus:4x4\nc3\n";
        let pieces: Vec<Piece> =
            Pieces::new(text.as_bytes()).collect::<Result<_, _>>().expect("games");
        let found: Vec<(u64, &str, String)> = pieces
            .iter()
            .map(|piece| {
                (piece.number, piece.text.as_str(), piece.rules.as_ref().unwrap().to_string())
            })
            .collect();
        assert_eq!(
            found,
            [(1, "a1 b2", "plane:3x3".to_owned()), (2, "c3", "torus:4x4".to_owned())]
        );
    }

    #[test]
    fn json_is_one_game() {
        assert_eq!(pieces("{\"a\":\n1}"), [Ok("{\"a\":\n1}".to_owned())]);
    }
}
