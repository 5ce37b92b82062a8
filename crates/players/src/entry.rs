//! A player as lists know it: its name, its options, what it plays, and how it is made.
//!
//! An [`Entry`] is a value. The players of this crate are listed in
//! [`Registry::standard`](crate::Registry::standard); a player of another crate is an entry more.

use std::fmt;
use std::sync::Arc;

use hexring_game::{Color, Forfeit, Game, Rules};
use serde::Serialize;
use thiserror::Error;

use crate::option::{OptionInfo, Settings};
use crate::player::{Choice, ChooseError, Control, Player};
use crate::strategy::Strategy;

/// A player as lists know it. As JSON it is what `hexring players` and the server list.
#[derive(Serialize)]
pub struct Entry {
    name: String,
    summary: String,
    /// What it plays, to follow "it plays".
    #[serde(rename = "supports")]
    plays: String,
    options: Vec<OptionInfo>,
    #[serde(skip)]
    is_human: bool,
    #[serde(skip)]
    supports: Box<Supports>,
    #[serde(skip)]
    strategy: Option<Box<MakeStrategy>>,
    #[serde(skip)]
    build: Box<Build>,
}

type Supports = dyn Fn(&Settings, &Rules, Color) -> bool + Send + Sync;
type MakeStrategy = dyn Fn(&Settings) -> Box<dyn Strategy> + Send + Sync;
type Build = dyn Fn(&Settings, u64) -> Result<Box<dyn Player>, BuildError> + Send + Sync;

/// Rules or a side that a player cannot play.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{player} cannot play {color} under {rules}: it plays {supported}")]
pub struct Unsupported {
    /// The player's name.
    pub player: String,
    /// The colour it was asked to play.
    pub color: Color,
    /// The rules it was asked to play.
    pub rules: String,
    /// What it can play, to follow "it plays".
    pub supported: String,
}

/// Why a player could not be made: something that its options name is missing or broken.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{player} is not ready: {reason}")]
pub struct BuildError {
    /// The player's name.
    pub player: String,
    /// What is wrong.
    pub reason: String,
}

impl Entry {
    /// A player that plays everything and has no options. `build` makes it from its settings and
    /// its seed.
    pub fn new(
        name: impl Into<String>,
        summary: impl Into<String>,
        build: impl Fn(&Settings, u64) -> Result<Box<dyn Player>, BuildError> + Send + Sync + 'static,
    ) -> Self {
        Entry {
            name: name.into(),
            summary: summary.into(),
            plays: "everything".to_owned(),
            options: Vec::new(),
            is_human: false,
            supports: Box::new(|_, _, _| true),
            strategy: None,
            build: Box::new(build),
        }
    }

    /// The same with options, in the order in which they are listed.
    #[must_use]
    pub fn with_options(mut self, options: impl IntoIterator<Item = OptionInfo>) -> Self {
        self.options.extend(options);
        self
    }

    /// The same for some rules and sides only: in words that follow "it plays", and as a test.
    #[must_use]
    pub fn limited_to(
        mut self,
        words: impl Into<String>,
        supports: impl Fn(&Settings, &Rules, Color) -> bool + Send + Sync + 'static,
    ) -> Self {
        (self.plays, self.supports) = (words.into(), Box::new(supports));
        self
    }

    /// The same for a player that follows a strategy, so that the strategy can be verified.
    #[must_use]
    pub fn following(
        mut self,
        strategy: impl Fn(&Settings) -> Box<dyn Strategy> + Send + Sync + 'static,
    ) -> Self {
        self.strategy = Some(Box::new(strategy));
        self
    }

    /// The same for a person, who has to be asked.
    #[must_use]
    pub(crate) fn human(mut self) -> Self {
        self.is_human = true;
        self
    }

    /// The same player for a program that lets it think in another one: it has its options and its
    /// limits, and whoever is made of it has no moves.
    #[must_use]
    pub fn elsewhere(self: &Arc<Self>) -> Self {
        let player = Arc::clone(self);
        Entry {
            name: self.name.clone(),
            summary: self.summary.clone(),
            plays: self.plays.clone(),
            options: self.options.clone(),
            is_human: self.is_human,
            supports: Box::new(move |settings, rules, color| {
                player.supports(settings, rules, color).is_ok()
            }),
            strategy: None,
            build: Box::new(|_, _| Ok(Box::new(Elsewhere))),
        }
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it does, in a line.
    pub fn summary(&self) -> &str {
        &self.summary
    }

    /// What it plays, to follow "it plays".
    pub fn plays(&self) -> &str {
        &self.plays
    }

    /// Its options, in the order in which they are listed.
    pub fn options(&self) -> &[OptionInfo] {
        &self.options
    }

    /// The option with this key.
    pub fn option(&self, name: &str) -> Option<&OptionInfo> {
        self.options.iter().find(|option| option.name == name)
    }

    /// Whether this is a person, who has to be asked for its moves.
    pub fn is_human(&self) -> bool {
        self.is_human
    }

    /// Whether the player with these settings can begin as a colour under these rules, and play on
    /// after whatever swap of sides they allow.
    pub fn supports(
        &self,
        settings: &Settings,
        rules: &Rules,
        color: Color,
    ) -> Result<(), Unsupported> {
        if (self.supports)(settings, rules, color) {
            return Ok(());
        }
        Err(Unsupported {
            player: self.name.clone(),
            color,
            rules: rules.to_string(),
            supported: self.plays.clone(),
        })
    }

    /// Makes the player from its settings and its seed.
    pub fn build(&self, settings: &Settings, seed: u64) -> Result<Box<dyn Player>, BuildError> {
        (self.build)(settings, seed)
    }

    /// The strategy that the player follows; none if it follows none.
    pub fn strategy(&self, settings: &Settings) -> Option<Box<dyn Strategy>> {
        self.strategy.as_ref().map(|make| make(settings))
    }
}

/// A player that thinks in another program.
struct Elsewhere;

impl Player for Elsewhere {
    fn choose(&mut self, _: &Game, _: &mut Control) -> Result<Choice, ChooseError> {
        Err(ChooseError::Lost(Forfeit::Other("the player thinks elsewhere".to_owned())))
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry").field("name", &self.name).finish_non_exhaustive()
    }
}
