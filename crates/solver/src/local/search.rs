//! The search: Blue moves, Red answers nearby, and each position is worked on for as long as it
//! seems the easiest.
//!
//! What a winner *needs* are empty cells: it wins whatever the loser has on all others. That saves
//! most of the work.
//! - If Blue wins after an answer of Red and does not need the cell of another answer, Blue wins
//!   after that one too.
//! - If Red wins after a move of Blue by an answer, and does not need the cell of another move that
//!   is as near to the answer, it wins after that one too.
//! - Blue has to move where Red needs something. If Red has an answer to every move in the cells
//!   that all these answers need together, it may ignore all other moves: they change nothing.

use hexring_control::Control;
use hexring_game::Color;

use super::LocalProgress;
use super::arena::{Arena, Key};
use super::chains::{BlueRings, red_chain};
use super::effort::{Effort, Sum};
use super::fill::{Inferior, fill};
use super::table::{Entry, Table};
use crate::bits::Bits;
use crate::inferior::Patterns;
use crate::progress::{Stopped, go_on};
use crate::state::State;

/// Decides positions in which Red's answers have to be near.
pub(super) struct Search<const W: usize> {
    pub(super) arena: Arena<W>,
    pub(super) patterns: Patterns,
    rings: BlueRings,
    table: Table<W>,
    pub(super) nodes: u64,
}

/// A position that is filled in, and where it is remembered.
#[derive(Clone, Copy)]
struct Spot<const W: usize> {
    state: State<W>,
    /// The ring of Blue's last stone if Red is to answer it.
    ring: Option<u8>,
    key: Key<W>,
    symmetry: usize,
    /// What Red has captured since the position before.
    captured: Bits<W>,
}

/// A move and what is known about the position after it.
struct Child<const W: usize> {
    cell: u8,
    spot: Spot<W>,
    effort: Effort,
}

impl<const W: usize> Entry<W> {
    fn won(winner: Color, need: Bits<W>, moves: Bits<W>) -> Self {
        Entry { effort: Effort::won(winner), need, moves, work: 1 }
    }
}

impl<const W: usize> Search<W> {
    /// With an empty memory of so many bytes.
    pub(super) fn new(arena: Arena<W>, memory: usize) -> Self {
        let (patterns, rings) = (Patterns::new(), BlueRings::default());
        Search { arena, patterns, rings, table: Table::new(memory), nodes: 0 }
    }

    /// Who wins with Blue to move, and Blue's move if it is Blue.
    pub(super) fn solve(
        &mut self,
        state: &State<W>,
        control: &mut Control<'_, LocalProgress>,
    ) -> Result<(Color, Option<u8>), Stopped> {
        let spot = self.spot(state, None, self.arena.grid.all);
        let found = self.blue_to_move(&spot, Effort::UNLIMITED, control)?;
        let winner = found.effort.winner().expect("without limits it is decided");
        Ok((winner, found.moves.iter().next().filter(|_| winner == Color::Blue)))
    }

    /// Red's answer to a blue stone in a ring that is on the board already, none if Red wins although
    /// it passes; and what Red needs, the cell of the answer included. Red must be the winner.
    pub(super) fn answer(
        &mut self,
        state: &State<W>,
        ring: u8,
        control: &mut Control<'_, LocalProgress>,
    ) -> Result<(Option<u8>, Bits<W>), Stopped> {
        let spot = self.spot(state, Some(ring), self.arena.grid.all);
        let found = self.red_to_answer(&spot, ring, Effort::UNLIMITED, control)?;
        debug_assert_eq!(found.effort.winner(), Some(Color::Red));
        Ok((found.moves.iter().next(), found.need | spot.captured))
    }

    /// Fills in a position that was filled in but for some cells.
    fn spot(&self, state: &State<W>, ring: Option<u8>, near: Bits<W>) -> Spot<W> {
        let filled = fill(&self.arena, &self.patterns, state, near);
        let (key, symmetry) = self.arena.canonical(&filled.state, ring);
        Spot { state: filled.state, ring, key, symmetry, captured: filled.captured }
    }

