//! The mover's view of a position.
//!
//! The network sees the board as the player to move, who plays vertically: for Blue it is
//! transposed. Cells keep their order all the same. Only two things depend on who moves: which
//! neighbour is which tap of a convolution, and which planes a cell sets.

use hexring_game::{Color, DIRECTIONS, Edges, Position, Site};

use crate::layer::{PLANES, TAPS};

/// The taps of a convolution as (row, column) steps in the view; the middle one is the cell.
const STEPS: [(i8, i8); TAPS] = [(-1, 0), (-1, 1), (0, -1), (0, 0), (0, 1), (1, -1), (1, 0)];

/// A position as one player sees it.
pub(crate) struct View<'a> {
    position: &'a Position,
    mover: Color,
    /// By tap, the direction of the geometry; none for the cell itself.
    directions: [Option<usize>; TAPS],
}

impl<'a> View<'a> {
    /// How the player to move sees a position.
    ///
    /// # Panics
    /// If nobody is to move.
    pub(crate) fn new(position: &'a Position) -> Self {
        let mover = position.to_move().expect("somebody is to move");
        let directions = STEPS.map(|(row, column)| {
            let step = if mover == Color::Red { (column, row) } else { (row, column) };
            DIRECTIONS.iter().position(|direction| *direction == step)
        });
        View { position, mover, directions }
    }

    /// For each cell the cells that its taps read; none off the board.
    pub(crate) fn taps(&self) -> impl Iterator<Item = [Option<Site>; TAPS]> + '_ {
        let geometry = self.position.geometry();
        self.position.board().sites().map(move |site| {
            self.directions.map(|direction| match direction {
                Some(direction) => geometry.link(site, direction).map(|link| link.to),
                None => Some(site),
            })
        })
    }

    /// For each cell the numbers that the first layer reads.
    pub(crate) fn planes(&self) -> impl Iterator<Item = [f32; PLANES]> + '_ {
        let topology = self.position.board().topology();
        let (rows_wrap, columns_wrap) = match self.mover {
            Color::Red => (topology.wraps_rows(), topology.wraps_columns()),
            Color::Blue => (topology.wraps_columns(), topology.wraps_rows()),
        };
        self.position.board().sites().map(move |site| {
            let stone = self.position.stone_at(site);
            let planes = [
                stone == Some(self.mover),
                stone == Some(!self.mover),
                true,
                self.touches(site, self.mover),
                self.touches(site, !self.mover),
                rows_wrap,
                columns_wrap,
            ];
            planes.map(|is_set| f32::from(u8::from(is_set)))
        })
    }

    /// Whether a cell touches a border of a colour.
    fn touches(&self, site: Site, color: Color) -> bool {
        let borders = match color {
            Color::Red => [Edges::TOP, Edges::BOTTOM],
            Color::Blue => [Edges::LEFT, Edges::RIGHT],
        };
        let touched = self.position.geometry().edges(site);
        borders.iter().any(|border| touched.contains(*border))
    }
}
