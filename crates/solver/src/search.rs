//! Depth-first proof-number search.
//!
//! [Proof numbers](crate::numbers) with what solving Hex has added to them: a window of the most
//! promising moves instead of all of them (Henderson, Arneson and Hayward, *Solving 8×8 Hex*,
//! 2009), and proof sets that drop moves once another one is refuted. All numbers are in the view
//! of the player to move. Every position is filled in and brought to its canonical form before it
//! is looked up, so the search walks from one canonical position to the next and carries proof sets
//! back through the symmetry.
//!
//! Several searches may work on one position. They meet in their memory alone: a child that another
//! search is at work on looks a little worse than it is (virtual loss), and a search that finds one
//! of the positions it came through decided goes back there (Pawlewicz and Hayward, *Scalable
//! parallel DFPN search*, 2013). What they find is the same as what one finds; which winning move
//! is found first, and after how many positions, is not.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use hexring_control::Control;
use hexring_game::Color;

use crate::analysis::{Analyst, Judgement, Sought, Verdict};
use crate::bits::Bits;
use crate::endgame::Endgame;
use crate::grid::Grid;
use crate::inferior::{FillIn, Patterns};
use crate::numbers::{Choice, INFINITE, Numbers};
use crate::opinion::{Guidance, Opinion};
use crate::progress::{Memory, Progress, Remembered, Stopped, go_on};
use crate::saved::{SavedError, save};
use crate::state::{State, preimage};
use crate::transpositions::{Candidate, Entry, Transpositions};

/// One more than this part of the open moves is looked at, unless their numbers say what they are
/// worth: a quarter.
const WINDOW: usize = 4;

/// Positions of a torus with so many empty cells or fewer are played out, move by move.
const PLAYED_OUT: usize = 24;

/// Playing out ends without a result after so many positions.
const PATIENCE: usize = 5_000;

/// A chance above this is as good as a win.
const SURE: f32 = 0.9;

/// Of a position that nobody has looked at.
const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };

/// What the searches on one board have in common.
pub(crate) struct Common<const W: usize> {
    pub(crate) grid: Grid<W>,
    pub(crate) transpositions: Transpositions<W>,
    /// Positions judged by all of them.
    pub(crate) nodes: AtomicU64,
}

impl<const W: usize> Remembered for Common<W> {
    fn save(&self, out: &mut dyn Write) -> Result<(), SavedError> {
        save(&self.transpositions, self.grid.board, out)
    }
}

/// A search on one board.
pub(crate) struct Search<const W: usize> {
    pub(crate) common: Arc<Common<W>>,
    analyst: Analyst<W>,
    guidance: Option<Guidance>,
    endgame: Option<Endgame>,
    /// Positions judged by this one.
    nodes: u64,
    root_numbers: Numbers,
    /// The positions that led to the one at work.
    path: Vec<State<W>>,
}

/// A position after a move, in canonical form.
#[derive(Clone, Copy)]
pub(crate) struct Child<const W: usize> {
    /// The move, as the position before it had it.
    by: Candidate,
    pub(crate) state: State<W>,
    symmetry: usize,
    captured: [Bits<W>; 2],
}

/// Why a search gives up the position at work.
enum Interrupted {
    /// It was stopped from outside.
    Stopped,
    /// One of the positions before it is decided.
    Obsolete,
}

impl From<Stopped> for Interrupted {
    fn from(_: Stopped) -> Self {
        Interrupted::Stopped
    }
}

impl<const W: usize> Search<W> {
    pub(crate) fn new(common: Arc<Common<W>>, guidance: Option<Guidance>) -> Self {
        let analyst = Analyst::new(&common.grid);
        let endgame = Endgame::new(&common.grid);
        let path = Vec::new();
        Search { common, analyst, guidance, endgame, nodes: 0, root_numbers: UNKNOWN, path }
    }

