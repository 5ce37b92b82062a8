//! Cells and the stones on them.

use super::projection::{UNIT, plane};
use super::{Layout, Picture, theme, xml};
use crate::cell::Cell;
use crate::color::Color;
use crate::draw::unrolled::Unrolled;

/// A stone's radius in a flat layout, in pixels.
const STONE: f64 = UNIT * 0.4;

impl Picture<'_> {
    /// All cells of the window, copies first so that the board lies on top of them.
    pub(super) fn cells(&self) -> String {
        let (own, copies): (Vec<Unrolled>, Vec<Unrolled>) =
            self.window.cells().partition(|at| self.window.is_original(*at));
        copies.into_iter().chain(own).map(|at| self.cell(at)).collect()
    }

    fn cell(&self, at: Unrolled) -> String {
        let cell = self.window.cell(at);
        let original = self.window.is_original(at);
        let outline = xml::closed_path(&self.projection.outline(at, 1.0));
        let class = if original { "cell" } else { "cell copy" };
        let title = xml::escape(&self.in_words(cell, original));
        let season = self.scene.season(cell).map(|season| format!(" s{}", season + 1));
        let season = season.unwrap_or_default();
        let mut out = format!(
            "<g class=\"{class}\" data-cell=\"{cell}\"><title>{title}</title>\
             <path class=\"hex{season}\" d=\"{outline}\"/>"
        );
        match (self.scene.stone(cell), self.scene.heat(cell)) {
            (Some(color), _) => out += &self.round_shape(at, 1.0, &format!("stone {color}")),
            (None, Some(heat)) => {
                let (color, opacity) = theme::heat(heat);
                let opacity = xml::number(opacity);
                out +=
                    &format!("<path fill=\"{color}\" fill-opacity=\"{opacity}\" d=\"{outline}\"/>");
            }
            (None, None) => {}
        }
        if !original {
            // Paper over everything makes all of the copy faint alike.
            out += &format!("<path class=\"veil\" d=\"{outline}\"/>");
        }
        out + "</g>\n"
    }

    /// A stone, or something of its form: a disc, or in an annulus, where cells are too wide for
    /// discs, the cell itself a little smaller.
    pub(super) fn round_shape(&self, at: Unrolled, factor: f64, class: &str) -> String {
        if self.style.layout == Layout::Annulus {
            let outline = xml::closed_path(&self.projection.outline(at, 0.82 * factor));
            return format!("<path class=\"{class}\" d=\"{outline}\"/>");
        }
        let center = self.projection.point(plane(at));
        let [x, y, radius] = [center.x, center.y, STONE * factor].map(xml::number);
        format!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>")
    }

    /// What is on a cell, in words.
    fn in_words(&self, cell: Cell, original: bool) -> String {
        let scene = self.scene;
        let mut words = if original { format!("{cell}:") } else { format!("copy of {cell}:") };
        words += match scene.stone(cell) {
            Some(Color::Red) => " red",
            Some(Color::Blue) => " blue",
            None => " empty",
        };
        let is_last = scene.last == Some(cell);
        let details = [
            scene.numbers.get(&cell).map(|number| format!("move {number}")),
            is_last.then(|| "last move".to_owned()),
            scene.is_winning(cell).then(|| "winning".to_owned()),
            scene.season(cell).map(|season| format!("season {}", season + 1)),
            self.score_in_words(cell),
            scene.labels.get(&cell).cloned(),
        ];
        for detail in details.into_iter().flatten() {
            words += ", ";
            words += &detail;
        }
        words
    }

    fn score_in_words(&self, cell: Cell) -> Option<String> {
        let scores = self.scene.scores.as_ref()?;
        let value = scores.value(self.scene.board().site(cell)?)?;
        Some(format!("{} {value:.4}", scores.name()))
    }
}
