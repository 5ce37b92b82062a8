//! From the unrolled board to the page.
//!
//! The unrolled board is a plane in which a cell is one unit wide: cell (c, r) has its centre at
//! x = c + r/2, y = r √3/2. A projection maps the points of that plane, so that whatever is
//! described there (centres, outlines, lines across a seam) comes out right in every layout.

use std::f64::consts::{PI, TAU};

use super::Layout;
use crate::board::Board;
use crate::draw::unrolled::Unrolled;
use crate::rotation::Rotation;

/// Pixels per unit: the width of a cell in a flat layout.
pub(super) const UNIT: f64 = 36.0;

/// The distance between rows, in units.
const ROW: f64 = 0.866_025_403_784_438_6;

/// From a cell's centre to its corners, in units.
const RADIUS: f64 = ROW / 1.5;

/// How much wider the outside of an annulus may be than its inside.
const SPREAD: f64 = 5.0;

/// A point in the unrolled plane or on the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

impl Point {
    /// So many columns to the right and rows down, in the unrolled plane.
    pub(super) fn step(self, cols: f64, rows: f64) -> Point {
        Point { x: self.x + cols + rows / 2.0, y: self.y + rows * ROW }
    }

    /// The point between this and another, from 0 here to 1 there.
    pub(super) fn toward(self, other: Point, part: f64) -> Point {
        let between = |a: f64, b: f64| a + (b - a) * part;
        Point { x: between(self.x, other.x), y: between(self.y, other.y) }
    }
}

/// A corner of a cell, clockwise from the left end of its upper side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Corner {
    NorthWest,
    North,
    NorthEast,
    SouthEast,
    South,
    SouthWest,
}

impl Corner {
    pub(super) const ALL: [Corner; 6] = [
        Corner::NorthWest,
        Corner::North,
        Corner::NorthEast,
        Corner::SouthEast,
        Corner::South,
        Corner::SouthWest,
    ];

    /// From the centre of a cell, in units.
    fn offset(self) -> (f64, f64) {
        match self {
            Corner::NorthWest => (-0.5, -RADIUS / 2.0),
            Corner::North => (0.0, -RADIUS),
            Corner::NorthEast => (0.5, -RADIUS / 2.0),
            Corner::SouthEast => (0.5, RADIUS / 2.0),
            Corner::South => (0.0, RADIUS),
            Corner::SouthWest => (-0.5, RADIUS / 2.0),
        }
    }
}

/// The centre of a cell in the unrolled plane.
pub(super) fn plane(at: Unrolled) -> Point {
    Point { x: 0.0, y: 0.0 }.step(at.col.into(), at.row.into())
}

/// The map of one layout.
///
/// In an annulus cells are drawn as bricks between circles: the bends of flattened hexagons are
/// hard to read, and bricks touch the same six neighbours. Cells keep their shape where rings
/// shrink like their cells, e^-y; on tall boards the inner ones would vanish. The square of a
/// straight line shrinks more gently, over a limited range. The page in the browser draws the same
/// rings (`web/app/js/board/projection.js`, and a test there compares them).
#[derive(Clone, Debug)]
pub(super) enum Projection {
    Flat {
        cos: f64,
        sin: f64,
    },
    /// The radius at y is the inner one times the square of 1 + slope · (rim - y).
    Annulus {
        /// Radians per unit of x.
        turn: f64,
        /// The radius of the inner rim, in units: rings are as high as rows on the average.
        inner: f64,
        slope: f64,
        /// Where the inner rim is in the unrolled plane.
        rim: f64,
    },
}

impl Projection {
    pub(super) fn new(layout: Layout, board: Board) -> Self {
        match layout {
            Layout::Flat(rotation) => {
                let hours = f64::from(rotation.hour()) - f64::from(Rotation::FLAT.hour());
                let (sin, cos) = (hours * PI / 6.0).sin_cos();
                Projection::Flat { cos, sin }
            }
            Layout::Annulus => {
                let turn = TAU / f64::from(board.cols());
                let height = f64::from(board.rows()) * ROW;
                let spread = SPREAD.min((turn * height).exp());
                let (inner, slope) = (height / (spread - 1.0), (spread.sqrt() - 1.0) / height);
                Projection::Annulus { turn, inner, slope, rim: height - ROW / 2.0 }
            }
        }
    }

    /// A corner of a cell in the unrolled plane; with a factor below 1, of a smaller cell inside
    /// it.
    pub(super) fn corner(&self, at: Unrolled, corner: Corner, factor: f64) -> Point {
        let (center, (dx, dy)) = (plane(at), corner.offset());
        match *self {
            Projection::Flat { .. } => {
                Point { x: center.x + dx * factor, y: center.y + dy * factor }
            }
            Projection::Annulus { turn, .. } => {
                let height = ROW / 2.0 * factor;
                // Bricks are wide: the gap at their ends is to be as narrow as that above them.
                let shape = self.thickness(center) / (turn * self.radius(center));
                let width = 1.0 - (1.0 - factor) * ROW * shape;
                Point { x: center.x + dx * width, y: center.y + height.copysign(dy) }
            }
        }
    }

    /// Where a point of the unrolled plane lies on the page.
    pub(super) fn point(&self, at: Point) -> Point {
        match *self {
            Projection::Flat { cos, sin } => {
                Point { x: UNIT * (at.x * cos - at.y * sin), y: UNIT * (at.x * sin + at.y * cos) }
            }
            Projection::Annulus { turn, .. } => {
                let (sin, cos) = (at.x * turn).sin_cos();
                let radius = self.radius(at);
                Point { x: radius * sin, y: -radius * cos }
            }
        }
    }

