//! Rules as a form gives them: seasons may be drawn here.

use hexring_game::{
    Board, Color, LayoutPlan, NoMove, Rules, Seasons, Swap, Turns, Years, default_years,
};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use serde::Deserialize;

use crate::error::ApiError;

/// The rules of a new game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RulesForm {
    board: Board,
    first: Option<Color>,
    #[serde(default)]
    turns: Turns,
    #[serde(default)]
    swap: Swap,
    seasons: Option<SeasonsForm>,
}

/// Seasons with a layout, or with the wish for one.
#[derive(Deserialize)]
#[serde(untagged)]
enum SeasonsForm {
    Given(Seasons),
    Drawn(Draw),
}

#[derive(Deserialize)]
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
    pub(crate) fn rules(self, seed: u64) -> Result<Rules, ApiError> {
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
        rules.check().map_err(ApiError::refused)?;
        Ok(rules)
    }
}

impl Draw {
    fn seasons(self, board: Board, seed: u64) -> Result<Seasons, ApiError> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let layout = self.draw.draw(board, self.count, &mut rng);
        let years = match self.years {
            Some(text) => text.parse::<Years>(),
            None => default_years(self.count),
        };
        Ok(Seasons {
            layout: layout.map_err(ApiError::refused)?,
            years: years.map_err(ApiError::refused)?,
            no_move: self.no_move,
        })
    }
}
