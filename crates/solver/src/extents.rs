//! Where the points of connections lie in the unrolled board.
//!
//! A group may wind through several copies of the board. Connections that go all the way around, or
//! further, are not worth keeping, and this says which ones do.

use crate::bits::Bits;
use crate::grid::{Grid, Shift};
use crate::groups::Groups;

/// The first and the last column, or row, that the stones of a group are in.
#[derive(Clone, Copy, Default)]
struct Extent {
    first: i16,
    last: i16,
}

impl Extent {
    /// Whether the other extent, moved by `shift`, lies less than `size` away on either side.
    #[inline]
    fn is_near(self, other: Extent, shift: i16, size: i16) -> bool {
        other.first + shift - self.last < size && self.first - other.last - shift < size
    }
}

/// The columns and the rows that each point takes up.
pub(crate) struct Extents {
    of_points: Vec<[Extent; 2]>,
    /// Columns and rows of the board.
    size: [i16; 2],
}

impl Extents {
    pub(crate) fn new<const W: usize>(grid: &Grid<W>, points: usize) -> Self {
        let size = [grid.board.cols().into(), grid.board.rows().into()];
        Extents { of_points: vec![Default::default(); points], size }
    }

    /// Takes the measure of a position, in which a group's point is that of its anchor.
    pub(crate) fn measure<const W: usize>(
        &mut self,
        grid: &Grid<W>,
        own: Bits<W>,
        groups: &Groups,
    ) {
        let [cols, rows] = self.size;
        let place = |cell: u8| [i16::from(cell) % cols, i16::from(cell) / cols];
        for cell in 0..grid.cells {
            self.of_points[cell] = place(cell as u8).map(|at| Extent { first: at, last: at });
        }
        for cell in own.iter() {
            let (root, shift) = groups.anchor(cell);
            let [col, row] = place(cell);
            let at = [col + cols * i16::from(shift.a), row + rows * i16::from(shift.b)];
            for (extent, at) in self.of_points[usize::from(root)].iter_mut().zip(at) {
                extent.first = extent.first.min(at);
                extent.last = extent.last.max(at);
            }
        }
    }

    /// Whether the second point, shifted, lies less than one turn away from the first.
    #[inline]
    pub(crate) fn are_near(&self, x: u8, y: u8, shift: Shift) -> bool {
        let (from, to) = (self.of_points[usize::from(x)], self.of_points[usize::from(y)]);
        let [cols, rows] = self.size;
        shift.a.abs() <= 1
            && shift.b.abs() <= 1
            && from[0].is_near(to[0], i16::from(shift.a) * cols, cols)
            && from[1].is_near(to[1], i16::from(shift.b) * rows, rows)
    }
}
