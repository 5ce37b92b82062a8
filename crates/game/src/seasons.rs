//! Seasons: every cell belongs to one, and each player may only play in the season of its year.
//!
//! A layout is written row by row, `123/231/312`; a year is written as the order of its seasons,
//! `231`. Seasons are numbered from 1 in text and from 0 in code.

use std::fmt;
use std::str::FromStr;

use rand::Rng;
use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::board::Board;
use crate::cell::Site;
use crate::color::{ByColor, Color};
use crate::text_form::json_as_text;

/// The largest number of seasons: layouts and years are written with one digit a season.
pub const MAX_SEASONS: u8 = 9;

/// What is wrong with a layout or a year.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SeasonError {
    /// A layout with another character than the digits of seasons.
    #[error(
        "bad season layout: \"{0}\" is no season, expected rows of digits 1 to {MAX_SEASONS} such as 123/231"
    )]
    BadLayout(char),
    /// A layout whose rows differ in length.
    #[error("bad season layout: row {row} has {found} cells, expected {expected} as in row 1")]
    RaggedLayout {
        /// The row, counted from 1.
        row: usize,
        /// Its number of cells.
        found: usize,
        /// The number of cells of the first row.
        expected: usize,
    },
    /// A layout for another board.
    #[error("season layout is {cols}x{rows}, expected {board}")]
    WrongSize {
        /// Columns of the layout.
        cols: usize,
        /// Rows of the layout.
        rows: usize,
        /// The board it should fit.
        board: Board,
    },
    /// A layout that uses a season which is in no year.
    #[error("season layout has season {season}, but the years have only {count}")]
    UnknownSeason {
        /// The season, counted from 1.
        season: u8,
        /// The number of seasons of a year.
        count: u8,
    },
    /// A year that is not an order of the seasons 1 to k.
    #[error("bad year \"{0}\": expected every season from 1 to k once, such as 231")]
    BadYear(String),
    /// Two years of different length.
    #[error("years {red} and {blue} differ in length: both players have the same seasons")]
    UnequalYears {
        /// Red's year.
        red: Year,
        /// Blue's year.
        blue: Year,
    },
    /// A pair of years without the slash.
    #[error("bad years \"{0}\": expected Red's and Blue's year, such as 123/231")]
    BadYears(String),
    /// A number of seasons that cannot be.
    #[error("{0} seasons are out of range: expected 1 to {MAX_SEASONS}")]
    OutOfRange(u64),
}

/// The season of every cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SeasonLayout {
    cols: usize,
    /// Row by row, counted from 0.
    seasons: Vec<u8>,
}

impl SeasonLayout {
    /// Every cell gets its season by a fair die, as in the source; some seasons may be rare.
    pub fn random(board: Board, count: u8, rng: &mut impl Rng) -> Result<Self, SeasonError> {
        check_count(count.into())?;
        let die = |_| ((u64::from(rng.next_u32()) * u64::from(count)) >> 32) as u8;
        Ok(SeasonLayout { cols: board.cols().into(), seasons: board.sites().map(die).collect() })
    }

    /// The sizes of the seasons differ by at most one, so that nobody is starved by the draw.
    pub fn balanced(board: Board, count: u8, rng: &mut impl Rng) -> Result<Self, SeasonError> {
        check_count(count.into())?;
        let mut seasons: Vec<u8> = (0..count).cycle().take(board.cell_count()).collect();
        seasons.shuffle(rng);
        Ok(SeasonLayout { cols: board.cols().into(), seasons })
    }

    /// The season of a cell, counted from 0.
    #[inline]
    pub fn season(&self, site: Site) -> u8 {
        self.seasons[site.index()]
    }

    /// How many cells each season has, for `count` seasons.
    pub fn sizes(&self, count: u8) -> Vec<usize> {
        (0..count).map(|season| self.seasons.iter().filter(|s| **s == season).count()).collect()
    }

    /// Columns and rows.
    fn size(&self) -> (usize, usize) {
        (self.cols, self.seasons.len() / self.cols.max(1))
    }
}

fn check_count(count: u64) -> Result<(), SeasonError> {
    match count {
        1..=9 => Ok(()),
        _ => Err(SeasonError::OutOfRange(count)),
    }
}

impl fmt::Display for SeasonLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, row) in self.seasons.chunks(self.cols).enumerate() {
            if index > 0 {
                f.write_str("/")?;
            }
            row.iter().try_for_each(|season| write!(f, "{}", season + 1))?;
        }
        Ok(())
    }
}

