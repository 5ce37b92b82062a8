//! `level`: twelve opponents from a beginner to the strongest, so that everybody finds one that is a
//! match. Each is another player with options, put in order by a tournament.

use std::sync::Arc;

use hexring_game::{Game, Rules, Turns};

use crate::entry::{BuildError, Entry};
use crate::option::{Handle, Settings};
use crate::player::{Choice, ChooseError, Control, Player};
use crate::spec::Spec;
use crate::{mcts, neural, random_path, random_spot};

/// One step of the ladder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// From 1, the weakest, to 12.
    pub number: u8,
    /// A name to choose it by.
    pub name: &'static str,
    /// In Elo points on 11×11, where level 1 has 500: the ladder's steps added up, to tens.
    pub rating: u16,
    alternate: Behind,
    random_turns: Behind,
}

/// The player behind a level.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Behind {
    Paths {
        fills: u64,
    },
    Spots {
        fills: u64,
    },
    Mcts {
        playouts: u64,
    },
    Neural {
        sims: u64,
        /// Whether it plays from the opening book.
        book: bool,
    },
    /// The bare policy at a temperature.
    Policy {
        temperature: f64,
    },
}

/// All levels, the weakest first. `experiments/ladder.toml` puts them in order, and
/// `docs/ladder.md` keeps what it found.
///
/// Every limit is a number of playouts or simulations, so that a level is equally strong on slow
/// and fast machines, and its games can be repeated.
pub static LEVELS: [Level; 12] = [
    level(1, "first steps", 500, Behind::Paths { fills: 20 }, Behind::Paths { fills: 1 }),
    level(2, "beginner", 720, Behind::Paths { fills: 45 }, Behind::Paths { fills: 4 }),
    level(3, "learner", 1010, Behind::Mcts { playouts: 260 }, Behind::Paths { fills: 16 }),
    level(4, "casual player", 1250, Behind::Mcts { playouts: 900 }, Behind::Paths { fills: 64 }),
    level(5, "regular", 1470, Behind::Mcts { playouts: 3600 }, Behind::Paths { fills: 1000 }),
    level(
        6,
        "club player",
        1700,
        Behind::Mcts { playouts: 13_000 },
        Behind::Spots { fills: 30_000 },
    ),
    level(
        7,
        "strong club player",
        1860,
        Behind::Policy { temperature: 1.65 },
        Behind::Spots { fills: 100_000 },
    ),
    level(8, "expert", 2040, Behind::Policy { temperature: 1.2 }, Behind::Spots { fills: 300_000 }),
    level(9, "master", 2250, thinker(0), Behind::Spots { fills: 1_000_000 }),
    level(10, "grandmaster", 2430, thinker(60), Behind::Spots { fills: 2_000_000 }),
    level(11, "champion", 2610, thinker(180), Behind::Spots { fills: 5_000_000 }),
    level(
        12,
        "world champion",
        2850,
        Behind::Neural { sims: 500, book: true },
        Behind::Spots { fills: 10_000_000 },
    ),
];

const fn thinker(sims: u64) -> Behind {
    Behind::Neural { sims, book: false }
}

const fn level(
    number: u8,
    name: &'static str,
    rating: u16,
    alternate: Behind,
    random_turns: Behind,
) -> Level {
    Level { number, name, rating, alternate, random_turns }
}

impl Level {
    /// The player behind it under a turn rule. A coin makes another game of Hex, so it needs
    /// another player.
    pub fn player(&self, turns: Turns) -> Spec {
        match turns {
            Turns::Alternate => self.alternate.spec(),
            Turns::Random => self.random_turns.spec(),
        }
    }
}

impl Behind {
    fn spec(self) -> Spec {
        let settings = Settings::default();
        let (entry, settings) = match self {
            Behind::Paths { fills } => {
                (random_path::entry(), settings.with(&random_path::FILLS, fills))
            }
            Behind::Spots { fills } => {
                (random_spot::entry(), settings.with(&random_spot::FILLS, fills))
            }
            Behind::Mcts { playouts } => {
                (mcts::entry(), settings.with(&mcts::PLAYOUTS, Some(playouts)))
            }
            Behind::Neural { sims, book } => {
                let settings = settings.with(&neural::SIMS, Some(sims));
                // What is off by default needs no word.
                let settings = if book { settings.with(&neural::BOOK, true) } else { settings };
                (neural::entry(), settings)
            }
            Behind::Policy { temperature } => {
                let settings = settings.with(&neural::SIMS, Some(0));
                (neural::entry(), settings.with(&neural::TEMPERATURE, temperature))
            }
        };
        Spec::new(Arc::new(entry), settings)
    }
}

const NUMBER: Handle<u64> = Handle::whole("n", 1, 12, 4, "how strong it is");

/// The level that a spec asks for; none for other players.
pub fn level_of(spec: &Spec) -> Option<&'static Level> {
    (spec.name() == NAME).then(|| chosen(spec.settings()))
}

fn chosen(settings: &Settings) -> &'static Level {
    &LEVELS[settings.get(&NUMBER) as usize - 1]
}

const NAME: &str = "level";

/// The player as lists know it.
pub(crate) fn entry() -> Entry {
    let summary = "one of twelve opponents in order of strength, from 1 for beginners to 12";
    Entry::new(NAME, summary, |settings, seed| {
        Ok(Box::new(LevelPlayer::new(chosen(settings), seed)?))
    })
    .with_options([NUMBER.info()])
}

/// The players behind a level.
struct LevelPlayer {
    alternate: Box<dyn Player>,
    random_turns: Box<dyn Player>,
}

impl LevelPlayer {
    fn new(level: &Level, seed: u64) -> Result<Self, BuildError> {
        Ok(LevelPlayer {
            alternate: level.player(Turns::Alternate).build(seed)?,
            random_turns: level.player(Turns::Random).build(seed)?,
        })
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
    use hexring_game::Color;

    use super::*;

    #[test]
    fn levels_are_numbered_and_behind_each_are_players_for_all_rules() {
        for (index, level) in LEVELS.iter().enumerate() {
            assert_eq!(usize::from(level.number), index + 1);
            let number = level.number as u64;
            let spec = Spec::new(Arc::new(entry()), Settings::default().with(&NUMBER, number));
            assert_eq!(level_of(&spec), Some(level));
            for turns in [Turns::Alternate, Turns::Random] {
                let behind = level.player(turns);
                assert!(!behind.is_timed(), "{behind} cannot be repeated");
                for rules in ["plane:5x5", "torus:4x6", "cylinder:6x4 swap=sides"] {
                    let rules = Rules { turns, ..rules.parse().expect(rules) };
                    for color in Color::ALL {
                        behind.supports(&rules, color).expect("levels play everything");
                    }
                }
            }
        }
        let random = Spec::new(Arc::new(crate::random::entry()), Settings::default());
        assert_eq!(level_of(&random), None);
    }

    #[test]
    fn the_players_behind_are_those_of_the_ladder() {
        let texts = |turns| LEVELS.map(|level| level.player(turns).to_string());
        assert_eq!(texts(Turns::Alternate)[7], "neural:sims=0,temperature=1.2");
        assert_eq!(texts(Turns::Alternate)[11], "neural:sims=500,book=true");
        assert_eq!(texts(Turns::Alternate)[8], "neural:sims=0");
        assert_eq!(texts(Turns::Random)[0], "random-path:fills=1");
    }
}
