//! What the kernels need to know about a position, computed once.

use hexring_game::{Board, Color, Geometry, Position, Site, Topology};

use crate::layout::Layout;
use crate::wide::Registers;
use crate::word::Word;

/// An empty cell of the position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    /// Its index on the board.
    pub(crate) site: Site,
    /// Where it lies in memory.
    pub(crate) place: usize,
    /// Where it lies in memory, transposed.
    pub(crate) transposed: usize,
}

/// A position, laid out for the kernels.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    pub(crate) board: Board,
    pub(crate) geometry: Geometry,
    /// The geometry of the transposed board, on which Blue plays top to bottom.
    pub(crate) transposed: Geometry,
    pub(crate) layout: Layout,
    pub(crate) spots: Vec<Spot>,
    /// The stones: index and colour.
    pub(crate) stones: Vec<(Site, Color)>,
    /// Who has won already.
    pub(crate) winner: Option<Color>,
    /// How many pairs there are: the last cells of `spots`, two by two, get opposite colours.
    pub(crate) pairs: usize,
}

impl Start {
    /// Lays out a position.
    pub(crate) fn new(position: &Position) -> Self {
        let board = position.board();
        let layout = Layout::new(board);
        let mirrored = Board::new(board.topology(), board.rows(), board.cols());
        let mirrored = mirrored.expect("both sizes are in range");
        let mut start = Start {
            board,
            geometry: position.geometry().clone(),
            transposed: Geometry::new(mirrored),
            layout,
            spots: Vec::with_capacity(board.cell_count()),
            stones: Vec::with_capacity(board.cell_count()),
            winner: None,
            pairs: 0,
        };
        start.reposition(position);
        start
    }

    /// Takes another position on the same board, without pairs, and keeps what depends on the
    /// board alone.
    pub(crate) fn reposition(&mut self, position: &Position) {
        assert_eq!(self.board, position.board(), "playouts are of one board");
        let (board, layout) = (self.board, self.layout);
        self.spots.clear();
        self.stones.clear();
        for site in board.sites() {
            match position.stone_at(site) {
                Some(color) => self.stones.push((site, color)),
                None => self.spots.push(Spot {
                    site,
                    place: layout.place(site),
                    transposed: transposed_place(board, layout, site),
                }),
            }
        }
        self.winner = position.winner();
        self.pairs = 0;
    }

    /// Makes pairs of empty cells, each cell in one pair at most.
    pub(crate) fn pair(&mut self, pairs: &[(Site, Site)]) {
        let number = |spot: &Spot| pairs.iter().position(|(x, y)| [*x, *y].contains(&spot.site));
        self.spots.sort_by_cached_key(|spot| number(spot).map_or(0, |index| index + 1));
        let paired = self.spots.iter().filter(|spot| number(spot).is_some()).count();
        assert_eq!(paired, 2 * pairs.len(), "pairs are of different empty cells");
        self.pairs = pairs.len();
    }

    /// The number of empty cells outside pairs: the first ones of `spots`.
    pub(crate) fn free(&self) -> usize {
        self.spots.len() - 2 * self.pairs
    }

    /// The topology of the board.
    pub(crate) fn topology(&self) -> Topology {
        self.board.topology()
    }

    /// The board with only the stones of a colour; for Blue transposed.
    pub(crate) fn stones_of<const W: usize>(
        &self,
        color: Color,
        registers: Registers<W>,
    ) -> Vec<Word<W>> {
        let layout = match color {
            Color::Red => self.layout,
            Color::Blue => self.layout.transposed(),
        };
        let mut cells = vec![Word::none(registers); layout.len()];
        for &(site, _) in self.stones.iter().filter(|(_, stone)| *stone == color) {
            let place = match color {
                Color::Red => self.layout.place(site),
                Color::Blue => transposed_place(self.board, self.layout, site),
            };
            cells[place] = Word::all(registers);
        }
        cells
    }
}

fn transposed_place(board: Board, layout: Layout, site: Site) -> usize {
    let cell = board.cell(site).transposed();
    layout.transposed().at(cell.col.into(), cell.row.into())
}
