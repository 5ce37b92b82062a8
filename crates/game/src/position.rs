//! A position: stones, who moves, which seasons it is. Always legal.
//!
//! ```
//! use hexring_game::{Color, Move, Position, Rules, Status};
//! let mut position = Position::new("cylinder:2x3".parse::<Rules>()?)?;
//! for cell in ["a1", "a2", "a3", "b2"] {
//!     position.play(cell.parse::<Move>()?)?;
//! }
//! // Two stones side by side go around a cylinder of two columns.
//! assert_eq!(position.status(), Status::Won(Color::Blue));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use thiserror::Error;

use crate::board::Board;
use crate::cell::{Cell, Site};
use crate::certificate::Certificate;
use crate::color::{ByColor, Color};
use crate::connectivity::Connectivity;
use crate::geometry::Geometry;
use crate::moves::Move;
use crate::rules::{Rules, RulesError, Swap, Turns};
use crate::seasons::{MAX_SEASONS, NoMove};
use crate::setup::{Setup, SetupError, SetupFault};

/// Whether the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// Somebody is to move, or the coin is to be flipped.
    Ongoing,
    /// This colour has made its path or ring.
    Won(Color),
    /// A player had no legal cell and the rules end the game then, without result.
    Discarded,
}

/// Why a move was refused. The position is unharmed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The game is over.
    #[error("{mv} is not possible: the game is over, {}", ending(*.status))]
    GameOver {
        /// The refused move.
        mv: Move,
        /// How the game ended.
        status: Status,
    },
    /// Under random turns, nobody moves before the coin is flipped.
    #[error("{mv} is not possible: a coin flip decides first who moves")]
    CoinDue {
        /// The refused move.
        mv: Move,
    },
    /// A coin was flipped that the rules do not ask for.
    #[error("no coin flip is due: {0}")]
    NoCoinDue(&'static str),
    /// The cell is outside.
    #[error("{cell} is not on the board {board}")]
    OffBoard {
        /// The cell.
        cell: Cell,
        /// The board.
        board: Board,
    },
    /// The cell is taken.
    #[error("{cell} is occupied by {by}: expected an empty cell")]
    Occupied {
        /// The cell.
        cell: Cell,
        /// Whose stone is there.
        by: Color,
    },
    /// The cell belongs to another season.
    #[error("{cell} is in season {season}: {color} may only play in season {current} now")]
    WrongSeason {
        /// The cell.
        cell: Cell,
        /// Its season, counted from 1.
        season: u8,
        /// Who wants to play there.
        color: Color,
        /// The player's season, counted from 1.
        current: u8,
    },
    /// Swap where it is not allowed.
    #[error("swap is not allowed: {0}")]
    NoSwap(&'static str),
    /// A pass although there is a legal cell.
    #[error("pass is not allowed: {color} has {cells} legal cells")]
    NoPass {
        /// Who wants to pass.
        color: Color,
        /// How many cells it could play.
        cells: usize,
    },
}

fn ending(status: Status) -> String {
    match status {
        Status::Won(color) => format!("{color} has won"),
        Status::Discarded => "a player had no legal cell".to_owned(),
        Status::Ongoing => "but goes on".to_owned(),
    }
}

/// Stones on a board under some rules, reached by legal moves or from a legal [`Setup`].
///
/// # Equality and hash
/// Two positions are equal if their rules, stones, player to move (or pending coin), seasons of
/// both players, status and right to swap are equal: everything that the rest of the game depends
/// on. How the stones came there is not part of it, so transpositions are equal. [`Position::key`]
/// is a 64-bit hash of the same things except the rules, kept up to date by every move; equal
/// positions have equal keys, and different ones of the same rules differ but for accidents.
#[derive(Debug)]
pub struct Position {
    rules: Arc<Rules>,
    geometry: Arc<Geometry>,
    stones: Connectivity,
    state: State,
}

/// What a position knows beside its stones.
#[derive(Clone, Copy, Debug)]
struct State {
    status: Status,
    /// None while the coin is to be flipped. Kept after the end, where it means nothing.
    to_move: Option<Color>,
    /// Moves and passes of each colour; its season follows from it.
    moves_made: ByColor<u32>,
    /// The lone first stone, as long as the answer to it may be a swap.
    swappable: Option<(Site, Color)>,
    sides_swapped: bool,
    last_stone: Option<Site>,
    empty: usize,
    /// Empty cells of each season, where there are seasons.
    empty_of_season: [u16; MAX_SEASONS as usize],
    stones_key: u64,
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Position {
            rules: Arc::clone(&self.rules),
            geometry: Arc::clone(&self.geometry),
            stones: self.stones.clone(),
            state: self.state,
        }
    }

    /// Reuses the memory and, between positions of one game, touches no reference count.
    fn clone_from(&mut self, source: &Self) {
        if !Arc::ptr_eq(&self.rules, &source.rules) {
            self.rules = Arc::clone(&source.rules);
        }
        if !Arc::ptr_eq(&self.geometry, &source.geometry) {
            self.geometry = Arc::clone(&source.geometry);
        }
        self.stones.clone_from(&source.stones);
        self.state = source.state;
    }
}

