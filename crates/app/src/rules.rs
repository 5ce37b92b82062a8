//! Rules as a form gives them: seasons may be drawn here.

use hexring_game::{
    Board, Color, LayoutPlan, NoMove, Rules, Seasons, Swap, Turns, Years, default_years,
};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use serde::Deserialize;
use serde_json::Value;

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
#[serde(try_from = "Value")]
enum SeasonsForm {
    Given(Seasons),
    Drawn(Draw),
}

impl TryFrom<Value> for SeasonsForm {
    type Error = AppError;

    /// Whoever names a layout gives one, so that a fault in it is told, and not that it is no wish.
    fn try_from(form: Value) -> Result<Self, AppError> {
        let read = match form.get("layout") {
            Some(_) => Seasons::deserialize(form).map(SeasonsForm::Given),
            None => Draw::deserialize(form).map(SeasonsForm::Drawn),
        };
        read.map_err(|error| AppError::Refused(format!("bad seasons: {error}")))
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Draw {
    count: u8,
    #[serde(default)]
    draw: LayoutPlan,
    years: Option<String>,
    #[serde(default, alias = "no-move")]
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn bad_seasons_are_named() {
        let refuse = |seasons: Value| {
            let form = json!({ "board": "3x3", "seasons": seasons });
            let read = serde_json::from_value::<RulesForm>(form).map_err(|e| e.to_string());
            read.and_then(|form| form.rules(1).map_err(|e| e.to_string())).expect_err("bad seasons")
        };
        for (seasons, words) in [
            (json!({}), "missing field `count`"),
            (json!("balanced"), "bad seasons: invalid type: string \"balanced\""),
            (json!({ "count": "three" }), "invalid type: string \"three\""),
            (json!({ "count": 2, "draws": "random" }), "unknown field `draws`"),
            (json!({ "count": 2, "draw": "somehow" }), "bad season layout"),
            (json!({ "layout": 5, "years": "12/21" }), "invalid type: integer `5`"),
            (json!({ "layout": "111/222/111" }), "missing field `years`"),
        ] {
            let error = refuse(seasons.clone());
            assert!(error.contains(words), "{seasons}: {error}");
            assert!(!error.contains("untagged"), "{seasons}: {error}");
        }
    }
}
