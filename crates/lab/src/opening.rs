//! How games begin, so that players without randomness do not play one game over and over, and so
//! that the opening does not decide who wins.
//!
//! A balanced opening is one of those that come with the program, where it has some for the rules.
//! Elsewhere it is searched for on the spot: of some openings of a few random stones the one that a
//! strong player judges most even. Both games of a pair begin with it.

use std::fmt;
use std::str::FromStr;

use hexring_control::Limit;
use hexring_game::{Board, Game, Move, PlyError, Rules, RulesError, Swap};
use hexring_players::dice::{below, derive};
use hexring_players::{Control, Registry, Spec, decide};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use thiserror::Error;

use crate::balance::shipped;

/// How the games of a part begin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Opening {
    /// With an empty board.
    #[default]
    Empty,
    /// With so many random stones, the same for both games of a pair.
    Random(u32),
    /// With a few stones that leave both sides about the same chances.
    Balanced,
    /// With one of these lines, in turn.
    Book(Vec<Vec<Move>>),
}

/// Which round of a part begins, and the seeds that its opening is drawn from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Round {
    /// Its number, counted from 0.
    pub(crate) number: u32,
    /// Its own seed.
    pub(crate) seed: u64,
    /// The seed of the order in which all its rounds take openings that come with the program.
    pub(crate) order: u64,
}

/// How one game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// With these moves.
    Moves(Vec<Move>),
    /// With the balanced opening that this seed leads to, where none come with the program. It is
    /// searched for when the game is played, because that takes longer than to lay out a game.
    Balanced(u64),
}

/// Why an opening cannot be drawn.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum OpeningError {
    /// There is no game under these rules.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A move is not legal.
    #[error(transparent)]
    Move(#[from] PlyError),
}

/// Text that is no opening.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("bad opening \"{0}\": expected balanced, empty, a number of random stones, or a file")]
pub struct ParseOpeningError(String);

/// More stones than an opening may have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{stones} random stones are too many for {board}: expected {most} at most, half its cells")]
pub struct TooManyStones {
    stones: u32,
    board: Board,
    most: u32,
}

/// The longest text of a book that is told in full.
const LONGEST: usize = 2000;

/// Out of so many openings the most even one is taken.
const CANDIDATES: u64 = 16;

/// The most stones of a balanced opening: enough for boards on which one side wins with any first
/// stone.
const MOST_STONES: u64 = 4;

impl Opening {
    /// The opening in a word or two; empty for the empty board.
    pub fn describe(&self) -> String {
        match self {
            Opening::Empty => String::new(),
            Opening::Random(stones) => format!("{stones} random stones"),
            Opening::Balanced => "balanced".to_owned(),
            Opening::Book(lines) => {
                let text = lines.iter().map(|line| words(line)).collect::<Vec<_>>().join("/");
                match text.len() {
                    0..=LONGEST => text,
                    _ => format!("book {:016x} of {} lines", derive(0, &text), lines.len()),
                }
            }
        }
    }

    /// Whether it fits a board; one that fills most of it does not.
    pub fn check(&self, board: Board) -> Result<(), TooManyStones> {
        let most = u32::from(board.cols()) * u32::from(board.rows()) / 2;
        match *self {
            Opening::Random(stones) if stones > most => Err(TooManyStones { stones, board, most }),
            _ => Ok(()),
        }
    }

    /// How many openings there are to take, where they are there before the games: those of a book,
    /// or those that come with the program for these rules.
    pub fn supply(&self, rules: &Rules) -> Option<usize> {
        match self {
            Opening::Book(lines) => Some(lines.len()),
            Opening::Balanced => shipped::of(rules).map(|shipped| shipped.lines.len()),
            Opening::Empty | Opening::Random(_) => None,
        }
    }

