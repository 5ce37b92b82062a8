//! Who has a path or ring on a full board, in all lanes at once.

#[cfg(feature = "oracles")]
use hexring_game::ByColor;
use hexring_game::Topology;

use crate::boards::{Boards, Winners, some_full_column, some_row_without};
use crate::flood::Ground;
use crate::reduction::{cylinder_round, plane_winner, torus_round};
use crate::start::Start;
#[cfg(feature = "oracles")]
use crate::torus::rings;
use crate::word::Word;

/// Rounds of reduction on a cylinder before chains are followed. Any number is right; this one
/// was fast.
fn cylinder_rounds(start: &Start) -> usize {
    start.layout.rows / 2
}

/// Rounds of reduction on a torus after which most rings are straight.
fn torus_rounds(start: &Start) -> usize {
    (start.layout.cols + start.layout.rows) * 3 / 4
}

/// The lanes in which red connects top and bottom on a full plane or cylinder, given the colours
/// of the empty cells.
#[inline(always)]
pub(crate) fn red_connects<const W: usize>(
    start: &Start,
    red: &[Word<W>],
    boards: &mut Boards<W>,
) -> Word<W> {
    boards.paint_red(start, red);
    if start.topology() == Topology::Plane {
        return plane_winner(start.layout, &mut boards.red);
    }
    for _ in 0..cylinder_rounds(start) {
        cylinder_round(start.layout, &mut boards.red);
    }
    let ground = Ground { layout: start.layout, wraps: true, registers: boards.registers };
    ground.crossing(&boards.red, &mut boards.reach)
}

/// Who has won on a full board, where that is quickly seen: on a torus some lanes stay open, those
/// in which both have a ring among them.
#[inline(always)]
pub(crate) fn winners<const W: usize>(
    start: &Start,
    red: &[Word<W>],
    boards: &mut Boards<W>,
) -> Winners<W> {
    if start.topology() != Topology::Torus {
        let red = red_connects(start, red, boards);
        return Winners { red, open: Word::none(boards.registers) };
    }
    boards.paint_red(start, red);
    for _ in 0..torus_rounds(start) {
        torus_round(start.layout, &mut boards.red);
    }
    let red = some_full_column(start.layout, &boards.red);
    Winners { red, open: !(red | some_row_without(start.layout, &boards.red)) }
}

/// The lanes in which each colour has its path or ring on a full board. On a torus both may.
#[cfg(feature = "oracles")]
#[inline(always)]
pub(crate) fn goals<const W: usize>(
    start: &Start,
    red: &[Word<W>],
    boards: &mut Boards<W>,
) -> ByColor<Word<W>> {
    let Winners { red: red_wins, open } = winners(start, red, boards);
    let mut result = ByColor { red: red_wins, blue: !red_wins & !open };
    if !open.is_none() {
        boards.paint_red(start, red);
        boards.paint_blue_where_not(start, red);
        let rings = rings(start, boards, open);
        result.red |= rings.red;
        result.blue |= rings.blue;
    }
    result
}