    /// Who wins a position, and what the winner needs for it.
    pub(crate) fn solve(
        &mut self,
        state: &State<W>,
        control: &mut Control<'_, Progress>,
    ) -> Result<Verdict<W>, Stopped> {
        // A search that somebody has caught in a panic has left its way behind.
        self.path.clear();
        let root = self.reduce(state);
        loop {
            if let Some(entry) = self.common.transpositions.decided(&root.state) {
                let winner = winner(&root.state, &entry);
                let mut verdict = self.verdict(&root, winner, &entry);
                if verdict.winner == state.to_move {
                    // A winner that need not even be to move wins with any move.
                    let empty = state.empty(&self.common.grid);
                    let any = || (verdict.proof & empty).iter().chain(empty.iter()).next();
                    verdict.best = verdict.best.or_else(any);
                }
                return Ok(verdict);
            }
            match self.improve(&root.state, Numbers::UNLIMITED, control) {
                Ok(()) | Err(Interrupted::Obsolete) => {}
                Err(Interrupted::Stopped) => return Err(Stopped),
            }
        }
    }

    /// Whether a position has been decided already.
    pub(crate) fn knows(&self, state: &State<W>) -> bool {
        self.common.transpositions.is_decided(&self.reduce(state).state)
    }

    fn verdict(&self, child: &Child<W>, winner: Color, entry: &Entry<W>) -> Verdict<W> {
        let symmetry = &self.common.grid.symmetries[child.symmetry];
        let proof = preimage(entry.cells, &symmetry.map);
        let winner = if symmetry.exchanges_colors { !winner } else { winner };
        let best = entry.moves.first().filter(|_| entry.proof == 0);
        let back =
            |best: &Candidate| symmetry.map.iter().position(|to| *to == best.cell).map(|c| c as u8);
        Verdict { winner, proof: proof | child.captured[winner.index()], best: best.and_then(back) }
    }

    pub(crate) fn patterns(&self) -> &Patterns {
        &self.analyst.patterns
    }

    /// Fills in and turns a position into its canonical form.
    fn reduce(&self, state: &State<W>) -> Child<W> {
        self.child(self.analyst.patterns.fill_in(&self.common.grid, state), Candidate::unrated(0))
    }

    /// The same for the position after a move, if the one before it was filled in.
    fn reduce_after(&self, state: &State<W>, by: Candidate) -> Child<W> {
        let after = state.after(by.cell);
        self.child(self.analyst.patterns.fill_in_around(&self.common.grid, &after, by.cell), by)
    }

    fn child(&self, filled: FillIn<W>, by: Candidate) -> Child<W> {
        let (state, symmetry) = filled.state.canonical(&self.common.grid);
        Child { by, state, symmetry, captured: filled.captured }
    }

    /// Works on a position until a number reaches its limit, and leaves its numbers in the memory.
    fn improve(
        &mut self,
        state: &State<W>,
        limits: Numbers,
        control: &mut Control<'_, Progress>,
    ) -> Result<(), Interrupted> {
        self.path.push(*state);
        self.common.transpositions.enter(state);
        let result = self.improve_entered(state, limits, control);
        self.common.transpositions.leave(state);
        self.path.pop();
        match result {
            Err(Interrupted::Obsolete) if self.common.transpositions.is_decided(state) => Ok(()),
            result => result,
        }
    }

