//! The symmetries of a board as a table, for those who look at many positions.

use std::collections::HashMap;
use std::sync::Arc;

use hexring_game::{Board, Cell, Color, Move, Ply, Site, Symmetry};

/// All symmetries of a board: where each of them takes each cell.
#[derive(Debug)]
pub(super) struct Frame {
    board: Board,
    exchanges: Vec<bool>,
    /// The images of the first cell under all symmetries, then those of the second, and so on.
    images: Vec<u16>,
}

impl Frame {
    pub(super) fn new(board: Board) -> Self {
        let all = Symmetry::all(board);
        let index = |cell| board.site(cell).map_or(0, Site::index) as u16;
        let images = board.cells().flat_map(|cell| all.iter().map(move |s| index(s.image(cell))));
        Frame {
            board,
            images: images.collect(),
            exchanges: all.iter().map(|symmetry| symmetry.exchanges_colors()).collect(),
        }
    }

    /// For each symmetry whether it exchanges the colours.
    pub(super) fn exchanges(&self) -> &[bool] {
        &self.exchanges
    }

    /// Where the symmetries take a cell.
    pub(super) fn images(&self, site: Site) -> &[u16] {
        let count = self.exchanges.len();
        &self.images[site.index() * count..][..count]
    }

    /// The colour that a symmetry makes of a colour.
    pub(super) fn color(&self, symmetry: usize, color: Color) -> Color {
        if self.exchanges[symmetry] { !color } else { color }
    }

    /// The move that a symmetry makes of a move.
    pub(super) fn ply(&self, symmetry: usize, ply: Ply) -> Ply {
        let image = |cell: Cell| {
            let site = self.board.site(cell)?;
            let (image, cols) = (self.images(site)[symmetry], u16::from(self.board.cols()));
            // Both fit: an index is below 53 × 53.
            Some(Cell::new((image % cols) as u8, (image / cols) as u8))
        };
        let mv = match ply.mv {
            Move::Place(cell) => Move::Place(image(cell).unwrap_or(cell)),
            other => other,
        };
        Ply { color: self.color(symmetry, ply.color), mv }
    }
}

/// Frames of the boards that were met last.
#[derive(Debug, Default)]
pub(super) struct Frames {
    known: HashMap<Board, Arc<Frame>>,
}

/// How many images are kept: 8 MB of them, and a single board may have more.
const MOST_IMAGES: usize = 4 << 20;

impl Frames {
    /// The frame of a board.
    pub(super) fn of(&mut self, board: Board) -> Arc<Frame> {
        if let Some(frame) = self.known.get(&board) {
            return Arc::clone(frame);
        }
        let frame = Arc::new(Frame::new(board));
        let kept: usize = self.known.values().map(|frame| frame.images.len()).sum();
        if kept + frame.images.len() > MOST_IMAGES {
            self.known.clear();
        }
        self.known.insert(board, Arc::clone(&frame));
        frame
    }
}
