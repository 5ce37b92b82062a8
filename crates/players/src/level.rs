//! `level`: twelve opponents from a beginner to the strongest, so that everybody finds one that is a
//! match. Each is another player with options, put in order by a tournament.

use std::sync::Arc;

use hexring_game::{Board, Game, Rules, Topology, Turns};

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

/// Numbers for planes up to 10×10, for those up to 12×12, for larger ones, for cylinders and for
/// tori: as many playouts are worth more on one than on another, so each was weighed apart.
type Weighed<T> = [T; PLACES];

const PLACES: usize = 5;

/// The place of a board's number.
fn place(board: Board) -> usize {
    match (board.topology(), board.cell_count()) {
        (Topology::Plane, ..=100) => 0,
        (Topology::Plane, ..=144) => 1,
        (Topology::Plane, _) => 2,
        (Topology::Cylinder, _) => 3,
        (Topology::Torus, _) => 4,
    }
}

/// The player behind a level.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Behind {
    /// `random-path` with so many fills.
    Paths(Weighed<u64>),
    /// `random-spot` with so many fills.
    Spots(Weighed<u64>),
    /// `mcts` with so many playouts.
    Mcts(Weighed<u64>),
    /// The bare policy of `neural` at a temperature.
    Policy(Weighed<f64>),
    /// `neural` with so many simulations.
    Neural(Weighed<u64>),
    /// The same with the opening book.
    Book(Weighed<u64>),
}

/// All levels, the weakest first. `experiments/ladder.toml` puts them in order, and
/// `docs/ladder.md` keeps what it found.
///
/// Every limit is a number of playouts or simulations, so that a level is equally strong on slow
/// and fast machines, and its games can be repeated.
pub static LEVELS: [Level; 12] = [
    level(1, "first steps", 500, Behind::Paths([20; PLACES]), Behind::Paths([1; PLACES])),
    level(2, "beginner", 720, Behind::Paths([43, 45, 40, 52, 80]), Behind::Paths([4; PLACES])),
    level(3, "learner", 1010, Behind::Mcts([210, 260, 260, 150, 450]), Behind::Paths([16; PLACES])),
    level(
        4,
        "casual player",
        1250,
        Behind::Mcts([740, 900, 800, 340, 1500]),
        Behind::Paths([64; PLACES]),
    ),
    level(
        5,
        "regular",
        1470,
        Behind::Mcts([3500, 3600, 3200, 1600, 6000]),
        Behind::Paths([1000; PLACES]),
    ),
    level(
        6,
        "club player",
        1700,
        Behind::Mcts([15_000, 13_000, 13_000, 6500, 20_000]),
        Behind::Spots([30_000; PLACES]),
    ),
    level(
        7,
        "strong club player",
        1870,
        Behind::Policy([2.1, 1.8, 1.62, 1.45, 1.65]),
        Behind::Spots([100_000; PLACES]),
    ),
    level(
        8,
        "expert",
        2040,
        Behind::Policy([1.45, 1.4, 1.15, 1.05, 1.1]),
        Behind::Spots([300_000; PLACES]),
    ),
    level(9, "master", 2280, Behind::Neural([0; PLACES]), Behind::Spots([1_000_000; PLACES])),
    level(
        10,
        "grandmaster",
        2550,
        Behind::Neural([25, 25, 25, 20, 30]),
        Behind::Spots([2_000_000; PLACES]),
    ),
    level(
        11,
        "champion",
        2730,
        Behind::Neural([120, 140, 130, 120, 75]),
        Behind::Spots([5_000_000; PLACES]),
    ),
    level(
        12,
        "world champion",
        3000,
        Behind::Book([500, 500, 500, 500, 200]),
        Behind::Spots([10_000_000; PLACES]),
    ),
];

/// The board whose ratings levels have.
pub fn rated_on() -> Board {
    Board::new(Topology::Plane, 11, 11).expect("a size that is allowed")
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
    /// The player behind it on a board under a turn rule. A coin makes another game of Hex, so it
    /// needs another player.
    pub fn player(&self, board: Board, turns: Turns) -> Spec {
        match turns {
            Turns::Alternate => self.alternate.spec(place(board)),
            Turns::Random => self.random_turns.spec(place(board)),
        }
    }
}

impl Behind {
    fn spec(self, place: usize) -> Spec {
        let settings = Settings::default();
        let sims = |sims: u64| Settings::default().with(&neural::SIMS, Some(sims));
        let (entry, settings) = match self {
            Behind::Paths(fills) => {
                (random_path::entry(), settings.with(&random_path::FILLS, fills[place]))
            }
            Behind::Spots(fills) => {
                (random_spot::entry(), settings.with(&random_spot::FILLS, fills[place]))
            }
            Behind::Mcts(playouts) => {
                (mcts::entry(), settings.with(&mcts::PLAYOUTS, Some(playouts[place])))
            }
            Behind::Policy(temperature) => {
                (neural::entry(), sims(0).with(&neural::TEMPERATURE, temperature[place]))
            }
            Behind::Neural(count) => (neural::entry(), sims(count[place])),
            Behind::Book(count) => (neural::entry(), sims(count[place]).with(&neural::BOOK, true)),
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
    /// One for each kind of board.
    alternate: Vec<Box<dyn Player>>,
    random_turns: Box<dyn Player>,
}

impl LevelPlayer {
    fn new(level: &Level, seed: u64) -> Result<Self, BuildError> {
        let build = |place| level.alternate.spec(place).build(seed);
        Ok(LevelPlayer {
            alternate: (0..PLACES).map(build).collect::<Result<_, _>>()?,
            random_turns: level.random_turns.spec(0).build(seed)?,
        })
    }

    fn behind(&self, rules: &Rules) -> &dyn Player {
        match rules.turns {
            Turns::Alternate => self.alternate[place(rules.board)].as_ref(),
            Turns::Random => self.random_turns.as_ref(),
        }
    }

    fn behind_mut(&mut self, rules: &Rules) -> &mut dyn Player {
        match rules.turns {
            Turns::Alternate => self.alternate[place(rules.board)].as_mut(),
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
    use std::collections::BTreeSet;

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
                let boards =
                    ["plane:5x5", "11x12", "14x14", "torus:4x6", "cylinder:6x4 swap=sides"];
                for rules in boards {
                    let rules = Rules { turns, ..rules.parse().expect(rules) };
                    let behind = level.player(rules.board, turns);
                    assert!(!behind.is_timed(), "{behind} cannot be repeated");
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
        let text = |number: usize, board: &str, turns| {
            LEVELS[number - 1].player(board.parse().expect(board), turns).to_string()
        };
        for board in ["9x9", "11x11", "13x13", "cylinder:9x9", "torus:9x9"] {
            assert_eq!(text(1, board, Turns::Alternate), "random-path:fills=20");
            assert_eq!(text(1, board, Turns::Random), "random-path:fills=1");
        }
        assert_eq!(text(12, "11x11", Turns::Alternate), "neural:sims=500,book=true");
        let fifth = |board: &str| text(5, board, Turns::Alternate);
        let boards = ["10x10", "12x12", "13x13", "cylinder:9x9", "torus:9x9"];
        let distinct: BTreeSet<String> = boards.into_iter().map(fifth).collect();
        assert_eq!(distinct.len(), PLACES, "each kind of board has a number of its own");
        assert_eq!(fifth("10x10"), fifth("9x9"));
        assert_eq!(fifth("12x12"), fifth("11x11"));
        assert_eq!(fifth("19x19"), fifth("13x13"));
    }
}
