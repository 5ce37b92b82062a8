//! `hexring show`: draw a position.

use anyhow::{Result, bail};
use clap::Args;
use hexring_game::draw::Scene;
use hexring_game::{Color, Game};
use serde_json::json;

use crate::arguments::PositionArgs;
use crate::output;
use crate::picture::PictureArgs;

/// Draws a position as text, or with --svg as an image.
#[derive(Args)]
pub(crate) struct Show {
    #[command(flatten)]
    position: PositionArgs,
    /// Show the position after this many moves of the record
    #[arg(long, value_name = "MOVES", help_heading = "Output")]
    at: Option<usize>,
    #[command(flatten)]
    picture: PictureArgs,
    /// Print the position as JSON
    #[arg(long, help_heading = "Output", conflicts_with = "svg")]
    json: bool,
}

impl Show {
    pub(crate) fn run(self) -> Result<()> {
        let mut game = self.position.game()?;
        if let Some(at) = self.at {
            go_back(&mut game, at)?;
        }
        if self.json {
            return output::print_json(&as_json(&game));
        }
        self.picture.show(&Scene::of_game(&game), &whose_turn(&game))
    }
}

/// Takes moves back until so many are left.
fn go_back(game: &mut Game, at: usize) -> Result<()> {
    let moves = game.plies().len();
    if at > moves {
        bail!("--at {at} is beyond the end: the game has {moves} moves");
    }
    while game.plies().len() > at {
        game.undo();
    }
    Ok(())
}

/// Who is to move, or how the game ended.
pub(crate) fn whose_turn(game: &Game) -> String {
    match (game.ending(), game.position().to_move()) {
        (Some(ending), _) => ending.to_string(),
        (None, Some(color)) => format!("{color} to move"),
        (None, None) => "a coin decides who moves".to_owned(),
    }
}

/// The position as JSON.
pub(crate) fn as_json(game: &Game) -> serde_json::Value {
    let position = game.position();
    let stones = position.to_setup().stones;
    let seasons = position
        .rules()
        .seasons
        .as_ref()
        .map(|_| Color::ALL.map(|color| position.season(color).map(|season| season + 1)));
    json!({
        "rules": position.rules(),
        "moves": game.plies(),
        "stones": stones,
        "to_move": position.to_move(),
        "seasons": seasons.map(|[red, blue]| json!({"red": red, "blue": blue})),
        "ending": game.ending(),
        "certificate": position.certificate(),
        "key": format!("{:016x}", position.key()),
    })
}
