//! `hexring show`: draw a position.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use hexring_game::draw::{self, Layout, Scene, SvgStyle, TextStyle, Theme};
use hexring_game::{Color, Ending, Game};
use serde_json::json;

use crate::arguments::PositionArgs;
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
    #[arg(long, value_name = "FILE", help_heading = "Output")]
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
        while self.at.is_some_and(|moves| game.plies().len() > moves) {
            game.undo();
        }
        if self.json {
            return output::print_json(&as_json(&game));
        }
        let scene = Scene::of_game(&game);
        match &self.svg {
            Some(path) => self.draw_svg(&scene, path),
            None => output::print(&(self.draw_text(&scene) + &forfeit(&game))),
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

    fn draw_svg(&self, scene: &Scene, path: &PathBuf) -> Result<()> {
        let style = SvgStyle {
            layout: self.layout,
            copies: self.copies,
            theme: self.theme,
            numbers: self.numbers,
            ..SvgStyle::default()
        };
        let image = draw::svg(scene, &style)?;
        if path.as_os_str() == "-" {
            return output::print(&image);
        }
        std::fs::write(path, image).with_context(|| path.display().to_string())
    }
}

/// How the game ended, where the board does not show it.
fn forfeit(game: &Game) -> String {
    match game.ending() {
        None | Some(Ending::Won(_)) => String::new(),
        Some(ending) => format!("{ending}\n"),
    }
}

fn as_json(game: &Game) -> serde_json::Value {
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
