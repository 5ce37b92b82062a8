//! Depth-first proof-number search.
//!
//! Nagai's df-pn (2002) with what solving Hex has added to it: a window of the most promising
//! moves instead of all of them (Henderson, Arneson and Hayward, *Solving 8×8 Hex*, 2009), and
//! proof sets that drop moves once another one is refuted. All numbers are in the view of the
//! player to move. Every position is filled in and brought to its canonical form before it is
//! looked up, so the search walks from one canonical position to the next and carries proof sets
//! back through the symmetry.

use hexring_game::{Board, Color};

use crate::analysis::{Analyst, Judgement, Verdict};
use crate::bits::Bits;
use crate::control::{Control, Progress};
use crate::grid::Grid;
use crate::state::{State, preimage};
use crate::table::{Entry, Table};

/// Larger than any proof number; no proof.
pub(crate) const INFINITE: u32 = 1 << 30;

/// Of the open moves, one and this part is looked at.
const WINDOW: usize = 4;

/// The search reports after so many positions.
const REPORT: u64 = 256;

/// A search on one board, with its memory.
pub(crate) struct Search<const W: usize> {
    pub(crate) grid: Grid<W>,
    analyst: Analyst<W>,
    pub(crate) table: Table<W>,
    /// Positions judged.
    pub(crate) nodes: u64,
    root_numbers: (u32, u32),
}

/// A position after a move, in canonical form.
#[derive(Clone, Copy)]
pub(crate) struct Child<const W: usize> {
    cell: u8,
    pub(crate) state: State<W>,
    symmetry: usize,
    captured: [Bits<W>; 2],
}

/// The search was stopped from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

impl<const W: usize> Search<W> {
    pub(crate) fn new(board: Board, table: Table<W>) -> Self {
        let grid = Grid::new(board);
        let analyst = Analyst::new(&grid);
        Search { grid, analyst, table, nodes: 0, root_numbers: (1, 1) }
    }

    /// Who wins a position, and what the winner needs for it.
    pub(crate) fn solve(
        &mut self,
        state: &State<W>,
        control: &mut Control<'_>,
    ) -> Result<Verdict<W>, Stopped> {
        let root = self.reduce(*state, 0);
        loop {
            if let Some(entry) = self.table.get(&root.state).filter(|e| e.is_decided()) {
                let winner = winner(&root.state, entry);
                let mut verdict = self.verdict(&root, winner, entry);
                if verdict.winner == state.to_move {
                    // A winner that need not even be to move wins with any move.
                    let empty = state.empty(&self.grid);
                    let any = || (verdict.proof & empty).iter().chain(empty.iter()).next();
                    verdict.best = verdict.best.or_else(any);
                }
                return Ok(verdict);
            }
            self.improve(&root.state, (INFINITE, INFINITE), 0, control)?;
        }
    }

    fn verdict(&self, child: &Child<W>, winner: Color, entry: &Entry<W>) -> Verdict<W> {
        let symmetry = &self.grid.symmetries[child.symmetry];
        let proof = preimage(entry.cells, &symmetry.map);
        let winner = if symmetry.exchanges_colors { !winner } else { winner };
        let best = entry.moves.first().filter(|_| entry.proof == 0);
        let back = |cell: &u8| symmetry.map.iter().position(|to| to == cell).map(|c| c as u8);
        Verdict { winner, proof: proof | child.captured[winner.index()], best: best.and_then(back) }
    }

    /// Fills in and turns a position into its canonical form.
    fn reduce(&self, state: State<W>, cell: u8) -> Child<W> {
        let filled = self.analyst.patterns.fill_in(&self.grid, &state);
        let (state, symmetry) = filled.state.canonical(&self.grid);
        Child { cell, state, symmetry, captured: filled.captured }
    }

