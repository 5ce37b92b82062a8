//! A position of the search: stones, cells out of play, who moves.

use hexring_game::{Color, Position};

use crate::bits::Bits;
use crate::grid::Grid;
use crate::symmetry::Symmetry;

/// Stones of both colours, dead cells and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State<const W: usize> {
    pub(crate) stones: [Bits<W>; 2],
    /// Empty cells that help nobody; no stone is put there any more.
    pub(crate) dead: Bits<W>,
    pub(crate) to_move: Color,
}

impl<const W: usize> State<W> {
    pub(crate) fn of(position: &Position, to_move: Color) -> Self {
        let stones = Color::ALL
            .map(|color| position.stones_of(color).map(|site| site.index() as u8).collect());
        State { stones, dead: Bits::EMPTY, to_move }
    }

    #[inline]
    pub(crate) fn own(&self, color: Color) -> Bits<W> {
        self.stones[color.index()]
    }

    #[inline]
    pub(crate) fn empty(&self, grid: &Grid<W>) -> Bits<W> {
        grid.all - self.stones[0] - self.stones[1] - self.dead
    }

    /// The position after a stone of the player to move.
    pub(crate) fn after(&self, cell: u8) -> Self {
        let mut next = *self;
        next.stones[self.to_move.index()].insert(cell);
        next.to_move = !self.to_move;
        next
    }

    fn image(&self, symmetry: &Symmetry) -> Self {
        let stones = self.stones.map(|set| image(set, &symmetry.map));
        let dead = image(self.dead, &symmetry.map);
        match symmetry.exchanges_colors {
            false => State { stones, dead, to_move: self.to_move },
            true => State { stones: [stones[1], stones[0]], dead, to_move: !self.to_move },
        }
    }

    /// The representative of all positions that symmetries make equal, and the number of the
    /// symmetry that leads to it.
    pub(crate) fn canonical(&self, grid: &Grid<W>) -> (Self, usize) {
        let images = grid.symmetries.iter().map(|symmetry| self.image(symmetry));
        let (number, least) = images
            .enumerate()
            .min_by_key(|(_, image)| (image.to_move, image.stones, image.dead))
            .expect("the identity is a symmetry");
        (least, number)
    }
}

/// Where a set of cells goes under a permutation.
#[inline]
pub(crate) fn image<const W: usize>(set: Bits<W>, map: &[u8]) -> Bits<W> {
    set.iter().map(|cell| map[usize::from(cell)]).collect()
}

/// Where a set of cells comes from under a permutation.
pub(crate) fn preimage<const W: usize>(set: Bits<W>, map: &[u8]) -> Bits<W> {
    let cells = map.iter().enumerate().filter(|(_, to)| set.contains(**to));
    cells.map(|(from, _)| from as u8).collect()
}
