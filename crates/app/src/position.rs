//! Positions of records: what is on the board, and its picture.
//!
//! Legal cells are not listed: they are the empty ones, those of the mover's season where there are
//! seasons, and a list would be most of every message on a large board.

use std::collections::{BTreeMap, HashMap};

use hexring_game::draw::{self, Layout, Scene, SvgStyle, Theme};
use hexring_game::{ByColor, Cell, Certificate, Color, Ending, Forfeit, Game, Move, Rules, Status};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::book::BookView;
use crate::error::AppError;
use crate::records::read_record;

/// A position with everything that a board shows.
#[derive(Clone, Debug, Serialize)]
pub struct PositionView {
    rules: Rules,
    /// The rules as a line of text.
    rules_text: String,
    stones: ByColor<Vec<Cell>>,
    /// The number of the move that put a stone there.
    numbers: BTreeMap<String, u32>,
    last: Option<Cell>,
    to_move: Option<Color>,
    coin_due: bool,
    can_swap: bool,
    must_pass: bool,
    /// The season of each colour's next move, counted from 1.
    seasons: Option<ByColor<u8>>,
    sides_swapped: bool,
    ending: Option<EndingView>,
    certificate: Option<Certificate>,
}

/// How a game ended, in data and in words.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct EndingView {
    winner: Option<Color>,
    /// None in what was kept before causes were told.
    #[serde(default)]
    cause: Option<Cause>,
    text: String,
}

/// Why a game ended, for pages that say it in another language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Cause {
    Board,
    Resignation,
    Time,
    /// What only the text tells.
    Other,
    NoCell,
}

impl EndingView {
    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}

impl From<Ending> for EndingView {
    fn from(ending: Ending) -> Self {
        let cause = match &ending {
            Ending::Won(_) => Cause::Board,
            Ending::Discarded => Cause::NoCell,
            Ending::Forfeited { reason: Forfeit::Resignation, .. } => Cause::Resignation,
            Ending::Forfeited { reason: Forfeit::Time, .. } => Cause::Time,
            Ending::Forfeited { reason: Forfeit::Other(_), .. } => Cause::Other,
        };
        EndingView { winner: ending.winner(), cause: Some(cause), text: ending.to_string() }
    }
}

impl PositionView {
    /// What is on the board of a game.
    pub fn new(game: &Game) -> Self {
        let position = game.position();
        let ongoing = game.ending().is_none();
        let of =
            |color| position.board().cells().filter(move |c| position.stone(*c) == Some(color));
        let numbers = Scene::of_game(game).numbers;
        let season = |color| position.season(color).unwrap_or_default() + 1;
        PositionView {
            rules: game.rules().clone(),
            rules_text: game.rules().to_string(),
            stones: ByColor::from_fn(|color| of(color).collect()),
            numbers: numbers.into_iter().map(|(cell, n)| (cell.to_string(), n)).collect(),
            last: position.last_stone(),
            to_move: position.to_move().filter(|_| ongoing),
            coin_due: position.coin_due() && ongoing,
            can_swap: position.is_legal(Move::Swap) && ongoing,
            must_pass: position.is_legal(Move::Pass) && ongoing,
            seasons: game.rules().seasons.as_ref().map(|_| ByColor::from_fn(season)),
            sides_swapped: position.sides_swapped(),
            ending: game.ending().map(Into::into),
            certificate: match position.status() {
                Status::Won(_) => position.certificate(),
                _ => None,
            },
        }
    }
}

/// A position that somebody studies. Live games do not tell what the book knows.
#[derive(Clone, Debug, Serialize)]
pub struct PositionAnswer {
    #[serde(flatten)]
    position: PositionView,
    book: Option<BookView>,
}

/// A record; the end of its main line is what is meant.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionRequest {
    /// The record, as the page keeps it.
    pub record: Value,
}

impl PositionRequest {
    /// What is on the board, and in the book.
    pub fn answer(&self) -> Result<PositionAnswer, AppError> {
        let game = self.game()?;
        Ok(PositionAnswer { position: PositionView::new(&game), book: BookView::of(&game) })
    }

    pub(crate) fn game(&self) -> Result<Game, AppError> {
        read_record(&self.record)?.main_game().map_err(AppError::refused)
    }
}

/// A picture of a position.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawingRequest {
    record: Value,
    layout: Option<String>,
    theme: Option<String>,
    #[serde(default)]
    numbers: bool,
    scores: Option<Scores>,
}

/// A score map to draw as heat.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Scores {
    name: String,
    scores: Vec<(Cell, f64)>,
}

/// A picture.
#[derive(Clone, Debug, Serialize)]
pub struct Drawing {
    /// The picture as SVG.
    pub svg: String,
}

impl DrawingRequest {
    /// Draws the position.
    pub fn answer(self) -> Result<Drawing, AppError> {
        let game = PositionRequest { record: self.record }.game()?;
        let layout: Option<Layout> =
            self.layout.map(|text| text.parse()).transpose().map_err(AppError::refused)?;
        let theme: Option<Theme> =
            self.theme.map(|text| text.parse()).transpose().map_err(AppError::refused)?;
        let mut scene = Scene::of_game(&game);
        scene.scores = self.scores.map(|map| {
            let scores: HashMap<Cell, f64> = map.scores.into_iter().collect();
            draw::ScoreMap::new(map.name, game.rules().board, |cell| scores.get(&cell).copied())
        });
        let style = SvgStyle {
            layout: layout.unwrap_or_default(),
            theme: theme.unwrap_or_default(),
            numbers: self.numbers,
            ..SvgStyle::default()
        };
        Ok(Drawing { svg: draw::svg(&scene, &style).map_err(AppError::refused)? })
    }
}
