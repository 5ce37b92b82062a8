//! Boards in characters.
//!
//! ```text
//!   e   a b c d e   a
//!   ==  ==========  ==
//!  1 x : . X X X X : . 1
//!   2 o : X X @ @ @ : x 2
//!    3 o : @ @ . .[@]: o 3
//!      ==  ==========  ==
//!       e   a b c d e   a
//! ```
//!
//! Every row is shifted by half a cell against the one above, as the cells touch. Red's stones
//! are `X` and its sides `=`, Blue's are `O` and `\`: letters that differ in shape, so nothing
//! depends on colours, and none of them is a `B`, which other Hex programs read as black. A
//! winner's path or ring is `#` or `@`, the last move stands in brackets. A seam is drawn as `:`
//! or `~`; beyond it, if asked for, lie faint copies with small letters.

mod row;

use row::{Paint, Row};

use super::scene::Scene;
use super::unrolled::{Unrolled, Window};
use crate::cell::{Cell, column_letters};
use crate::color::Color;
use crate::geometry::Winding;

/// What is written for the numbers of a score map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScoreText {
    /// One digit per cell, from 0 for the smallest number to 9 for the largest.
    #[default]
    Digits,
    /// The numbers themselves, in short.
    Numbers,
}

/// How to draw with characters. The default is plain, compact and without copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextStyle {
    /// Colour with ANSI escapes, for terminals.
    pub color: bool,
    /// How many columns (and rows) of the copies across a seam to show.
    pub copies: u8,
    /// Write the number of the move on every stone that has one.
    pub numbers: bool,
    /// What to write for a score map.
    pub scores: ScoreText,
    /// Explain the characters in lines below the board.
    pub legend: bool,
}

impl Default for TextStyle {
    fn default() -> Self {
        TextStyle {
            color: false,
            copies: 0,
            numbers: false,
            scores: ScoreText::default(),
            legend: true,
        }
    }
}

/// Draws a scene with characters; every line ends with a line end.
pub fn text(scene: &Scene, style: &TextStyle) -> String {
    let drawing = Drawing::new(scene, style);
    let mut rows = drawing.column_names(-1);
    for row in drawing.window.rows.clone() {
        rows.extend((row == 0).then(|| drawing.side(row, row)));
        rows.push(drawing.cells(row));
        let last = row + 1 == i32::from(scene.board().rows());
        rows.extend(last.then(|| drawing.side(row, row + 1)));
    }
    rows.extend(drawing.column_names(drawing.window.rows.len() as i32));
    let mut out: String = rows.iter().map(|row| row.render(style.color) + "\n").collect();
    if style.legend {
        out += &legend(scene, style);
    }
    out
}

struct Drawing<'a> {
    scene: &'a Scene,
    style: &'a TextStyle,
    window: Window,
    /// Characters per cell without the gap before it: odd, so that half a cell with its gap is a
    /// whole number of characters.
    width: usize,
    /// Characters of the row numbers.
    number_width: usize,
}

impl<'a> Drawing<'a> {
    fn new(scene: &'a Scene, style: &'a TextStyle) -> Self {
        let board = scene.board();
        let window = Window::new(board, style.copies);
        let widest =
            board.cells().map(|cell| content(scene, style, cell, true).0.chars().count()).max();
        let width = widest.unwrap_or(1) | 1;
        let number_width = board.rows().to_string().len();
        Drawing { scene, style, window, width, number_width }
    }

    /// An empty row with the indentation of the window's row of that index.
    fn row(&self, index: i32) -> Row {
        // Row -1 holds the column names and is the leftmost.
        let indent = (index + 1).max(0) as usize * self.width.div_ceil(2);
        Row::new(indent, self.number_width)
    }

    fn index(&self, row: i32) -> i32 {
        row - self.window.rows.start
    }

    /// The letters of the columns, one below the other where a cell is too narrow for two.
    fn column_names(&self, index: i32) -> Vec<Row> {
        let names: Vec<String> =
            self.window.cols.clone().map(|col| self.column_name(col)).collect();
        let longest = names.iter().map(String::len).max().unwrap_or(1);
        let lines = if longest > self.width { longest } else { 1 };
        (0..lines).map(|line| self.name_line(index, &names, longest, (line, lines))).collect()
    }

    fn column_name(&self, col: i32) -> String {
        column_letters(self.window.col(col))
    }

    fn name_line(
        &self,
        index: i32,
        names: &[String],
        longest: usize,
        (line, lines): (usize, usize),
    ) -> Row {
        let mut row = self.row(index);
        row.skip_number();
        for (col, name) in self.window.cols.clone().zip(names) {
            row.extend_blank(usize::from(self.is_seam_before(col)));
            let padded = format!("{name:>longest$}");
            let text = if lines == 1 { name.clone() } else { padded[line..=line].to_owned() };
            row.push(' ', &self.centered(&text), Paint::axis(self.window.is_original_col(col)));
        }
        row
    }

    /// Whether the left or right side of the board lies before this column.
    fn is_seam_before(&self, col: i32) -> bool {
        col == 0 || col == i32::from(self.scene.board().cols())
    }

    fn centered(&self, text: &str) -> String {
        let width = self.width;
        format!("{text:^width$}")
    }

