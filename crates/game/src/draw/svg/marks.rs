//! What is written on and beside the board.

use super::projection::{Corner, Point, UNIT, plane};
use super::{Layout, Picture, xml};
use crate::cell::{Cell, column_letters};
use crate::draw::unrolled::Unrolled;

/// The letters or the number of a column or row, and where it stands.
struct Name {
    at: Point,
    text: String,
    original: bool,
    size: f64,
    /// Whether it stands on a seam instead of beside the board.
    on_board: bool,
}

impl Picture<'_> {
    /// The last move, move numbers, labels, scores and seasons.
    pub(super) fn marks(&self) -> String {
        self.window.cells().map(|at| self.mark(at)).collect()
    }

    fn mark(&self, at: Unrolled) -> String {
        let cell = self.window.cell(at);
        let mut out = String::new();
        let is_last = self.scene.last == Some(cell) && self.scene.stone(cell).is_some();
        if is_last && self.window.is_original(at) {
            out += &self.round_shape(at, 0.84, "last");
        }
        let written = self.written(cell);
        if let Some((text, class)) = &written {
            out += &self.word(at, 0.0, 0.42, text, class);
        }
        if let Some(season) = self.scene.season(cell)
            && self.scene.stone(cell).is_none()
        {
            let text = (season + 1).to_string();
            let (down, size) = if written.is_some() { (0.3, 0.24) } else { (0.0, 0.36) };
            out += &self.word(at, down, size, &text, "season");
        }
        out
    }

    /// What stands in the middle of a cell, and its class.
    fn written(&self, cell: Cell) -> Option<(String, String)> {
        let scene = self.scene;
        let stone = scene.stone(cell);
        let class = match (stone, scene.heat(cell)) {
            (Some(color), _) => format!("on-stone {color}"),
            (None, Some(heat)) if heat > 0.65 => "hot".to_owned(),
            _ => "word".to_owned(),
        };
        let number = scene.numbers.get(&cell).filter(|_| stone.is_some() && self.style.numbers);
        let number = || number.map(ToString::to_string);
        let score = || scene.short_score(cell).filter(|_| stone.is_none() && self.style.scores);
        let text = scene.labels.get(&cell).cloned().or_else(number).or_else(score)?;
        Some((text, class))
    }

    /// Text on a cell, `down` units below its middle, smaller the longer it is.
    fn word(&self, at: Unrolled, down: f64, size: f64, text: &str, class: &str) -> String {
        // The outer cells of an annulus are large, but nobody reads them from afar.
        let scale = UNIT * self.projection.scale(plane(at)).min(1.4);
        let length = text.chars().count().max(2) as f64;
        let size = scale * size * (2.3 / length).min(1.0);
        let center = self.projection.point(plane(at));
        let copy = if self.window.is_original(at) { "" } else { " copy" };
        let down = Point { x: center.x, y: center.y + down * scale };
        written_at(down, size, text, &format!("mark {class}{copy}"))
    }

    /// Column letters and row numbers.
    pub(super) fn coordinates(&self) -> String {
        let names = self.names().into_iter().filter(|_| self.style.coordinates);
        let draw = |name: Name| {
            let copy = if name.original { "" } else { " copy" };
            let halo = if name.on_board { " halo" } else { "" };
            written_at(name.at, name.size, &name.text, &format!("axis{copy}{halo}"))
        };
        names.map(draw).collect()
    }

    /// Where coordinates stand, for the size of the image.
    pub(super) fn coordinate_points(&self) -> Vec<Point> {
        self.names().into_iter().map(|name| name.at).collect()
    }

    fn names(&self) -> Vec<Name> {
        match self.style.layout {
            Layout::Flat(_) => self.names_around(),
            Layout::Annulus => self.names_on_annulus(),
        }
    }

    /// At both ends of every column and row of a flat board.
    fn names_around(&self) -> Vec<Name> {
        let (window, size) = (&self.window, UNIT * 0.38);
        let name = |at: Point, text: String, original: bool| {
            let at = self.projection.point(at);
            Name { at, text, original, size, on_board: false }
        };
        let mut names = Vec::new();
        for col in window.cols.clone() {
            let text = column_letters(window.col(col));
            let [first, last] = [window.rows.start, window.rows.end - 1];
            let ends = [(first, -0.92), (last, 0.92)];
            let points = ends.map(|(row, by)| plane(Unrolled::new(col, row)).step(0.0, by));
            names.extend(points.map(|at| name(at, text.clone(), window.is_original_col(col))));
        }
        for row in window.rows.clone() {
            let text = (u32::from(window.row(row)) + 1).to_string();
            let [first, last] = [window.cols.start, window.cols.end - 1];
            let ends = [(first, -0.92), (last, 0.92)];
            let points = ends.map(|(col, by)| plane(Unrolled::new(col, row)).step(by, 0.0));
            names.extend(points.map(|at| name(at, text.clone(), window.is_original_row(row))));
        }
        names
    }

    /// Letters around the outer ring, numbers along the seam.
    fn names_on_annulus(&self) -> Vec<Name> {
        let letters = self.window.cols.clone().map(|col| {
            let outer = self.projection.corner(Unrolled::new(col, 0), Corner::North, 1.0);
            let at = self.projection.outside(outer, UNIT * 0.42);
            let text = column_letters(self.window.col(col));
            Name { at, text, original: true, size: UNIT * 0.42, on_board: false }
        });
        let numbers = self.window.rows.clone().map(|row| {
            let at = plane(Unrolled::new(0, row)).step(-0.5, 0.0);
            let size = UNIT * 0.34 * self.projection.scale(at).min(1.2);
            let text = (u32::from(self.window.row(row)) + 1).to_string();
            let at = self.projection.point(at);
            Name { at, text, original: true, size, on_board: true }
        });
        letters.chain(numbers).collect()
    }
}

/// Centred text. The shift by a third of its size does what `dominant-baseline` would do, in
/// programs that do not know it too.
fn written_at(at: Point, size: f64, text: &str, class: &str) -> String {
    let [x, y, size] = [at.x, at.y + 0.35 * size, size].map(xml::number);
    let text = xml::escape(text);
    format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{text}</text>\n")
}
