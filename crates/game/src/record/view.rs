//! How a record is being looked at: HexWorld's settings and the place in the main line.
//!
//! Written as in a HexWorld link, with the place after a comma: `r9nc1,4` is a diamond with move
//! numbers in red and blue, after four moves.

use std::fmt;
use std::str::FromStr;

use crate::rotation::Rotation;
use crate::text_form::json_as_text;
use thiserror::Error;

/// Settings of the picture, not of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// Where a1 points on a clock's face, 1 to 12: 10 is the flat board, 9 the diamond.
    pub rotation: Option<Rotation>,
    /// Whether move numbers are shown.
    pub numbers: bool,
    /// Whether stones are red and blue rather than black and white.
    pub red_blue: bool,
    /// How many nodes of the main line after the root have been shown; none for all of them.
    pub cursor: Option<usize>,
}

/// A text that is no view.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("bad view \"{0}\": expected HexWorld's settings and a number of moves, such as r9nc1,4")]
pub struct ParseViewError(String);

impl View {
    /// The settings as a HexWorld link has them.
    pub(super) fn config(&self) -> String {
        let rotation = self.rotation.map(|rotation| format!("r{}", rotation.hour()));
        let numbers = if self.numbers { "n" } else { "" };
        let colors = if self.red_blue { "c1" } else { "" };
        rotation.unwrap_or_default() + numbers + colors
    }

    /// Reads the settings of a link, and gives the rest that it does not know.
    pub(super) fn read_config(mut text: &str) -> (View, &str) {
        let mut view = View::default();
        loop {
            let split = |text: &str| text.find(|c: char| !c.is_ascii_digit());
            let rest = text.get(1..).unwrap_or_default();
            let (digits, after) = rest.split_at(split(rest).unwrap_or(rest.len()));
            match (text.as_bytes().first(), digits) {
                (Some(b'r'), hour) if read_hour(hour).is_some() => view.rotation = read_hour(hour),
                (Some(b'n'), "") => view.numbers = true,
                (Some(b'c'), "0" | "1") => view.red_blue = digits == "1",
                // Ignored by HexWorld too.
                (Some(b'm'), _) => {}
                _ => return (view, text),
            }
            text = after;
        }
    }
}

fn read_hour(digits: &str) -> Option<Rotation> {
    Rotation::new(digits.parse().ok()?)
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.config())?;
        match self.cursor {
            Some(cursor) => write!(f, ",{cursor}"),
            None => Ok(()),
        }
    }
}

impl FromStr for View {
    type Err = ParseViewError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bad = || ParseViewError(text.to_owned());
        let (config, cursor) = match text.split_once(',') {
            Some((config, cursor)) => (config, Some(cursor.parse().map_err(|_| bad())?)),
            None => (text, None),
        };
        match View::read_config(config) {
            (view, "") => Ok(View { cursor, ..view }),
            _ => Err(bad()),
        }
    }
}

json_as_text!(View);
