//! Boards as self-contained SVG images.
//!
//! Everything is laid out in the unrolled board, and one [`Projection`] per layout maps it to the
//! page: flat (turned by any hour of the clock) or, for a cylinder, bent into an annulus. Cells,
//! stones, sides, seams and winning walks are all drawn through it and know no layout.
//!
//! # What the reader can rely on
//! - The root has the class `hexring`; all rules of the embedded style sheet begin with it, so
//!   that images can be put into a page without touching it. Colours follow the reader's light or
//!   dark setting unless a [`Theme`] is asked for.
//! - Every cell is a group with `data-cell`, copies across a seam have the class `copy` too; its
//!   `<title>` says in words what is there.
//! - No colour is the only cue: red and blue also differ in lightness, seasons and scores are
//!   written on the cells, a seam is dashed where a side is solid.

mod cells;
mod marks;
mod projection;
mod sides;
mod theme;
mod xml;

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use self::projection::Projection;
use super::scene::Scene;
use super::unrolled::Window;
use super::walk::{HalfStep, half_steps, unroll};
use crate::board::{Board, Topology};
use crate::certificate::Certificate;
use crate::color::Color;
use crate::geometry::Winding;
use crate::rotation::Rotation;

/// Where cells go on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Layout {
    /// Straight rows; a cylinder is a strip and a torus a piece of its tiling.
    Flat(Rotation),
    /// A cylinder seen from above: row 1 is the outermost ring, columns go clockwise from the
    /// top. There it looks like the strip bent into a ring.
    Annulus,
}

impl Default for Layout {
    fn default() -> Self {
        Layout::Flat(Rotation::FLAT)
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match *self {
            Layout::Flat(Rotation::FLAT) => "flat".to_owned(),
            Layout::Flat(Rotation::DIAMOND) => "diamond".to_owned(),
            Layout::Flat(rotation) => format!("r{}", rotation.hour()),
            Layout::Annulus => "annulus".to_owned(),
        })
    }
}

impl FromStr for Layout {
    type Err = DrawError;

    /// Reads `flat`, `diamond`, `annulus` and the rotations `r1` to `r12`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.to_ascii_lowercase().as_str() {
            "flat" => Ok(Layout::Flat(Rotation::FLAT)),
            "diamond" => Ok(Layout::Flat(Rotation::DIAMOND)),
            "annulus" => Ok(Layout::Annulus),
            word => {
                let bad = || DrawError::BadLayout(text.to_owned());
                let hour = word.strip_prefix('r').ok_or_else(bad)?;
                let plain = hour.bytes().all(|byte| byte.is_ascii_digit());
                let hour = hour.parse().ok().filter(|_| plain).ok_or_else(bad)?;
                let out_of_range = || DrawError::BadRotation(hour);
                Ok(Layout::Flat(Rotation::new(hour).ok_or_else(out_of_range)?))
            }
        }
    }
}

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Theme {
    /// As the reader's system is set.
    #[default]
    Auto,
    /// Dark ink on light paper.
    Light,
    /// Light ink on dark paper.
    Dark,
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Theme::Auto => "auto",
            Theme::Light => "light",
            Theme::Dark => "dark",
        })
    }
}

impl FromStr for Theme {
    type Err = DrawError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        [Theme::Auto, Theme::Light, Theme::Dark]
            .into_iter()
            .find(|theme| theme.to_string() == text)
            .ok_or_else(|| DrawError::BadTheme(text.to_owned()))
    }
}

/// How to draw an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SvgStyle {
    /// Where cells go.
    pub layout: Layout,
    /// How many columns (and rows) of the copies across a seam to show in a flat layout.
    pub copies: u8,
    /// Light or dark.
    pub theme: Theme,
    /// Column letters and row numbers.
    pub coordinates: bool,
    /// Write the number of the move on every stone that has one.
    pub numbers: bool,
    /// Write the numbers of a score map on its cells.
    pub scores: bool,
    /// Paint the paper behind the board; otherwise it stays transparent.
    pub background: bool,
}

impl Default for SvgStyle {
    /// Flat, with two columns or rows of copies where the board wraps.
    fn default() -> Self {
        SvgStyle {
            layout: Layout::default(),
            copies: 2,
            theme: Theme::default(),
            coordinates: true,
            numbers: true,
            scores: true,
            background: true,
        }
    }
}

/// What cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DrawError {
    /// Only a cylinder can be bent into a ring.
    #[error("layout annulus needs a cylinder, not {0}: use flat, diamond or r1 to r12")]
    NoAnnulus(Board),
    /// A word that names no layout.
    #[error("unknown layout \"{0}\": expected flat, diamond, annulus or r1 to r12")]
    BadLayout(String),
    /// An hour that is on no clock.
    #[error("rotation {0} is out of range: expected 1 to 12")]
    BadRotation(u8),
    /// A word that names no theme.
    #[error("unknown theme \"{0}\": expected auto, light or dark")]
    BadTheme(String),
}

