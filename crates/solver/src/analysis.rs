//! One position without looking ahead: is it decided, and if not, which moves are left?
//!
//! The answer comes with a *proof set*: the empty cells that the winner's strategy needs. The
//! winner wins whatever the opponent has outside of it, which has two uses. A move of the loser
//! outside the set does not help, so one refuted move may refute most others; and the sets of the
//! children make the set of the parent (Hayward, Björnsson, Johanson, Kan, Po and van Rijswijck,
//! *Solving 7×7 Hex: virtual connections and game-state reduction*, 2003).
//!
//! | what | why it is sound |
//! |---|---|
//! | cells captured by the winner are its stones | they are in the set, and it answers inside each pair |
//! | cells captured by the loser, dead cells | they are given to the loser, which can only help it |
//! | a full connection of the goal | its carrier is the set |
//! | the opponent's threats leave a must-play region | a move outside it does not meet some threat |

use hexring_game::Color;

use crate::bits::Bits;
use crate::connections::{Connections, Until};
use crate::grid::{Grid, Shift, winds, winds_purely};
use crate::groups::{Completion, Groups};
use crate::inferior::Patterns;
use crate::ordering::Ordering;
use crate::state::State;

/// What is known about a position without looking ahead.
pub(crate) enum Judgement<const W: usize> {
    /// Somebody wins.
    Decided(Verdict<W>),
    /// The player to move has these moves, the most promising first. If all of them lose, the
    /// opponent's proof set is `refutation` and those of the moves.
    Open { moves: Vec<u8>, refutation: Bits<W> },
}

/// Who wins, and what the winner needs for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Verdict<const W: usize> {
    pub(crate) winner: Color,
    pub(crate) proof: Bits<W>,
    /// The winner's move, where it is to move.
    pub(crate) best: Option<u8>,
}

/// The engines of one board and their memory.
pub(crate) struct Analyst<const W: usize> {
    pub(crate) patterns: Patterns,
    groups: [Groups; 2],
    connections: [Connections<W>; 2],
    ordering: Ordering,
}

impl<const W: usize> Analyst<W> {
    pub(crate) fn new(grid: &Grid<W>) -> Self {
        Analyst {
            patterns: Patterns::new(),
            groups: [Groups::new(grid.cells), Groups::new(grid.cells)],
            connections: Color::ALL.map(|color| Connections::new(grid, color)),
            ordering: Ordering::new(grid.cells),
        }
    }

    /// Judges a position in which dead and captured cells are filled in.
    pub(crate) fn judge(&mut self, grid: &Grid<W>, state: &State<W>) -> Judgement<W> {
        let mover = state.to_move;
        for color in [!mover, mover] {
            self.groups[color.index()].build(grid, color, state.own(color));
            let proof = match self.groups[color.index()].completion {
                Completion::Open => continue,
                Completion::Slanted => grid.all,
                Completion::Decisive => Bits::EMPTY,
            };
            return Judgement::Decided(Verdict { winner: color, proof, best: None });
        }
        let slanted = self.slanted(grid, state);
        match slanted {
            Slanted::Decided(verdict) => Judgement::Decided(verdict),
            Slanted::MustBlock(cell) => Judgement::Open { moves: vec![cell], refutation: grid.all },
            Slanted::Nothing => match self.connected(grid, state) {
                Some(verdict) => Judgement::Decided(verdict),
                None => self.open(grid, state),
            },
        }
    }

    /// Wins in one move that the connections do not count, because the ring is slanted.
    fn slanted(&self, grid: &Grid<W>, state: &State<W>) -> Slanted<W> {
        if !grid.both_may_win() {
            return Slanted::Nothing;
        }
        let mover = state.to_move;
        let empty = state.empty(grid);
        let closes = |color: Color, cell: u8| self.closing_shift(grid, state, color, cell);
        if let Some((cell, shift)) =
            empty.iter().find_map(|cell| closes(mover, cell).map(|shift| (cell, shift)))
        {
            let pure = winds_purely(grid.goal(mover), shift);
            let proof = if pure { Bits::of(cell) } else { grid.all };
            let best = Some(cell);
            return Slanted::Decided(Verdict { winner: mover, proof, best });
        }
        let mut blocks = empty.iter().filter(|cell| closes(!mover, *cell).is_some());
        match (blocks.next(), blocks.next()) {
            (None, _) => Slanted::Nothing,
            (Some(cell), None) => Slanted::MustBlock(cell),
            _ => {
                let proof = grid.all;
                Slanted::Decided(Verdict { winner: !mover, proof, best: None })
            }
        }
    }

