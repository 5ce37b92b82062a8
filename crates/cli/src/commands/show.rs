//! `hexring show`: draw a position.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;
use hexring_game::draw::{self, Layout, Scene, SvgStyle, TextStyle, Theme};
use hexring_game::{Color, Game};
use serde_json::json;

use crate::arguments::PositionArgs;
use crate::destination::Destination;
use crate::output;

/// Draws a position as text, or with --svg as an image.
#[derive(Args)]
pub(crate) struct Show {
    #[command(flatten)]
    position: PositionArgs,
    /// Show the position after this many moves of the record
    #[arg(long, value_name = "MOVES", help_heading = "Output")]
    at: Option<usize>,
    /// Draw an SVG image into a file, or to standard output for -
    #[arg(long, value_name = "FILE", help_heading = "Output", conflicts_with = "json")]
    svg: Option<PathBuf>,
    /// The image's layout: flat, diamond, r1 to r12 (hour of a1), or annulus for a cylinder
    #[arg(long, default_value_t, help_heading = "Output")]
    layout: Layout,
    /// How many columns and rows of copies to show across a seam
    #[arg(long, default_value_t = 2, help_heading = "Output", value_parser = clap::value_parser!(u8).range(0..=20))]
    copies: u8,
    /// The image's colours: auto, light or dark
    #[arg(long, default_value_t, help_heading = "Output")]
    theme: Theme,
    /// Write move numbers on the stones
    #[arg(long, help_heading = "Output")]
    numbers: bool,
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
        let scene = Scene::of_game(&game);
        match &self.svg {
            Some(path) => self.draw_svg(&scene, path),
            None => output::print(&format!("{}{}\n", self.draw_text(&scene), whose_turn(&game))),
        }
    }

    fn draw_text(&self, scene: &Scene) -> String {
        let style = TextStyle {
            color: output::in_color(),
            copies: self.copies,
            numbers: self.numbers,
            ..TextStyle::default()
        };
        draw::text(scene, &style)
    }

    fn draw_svg(&self, scene: &Scene, path: &Path) -> Result<()> {
        let style = SvgStyle {
            layout: self.layout,
            copies: self.copies,
            theme: self.theme,
            numbers: self.numbers,
            ..SvgStyle::default()
        };
        let image = draw::svg(scene, &style)?;
        Destination::new(path)?.write_text(&image)
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