/// Draws a scene as an SVG image.
pub fn svg(scene: &Scene, style: &SvgStyle) -> Result<String, DrawError> {
    let board = scene.board();
    if style.layout == Layout::Annulus && board.topology() != Topology::Cylinder {
        return Err(DrawError::NoAnnulus(board));
    }
    Ok(Picture::new(scene, style).draw())
}

/// Everything that the parts of the image need.
struct Picture<'a> {
    scene: &'a Scene,
    style: &'a SvgStyle,
    window: Window,
    projection: Projection,
}

impl<'a> Picture<'a> {
    fn new(scene: &'a Scene, style: &'a SvgStyle) -> Self {
        let board = scene.board();
        // An annulus closes by itself.
        let copies = if style.layout == Layout::Annulus { 0 } else { style.copies };
        let projection = Projection::new(style.layout, board);
        Picture { scene, style, window: Window::new(board, copies), projection }
    }

    fn draw(&self) -> String {
        let description = xml::escape(&self.description());
        let title = self.scene.title.as_deref().map_or(description.clone(), xml::escape);
        let view = self.view_box();
        let [left, top, width, height] = view.map(xml::number);
        let theme = self.style.theme;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"hexring {theme}\" role=\"img\" \
             aria-label=\"{title}\" viewBox=\"{left} {top} {width} {height}\" width=\"{width}\" \
             height=\"{height}\">\n<title>{title}</title>\n<desc>{description}</desc>\n"
        );
        out += &theme::style_sheet(theme);
        if self.style.background {
            out += &format!(
                "<rect class=\"paper\" x=\"{left}\" y=\"{top}\" width=\"{width}\" \
                 height=\"{height}\" rx=\"12\"/>\n"
            );
        }
        out += &self.sides();
        out += &self.cells();
        out += &self.seams();
        out += &self.walks();
        out += &self.marks();
        out += &self.coordinates();
        out + "</svg>\n"
    }

    /// The position in words.
    fn description(&self) -> String {
        let (red, blue) = (self.scene.count(Color::Red), self.scene.count(Color::Blue));
        let mut words = format!("Hex on {}: {red} red and {blue} blue stones", self.scene.board());
        words.extend(self.scene.last.map(|cell| format!(", last move {cell}")));
        for certificate in &self.scene.certificates {
            let shape = if certificate.winding == Winding::ZERO { "path" } else { "ring" };
            words += &format!(", {} has a winning {shape}", certificate.color);
        }
        words
            .extend(self.scene.scores.as_ref().map(|scores| format!(", map of {}", scores.name())));
        words
    }

    /// Left, top, width and height of all that is drawn.
    fn view_box(&self) -> [f64; 4] {
        let corners = self.window.cells().flat_map(|at| self.projection.outline(at, 1.0));
        let names = self.coordinate_points().into_iter();
        let (mut low, mut high) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
        for point in corners.chain(names.filter(|_| self.style.coordinates)) {
            low = (low.0.min(point.x), low.1.min(point.y));
            high = (high.0.max(point.x), high.1.max(point.y));
        }
        let margin = projection::UNIT * 0.45;
        let [left, top] = [low.0 - margin, low.1 - margin];
        [left, top, high.0 + margin - left, high.1 + margin - top]
    }

    /// The winning paths and rings, as lines through their cells.
    fn walks(&self) -> String {
        self.scene.certificates.iter().map(|certificate| self.walk(certificate)).collect()
    }

    fn walk(&self, certificate: &Certificate) -> String {
        let walk = unroll(self.scene.board(), certificate);
        // As thin as the narrowest cell of an annulus demands.
        let scales = walk.iter().map(|at| self.projection.scale(projection::plane(*at)));
        let scale = scales.fold(1.0, f64::min);
        let [bar, core] = [10.0 * scale, 2.6 * scale].map(xml::number);
        let (own, copies): (Vec<HalfStep>, Vec<HalfStep>) = half_steps(&walk, &self.window)
            .into_iter()
            .partition(|half| self.window.is_original(half.at));
        let mut out = String::new();
        for (halves, class) in [(copies, "walk copy"), (own, "walk")] {
            let data: String = halves.iter().map(|half| self.half_step(*half)).collect();
            if !data.is_empty() {
                let color = certificate.color;
                out += &format!(
                    "<g class=\"{class}\"><path class=\"bar {color}\" stroke-width=\"{bar}\" \
                     d=\"{data}\"/><path class=\"core\" stroke-width=\"{core}\" d=\"{data}\"/></g>\n"
                );
            }
        }
        out
    }

    fn half_step(&self, half: HalfStep) -> String {
        let from = projection::plane(half.at);
        let to = from.step(f64::from(half.toward.0) / 2.0, f64::from(half.toward.1) / 2.0);
        xml::open_path(&self.projection.curve(from, to))
    }
}