    /// How the games of a round begin. A line that would end the game is cut before its end.
    pub(crate) fn start(&self, rules: &Rules, round: Round) -> Result<Start, OpeningError> {
        let (number, seed) = (round.number as usize, derive(round.seed, "opening"));
        Ok(match self {
            Opening::Empty => Start::Moves(Vec::new()),
            Opening::Book(lines) => Start::Moves(lines[number % lines.len()].clone()),
            Opening::Balanced => match shipped::of(rules) {
                Some(shipped) => Start::Moves(in_turn(&shipped.lines, number, round.order).clone()),
                None => Start::Balanced(seed),
            },
            Opening::Random(stones) => Start::Moves(random_moves(rules, *stones, seed)?),
        })
    }
}

impl FromStr for Opening {
    type Err = ParseOpeningError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "balanced" => Ok(Opening::Balanced),
            "empty" | "0" => Ok(Opening::Empty),
            number => match number.parse() {
                Ok(stones) => Ok(Opening::Random(stones)),
                Err(_) => Err(ParseOpeningError(text.to_owned())),
            },
        }
    }
}

impl Start {
    /// The moves before the players begin; none if the search for them was stopped.
    pub(crate) fn moves(&self, rules: &Rules, limit: &Limit) -> Option<Vec<Move>> {
        match self {
            Start::Moves(moves) => Some(moves.clone()),
            Start::Balanced(seed) => balanced(rules, *seed, limit),
        }
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Start::Moves(moves) => f.write_str(&words(moves)),
            Start::Balanced(seed) => write!(f, "balanced {seed:016x}"),
        }
    }
}

fn words(moves: &[Move]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The line of a round, in an order that is drawn: none comes again before all have come.
fn in_turn(lines: &[Vec<Move>], round: usize, seed: u64) -> &Vec<Move> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut order: Vec<usize> = (0..lines.len()).collect();
    for place in 0..order.len() {
        let drawn = below(&mut rng, order.len() - place);
        order.swap(place, place + drawn);
    }
    &lines[order[round % order.len()]]
}

/// The most even of some random openings.
fn balanced(rules: &Rules, seed: u64, limit: &Limit) -> Option<Vec<Move>> {
    if rules.swap != Swap::None {
        // Whoever may swap takes the better side: one stone, and the rule does the rest.
        return random_moves(rules, 1, seed).ok();
    }
    let judge = judge();
    let mut best: Option<(f64, Vec<Move>)> = None;
    for candidate in 0..CANDIDATES {
        let seed = derive(seed, &candidate.to_string());
        let stones = 1 + derive(seed, "stones") % MOST_STONES;
        let moves = random_moves(rules, stones as u32, seed).ok()?;
        let value = value(&judge, rules, &moves, limit)?;
        let off = (value - 0.5).abs();
        if best.as_ref().is_none_or(|(least, _)| off < *least) {
            best = Some((off, moves));
        }
    }
    best.map(|(_, moves)| moves)
}

/// Who judges openings: the network after a short look, or a tree search where there is none.
fn judge() -> Spec {
    let registry = Registry::standard();
    let [network, tree] = ["neural:sims=8", "mcts:playouts=1000"]
        .map(|text| registry.parse(text).expect("players that come with the program"));
    if network.build(1).is_ok() { network } else { tree }
}

/// The chances of the player to move after an opening; none if the judge was stopped.
fn value(judge: &Spec, rules: &Rules, moves: &[Move], limit: &Limit) -> Option<f64> {
    let mut game = Game::new(rules.clone()).ok()?;
    moves.iter().try_for_each(|mv| game.play(*mv).map(|_| ())).ok()?;
    // Before a coin has fallen nobody is to move, and both are asked the same.
    if game.position().to_move().is_none() {
        game.set_to_move(rules.first);
    }
    let mut judge = judge.build(1).ok()?;
    let choice = decide(judge.as_mut(), &game, &mut Control::quiet(limit.clone()));
    if limit.is_over() { None } else { Some(choice.ok().and_then(|c| c.value).unwrap_or(0.5)) }
}