impl Position {
    /// The empty board under these rules.
    pub fn new(rules: Rules) -> Result<Self, RulesError> {
        rules.check()?;
        let geometry = Geometry::new(rules.board);
        let mut empty_of_season = [0; MAX_SEASONS as usize];
        if let Some(seasons) = &rules.seasons {
            let sites = rules.board.sites();
            sites.for_each(|s| empty_of_season[usize::from(seasons.layout.season(s))] += 1);
        }
        let to_move = (rules.turns == Turns::Alternate).then_some(rules.first);
        let mut position = Position {
            stones: Connectivity::new(&geometry),
            state: State {
                status: Status::Ongoing,
                to_move,
                moves_made: ByColor::default(),
                swappable: None,
                sides_swapped: false,
                last_stone: None,
                empty: rules.board.cell_count(),
                empty_of_season,
                stones_key: 0,
            },
            geometry: Arc::new(geometry),
            rules: Arc::new(rules),
        };
        position.discard_if_stuck();
        Ok(position)
    }

    /// A position from stones without an order. It may be won already; where both colours have
    /// won, nobody can say who was first, and it is refused.
    pub fn from_setup(setup: &Setup) -> Result<Self, SetupError> {
        let faults = setup.faults();
        if !faults.is_empty() {
            return Err(SetupError(faults));
        }
        let mut position = Position::new(setup.rules.clone())
            .map_err(|error| SetupError(vec![SetupFault::Rules(error)]))?;
        position.state.status = Status::Ongoing;
        for color in Color::ALL {
            for &cell in &setup.stones[color] {
                let site = position.rules.board.site(cell);
                position.put(site.expect("faults() has looked at every cell"), color);
            }
        }
        let count = ByColor::from_fn(|color| setup.stones[color].len());
        position.settle_setup(setup, count)?;
        Ok(position)
    }

    fn settle_setup(&mut self, setup: &Setup, count: ByColor<usize>) -> Result<(), SetupError> {
        let first = self.rules.first;
        self.state.moves_made = setup.moves_made.unwrap_or(count.map(|n| n as u32));
        self.state.status = match Color::ALL.map(|color| self.stones.has_won(color)) {
            [true, true] => return Err(SetupError(vec![SetupFault::BothWon])),
            [true, false] => Status::Won(Color::Red),
            [false, true] => Status::Won(Color::Blue),
            [false, false] => Status::Ongoing,
        };
        let by_count = if count[first] > count[!first] { !first } else { first };
        let alternate = self.rules.turns == Turns::Alternate;
        self.state.to_move = setup.to_move.or(alternate.then_some(by_count));
        let lone = (count[first], count[!first]) == (1, 0) && self.state.to_move == Some(!first);
        self.state.swappable = self.state.last_stone.filter(|_| lone).map(|site| (site, first));
        self.state.last_stone = None;
        self.discard_if_stuck();
        Ok(())
    }