    fn radius(&self, at: Point) -> f64 {
        match *self {
            Projection::Flat { .. } => 0.0,
            Projection::Annulus { inner, slope, rim, .. } => {
                UNIT * inner * (1.0 + slope * (rim - at.y)).powi(2)
            }
        }
    }

    /// How thick a ring of height 1 would be around a point, on the page.
    fn thickness(&self, at: Point) -> f64 {
        match *self {
            Projection::Flat { .. } => UNIT,
            Projection::Annulus { inner, slope, rim, .. } => {
                UNIT * inner * 2.0 * slope * (1.0 + slope * (rim - at.y))
            }
        }
    }

    /// A point beside the board on the page, `by` pixels outward from one on its outer ring.
    pub(super) fn outside(&self, at: Point, by: f64) -> Point {
        let (point, radius) = (self.point(at), self.radius(at));
        let factor = if radius > 0.0 { 1.0 + by / radius } else { 1.0 };
        Point { x: point.x * factor, y: point.y * factor }
    }

    /// How large things are around a point, compared with a flat layout.
    pub(super) fn scale(&self, at: Point) -> f64 {
        match *self {
            Projection::Flat { .. } => 1.0,
            Projection::Annulus { turn, .. } => {
                self.thickness(at).min(turn * self.radius(at)) / UNIT
            }
        }
    }

    /// The image of a straight line of the unrolled plane, as points close enough for the eye.
    pub(super) fn curve(&self, from: Point, to: Point) -> Vec<Point> {
        let pieces = match *self {
            Projection::Flat { .. } => 1.0,
            // A chord of 5 degrees leaves its arc by a thousandth of the radius.
            Projection::Annulus { turn, .. } => {
                ((to.x - from.x).abs() * turn / (PI / 36.0)).ceil().max(1.0)
            }
        };
        let parts = (0..=pieces as u32).map(|part| f64::from(part) / pieces);
        parts.map(|part| self.point(from.toward(to, part))).collect()
    }

    /// The image of a line through several points.
    pub(super) fn polyline(&self, points: &[Point]) -> Vec<Point> {
        let mut line: Vec<Point> = points.first().map(|at| self.point(*at)).into_iter().collect();
        for pair in points.windows(2) {
            line.extend(self.curve(pair[0], pair[1]).into_iter().skip(1));
        }
        line
    }

    /// The outline of a cell, or of a smaller cell inside it; the first point is not repeated.
    pub(super) fn outline(&self, at: Unrolled, factor: f64) -> Vec<Point> {
        let mut corners = Corner::ALL.map(|corner| self.corner(at, corner, factor)).to_vec();
        corners.extend(corners.first().copied());
        let mut line = self.polyline(&corners);
        line.pop();
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::DIRECTIONS;

    fn distance(a: Point, b: Point) -> f64 {
        (a.x - b.x).hypot(a.y - b.y)
    }

    #[test]
    fn neighbours_are_one_unit_apart_in_every_rotation_and_share_two_corners() {
        let board: Board = "torus:4x3".parse().expect("a board");
        for hour in 1..=12 {
            let layout = Layout::Flat(Rotation::new(hour).expect("an hour"));
            let projection = Projection::new(layout, board);
            let here = Unrolled::new(3, 0);
            for (dx, dy) in DIRECTIONS {
                let there = Unrolled::new(3 + i32::from(dx), i32::from(dy));
                let center = |at| projection.point(plane(at));
                assert!((distance(center(here), center(there)) - UNIT).abs() < 1e-9);
                let outline = projection.outline(there, 1.0);
                let near = |a: &Point| outline.iter().any(|b| distance(*a, *b) < 1e-9);
                assert_eq!(projection.outline(here, 1.0).iter().filter(|a| near(a)).count(), 2);
            }
        }
    }

    #[test]
    fn the_hour_says_where_a1_points() {
        let board: Board = "11x11".parse().expect("a board");
        for hour in 1..=12 {
            let rotation = Rotation::new(hour).expect("an hour");
            let projection = Projection::new(Layout::Flat(rotation), board);
            let (a1, f6) = (Unrolled::new(0, 0), Unrolled::new(5, 5));
            let (a1, f6) = (projection.point(plane(a1)), projection.point(plane(f6)));
            let angle = (a1.x - f6.x).atan2(f6.y - a1.y).rem_euclid(TAU);
            let expected = f64::from(hour % 12) * PI / 6.0;
            assert!((angle - expected).abs() < 1e-9 || (angle - TAU - expected).abs() < 1e-9);
        }
    }

    #[test]
    fn an_annulus_closes_and_its_rings_do_not_touch() {
        for board in ["cylinder:1x1", "cylinder:5x7", "cylinder:53x2", "cylinder:2x53"] {
            let board: Board = board.parse().expect("a board");
            let projection = Projection::new(Layout::Annulus, board);
            let cols = i32::from(board.cols());
            for cell in board.cells() {
                let at = Unrolled::from(cell);
                let around = Unrolled::new(at.col + cols, at.row);
                let [here, there] = [at, around].map(|at| projection.point(plane(at)));
                assert!(distance(here, there) < 1e-6, "{board} {cell}");
                let below = plane(Unrolled::new(at.col, at.row + 1));
                assert!(projection.radius(plane(at)) > projection.radius(below));
            }
        }
    }
}
