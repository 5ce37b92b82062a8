//! How a book is made.
//!
//! First every first move is searched, up to symmetry. Then the book grows where it matters most:
//! the replies of the position with the least sum of what both players have given away on the way
//! there, a price for every move, and a share of how decided the position is. At the first move the
//! one who begins gives away nothing by the best move, or under a swap rule by the most even one;
//! the cheaper of the two counts. This is drop-out expansion (T. R. Lincke, *Strategies for the
//! automatic construction of opening books*, 2001) with two roots.
//!
//! The work is done in rounds. What is searched in a round depends on the book before it alone, and
//! a round is added as a whole. So the same recipe makes the same book with any number of threads,
//! however often it is interrupted, and a book that is made larger later is the one that would have
//! been made at once.

use std::collections::HashSet;
use std::sync::Mutex;

use hexring_control::{Control, Limit};
use hexring_game::{Board, Cell, Game, Move, Position, Rules};
use hexring_network::Networks;
use thiserror::Error;

use super::key::Key;
use super::{Book, Header, MAX_REPLIES, WIN};
use crate::entry::BuildError;
use crate::option::{Settings, Value};
use crate::player::{Choice, ChooseError, Player, decide};
use crate::spec::Spec;

/// Positions of a round, at least: enough for as many threads.
const ROUND: usize = 16;

/// What a move costs, in thousandths: lines that give away nothing are followed only so far.
const MOVE_COST: u32 = 20;

/// A position that is decided costs half of a certain win, divided by this.
const DECIDED: u32 = 4;

/// Players that search positions of a book have this seed.
const SEED: u64 = 1;

/// Options of players, by their names: a book cares for whoever has them.
const NETWORK: &str = "network";
const THREADS: &str = "threads";
const BOOK: &str = "book";

/// What a book is made of.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The board.
    pub board: Board,
    /// Who searches.
    pub player: Spec,
    /// How many replies of a position are followed.
    pub replies: usize,
}

/// How the making of a book stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growth {
    /// Positions that the book has.
    pub positions: usize,
    /// Positions that are being searched.
    pub under_way: usize,
}

/// Why a book does not grow.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GrowError {
    /// A clock decides how long the player thinks.
    #[error(
        "{0} thinks by the clock: expected a limit that gives the same book again, such as \
         neural:sims=4000"
    )]
    Timed(String),
    /// The player asks a book.
    #[error("{0} would ask a book for what the book is to be told: expected book=false")]
    AsksBook(String),
    /// The player cannot play there.
    #[error("{0}")]
    Unsupported(String),
    /// There is no book of that board, or not with so many replies.
    #[error("{0}")]
    BadRecipe(String),
    /// The book is of another recipe.
    #[error("it is another book ({found}): expected {expected}")]
    Other {
        /// Its header.
        found: String,
        /// That of the recipe.
        expected: String,
    },
    /// The player could not be made.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The player did not answer.
    #[error(transparent)]
    Choose(#[from] ChooseError),
    /// The player does not say what a position is worth.
    #[error("{0} does not say what a position is worth: expected a player that does")]
    NoValue(String),
    /// It was told to stop.
    #[error("stopped")]
    Stopped,
}

/// A book that grows.
pub struct Grower {
    recipe: Recipe,
    book: Book,
    /// One for each thread.
    players: Vec<Box<dyn Player>>,
}

/// Replies with their values, the most liked first.
type Replies = Vec<(Cell, u16)>;

impl Recipe {
    /// The header of the book: the player without what changes nothing but the speed, and without
    /// the place of its network.
    pub fn header(&self) -> Header {
        let mut told = Settings::default();
        for info in self.player.entry().options() {
            let given = self.given(info.name);
            if let Some(value) = given.filter(|_| ![NETWORK, THREADS].contains(&info.name)) {
                told.put(info, value.clone());
            }
        }
        let player = Spec::new(self.player.entry().clone(), told).to_string();
        Header { board: self.board, player, network: self.network(), replies: self.replies }
    }