impl FromStr for SeasonLayout {
    type Err = SeasonError;

    /// Rows are separated by `/` or line ends; spaces are ignored, so that a file can be drawn.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut rows: Vec<Vec<u8>> = Vec::new();
        for line in text.trim().split(['/', '\n']) {
            let digits = line.chars().filter(|c| !c.is_whitespace());
            rows.push(digits.map(parse_season).collect::<Result<_, _>>()?);
        }
        let expected = rows[0].len();
        for (index, row) in rows.iter().enumerate() {
            if row.len() != expected || row.is_empty() {
                return Err(SeasonError::RaggedLayout {
                    row: index + 1,
                    found: row.len(),
                    expected,
                });
            }
        }
        Ok(SeasonLayout { cols: expected, seasons: rows.concat() })
    }
}

fn parse_season(digit: char) -> Result<u8, SeasonError> {
    match digit {
        '1'..='9' => Ok(digit as u8 - b'1'),
        _ => Err(SeasonError::BadLayout(digit)),
    }
}

/// How the seasons of a game are to lie: `balanced`, `random`, or a layout itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum LayoutPlan {
    /// Drawn so that the sizes of the seasons differ by at most one.
    #[default]
    Balanced,
    /// Drawn cell by cell.
    Random,
    /// Always the same.
    Given(SeasonLayout),
}

impl LayoutPlan {
    /// The layout of one game; a given one may not fit, which [`Seasons::check`] finds.
    pub fn draw(
        &self,
        board: Board,
        count: u8,
        rng: &mut impl Rng,
    ) -> Result<SeasonLayout, SeasonError> {
        match self {
            LayoutPlan::Balanced => SeasonLayout::balanced(board, count, rng),
            LayoutPlan::Random => SeasonLayout::random(board, count, rng),
            LayoutPlan::Given(layout) => Ok(layout.clone()),
        }
    }
}

impl fmt::Display for LayoutPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LayoutPlan::Balanced => f.write_str("balanced"),
            LayoutPlan::Random => f.write_str("random"),
            LayoutPlan::Given(layout) => layout.fmt(f),
        }
    }
}

impl FromStr for LayoutPlan {
    type Err = SeasonError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "balanced" => Ok(LayoutPlan::Balanced),
            "random" => Ok(LayoutPlan::Random),
            layout => layout.parse().map(LayoutPlan::Given),
        }
    }
}

/// The order in which a player goes through the seasons.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Year(Vec<u8>);

impl Year {
    /// The seasons 1 to `count` in order, beginning after `shift` of them.
    fn rotated(count: u8, shift: u8) -> Self {
        Year((0..count).map(|season| (season + shift) % count).collect())
    }

    /// The season, counted from 0, of a player who has made that many moves and passes.
    #[inline]
    pub fn season(&self, moves_made: u32) -> u8 {
        self.0[moves_made as usize % self.0.len()]
    }

    /// The number of seasons.
    pub fn count(&self) -> u8 {
        self.0.len() as u8
    }
}

impl fmt::Display for Year {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|season| write!(f, "{}", season + 1))
    }
}

impl FromStr for Year {
    type Err = SeasonError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bad = || SeasonError::BadYear(text.to_owned());
        let order = text.chars().map(|c| parse_season(c).map_err(|_| bad()));
        let year: Vec<u8> = order.collect::<Result<_, _>>()?;
        let mut sorted = year.clone();
        sorted.sort_unstable();
        let complete =
            !year.is_empty() && sorted.iter().enumerate().all(|(i, s)| i == usize::from(*s));
        if complete { Ok(Year(year)) } else { Err(bad()) }
    }
}

/// The two players' years: `123/231`, Red's first.
pub type Years = ByColor<Year>;

/// Years for that many seasons: the same order for both, and Blue begins half a year later, rounded
/// up. Of the pairs that were solved and played on planes (`experiments/seasons.toml`) none is clearly
/// fairer to whoever begins; the one that the source recommends, 123/231, all but loses for them.
pub fn default_years(count: u8) -> Result<Years, SeasonError> {
    check_count(count.into())?;
    let shift = count.div_ceil(2) % count;
    Ok(ByColor { red: Year::rotated(count, 0), blue: Year::rotated(count, shift) })
}

impl fmt::Display for ByColor<Year> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.red, self.blue)
    }
}

