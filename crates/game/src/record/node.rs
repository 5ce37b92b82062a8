//! One place in the tree: what happened there and what was written about it.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::is_default;
use crate::cell::Cell;
use crate::color::{ByColor, Color};
use crate::game::Forfeit;
use crate::moves::Ply;

/// What a player did. The end of a game by anything but the board is no move, and stands here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A move.
    Play(Ply),
    /// A player lost without the board deciding.
    Forfeit {
        /// Who lost.
        loser: Color,
        /// Why.
        reason: Forfeit,
    },
}

impl Action {
    /// Who acted: the mover, or the one who gave up.
    pub fn color(&self) -> Color {
        match self {
            Action::Play(ply) => ply.color,
            Action::Forfeit { loser, .. } => *loser,
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Play(ply) => ply.fmt(f),
            Action::Forfeit { loser, reason } => write!(f, "{loser} {}", forfeit_word(reason)),
        }
    }
}

/// The word for a forfeit in move lists and SGF; other reasons than these are told apart.
pub(super) fn forfeit_word(reason: &Forfeit) -> &'static str {
    match reason {
        Forfeit::Resignation => "resign",
        Forfeit::Time => "timeout",
        Forfeit::Other(_) => "forfeit",
    }
}

/// The forfeit that a word means, if it means one.
pub(super) fn parse_forfeit(word: &str) -> Option<Forfeit> {
    match word.to_ascii_lowercase().as_str() {
        "resign" => Some(Forfeit::Resignation),
        "time" | "timeout" => Some(Forfeit::Time),
        "forfeit" => Some(Forfeit::Other(String::new())),
        _ => None,
    }
}

/// A change of the position by hand.
///
/// In the root it describes the start. Elsewhere stones make a new start position, with the turn
/// and the seasons as they were, and a player to move alone only hands over the turn. Names with a
/// hyphen are those of older versions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Edit {
    /// Red stones put on the board, also where another stone was.
    #[serde(skip_serializing_if = "is_default")]
    pub red: Vec<Cell>,
    /// Blue stones put on the board, also where another stone was.
    #[serde(skip_serializing_if = "is_default")]
    pub blue: Vec<Cell>,
    /// Cells made empty.
    #[serde(skip_serializing_if = "is_default")]
    pub empty: Vec<Cell>,
    /// Who moves next.
    #[serde(alias = "to-move", skip_serializing_if = "is_default")]
    pub to_move: Option<Color>,
    /// How many moves and passes each colour has made, which decides its season.
    #[serde(alias = "moves-made", skip_serializing_if = "is_default")]
    pub moves_made: Option<ByColor<u32>>,
}

impl Edit {
    /// Whether more than the turn changes.
    pub fn changes_board(&self) -> bool {
        self.cells().next().is_some() || self.moves_made.is_some()
    }

    /// All cells that are named.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.red.iter().chain(&self.blue).chain(&self.empty).copied()
    }
}

/// A text on a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Label {
    /// Where.
    pub cell: Cell,
    /// What.
    pub text: String,
}

/// An SGF property that means nothing here, kept so that it is not lost.
///
/// The values stay as they stand in the file, escapes included, because what a colon or a
/// backslash means depends on the property.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "RawProperty")]
pub struct Property {
    name: String,
    values: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawProperty {
    name: String,
    values: Vec<String>,
}

/// Names that a node says in its own fields.
const RESERVED: [&str; 10] = ["B", "W", "AB", "AW", "AE", "PL", "C", "LB", "HRMADE", "HRREASON"];

/// Why something is no property to keep.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PropertyError {
    /// The name is not one that SGF has.
    #[error("bad property name \"{0}\": expected 1 to 64 capital letters")]
    BadName(String),
    /// The name belongs to a field of the node or of the record.
    #[error("property {0} has its own field: expected a name that has none")]
    Reserved(String),
    /// No value, or one that would end too early or never.
    #[error("bad value \"{value}\" of property {name}: expected ] and \\ to be escaped by \\")]
    BadValue {
        /// The property.
        name: String,
        /// The value.
        value: String,
    },
    /// A property without any value.
    #[error("property {0} has no value: expected at least one")]
    NoValue(String),
}

impl Property {
    /// The property of this name with values as they would stand in an SGF file.
    pub fn new(name: &str, values: Vec<String>) -> Result<Self, PropertyError> {
        let capitals = name.bytes().all(|byte| byte.is_ascii_uppercase());
        if !capitals || !(1..=64).contains(&name.len()) {
            return Err(PropertyError::BadName(name.to_owned()));
        }
        if RESERVED.contains(&name) {
            return Err(PropertyError::Reserved(name.to_owned()));
        }
        if values.is_empty() {
            return Err(PropertyError::NoValue(name.to_owned()));
        }
        match values.iter().find(|value| !is_escaped(value)) {
            Some(value) => {
                Err(PropertyError::BadValue { name: name.to_owned(), value: value.clone() })
            }
            None => Ok(Property { name: name.to_owned(), values }),
        }
    }

    /// The name: capital letters.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The values, escapes included.
    pub fn values(&self) -> &[String] {
        &self.values
    }
}

fn is_escaped(value: &str) -> bool {
    let mut escaped = false;
    for byte in value.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b']' => return false,
            _ => {}
        }
    }
    !escaped
}

impl TryFrom<RawProperty> for Property {
    type Error = PropertyError;

    fn try_from(raw: RawProperty) -> Result<Self, Self::Error> {
        Property::new(&raw.name, raw.values)
    }
}

/// A place in the tree. A setup in it comes before its action.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// A change of the position by hand.
    pub edit: Edit,
    /// What a player did.
    pub action: Option<Action>,
    /// What was written about it, with `\n` at line ends.
    pub comment: String,
    /// Texts on cells.
    pub labels: Vec<Label>,
    /// Everything else.
    pub properties: Vec<Property>,
}

impl From<Action> for Node {
    fn from(action: Action) -> Self {
        Node { action: Some(action), ..Node::default() }
    }
}

impl From<Ply> for Node {
    fn from(ply: Ply) -> Self {
        Action::Play(ply).into()
    }
}
