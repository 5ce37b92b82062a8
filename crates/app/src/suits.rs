//! Rules before there is a game: how its board begins, and who can play it.

use hexring_game::{Color, Game};
use serde::{Deserialize, Serialize};

use crate::App;
use crate::error::AppError;
use crate::position::PositionView;
use crate::rules::RulesForm;

/// The most players that are asked about at once.
const MAX_PLAYERS: usize = 100;

/// Rules that somebody thinks of, and players who may play them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulesRequest {
    rules: RulesForm,
    /// A game with this seed has the seasons that are shown.
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    players: Vec<String>,
}

/// How a game begins, and who can play it.
#[derive(Clone, Debug, Serialize)]
pub struct RulesView {
    position: PositionView,
    players: Vec<Suits>,
}

/// Why a player cannot begin as a colour; none if it can.
#[derive(Clone, Debug, Serialize)]
struct Suits {
    player: String,
    red: Option<String>,
    blue: Option<String>,
}

impl RulesRequest {
    /// How a game would begin, and who could play it.
    pub fn answer(self, app: &App) -> Result<RulesView, AppError> {
        let count = self.players.len();
        if count > MAX_PLAYERS {
            let text = format!("{count} players: expected at most {MAX_PLAYERS}");
            return Err(AppError::Refused(text));
        }
        let game = Game::new(self.rules.rules(self.seed)?).map_err(AppError::refused)?;
        let suits = |player: String| suits(app, &game, player);
        Ok(RulesView {
            position: PositionView::new(&game),
            players: self.players.into_iter().map(suits).collect(),
        })
    }
}

fn suits(app: &App, game: &Game, player: String) -> Suits {
    let why = |color| match app.player(&player) {
        Ok(spec) => {
            let fault = spec.supports(game.rules(), color).err()?;
            Some(format!("it plays {}", fault.supported))
        }
        Err(error) => Some(error.to_string()),
    };
    Suits { red: why(Color::Red), blue: why(Color::Blue), player }
}

#[cfg(test)]
mod tests {
    use hexring_players::Registry;
    use serde_json::json;

    use super::*;

    #[test]
    fn players_say_why_they_cannot_play() {
        let request = json!({
            "rules": { "board": "cylinder:5x4", "seasons": { "count": 3 } }, "seed": 5,
            "players": ["human", "level:n=3", "mirror", "nobody"],
        });
        let request: RulesRequest = serde_json::from_value(request).expect("a request");
        let app = App::new(Registry::standard());
        let answer = request.answer(&app).expect("rules");
        let answer = serde_json::to_value(answer).expect("plain data");
        let of =
            |index: usize| (&answer["players"][index]["red"], &answer["players"][index]["blue"]);
        assert!(of(0).0.is_null() && of(0).1.is_null() && of(1).0.is_null());
        assert!(of(2).0.as_str().is_some_and(|why| why.starts_with("it plays ")), "{answer}");
        assert!(of(3).1.as_str().is_some_and(|why| why.contains("nobody")), "{answer}");
        assert_eq!(answer["position"]["seasons"]["red"], 1);
    }
}
