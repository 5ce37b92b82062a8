//! Cells that are not worth a move when answers have to be near.
//!
//! Dead cells are dead in every game. Red has captured a pair of cells only if each is near enough
//! to answer a blue stone on the other. The same care is due for moves of Blue: one that Red can
//! make dead by an answer is worth nothing if that answer is near enough, and one that is worse than
//! its neighbour is so only if both are answered in the same cells, that is, in one ring.

use hexring_game::Color;

use super::arena::Arena;
use crate::bits::Bits;
use crate::inferior::Patterns;
use crate::state::State;

/// A position in which dead cells count as Red's, whoever has a stone there, as do captured ones.
#[derive(Clone, Copy)]
pub(super) struct Filled<const W: usize> {
    pub(super) state: State<W>,
    /// The cells that Red has captured: it needs them, since it has to answer there.
    pub(super) captured: Bits<W>,
}

/// Moves of Blue that need no look of their own, each with a cell that belongs to it.
pub(super) struct Inferior<const W: usize> {
    /// The cell and Red's answer that makes it dead.
    vulnerable: Vec<(u8, u8)>,
    /// The cell and its better neighbour.
    dominated: Vec<(u8, u8)>,
    pub(super) cells: Bits<W>,
}

/// Fills in what is dead or captured near some cells, and near what was found.
pub(super) fn fill<const W: usize>(
    arena: &Arena<W>,
    patterns: &Patterns,
    state: &State<W>,
    near: Bits<W>,
) -> Filled<W> {
    let grid = &arena.grid;
    let mut filled = Filled { state: *state, captured: Bits::EMPTY };
    let mut open = near;
    while let Some(cell) = (open - filled.state.own(Color::Red)).iter().next() {
        open.remove(cell);
        let found = match patterns.is_dead_at(grid, &filled.state, cell) {
            true => Bits::of(cell),
            false => captured_with(arena, patterns, &filled.state, cell),
        };
        if found.is_empty() {
            continue;
        }
        if found.len() == 2 {
            filled.captured |= found;
        }
        let [red, blue] = filled.state.stones;
        filled.state.stones = [red | found, blue - found];
        open |= arena.around(found);
    }
    filled
}

/// The cell with a neighbour that Red has captured together with it; nothing if there is none.
pub(super) fn captured_with<const W: usize>(
    arena: &Arena<W>,
    patterns: &Patterns,
    state: &State<W>,
    cell: u8,
) -> Bits<W> {
    let grid = &arena.grid;
    if !state.empty(grid).contains(cell) {
        return Bits::EMPTY;
    }
    let near = arena.near(cell);
    let is_pair = |other: &u8| {
        near.contains(*other)
            && patterns.killers(grid, state, *other, Color::Red).any(|killer| killer == cell)
    };
    let partner = patterns.killers(grid, state, cell, Color::Red).find(is_pair);
    partner.map_or(Bits::EMPTY, |other| Bits::of(cell).with(other))
}

/// An answer near enough that would make a blue stone on the cell dead.
pub(super) fn killer<const W: usize>(
    arena: &Arena<W>,
    patterns: &Patterns,
    state: &State<W>,
    cell: u8,
) -> Option<u8> {
    let near = arena.near(cell);
    patterns.killers(&arena.grid, state, cell, Color::Red).find(|answer| near.contains(*answer))
}

impl<const W: usize> Inferior<W> {
    /// Of a position that is filled in.
    pub(super) fn of(arena: &Arena<W>, patterns: &Patterns, state: &State<W>) -> Self {
        let grid = &arena.grid;
        let empty = state.empty(grid);
        let mut found = Inferior { vulnerable: vec![], dominated: vec![], cells: Bits::EMPTY };
        for cell in empty.iter() {
            if let Some(answer) = killer(arena, patterns, state, cell) {
                found.vulnerable.push((cell, answer));
                found.cells.insert(cell);
            }
        }
        for cell in (empty - found.cells).iter() {
            let ring = arena.ring(cell);
            let mut better = patterns.killers(grid, state, cell, Color::Blue);
            // What is worse itself proves nothing: two cells may each be as good as the other.
            let is_fit = |other: &u8| arena.ring(*other) == ring && !found.cells.contains(*other);
            if let Some(better) = better.find(is_fit) {
                found.dominated.push((cell, better));
                found.cells.insert(cell);
            }
        }
        found
    }

    /// What Red needs, together with what it needs for moves of Blue in there that nobody looks at.
    pub(super) fn closure(&self, mut need: Bits<W>) -> Bits<W> {
        loop {
            let before = need;
            for (cell, other) in self.vulnerable.iter().chain(&self.dominated) {
                if need.contains(*cell) {
                    need.insert(*other);
                }
            }
            if need == before {
                return need;
            }
        }
    }
}
