//! Rules that are still to be drawn: an experiment says "three seasons, random layout", and every
//! game gets its own layout from its seed.

use hexring_game::{
    Board, Color, LayoutPlan, NoMove, Rules, RulesError, Seasons, Swap, Turns, Years,
};
use hexring_players::dice::derive;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

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
    /// The conditions of rules that are given: their season layout stays.
    pub fn of(rules: &Rules) -> Self {
        let seasons = rules.seasons.as_ref().map(|seasons| SeasonPlan {
            layout: LayoutPlan::Given(seasons.layout.clone()),
            years: seasons.years.clone(),
            no_move: seasons.no_move,
        });
        Conditions { turns: rules.turns, swap: rules.swap, seasons }
    }

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