    fn recall(&self, spot: &Spot<W>) -> Option<Entry<W>> {
        let entry = self.table.get(&spot.key)?;
        let back = |set| self.arena.preimage(set, spot.symmetry);
        Some(Entry { need: back(entry.need), moves: back(entry.moves), ..entry })
    }

    fn keep(&mut self, spot: &Spot<W>, entry: Entry<W>) -> Entry<W> {
        let image = |set| self.arena.image(set, spot.symmetry);
        let kept = Entry { need: image(entry.need), moves: image(entry.moves), ..entry };
        self.table.put(spot.key, kept);
        entry
    }

    /// Counts a position, unless the search shall end.
    fn count(&mut self, control: &mut Control<'_, LocalProgress>) -> Result<(), Stopped> {
        go_on(control.limit())?;
        self.nodes += 1;
        control.report(|| LocalProgress { nodes: self.nodes, positions: self.table.len });
        Ok(())
    }

    fn empty(&self, state: &State<W>) -> Bits<W> {
        state.empty(&self.arena.grid)
    }

    /// The position after a stone of the player to move.
    fn child(&self, spot: &Spot<W>, cell: u8) -> (Child<W>, Option<Entry<W>>) {
        let mover = if spot.ring.is_none() { Color::Blue } else { Color::Red };
        let mut state = spot.state;
        state.stones[mover.index()].insert(cell);
        let ring = (mover == Color::Blue).then(|| self.arena.ring(cell));
        let near = self.arena.around(Bits::of(cell)).with(cell);
        let spot = self.spot(&state, ring, near);
        let known = self.recall(&spot);
        let effort = known.map_or_else(|| self.expected(&spot), |entry| entry.effort);
        (Child { cell, spot, effort }, known.filter(|entry| entry.effort.winner().is_some()))
    }

    /// How hard a position seems that nobody has looked at: the fewer cells Red's way lacks, the
    /// easier it is for Red.
    fn expected(&self, spot: &Spot<W>) -> Effort {
        let rows = u32::from(self.arena.grid.board.rows());
        let missing = self.missing(&spot.state).unwrap_or(4 * rows);
        let choices = spot
            .ring
            .map_or(0, |ring| (self.arena.window(ring) & self.empty(&spot.state)).len() as u32 / 2);
        Effort([1 + 4 * missing, 1 + 3 * rows.saturating_sub(missing) + choices])
    }

    /// How many cells Red's shortest way lacks.
    pub(super) fn missing(&self, state: &State<W>) -> Option<u32> {
        let (red, empty) = (state.own(Color::Red), self.empty(state));
        let mut reached = self.arena.flood(self.arena.top(), red);
        let mut front = reached;
        let mut beside = self.arena.top();
        let mut missing = 0;
        while !reached.intersects(self.arena.bottom()) {
            let next = ((beside | self.arena.around(front)) & empty) - reached;
            if next.is_empty() {
                return None;
            }
            front = next | self.arena.flood(self.arena.around(next), red - reached);
            reached |= front;
            beside = Bits::EMPTY;
            missing += 1;
        }
        Some(missing)
    }

    /// What is known of a position, or what is seen without looking ahead.
    fn begin(
        &mut self,
        spot: &Spot<W>,
        judge: impl FnOnce(&mut Self) -> Entry<W>,
        control: &mut Control<'_, LocalProgress>,
    ) -> Result<Entry<W>, Stopped> {
        if let Some(entry) = self.recall(spot) {
            return Ok(entry);
        }
        self.count(control)?;
        Ok(judge(self))
    }

