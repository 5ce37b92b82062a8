//! Everything that makes two positions the same to somebody who looks for one.
//!
//! These are the stones, whose turn it is, the seasons with their years, the turn rule, and, while
//! there is one stone, whether it was swapped. Who began and whether a swap is allowed do not
//! matter: what can follow is the same after the second move, and many records do not say.

use hexring_game::{Board, ByColor, Color, NoMove, Position, Site, Turns, Years};

use super::frame::Frame;

/// A position by its looks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Shape {
    /// By cell: the stone (0 for none) and three times the season (0 where there are none).
    cells: Box<[u8]>,
    to_move: Option<Color>,
    seasons: ByColor<Option<u8>>,
    swapped: bool,
    board: Board,
    turns: Turns,
    years: Option<(Years, NoMove)>,
}

impl Shape {
    /// The looks of a position; `swapped` if the last move was a swap.
    pub(super) fn of(position: &Position, swapped: bool) -> Self {
        let rules = position.rules();
        let season = |site: Site| {
            let seasons = rules.seasons.as_ref();
            seasons.map_or(0, |seasons| seasons.layout.season(site) + 1)
        };
        let stone = |site| position.stone_at(site).map_or(0, |color| 1 + color.index() as u8);
        Shape {
            cells: position.board().sites().map(|site| stone(site) + 3 * season(site)).collect(),
            to_move: position.to_move(),
            seasons: ByColor::from_fn(|color| position.season(color)),
            swapped,
            board: rules.board,
            turns: rules.turns,
            years: rules.seasons.as_ref().map(|all| (all.years.clone(), all.no_move)),
        }
    }

    /// The position of which a symmetry makes this one.
    pub(super) fn before(&self, frame: &Frame, symmetry: usize) -> Self {
        let exchanges = frame.exchanges()[symmetry];
        let cell = |site: Site| {
            let cell = self.cells[usize::from(frame.images(site)[symmetry])];
            match cell % 3 {
                stone @ 1..=2 if exchanges => cell - stone + (3 - stone),
                _ => cell,
            }
        };
        let cells = self.board.sites().map(cell).collect();
        if !exchanges {
            return Shape { cells, ..self.clone() };
        }
        Shape {
            cells,
            to_move: self.to_move.map(|color| !color),
            seasons: self.seasons.exchanged(),
            years: self.years.clone().map(|(years, no_move)| (years.exchanged(), no_move)),
            ..self.clone()
        }
    }
}