    /// The winding of a ring that a stone would close, a pure one if possible.
    fn closing_shift(
        &self,
        grid: &Grid<W>,
        state: &State<W>,
        color: Color,
        cell: u8,
    ) -> Option<Shift> {
        let (groups, own) = (&self.groups[color.index()], state.own(color));
        let goal = grid.goal(color);
        let steps = &grid.steps[usize::from(cell)];
        let mut slanted = None;
        let anchor = |to: u8| if to == cell { (cell, Shift::ZERO) } else { groups.anchor(to) };
        let own_steps = || steps.iter().filter(|s| s.to == cell || own.contains(s.to));
        for (i, one) in own_steps().enumerate() {
            let (root, shift) = anchor(one.to);
            // The root's shift, seen from the new stone.
            let here = one.wrap.minus(shift);
            let itself = (root == cell).then_some(here);
            let others = own_steps().take(i).filter_map(|two| {
                let (other, shift) = anchor(two.to);
                (other == root).then(|| here.minus(two.wrap.minus(shift)))
            });
            for around in others.chain(itself).filter(|around| winds(goal, *around)) {
                if winds_purely(goal, around) {
                    return Some(around);
                }
                slanted = Some(around);
            }
        }
        slanted
    }

    /// Whether virtual connections decide.
    fn connected(&mut self, grid: &Grid<W>, state: &State<W>) -> Option<Verdict<W>> {
        let (mover, other) = (state.to_move, !state.to_move);
        self.connect(grid, state, mover, Until::Semi);
        let found = &self.connections[mover.index()].found;
        if let Some(threat) = found.threats.first() {
            let best = Some(threat.key);
            return Some(Verdict { winner: mover, proof: threat.carrier, best });
        }
        if let Some((proof, _)) = found.full {
            let best = proof.iter().next();
            return Some(Verdict { winner: mover, proof, best });
        }
        self.connect(grid, state, other, Until::Full);
        let (proof, _) = self.connections[other.index()].found.full?;
        Some(Verdict { winner: other, proof, best: None })
    }

    fn connect(&mut self, grid: &Grid<W>, state: &State<W>, color: Color, until: Until) {
        let groups = &self.groups[color.index()];
        let (empty, own) = (state.empty(grid), state.own(color));
        self.connections[color.index()].build(grid, empty, own, groups, until);
    }

    /// The moves that meet all of the opponent's threats.
    fn open(&mut self, grid: &Grid<W>, state: &State<W>) -> Judgement<W> {
        let found = &self.connections[(!state.to_move).index()].found;
        let refutation = found.threats.iter().fold(Bits::EMPTY, |set, t| set | t.carrier);
        let must_play = found.common;
        if state.empty(grid).is_empty() {
            return Judgement::Decided(self.count_out(grid, state));
        }
        let moves = self.ordering.order(grid, state, must_play, &self.patterns);
        Judgement::Open { moves, refutation }
    }

    /// The winner of a board on which only dead cells are empty: they may be of any colour.
    fn count_out(&mut self, grid: &Grid<W>, state: &State<W>) -> Verdict<W> {
        let red = state.own(Color::Red) | state.dead;
        self.groups[0].build(grid, Color::Red, red);
        let wins = self.groups[0].completion != Completion::Open;
        let winner = if wins { Color::Red } else { Color::Blue };
        Verdict { winner, proof: grid.all, best: None }
    }
}

enum Slanted<const W: usize> {
    Nothing,
    MustBlock(u8),
    Decided(Verdict<W>),
}
