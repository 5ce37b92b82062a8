//! Pivotal cells: those whose other colour would make another winner.
//!
//! **Plane.** A blue cell is pivotal where Red has lost and the cell touches both what red reaches
//! from the top and what it reaches from the bottom (a border counts as reached). A red cell is
//! pivotal where Blue has lost and the cell touches both sides of Blue: the same question on the
//! transposed board with the colours exchanged. Four floods answer it for all cells.
//!
//! **Cylinder.** The same holds for blue cells. A red cell is pivotal if a blue ring would go
//! through it, and touching blue on two sides says nothing about going around; so the cell is taken
//! out and the winner asked again, for all lanes at once.
//!
//! **Torus.** Order matters there, and the sampler uses the scalar kernel.

use hexring_control::Limit;
use hexring_game::{Color, Geometry, Site, Topology};

use crate::boards::Boards;
use crate::flood::Ground;
use crate::goals::red_connects;
use crate::layout::Layout;
use crate::start::Start;
use crate::wide::{Piece, Registers};
use crate::word::Word;

/// Cells that are taken out of a cylinder before the limit is looked at again.
const LOOK_EVERY: usize = 16;

/// One board with what a colour reaches from its two borders.
#[derive(Clone, Debug)]
struct Reached<const W: usize> {
    ground: Ground<W>,
    top: Vec<Word<W>>,
    bottom: Vec<Word<W>>,
    /// By empty cell: where its neighbours lie, and how many there are.
    neighbors: Vec<([usize; 6], usize)>,
}

impl<const W: usize> Reached<W> {
    fn new(start: &Start, color: Color, registers: Registers<W>) -> Self {
        let (geometry, layout) = match color {
            Color::Red => (&start.geometry, start.layout),
            Color::Blue => (&start.transposed, start.layout.transposed()),
        };
        let blank = vec![Word::none(registers); layout.len()];
        let wraps = geometry.board().topology().wraps_columns();
        let place = |index: usize| match color {
            Color::Red => start.spots[index].place,
            Color::Blue => start.spots[index].transposed,
        };
        Reached {
            ground: Ground { layout, wraps, registers },
            top: blank.clone(),
            bottom: blank,
            neighbors: (0..start.spots.len())
                .map(|index| neighbor_places(geometry, layout, place(index)))
                .collect(),
        }
    }

    #[inline(always)]
    fn flood(&mut self, cells: &[Word<W>]) {
        self.ground.flood_from_top(cells, &mut self.top);
        self.ground.flood_from_bottom(cells, &mut self.bottom);
    }

    /// The lanes in which an empty cell would join top and bottom.
    #[inline(always)]
    fn joins(&self, spot: usize, place: usize) -> Word<W> {
        let (places, count) = self.neighbors[spot];
        let Ground { layout, registers, .. } = self.ground;
        let row = place / layout.stride();
        let mut top = Word::splat(registers, row == 0);
        let mut bottom = Word::splat(registers, row + 1 == layout.rows);
        for &place in &places[..count] {
            top |= self.top[place];
            bottom |= self.bottom[place];
        }
        top & bottom
    }
}

fn neighbor_places(geometry: &Geometry, layout: Layout, place: usize) -> ([usize; 6], usize) {
    let (col, row) = (place % layout.stride(), place / layout.stride());
    let is_here = |site: &Site| site.index() == row * layout.cols + col;
    let site = geometry.board().sites().find(is_here).expect("the place is on the board");
    let mut places = [0; 6];
    let mut count = 0;
    for neighbor in geometry.neighbors(site) {
        places[count] = layout.place(neighbor);
        count += 1;
    }
    (places, count)
}

/// Finds pivotal cells on planes and cylinders.
#[derive(Clone, Debug)]
pub(crate) struct Pivots<const W: usize> {
    red: Reached<W>,
    blue: Reached<W>,
    /// By empty cell: the lanes in which it is pivotal.
    pub(crate) found: Vec<Word<W>>,
}

/// A question to [`Pivots`]: the pivotal cells of the given lanes, all of them unless the limit
/// comes first, which it says. The colours are changed in between and left as they were.
pub(crate) struct PivotSearch<'a, const W: usize> {
    pub(crate) pivots: &'a mut Pivots<W>,
    pub(crate) start: &'a Start,
    pub(crate) red: &'a mut [Word<W>],
    pub(crate) red_wins: Word<W>,
    pub(crate) lanes: Word<W>,
    pub(crate) boards: &'a mut Boards<W>,
    pub(crate) limit: &'a Limit,
}

