//! Who crosses, by majorities: three cells of a small triangle vote, and the board shrinks.
//!
//! Replace every cell by the majority of itself, its right and its lower neighbour. The three are
//! neighbours of each other, so a chain of one colour stays a chain: two steps of the chain lie in
//! triangles that share a cell, and such triangles are neighbours on the new board. Conversely,
//! neighbouring new cells of one colour come from old cells of that colour that touch. Nothing is
//! joined that was not, and nothing is cut; only dead ends and islands wear away. It is the
//! *reduction* of the game of Y (van Rijswijck 2002), and, as a rule that is repeated, Toom's
//! north-east-centre vote.
//!
//! **Plane.** Continue the board by blue cells to the right and by red cells below into a
//! triangle, which is a board for Y: Red connects top and bottom exactly if Red wins Y on it. Each
//! round makes the triangle one smaller, and the last cell has the colour of the winner. That is
//! `cols × rows × (cols + rows − 2) / 2` votes, one instruction each where the CPU has a
//! three-input operation, without a branch that depends on the colours.
//!
//! **Cylinder.** There is no third side that could shrink, but a round still keeps the winner (the
//! rows below the last are red), so a few rounds make the chains short before they are followed.
//!
//! **Torus.** A round keeps the winding of every ring, which is what [`crate::torus`] needs.

use crate::layout::Layout;
use crate::word::Word;

/// The lanes in which red connects top and bottom on a plane. The cells are used up.
#[inline(always)]
pub(crate) fn plane_winner<const W: usize>(layout: Layout, red: &mut [Word<W>]) -> Word<W> {
    wall_right(layout, red);
    wall_below(layout, red);
    for size in (1..layout.cols + layout.rows - 1).rev() {
        for row in 0..layout.rows.min(size) {
            vote_in_row(layout, red, row, layout.cols.min(size - row));
        }
    }
    red[0]
}

/// One round on a cylinder with red below the last row.
#[inline(always)]
pub(crate) fn cylinder_round<const W: usize>(layout: Layout, red: &mut [Word<W>]) {
    wall_below(layout, red);
    wrapped_round(layout, red);
}

/// One round on a torus.
#[inline(always)]
pub(crate) fn torus_round<const W: usize>(layout: Layout, red: &mut [Word<W>]) {
    red.copy_within(0..layout.cols, layout.at(0, layout.rows));
    wrapped_round(layout, red);
}

#[inline(always)]
fn wrapped_round<const W: usize>(layout: Layout, red: &mut [Word<W>]) {
    for row in 0..layout.rows {
        red[layout.at(layout.cols, row)] = red[layout.at(0, row)];
        vote_in_row(layout, red, row, layout.cols);
    }
}

/// In place: a cell is read for the last time when its own vote is taken.
#[inline(always)]
fn vote_in_row<const W: usize>(layout: Layout, red: &mut [Word<W>], row: usize, width: usize) {
    let (here, below) = red[row * layout.stride()..].split_at_mut(layout.stride());
    let (here, below) = (&mut here[..width + 1], &below[..width]);
    let mut cell = here[0];
    for (left, below) in below.iter().enumerate() {
        let right = here[left + 1];
        here[left] = Word::majority(cell, right, *below);
        cell = right;
    }
}

#[inline(always)]
fn wall_right<const W: usize>(layout: Layout, red: &mut [Word<W>]) {
    let none = Word::none(red[0].registers());
    for row in 0..layout.rows {
        red[layout.at(layout.cols, row)] = none;
    }
}

#[inline(always)]
fn wall_below<const W: usize>(layout: Layout, red: &mut [Word<W>]) {
    let all = Word::all(red[0].registers());
    red[layout.at(0, layout.rows)..][..layout.cols].fill(all);
}
