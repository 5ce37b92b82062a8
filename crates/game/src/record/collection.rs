//! Files with many games: SGF collections, and lists of moves or links with a game on each line.

use super::{Format, MAX_TEXT, ReadError, ReadOptions, Record, sgf};
use crate::rules::Rules;

/// The games of a text, one after the other; a bad one is told and the next ones still come, except
/// in SGF, where nobody knows where the next one begins.
pub struct Collection<'a> {
    games: Games<'a>,
    rules: Option<Rules>,
}

enum Games<'a> {
    Sgf(sgf::Games<'a>),
    /// Lines with their numbers.
    Lines(std::iter::Enumerate<std::str::Lines<'a>>),
    One(Option<&'a str>),
}

impl Record {
    /// All games of a text. Lists of moves and links have a game on each line; a line with nothing
    /// but rules holds for those after it, and from `//` on, at the beginning of a line or after a
    /// space, it is a comment. `rules` are for games that do not say theirs.
    ///
    /// ```
    /// use hexring_game::record::Record;
    /// let games = Record::parse_all("3x3\nb2 a1\nc1 b2 a2\n", None)?;
    /// let lengths = games.map(|game| Ok(game?.main_line().len() - 1));
    /// assert_eq!(lengths.collect::<Result<Vec<_>, hexring_game::record::ReadError>>()?, [2, 3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the text is longer than [`MAX_TEXT`].
    pub fn parse_all(text: &str, rules: Option<Rules>) -> Result<Collection<'_>, ReadError> {
        if text.len() > MAX_TEXT {
            return Err(ReadError::TooLong(text.len()));
        }
        let text = text.trim_start_matches('\u{feff}');
        let games = match Format::detect(text) {
            Format::Sgf => Games::Sgf(sgf::Games::new(text)),
            Format::Json => Games::One(Some(text)),
            Format::HexWorld | Format::Moves => Games::Lines(text.lines().enumerate()),
        };
        Ok(Collection { games, rules })
    }
}

impl Iterator for Collection<'_> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let rules = self.rules.clone();
        let options = ReadOptions { rules, ..ReadOptions::default() };
        match &mut self.games {
            Games::Sgf(games) => {
                let record = games.next(options.rules.as_ref())?;
                Some(record.map_err(ReadError::from).and_then(checked))
            }
            Games::One(text) => text.take().map(|text| Record::parse_with(text, &options)),
            Games::Lines(lines) => {
                for (number, line) in lines {
                    let line = without_comment(line);
                    if line.is_empty() {
                        continue;
                    }
                    if let Ok(rules) = line.parse() {
                        self.rules = Some(rules);
                        return self.next();
                    }
                    let options = ReadOptions { rules: self.rules.clone(), ..options };
                    let fault =
                        |fault| ReadError::Line { line: number + 1, fault: Box::new(fault) };
                    return Some(Record::parse_with(line, &options).map_err(fault));
                }
                None
            }
        }
    }
}

/// A line of a list up to its comment, which begins with `//` at the beginning of the line or after
/// a space. Links have `//` inside a word.
pub fn without_comment(line: &str) -> &str {
    let begins = |at: usize| at == 0 || line[..at].ends_with(char::is_whitespace);
    let comment = line.match_indices("//").find(|(at, _)| begins(*at));
    comment.map_or(line, |(at, _)| &line[..at]).trim()
}

/// A record whose form and main line are right.
fn checked(record: Record) -> Result<Record, ReadError> {
    record.check_form()?;
    record.main_game()?;
    Ok(record)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn main_lines(text: &str, rules: Option<&str>) -> Vec<Result<String, String>> {
        let rules = rules.map(|rules| rules.parse().unwrap());
        let games = Record::parse_all(text, rules).unwrap();
        let line = |record: Record| {
            let plies = record.main_game().unwrap().plies().to_vec();
            plies.iter().map(|ply| ply.mv.to_string()).collect::<Vec<_>>().join(" ")
        };
        games.map(|game| game.map(line).map_err(|error| error.to_string())).collect()
    }

    #[test]
    fn games_come_one_after_the_other() {
        let sgf = "(;SZ[3];B[b1];W[a2])\n(;SZ[4];B[d4])";
        assert_eq!(main_lines(sgf, None), [Ok("b1 a2".into()), Ok("d4".into())]);
        let list = "// a comment\n3x3\n\nb1 a2\n1. c3\n";
        assert_eq!(main_lines(list, None), [Ok("b1 a2".into()), Ok("c3".into())]);
        let list = "3x3 // the board\n  // and\nb1 a2\t// 0.512\n1. c3 //\n";
        assert_eq!(main_lines(list, None), [Ok("b1 a2".into()), Ok("c3".into())]);
        let links = "https://hexworld.org/board/#3,b1a2\nhttps://hexworld.org/board/#4,d4 // two\n";
        assert_eq!(main_lines(links, None), [Ok("b1 a2".into()), Ok("d4".into())]);
        assert_eq!(main_lines("b2\na1 c3", Some("3x3")), [Ok("b2".into()), Ok("a1 c3".into())]);
        assert!(main_lines("", Some("3x3")).is_empty());
    }

    #[test]
    fn a_bad_game_is_told_with_its_line() {
        let games = main_lines("3x3\nb1\nb1 b1\nc3", None);
        assert_eq!((games.len(), &games[0], &games[2]), (3, &Ok("b1".into()), &Ok("c3".into())));
        let error = games[1].clone().unwrap_err();
        assert!(error.contains("line 3") && error.contains("b1"), "{error}");
        let games = main_lines("(;SZ[3];B[b1])(;SZ[3];B[zz])(;SZ[3];B[a1])", None);
        assert!(games[0].is_ok() && games[1].is_err(), "{games:?}");
        let games = main_lines("(;SZ[3];B[b1])(;SZ[3]", None);
        assert!(games[0].is_ok() && games[1].is_err() && games.len() == 2, "{games:?}");
    }
}
