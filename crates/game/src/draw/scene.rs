//! What a picture shows, however it is drawn.

use std::collections::BTreeMap;

use super::scores::ScoreMap;
use crate::board::Board;
use crate::cell::Cell;
use crate::certificate::Certificate;
use crate::color::{ByColor, Color};
use crate::game::Game;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Swap;

/// The seasons of the cells, and those in which the players move next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeasonView {
    /// The season of every cell, counted from 0, by site.
    pub of_site: Vec<u8>,
    /// The season of each player's next move, counted from 0.
    pub next: ByColor<u8>,
}

/// Stones and marks on a board.
///
/// Made from a [`Game`], a [`Position`] or loose stones, and then adorned by setting the public
/// fields. Marks on cells outside the board are not drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    board: Board,
    stones: BTreeMap<Cell, Color>,
    /// The number of the move that placed a stone.
    pub numbers: BTreeMap<Cell, u32>,
    /// Where the last stone was placed.
    pub last: Option<Cell>,
    /// Winning paths and rings; on a torus both colours can have one.
    pub certificates: Vec<Certificate>,
    /// The seasons, where there are any.
    pub seasons: Option<SeasonView>,
    /// A number for every cell, drawn as heat.
    pub scores: Option<ScoreMap>,
    /// Words on cells, in place of anything else that is written there.
    pub labels: BTreeMap<Cell, String>,
    /// The picture's title; if none, a description of the position.
    pub title: Option<String>,
}

impl Scene {
    /// Stones without a game around them. They may be anything: where a cell is given twice the
    /// later one counts, Blue after Red.
    pub fn of_stones(board: Board, stones: &ByColor<Vec<Cell>>) -> Self {
        let of = |color: Color| stones[color].iter().map(move |cell| (*cell, color));
        let stones = Color::ALL.into_iter().flat_map(of);
        Scene {
            board,
            stones: stones.filter(|(cell, _)| board.contains(*cell)).collect(),
            numbers: BTreeMap::new(),
            last: None,
            certificates: Vec::new(),
            seasons: None,
            scores: None,
            labels: BTreeMap::new(),
            title: None,
        }
    }

    /// A position with its last stone, its seasons and the winner's path or ring.
    pub fn of_position(position: &Position) -> Self {
        let board = position.board();
        let of = |color| board.cells().filter(move |cell| position.stone(*cell) == Some(color));
        let mut scene = Scene::of_stones(board, &ByColor::from_fn(|color| of(color).collect()));
        scene.last = position.last_stone();
        scene.certificates.extend(position.certificate());
        scene.seasons = position.rules().seasons.as_ref().map(|seasons| SeasonView {
            of_site: board.sites().map(|site| seasons.layout.season(site)).collect(),
            next: ByColor::from_fn(|color| position.season(color).unwrap_or_default()),
        });
        scene
    }

    /// The position that a game has reached, with move numbers. Passes and swaps count as moves.
    pub fn of_game(game: &Game) -> Self {
        let mut scene = Scene::of_position(game.position());
        let mut first = only_stone(game.start());
        for (ply, number) in game.plies().iter().zip(1..) {
            match (ply.mv, game.rules().swap) {
                (Move::Place(cell), _) => {
                    first.get_or_insert(cell);
                    scene.numbers.insert(cell, number);
                }
                (Move::Swap, Swap::Pieces) => {
                    // The swap itself has put the one stone where it is now.
                    scene.numbers.clear();
                    scene.numbers.extend(first.map(|cell| (cell.transposed(), number)));
                }
                (Move::Swap | Move::Pass, _) => {}
            }
        }
        scene
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The stone on a cell.
    pub fn stone(&self, cell: Cell) -> Option<Color> {
        self.stones.get(&cell).copied()
    }

    /// The season of a cell, counted from 0.
    pub(super) fn season(&self, cell: Cell) -> Option<u8> {
        let site = self.board.site(cell)?;
        self.seasons.as_ref()?.of_site.get(site.index()).copied()
    }

    /// How warm a cell is.
    pub(super) fn heat(&self, cell: Cell) -> Option<f64> {
        self.scores.as_ref()?.heat(self.board.site(cell)?)
    }

    /// A cell's number of the score map, in short.
    pub(super) fn short_score(&self, cell: Cell) -> Option<String> {
        self.scores.as_ref()?.short(self.board.site(cell)?)
    }

    /// Whether a cell belongs to a winning path or ring.
    pub(super) fn is_winning(&self, cell: Cell) -> bool {
        self.certificates.iter().any(|certificate| certificate.cells.contains(&cell))
    }

    /// The number of stones of a colour.
    pub(super) fn count(&self, color: Color) -> usize {
        self.stones.values().filter(|stone| **stone == color).count()
    }
}

fn only_stone(position: &Position) -> Option<Cell> {
    position.board().cells().find(|cell| position.stone(*cell).is_some())
}
