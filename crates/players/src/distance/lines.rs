//! Lines across an axis: columns for the horizontal axis, rows for the vertical one.

use hexring_game::{Axis, Board, Cell, Site};

/// How many lines there are across an axis.
pub(super) const fn depths(board: Board, axis: Axis) -> u8 {
    match axis {
        Axis::Horizontal => board.cols(),
        Axis::Vertical => board.rows(),
    }
}

/// The cells of one line.
pub(super) fn line(board: Board, axis: Axis, depth: u8) -> impl Iterator<Item = Site> {
    let length = match axis {
        Axis::Horizontal => board.rows(),
        Axis::Vertical => board.cols(),
    };
    let cell = move |at| match axis {
        Axis::Horizontal => Cell::new(depth, at),
        Axis::Vertical => Cell::new(at, depth),
    };
    (0..length).map(move |at| board.site(cell(at)).expect("on the board"))
}

/// The line with the fewest cells that are open; whatever winds along the axis crosses it.
pub(crate) fn narrowest_line(
    board: Board,
    axis: Axis,
    is_open: impl Fn(Site) -> bool,
) -> impl Iterator<Item = Site> {
    let width = |depth: &u8| line(board, axis, *depth).filter(|site| is_open(*site)).count();
    let narrowest = (0..depths(board, axis)).min_by_key(width);
    line(board, axis, narrowest.expect("a board has lines"))
}
