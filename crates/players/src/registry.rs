//! All players that can be named: the list that the command line, the text protocol, the
//! experiments and the web app read.
//!
//! A registry is a value. [`Registry::standard`] has the players of this crate; a program with
//! players of its own [adds](Registry::add) their entries and hands the registry on.
//!
//! A player as text is `name` or `name:key=value,key=value`; where a player has one option only,
//! `name:value` will do (`level:3`).
//!
//! ```
//! use hexring_players::Registry;
//! let spec = Registry::standard().parse("random-spot:fills=20")?;
//! assert_eq!((spec.name(), spec.to_string().as_str()), ("random-spot", "random-spot:fills=20"));
//! # Ok::<(), hexring_players::SpecError>(())
//! ```

use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use hexring_network::Network;
use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::entry::Entry;
use crate::option::Settings;
use crate::spec::{Spec, SpecError, read_settings, suggestion};
use crate::{
    adjacency, bridge_rings, heuristic, human, k_path, level, mcts, minimax, mirror, neural,
    pure_mc, random, random_path, random_spot, seasonal_adjacency, shift, solver, three_rings,
};

/// All players that can be named, in the order in which they are listed. Cheap to copy.
#[derive(Clone, Debug, Default)]
pub struct Registry {
    entries: Vec<Arc<Entry>>,
}

/// Two players with one name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is a player \"{0}\" already: expected another name")]
pub struct NameTaken(pub String);

impl Registry {
    /// The players of this crate.
    pub fn standard() -> Self {
        // Made once: specs of one player share its entry.
        static STANDARD: LazyLock<Registry> = LazyLock::new(|| {
            let entries = [
                human::entry(),
                level::entry(),
                random::entry(),
                solver::entry(),
                heuristic::entry(),
                minimax::entry(),
                adjacency::entry(),
                seasonal_adjacency::entry(),
                mirror::entry(),
                shift::entry(),
                three_rings::entry(),
                bridge_rings::entry(),
                k_path::entry(),
                mcts::entry(),
                pure_mc::entry(),
                random_spot::entry(),
                random_path::entry(),
                neural::entry(),
            ];
            Registry { entries: entries.into_iter().map(Arc::new).collect() }
        });
        STANDARD.clone()
    }

    /// The same players for a program that lets them think in another one, see
    /// [`Entry::elsewhere`].
    #[must_use]
    pub fn elsewhere(&self) -> Self {
        let entries = self.entries.iter().map(|entry| Arc::new(entry.elsewhere()));
        Registry { entries: entries.collect() }
    }

    /// Adds a player at the end of the list.
    pub fn add(&mut self, entry: Entry) -> Result<(), NameTaken> {
        match self.find(entry.name()) {
            Some(_) => Err(NameTaken(entry.name().to_owned())),
            None => {
                self.entries.push(Arc::new(entry));
                Ok(())
            }
        }
    }

    /// All players, in the order in which they are listed.
    pub fn entries(&self) -> impl Iterator<Item = &Arc<Entry>> {
        self.entries.iter()
    }

    /// The player with this name.
    pub fn find(&self, name: &str) -> Option<&Arc<Entry>> {
        self.entries.iter().find(|entry| entry.name() == name)
    }

    /// Reads a player: `name` or `name:key=value,key=value`.
    pub fn parse(&self, text: &str) -> Result<Spec, SpecError> {
        let text = text.trim();
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let entry = self.find(name).ok_or_else(|| SpecError::UnknownPlayer {
            name: name.to_owned(),
            hint: suggestion(name, self.entries().map(|entry| entry.name())),
        })?;
        Ok(Spec::new(Arc::clone(entry), read_settings(entry, options)?))
    }

    /// The strongest player of this crate that works without further files, for those who ask for
    /// none.
    pub fn strongest() -> Spec {
        let entry = if Network::is_embedded() { neural::entry() } else { mcts::entry() };
        Spec::new(Arc::new(entry), Settings::default())
    }
}

impl Serialize for Registry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.entries.iter().map(Arc::as_ref))
    }
}

/// Reads a player of this crate; for players of other crates, ask a [`Registry`].
impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Registry::standard().parse(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_player_is_made_from_its_name_alone() {
        let registry = Registry::standard();
        for entry in registry.entries() {
            let spec = registry.parse(entry.name()).expect("the bare name is a spec");
            assert_eq!(spec.to_string(), entry.name());
            spec.build(1).expect("the defaults make a player");
            for (info, value) in spec.values() {
                let text = value.map(ToString::to_string).unwrap_or_default();
                let readable = value.is_none() || info.kind.read(&text).as_ref() == value;
                assert!(readable, "{}:{}={text}", entry.name(), info.name);
            }
        }
    }

    #[test]
    fn names_are_unique() {
        let mut registry = Registry::standard();
        for entry in Registry::standard().entries() {
            let twin = Entry::new(entry.name(), "a twin", |_, _| unreachable!("never built"));
            assert_eq!(registry.add(twin), Err(NameTaken(entry.name().to_owned())));
        }
        let before = registry.entries().count();
        registry.add(Entry::new("newcomer", "new", |_, _| unreachable!("never built"))).unwrap();
        assert_eq!(registry.entries().count(), before + 1);
        assert_eq!(registry.parse("newcomer").expect("it is known").name(), "newcomer");
        assert!("newcomer".parse::<Spec>().is_err(), "the standard ones are unchanged");
    }

    #[test]
    fn faults_are_named() {
        let error = |text: &str| text.parse::<Spec>().unwrap_err().to_string();
        assert_eq!(error("randmo"), "unknown player \"randmo\", did you mean \"random\"?");
        assert!(
            error("zzzzzz").starts_with("unknown player \"zzzzzz\": expected one of human, level")
        );
        assert_eq!(error("random:x=1"), "player random has no option \"x\": it has no options");
        assert_eq!(error("random:x"), "bad option \"x\": expected key=value");
        assert_eq!(error("mcts:5"), "bad option \"5\": expected key=value");
        assert_eq!(error("mcts:c=1,c=2"), "option \"c\" is given twice");
        assert!(error("level:13").starts_with("bad value level:n=13: expected a whole number"));
    }

    #[test]
    fn a_single_option_needs_no_key() {
        let spec: Spec = "level:3".parse().expect("a level");
        assert_eq!(spec.to_string(), "level:n=3");
    }
}
