//! This project's own JSON: everything that a record holds, for programs.
//!
//! ```
//! use hexring_game::record::Record;
//! let text = r#"{
//!   "format": "hexring-record",
//!   "version": 1,
//!   "rules": {"board": "torus:4x4", "swap": "sides"},
//!   "info": {"players": {"red": "Ann", "blue": "Bob"}},
//!   "nodes": [
//!     {},
//!     {"color": "red", "move": "a1", "comment": "the shortest diagonal"},
//!     {"color": "blue", "move": "swap"},
//!     {"parent": 1, "color": "blue", "move": "b2"},
//!     {"color": "red", "forfeit": "resignation"}
//!   ]
//! }"#;
//! let record = Record::parse(text, None)?;
//! assert_eq!(record.main_line().len(), 3);
//! assert_eq!(record.children(record.main_line()[1]).len(), 2);
//! # Ok::<(), hexring_game::record::ReadError>(())
//! ```
//!
//! The nodes are a flat list, so that no tree is too deep for a parser: each one hangs below its
//! `parent`, an earlier index, or below the node before it where nothing is said. The first node is
//! the root. Children keep the order of the list, the main line first. A node may have
//!
//! | field | meaning |
//! |---|---|
//! | `color` with `move` | a cell, `swap` or `pass` |
//! | `color` with `forfeit` | `"resignation"`, `"time"` or `{"other": "a reason"}` |
//! | `edit` | `red`, `blue` and `empty` cells, `to_move`, `moves_made` by colour |
//! | `comment` | text |
//! | `labels` | a list of `cell` and `text` |
//! | `properties` | SGF properties that mean nothing here: `name`, and `values` with their escapes |
//!
//! Unknown fields are refused, because they would be lost. A change that older programs cannot read
//! gets a new version number.

use std::fmt;

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

use super::{
    Action, Edit, Info, Label, MAX_NODES, Node, NodeId, Property, Record, TooManyNodes, View,
    is_default,
};
use crate::color::Color;
use crate::game::Forfeit;
use crate::moves::{Move, Ply};
use crate::rules::Rules;

const FORMAT: &str = "hexring-record";
const VERSION: u32 = 1;

/// Why JSON could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum JsonError {
    /// No JSON, or a field that is missing, unknown or wrong.
    #[error("JSON: {0}")]
    Syntax(String),
    /// Some other JSON.
    #[error("JSON format is \"{0}\": expected \"{FORMAT}\"")]
    Format(String),
    /// A version of the future.
    #[error("JSON version is {0}: expected {VERSION}")]
    Version(u32),
    /// A record without any node.
    #[error("JSON has no nodes: expected at least the root, {{}}")]
    NoNodes,
    /// A parent that is not before its child.
    #[error("node {node}: parent {parent} is out of range: expected an earlier node")]
    BadParent {
        /// The child.
        node: usize,
        /// The parent.
        parent: usize,
    },
    /// A root below something.
    #[error("node 0: parent {0} is not possible: expected none, because node 0 is the root")]
    RootParent(usize),
    /// A colour, a move and a forfeit that do not go together.
    #[error("node {0}: expected color with either move or forfeit, or none of them")]
    BadAction(usize),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    format: String,
    version: u32,
    rules: Rules,
    #[serde(default, skip_serializing_if = "is_default")]
    info: Info,
    #[serde(default, skip_serializing_if = "is_default")]
    view: View,
    #[serde(deserialize_with = "nodes")]
    nodes: Vec<Entry>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Entry {
    #[serde(skip_serializing_if = "is_default")]
    parent: Option<usize>,
    #[serde(skip_serializing_if = "is_default")]
    color: Option<Color>,
    #[serde(rename = "move", skip_serializing_if = "is_default")]
    mv: Option<Move>,
    #[serde(skip_serializing_if = "is_default")]
    forfeit: Option<Forfeit>,
    #[serde(skip_serializing_if = "is_default")]
    edit: Edit,
    #[serde(skip_serializing_if = "is_default")]
    comment: String,
    #[serde(skip_serializing_if = "is_default")]
    labels: Vec<Label>,
    #[serde(skip_serializing_if = "is_default")]
    properties: Vec<Property>,
}

