//! Every player with its options: the one list that the command line, the text protocol, the
//! experiments and the web app read. A new player is one module and one line in [`PLAYERS`].

use hexring_network::Network;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::player::Player;
use crate::spec::Spec;

/// What an option may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A whole number in a range.
    Whole {
        /// The smallest.
        min: u64,
        /// The largest.
        max: u64,
    },
    /// A number with a fraction in a range.
    Real {
        /// The smallest.
        min: f64,
        /// The largest.
        max: f64,
    },
    /// A length of time, `2s` or `500ms`.
    Time,
    /// `true` or `false`.
    Flag,
    /// The path of a file, without commas.
    File,
    /// One of a few words.
    Words(&'static [&'static str]),
}

/// What forms and programs need to know, and the words of [`Display`](std::fmt::Display) for people.
impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("type", self.type_name())?;
        match self {
            Kind::Whole { min, max } => {
                map.serialize_entry("min", min)?;
                map.serialize_entry("max", max)?;
            }
            Kind::Real { min, max } => {
                map.serialize_entry("min", min)?;
                map.serialize_entry("max", max)?;
            }
            Kind::Words(words) => map.serialize_entry("words", words)?,
            Kind::Time | Kind::Flag | Kind::File => {}
        }
        map.serialize_entry("text", &self.to_string())?;
        map.end()
    }
}

impl Kind {
    fn type_name(&self) -> &'static str {
        match self {
            Kind::Whole { .. } => "whole",
            Kind::Real { .. } => "real",
            Kind::Time => "time",
            Kind::Flag => "flag",
            Kind::File => "file",
            Kind::Words(_) => "words",
        }
    }
}

/// An option of a player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct OptionInfo {
    /// The key.
    pub name: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// Its value when it is not given; empty if there is none.
    pub default: &'static str,
    /// What it does, in a line.
    pub help: &'static str,
}

/// A player in the registry. As JSON it is what `hexring players` and the server list.
#[derive(Debug, Serialize)]
pub struct Entry {
    /// The name.
    pub name: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// What it plays, to follow "it plays".
    pub supports: &'static str,
    /// Its options.
    pub options: &'static [OptionInfo],
    /// Makes the player from its options and seed.
    #[serde(skip)]
    pub build: fn(&Spec, u64) -> Box<dyn Player>,
}

impl Entry {
    /// The option with this key.
    pub fn option(&self, name: &str) -> Option<&'static OptionInfo> {
        self.options.iter().find(|option| option.name == name)
    }
}

/// All players, in the order in which they are listed.
pub static PLAYERS: &[&Entry] = &[
    &crate::human::ENTRY,
    &crate::level::ENTRY,
    &crate::random::ENTRY,
    &crate::solver::ENTRY,
    &crate::heuristic::ENTRY,
    &crate::minimax::ENTRY,
    &crate::adjacency::ENTRY,
    &crate::seasonal_adjacency::ENTRY,
    &crate::mirror::ENTRY,
    &crate::shift::ENTRY,
    &crate::three_rings::ENTRY,
    &crate::bridge_rings::ENTRY,
    &crate::k_path::ENTRY,
    &crate::mcts::ENTRY,
    &crate::pure_mc::ENTRY,
    &crate::random_spot::ENTRY,
    &crate::random_path::ENTRY,
    &crate::neural::ENTRY,
];

/// The player with this name.
pub fn find(name: &str) -> Option<&'static Entry> {
    PLAYERS.iter().copied().find(|entry| entry.name == name)
}

/// The strongest player that works without further files, for those who ask for none.
pub fn strongest() -> &'static Entry {
    if Network::is_embedded() { &crate::neural::ENTRY } else { &crate::mcts::ENTRY }
}

/// The names of all players.
pub fn names() -> impl Iterator<Item = &'static str> {
    PLAYERS.iter().map(|entry| entry.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_defaults_are_values() {
        for (index, entry) in PLAYERS.iter().enumerate() {
            assert!(
                PLAYERS[..index].iter().all(|other| other.name != entry.name),
                "{}",
                entry.name
            );
            for option in entry.options {
                let readable =
                    option.default.is_empty() || option.kind.read(option.default).is_some();
                assert!(readable, "{}:{}={}", entry.name, option.name, option.default);
            }
            // Building asks for every option that the player reads, and panics for unknown ones.
            let spec: Spec = entry.name.parse().expect("the bare name is a spec");
            let _player = spec.build(1);
            assert_eq!(spec.to_string(), entry.name);
        }
    }

    #[test]
    fn kinds_are_data_and_words() {
        let list = serde_json::to_value(PLAYERS).expect("a list");
        let option = |player: &str, name: &str| {
            let named = |value: &serde_json::Value, name: &str| value["name"] == name;
            let all = list.as_array().expect("a list");
            let player = all.iter().find(|entry| named(entry, player)).expect("a player");
            let options = player["options"].as_array().expect("a list");
            options.iter().find(|option| named(option, name)).expect("an option").clone()
        };
        let kinds = [
            (
                "level",
                "n",
                r#"{"type":"whole","min":1,"max":10,"text":"a whole number from 1 to 10"}"#,
            ),
            (
                "mcts",
                "resign",
                r#"{"type":"real","min":0.0,"max":0.5,"text":"a number from 0 to 0.5"}"#,
            ),
            ("mcts", "time", r#"{"type":"time","text":"a time such as 2s or 500ms"}"#),
            ("mcts", "plain", r#"{"type":"flag","text":"true or false"}"#),
            ("neural", "network", r#"{"type":"file","text":"a file"}"#),
            (
                "mcts",
                "reuse",
                r#"{"type":"words","words":["timed","always","never"],"text":"timed or always or never"}"#,
            ),
        ];
        for (player, name, kind) in kinds {
            let kind: serde_json::Value = serde_json::from_str(kind).expect("JSON");
            assert_eq!(option(player, name)["kind"], kind, "{player}:{name}");
        }
    }
}
