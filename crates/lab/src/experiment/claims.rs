//! Claims of a source, with the comparisons that decide them.

use std::fmt;

use hexring_game::Color;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

use super::values::range;

/// A statement of a source, with the comparisons that decide it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Where it is made.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// The statement, in our words.
    pub text: String,
    /// The comparisons; all must hold.
    #[serde(rename = "check")]
    pub checks: Vec<Check>,
}

impl Claim {
    /// All that it looks at.
    pub fn selections(&self) -> impl Iterator<Item = &Selection> {
        self.checks.iter().flat_map(Check::selections)
    }
}

/// A comparison of results with each other or with a number: `left` is above or below the other
/// side, or about it within some distance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// One side.
    pub left: Selection,
    /// What it is above.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub above: Option<Side>,
    /// What it is below.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub below: Option<Side>,
    /// What it is about as large as.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<Side>,
    /// By how much it may differ from that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<f64>,
}

impl Check {
    /// What it looks at: one side or two.
    pub fn selections(&self) -> impl Iterator<Item = &Selection> {
        let sides = [&self.above, &self.below, &self.about].into_iter().flatten();
        let results = sides.filter_map(|side| match side {
            Side::Results(selection) => Some(selection),
            Side::Number(_) => None,
        });
        std::iter::once(&self.left).chain(results)
    }

    /// How the left side shall compare with what; none unless exactly one relation is there.
    pub fn relation(&self) -> Option<(Relation, &Side)> {
        match (&self.above, &self.below, &self.about, self.within) {
            (Some(right), None, None, None) => Some((Relation::Above, right)),
            (None, Some(right), None, None) => Some((Relation::Below, right)),
            (None, None, Some(right), Some(most)) => Some((Relation::Within(most), right)),
            _ => None,
        }
    }
}

/// How two numbers shall compare.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Relation {
    /// The left one is larger.
    Above,
    /// The left one is smaller.
    Below,
    /// They differ by at most this.
    Within(f64),
}

/// The other side of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Side {
    /// A number.
    Number(f64),
    /// Other results.
    Results(Selection),
}

/// A number instead of a table is read by a visitor: an untagged enum would lose the places of
/// faults inside.
impl<'de> Deserialize<'de> for Side {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SideVisitor)
    }
}

struct SideVisitor;

impl<'de> Visitor<'de> for SideVisitor {
    type Value = Side;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number or a selection of a sweep")
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Side, E> {
        Ok(Side::Number(number))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Side, E> {
        Ok(Side::Number(number as f64))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Side, E> {
        Ok(Side::Number(number as f64))
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Side, A::Error> {
        Selection::deserialize(MapAccessDeserializer::new(fields)).map(Side::Results)
    }
}

/// Some boards of a sweep.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Selection {
    /// The part, a sweep.
    pub part: String,
    /// What is measured.
    #[serde(default)]
    pub measure: Measure,
    /// The widths, from and to; all if there are none.
    #[serde(default, deserialize_with = "range", skip_serializing_if = "Option::is_none")]
    pub width: Option<(u8, u8)>,
    /// The heights, from and to; all if there are none.
    #[serde(default, deserialize_with = "range", skip_serializing_if = "Option::is_none")]
    pub height: Option<(u8, u8)>,
    /// By how many rows a board is taller than wide at least.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub taller_by: Option<i16>,
    /// By how many rows a board is taller than wide at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub taller_by_at_most: Option<i16>,
    /// Who moves first; none for both.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Color>,
}

/// What is measured over a selection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Red's share of the games.
    #[default]
    RedShare,
    /// The share of the games of the player that moves first.
    FirstShare,
    /// The mean number of red stones.
    RedStones,
}