    /// The name of the player's network; a dash if it has none.
    fn network(&self) -> String {
        let file = match self.given(NETWORK) {
            Some(Value::File(path)) => Some(path.as_path()),
            _ => None,
        };
        let has_one = self.player.entry().option(NETWORK).is_some();
        if has_one { Networks::name(file, &Rules::new(self.board)) } else { "-".to_owned() }
    }

    fn given(&self, option: &str) -> Option<&Value> {
        self.player.settings().given(option)
    }

    fn check(&self) -> Result<(), GrowError> {
        let player = &self.player;
        if player.is_timed() {
            return Err(GrowError::Timed(player.to_string()));
        }
        if self.given(BOOK) == Some(&Value::Flag(true)) {
            return Err(GrowError::AsksBook(player.to_string()));
        }
        if !(1..=MAX_REPLIES).contains(&self.replies) {
            let text = format!("{} replies: expected 1 to {MAX_REPLIES}", self.replies);
            return Err(GrowError::BadRecipe(text));
        }
        for color in hexring_game::Color::ALL {
            let can = player.supports(&Rules::new(self.board), color);
            can.map_err(|fault| GrowError::Unsupported(fault.to_string()))?;
        }
        Ok(())
    }
}

impl Grower {
    /// Begins a book, or goes on with one of the same recipe.
    pub fn new(recipe: Recipe, book: Option<Book>, threads: usize) -> Result<Self, GrowError> {
        recipe.check()?;
        let header = recipe.header();
        let book = match book {
            Some(book) if book.header == header => book,
            Some(book) => {
                let line = |header: &Header| header.to_string().trim_end().replace('\n', ", ");
                let (found, expected) = (line(&book.header), line(&header));
                return Err(GrowError::Other { found, expected });
            }
            None => Book::new(header).map_err(GrowError::BadRecipe)?,
        };
        let players = (0..threads.max(1)).map(|_| recipe.player.build(SEED));
        let players = players.collect::<Result<Vec<_>, _>>()?;
        Ok(Grower { recipe, book, players })
    }

    /// The book as it is.
    pub fn book(&self) -> &Book {
        &self.book
    }

    /// Searches a round of positions and adds them. Says whether there were any: a book ends where
    /// all that is left is decided.
    pub fn round(&mut self, control: &mut Control<'_, Growth>) -> Result<bool, GrowError> {
        let due = self.book.due();
        control.report(|| Growth { positions: self.book.len(), under_way: due.len() });
        let searched = self.search(&due, control.limit())?;
        let is_more = !due.is_empty();
        for (moves, replies) in due.into_iter().zip(searched) {
            self.book.add(moves, &replies).map_err(GrowError::BadRecipe)?;
        }
        self.book.settle();
        Ok(is_more)
    }

    /// Searches positions, each by whichever thread is free.
    fn search(&mut self, due: &[Vec<Cell>], limit: &Limit) -> Result<Vec<Replies>, GrowError> {
        let (recipe, book) = (&self.recipe, &self.book);
        let next = Mutex::new(due.iter().enumerate());
        let found = Mutex::new(vec![None; due.len()]);
        let take = || next.lock().expect("no thread panics").next();
        std::thread::scope(|scope| {
            for player in &mut self.players {
                scope.spawn(|| {
                    while let Some((index, moves)) = take() {
                        let replies = book.search(recipe, player.as_mut(), moves, limit);
                        let is_bad = replies.is_err();
                        found.lock().expect("no thread panics")[index] = Some(replies);
                        if is_bad {
                            return;
                        }
                    }
                });
            }
        });
        let found = found.into_inner().expect("no thread panics");
        // Where nothing was found, every thread has met with a fault.
        let all = found.into_iter().map(|replies| replies.unwrap_or(Err(GrowError::Stopped)));
        all.collect()
    }
}

impl Book {
    /// The replies of a position, by a player.
    fn search(
        &self,
        recipe: &Recipe,
        player: &mut dyn Player,
        moves: &[Cell],
        limit: &Limit,
    ) -> Result<Replies, GrowError> {
        let position = self.after(moves).map_err(GrowError::BadRecipe)?;
        let game = Game::from_position(position);
        let choice = decide(player, &game, &mut Control::quiet(limit.clone()))?;
        if limit.is_over() {
            return Err(GrowError::Stopped);
        }
        let no_value = || GrowError::NoValue(recipe.player.to_string());
        let mut replies = replies(&choice).ok_or_else(no_value)?;
        let mut seen = HashSet::new();
        replies.retain(|(cell, _)| seen.insert(self.key_of_reply(game.position(), *cell)));
        replies.truncate(recipe.replies);
        Ok(replies)
    }

