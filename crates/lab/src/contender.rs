//! Who takes part: a player of this program, or an engine from outside.
//!
//! | text | meaning |
//! |---|---|
//! | `mcts:playouts=1000` | a player from the registry |
//! | `htp:"mohex --seed 1"` | a program that speaks the Hex text protocol |
//! | `htp:"wolve",start=20s,move=60s` | the same with its time limits |

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use hexring_game::{Color, Rules};
use hexring_htp::EngineSpec;
use hexring_htp::client::Fault;
use hexring_players::{BuildError, Registry, Spec, SpecError, Unsupported};
use serde::{Serialize, Serializer};
use thiserror::Error;

/// A player or an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Contender {
    /// A player from the registry.
    Player(Spec),
    /// A program.
    Engine(EngineSpec),
}

/// Why a text names nobody who could take part.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ContenderError {
    /// No such player.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A person cannot be asked.
    #[error("a human cannot take part: nobody is there to be asked")]
    Human,
    /// The text after `htp:` is not a command with options.
    #[error("bad engine {text}: expected htp:\"command\" and perhaps ,start=10s,move=60s")]
    BadEngine {
        /// The text.
        text: String,
    },
}

/// Why somebody cannot play under some rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CannotPlay {
    /// The player does not know them.
    #[error(transparent)]
    Player(#[from] Unsupported),
    /// An engine cannot be told of seasons.
    #[error("{engine} cannot play seasons: the text protocol has no words for them")]
    Seasons {
        /// The engine.
        engine: String,
    },
}

/// Why somebody is not there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Absent {
    /// The player could not be made.
    #[error(transparent)]
    Player(#[from] BuildError),
    /// The engine does not start.
    #[error(transparent)]
    Engine(#[from] Fault),
}

impl Contender {
    /// Whether it can play a colour under these rules; if not, why.
    pub fn supports(&self, rules: &Rules, color: Color) -> Result<(), CannotPlay> {
        match self {
            Contender::Player(spec) => Ok(spec.supports(rules, color)?),
            Contender::Engine(engine) if rules.seasons.is_some() => {
                Err(CannotPlay::Seasons { engine: engine.to_string() })
            }
            Contender::Engine(_) => Ok(()),
        }
    }

    /// What a person should know before it plays under these rules although it can.
    pub fn caution(&self, rules: &Rules) -> Option<String> {
        match self {
            Contender::Player(spec) => spec.build(1).ok()?.caution(rules),
            Contender::Engine(_) => None,
        }
    }

    /// Makes it once, so that a missing file, or a program that is missing or refuses the rules,
    /// is found before the games begin.
    pub fn try_start(&self, rules: &Rules) -> Result<(), Absent> {
        match self {
            Contender::Player(spec) => spec.build(1).map(|_| ()).map_err(Absent::Player),
            Contender::Engine(spec) => spec.try_start(rules).map_err(Absent::Engine),
        }
    }

    /// Everything that it is made from: a player with all its options, a command with its limits.
    pub fn in_full(&self) -> String {
        match self {
            Contender::Player(spec) => spec.in_full(),
            Contender::Engine(EngineSpec { command, start, think, .. }) => {
                format!("htp:{command:?},start={start:?},move={think:?}")
            }
        }
    }

    /// Whether its games cannot be repeated exactly: a clock decides, or a program from outside.
    pub fn is_timed(&self) -> bool {
        match self {
            Contender::Player(spec) => spec.is_timed(),
            Contender::Engine(_) => true,
        }
    }
}

impl Contender {
    /// Reads a player of a registry or an engine.
    pub fn parse(registry: &Registry, text: &str) -> Result<Self, ContenderError> {
        let text = text.trim();
        if let Some(rest) = text.strip_prefix("htp:") {
            return read_engine(rest).map(Contender::Engine);
        }
        let spec = registry.parse(text)?;
        if spec.is_human() { Err(ContenderError::Human) } else { Ok(Contender::Player(spec)) }
    }
}

/// Reads a player that comes with the program, or an engine.
impl FromStr for Contender {
    type Err = ContenderError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Contender::parse(&Registry::standard(), text)
    }
}

/// A quoted command with options, or everything as the command.
fn read_engine(text: &str) -> Result<EngineSpec, ContenderError> {
    let bad = || ContenderError::BadEngine { text: format!("htp:{text}") };
    let mut engine = EngineSpec::new(text);
    if let Some(quoted) = text.strip_prefix('"') {
        let (command, options) = quoted.rsplit_once('"').ok_or_else(bad)?;
        engine.command = command.to_owned();
        for option in options.split(',').filter(|option| !option.is_empty()) {
            let (key, value) = option.split_once('=').ok_or_else(bad)?;
            let seconds = value.strip_suffix('s').and_then(|value| value.parse::<f64>().ok());
            let seconds = seconds.filter(|seconds| (0.001..=86_400.0).contains(seconds));
            let limit = Duration::from_secs_f64(seconds.ok_or_else(bad)?);
            match key {
                "start" => engine.start = limit,
                "move" => engine.think = limit,
                _ => return Err(bad()),
            }
        }
    }
    if engine.command.trim().is_empty() { Err(bad()) } else { Ok(engine) }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contender::Player(spec) => spec.fmt(f),
            Contender::Engine(engine) => engine.fmt(f),
        }
    }
}

impl Serialize for Contender {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_and_players_round_trip() {
        let texts =
            ["random", "htp:\"mohex --seed 1\"", "htp:\"a\",start=0.5s", "htp:\"a 'b c'\",move=5s"];
        for text in texts {
            let contender: Contender = text.parse().expect(text);
            assert_eq!(contender.to_string(), text);
        }
        let bare: Contender = "htp:mohex -q".parse().expect("a bare command");
        assert_eq!(bare.to_string(), "htp:\"mohex -q\"");
    }

    #[test]
    fn faults_are_named() {
        let error = |text: &str| text.parse::<Contender>().unwrap_err().to_string();
        assert!(error("human").contains("nobody is there"));
        assert!(error("rnadom").contains("did you mean \"random\"?"));
        for bad in ["htp:", "htp:\"a", "htp:\"a\",x=1s", "htp:\"a\",move=1", "htp:\"a\",move=-1s"] {
            assert!(error(bad).contains("expected htp:\"command\""), "{bad}");
        }
    }
}