    fn improve_entered(
        &mut self,
        state: &State<W>,
        limits: Numbers,
        control: &mut Control<'_, Progress>,
    ) -> Result<(), Interrupted> {
        let before = self.nodes;
        let mut node = match self.common.transpositions.get(state) {
            Some(entry) => entry,
            None => self.expand(state, control)?,
        };
        if node.is_decided() {
            self.common.transpositions.put(state, node);
            return Ok(());
        }
        let mut children = self.children(state, &node.moves, control)?;
        let work = node.work;
        let result = loop {
            if let Some(decided) = self.harvest(state, &mut node, &mut children) {
                node = decided;
                break Ok(());
            }
            let choice = self.select(&children);
            Numbers { proof: node.proof, disproof: node.disproof } = choice.numbers;
            if self.path.len() == 1 {
                self.root_numbers = choice.numbers;
            }
            if choice.reaches(limits) {
                break Ok(());
            }
            let child = children[choice.best].state;
            let done = self.improve(&child, choice.limits(limits), control);
            if done.is_err() {
                break done;
            }
        };
        node.work = work + (self.nodes - before);
        if !node.is_decided() {
            node.moves = children.iter().map(|child| child.by).collect();
        }
        self.common.transpositions.put(state, node);
        result
    }

    /// The positions after some moves. On a large torus it takes long to find the canonical form of
    /// one, as there are hundreds of symmetries.
    fn children(
        &self,
        state: &State<W>,
        moves: &[Candidate],
        control: &Control<'_, Progress>,
    ) -> Result<Vec<Child<W>>, Stopped> {
        let child = |by: &Candidate| {
            go_on(control.limit())?;
            Ok(self.reduce_after(state, *by))
        };
        moves.iter().map(child).collect()
    }

    /// Judges a position for the first time.
    fn expand(
        &mut self,
        state: &State<W>,
        control: &mut Control<'_, Progress>,
    ) -> Result<Entry<W>, Interrupted> {
        go_on(control.limit())?;
        if self.path.iter().any(|state| self.common.transpositions.is_decided(state)) {
            return Err(Interrupted::Obsolete);
        }
        self.nodes += 1;
        let nodes = self.common.nodes.fetch_add(1, Relaxed) + 1;
        control.report(|| {
            let Numbers { proof: proof_number, disproof: disproof_number } = self.root_numbers;
            let positions = self.common.transpositions.len();
            let memory = Memory(Arc::clone(&self.common) as Arc<dyn Remembered>);
            Progress { nodes, positions, proof_number, disproof_number, memory }
        });
        // On tori connections decide so little that it is worth asking first whether to look.
        let opinion = self.common.grid.both_may_win().then(|| self.opinion(state)).flatten();
        if let Some(verdict) = self.play_out(state, opinion.as_ref()) {
            return Ok(decided(state, &verdict));
        }
        let sought = opinion.as_ref().map_or(Sought::Both, sought);
        let judgement = self.analyst.judge(&self.common.grid, state, sought, control.limit())?;
        Ok(match judgement {
            Judgement::Decided(verdict) => decided(state, &verdict),
            Judgement::Open { moves, refutation } => {
                let moves = match opinion.or_else(|| self.opinion(state)) {
                    Some(opinion) => opinion.rate(moves),
                    None => {
                        let ordered = self.analyst.order(&self.common.grid, state, moves);
                        ordered.into_iter().map(Candidate::unrated).collect()
                    }
                };
                Entry { proof: 1, disproof: 1, cells: refutation, moves: moves.into(), work: 1 }
            }
        })
    }

    fn opinion(&mut self, state: &State<W>) -> Option<Opinion> {
        self.guidance.as_mut()?.opinion(&self.common.grid, state)
    }

    /// Who wins a position of a torus with few empty cells, if that is soon found by trying all
    /// moves.
    fn play_out(&mut self, state: &State<W>, opinion: Option<&Opinion>) -> Option<Verdict<W>> {
        let (grid, empty) = (&self.common.grid, state.empty(&self.common.grid));
        let endgame = self.endgame.as_mut().filter(|_| empty.len() <= PLAYED_OUT)?;
        let promising = opinion.map(|opinion| opinion.rate(empty)).unwrap_or_default();
        endgame.solve(grid, state, &promising, PATIENCE)
    }

