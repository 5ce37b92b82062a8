//! Puzzles made of games.

use std::collections::HashSet;

use hexring_control::{Control, Limit};
use hexring_game::{ByColor, Cell, Color, Game, Move, Rules, Swap, Turns};
use hexring_players::dice::derive;
use hexring_players::level::LEVELS;
use hexring_players::table::Table;
use hexring_players::{BuildError, SeatError, decide};
use hexring_solver::SolveError;
use thiserror::Error;

use super::puzzle::{Puzzle, PuzzleError};
use super::twins::Twins;
use super::verdict::Judge;
use crate::opening::{OpeningError, random_moves};

/// The levels that play the games: strong enough for positions that look real, and weak enough to
/// leave something to find.
const MAKERS: [u8; 4] = [1, 2, 3, 4];

/// A game in which nobody has thought yet has no puzzles: the share of the board that must be full,
/// as one in so many cells.
const FULL: usize = 5;

/// The most empty cells of a position with seasons: it is searched move by move.
const SEASON_CELLS: usize = 20;

/// From this many levels on that find a move it is an easy one.
const EASY: u8 = 11;

/// After so many games in a row without a puzzle there are no more to be found.
const PATIENCE: u64 = 600;

/// What is to be made.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The rules of all games.
    pub rules: Rules,
    /// How many puzzles.
    pub count: usize,
    /// The seed of everything that is drawn.
    pub seed: u64,
}

/// How far it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Puzzles so far.
    pub puzzles: usize,
    /// Games so far.
    pub games: u64,
}

