//! The slow way to find a winner: flood fill in the explicitly unrolled board.
//!
//! This is the definition in the rules, taken literally and without any table of the fast code.
//! It is the reference that tests and benchmarks compare with, and nothing else uses it.

use crate::board::Board;
use crate::cell::Cell;
use crate::color::Color;

/// A cell of the unrolled board: column and row may lie in any copy.
type Unrolled = (i32, i32);

/// Whether the stones of a colour contain its path or ring.
pub fn has_won(board: Board, stone: impl Fn(Cell) -> Option<Color>, color: Color) -> bool {
    let own = |cell| stone(cell) == Some(color);
    if wants_ring(board, color) {
        board.cells().filter(|cell| own(*cell)).any(|cell| ring_through(board, own, color, cell))
    } else {
        has_path(board, own, color)
    }
}

/// The same, given that `last` is the colour's latest stone and it had not won before: a ring
/// must then go through it.
pub fn has_won_with(
    board: Board,
    stone: impl Fn(Cell) -> Option<Color>,
    color: Color,
    last: Cell,
) -> bool {
    let own = |cell| stone(cell) == Some(color);
    if wants_ring(board, color) {
        ring_through(board, own, color, last)
    } else {
        has_path(board, own, color)
    }
}

fn wants_ring(board: Board, color: Color) -> bool {
    match color {
        Color::Red => board.topology().wraps_rows(),
        Color::Blue => board.topology().wraps_columns(),
    }
}

fn has_path(board: Board, own: impl Fn(Cell) -> bool, color: Color) -> bool {
    let starts = board.cells().filter(|cell| match color {
        Color::Red => cell.row == 0,
        Color::Blue => cell.col == 0,
    });
    let starts = starts.filter(|cell| own(*cell)).map(|c| (c.col.into(), c.row.into())).collect();
    flood(board, own, starts, |(col, row)| match color {
        Color::Red => row + 1 == i32::from(board.rows()),
        Color::Blue => col + 1 == i32::from(board.cols()),
    })
}

/// Whether a walk over own stones leads from the cell to a copy of it that is shifted along the
/// colour's axis.
fn ring_through(board: Board, own: impl Fn(Cell) -> bool, color: Color, cell: Cell) -> bool {
    let (cols, rows) = (i32::from(board.cols()), i32::from(board.rows()));
    let (col, row) = (i32::from(cell.col), i32::from(cell.row));
    flood(board, own, vec![(col, row)], |(x, y)| {
        let is_copy = (x - col) % cols == 0 && (y - row) % rows == 0;
        is_copy
            && match color {
                Color::Red => y != row,
                Color::Blue => x != col,
            }
    })
}

/// Flood fill from the starts over own stones until one is found; copies are looked at as far as
/// a walk without loops can get, which crosses a seam at most once for each cell along it.
fn flood(
    board: Board,
    own: impl Fn(Cell) -> bool,
    starts: Vec<Unrolled>,
    found: impl Fn(Unrolled) -> bool,
) -> bool {
    let (cols, rows) = (i32::from(board.cols()), i32::from(board.rows()));
    let margin_x = if board.topology().wraps_columns() { rows + 1 } else { 0 };
    let margin_y = if board.topology().wraps_rows() { cols + 1 } else { 0 };
    let (width, height) = ((2 * margin_x + 1) * cols, (2 * margin_y + 1) * rows);
    let index = |(x, y): Unrolled| {
        let (x, y) = (x + margin_x * cols, y + margin_y * rows);
        let inside = (0..width).contains(&x) && (0..height).contains(&y);
        inside.then(|| (x + y * width) as usize)
    };
    let cell = |(x, y): Unrolled| Cell::new(x.rem_euclid(cols) as u8, y.rem_euclid(rows) as u8);
    let mut seen = vec![false; (width * height) as usize];
    let mut stack = starts;
    stack.iter().filter_map(|start| index(*start)).for_each(|i| seen[i] = true);
    while let Some((x, y)) = stack.pop() {
        if found((x, y)) {
            return true;
        }
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)] {
            let next = (x + dx, y + dy);
            if let Some(i) = index(next).filter(|i| !seen[*i])
                && own(cell(next))
            {
                seen[i] = true;
                stack.push(next);
            }
        }
    }
    false
}
