//! Several searches at work on one question, one for each thread.
//!
//! They share a memory of positions and nothing else. The calling thread is one of them, so that it hears about
//! the progress and the others end with it.

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hexring_control::{Control, Stop};
use hexring_game::{Board, Color, Position};

use crate::analysis::Verdict;
use crate::bits::Bits;
use crate::engine::{Engine, Solved};
use crate::grid::Grid;
use crate::opinion::Guidance;
use crate::options::Options;
use crate::progress::{Progress, Remembered, Stopped};
use crate::proof::Proof;
use crate::prove::prove;
use crate::saved::{Header, SavedError, Source, load};
use crate::search::{Common, Search};
use crate::state::State;
use crate::transpositions::Transpositions;

/// The searches of one board.
pub(crate) struct Team<const W: usize> {
    common: Arc<Common<W>>,
    leader: Search<W>,
    others: Vec<Search<W>>,
}

impl<const W: usize> Team<W> {
    pub(crate) fn new(board: Board, options: &Options) -> Self {
        let (grid, transpositions) = (Grid::new(board), Transpositions::new(options.memory));
        let common = Arc::new(Common { grid, transpositions, nodes: AtomicU64::new(0) });
        let search = || {
            let adviser = options.adviser(board);
            let guidance = adviser.map(|adviser| Guidance::new(board, adviser));
            Search::new(Arc::clone(&common), guidance)
        };
        let others = (1..options.threads.get()).map(|_| search()).collect();
        Team { leader: search(), others, common }
    }

    /// Lets every search do the same work. It ends when the leader has done its part, or panics.
    fn work(
        &mut self,
        control: &mut Control<'_, Progress>,
        work: impl Fn(&mut Search<W>, &mut Control<'_, Progress>) -> Result<(), Stopped> + Sync,
    ) -> Result<(), Stopped> {
        let (limit, stop) = control.limit().child();
        std::thread::scope(|scope| {
            let _end = RaisedAtEnd(&stop);
            for search in &mut self.others {
                let (work, limit) = (&work, limit.clone());
                scope.spawn(move || work(search, &mut Control::quiet(limit)));
            }
            work(&mut self.leader, control)
        })
    }

    /// Who wins a position.
    fn solve(
        &mut self,
        state: &State<W>,
        control: &mut Control<'_, Progress>,
    ) -> Result<Verdict<W>, Stopped> {
        if !self.others.is_empty() {
            self.work(control, |search, control| search.solve(state, control).map(drop))?;
        }
        self.leader.solve(state, control)
    }
}

/// A flag that is raised in any case, also when a panic unwinds.
struct RaisedAtEnd<'a>(&'a Stop);

impl Drop for RaisedAtEnd<'_> {
    fn drop(&mut self) {
        self.0.raise();
    }
}

/// The moves of a position that have not been decided.
struct Openings<const W: usize> {
    open: Bits<W>,
    winning: Bits<W>,
    /// By cell: how many searches are at work on the move.
    searches: Vec<u32>,
}

impl<const W: usize> Openings<W> {
    /// The first of the moves that the fewest searches are at work on.
    fn take(&mut self) -> Option<u8> {
        let cell = self.open.iter().min_by_key(|cell| self.searches[usize::from(*cell)])?;
        self.searches[usize::from(cell)] += 1;
        Some(cell)
    }

    /// A losing move takes those with it that are not in the opponent's proof set.
    fn note(&mut self, cell: u8, wins: bool, proof: Bits<W>) {
        self.open.remove(cell);
        if wins {
            self.winning.insert(cell);
        } else {
            self.open &= proof;
        }
    }
}

impl<const W: usize> Engine for Team<W> {
    fn nodes(&self) -> u64 {
        self.common.nodes.load(Ordering::Relaxed)
    }

    fn winner(
        &mut self,
        position: &Position,
        to_move: Color,
        control: &mut Control<'_, Progress>,
    ) -> Solved {
        let state = State::of(position, to_move);
        let verdict = self.solve(&state, control)?;
        let best = verdict.best.filter(|_| verdict.winner == to_move);
        let cells = best.map(|cell| position.board().cell(self.common.grid.site(cell)));
        Ok((verdict.winner, cells.into_iter().collect()))
    }

    /// Every move is solved, except those that the proof set of a losing one shows to lose too.
    fn all_moves(
        &mut self,
        position: &Position,
        to_move: Color,
        control: &mut Control<'_, Progress>,
    ) -> Solved {
        let state = State::<W>::of(position, to_move);
        let openings = Mutex::new(Openings {
            open: state.empty(&self.common.grid),
            winning: Bits::EMPTY,
            searches: vec![0; self.common.grid.cells],
        });
        // Not in the head of the loop, which would keep the lock all the time.
        let take = || lock(&openings).take();
        self.work(control, |search, control| {
            while let Some(cell) = take() {
                let verdict = search.solve(&state.after(cell), control)?;
                lock(&openings).note(cell, verdict.winner == to_move, verdict.proof);
            }
            Ok(())
        })?;
        let winning = lock(&openings).winning;
        let winner = if winning.is_empty() { !to_move } else { to_move };
        let cell = |cell| position.board().cell(self.common.grid.site(cell));
        Ok((winner, winning.iter().map(cell).collect()))
    }

    fn proof(
        &mut self,
        position: &Position,
        to_move: Color,
        control: &mut Control<'_, Progress>,
    ) -> Result<Proof, Stopped> {
        self.solve(&State::of(position, to_move), control)?;
        prove(&mut self.leader, position, to_move, control)
    }

    fn save(&self, out: &mut dyn Write) -> Result<(), SavedError> {
        self.common.save(out)
    }

    fn load(&mut self, header: &Header, input: &mut Source<'_>) -> Result<(), SavedError> {
        load(&self.common.transpositions, self.common.grid.board, header, input)
    }
}

fn lock<const W: usize>(openings: &Mutex<Openings<W>>) -> MutexGuard<'_, Openings<W>> {
    openings.lock().unwrap_or_else(PoisonError::into_inner)
}
