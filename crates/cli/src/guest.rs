//! Whoever can sit at a board in the terminal: a person, a player, or a program from outside.

use std::fmt;
use std::str::FromStr;

use anyhow::Result;
use hexring_game::{Color, Rules};
use hexring_htp::{EnginePlayer, EngineSlot, EngineSpec};
use hexring_lab::{Contender, ContenderError};
use hexring_players::level::level_of;
use hexring_players::table::Seat;
use hexring_players::{Player, Registry, Spec};

/// A person or a player by its spec, or a program: `htp:"command"`.
#[derive(Clone, Debug)]
pub(crate) enum Guest {
    Player(Spec),
    Engine(EngineSpec),
}

impl Guest {
    /// Reads a player of a registry, a person, or a program.
    pub(crate) fn parse(registry: &Registry, text: &str) -> Result<Self, ContenderError> {
        if !text.trim().starts_with("htp:") {
            return Ok(Guest::Player(registry.parse(text)?));
        }
        Ok(match Contender::parse(registry, text)? {
            Contender::Player(spec) => Guest::Player(spec),
            Contender::Engine(engine) => Guest::Engine(engine),
        })
    }

    /// Whether it can play a colour under these rules; if not, why. A program is started once.
    pub(crate) fn check(&self, rules: &Rules, color: Color) -> Result<()> {
        match self {
            Guest::Player(spec) => Ok(spec.supports(rules, color)?),
            Guest::Engine(engine) => {
                Contender::Engine(engine.clone()).supports(rules, color)?;
                Ok(engine.try_start(rules)?)
            }
        }
    }

    /// Makes it; nobody can make a person.
    pub(crate) fn build(&self, seed: u64) -> Result<Box<dyn Player>> {
        match self {
            Guest::Player(spec) => Ok(spec.build(seed)?),
            Guest::Engine(engine) => {
                Ok(Box::new(EnginePlayer::new(engine.clone(), EngineSlot::default())))
            }
        }
    }

    /// Its place at a table.
    pub(crate) fn seat(&self, seed: u64) -> Result<Seat> {
        match self {
            Guest::Player(spec) => Ok(Seat::of(spec, seed)?),
            Guest::Engine(_) => Ok(Seat::player(self.to_string(), self.build(seed)?)),
        }
    }

    /// What it is called, with the name of a level.
    pub(crate) fn full_name(&self) -> String {
        match self {
            Guest::Player(spec) => match level_of(spec) {
                Some(level) => format!("{spec}, {}", level.name),
                None => spec.to_string(),
            },
            Guest::Engine(_) => self.to_string(),
        }
    }
}

impl fmt::Display for Guest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Guest::Player(spec) => spec.fmt(f),
            Guest::Engine(engine) => engine.fmt(f),
        }
    }
}

/// Reads a player that comes with the program; the command line replaces this by its registry.
impl FromStr for Guest {
    type Err = ContenderError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Guest::parse(&Registry::standard(), text)
    }
}
