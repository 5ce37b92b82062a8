//! How a board is drawn: options that several commands share.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use hexring_game::draw::{self, Layout, Scene, ScoreText, SvgStyle, TextStyle, Theme};

use crate::destination::Destination;
use crate::output;

/// How a board is drawn: as text, or as an image.
#[derive(Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct PictureArgs {
    /// Draw an SVG image into a file, or to standard output for -
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    svg: Option<PathBuf>,
    /// The image's layout: flat, diamond, r1 to r12 (hour of a1), or annulus for a cylinder
    #[arg(long, default_value_t)]
    layout: Layout,
    /// How many columns and rows of copies to show across a seam
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(0..=20))]
    copies: u8,
    /// The image's colours: auto, light or dark
    #[arg(long, default_value_t)]
    theme: Theme,
    /// Write move numbers on the stones
    #[arg(long)]
    numbers: bool,
}

impl PictureArgs {
    /// Draws the image that was asked for, or prints the board and a line below it.
    pub(crate) fn show(&self, scene: &Scene, below: &str) -> Result<()> {
        let Some(path) = &self.svg else {
            let text = draw::text(scene, &self.text_style());
            return output::print(&format!("{text}{below}\n"));
        };
        let image = draw::svg(scene, &self.svg_style())?;
        Destination::new(path)?.write_text(&image)
    }

    fn text_style(&self) -> TextStyle {
        TextStyle {
            color: output::in_color(),
            copies: self.copies,
            numbers: self.numbers,
            scores: ScoreText::Numbers,
            ..TextStyle::default()
        }
    }

    fn svg_style(&self) -> SvgStyle {
        SvgStyle {
            layout: self.layout,
            copies: self.copies,
            theme: self.theme,
            numbers: self.numbers,
            ..SvgStyle::default()
        }
    }
}
