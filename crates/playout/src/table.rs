//! What the kernels need to know about a position, computed once.

use hexring_game::{Board, Color, Geometry, Position, Site, Topology};

use crate::grid::Grid;
use crate::word::Word;

/// An empty cell of the position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    /// Its index on the board.
    pub(crate) site: Site,
    /// Where it lies in the grid.
    pub(crate) place: usize,
    /// Where it lies in the transposed grid.
    pub(crate) transposed: usize,
}

/// A position, laid out for the kernels.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) board: Board,
    pub(crate) geometry: Geometry,
    /// The geometry of the transposed board, on which Blue plays top to bottom.
    pub(crate) transposed: Geometry,
    pub(crate) grid: Grid,
    pub(crate) spots: Vec<Spot>,
    /// The stones: index and colour.
    pub(crate) stones: Vec<(Site, Color)>,
    /// Who has won already.
    pub(crate) winner: Option<Color>,
}

impl Table {
    /// The table of a position.
    pub(crate) fn new(position: &Position) -> Self {
        let board = position.board();
        let grid = Grid::new(board);
        let mirrored = Board::new(board.topology(), board.rows(), board.cols());
        let mirrored = mirrored.expect("both sizes are in range");
        let stones = board.sites().filter_map(|s| Some((s, position.stone_at(s)?))).collect();
        let empties = board.sites().filter(|site| position.stone_at(*site).is_none());
        let spot = |site| Spot {
            site,
            place: grid.place(site),
            transposed: transposed_place(board, grid, site),
        };
        Table {
            board,
            geometry: position.geometry().clone(),
            transposed: Geometry::new(mirrored),
            grid,
            spots: empties.map(spot).collect(),
            stones,
            winner: position.winner(),
        }
    }

    /// The topology of the board.
    pub(crate) fn topology(&self) -> Topology {
        self.board.topology()
    }

    /// The grid with only the stones of a colour; for Blue transposed.
    pub(crate) fn stones_of<const W: usize>(&self, color: Color) -> Vec<Word<W>> {
        let grid = match color {
            Color::Red => self.grid,
            Color::Blue => self.grid.transposed(),
        };
        let mut cells = vec![Word::NONE; grid.len()];
        for &(site, _) in self.stones.iter().filter(|(_, stone)| *stone == color) {
            let place = match color {
                Color::Red => self.grid.place(site),
                Color::Blue => transposed_place(self.board, self.grid, site),
            };
            cells[place] = Word::ALL;
        }
        cells
    }
}

fn transposed_place(board: Board, grid: Grid, site: Site) -> usize {
    let cell = board.cell(site).transposed();
    grid.transposed().at(cell.col.into(), cell.row.into())
}
