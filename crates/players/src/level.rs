//! `level`: ten opponents from a beginner's to the strongest, so that everybody finds one that is
//! a match. Each is another player with options, put in order by a tournament.

use hexring_game::{Color, Game, Rules, Turns};

use crate::player::{Choice, ChooseError, Control, Player, Unsupported};
use crate::registry::{Entry, Kind, OptionInfo};
use crate::spec::Spec;

/// One step of the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// From 1, the weakest, to 10.
    pub number: u8,
    /// A name to choose it by.
    pub name: &'static str,
    /// The player behind it under alternate turns.
    pub spec: &'static str,
    /// The player behind it where a coin decides who moves.
    pub random_turns: &'static str,
}

/// All levels, the weakest first. `experiments/ladder.toml` puts them in order, and
/// `docs/ladder.md` keeps what it found.
///
/// Every limit is a number of playouts or simulations, so that a level is equally strong on slow
/// and fast machines, and its games can be repeated.
pub static LEVELS: [Level; 10] = [
    level(1, "first steps", "random-path:fills=20", "random-path:fills=1"),
    level(2, "beginner", "random-path:fills=42", "random-path:fills=4"),
    level(3, "learner", "random-path:fills=300", "random-path:fills=16"),
    level(4, "casual player", "mcts:playouts=600", "random-path:fills=64"),
    level(5, "regular", "mcts:playouts=4000", "random-path:fills=1000"),
    level(6, "club player", "mcts:playouts=15000", "random-spot:fills=30000"),
    level(7, "strong club player", "mcts:playouts=160000", "random-spot:fills=100000"),
    level(8, "expert", "neural:sims=0,temperature=1.45", "random-spot:fills=300000"),
    level(9, "master", "neural:sims=0", "random-spot:fills=1000000"),
    level(10, "grandmaster", "neural:sims=200", "random-spot:fills=10000000"),
];

const fn level(
    number: u8,
    name: &'static str,
    spec: &'static str,
    random_turns: &'static str,
) -> Level {
    Level { number, name, spec, random_turns }
}

/// The level that a spec asks for; none for other players.
pub fn level_of(spec: &Spec) -> Option<&'static Level> {
    if spec.name() != ENTRY.name {
        return None;
    }
    let number = spec.whole("n")?;
    LEVELS.iter().find(|level| u64::from(level.number) == number)
}

/// The registry's entry.
pub(crate) static ENTRY: Entry = Entry {
    name: "level",
    summary: "one of ten opponents in order of strength, from 1 for beginners to 10",
    supports: "everything",
    options: &[OptionInfo {
        name: "n",
        kind: Kind::Whole { min: 1, max: 10 },
        default: "4",
        help: "how strong it is",
    }],
    build: |spec, seed| Box::new(LevelPlayer::new(spec, seed)),
};

/// The players behind a level. A coin makes another game of Hex, so it needs another player.
struct LevelPlayer {
    alternate: Box<dyn Player>,
    random_turns: Box<dyn Player>,
}

impl LevelPlayer {
    fn new(spec: &Spec, seed: u64) -> Self {
        let level = level_of(spec).expect("the number is in range");
        let build = |spec: &str| spec.parse::<Spec>().expect("levels are tested").build(seed);
        LevelPlayer { alternate: build(level.spec), random_turns: build(level.random_turns) }
    }

    fn behind(&self, rules: &Rules) -> &dyn Player {
        match rules.turns {
            Turns::Alternate => self.alternate.as_ref(),
            Turns::Random => self.random_turns.as_ref(),
        }
    }

    fn behind_mut(&mut self, rules: &Rules) -> &mut dyn Player {
        match rules.turns {
            Turns::Alternate => self.alternate.as_mut(),
            Turns::Random => self.random_turns.as_mut(),
        }
    }
}

impl Player for LevelPlayer {
    fn supports(&self, rules: &Rules, color: Color) -> Result<(), Unsupported> {
        self.behind(rules).supports(rules, color)
    }

    fn caution(&self, rules: &Rules) -> Option<String> {
        self.behind(rules).caution(rules)
    }

    fn choose(&mut self, game: &Game, control: &mut Control) -> Result<Choice, ChooseError> {
        self.behind_mut(game.rules()).choose(game, control)
    }

    fn wants_swap(&mut self, game: &Game, control: &mut Control) -> bool {
        self.behind_mut(game.rules()).wants_swap(game, control)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_numbered_and_behind_each_are_players_for_all_rules() {
        for (index, level) in LEVELS.iter().enumerate() {
            assert_eq!(usize::from(level.number), index + 1);
            for text in [level.spec, level.random_turns] {
                let spec: Spec = text.parse().expect(text);
                assert_eq!(spec.to_string(), text, "in its shortest form");
                assert!(!spec.is_timed(), "{text} cannot be repeated");
            }
            let spec: Spec = format!("level:n={}", level.number).parse().expect("a level");
            assert_eq!(level_of(&spec), Some(level));
            let player = spec.build(1);
            for rules in ["plane:5x5", "torus:4x6 turns=random", "cylinder:6x4 swap=sides"] {
                let rules: Rules = rules.parse().expect(rules);
                for color in Color::ALL {
                    player.supports(&rules, color).expect("levels play everything");
                }
            }
        }
        assert_eq!(level_of(&"random".parse().expect("a player")), None);
    }
}