impl<const W: usize> Piece<W> for PivotSearch<'_, W> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let PivotSearch { pivots, start, red, red_wins, lanes, boards, limit } = self;
        boards.paint_red(start, red);
        pivots.red.flood(&boards.red);
        for (spot, cell) in start.spots.iter().enumerate() {
            let joins = pivots.red.joins(spot, cell.place);
            pivots.found[spot] = joins & !red[spot] & !red_wins & lanes;
        }
        if start.topology() == Topology::Plane {
            pivots.find_red_on_plane(start, red, red_wins & lanes, boards);
            true
        } else {
            pivots.find_red_by_removal(start, red, red_wins & lanes, boards, limit)
        }
    }
}

impl<const W: usize> Pivots<W> {
    /// For a position.
    pub(crate) fn new(start: &Start, registers: Registers<W>) -> Self {
        Pivots {
            red: Reached::new(start, Color::Red, registers),
            blue: Reached::new(start, Color::Blue, registers),
            found: vec![Word::none(registers); start.spots.len()],
        }
    }

    #[inline(always)]
    fn find_red_on_plane(
        &mut self,
        start: &Start,
        red: &[Word<W>],
        lanes: Word<W>,
        boards: &mut Boards<W>,
    ) {
        boards.paint_blue_where_not(start, red);
        self.blue.flood(&boards.blue);
        for (spot, cell) in start.spots.iter().enumerate() {
            let joins = self.blue.joins(spot, cell.transposed);
            self.found[spot] |= joins & red[spot] & lanes;
        }
    }

    /// Takes every red cell out in turn and asks for the winner again.
    #[inline(always)]
    fn find_red_by_removal(
        &mut self,
        start: &Start,
        red: &mut [Word<W>],
        lanes: Word<W>,
        boards: &mut Boards<W>,
        limit: &Limit,
    ) -> bool {
        for spot in 0..red.len() {
            if spot % LOOK_EVERY == 0 && limit.is_over() {
                return false;
            }
            let asked = red[spot] & lanes;
            if asked.is_none() {
                continue;
            }
            let cell = std::mem::replace(&mut red[spot], Word::none(lanes.registers()));
            let still = red_connects(start, red, boards);
            red[spot] = cell;
            self.found[spot] |= asked & !still;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use hexring_game::{Board, Connectivity, Position, Rules};

    use super::*;
    use crate::rng::{Purpose, Source};

    fn red_wins(start: &Start, is_red: impl Fn(usize) -> bool) -> bool {
        let mut stones = Connectivity::new(&start.geometry);
        for (spot, cell) in start.spots.iter().enumerate() {
            let color = if is_red(spot) { Color::Red } else { Color::Blue };
            stones.place(&start.geometry, cell.site, color);
        }
        stones.has_won(Color::Red)
    }

    /// How many of 64 boards have a cell that is pivotal, by flipping it.
    fn by_flipping(start: &Start, red: &[Word<1>], spot: usize) -> u64 {
        let flips = |lane: &u32| {
            let bit = |i: usize| red[i].words[0] >> lane & 1 == 1;
            red_wins(start, bit) != red_wins(start, |i| bit(i) ^ (i == spot))
        };
        (0..64).filter(flips).count() as u64
    }

    #[test]
    fn every_cell_as_by_flipping_it() {
        for topology in [Topology::Plane, Topology::Cylinder] {
            for (cols, rows) in (1..=6).flat_map(|c| (1..=6).map(move |r| (c, r))) {
                let board = Board::new(topology, cols, rows).expect("small");
                let position = Position::new(Rules::new(board)).expect("legal");
                let start = Start::new(&position);
                let source = Source { seed: 5, purpose: Purpose::Colors, group: 0 };
                let mut streams = source.streams(Registers::PLAIN, 0);
                let mut red: Vec<Word<1>> = start.spots.iter().map(|_| streams.next()).collect();
                let mut boards = Boards::new(&start, Registers::PLAIN);
                let wins = red_connects(&start, &red, &mut boards);
                let mut pivots = Pivots::new(&start, Registers::PLAIN);
                let search = PivotSearch {
                    pivots: &mut pivots,
                    start: &start,
                    red: &mut red,
                    red_wins: wins,
                    lanes: Word::all(Registers::PLAIN),
                    boards: &mut boards,
                    limit: &Limit::none(),
                };
                assert!(Registers::PLAIN.apart(search));
                for (spot, found) in pivots.found.iter().enumerate() {
                    assert_eq!(found.count(), by_flipping(&start, &red, spot), "{board} {spot}");
                }
            }
        }
    }
}
