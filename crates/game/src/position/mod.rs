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

mod error;
mod play;

use std::hash::{Hash, Hasher};
use std::sync::Arc;

pub use error::{MoveError, Status};

use crate::board::Board;
use crate::cell::{Cell, Site};
use crate::certificate::Certificate;
use crate::color::{ByColor, Color};
use crate::connectivity::Connectivity;
use crate::geometry::Geometry;
use crate::moves::Move;
use crate::rules::{Rules, RulesError, Swap, Turns};
use crate::seasons::MAX_SEASONS;
use crate::setup::{Setup, SetupError, SetupFault};

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

    /// The stones of a colour, row by row.
    pub fn stones_of(&self, color: Color) -> impl Iterator<Item = Site> + '_ {
        self.board().sites().filter(move |site| self.stones.stone(*site) == Some(color))
    }

    /// The empty cells, row by row, whether they may be played or not.
    pub fn empty_sites(&self) -> impl Iterator<Item = Site> + '_ {
        self.board().sites().filter(|site| self.stones.stone(*site).is_none())
    }

    /// Whether a stone of this colour on an empty cell would make its path or ring, whoever is to
    /// move; never on a taken cell.
    #[inline]
    pub fn would_win(&self, site: Site, color: Color) -> bool {
        self.stones.would_win(&self.geometry, site, color)
    }

    /// The stones, whose turn it is and the seasons, from which [`Position::from_setup`] makes
    /// this position again. What a setup does not know is how the stones came there: a right to
    /// swap that was given up, and who was first where both colours have a ring.
    pub fn to_setup(&self) -> Setup {
        let cells = |color| self.stones_of(color).map(|site| self.board().cell(site)).collect();
        let stones: ByColor<Vec<Cell>> = ByColor::from_fn(cells);
        let by_stones = ByColor::from_fn(|color| stones[color].len() as u32);
        let made = self.state.moves_made;
        let matters = self.rules.seasons.is_some() && made != by_stones;
        Setup {
            rules: (*self.rules).clone(),
            stones,
            to_move: self.to_move(),
            moves_made: matters.then_some(made),
        }
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

    /// Whether somebody may swap: now, or as the answer to a first stone that is still to come.
    pub fn may_be_swapped(&self) -> bool {
        let is_empty = self.state.empty == self.board().cell_count();
        self.rules.swap != Swap::None && (is_empty || self.is_legal(Move::Swap))
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