    fn key_of_reply(&self, position: &Position, cell: Cell) -> Option<Key> {
        let site = position.board().site(cell)?;
        Some(self.images.key_after(position, position.to_move()?, site))
    }

    /// The positions to be searched next, by the moves that lead there; none if the book is whole.
    fn due(&self) -> Vec<Vec<Cell>> {
        let mut seen = HashSet::new();
        let mut is_new = |moves: &[Cell]| {
            let position = self.after(moves).expect("moves of a book are legal");
            let key = position.to_move().map(|mover| self.images.key(&position, mover));
            key.is_some_and(|key| !self.places.contains_key(&key) && seen.insert(key))
        };
        let first = self.header.board.cells().map(|cell| vec![cell]);
        let first: Vec<Vec<Cell>> = first.filter(|moves| is_new(moves)).take(ROUND).collect();
        if !first.is_empty() {
            return first;
        }
        let mut due = Vec::new();
        for index in self.by_urgency() {
            let page = &self.pages[index];
            let replies =
                page.replies.iter().map(|reply| [&page.moves[..], &[reply.cell]].concat());
            due.extend(replies.filter(|moves| is_new(moves)));
            if due.len() >= ROUND {
                break;
            }
        }
        due
    }

    /// All positions that are not decided, the most urgent first.
    fn by_urgency(&self) -> Vec<usize> {
        let costs = self.costs();
        let is_open = |index: &usize| !matches!(self.values[*index], 0 | WIN);
        let mut open: Vec<usize> = (0..self.pages.len()).filter(is_open).collect();
        let urgency = |index: usize| {
            let decided = u32::from(self.values[index].abs_diff(WIN / 2)) / DECIDED;
            costs[index].saturating_add(decided)
        };
        open.sort_by_key(|index| (urgency(*index), *index));
        open
    }

    /// What it costs to come to each position: the least of all ways through the book.
    fn costs(&self) -> Vec<u32> {
        let mut costs = vec![u32::MAX; self.pages.len()];
        let mut order: Vec<usize> = (0..self.pages.len()).collect();
        order.sort_by_key(|index| self.pages[*index].key.len());
        let first = order.iter().copied().filter(|index| self.pages[*index].key.len() == 1);
        let first: Vec<(usize, u16)> = first.map(|at| (at, WIN - self.values[at])).collect();
        let even = |value: u16| value.min(WIN - value);
        let best = first.iter().map(|(_, value)| *value).max().unwrap_or(0);
        let most_even = first.iter().map(|(_, value)| even(*value)).max().unwrap_or(0);
        for (index, value) in first {
            costs[index] = MOVE_COST + u32::from((best - value).min(most_even - even(value)));
        }
        for index in order {
            for next in &self.next[index] {
                let given_away = self.values[index] - (WIN - self.values[*next]);
                let cost = costs[index].saturating_add(MOVE_COST + u32::from(given_away));
                costs[*next] = costs[*next].min(cost);
            }
        }
        costs
    }
}

/// The replies that a choice speaks of. One that was tried less often than the chosen one counts
/// as no better.
fn replies(choice: &Choice) -> Option<Replies> {
    let value = choice.value?;
    let lines = choice.lines.iter().filter_map(|line| Some((*line.moves.first()?, line.value)));
    let all = std::iter::once((choice.mv, value)).chain(lines);
    let reply = |(mv, worth): (Move, f64)| match mv {
        Move::Place(cell) => Some((cell, thousandths(worth.min(value)))),
        Move::Swap | Move::Pass => None,
    };
    Some(all.filter_map(reply).collect())
}

fn thousandths(share: f64) -> u16 {
    // A share outside is cut off, and so is what is no number.
    (share * f64::from(WIN)).round().clamp(0.0, f64::from(WIN)) as u16
}
