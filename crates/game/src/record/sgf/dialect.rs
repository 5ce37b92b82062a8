//! Which program's habits a file has, seen over the whole file.

use super::syntax::{RawNode, RawProperty, split_composed};
use super::{Located, SgfFault, letter_pair};
use crate::cell::Cell;
use crate::color::Color;
use crate::rules::Swap;

/// Properties whose values are points.
pub(super) const POINTS: [&str; 12] =
    ["B", "W", "AB", "AW", "AE", "TR", "SQ", "CR", "MA", "SL", "AR", "LN"];

/// How cells are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// `a13`.
    Cells,
    /// `am`.
    Letters,
}

/// The habits of a file.
pub(super) struct Dialect {
    pub(super) style: Style,
    /// Whether the moves' colours are exchanged, as on Little Golem.
    pub(super) exchanged: bool,
    /// What `swap-pieces` means.
    pub(super) swap_pieces: Swap,
}

impl Dialect {
    pub(super) fn of(nodes: &[RawNode], application: &str) -> Result<Self, Located> {
        let style = style(nodes)?;
        let first = nodes.iter().flat_map(|node| &node.properties).find(|p| is_move(p));
        let white_first = first.is_some_and(|property| property.name == "W");
        Ok(Dialect {
            style,
            exchanged: style == Style::Letters && white_first,
            swap_pieces: if swaps_sides(application) { Swap::Sides } else { Swap::Pieces },
        })
    }

    /// The cell of a word in the file's style.
    pub(super) fn cell(&self, word: &str) -> Option<Cell> {
        match self.style {
            Style::Cells => word.parse().ok(),
            Style::Letters => letter_pair(word),
        }
    }

    /// The colour of a move property.
    pub(super) fn mover(&self, name: &str) -> Color {
        let color = if name == "B" { Color::Red } else { Color::Blue };
        if self.exchanged { !color } else { color }
    }
}

pub(super) fn is_move(property: &RawProperty) -> bool {
    matches!(property.name.as_str(), "B" | "W")
}

/// The points that a property names, without the labels on them.
pub(super) fn points(property: &RawProperty) -> impl Iterator<Item = &str> {
    let is_label = property.name == "LB";
    let named = is_label || POINTS.contains(&property.name.as_str());
    property.values.iter().filter(move |_| named).flat_map(move |value| {
        let (first, second) = split_composed(value).unwrap_or((value, ""));
        [first, if is_label { "" } else { second }].map(str::trim)
    })
}

fn style_of(word: &str) -> Option<Style> {
    match word.parse::<Cell>() {
        Ok(_) => Some(Style::Cells),
        Err(_) => letter_pair(word).map(|_| Style::Letters),
    }
}

/// The one style of all points. Words in neither style are none of its business.
fn style(nodes: &[RawNode]) -> Result<Style, Located> {
    let mut first: Option<(Style, String)> = None;
    for property in nodes.iter().flat_map(|node| &node.properties) {
        for word in points(property) {
            let Some(style) = style_of(word) else { continue };
            match &first {
                None => first = Some((style, format!("{}[{word}]", property.name))),
                Some((earlier, _)) if *earlier == style => {}
                Some((_, earlier)) => {
                    let (property_name, value) = (property.name.clone(), word.to_owned());
                    let earlier = earlier.clone();
                    let fault = SgfFault::MixedStyles { property: property_name, value, earlier };
                    return Err(Located { offset: property.offset, fault });
                }
            }
        }
    }
    Ok(first.map_or(Style::Cells, |(style, _)| style))
}

/// Whether the program says `swap-pieces` and means a swap of sides.
fn swaps_sides(application: &str) -> bool {
    let lower = application.to_ascii_lowercase();
    let (name, version) = lower.split_once(':').unwrap_or((&lower, ""));
    let mut numbers = version.split('.').map(|part| part.trim().parse::<u32>().ok());
    match name.trim() {
        "hexgui" => match (numbers.next().flatten(), numbers.next().flatten()) {
            (Some(0), minor) => minor.is_some_and(|minor| minor <= 9),
            _ => false,
        },
        "mohex" | "wolve" | "benzene" => true,
        _ => false,
    }
}