    /// The line above or below a row that shows Red's side or the seam.
    fn side(&self, row: i32, below: i32) -> Row {
        let wraps = self.scene.board().topology().wraps_rows();
        let (mark, paint) = if wraps { ("~", Paint::seam()) } else { ("=", Paint::red()) };
        // As wide as the cells; below the last row it is shifted with them.
        let mut line = self.row(self.index(row));
        line.shift(if below > row { 1 } else { 0 });
        line.skip_number();
        for col in self.window.cols.clone() {
            line.extend_blank(usize::from(self.is_seam_before(col)));
            let original = self.window.is_original_col(col);
            let gap = mark.chars().next().unwrap_or(' ');
            line.push_painted_gap(gap, &mark.repeat(self.width), paint.faint_if(!original));
        }
        line
    }

    /// One row of cells between its numbers and sides.
    fn cells(&self, row: i32) -> Row {
        let mut line = self.row(self.index(row));
        let number = u32::from(self.window.row(row)) + 1;
        let paint = Paint::axis(self.window.is_original_row(row));
        line.number(number, paint.clone());
        for col in self.window.cols.clone() {
            if self.is_seam_before(col) {
                self.push_side(&mut line);
            }
            self.push_cell(&mut line, Unrolled::new(col, row));
        }
        if self.is_seam_before(self.window.cols.end) {
            self.push_side(&mut line);
        }
        line.push(' ', &number.to_string(), paint);
        line
    }

    fn push_side(&self, line: &mut Row) {
        if self.scene.board().topology().wraps_columns() {
            line.push(' ', ":", Paint::seam());
        } else {
            line.push(' ', "\\", Paint::blue());
        }
    }

    fn push_cell(&self, line: &mut Row, at: Unrolled) {
        let (cell, original) = (self.window.cell(at), self.window.is_original(at));
        let (text, paint) = content(self.scene, self.style, cell, original);
        let bracket = original && self.scene.last == Some(cell);
        let gap = if bracket { '[' } else { ' ' };
        line.push(gap, &self.centered(&text), paint.faint_if(!original));
        if bracket {
            line.close(']');
        }
    }
}

/// What stands on a cell, and in which colours.
fn content(scene: &Scene, style: &TextStyle, cell: Cell, original: bool) -> (String, Paint) {
    let winning = scene.is_winning(cell);
    let label = scene.labels.get(&cell).cloned();
    if let Some(color) = scene.stone(cell) {
        let number = scene.numbers.get(&cell).filter(|_| style.numbers);
        let number = number.map(ToString::to_string).unwrap_or_default();
        let text = label.unwrap_or_else(|| format!("{}{number}", symbol(color, winning, original)));
        return (text, Paint::stone(color, winning));
    }
    if let Some(heat) = scene.heat(cell) {
        let digit = || (heat * 9.0).round().to_string();
        let text = match style.scores {
            ScoreText::Digits => digit(),
            ScoreText::Numbers => scene.short_score(cell).unwrap_or_else(digit),
        };
        return (label.unwrap_or(text), Paint::heat(heat));
    }
    match scene.season(cell) {
        Some(season) => (label.unwrap_or_else(|| (season + 1).to_string()), Paint::season(season)),
        None => (label.unwrap_or_else(|| ".".to_owned()), Paint::empty()),
    }
}

const fn symbol(color: Color, winning: bool, original: bool) -> char {
    match (color, winning, original) {
        (Color::Red, _, false) => 'x',
        (Color::Blue, _, false) => 'o',
        (Color::Red, false, _) => 'X',
        (Color::Red, true, _) => '#',
        (Color::Blue, false, _) => 'O',
        (Color::Blue, true, _) => '@',
    }
}

fn legend(scene: &Scene, style: &TextStyle) -> String {
    let topology = scene.board().topology();
    let red = if topology.wraps_rows() { "around, through ~" } else { "top = to bottom =" };
    let blue = if topology.wraps_columns() { "around, through :" } else { "left \\ to right \\" };
    let mut lines = vec![format!("X red: {red}    O blue: {blue}")];
    let mut marks: Vec<String> = Vec::new();
    for certificate in &scene.certificates {
        let shape = if certificate.winding == Winding::ZERO { "path" } else { "ring" };
        let color = certificate.color;
        marks.push(format!("{} {color}'s winning {shape}", symbol(color, true, true)));
    }
    marks.extend(scene.last.map(|cell| format!("[ ] last move, {cell}")));
    lines.extend((!marks.is_empty()).then(|| marks.join("    ")));
    if let Some(view) = &scene.seasons {
        let (red, blue) = (view.next.red + 1, view.next.blue + 1);
        let count = view.of_site.iter().max().map_or(1, |last| last + 1);
        lines.push(format!("1 to {count}: seasons; red plays in {red} next, blue in {blue}"));
    }
    lines.extend(score_legend(scene, style));
    lines.join("\n") + "\n"
}

fn score_legend(scene: &Scene, style: &TextStyle) -> Option<String> {
    let scores = scene.scores.as_ref()?;
    let (name, range) = (scores.name(), scores.range_text()?);
    Some(match style.scores {
        ScoreText::Digits => format!("0 to 9: {name} {range}"),
        ScoreText::Numbers => format!("numbers: {name} {range}"),
    })
}
