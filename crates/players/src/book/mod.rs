//! Opening books: what long searches found about the first moves on a board.
//!
//! A book has positions, and for each the replies that its search liked best, with what they are
//! worth to the player who makes them. First moves are all there, up to symmetry: together they are
//! the **swap map**, which says what each of them is worth if nobody swaps.
//!
//! - **A position is its stones and who is to move**, up to the symmetries of the board. So the way
//!   there does not matter, and after a swap the book goes on: a stone that was taken over is the
//!   same position seen by the other side.
//! - **Values are backed up.** A reply after which the book has the position counts what that
//!   position counts there; any other counts what the search said. A position counts as much as its
//!   best reply. The file has what searches said and nothing else, so it cannot contradict itself.
//! - **Values are whole thousandths**, in the file and in memory: a book that was read is the book
//!   that was written.
//!
//! Books are about the classic game: players alternate, and there are no seasons. A swap changes
//! what one does with the values, not the values ([`Known`]).

mod grow;
mod key;
mod known;
mod shipped;
#[cfg(test)]
mod tests;
mod text;

use std::collections::HashMap;

use hexring_game::{Board, Cell, Color, Move, Position, Rules, Site, Turns};

pub use self::grow::{GrowError, Grower, Growth, Recipe};
pub use self::known::{Known, KnownReply};
pub use self::shipped::{boards, shipped};
pub use self::text::BookError;

use self::key::{Images, Key};

/// A certain win, in the unit of all values.
const WIN: u16 = 1000;

/// The largest board of a book, in cells: a torus of this size has 1,444 images.
const MAX_CELLS: usize = 19 * 19;

/// The most positions.
const MAX_POSITIONS: usize = 100_000;

/// The most replies of one position.
pub const MAX_REPLIES: usize = 5;

/// Who has made a book, and of what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The board.
    pub board: Board,
    /// Who has searched the positions, and for how long each.
    pub player: String,
    /// The network that it had; a dash for players without one.
    pub network: String,
    /// How many replies of a position are followed.
    pub replies: usize,
}

/// An opening book.
#[derive(Clone, Debug)]
pub struct Book {
    header: Header,
    images: Images,
    start: Position,
    pages: Vec<Page>,
    /// Where a position is.
    places: HashMap<Key, usize>,
    /// The pages one move after each page.
    next: Vec<Vec<usize>>,
    /// What each page is worth to the player to move.
    values: Vec<u16>,
}

/// A position of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Page {
    /// One way there, beginning with Red.
    moves: Vec<Cell>,
    replies: Vec<Reply>,
    key: Key,
}

/// A reply that a search liked.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Reply {
    cell: Cell,
    /// What the search of the position said that it is worth to the player who makes it.
    value: u16,
    /// The position after it.
    key: Key,
}

/// Two books are the same if they have the same text.
impl PartialEq for Book {
    fn eq(&self, other: &Self) -> bool {
        self.header == other.header && self.pages == other.pages
    }
}

impl Book {
    /// A book without positions. Fails if the board is too large, and says why.
    fn new(header: Header) -> Result<Self, String> {
        let board = header.board;
        if board.cell_count() > MAX_CELLS {
            return Err(format!("board {board} has more cells than a book may have: {MAX_CELLS}"));
        }
        let start = Position::new(Rules::new(board)).map_err(|fault| fault.to_string())?;
        let images = Images::new(board);
        let (pages, places, next, values) = Default::default();
        Ok(Book { header, images, start, pages, places, next, values })
    }

