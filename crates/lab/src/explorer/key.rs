//! Keys of positions: one number for a position and all its images.
//!
//! Every cell and colour has a word, and a position has the words of its stones combined (Zobrist
//! hashing), once for each symmetry of the board, with seasons, turn and the rules that matter. The
//! key is the least of them. A move changes one word of each. Keys are written into files; different
//! positions may share one by accident, so whoever finds a game by its key replays it.

use std::sync::Arc;

use hexring_game::{ByColor, Color, Move, Position, Site};

use super::frame::{Frame, Frames};
use super::game::{GameView, step};
use super::hash::{self, mix};

/// The key of the position after each move of a game, the first one after the first move.
pub(super) fn of_game(game: &GameView<'_>, frames: &mut Frames) -> Vec<i64> {
    let mut position = (**game.start).clone();
    let mut words = Words::new(&position, frames);
    let mut keys = Vec::with_capacity(game.moves.len());
    for ply in game.moves.iter() {
        if step(&mut position, ply).is_err() {
            break;
        }
        match ply.mv {
            Move::Place(cell) => words.toggle(position.board().site(cell), ply.color),
            Move::Swap => words.read(&position),
            Move::Pass => {}
        }
        keys.push(words.key(&position, ply.mv == Move::Swap));
    }
    keys
}

/// The key of one position; `swapped` if the last move was a swap.
pub(super) fn of_position(position: &Position, swapped: bool, frames: &mut Frames) -> i64 {
    Words::new(position, frames).key(position, swapped)
}

/// The words of a position under all symmetries.
struct Words {
    frame: Arc<Frame>,
    words: Vec<u64>,
    /// What the rules are, as they are and with the colours exchanged.
    rules: [u64; 2],
}

impl Words {
    fn new(position: &Position, frames: &mut Frames) -> Self {
        let frame = frames.of(position.board());
        let rules = [false, true].map(|exchanged| rules_word(position, exchanged));
        let mut words = Words { frame, words: Vec::new(), rules };
        words.read(position);
        words
    }

    /// Forgets what it knows and looks at all cells.
    fn read(&mut self, position: &Position) {
        self.words.clear();
        self.words.resize(self.frame.exchanges().len(), 0);
        let seasons = position.rules().seasons.as_ref();
        for site in position.board().sites() {
            if let Some(seasons) = seasons {
                let season = u64::from(seasons.layout.season(site)) + 2;
                self.combine(site, [season; 2]);
            }
            if let Some(color) = position.stone_at(site) {
                self.toggle(Some(site), color);
            }
        }
    }

    fn toggle(&mut self, site: Option<Site>, color: Color) {
        if let Some(site) = site {
            self.combine(site, [color, !color].map(|color| color.index() as u64));
        }
    }

    /// Combines the words with one of a cell: of the first thing where the colours stay, of the
    /// second where they are exchanged.
    fn combine(&mut self, site: Site, things: [u64; 2]) {
        let images = self.frame.images(site).iter().zip(self.frame.exchanges());
        for (word, (image, exchanges)) in self.words.iter_mut().zip(images) {
            *word ^= mix(u64::from(*image) << 4 | things[usize::from(*exchanges)]);
        }
    }

    fn key(&self, position: &Position, swapped: bool) -> i64 {
        let state = [false, true].map(|exchanged| {
            mix(self.rules[usize::from(exchanged)] ^ state(position, exchanged, swapped))
        });
        let words = self.words.iter().zip(self.frame.exchanges());
        let keys = words.map(|(word, exchanges)| word ^ state[usize::from(*exchanges)]);
        // SQLite has numbers with a sign.
        keys.min().unwrap_or_default() as i64
    }
}

/// Topology, turns, years and what happens without a move: what a position must share with
/// another beside the board's size, which its cells tell.
fn rules_word(position: &Position, exchanged: bool) -> u64 {
    let rules = position.rules();
    let (board, turns) = (rules.board.to_string(), rules.turns.to_string());
    let seasons = rules.seasons.as_ref().map_or_else(String::new, |seasons| {
        let years = turned(seasons.years.clone(), exchanged);
        format!("{years} {}", seasons.no_move)
    });
    hash::of([&board, &turns, &seasons].map(String::as_bytes))
}

/// Who is to move, which seasons it is, and whether the one stone was swapped.
fn state(position: &Position, exchanged: bool, swapped: bool) -> u64 {
    let to_move = position.to_move().map(|color| if exchanged { !color } else { color });
    let now = turned(ByColor::from_fn(|color| position.season(color)), exchanged);
    let small = |season: Option<u8>| season.map_or(0, |season| u64::from(season) + 1);
    let turn = to_move.map_or(2, |color| color.index() as u64);
    small(now.red) << 8 | small(now.blue) << 4 | turn << 1 | u64::from(swapped)
}

fn turned<T>(pair: ByColor<T>, exchanged: bool) -> ByColor<T> {
    if exchanged { pair.exchanged() } else { pair }
}