    /// Works on a position with Blue to move until it is decided or reaches the limits.
    fn blue_to_move(
        &mut self,
        spot: &Spot<W>,
        limits: Effort,
        control: &mut Control<'_, LocalProgress>,
    ) -> Result<Entry<W>, Stopped> {
        let before = self.nodes;
        let start = self.begin(spot, |search| search.judge_blue(&spot.state), control)?;
        if start.effort.winner().is_some() {
            return Ok(self.keep(spot, start));
        }
        let inferior = Inferior::of(&self.arena, &self.patterns, &spot.state);
        let mut entry = Entry { moves: start.moves - inferior.cells, ..start };
        let mut children: Vec<Child<W>> = Vec::new();
        let mut made = Bits::EMPTY;
        loop {
            entry.need = inferior.closure(entry.need);
            let active = match entry.need.is_empty() {
                true => entry.moves,
                false => entry.moves & entry.need,
            };
            if active.is_empty() {
                // If nobody has moved anywhere, Red needs whatever is left.
                let all = self.empty(&spot.state);
                let need = if entry.need.is_empty() { all } else { entry.need };
                let won = Entry::won(Color::Red, need, Bits::EMPTY);
                return Ok(self.keep(spot, self.worked(won, start, before)));
            }
            if let Some(cell) = (active - made).iter().next() {
                made.insert(cell);
                let (child, known) = self.child(spot, cell);
                if let Some(found) = known
                    && let Some(decided) = self.after_blue(&mut entry, &child, found)
                {
                    return Ok(self.keep(spot, self.worked(decided, start, before)));
                }
                children.push(child);
                continue;
            }
            let mut sum = Sum::new(Color::Blue);
            for child in children.iter().filter(|child| active.contains(child.cell)) {
                sum.add(child.cell, child.effort);
            }
            entry.effort = sum.effort();
            let best = children.iter_mut().find(|child| Some(child.cell) == sum.best);
            let Some(best) = best.filter(|_| !entry.effort.reaches(limits)) else {
                return Ok(self.keep(spot, self.worked(entry, start, before)));
            };
            let ring = self.arena.ring(best.cell);
            let found = self.red_to_answer(&best.spot, ring, sum.limits(limits), control)?;
            best.effort = found.effort;
            if let Some(decided) = self.after_blue(&mut entry, best, found) {
                return Ok(self.keep(spot, self.worked(decided, start, before)));
            }
        }
    }

    /// The entry with the work that was done on it.
    fn worked(&self, entry: Entry<W>, start: Entry<W>, before: u64) -> Entry<W> {
        let work = u32::try_from(self.nodes - before).unwrap_or(u32::MAX);
        Entry { work: start.work.saturating_add(work), ..entry }
    }

    /// Takes into account what was found after a move of Blue. What is returned is decided.
    fn after_blue(
        &self,
        entry: &mut Entry<W>,
        child: &Child<W>,
        found: Entry<W>,
    ) -> Option<Entry<W>> {
        let stone = Bits::of(child.cell);
        match found.effort.winner()? {
            Color::Blue => Some(Entry::won(Color::Blue, found.need | stone, stone)),
            Color::Red => {
                let need = found.need | child.spot.captured;
                let Some(answer) = found.moves.iter().next() else {
                    // Who wins without an answer wins without the move as well.
                    return Some(Entry::won(Color::Red, need, Bits::EMPTY));
                };
                entry.need |= need;
                entry.moves = entry.moves - stone - (self.arena.near(answer) - need);
                None
            }
        }
    }

    /// Looks at a position with Blue to move without looking ahead.
    fn judge_blue(&mut self, state: &State<W>) -> Entry<W> {
        let empty = self.empty(state);
        if let Some(chain) = red_chain(&self.arena, state) {
            return Entry::won(Color::Red, chain.carrier(), Bits::EMPTY);
        }
        let blue = state.own(Color::Blue);
        for cell in empty.iter() {
            let (one, rest) = (Bits::of(cell), empty - Bits::of(cell));
            if let Some(pairs) = self.rings.find(&self.arena, blue | one, rest) {
                return Entry::won(Color::Blue, pairs | one, one);
            }
        }
        let mut entry = Entry { effort: Effort([1; 2]), need: Bits::EMPTY, moves: empty, work: 1 };
        for cell in empty.iter() {
            let mut after = *state;
            after.stones[Color::Red.index()].insert(cell);
            let Some(chain) = red_chain(&self.arena, &after) else { continue };
            let carrier = chain.carrier().with(cell);
            let moves = entry.moves - (self.arena.near(cell) - carrier);
            let need = entry.need | carrier;
            let is_first = entry.need.is_empty();
            if is_first || (moves & need).len() < (entry.moves & entry.need).len() {
                (entry.moves, entry.need) = (moves, need);
            }
        }
        entry
    }