/// A list that is refused before it fills the memory.
fn nodes<'de, D: Deserializer<'de>>(list: D) -> Result<Vec<Entry>, D::Error> {
    struct Nodes;

    impl<'de> Visitor<'de> for Nodes {
        type Value = Vec<Entry>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of nodes")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<Entry>, A::Error> {
            let mut nodes = Vec::new();
            while let Some(entry) = list.next_element()? {
                if nodes.len() >= MAX_NODES {
                    return Err(A::Error::custom(TooManyNodes));
                }
                nodes.push(entry);
            }
            Ok(nodes)
        }
    }

    list.deserialize_seq(Nodes)
}

pub(super) fn read(text: &str) -> Result<Record, JsonError> {
    // The header is looked at first, so that another version is named and not its fields.
    #[derive(Deserialize)]
    struct Header {
        format: String,
        version: u32,
    }
    let syntax = |error: serde_json::Error| JsonError::Syntax(error.to_string());
    let header: Header = serde_json::from_str(text).map_err(syntax)?;
    if header.format != FORMAT {
        return Err(JsonError::Format(header.format));
    }
    if header.version != VERSION {
        return Err(JsonError::Version(header.version));
    }
    let document: Document = serde_json::from_str(text).map_err(syntax)?;
    build(document)
}

fn build(document: Document) -> Result<Record, JsonError> {
    let mut record = Record::empty(document.rules);
    record.info = document.info;
    record.view = document.view;
    let mut entries = document.nodes.into_iter().enumerate();
    let (_, root) = entries.next().ok_or(JsonError::NoNodes)?;
    if let Some(parent) = root.parent {
        return Err(JsonError::RootParent(parent));
    }
    *record.node_mut(NodeId(0)) = root.into_node(0)?;
    for (index, entry) in entries {
        let parent = entry.parent.unwrap_or(index - 1);
        if parent >= index {
            return Err(JsonError::BadParent { node: index, parent });
        }
        record.add(NodeId(parent), entry.into_node(index)?);
    }
    Ok(record)
}

impl Entry {
    fn into_node(self, index: usize) -> Result<Node, JsonError> {
        let Entry { color, mv, forfeit, edit, comment, labels, properties, .. } = self;
        let action = match (color, mv, forfeit) {
            (None, None, None) => None,
            (Some(color), Some(mv), None) => Some(Action::Play(Ply { color, mv })),
            (Some(loser), None, Some(reason)) => Some(Action::Forfeit { loser, reason }),
            _ => return Err(JsonError::BadAction(index)),
        };
        Ok(Node { edit, action, comment, labels, properties })
    }

    fn new(node: &Node, parent: Option<usize>) -> Self {
        let Node { edit, action, comment, labels, properties } = node.clone();
        let color = action.as_ref().map(Action::color);
        let (mv, forfeit) = match action {
            Some(Action::Play(ply)) => (Some(ply.mv), None),
            Some(Action::Forfeit { reason, .. }) => (None, Some(reason)),
            None => (None, None),
        };
        Entry { parent, color, mv, forfeit, edit, comment, labels, properties }
    }
}

pub(super) fn write(record: &Record) -> String {
    let order = record.preorder();
    let mut place = vec![0; order.len()];
    order.iter().enumerate().for_each(|(index, id)| place[id.0] = index);
    let entry = |(index, id): (usize, &NodeId)| {
        let parent = record.parent(*id).map(|parent| place[parent.0]);
        Entry::new(record.node(*id), parent.filter(|parent| parent + 1 != index))
    };
    let document = Document {
        format: FORMAT.to_owned(),
        version: VERSION,
        rules: record.rules.clone(),
        info: record.info.clone(),
        view: record.view,
        nodes: order.iter().enumerate().map(entry).collect(),
    };
    // Only maps with other keys than strings could fail, and there are none.
    let text = serde_json::to_string_pretty(&document).expect("plain data");
    text + "\n"
}