    /// Works on a position until a number reaches its limit, and leaves the numbers in the table.
    fn improve(
        &mut self,
        state: &State<W>,
        (proof_limit, disproof_limit): (u32, u32),
        depth: usize,
        control: &mut Control<'_>,
    ) -> Result<(), Stopped> {
        let before = self.nodes;
        let mut node = match self.table.get(state) {
            Some(entry) => entry.clone(),
            None => self.expand(state, control)?,
        };
        if node.is_decided() {
            self.table.put(state, node);
            return Ok(());
        }
        let mut children: Vec<Child<W>> =
            node.moves.iter().map(|cell| self.reduce(state.after(*cell), *cell)).collect();
        let work = node.work;
        let result = loop {
            if let Some(decided) = self.harvest(state, &mut node, &mut children) {
                node = decided;
                break Ok(());
            }
            let choice = self.select(&children);
            (node.proof, node.disproof) = (choice.proof, choice.disproof);
            if depth == 0 {
                self.root_numbers = (node.proof, node.disproof);
            }
            if node.proof >= proof_limit || node.disproof >= disproof_limit {
                break Ok(());
            }
            let limits = choice.limits(proof_limit, disproof_limit);
            let child = children[choice.best].state;
            let done = self.improve(&child, limits, depth + 1, control);
            if done.is_err() {
                break done;
            }
        };
        node.work = work + (self.nodes - before);
        if !node.is_decided() {
            node.moves = children.iter().map(|child| child.cell).collect();
        }
        self.table.put(state, node);
        result
    }

    /// Judges a position for the first time.
    fn expand(&mut self, state: &State<W>, control: &mut Control<'_>) -> Result<Entry<W>, Stopped> {
        if control.is_stopped() {
            return Err(Stopped);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(REPORT) {
            let (proof_number, disproof_number) = self.root_numbers;
            let (nodes, positions) = (self.nodes, self.table.len());
            control.report(Progress { nodes, positions, proof_number, disproof_number });
        }
        Ok(match self.analyst.judge(&self.grid, state) {
            Judgement::Decided(verdict) => decided(state, &verdict),
            Judgement::Open { moves, refutation } => {
                Entry { proof: 1, disproof: 1, cells: refutation, moves: moves.into(), work: 1 }
            }
        })
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
            let Some(entry) = self.table.get(&child.state).filter(|e| e.is_decided()) else {
                continue;
            };
            let found = self.verdict(&child, winner(&child.state, entry), entry);
            if found.winner == state.to_move {
                let (proof, best) = (found.proof.with(child.cell), Some(child.cell));
                return Some(decided(state, &Verdict { winner: found.winner, proof, best }));
            }
            node.cells |= found.proof;
            children.retain(|c| c.cell != child.cell && found.proof.contains(c.cell));
            i = 0;
        }
        let lost = Verdict { winner: !state.to_move, proof: node.cells, best: None };
        children.is_empty().then(|| decided(state, &lost))
    }

    /// The numbers of a position from those of its children, and the child to go on with.
    fn select(&self, children: &[Child<W>]) -> Choice {
        let window = 1 + children.len().div_ceil(WINDOW);
        let mut choice =
            Choice { best: 0, proof: INFINITE, second: INFINITE, disproof: 0, of_best: 0 };
        for (i, child) in children.iter().enumerate().take(window) {
            let entry = self.table.get(&child.state);
            let (proof, disproof) = entry.map_or((1, 1), |e| (e.proof, e.disproof));
            choice.disproof = (choice.disproof + proof).min(INFINITE - 1);
            if disproof < choice.proof {
                choice.second = choice.proof;
                (choice.best, choice.proof, choice.of_best) = (i, disproof, proof);
            } else {
                choice.second = choice.second.min(disproof);
            }
        }
        choice
    }
}

/// The child to go on with, and the numbers that follow from the children.
struct Choice {
    best: usize,
    proof: u32,
    /// The proof number without the best child.
    second: u32,
    disproof: u32,
    /// What the best child contributes to the disproof number.
    of_best: u32,
}

impl Choice {
    /// How far the best child may be worked on. It may become a quarter worse than the second
    /// best before the search turns away, or the two would take turns all the time.
    fn limits(&self, proof_limit: u32, disproof_limit: u32) -> (u32, u32) {
        let child_proof = disproof_limit.saturating_sub(self.disproof - self.of_best);
        let child_disproof = proof_limit.min((self.second + self.second / 4).saturating_add(1));
        (child_proof.min(INFINITE), child_disproof.min(INFINITE))
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
        moves: verdict.best.into_iter().collect(),
        work: 1,
    }
}