impl FromStr for ByColor<Year> {
    type Err = SeasonError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bad = || SeasonError::BadYears(text.to_owned());
        let (red, blue) = text.split_once('/').ok_or_else(bad)?;
        Ok(ByColor { red: red.parse()?, blue: blue.parse()? })
    }
}

/// What happens when a player's season has no empty cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NoMove {
    /// The player passes and its season advances.
    #[default]
    Pass,
    /// The game ends without result, as in the source.
    Discard,
}

/// Everything that the season rule needs.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Seasons {
    /// The season of every cell.
    pub layout: SeasonLayout,
    /// Each player's order of the seasons.
    pub years: Years,
    /// What happens to a player without a legal cell.
    #[serde(default, alias = "no-move")]
    pub no_move: NoMove,
}

impl Seasons {
    /// Whether layout and years fit each other and the board.
    pub fn check(&self, board: Board) -> Result<(), SeasonError> {
        let (cols, rows) = self.layout.size();
        if (cols, rows) != (board.cols().into(), board.rows().into()) {
            return Err(SeasonError::WrongSize { cols, rows, board });
        }
        let Years { red, blue } = &self.years;
        if red.count() != blue.count() {
            return Err(SeasonError::UnequalYears { red: red.clone(), blue: blue.clone() });
        }
        match self.layout.seasons.iter().max() {
            Some(&last) if last >= red.count() => {
                Err(SeasonError::UnknownSeason { season: last + 1, count: red.count() })
            }
            _ => Ok(()),
        }
    }

    /// The number of seasons.
    pub fn count(&self) -> u8 {
        self.years.red.count()
    }

    /// The season in which a player may play after that many moves and passes of its own.
    #[inline]
    pub fn current(&self, color: Color, moves_made: u32) -> u8 {
        self.years[color].season(moves_made)
    }
}

json_as_text!(SeasonLayout, LayoutPlan, Year);

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    #[test]
    fn balanced_layouts_differ_by_at_most_one_and_random_ones_use_all_seasons() {
        let board: Board = "7x5".parse().expect("a board");
        for seed in 0..50 {
            for count in 1..=9 {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
                let layout = SeasonLayout::balanced(board, count, &mut rng).expect("in range");
                let sizes = layout.sizes(count);
                assert_eq!(sizes.iter().sum::<usize>(), 35);
                assert!(sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= 1);
                let random = SeasonLayout::random(board, count, &mut rng).expect("in range");
                assert_eq!(random.sizes(count).iter().sum::<usize>(), 35);
                assert_eq!(random.to_string().parse(), Ok(random));
            }
        }
    }

    #[test]
    fn the_draw_depends_on_the_seed_alone() {
        let board: Board = "4x4".parse().expect("a board");
        let draw = |seed| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            SeasonLayout::balanced(board, 3, &mut rng).expect("in range")
        };
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
    }

    #[test]
    fn plans_read_and_print_and_draw_what_they_say() {
        let board: Board = "3x2".parse().expect("a board");
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        for text in ["balanced", "random", "123/231"] {
            let plan: LayoutPlan = text.parse().expect(text);
            assert_eq!(plan.to_string(), text);
            let layout = plan.draw(board, 3, &mut rng).expect("in range");
            assert_eq!(layout.size(), (3, 2));
            assert!(text != "balanced" || layout.sizes(3) == [2, 2, 2]);
            assert!(text != "123/231" || layout.to_string() == text);
        }
        let error = "even".parse::<LayoutPlan>().unwrap_err().to_string();
        assert!(error.contains("\"e\" is no season"), "{error}");
    }

    #[test]
    fn default_years_are_those_of_the_rules() {
        assert_eq!(default_years(1).unwrap().to_string(), "1/1");
        assert_eq!(default_years(2).unwrap().to_string(), "12/21");
        assert_eq!(default_years(3).unwrap().to_string(), "123/312");
        assert_eq!(default_years(4).unwrap().to_string(), "1234/3412");
        assert!(default_years(0).is_err() && default_years(10).is_err());
    }

    #[test]
    fn layouts_may_be_drawn_and_faults_are_named() {
        let drawn: SeasonLayout = "1 2 3\n 2 3 1\n".parse().expect("spaces and lines");
        assert_eq!(drawn.to_string(), "123/231");
        let error = |text: &str| text.parse::<SeasonLayout>().unwrap_err().to_string();
        assert!(error("12/1x").contains("\"x\""));
        assert!(error("12/1").contains("row 2 has 1 cells, expected 2"));
        assert!(error("").contains("row 1 has 0 cells"));
        assert!("113".parse::<Year>().is_err());
    }
}
