//! Rules as a form gives them: seasons may be drawn here.

use hexring_game::{
    Board, Color, LayoutPlan, NoMove, Rules, Seasons, Swap, Turns, Years, default_years,
};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use serde::Deserialize;

use crate::error::AppError;

/// The rules of a new game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulesForm {
    board: Board,
    first: Option<Color>,
    #[serde(default)]
    turns: Turns,
    #[serde(default)]
    swap: Swap,
    seasons: Option<SeasonsForm>,
}

/// Seasons with a layout, or with the wish for one.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum SeasonsForm {
    Given(Seasons),
    Drawn(Draw),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Draw {
    count: u8,
    #[serde(default)]
    draw: LayoutPlan,
    years: Option<String>,
    #[serde(default, rename = "no-move")]
    no_move: NoMove,
}

impl RulesForm {
    /// The rules, with everything drawn from the seed.
    pub fn rules(self, seed: u64) -> Result<Rules, AppError> {
        let seasons = match self.seasons {
            None => None,
            Some(SeasonsForm::Given(seasons)) => Some(seasons),
            Some(SeasonsForm::Drawn(draw)) => Some(draw.seasons(self.board, seed)?),
        };
        let rules = Rules {
            board: self.board,
            first: self.first.unwrap_or(Color::Red),
            turns: self.turns,
            swap: self.swap,
            seasons,
        };
        rules.check().map_err(AppError::refused)?;
        Ok(rules)
    }
}

impl Draw {
    fn seasons(self, board: Board, seed: u64) -> Result<Seasons, AppError> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let layout = self.draw.draw(board, self.count, &mut rng);
        let years = match self.years {
            Some(text) => text.parse::<Years>(),
            None => default_years(self.count),
        };
        Ok(Seasons {
            layout: layout.map_err(AppError::refused)?,
            years: years.map_err(AppError::refused)?,
            no_move: self.no_move,
        })
    }
}