    /// The rules.
    #[inline]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> Board {
        self.rules.board
    }

    /// Neighbours, borders and goals of the board.
    #[inline]
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The stones and what they connect.
    #[inline]
    pub fn stones(&self) -> &Connectivity {
        &self.stones
    }

    /// The stone on a cell of the board; none outside.
    pub fn stone(&self, cell: Cell) -> Option<Color> {
        self.stones.stone(self.board().site(cell)?)
    }

    /// The stone at an index of the board.
    #[inline]
    pub fn stone_at(&self, site: Site) -> Option<Color> {
        self.stones.stone(site)
    }

    /// Whether the game goes on, and who has won.
    #[inline]
    pub fn status(&self) -> Status {
        self.state.status
    }

    /// The winner by path or ring.
    #[inline]
    pub fn winner(&self) -> Option<Color> {
        match self.state.status {
            Status::Won(color) => Some(color),
            _ => None,
        }
    }

    /// Whether the game has ended.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.state.status != Status::Ongoing
    }

    /// The winner's path or ring.
    pub fn certificate(&self) -> Option<Certificate> {
        let winner = self.winner()?;
        match self.state.last_stone {
            Some(last) => Certificate::of_last_move(&self.geometry, &self.stones, winner, last),
            None => Certificate::find(&self.geometry, &self.stones, winner),
        }
    }

    /// Who is to move; none when the game is over or the coin is to be flipped.
    #[inline]
    pub fn to_move(&self) -> Option<Color> {
        self.state.to_move.filter(|_| !self.is_over())
    }

    /// Whether a coin flip decides now who moves.
    #[inline]
    pub fn coin_due(&self) -> bool {
        self.state.to_move.is_none() && !self.is_over()
    }

    /// Whether the players have exchanged colours by a swap of sides.
    pub fn sides_swapped(&self) -> bool {
        self.state.sides_swapped
    }

    /// The number of empty cells.
    #[inline]
    pub fn empty_count(&self) -> usize {
        self.state.empty
    }

    /// The cell of the stone that was placed last.
    pub fn last_stone(&self) -> Option<Cell> {
        self.state.last_stone.map(|site| self.board().cell(site))
    }

    /// How many moves and passes a colour has made; its season follows from it.
    pub fn moves_made(&self, color: Color) -> u32 {
        self.state.moves_made[color]
    }

    /// The season, counted from 0, in which a colour plays its next move; none without seasons.
    #[inline]
    pub fn season(&self, color: Color) -> Option<u8> {
        let seasons = self.rules.seasons.as_ref()?;
        Some(seasons.current(color, self.state.moves_made[color]))
    }

    /// A 64-bit hash of everything that the rest of the game depends on, except the rules.
    pub fn key(&self) -> u64 {
        let State { status, swappable, stones_key, .. } = self.state;
        let small = |color: Option<Color>| color.map_or(2, |color| color.index() as u64);
        let status = match status {
            Status::Ongoing => 0,
            Status::Won(color) => 1 + color.index() as u64,
            Status::Discarded => 3,
        };
        let seasons = Color::ALL.map(|color| self.season(color).map_or(0, |s| u64::from(s) + 1));
        let right_to_swap = u64::from(swappable.is_some() && self.rules.swap != Swap::None);
        let fields = [small(self.to_move()), status, seasons[0], seasons[1], right_to_swap];
        stones_key ^ mix(fields.iter().fold(1, |word, field| (word << 4) | field))
    }

    /// All cells where the player to move may put a stone, as indices. Empty when nobody is to
    /// move.
    pub fn legal_sites(&self) -> impl Iterator<Item = Site> + '_ {
        let mover = self.to_move();
        let season = mover.and_then(|color| self.season(color));
        let sites = self.board().sites().filter(move |_| mover.is_some());
        sites.filter(move |site| self.stones.stone(*site).is_none() && self.is_in(*site, season))
    }

    /// All cells where the player to move may put a stone.
    pub fn legal_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.legal_sites().map(|site| self.board().cell(site))
    }

    /// All legal moves: the cells row by row, then the swap; or the pass alone.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves: Vec<Move> = self.legal_cells().map(Move::Place).collect();
        if moves.is_empty() && self.to_move().is_some() {
            moves.push(Move::Pass);
        }
        if self.swap_refusal().is_none() {
            moves.push(Move::Swap);
        }
        moves
    }

    /// Whether [`Position::play`] would accept the move.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.check(mv).is_ok()
    }

    /// Says who won the coin flip, under random turns.
    pub fn toss(&mut self, color: Color) -> Result<(), MoveError> {
        if self.rules.turns == Turns::Alternate {
            return Err(MoveError::NoCoinDue("players alternate"));
        }
        if self.is_over() {
            return Err(MoveError::NoCoinDue("the game is over"));
        }
        if let Some(color) = self.state.to_move {
            let who = match color {
                Color::Red => "red is to move",
                Color::Blue => "blue is to move",
            };
            return Err(MoveError::NoCoinDue(who));
        }
        self.state.to_move = Some(color);
        self.discard_if_stuck();
        Ok(())
    }

    /// Makes `color` the player to move, whatever the turn rule says, as an analysis board or the
    /// text protocol may ask for. Any order of stones is a legal position; the right to swap goes.
    pub fn set_to_move(&mut self, color: Color) {
        if self.state.to_move != Some(color) {
            self.state.to_move = Some(color);
            self.state.swappable = None;
            self.discard_if_stuck();
        }
    }

    /// Plays a move for the player to move, or says why it cannot be and changes nothing.
    #[inline]
    pub fn play(&mut self, mv: Move) -> Result<(), MoveError> {
        let color = self.check(mv)?;
        match mv {
            Move::Place(cell) => {
                let site = self.board().site(cell).expect("checked");
                self.place(site, color);
            }
            Move::Pass => self.end_turn(color),
            Move::Swap => self.swap(color),
        }
        Ok(())
    }

    /// Plays a stone on a site that is known to be legal, such as one from
    /// [`Position::legal_sites`]; for searches that have checked already.
    ///
    /// # Panics
    /// If the cell is taken or nobody is to move.
    #[inline]
    pub fn play_site(&mut self, site: Site) {
        let color = self.to_move().expect("somebody is to move");
        self.place(site, color);
    }

    fn place(&mut self, site: Site, color: Color) {
        let is_first = self.state.empty == self.board().cell_count();
        self.put(site, color);
        self.state.swappable = is_first.then_some((site, color));
        if self.stones.has_won(color) {
            self.state.status = Status::Won(color);
        }
        self.state.moves_made[color] += 1;
        self.pass_the_turn(color);
    }

    fn end_turn(&mut self, color: Color) {
        self.state.swappable = None;
        self.state.moves_made[color] += 1;
        self.pass_the_turn(color);
    }

    #[inline]
    fn pass_the_turn(&mut self, color: Color) {
        self.state.to_move = (self.rules.turns == Turns::Alternate).then_some(!color);
        self.discard_if_stuck();
    }

    /// The first stone becomes the answer: mirrored in the other colour, or left where it is for
    /// the other player.
    fn swap(&mut self, color: Color) {
        let Some((site, _)) = self.state.swappable.take() else { return };
        match self.rules.swap {
            Swap::Pieces => {
                let mirrored = self.board().cell(site).transposed();
                let mirrored = self.board().site(mirrored).expect("the board is square");
                self.remove_only_stone(site);
                self.put(mirrored, color);
                if self.stones.has_won(color) {
                    self.state.status = Status::Won(color);
                }
                self.end_turn(color);
            }
            // Colours keep their seasons and the same colour moves again, in other hands.
            Swap::Sides => self.state.sides_swapped = true,
            Swap::None => {}
        }
    }

    fn remove_only_stone(&mut self, site: Site) {
        self.stones = Connectivity::new(&self.geometry);
        self.state.stones_key = 0;
        self.state.empty += 1;
        if let Some(seasons) = &self.rules.seasons {
            self.state.empty_of_season[usize::from(seasons.layout.season(site))] += 1;
        }
    }

    #[inline]
    fn put(&mut self, site: Site, color: Color) {
        self.stones.place(&self.geometry, site, color);
        self.state.stones_key ^= mix(2 * site.index() as u64 + color.index() as u64);
        self.state.last_stone = Some(site);
        self.state.empty -= 1;
        if let Some(seasons) = &self.rules.seasons {
            self.state.empty_of_season[usize::from(seasons.layout.season(site))] -= 1;
        }
    }

    /// Under `no-move=discard` a player without a legal cell ends the game.
    #[inline]
    fn discard_if_stuck(&mut self) {
        let (Some(color), Some(seasons)) = (self.to_move(), &self.rules.seasons) else { return };
        if seasons.no_move == NoMove::Discard && self.legal_cell_count(color) == 0 {
            self.state.status = Status::Discarded;
        }
    }

    fn legal_cell_count(&self, color: Color) -> usize {
        match self.season(color) {
            Some(season) => self.state.empty_of_season[usize::from(season)].into(),
            None => self.state.empty,
        }
    }

    #[inline]
    fn is_in(&self, site: Site, season: Option<u8>) -> bool {
        match (&self.rules.seasons, season) {
            (Some(seasons), Some(season)) => seasons.layout.season(site) == season,
            _ => true,
        }
    }

    /// Whose move it is if the move is legal, and otherwise why it is not.
    #[inline]
    fn check(&self, mv: Move) -> Result<Color, MoveError> {
        if self.is_over() {
            return Err(MoveError::GameOver { mv, status: self.state.status });
        }
        let color = self.state.to_move.ok_or(MoveError::CoinDue { mv })?;
        match mv {
            Move::Place(cell) => self.check_cell(cell, color)?,
            Move::Swap => self.swap_refusal().map_or(Ok(()), |why| Err(MoveError::NoSwap(why)))?,
            Move::Pass => match self.legal_cell_count(color) {
                0 => {}
                cells => return Err(MoveError::NoPass { color, cells }),
            },
        }
        Ok(color)
    }

    #[inline]
    fn check_cell(&self, cell: Cell, color: Color) -> Result<(), MoveError> {
        let board = self.board();
        let site = board.site(cell).ok_or(MoveError::OffBoard { cell, board })?;
        if let Some(by) = self.stones.stone(site) {
            return Err(MoveError::Occupied { cell, by });
        }
        if let Some(seasons) = &self.rules.seasons {
            let season = seasons.layout.season(site) + 1;
            let current = seasons.current(color, self.state.moves_made[color]) + 1;
            if season != current {
                return Err(MoveError::WrongSeason { cell, season, color, current });
            }
        }
        Ok(())
    }

    fn swap_refusal(&self) -> Option<&'static str> {
        let answers = self.state.swappable.is_some_and(|(_, by)| self.to_move() == Some(!by));
        match self.rules.swap {
            Swap::None => Some("the rules have no swap"),
            _ if self.state.sides_swapped => Some("the players have swapped already"),
            _ if !answers => Some("it is only the answer to the first stone"),
            _ => None,
        }
    }
}

/// A fixed, well-mixed 64-bit word for every number (the finalizer of splitmix64).
#[inline]
fn mix(number: u64) -> u64 {
    let mut word = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        let seasons = |p: &Position| Color::ALL.map(|color| p.season(color));
        let swappable = |p: &Position| p.state.swappable.filter(|_| p.rules.swap != Swap::None);
        (Arc::ptr_eq(&self.rules, &other.rules) || self.rules == other.rules)
            && self.state.status == other.state.status
            && self.to_move() == other.to_move()
            && seasons(self) == seasons(other)
            && swappable(self) == swappable(other)
            && self.board().sites().all(|site| self.stone_at(site) == other.stone_at(site))
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}
