//! Which program plays: its version, the commit that it was built from, and how its players behave.
//!
//! A game can be repeated only by a program whose players do the same. [`BEHAVIOUR`] is one number
//! for what they do; it is part of the key of every game that is kept.

use std::fmt;

use hexring_game::{Color, Game, Ply, Rules};
use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::player::{ChooseError, Control, decide};
use crate::{BuildError, Registry};

/// What [`fingerprint`] gives. A test compares them, so whoever changes what a player does changes
/// this number too, and games of both programs are told apart for ever.
pub const BEHAVIOUR: u64 = 0xcf6b_ef01_69b0_0f25;

/// A build of hexring. It prints as `0.2.0 (1a2b3c4, behaviour bb399a718d5a53c2)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Program {
    /// The version of the package.
    pub version: &'static str,
    /// The commit that it was built from, where that is known; with a `+` if the files differed.
    pub commit: Option<&'static str>,
}

impl Program {
    /// This library, in a program that does not know its commit.
    pub const LIBRARY: Program = Program { version: env!("CARGO_PKG_VERSION"), commit: None };
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Program { version, commit } = self;
        let commit = commit.unwrap_or("commit unknown");
        write!(f, "{version} ({commit}, behaviour {BEHAVIOUR:016x})")
    }
}

impl Serialize for Program {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Why there is no fingerprint: a player that cannot be made, or that does not choose.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FingerprintError {
    /// A player could not be made.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A player did not choose.
    #[error(transparent)]
    Choose(#[from] ChooseError),
}

/// Positions of every kind: topologies, turn rules, seasons, a rectangle, a large
/// board.
const POSITIONS: [(&str, &str); 8] = [
    ("plane:7x7", "red d4 blue c3"),
    ("plane:16x16", "red h8 blue i9"),
    ("plane:5x6 first=blue", "blue b3 red d2 blue c4"),
    ("cylinder:5x6 first=blue", "blue c3"),
    ("torus:5x5", "red c3 blue a1 red e5"),
    ("cylinder:6x4 turns=random", "red b2 red c3 blue f1"),
    ("torus:4x4 turns=random", "red b2 blue c3"),
    ("plane:5x5 seasons=12312/31231/23123/12312/31231 years=123/231", "red a1 blue e1"),
];

/// Players whose options make them think in another way, mostly in that of a source. Their games
/// are told apart by version as well.
const FORMS: [&str; 9] = [
    "mcts:plain=true,playouts=300",
    "mcts:plain=true,stones=5000",
    "minimax:ties=opening",
    "adjacency:rounding=integer,ties=listing",
    "seasonal-adjacency:rounding=integer,ties=listing,links=undirected",
    "random-spot:share=area",
    "random-path:both=true",
    "random-path:score=pivotal",
    "pure-mc:share=true",
];

/// One number for what all players that come with the program do on fixed positions with fixed
/// seeds: a hash of every move and its work.
pub fn fingerprint() -> Result<u64, FingerprintError> {
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    for (rules, moves) in POSITIONS {
        let game = position(rules, moves);
        for color in Color::ALL {
            let mut game = game.clone();
            game.set_to_move(color);
            add_all_players(&mut hash, &game, color)?;
        }
    }
    Ok(hash.0)
}

fn position(rules: &str, moves: &str) -> Game {
    let rules: Rules = rules.parse().expect("rules as written above");
    let mut game = Game::new(rules).expect("a game under them");
    for pair in moves.split(' ').collect::<Vec<_>>().chunks(2) {
        let color = pair[0].parse().expect("a colour as written above");
        let mv = pair[1].parse().expect("a cell as written above");
        game.play_out_of_turn(Ply { color, mv }).expect("an empty cell");
    }
    game
}

fn add_all_players(hash: &mut Hash, game: &Game, color: Color) -> Result<(), FingerprintError> {
    let registry = Registry::standard();
    let entries = registry.entries().filter(|entry| !entry.is_human());
    for text in entries.map(|entry| entry.name()).chain(FORMS) {
        let spec = registry.parse(text).expect("a name, or a form as written above");
        if spec.is_timed() || spec.supports(game.rules(), color).is_err() {
            continue;
        }
        let choice = decide(spec.build(1)?.as_mut(), game, &mut Control::default())?;
        hash.add(&format!("{text} {} {}", choice.mv, choice.work.count));
    }
    Ok(())
}

/// Fowler, Noll and Vo's hash 1a: the same on every machine and in every version of Rust.
struct Hash(u64);

impl Hash {
    fn add(&mut self, text: &str) {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_behave_as_the_number_says() {
        let found = fingerprint().expect("all players choose");
        assert_eq!(format!("{found:016x}"), format!("{BEHAVIOUR:016x}"));
    }

    #[test]
    fn a_program_names_all_that_it_is() {
        let program = Program { version: "9.9.9", commit: Some("1a2b3c4+") };
        let behaviour = format!("{BEHAVIOUR:016x}");
        assert_eq!(program.to_string(), format!("9.9.9 (1a2b3c4+, behaviour {behaviour})"));
        assert!(Program::LIBRARY.to_string().contains("commit unknown"));
    }
}