/// So many random stones; fewer where the next one would end the game.
pub(crate) fn random_moves(
    rules: &Rules,
    stones: u32,
    seed: u64,
) -> Result<Vec<Move>, OpeningError> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = Game::new(rules.clone())?;
    let mut moves = Vec::new();
    for _ in 0..stones {
        let cells: Vec<_> = game.position().legal_cells().collect();
        if cells.is_empty() {
            break;
        }
        let mv = Move::Place(cells[below(&mut rng, cells.len())]);
        game.play(mv)?;
        if game.ending().is_some() {
            break;
        }
        moves.push(mv);
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_read() {
        assert_eq!("balanced".parse(), Ok(Opening::Balanced));
        assert_eq!("empty".parse(), Ok(Opening::Empty));
        assert_eq!("3".parse(), Ok(Opening::Random(3)));
        let error = "-1".parse::<Opening>().expect_err("no opening").to_string();
        assert!(error.contains("\"-1\"") && error.contains("balanced, empty"), "{error}");
    }

    #[test]
    fn an_opening_leaves_half_of_the_board() {
        let board: Board = "4x4".parse().expect("a board");
        assert_eq!(Opening::Random(8).check(board), Ok(()));
        let error = Opening::Random(40).check(board).expect_err("too many").to_string();
        assert!(error.contains("40") && error.contains("8 at most"), "{error}");
    }

    #[test]
    fn lines_come_in_turn_and_each_once_before_any_comes_again() {
        let lines: Vec<Vec<Move>> =
            (0..40).map(|col| vec![Move::Place(hexring_game::Cell::new(col, 0))]).collect();
        let order = |seed| -> Vec<&Vec<Move>> {
            (0..80).map(|round| in_turn(&lines, round, seed)).collect()
        };
        let first: std::collections::HashSet<_> = order(1)[..40].iter().copied().collect();
        assert_eq!(first.len(), lines.len());
        assert_eq!(order(1)[..40], order(1)[40..]);
        assert_ne!(order(1), order(2));
        assert_ne!(order(1)[..40], lines.iter().collect::<Vec<_>>());
    }

    #[cfg(feature = "store")]
    #[test]
    fn rounds_take_openings_that_come_with_the_program_where_there_are_some() {
        let start = |rules: &Rules, number, order| {
            let round = Round { number, seed: u64::from(number), order };
            Opening::Balanced.start(rules, round).expect("an opening")
        };
        let rules: Rules = "torus:7x7".parse().expect("rules");
        for rules in [rules.clone(), Rules { first: hexring_game::Color::Blue, ..rules.clone() }] {
            let count = Opening::Balanced.supply(&rules).expect("some") as u32;
            let all = |order| -> Vec<String> {
                (0..count).map(|number| start(&rules, number, order).to_string()).collect()
            };
            let different: std::collections::HashSet<String> = all(1).into_iter().collect();
            assert_eq!(different.len() as u32, count, "{rules}: each once");
            assert!(all(1) == all(1) && all(1) != all(2), "{rules}: by the seed");
            // Games are keyed by their moves, whatever is shipped later.
            assert!(matches!(start(&rules, 0, 1), Start::Moves(_)), "{rules}");
        }
        for other in ["torus:7x7 swap=pieces", "torus:7x7 turns=random", "plane:3x4"] {
            let rules: Rules = other.parse().expect("rules");
            assert_eq!(start(&rules, 0, 1), Start::Balanced(derive(0, "opening")), "{rules}");
        }
    }

    #[test]
    fn balanced_openings_are_drawn_from_their_seed_and_end_no_game() {
        let limit = Limit::none();
        for text in ["5x5", "cylinder:4x4", "torus:4x4", "1x1", "2x1", "4x4 turns=random"] {
            let rules: Rules = text.parse().expect("rules");
            let draw = |seed| Start::Balanced(seed).moves(&rules, &limit).expect("not stopped");
            assert_eq!(draw(7), draw(7), "{text}");
            let mut game = Game::new(rules.clone()).expect("a game");
            for mv in draw(7) {
                game.play(mv).expect("legal");
            }
            assert!(game.ending().is_none(), "{text}");
        }
        let rules: Rules = "7x7 swap=pieces".parse().expect("rules");
        let stones = Start::Balanced(7).moves(&rules, &limit).expect("not stopped");
        assert_eq!(stones.len(), 1, "a swap evens it");
    }
}
