//! Rules that are still to be drawn: an experiment says "three seasons, random layout", and every
//! game gets its own layout from its seed.

use hexring_game::{
    Board, Color, Game, LayoutPlan, Move, NoMove, Rules, RulesError, Seasons, Swap, Turns, Years,
};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use hexring_players::dice::derive;

use crate::experiment::JobFault;

/// A rule set without its board, its first player and its season layout.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    /// Who moves next.
    pub turns: Turns,
    /// The swap rule.
    pub swap: Swap,
    /// The season rule, if any.
    pub seasons: Option<SeasonPlan>,
}

/// A season rule whose layout may still have to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeasonPlan {
    /// How the seasons lie.
    pub layout: LayoutPlan,
    /// The players' years.
    pub years: Years,
    /// What happens to a player without a legal cell.
    pub no_move: NoMove,
}

impl Conditions {
    /// The rules of one game; what is drawn comes from the seed.
    pub fn rules(&self, board: Board, first: Color, seed: u64) -> Result<Rules, RulesError> {
        let seasons = self.seasons.as_ref().map(|plan| plan.draw(board, seed)).transpose()?;
        let rules = Rules { board, first, turns: self.turns, swap: self.swap, seasons };
        rules.check()?;
        Ok(rules)
    }

    /// The conditions in a few words, to follow a board; empty for the classic game.
    pub fn describe(&self) -> String {
        let mut words = Vec::new();
        if self.turns == Turns::Random {
            words.push("random turns".to_owned());
        }
        if self.swap != Swap::None {
            words.push(format!("swap {}", self.swap));
        }
        if let Some(plan) = &self.seasons {
            let SeasonPlan { layout, years, no_move } = plan;
            words.push(format!("seasons {years}, {layout} layout, no move: {no_move}"));
        }
        words.join(", ")
    }
}

impl SeasonPlan {
    fn draw(&self, board: Board, seed: u64) -> Result<Seasons, RulesError> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(derive(seed, "layout"));
        let layout = self.layout.draw(board, self.years.red.count(), &mut rng)?;
        Ok(Seasons { layout, years: self.years.clone(), no_move: self.no_move })
    }
}

/// How games begin, so that players without randomness do not play one game over and over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Opening {
    /// With an empty board.
    #[default]
    Empty,
    /// With so many random stones, the same for both games of a pair.
    Random(u32),
    /// With one of these lines, in turn.
    Book(Vec<Vec<Move>>),
}

impl Opening {
    /// The opening in a word or two; empty for the empty board.
    pub fn describe(&self) -> String {
        let words = |line: &Vec<Move>| line.iter().map(ToString::to_string).collect::<Vec<_>>();
        match self {
            Opening::Empty => String::new(),
            Opening::Random(stones) => format!("{stones} random stones"),
            Opening::Book(lines) => {
                lines.iter().map(|line| words(line).join(" ")).collect::<Vec<_>>().join("/")
            }
        }
    }

    /// The moves before the players begin. A line that would end the game is cut before its end.
    pub fn moves(&self, rules: &Rules, round: u32, seed: u64) -> Result<Vec<Move>, JobFault> {
        match self {
            Opening::Empty => Ok(Vec::new()),
            Opening::Book(lines) => Ok(lines[round as usize % lines.len()].clone()),
            Opening::Random(stones) => random_moves(rules, *stones, derive(seed, "opening")),
        }
    }
}

fn random_moves(rules: &Rules, stones: u32, seed: u64) -> Result<Vec<Move>, JobFault> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = Game::new(rules.clone())?;
    let mut moves = Vec::new();
    for _ in 0..stones {
        let cells: Vec<_> = game.position().legal_cells().collect();
        if cells.is_empty() {
            break;
        }
        let drawn = (u128::from(rng.next_u64()) * cells.len() as u128) >> 64;
        let mv = Move::Place(cells[drawn as usize]);
        game.play(mv)?;
        if game.ending().is_some() {
            break;
        }
        moves.push(mv);
    }
    Ok(moves)
}
