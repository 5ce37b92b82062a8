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

use hexring_game::{Color, Geometry, Site, Topology};

use crate::boards::Boards;
use crate::flood::Ground;
use crate::goals::red_connects;
use crate::grid::Grid;
use crate::table::Table;
use crate::tally::Counters;
use crate::word::Word;

/// One board with what a colour reaches from its two borders.
#[derive(Clone, Debug)]
struct Reached<const W: usize> {
    grid: Grid,
    wraps: bool,
    top: Vec<Word<W>>,
    bottom: Vec<Word<W>>,
    /// By empty cell: where its neighbours lie, and how many there are.
    neighbors: Vec<([usize; 6], usize)>,
}

impl<const W: usize> Reached<W> {
    fn new(table: &Table, color: Color) -> Self {
        let (geometry, grid) = match color {
            Color::Red => (&table.geometry, table.grid),
            Color::Blue => (&table.transposed, table.grid.transposed()),
        };
        let blank = vec![Word::NONE; grid.len()];
        let place = |index: usize| match color {
            Color::Red => table.spots[index].place,
            Color::Blue => table.spots[index].transposed,
        };
        Reached {
            grid,
            wraps: geometry.board().topology().wraps_columns(),
            top: blank.clone(),
            bottom: blank,
            neighbors: (0..table.spots.len())
                .map(|index| neighbor_places(geometry, grid, place(index)))
                .collect(),
        }
    }

    #[inline(always)]
    fn flood(&mut self, cells: &[Word<W>]) {
        let ground = Ground { grid: self.grid, wraps: self.wraps };
        ground.flood_from_top(cells, &mut self.top);
        ground.flood_from_bottom(cells, &mut self.bottom);
    }

    /// The lanes in which an empty cell would join top and bottom.
    #[inline(always)]
    fn joins(&self, spot: usize, place: usize) -> Word<W> {
        let (places, count) = self.neighbors[spot];
        let row = place / self.grid.stride();
        let mut top = Word::splat(row == 0);
        let mut bottom = Word::splat(row + 1 == self.grid.rows);
        for &place in &places[..count] {
            top |= self.top[place];
            bottom |= self.bottom[place];
        }
        top & bottom
    }
}

fn neighbor_places(geometry: &Geometry, grid: Grid, place: usize) -> ([usize; 6], usize) {
    let (col, row) = (place % grid.stride(), place / grid.stride());
    let is_here = |site: &Site| site.index() == row * grid.cols + col;
    let site = geometry.board().sites().find(is_here).expect("the place is on the board");
    let mut places = [0; 6];
    let mut count = 0;
    for neighbor in geometry.neighbors(site) {
        places[count] = grid.place(neighbor);
        count += 1;
    }
    (places, count)
}

/// Finds pivotal cells on planes and cylinders.
#[derive(Clone, Debug)]
pub(crate) struct Pivots<const W: usize> {
    red: Reached<W>,
    blue: Reached<W>,
}

impl<const W: usize> Pivots<W> {
    /// For the position of a table.
    pub(crate) fn new(table: &Table) -> Self {
        Pivots { red: Reached::new(table, Color::Red), blue: Reached::new(table, Color::Blue) }
    }

    /// Counts the pivotal cells of the given lanes. The colours are changed in between and left
    /// as they were.
    #[inline(always)]
    pub(crate) fn count(
        &mut self,
        table: &Table,
        red: &mut [Word<W>],
        red_wins: Word<W>,
        lanes: Word<W>,
        boards: &mut Boards<W>,
        counters: &mut Counters<W>,
    ) {
        boards.paint_red(table, red);
        self.red.flood(&boards.red);
        for (spot, cell) in table.spots.iter().enumerate() {
            let joins = self.red.joins(spot, cell.place);
            counters.add_pivotal(spot, joins & !red[spot] & !red_wins & lanes);
        }
        if table.topology() == Topology::Plane {
            self.count_red_on_plane(table, red, red_wins & lanes, boards, counters);
        } else {
            count_red_by_removal(table, red, red_wins & lanes, boards, counters);
        }
    }

    #[inline(always)]
    fn count_red_on_plane(
        &mut self,
        table: &Table,
        red: &[Word<W>],
        lanes: Word<W>,
        boards: &mut Boards<W>,
        counters: &mut Counters<W>,
    ) {
        boards.paint_blue_where_not(table, red);
        self.blue.flood(&boards.blue);
        for (spot, cell) in table.spots.iter().enumerate() {
            let joins = self.blue.joins(spot, cell.transposed);
            counters.add_pivotal(spot, joins & red[spot] & lanes);
        }
    }
}

/// Takes every red cell out in turn and asks for the winner again.
#[inline(always)]
fn count_red_by_removal<const W: usize>(
    table: &Table,
    red: &mut [Word<W>],
    lanes: Word<W>,
    boards: &mut Boards<W>,
    counters: &mut Counters<W>,
) {
    for spot in 0..red.len() {
        let asked = red[spot] & lanes;
        if asked.is_none() {
            continue;
        }
        let cell = std::mem::replace(&mut red[spot], Word::NONE);
        let still = red_connects(table, red, boards);
        red[spot] = cell;
        counters.add_pivotal(spot, asked & !still);
    }
}

#[cfg(test)]
mod tests {
    use hexring_game::{Board, Connectivity, Position, Rules};

    use super::*;
    use crate::rng::{Purpose, Source};
    use crate::tally::Tally;

    fn red_wins(table: &Table, is_red: impl Fn(usize) -> bool) -> bool {
        let mut stones = Connectivity::new(&table.geometry);
        for (spot, cell) in table.spots.iter().enumerate() {
            let color = if is_red(spot) { Color::Red } else { Color::Blue };
            stones.place(&table.geometry, cell.site, color);
        }
        stones.has_won(Color::Red)
    }

    /// How many of 64 boards have a cell that is pivotal, by flipping it.
    fn by_flipping(table: &Table, red: &[Word<1>], spot: usize) -> u64 {
        let flips = |lane: &u32| {
            let bit = |i: usize| red[i].0[0] >> lane & 1 == 1;
            red_wins(table, bit) != red_wins(table, |i| bit(i) ^ (i == spot))
        };
        (0..64).filter(flips).count() as u64
    }

    #[test]
    fn every_cell_as_by_flipping_it() {
        for topology in [Topology::Plane, Topology::Cylinder] {
            for (cols, rows) in (1..=6).flat_map(|c| (1..=6).map(move |r| (c, r))) {
                let board = Board::new(topology, cols, rows).expect("small");
                let position = Position::new(Rules::new(board)).expect("legal");
                let table = Table::new(&position);
                let source = Source { seed: 5, purpose: Purpose::Colors, group: 0 };
                let mut streams = source.streams(0);
                let mut red: Vec<Word<1>> = table.spots.iter().map(|_| streams.next()).collect();
                let mut boards = Boards::new(&table);
                let wins = red_connects(&table, &red, &mut boards);
                let mut counters = Counters::new(red.len());
                let mut pivots = Pivots::new(&table);
                pivots.count(&table, &mut red, wins, Word::ALL, &mut boards, &mut counters);
                let mut tally = Tally::new(board.cell_count());
                counters.flush(&table, &mut tally);
                for (spot, cell) in tally.cells.iter().enumerate() {
                    assert_eq!(cell.pivotal, by_flipping(&table, &red, spot), "{board} {spot}");
                }
            }
        }
    }
}
