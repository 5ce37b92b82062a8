//! One line of a drawing, built from pieces that each begin with a gap of one character.
//!
//! The gap is where the brackets of the last move go: the opening one into the gap of its own
//! piece, the closing one into the gap of the next.

use crate::color::Color;

/// How a piece looks on a terminal: parameters of an ANSI escape, none for plain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Paint(String);

impl Paint {
    fn of(codes: &str) -> Self {
        Paint(codes.to_owned())
    }

    pub(super) fn red() -> Self {
        Paint::of("91")
    }

    pub(super) fn blue() -> Self {
        // Bright cyan-blue: the plain blue of many terminals is hard to read on black.
        Paint::of("94")
    }

    pub(super) fn seam() -> Self {
        Paint::of("33")
    }

    pub(super) fn empty() -> Self {
        Paint::of("2")
    }

    /// Column letters and row numbers.
    pub(super) fn axis(original: bool) -> Self {
        Paint::of(if original { "" } else { "2" })
    }

    pub(super) fn stone(color: Color, winning: bool) -> Self {
        Paint::of(match (color, winning) {
            (Color::Red, false) => "1;91",
            (Color::Red, true) => "1;7;91",
            (Color::Blue, false) => "1;94",
            (Color::Blue, true) => "1;7;94",
        })
    }

    pub(super) fn season(season: u8) -> Self {
        // Neither red nor blue: those are the players.
        const SHADES: [u8; 9] = [114, 179, 139, 73, 216, 150, 183, 109, 245];
        Paint(format!("38;5;{}", SHADES[usize::from(season) % SHADES.len()]))
    }

    pub(super) fn heat(heat: f64) -> Self {
        const SHADES: [u8; 6] = [230, 229, 192, 149, 71, 29];
        let shade = SHADES[((heat * 5.0).round() as usize).min(5)];
        let ink = if heat > 0.85 { 97 } else { 30 };
        Paint(format!("{ink};48;5;{shade}"))
    }

    /// The same, or its faint form for a copy.
    pub(super) fn faint_if(&self, faint: bool) -> Self {
        match (faint, self.0.as_str()) {
            (false, _) | (true, "2") => self.clone(),
            (true, "") => Paint::of("2"),
            (true, codes) => Paint(format!("2;{}", codes.trim_start_matches("1;"))),
        }
    }

    fn apply(&self, text: &str, color: bool) -> String {
        if color && !self.0.is_empty() && !text.is_empty() {
            format!("\x1b[{}m{text}\x1b[0m", self.0)
        } else {
            text.to_owned()
        }
    }
}

struct Piece {
    gap: char,
    body: String,
    paint: Paint,
    /// Whether the gap is part of what is painted.
    painted_gap: bool,
}

/// A line under construction.
pub(super) struct Row {
    indent: usize,
    number_width: usize,
    pieces: Vec<Piece>,
    /// What the gap of the next piece must be, if anything.
    closing: Option<char>,
}

impl Row {
    pub(super) fn new(indent: usize, number_width: usize) -> Self {
        Row { indent, number_width, pieces: Vec::new(), closing: None }
    }

    /// Moves the whole line to the right.
    pub(super) fn shift(&mut self, by: usize) {
        self.indent += by;
    }

    /// The row number at the left.
    pub(super) fn number(&mut self, number: u32, paint: Paint) {
        let width = self.number_width;
        self.push(' ', &format!("{number:>width$}"), paint);
    }

    /// As wide as a row number.
    pub(super) fn skip_number(&mut self) {
        self.push(' ', &" ".repeat(self.number_width), Paint::axis(true));
    }

    pub(super) fn push(&mut self, gap: char, body: &str, paint: Paint) {
        let gap = self.closing.take().unwrap_or(gap);
        self.pieces.push(Piece { gap, body: body.to_owned(), paint, painted_gap: false });
    }

    /// As [`Row::push`], for lines that run through the gaps.
    pub(super) fn push_painted_gap(&mut self, gap: char, body: &str, paint: Paint) {
        self.pieces.push(Piece { gap, body: body.to_owned(), paint, painted_gap: true });
    }

    /// Closes the bracket around the piece that was pushed last.
    pub(super) fn close(&mut self, bracket: char) {
        self.closing = Some(bracket);
    }

    /// Pieces as wide as the board's sides.
    pub(super) fn extend_blank(&mut self, count: usize) {
        (0..count).for_each(|_| self.push(' ', " ", Paint::axis(true)));
    }

    /// The line without its end, and without blanks at its end.
    pub(super) fn render(&self, color: bool) -> String {
        let mut line = " ".repeat(self.indent);
        let blank = |piece: &&Piece| piece.body.trim().is_empty() && piece.gap == ' ';
        let trailing = self.pieces.iter().rev().take_while(blank).count();
        let pieces = &self.pieces[..self.pieces.len() - trailing];
        for (index, piece) in pieces.iter().enumerate() {
            if index == 0 {
                // Nothing stands before the row number.
                line += &piece.paint.apply(&piece.body, color);
            } else if piece.painted_gap {
                line += &piece.paint.apply(&format!("{}{}", piece.gap, piece.body), color);
            } else {
                line.push(piece.gap);
                line += &piece.paint.apply(&piece.body, color);
            }
        }
        line.trim_end().to_owned()
    }
}