    /// Works on a position with Red to answer until it is decided or reaches the limits.
    fn red_to_answer(
        &mut self,
        spot: &Spot<W>,
        ring: u8,
        limits: Effort,
        control: &mut Control<'_, LocalProgress>,
    ) -> Result<Entry<W>, Stopped> {
        let before = self.nodes;
        let start = self.begin(spot, |search| search.judge_red(&spot.state, ring), control)?;
        if start.effort.winner().is_some() {
            return Ok(self.keep(spot, start));
        }
        if (self.empty(&spot.state) & self.arena.window(ring)).is_empty() {
            let pass = self.spot(&spot.state, None, Bits::EMPTY);
            let found = self.blue_to_move(&pass, limits, control)?;
            let entry = Entry { moves: Bits::EMPTY, ..found };
            return Ok(self.keep(spot, self.worked(entry, start, before)));
        }
        let mut entry = start;
        let mut children: Vec<Child<W>> = Vec::new();
        let mut made = Bits::EMPTY;
        loop {
            if let Some(cell) = (entry.moves - made).iter().next() {
                made.insert(cell);
                let (child, known) = self.child(spot, cell);
                if let Some(found) = known
                    && let Some(decided) = after_red(&mut entry, &child, found)
                {
                    return Ok(self.keep(spot, self.worked(decided, start, before)));
                }
                children.push(child);
                continue;
            }
            if entry.moves.is_empty() {
                let won = Entry::won(Color::Blue, entry.need, Bits::EMPTY);
                return Ok(self.keep(spot, self.worked(won, start, before)));
            }
            let mut sum = Sum::new(Color::Red);
            for child in children.iter().filter(|child| entry.moves.contains(child.cell)) {
                sum.add(child.cell, child.effort);
            }
            entry.effort = sum.effort();
            let best = children.iter_mut().find(|child| Some(child.cell) == sum.best);
            let Some(best) = best.filter(|_| !entry.effort.reaches(limits)) else {
                return Ok(self.keep(spot, self.worked(entry, start, before)));
            };
            let found = self.blue_to_move(&best.spot, sum.limits(limits), control)?;
            best.effort = found.effort;
            if let Some(decided) = after_red(&mut entry, best, found) {
                return Ok(self.keep(spot, self.worked(decided, start, before)));
            }
        }
    }

    /// Looks at a position with Red to answer without looking ahead.
    fn judge_red(&mut self, state: &State<W>, ring: u8) -> Entry<W> {
        let (blue, empty) = (state.own(Color::Blue), self.empty(state));
        if !self.arena.joins(self.arena.grid.all - blue) {
            return Entry::won(Color::Blue, Bits::EMPTY, Bits::EMPTY);
        }
        let (mut moves, mut need) = (empty & self.arena.window(ring), Bits::EMPTY);
        let passes = moves.is_empty();
        if let Some(pairs) = self.rings.find(&self.arena, blue, empty) {
            return Entry::won(Color::Blue, pairs, Bits::EMPTY);
        }
        for cell in empty.iter() {
            let (one, rest) = (Bits::of(cell), empty - Bits::of(cell));
            let Some(pairs) = self.rings.find(&self.arena, blue | one, rest) else { continue };
            let threat = pairs | one;
            if passes || !moves.is_within(threat) {
                moves &= threat;
                need |= threat;
            }
            if moves.is_empty() {
                return Entry::won(Color::Blue, need, Bits::EMPTY);
            }
        }
        Entry { effort: Effort([1; 2]), need, moves, work: 1 }
    }
}

/// Takes into account what was found after an answer of Red. What is returned is decided.
fn after_red<const W: usize>(
    entry: &mut Entry<W>,
    child: &Child<W>,
    found: Entry<W>,
) -> Option<Entry<W>> {
    let answer = Bits::of(child.cell);
    match found.effort.winner()? {
        Color::Red => {
            let need = found.need | child.spot.captured | answer;
            Some(Entry::won(Color::Red, need, answer))
        }
        Color::Blue => {
            entry.need |= found.need;
            entry.moves = (entry.moves & found.need) - answer;
            None
        }
    }
}