/// Why no puzzles can be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MakeError {
    /// A coin has no winning moves, and a swap changes who wants to win.
    #[error("puzzles have alternate turns and no swap: expected other rules than {0}")]
    Rules(Rules),
    /// A player cannot be made.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// Players cannot sit down.
    #[error(transparent)]
    Seat(#[from] SeatError),
    /// An opening cannot be drawn.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The solver does not take it, or was stopped.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// It was stopped before all were asked about.
    #[error("stopped")]
    Stopped,
    /// A puzzle that is known already cannot be read.
    #[error(transparent)]
    Known(#[from] PuzzleError),
}

/// Makes puzzles, none of them a twin of another or of a known one. There may be fewer than were
/// asked for, where the board has no more.
pub fn make(
    recipe: &Recipe,
    known: &[Puzzle],
    control: &mut Control<'_, Found>,
) -> Result<Vec<Puzzle>, MakeError> {
    let Recipe { rules, count, seed } = recipe;
    if rules.turns != Turns::Alternate || rules.swap != Swap::None {
        return Err(MakeError::Rules(rules.clone()));
    }
    let mut workshop = Workshop::new(known)?;
    let mut puzzles = Vec::new();
    let (mut number, mut in_vain) = (0, 0);
    while puzzles.len() < *count && in_vain < PATIENCE {
        control.report(|| Found { puzzles: puzzles.len(), games: number });
        let game = played(rules, derive(*seed, &format!("puzzle {number}")), control.limit())?;
        let easy = puzzles.iter().filter(|puzzle: &&Puzzle| puzzle.found >= EASY).count();
        let wants_easy = 2 * easy < *count;
        let found = workshop.puzzle_of(&game, wants_easy, control.limit())?;
        in_vain = if found.is_some() { 0 } else { in_vain + 1 };
        puzzles.extend(found);
        number += 1;
    }
    Ok(puzzles)
}

/// A game between two of the makers after a random opening.
fn played(rules: &Rules, seed: u64, limit: &Limit) -> Result<Game, MakeError> {
    let draw = |what: &str, below: u64| derive(seed, what) % below;
    let player = |color: Color| {
        let index = draw(&color.to_string(), MAKERS.len() as u64) as usize;
        LEVELS[usize::from(MAKERS[index]) - 1].player(rules.board, Turns::Alternate)
    };
    let game = Game::new(rules.clone()).map_err(OpeningError::from)?;
    let mut table = Table::seat(game, &ByColor::from_fn(player), seed)?;
    let stones = 1 + draw("stones", 3) as u32;
    let opening = random_moves(rules, stones, derive(seed, "opening"))?;
    table.open(&opening).map_err(OpeningError::from)?;
    while table.step(&mut hexring_players::Control::quiet(limit.clone())).is_some() {}
    Ok(table.game().clone())
}

/// Looks for puzzles, and remembers those that it has seen.
struct Workshop {
    judge: Judge,
    seen: HashSet<Twins>,
}

impl Workshop {
    fn new(known: &[Puzzle]) -> Result<Self, MakeError> {
        let games = known.iter().map(Puzzle::game);
        let seen = games.map(|game| Ok(Twins::of(game?.position())));
        let seen: Result<HashSet<Twins>, PuzzleError> = seen.collect();
        Ok(Workshop { judge: Judge::new()?, seen: seen? })
    }

    /// The hardest puzzle of a game, if it has one that is new.
    fn puzzle_of(
        &mut self,
        played: &Game,
        wants_easy: bool,
        limit: &Limit,
    ) -> Result<Option<Puzzle>, MakeError> {
        let mut game = Game::new(played.rules().clone()).map_err(OpeningError::from)?;
        let mut hardest: Option<(Puzzle, Twins)> = None;
        for ply in played.plies() {
            let twins = Twins::of(game.position());
            if self.is_worth_a_look(&game) && !self.seen.contains(&twins) {
                let puzzle = self.puzzle_at(&game, limit)?;
                let puzzle = puzzle.filter(|puzzle| wants_easy || puzzle.found < EASY);
                let most = hardest.as_ref().map_or(u8::MAX, |(hardest, _)| hardest.found);
                hardest = puzzle.filter(|it| it.found < most).map(|it| (it, twins)).or(hardest);
            }
            game.play_ply(*ply).map_err(OpeningError::from)?;
        }
        Ok(hardest.map(|(puzzle, twins)| {
            self.seen.insert(twins);
            puzzle
        }))
    }

    fn is_worth_a_look(&self, game: &Game) -> bool {
        let position = game.position();
        let cells = position.board().cell_count();
        let empty = position.empty_count();
        let quick = game.rules().seasons.is_none() || empty <= SEASON_CELLS;
        FULL * (cells - empty) >= cells && quick
    }

    /// The puzzle that a position is, if it is one.
    fn puzzle_at(&mut self, game: &Game, limit: &Limit) -> Result<Option<Puzzle>, MakeError> {
        let moves = self.judge.winning_moves(game, limit)?;
        let (Some([answer]), Some(to)) = (moves.as_deref(), game.position().to_move()) else {
            return Ok(None);
        };
        Ok(Some(Puzzle::new(game, to, *answer, found_by(game, *answer, limit)?)))
    }
}

/// Asks the levels once more about every puzzle. What they find changes with the levels.
pub fn grade(
    puzzles: &[Puzzle],
    control: &mut Control<'_, usize>,
) -> Result<Vec<Puzzle>, MakeError> {
    let mut graded = Vec::with_capacity(puzzles.len());
    for puzzle in puzzles {
        control.report(|| graded.len());
        let found = found_by(&puzzle.game()?, puzzle.answer, control.limit())?;
        if control.limit().is_over() {
            return Err(MakeError::Stopped);
        }
        graded.push(Puzzle { found, ..puzzle.clone() });
    }
    Ok(graded)
}

/// How many levels find the move.
fn found_by(game: &Game, answer: Cell, limit: &Limit) -> Result<u8, BuildError> {
    let mut found = 0;
    for level in &LEVELS {
        let mut player = level.player(game.rules().board, Turns::Alternate).build(1)?;
        let mut control = hexring_players::Control::quiet(limit.clone());
        let choice = decide(player.as_mut(), game, &mut control);
        found += u8::from(choice.is_ok_and(|choice| choice.mv == Move::Place(answer)));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::check;

    fn made(rules: &str, count: usize) -> Vec<Puzzle> {
        let recipe = Recipe { rules: rules.parse().expect("rules"), count, seed: 3 };
        make(&recipe, &[], &mut Control::default()).expect("made")
    }

    #[test]
    fn puzzles_have_one_answer_and_no_twins_and_are_repeatable() {
        let seasons = "4x4 seasons=1231/2312/3123/1231 years=123/312";
        for rules in ["4x4", "cylinder:4x4", "torus:4x3", seasons] {
            let puzzles = made(rules, 2);
            assert_eq!(puzzles.len(), 2, "{rules}");
            check(&puzzles, &Limit::none()).expect("puzzles");
            let twins = puzzles.iter().map(|it| Twins::of(it.game().expect("legal").position()));
            assert_eq!(twins.collect::<HashSet<_>>().len(), 2, "{rules}");
            assert_eq!(puzzles, made(rules, 2), "{rules}");
        }
    }

    #[test]
    fn puzzles_that_are_graded_again_are_as_hard_as_before() {
        let puzzles = made("4x4", 3);
        let spoilt: Vec<Puzzle> =
            puzzles.iter().map(|it| Puzzle { found: 99, ..it.clone() }).collect();
        assert_eq!(grade(&spoilt, &mut Control::default()).expect("graded"), puzzles);
    }

    #[test]
    fn known_puzzles_are_not_made_again() {
        let first = made("3x3", 3);
        let recipe = Recipe { rules: "3x3".parse().expect("rules"), count: 3, seed: 3 };
        let more = make(&recipe, &first, &mut Control::default()).expect("made");
        assert!(more.iter().all(|puzzle| !first.contains(puzzle)));
    }

    #[test]
    fn a_coin_and_a_swap_have_no_puzzles() {
        for rules in ["4x4 turns=random", "4x4 swap=pieces"] {
            let recipe = Recipe { rules: rules.parse().expect("rules"), count: 1, seed: 1 };
            let refused = make(&recipe, &[], &mut Control::default()).expect_err("refused");
            assert!(refused.to_string().contains(rules), "{refused}");
        }
    }
}