    /// Who has made it, and of what.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// How many positions it has.
    pub fn len(&self) -> usize {
        self.pages.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    /// Adds a position with its replies, the most liked first; says what is wrong with it if it
    /// cannot be. [`Book::settle`] has to follow.
    fn add(&mut self, moves: Vec<Cell>, replies: &[(Cell, u16)]) -> Result<(), String> {
        let position = self.after(&moves)?;
        let mover = position.to_move().ok_or("the game is over after these moves")?;
        let key = self.images.key(&position, mover);
        if moves.is_empty() {
            return Err("expected at least one move before the colon".to_owned());
        }
        if self.places.contains_key(&key) {
            return Err("the position is there already, or an image of it".to_owned());
        }
        if self.pages.len() == MAX_POSITIONS {
            return Err(format!("expected at most {MAX_POSITIONS} positions"));
        }
        let count = replies.len();
        if !(1..=MAX_REPLIES).contains(&count) {
            return Err(format!("{count} replies: expected 1 to {MAX_REPLIES}"));
        }
        let mut known: Vec<Reply> = Vec::new();
        for (cell, value) in replies.iter().copied() {
            let site = self.header.board.site(cell).filter(|site| is_free(&position, *site));
            let site = site.ok_or_else(|| format!("reply {cell}: expected an empty cell"))?;
            let key = self.images.key_after(&position, mover, site);
            if known.iter().any(|reply| reply.key == key) {
                return Err(format!("reply {cell} is there already, or an image of it"));
            }
            known.push(Reply { cell, value, key });
        }
        self.places.insert(key.clone(), self.pages.len());
        self.pages.push(Page { moves, replies: known, key });
        Ok(())
    }

    /// The position after moves from the empty board.
    fn after(&self, moves: &[Cell]) -> Result<Position, String> {
        let mut position = self.start.clone();
        for cell in moves {
            position.play(Move::Place(*cell)).map_err(|fault| format!("move {cell}: {fault}"))?;
        }
        Ok(position)
    }

    /// Finds out which positions follow which, and what they are worth.
    fn settle(&mut self) {
        self.next = vec![Vec::new(); self.pages.len()];
        for (index, page) in self.pages.iter().enumerate() {
            let mut before: Vec<usize> = self
                .images
                .keys_before(&page.key)
                .iter()
                .filter_map(|key| self.places.get(key).copied())
                .collect();
            // Two stones may be images of each other.
            before.sort_unstable();
            before.dedup();
            before.into_iter().for_each(|before| self.next[before].push(index));
        }
        let mut order: Vec<usize> = (0..self.pages.len()).collect();
        order.sort_by_key(|index| std::cmp::Reverse(self.pages[*index].key.len()));
        self.values = vec![0; self.pages.len()];
        for index in order {
            let replies = self.pages[index]
                .replies
                .iter()
                .filter(|reply| !self.places.contains_key(&reply.key));
            let searched = self.next[index].iter().map(|next| WIN - self.values[*next]);
            let best = replies.map(|reply| reply.value).chain(searched).max();
            self.values[index] = best.expect("every position has a reply");
        }
    }

    /// What the book knows of a position; none if it is not in it. The empty board is in every book
    /// that has a first move.
    pub fn look_up(&self, position: &Position) -> Option<Known> {
        let rules = position.rules();
        let is_classic = rules.turns == Turns::Alternate && rules.seasons.is_none();
        if rules.board != self.header.board || !is_classic {
            return None;
        }
        let mover = position.to_move()?;
        let stones = rules.board.cell_count() - position.empty_count();
        // Late in a game nothing has to be compared.
        if stones > self.deepest() {
            return None;
        }
        let key = self.images.key(position, mover);
        let is_start = stones == 0 && key == self.images.key(&self.start, Color::Red);
        let page = self.places.get(&key).map(|index| &self.pages[*index]);
        if page.is_none() && !is_start {
            return None;
        }
        let reply = |site: Site| {
            let key = self.images.key_after(position, mover, site);
            let searched = self.places.get(&key).map(|index| WIN - self.values[*index]);
            let said = || page?.replies.iter().find(|reply| reply.key == key);
            let value = searched.or_else(|| said().map(|reply| reply.value))?;
            let cell = rules.board.cell(site);
            Some(KnownReply { cell, value, is_searched: searched.is_some() })
        };
        Known::new(position, position.empty_sites().filter_map(reply).collect())
    }

    /// The most stones of a position.
    fn deepest(&self) -> usize {
        self.pages.iter().map(|page| page.key.len()).max().unwrap_or(0)
    }
}

/// A value as a share of a certain win.
fn share(value: u16) -> f64 {
    f64::from(value) / f64::from(WIN)
}

fn is_free(position: &Position, site: Site) -> bool {
    position.stone_at(site).is_none()
}
