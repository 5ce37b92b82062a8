//! Who has a path or ring on a full board, in all lanes at once.

use hexring_game::{ByColor, Topology};

use crate::boards::{Boards, some_full_column, some_row_without};
use crate::flood::Ground;
use crate::reduction::{cylinder_round, plane_winner, torus_round};
use crate::table::Table;
use crate::torus::rings;
use crate::word::Word;

/// Rounds of reduction on a cylinder before chains are followed. Any number is right; this one
/// was fast.
fn cylinder_rounds(table: &Table) -> usize {
    table.grid.rows / 2
}

/// Rounds of reduction on a torus after which most rings are straight.
fn torus_rounds(table: &Table) -> usize {
    (table.grid.cols + table.grid.rows) * 3 / 4
}

/// Lanes by who has won, as far as the colours alone decide.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outcome<const W: usize> {
    /// Red has won.
    pub(crate) red: Word<W>,
    /// Not known yet: on a torus, where both may have a ring.
    pub(crate) open: Word<W>,
}

/// The lanes in which red connects top and bottom on a full plane or cylinder, given the colours
/// of the empty cells.
#[inline(always)]
pub(crate) fn red_connects<const W: usize>(
    table: &Table,
    red: &[Word<W>],
    boards: &mut Boards<W>,
) -> Word<W> {
    boards.paint_red(table, red);
    if table.topology() == Topology::Plane {
        return plane_winner(table.grid, &mut boards.red);
    }
    for _ in 0..cylinder_rounds(table) {
        cylinder_round(table.grid, &mut boards.red);
    }
    let ground = Ground { grid: table.grid, wraps: true };
    ground.crossing(&boards.red, &mut boards.reach)
}

/// Who has won on a full board, where that is quickly seen: on a torus some lanes stay open, those
/// in which both have a ring among them.
#[inline(always)]
pub(crate) fn outcome<const W: usize>(
    table: &Table,
    red: &[Word<W>],
    boards: &mut Boards<W>,
) -> Outcome<W> {
    if table.topology() != Topology::Torus {
        let red = red_connects(table, red, boards);
        return Outcome { red, open: Word::NONE };
    }
    boards.paint_red(table, red);
    for _ in 0..torus_rounds(table) {
        torus_round(table.grid, &mut boards.red);
    }
    let red = some_full_column(table.grid, &boards.red);
    Outcome { red, open: !(red | some_row_without(table.grid, &boards.red)) }
}

/// The lanes in which each colour has its path or ring on a full board. On a torus both may.
#[inline(always)]
pub(crate) fn goals<const W: usize>(
    table: &Table,
    red: &[Word<W>],
    boards: &mut Boards<W>,
) -> ByColor<Word<W>> {
    let Outcome { red: red_wins, open } = outcome(table, red, boards);
    let mut result = ByColor { red: red_wins, blue: !red_wins & !open };
    if !open.is_none() {
        boards.paint_red(table, red);
        boards.paint_blue_where_not(table, red);
        let rings = rings(table, boards, open);
        result.red |= rings.red;
        result.blue |= rings.blue;
    }
    result
}
