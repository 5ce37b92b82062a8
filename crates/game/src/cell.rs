//! Cells by name: column letters and row number, `a1` at the top left.
//!
//! A [`Cell`] is a pair of coordinates and knows no board; a [`Site`] is the row-major index of a
//! cell on one particular board, the form that tables and hot loops use.
//!
//! ```
//! use hexring_game::Cell;
//! let cell: Cell = "ab12".parse()?;
//! assert_eq!((cell.col, cell.row), (27, 11));
//! assert_eq!(cell.to_string(), "ab12");
//! # Ok::<(), hexring_game::ParseCellError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use crate::text_form::json_as_text;
use thiserror::Error;

/// A cell by its coordinates, both counted from 0.
///
/// Ordered row by row, as a board is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// The column from the left, 0 for `a`.
    pub col: u8,
    /// The row from the top, 0 for row 1.
    pub row: u8,
}

impl Cell {
    /// The cell in this column and row, both counted from 0.
    pub const fn new(col: u8, row: u8) -> Self {
        Cell { col, row }
    }

    /// The mirror image in the long diagonal: columns become rows.
    pub const fn transposed(self) -> Self {
        Cell { col: self.row, row: self.col }
    }
}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Cell {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.row, self.col).cmp(&(other.row, other.col))
    }
}

/// The column's letters: `a` to `z`, then `aa`, `ab` and so on.
pub fn column_letters(col: u8) -> String {
    let letter = |index: u8| char::from(b'a' + index);
    match col / 26 {
        0 => letter(col).to_string(),
        tens => format!("{}{}", letter(tens - 1), letter(col % 26)),
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", column_letters(self.col), u32::from(self.row) + 1))
    }
}

/// A word that is not the name of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("bad cell \"{0}\": expected column letters and a row number, such as a1 or k11")]
pub struct ParseCellError(pub(crate) String);

impl FromStr for Cell {
    type Err = ParseCellError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse(text).ok_or_else(|| ParseCellError(text.to_owned()))
    }
}

fn parse(text: &str) -> Option<Cell> {
    let split = text.find(|c: char| !c.is_ascii_alphabetic())?;
    let (letters, digits) = text.split_at(split);
    let digit = |letter: u8| letter.to_ascii_lowercase() - b'a';
    let col = match *letters.as_bytes() {
        [one] => digit(one),
        [tens, ones] => (digit(tens) + 1).checked_mul(26)?.checked_add(digit(ones))?,
        _ => return None,
    };
    // Rust's integers also read "+7" and "007"; a cell has one spelling.
    if digits.starts_with(['+', '0']) {
        return None;
    }
    let row = digits.parse::<u8>().ok()?.checked_sub(1)?;
    Some(Cell { col, row })
}

/// The row-major index of a cell on a given board: column + row × columns.
///
/// A site means nothing without its board; turn it into a [`Cell`] with
/// [`Board::cell`](crate::Board::cell).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site(pub(crate) u16);

impl Site {
    /// The position in an array that holds one value per cell.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

json_as_text!(Cell);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_of_the_largest_board_round_trips() {
        for col in 0..53 {
            for row in 0..53 {
                let cell = Cell::new(col, row);
                assert_eq!(cell.to_string().parse(), Ok(cell));
            }
        }
    }

    #[test]
    fn columns_go_on_after_z() {
        assert_eq!("z1".parse(), Ok(Cell::new(25, 0)));
        assert_eq!("aa1".parse(), Ok(Cell::new(26, 0)));
        assert_eq!("ba3".parse(), Ok(Cell::new(52, 2)));
        assert_eq!("K11".parse(), Ok(Cell::new(10, 10)));
    }

    #[test]
    fn other_words_are_refused() {
        for word in
            ["", "a", "1", "a0", "1a", "a-1", "a+1", "a01", "aaa1", "a1b", "é1", "a999", "zz1"]
        {
            let error = word.parse::<Cell>().expect_err(word).to_string();
            assert!(error.contains(&format!("\"{word}\"")), "{error}");
        }
    }
}
