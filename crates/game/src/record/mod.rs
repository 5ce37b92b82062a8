//! Games on paper: a tree of moves with comments, read from and written to four formats.
//!
//! A [`Record`] is what a file says: the rules, who played, and a tree of [`Node`]s whose first
//! children form the main line. Replaying a line with [`Record::game_at`] gives a
//! [`Game`](crate::Game). Resignation, loss on time and other forfeits are [`Action`]s of the
//! record, because they change no position.
//!
//! ```
//! use hexring_game::record::{Format, Record};
//! let record = Record::parse("(;GM[11]SZ[3];B[b1];W[a2];B[b2];W[c2];B[a3])", None)?;
//! assert_eq!(record.rules.to_string(), "plane:3x3");
//! assert_eq!(record.write(Format::Moves)?, "plane:3x3\nb1 a2 b2 c2 a3\n");
//! assert_eq!(record.write(Format::HexWorld)?, "https://hexworld.org/board/#3,b1a2b2c2a3\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | format | rules | tree, comments, names | setup stones |
//! |---|---|---|---|
//! | [SGF](sgf) | all, in `RU` | yes | yes |
//! | [JSON](json) | all | yes | yes |
//! | [move list](moves) | all, in the first line | no | no |
//! | [HexWorld link](hexworld) | classic on the plane | no | no |
//!
//! What a format cannot say is refused by name ([`WriteError`]), never dropped;
//! [`Record::bare`] is the way to say that the rest is not wanted. Reading checks the form of the
//! whole text and replays the main line, so a record that was read is a legal game. Variations are
//! replayed when somebody goes there, because a comment may well show an impossible move.

mod build;
mod collection;
mod form;
mod format;
pub mod hexworld;
pub mod json;
pub mod moves;
mod node;
mod plain;
mod replay;
pub mod sgf;
mod text;
mod tree;
mod view;

use serde::{Deserialize, Serialize};

use crate::color::ByColor;
use crate::rules::{Rules, RulesError};

pub use build::StartError;
pub use collection::{Collection, without_comment};
pub use form::FormError;
pub use format::{Format, UnknownFormat, WriteError};
pub use node::{Action, Edit, Label, Node, Property, PropertyError};
pub use replay::{MAX_SETUPS, ReplayError, ReplayFault};
pub use text::{MAX_TEXT, ReadError, ReadOptions};
pub use tree::{MAX_NODES, NodeId, TooManyNodes};
pub use view::{ParseViewError, View};

/// A game or a study: rules, facts about the game, and a tree of moves.
///
/// Two records are equal if their trees are, whatever the order in which nodes were added.
#[derive(Clone, Debug)]
pub struct Record {
    /// The rules of the game.
    pub rules: Rules,
    /// Who played, where and when.
    pub info: Info,
    /// How the record was being looked at.
    pub view: View,
    tree: tree::Tree,
}

/// Facts about the game, as they were written; empty where nothing is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Info {
    /// The names of the players.
    #[serde(skip_serializing_if = "is_default")]
    pub players: ByColor<String>,
    /// The event.
    #[serde(skip_serializing_if = "is_default")]
    pub event: String,
    /// The date.
    #[serde(skip_serializing_if = "is_default")]
    pub date: String,
    /// The result: in SGF `B+` means that Red has won, `W+Resign` that Red resigned.
    #[serde(skip_serializing_if = "is_default")]
    pub result: String,
    /// A remark on the game as a whole.
    #[serde(skip_serializing_if = "is_default")]
    pub comment: String,
    /// The application that wrote the record, where it was not this one.
    #[serde(skip_serializing_if = "is_default")]
    pub application: String,
}

/// Whether a field can be left out.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Record {
    /// A record of no moves.
    pub fn new(rules: Rules) -> Result<Self, RulesError> {
        rules.check()?;
        Ok(Record::empty(rules))
    }

    /// A record of no moves under rules that are known to fit together.
    fn empty(rules: Rules) -> Self {
        Record { rules, info: Info::default(), view: View::default(), tree: tree::Tree::default() }
    }
}

impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        (&self.rules, &self.info, &self.view) == (&other.rules, &other.info, &other.view)
            && self.tree == other.tree
    }
}

impl Eq for Record {}
