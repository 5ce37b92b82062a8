//! A position to look for, up to the symmetries of its board.

use std::collections::HashMap;
use std::sync::Arc;

use hexring_game::{Game, Move, Ply, Position};

use super::frame::{Frame, Frames};
use super::game::{GameView, step};
use super::key;
use super::shape::Shape;

/// A position with all its images. A game has the position if it has one of them.
#[derive(Debug)]
pub struct Query {
    frame: Arc<Frame>,
    key: i64,
    stones: usize,
    /// Each image, with the symmetries that make the position of it.
    images: HashMap<Shape, Symmetries>,
    /// Where games are replayed.
    scratch: Position,
    /// The empty board that was compared last, and whether it is the position.
    last_start: Option<(Arc<Position>, Option<Symmetries>)>,
}

/// Some symmetries of the board, by their numbers in its frame.
type Symmetries = Arc<[usize]>;

/// The key under which an index has the games with a position, and others by accident.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address(pub(super) i64);

/// A place in a game that has the position.
#[derive(Debug)]
pub struct Hit<'a> {
    /// After how many moves.
    pub ply: usize,
    frame: &'a Frame,
    symmetries: Symmetries,
}

/// What followed in a game, turned so that it follows the position as it was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Followed {
    /// Whether the game has the colours the other way round.
    pub exchanged: bool,
    /// The next move; none where the game ends here.
    pub next: Option<Ply>,
    /// The move after it.
    pub reply: Option<Ply>,
}

impl Query {
    /// Looks for the last position of a game.
    pub fn new(game: &Game) -> Self {
        let position = game.position();
        let swapped = game.plies().last().is_some_and(|ply| ply.mv == Move::Swap);
        let mut frames = Frames::default();
        let frame = frames.of(position.board());
        let shape = Shape::of(position, swapped);
        let mut images: HashMap<Shape, Vec<usize>> = HashMap::new();
        for symmetry in 0..frame.exchanges().len() {
            images.entry(shape.before(&frame, symmetry)).or_default().push(symmetry);
        }
        Query {
            key: key::of_position(position, swapped, &mut frames),
            stones: stones(position),
            images: images.into_iter().map(|(shape, all)| (shape, all.into())).collect(),
            scratch: position.clone(),
            last_start: None,
            frame,
        }
    }

    /// Where an index has the games with the position.
    pub fn address(&self) -> Address {
        Address(self.key)
    }

    /// Where a game has the position for the first time, if it has it.
    pub fn find(&mut self, game: &GameView<'_>) -> Option<Hit<'_>> {
        let (ply, symmetries) = self.search(game)?;
        Some(Hit { ply, frame: &self.frame, symmetries })
    }

    fn search(&mut self, game: &GameView<'_>) -> Option<(usize, Symmetries)> {
        if game.start.board() != self.scratch.board() {
            return None;
        }
        if self.stones == 0
            && let Some(symmetries) = self.of_start(game.start)
        {
            return Some((0, symmetries));
        }
        self.scratch.clone_from(game.start);
        for (number, ply) in game.moves.iter().enumerate() {
            step(&mut self.scratch, ply).ok()?;
            let found = stones(&self.scratch);
            if found > self.stones {
                return None;
            }
            if found == self.stones {
                let shape = Shape::of(&self.scratch, ply.mv == Move::Swap);
                if let Some(symmetries) = self.images.get(&shape) {
                    return Some((number + 1, Arc::clone(symmetries)));
                }
            }
        }
        None
    }

    /// What makes the position of an empty board, if it is an image of it; most games of a file
    /// have the same one.
    fn of_start(&mut self, start: &Arc<Position>) -> Option<Symmetries> {
        if let Some((last, symmetries)) = &self.last_start
            && Arc::ptr_eq(last, start)
        {
            return symmetries.clone();
        }
        let symmetries = self.images.get(&Shape::of(start, false)).cloned();
        self.last_start = Some((Arc::clone(start), symmetries.clone()));
        symmetries
    }
}

impl Hit<'_> {
    /// What followed. Where the position is its own image, moves that are images of each other
    /// count as one, the first of them on the board.
    pub fn followed(&self, game: &GameView<'_>) -> Followed {
        let next = game.moves.get(self.ply);
        let reply = game.moves.get(self.ply + 1);
        let turned = |symmetry: &usize| {
            let turn = |ply: Ply| self.frame.ply(*symmetry, ply);
            let exchanged = self.frame.exchanges()[*symmetry];
            Followed { exchanged, next: next.map(turn), reply: reply.map(turn) }
        };
        let order = |followed: &Followed| {
            let key = |ply: Option<Ply>| ply.map(|ply| (ply.mv, ply.color));
            (key(followed.next), key(followed.reply), followed.exchanged)
        };
        let all = self.symmetries.iter().map(turned);
        all.min_by_key(order).unwrap_or(Followed { exchanged: false, next, reply })
    }
}

fn stones(position: &Position) -> usize {
    position.board().cell_count() - position.empty_count()
}
