//! A position at a glance: what virtual connections say about it without looking ahead.
//!
//! This is what the solver does at each of its positions, for other searches to use: it decides
//! many positions long before the last stone, and in others it rules out most moves.

use hexring_control::Limit;
use hexring_game::{Board, Color, Position, Site};

use crate::analysis::{Analyst, Sought};
use crate::grid::Grid;
use crate::options::MAX_CELLS;
use crate::progress::Stopped;
use crate::state::State;

/// What can be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sight {
    /// This colour wins.
    Won {
        /// Which one.
        winner: Color,
        /// A move that wins, where the winner is to move.
        best: Option<Site>,
    },
    /// Nothing is decided. If any move wins, one of these does.
    Open(Vec<Site>),
}

/// Looks at positions of one board, with memory that is used again.
pub struct Glance(Box<dyn Look>);

impl Glance {
    /// For positions of this board; none if it has more cells than [`MAX_CELLS`].
    pub fn new(board: Board) -> Option<Self> {
        Some(Glance(match board.cell_count() {
            0..=64 => Box::new(Eyes::<1>::new(board)),
            65..=128 => Box::new(Eyes::<2>::new(board)),
            129..=MAX_CELLS => Box::new(Eyes::<4>::new(board)),
            _ => return None,
        }))
    }

    /// What can be seen of a position in which somebody is to move. None under seasons, which may
    /// cut every connection, and none if the limit comes first: a look takes milliseconds, on the
    /// largest boards seconds.
    pub fn look(&mut self, position: &Position, limit: &Limit) -> Option<Sight> {
        let is_plain = position.rules().seasons.is_none();
        let mover = position.to_move().filter(|_| is_plain)?;
        self.0.look(position, mover, limit).ok()
    }
}

/// The same, whatever the width of the sets.
trait Look: Send {
    fn look(&mut self, position: &Position, mover: Color, limit: &Limit) -> Result<Sight, Stopped>;
}

struct Eyes<const W: usize> {
    grid: Grid<W>,
    analyst: Analyst<W>,
}

impl<const W: usize> Eyes<W> {
    fn new(board: Board) -> Self {
        let grid = Grid::new(board);
        let analyst = Analyst::new(&grid);
        Eyes { grid, analyst }
    }
}

impl<const W: usize> Look for Eyes<W> {
    fn look(&mut self, position: &Position, mover: Color, limit: &Limit) -> Result<Sight, Stopped> {
        let Eyes { grid, analyst } = self;
        let state = State::<W>::of(position, mover);
        let filled = analyst.patterns.fill_in(grid, &state).state;
        if let Some(verdict) = analyst.decided(grid, &filled, Sought::Both, limit)? {
            // A winner that need not even be to move wins with any move.
            let any = || (verdict.proof & state.empty(grid)).iter().chain(state.empty(grid).iter());
            let best = verdict.best.or_else(|| any().next());
            let best = best.filter(|_| verdict.winner == mover).map(|cell| grid.site(cell));
            return Ok(Sight::Won { winner: verdict.winner, best });
        }
        let (must_play, _) = analyst.must_play(grid, &filled, limit)?;
        if must_play.is_empty() {
            return Ok(Sight::Won { winner: !mover, best: None });
        }
        Ok(Sight::Open(must_play.iter().map(|cell| grid.site(cell)).collect()))
    }
}
