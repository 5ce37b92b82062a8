//! `level`: ten opponents from a beginner's to the strongest, so that everybody finds one that is
//! a match. Each is another player with options, put in order by a tournament.

use hexring_game::{Color, Game, Rules};

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
    /// The player behind it.
    pub spec: &'static str,
}

/// All levels, the weakest first.
pub static LEVELS: [Level; 10] = [
    Level { number: 1, name: "first steps", spec: "random-path:fills=2" },
    Level { number: 2, name: "beginner", spec: "random-path:fills=8" },
    Level { number: 3, name: "learner", spec: "random-path:fills=64" },
    Level { number: 4, name: "casual player", spec: "adjacency" },
    Level { number: 5, name: "club player", spec: "minimax:depth=2" },
    Level { number: 6, name: "strong club player", spec: "mcts:playouts=30000" },
    Level { number: 7, name: "expert", spec: "mcts:playouts=300000" },
    Level { number: 8, name: "master", spec: "neural:sims=0" },
    Level { number: 9, name: "grandmaster", spec: "neural:sims=50" },
    Level { number: 10, name: "strongest", spec: "neural:sims=800" },
];

/// The registry's entry.
pub(crate) static ENTRY: Entry = Entry {
    name: "level",
    summary: "one of ten opponents in order of strength, from 1 for beginners to 10",
    supports: "everything",
    options: &[OptionInfo {
        name: "n",
        kind: Kind::Whole { min: 1, max: 10 },
        default: "5",
        help: "how strong it is",
    }],
    build: |spec, seed| Box::new(LevelPlayer::new(spec, seed)),
};

struct LevelPlayer {
    player: Box<dyn Player>,
}

impl LevelPlayer {
    fn new(spec: &Spec, seed: u64) -> Self {
        let number = spec.whole("n").expect("it has a default");
        let level = LEVELS.iter().find(|level| u64::from(level.number) == number);
        let behind: Spec = level.expect("it is in range").spec.parse().expect("levels are tested");
        LevelPlayer { player: behind.build(seed) }
    }
}

impl Player for LevelPlayer {
    fn supports(&self, rules: &Rules, color: Color) -> Result<(), Unsupported> {
        self.player.supports(rules, color)
    }

    fn caution(&self, rules: &Rules) -> Option<String> {
        self.player.caution(rules)
    }

    fn choose(&mut self, game: &Game, control: &mut Control) -> Result<Choice, ChooseError> {
        self.player.choose(game, control)
    }

    fn wants_swap(&mut self, game: &Game, control: &mut Control) -> bool {
        self.player.wants_swap(game, control)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_numbered_and_behind_each_is_a_player() {
        for (index, level) in LEVELS.iter().enumerate() {
            assert_eq!(usize::from(level.number), index + 1);
            let spec: Spec = level.spec.parse().expect(level.spec);
            assert_eq!(spec.to_string(), level.spec, "in its shortest form");
        }
    }
}
