//! On what terms a game is played beside its rules: its clock, and who may end it early.
//!
//! | text | who ends a game |
//! |---|---|
//! | `solver:positions=200` | the solver, as soon as it finds the winner within so many positions |
//! | `agreement:moves=6,value=0.95` | both players, by such chances in so many moves in a row |

use std::fmt;
use std::str::FromStr;

use hexring_game::{Rules, Turns};
use hexring_players::clock::TimeControl;
use hexring_solver::MAX_CELLS;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

/// The terms of a game. By default there is no clock, and the board decides.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Terms {
    /// The time that each player has.
    pub clock: Option<TimeControl>,
    /// Who may end the game before the board does.
    pub adjudication: Option<Adjudication>,
}

/// Who ends a game before the board does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Adjudication {
    /// The solver, asked after each move.
    Solver {
        /// The most positions that it looks at for one answer.
        positions: u64,
    },
    /// Both players, by the chances that they give themselves.
    Agreement {
        /// How many moves in a row have to agree, those of both players together.
        moves: u32,
        /// The least chances of the winner in each of them.
        value: f64,
    },
}

/// Text that says nothing of who ends a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "bad adjudication \"{0}\": expected solver with positions from 1 to 1000000000, such as \
     solver:positions=200, or agreement with 2 to 1000 moves and a value above 0.5, such as \
     agreement:moves=6,value=0.95"
)]
pub struct ParseAdjudicationError(String);

/// Rules under which the solver is no judge.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "the solver cannot judge games under {0}: expected alternate turns, no seasons, and up to \
     {MAX_CELLS} cells"
)]
pub struct NoJudge(String);

impl Terms {
    /// Whether games under these rules can be played on these terms.
    pub fn check(&self, rules: &Rules) -> Result<(), NoJudge> {
        let is_solved = rules.turns == Turns::Alternate
            && rules.seasons.is_none()
            && rules.board.cell_count() <= MAX_CELLS;
        match self.adjudication {
            Some(Adjudication::Solver { .. }) if !is_solved => Err(NoJudge(rules.to_string())),
            _ => Ok(()),
        }
    }

    /// The terms in a few words, for the key of a game; empty if there are none.
    pub fn describe(&self) -> String {
        let clock = self.clock.map(|clock| format!("clock {clock}"));
        let judge = self.adjudication.map(|judge| format!("adjudication {judge}"));
        clock.into_iter().chain(judge).collect::<Vec<_>>().join(", ")
    }

    /// What a reader of the results should know about them; nothing if there are none.
    pub fn explain(&self) -> Vec<String> {
        let clock = self.clock.map(|clock| {
            format!(
                "Each player has {clock} on its clock. Games on a clock depend on the machine and \
                 on what else it does: they cannot be repeated move by move."
            )
        });
        let judge = self.adjudication.map(|judge| match judge {
            Adjudication::Solver { positions } => format!(
                "A game ends as soon as the solver finds the winner within {positions} positions."
            ),
            Adjudication::Agreement { moves, value } => format!(
                "A game ends as soon as both players give the same one a chance of at least \
                 {value} in {moves} moves in a row."
            ),
        });
        clock.into_iter().chain(judge).collect()
    }
}

impl Adjudication {
    /// One of these, with the usual numbers.
    fn named(name: &str) -> Option<Self> {
        match name {
            "solver" => Some(Adjudication::Solver { positions: 200 }),
            "agreement" => Some(Adjudication::Agreement { moves: 6, value: 0.95 }),
            _ => None,
        }
    }

    /// Sets a number; none if there is none of this name, or if it is out of range.
    fn set(&mut self, key: &str, text: &str) -> Option<()> {
        match (self, key) {
            (Adjudication::Solver { positions }, "positions") => {
                *positions = text.parse().ok().filter(|n| (1..=1_000_000_000).contains(n))?;
            }
            (Adjudication::Agreement { moves, .. }, "moves") => {
                *moves = text.parse().ok().filter(|n| (2..=1000).contains(n))?;
            }
            (Adjudication::Agreement { value, .. }, "value") => {
                *value = text.parse().ok().filter(|x| *x > 0.5 && *x <= 1.0)?;
            }
            _ => return None,
        }
        Some(())
    }
}

impl FromStr for Adjudication {
    type Err = ParseAdjudicationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = || {
            let (name, options) = text.split_once(':').unwrap_or((text, ""));
            let mut judge = Adjudication::named(name)?;
            for option in options.split(',').filter(|option| !option.is_empty()) {
                let (key, value) = option.split_once('=')?;
                judge.set(key, value)?;
            }
            Some(judge)
        };
        read().ok_or_else(|| ParseAdjudicationError(text.chars().take(60).collect()))
    }
}

impl fmt::Display for Adjudication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Adjudication::Solver { positions } => write!(f, "solver:positions={positions}"),
            Adjudication::Agreement { moves, value } => {
                write!(f, "agreement:moves={moves},value={value}")
            }
        }
    }
}

impl Serialize for Adjudication {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Adjudication {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn judges_read_and_print() {
        for (text, printed) in [
            ("solver", "solver:positions=200"),
            ("solver:positions=5", "solver:positions=5"),
            ("agreement", "agreement:moves=6,value=0.95"),
            ("agreement:value=0.8", "agreement:moves=6,value=0.8"),
            ("agreement:moves=2,value=1", "agreement:moves=2,value=1"),
        ] {
            assert_eq!(text.parse::<Adjudication>().expect(text).to_string(), printed);
        }
        for bad in [
            "",
            "coin",
            "solver:moves=3",
            "solver:positions=0",
            "agreement:moves=1",
            "agreement:value=0.5",
            "agreement:value=nan",
            "agreement:value",
        ] {
            let fault = bad.parse::<Adjudication>().expect_err(bad).to_string();
            assert!(fault.contains(&format!("\"{bad}\"")), "{fault}");
        }
    }

    #[test]
    fn the_solver_judges_what_it_can_solve() {
        let check = |judge: &str, rules: &str| {
            let adjudication = Some(judge.parse().expect("a judge"));
            Terms { adjudication, clock: None }.check(&rules.parse().expect("rules"))
        };
        assert!(check("solver", "torus:5x5 swap=pieces").is_ok());
        for rules in ["5x5 turns=random", "16x16"] {
            let fault = check("solver", rules).expect_err(rules).to_string();
            assert!(fault.contains("alternate turns"), "{fault}");
            assert!(check("agreement", rules).is_ok());
        }
        assert_eq!(Terms::default().describe(), "", "keys of games without terms stay as they are");
    }
}