    /// Uses what is decided about the children: a won one decides, a lost one drops all moves
    /// outside the opponent's proof set.
    fn harvest(
        &self,
        state: &State<W>,
        node: &mut Entry<W>,
        children: &mut Vec<Child<W>>,
    ) -> Option<Entry<W>> {
        let mut i = 0;
        while i < children.len() {
            let child = children[i];
            i += 1;
            let Some(entry) = self.common.transpositions.decided(&child.state) else { continue };
            let found = self.verdict(&child, winner(&child.state, &entry), &entry);
            if found.winner == state.to_move {
                let (proof, best) = (found.proof.with(child.by.cell), Some(child.by.cell));
                return Some(decided(state, &Verdict { winner: found.winner, proof, best }));
            }
            node.cells |= found.proof;
            children.retain(|c| c.by.cell != child.by.cell && found.proof.contains(c.by.cell));
            i = 0;
        }
        let lost = Verdict { winner: !state.to_move, proof: node.cells, best: None };
        children.is_empty().then(|| decided(state, &lost))
    }

    /// The numbers of a position from those of its children, and the child to go on with.
    fn select(&self, children: &[Child<W>]) -> Choice {
        // On tori the adviser says what moves are worth, and is believed.
        let is_rated = self.guidance.is_some() && self.common.grid.both_may_win();
        let window = if is_rated { children.len() } else { 1 + children.len().div_ceil(WINDOW) };
        let mut choice = Choice::NONE;
        for (i, child) in children.iter().enumerate().take(window) {
            let (numbers, visitors) = self.common.transpositions.numbers(&child.state, child.by);
            // Half as much again for each search that is there already.
            let more = visitors.saturating_mul(numbers.disproof.div_ceil(2));
            choice.consider(i, numbers, numbers.disproof.saturating_add(more));
        }
        choice
    }
}

/// Whose connections are worth looking for.
fn sought(opinion: &Opinion) -> Sought {
    match opinion.chance() {
        chance if chance > SURE => Sought::Nobodys,
        chance if chance < 1.0 - SURE => Sought::Opponents,
        _ => Sought::Both,
    }
}

fn winner<const W: usize>(state: &State<W>, entry: &Entry<W>) -> Color {
    if entry.proof == 0 { state.to_move } else { !state.to_move }
}

fn decided<const W: usize>(state: &State<W>, verdict: &Verdict<W>) -> Entry<W> {
    let wins = verdict.winner == state.to_move;
    Entry {
        proof: if wins { 0 } else { INFINITE },
        disproof: if wins { INFINITE } else { 0 },
        cells: verdict.proof,
        moves: verdict.best.map(Candidate::unrated).into_iter().collect(),
        work: 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{position_of, random_state};
    use hexring_game::Board;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// What connections, barriers and proof sets say about tori, where playing out comes first.
    #[test]
    fn connections_alone_decide_tori_as_playing_out_does() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut positions = 0;
        for board in ["torus:3x3", "torus:4x3", "torus:3x5", "torus:6x3", "torus:4x4", "torus:5x4"]
        {
            let board: Board = board.parse().expect("a board");
            let (grid, transpositions) = (Grid::new(board), Transpositions::new(1 << 24));
            let common = Arc::new(Common { grid, transpositions, nodes: AtomicU64::new(0) });
            let mut search = Search::<1>::new(Arc::clone(&common), None);
            let mut endgame = search.endgame.take().expect("a torus");
            for _ in 0..300 {
                let state = random_state(&common.grid, 20..80, &mut rng);
                let position = position_of(&common.grid, &state);
                if position.is_none_or(|p| p.is_over() || p.empty_count() > 12) {
                    continue;
                }
                let found = search.solve(&state, &mut Control::default()).expect("not stopped");
                let played =
                    endgame.solve(&common.grid, &state, &[], usize::MAX).expect("no limit");
                assert_eq!(found.winner, played.winner, "{board} {state:?}");
                positions += 1;
            }
        }
        assert!(positions > 400, "{positions}");
    }
}
