//! The sides of the board: a band in the colour of the player they belong to, or a dashed seam
//! where the board goes on.

use std::ops::Range;

use super::projection::{Corner, Point};
use super::{Picture, xml};
use crate::draw::unrolled::Unrolled;

use Corner::{North, NorthEast, NorthWest, South, SouthEast, SouthWest};

impl Picture<'_> {
    /// Red's sides at top and bottom and Blue's at left and right, where they exist. They are
    /// drawn under the cells, so that their outer half is seen.
    pub(super) fn sides(&self) -> String {
        let topology = self.scene.board().topology();
        let mut out = String::new();
        if !topology.wraps_columns() {
            out += &self.side("side blue", &self.left_side());
            out += &self.side("side blue", &self.right_side());
        }
        if !topology.wraps_rows() {
            let (window, own) = (self.window.cols.clone(), 0..self.size().0);
            let copies = (window != own).then_some((window, "side red copy"));
            for (cols, class) in copies.into_iter().chain([(own, "side red")]) {
                out += &self.side(class, &self.top_side(cols.clone()));
                out += &self.side(class, &self.bottom_side(cols));
            }
        }
        out
    }

    /// Dashed lines where the board wraps.
    pub(super) fn seams(&self) -> String {
        let topology = self.scene.board().topology();
        let (cols, rows) = self.size();
        let last_col = if self.window.cols.end > cols { vec![0, cols] } else { vec![0] };
        let mut out = String::new();
        for col in last_col.into_iter().filter(|_| topology.wraps_columns()) {
            let cells = self.window.rows.clone().map(|row| Unrolled::new(col, row));
            let mut points = self.line(cells, [NorthWest, SouthWest, South]);
            if !topology.wraps_rows() {
                // The last edge lies on Red's side.
                points.pop();
            }
            out += &self.side("seam", &points);
        }
        for row in [0, rows].into_iter().filter(|_| topology.wraps_rows()) {
            let cells = self.window.cols.clone().map(|col| Unrolled::new(col, row));
            out += &self.side("seam", &self.line(cells, [NorthWest, North, NorthEast]));
        }
        out
    }

    fn side(&self, class: &str, points: &[Point]) -> String {
        let data = xml::open_path(&self.projection.polyline(points));
        format!("<path class=\"{class}\" d=\"{data}\"/>\n")
    }

    /// The line along the given corners of the cells.
    fn line(&self, cells: impl Iterator<Item = Unrolled>, corners: [Corner; 3]) -> Vec<Point> {
        let corner = |at, corner| self.projection.corner(at, corner, 1.0);
        let mut points: Vec<Point> =
            cells.flat_map(|at| corners.map(|which| corner(at, which))).collect();
        // The last corner of a cell is the first of the next one.
        points.dedup_by(|a, b| (a.x - b.x).hypot(a.y - b.y) < 1e-9);
        points
    }

    fn size(&self) -> (i32, i32) {
        (self.scene.board().cols().into(), self.scene.board().rows().into())
    }

    fn top_side(&self, cols: Range<i32>) -> Vec<Point> {
        let cells = cols.map(|col| Unrolled::new(col, 0));
        let mut points = self.line(cells, [NorthWest, North, NorthEast]);
        if !self.scene.board().topology().wraps_columns() {
            share(&mut points);
        }
        points
    }

    fn bottom_side(&self, cols: Range<i32>) -> Vec<Point> {
        let last = self.size().1 - 1;
        let cells = cols.rev().map(|col| Unrolled::new(col, last));
        let mut points = self.line(cells, [SouthEast, South, SouthWest]);
        if !self.scene.board().topology().wraps_columns() {
            share(&mut points);
        }
        points
    }

    fn left_side(&self) -> Vec<Point> {
        let cells = self.window.rows.clone().map(|row| Unrolled::new(0, row));
        let mut points = self.line(cells, [NorthWest, SouthWest, South]);
        share(&mut points);
        points
    }

    fn right_side(&self) -> Vec<Point> {
        let last = self.size().0 - 1;
        let cells = self.window.rows.clone().rev().map(|row| Unrolled::new(last, row));
        let mut points = self.line(cells, [SouthEast, NorthEast, North]);
        share(&mut points);
        points
    }
}

/// At an obtuse corner of the plane one edge of the last cell belongs to both players: each gets
/// half of it.
fn share(points: &mut [Point]) {
    if let [.., before, last] = points {
        *last = before.toward(*last, 0.5);
    }
}
