//! Score maps: one number per cell, as players and solvers explain their choice.

use crate::board::Board;
use crate::cell::{Cell, Site};

/// A named number for every cell, or for some of them.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreMap {
    name: String,
    /// By site.
    values: Vec<Option<f64>>,
    range: Option<(f64, f64)>,
}

impl ScoreMap {
    /// A map of this name; numbers that are not finite count as missing.
    pub fn new(
        name: impl Into<String>,
        board: Board,
        mut value: impl FnMut(Cell) -> Option<f64>,
    ) -> Self {
        let finite = |cell| value(cell).filter(|value| value.is_finite());
        let values: Vec<Option<f64>> = board.cells().map(finite).collect();
        let range = values.iter().flatten().fold(None, |range, value| {
            let (low, high) = range.unwrap_or((*value, *value));
            Some((value.min(low), value.max(high)))
        });
        ScoreMap { name: name.into(), values, range }
    }

    /// What the numbers are.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The smallest and the largest number, if there is any.
    pub fn range(&self) -> Option<(f64, f64)> {
        self.range
    }

    /// The number of a cell, by its index.
    pub fn value(&self, site: Site) -> Option<f64> {
        self.values.get(site.index()).copied().flatten()
    }

    /// How warm a cell is: 0 for the smallest number of the map, 1 for the largest. Where all
    /// numbers are equal, all are the largest.
    pub fn heat(&self, site: Site) -> Option<f64> {
        let (low, high) = self.range?;
        let value = self.value(site)?;
        // Halved, so that the widest range of numbers has a finite width.
        let width = high / 2.0 - low / 2.0;
        Some(if width > 0.0 { (value / 2.0 - low / 2.0) / width } else { 1.0 })
    }

    /// A cell's number in at most four characters where it can be: percent without the sign if
    /// all numbers of the map are shares, thousands with `k`, millions with `M`.
    pub fn short(&self, site: Site) -> Option<String> {
        let value = self.value(site)?;
        Some(if self.has_shares() { short(100.0 * value, 0) } else { shortest(value) })
    }

    /// Whether the numbers are shares of something: between 0 and 1, and not all of them whole,
    /// as counts are.
    fn has_shares(&self) -> bool {
        let whole = |value: &f64| value.fract() == 0.0;
        self.range.is_some_and(|(low, high)| low >= 0.0 && high <= 1.0)
            && !self.values.iter().flatten().all(whole)
    }

    /// The smallest and the largest number as text, counts without decimals.
    pub fn range_text(&self) -> Option<String> {
        let (low, high) = self.range?;
        let whole = self.values.iter().flatten().all(|value| value.fract() == 0.0);
        let decimals = if whole { 0 } else { 4 };
        Some(format!("from {low:.decimals$} to {high:.decimals$}"))
    }
}

fn shortest(value: f64) -> String {
    match value.abs() {
        size if size < 9.95 && value.fract() != 0.0 => short(value, 1),
        size if size < 999.5 => short(value, 0),
        size if size < 9_950.0 => short(value / 1e3, 1) + "k",
        size if size < 999_500.0 => short(value / 1e3, 0) + "k",
        size if size < 999.5e6 => short(value / 1e6, 0) + "M",
        _ => format!("{value:.0e}"),
    }
}

/// Rounded, and never `-0`.
fn short(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let zero = text.bytes().all(|byte| !(b'1'..=b'9').contains(&byte));
    if zero { text.trim_start_matches('-').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(values: &[f64]) -> ScoreMap {
        let board = Board::new(crate::Topology::Plane, values.len() as u8, 1).expect("a row");
        ScoreMap::new("test", board, |cell| Some(values[usize::from(cell.col)]))
    }

    fn shorts(values: &[f64]) -> Vec<String> {
        let map = map(values);
        let site = |col: usize| Site(col as u16);
        (0..values.len()).map(|col| map.short(site(col)).unwrap_or_default()).collect()
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(shorts(&[0.0, 0.005, 0.5, 1.0]), ["0", "0", "50", "100"]);
        assert_eq!(shorts(&[-0.01, 3.0, 2.54, 12.6]), ["0.0", "3", "2.5", "13"]);
        assert_eq!(shorts(&[1234.0, 45_678.0, 2.5e6]), ["1.2k", "46k", "2M"]);
        assert_eq!(shorts(&[1e12, -1e300]), ["1e12", "-1e300"]);
        assert_eq!(shorts(&[0.0, 1.0]), ["0", "1"], "one visit is no hundred");
        assert_eq!(map(&[0.0, 49.0]).range_text().as_deref(), Some("from 0 to 49"));
        assert_eq!(map(&[0.25, 1.0]).range_text().as_deref(), Some("from 0.2500 to 1.0000"));
    }

    #[test]
    fn heat_goes_from_zero_to_one_and_ignores_what_is_no_number() {
        let scores = map(&[-1.0, f64::NAN, 3.0, f64::INFINITY, 1.0]);
        let heat: Vec<Option<f64>> = (0..5).map(|col| scores.heat(Site(col))).collect();
        assert_eq!(heat, [Some(0.0), None, Some(1.0), None, Some(0.5)]);
        assert_eq!(map(&[7.0, 7.0]).heat(Site(1)), Some(1.0));
        assert_eq!(map(&[f64::MIN, f64::MAX]).heat(Site(1)), Some(1.0));
        assert_eq!(map(&[f64::NAN]).range(), None);
    }
}
