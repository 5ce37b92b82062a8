//! The two players. Red connects top to bottom, Blue left to right (or around).

use std::fmt;
use std::ops::{Index, IndexMut, Not};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// One of the two players, and the colour of its stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    /// The vertical player: Black in the Hex text protocol and in SGF.
    Red,
    /// The horizontal player: White in the Hex text protocol and in SGF.
    Blue,
}

impl Color {
    /// Both colours, Red first.
    pub const ALL: [Color; 2] = [Color::Red, Color::Blue];

    /// 0 for Red, 1 for Blue: the index into arrays that hold one value per colour.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Color {
    type Output = Color;

    /// The opponent.
    #[inline]
    fn not(self) -> Color {
        match self {
            Color::Red => Color::Blue,
            Color::Blue => Color::Red,
        }
    }
}

impl Color {
    /// Reads a name as the text protocol has it, where `b` is black, which is Red.
    ///
    /// # Errors
    /// If the word names no colour.
    pub fn from_protocol(word: &str) -> Result<Self, ParseColorError> {
        if word.eq_ignore_ascii_case("b") { Ok(Color::Red) } else { word.parse() }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Color::Red => "red",
            Color::Blue => "blue",
        })
    }
}

/// A word that names no colour.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}: expected red or blue", fault(.0))]
pub struct ParseColorError(String);

fn fault(word: &str) -> String {
    match word {
        "b" | "B" => format!("\"{word}\" may be blue or black"),
        _ => format!("unknown colour \"{word}\""),
    }
}

impl FromStr for Color {
    type Err = ParseColorError;

    /// Reads `red` and `blue`, and the text protocol's names: black is Red, white is Blue. The letter
    /// `b` is no name: people mean Blue by it, and the protocol means Red.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.to_ascii_lowercase().as_str() {
            "red" | "r" | "black" => Ok(Color::Red),
            "blue" | "white" | "w" => Ok(Color::Blue),
            _ => Err(ParseColorError(text.to_owned())),
        }
    }
}

/// One value for each colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ByColor<T> {
    /// Red's value.
    pub red: T,
    /// Blue's value.
    pub blue: T,
}

impl<T> ByColor<T> {
    /// Both values, computed by colour.
    pub fn from_fn(mut value: impl FnMut(Color) -> T) -> Self {
        ByColor { red: value(Color::Red), blue: value(Color::Blue) }
    }

    /// Both values with another type, colour by colour.
    pub fn map<U>(self, mut value: impl FnMut(T) -> U) -> ByColor<U> {
        ByColor { red: value(self.red), blue: value(self.blue) }
    }

    /// The same values with the colours exchanged.
    pub fn exchanged(self) -> Self {
        ByColor { red: self.blue, blue: self.red }
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline]
    fn index(&self, color: Color) -> &T {
        match color {
            Color::Red => &self.red,
            Color::Blue => &self.blue,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Red => &mut self.red,
            Color::Blue => &mut self.blue,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_protocol_names_are_read() {
        for color in Color::ALL {
            assert_eq!(color.to_string().parse(), Ok(color));
            assert_eq!(!!color, color);
        }
        assert_eq!("Black".parse(), Ok(Color::Red));
        assert_eq!("w".parse(), Ok(Color::Blue));
        assert_eq!(Color::from_protocol("B"), Ok(Color::Red));
        assert_eq!(Color::from_protocol("white"), Ok(Color::Blue));
        assert!("b".parse::<Color>().is_err(), "black or blue");
        let error = "green".parse::<Color>().unwrap_err().to_string();
        assert!(error.contains("\"green\"") && error.contains("red or blue"), "{error}");
    }
}
