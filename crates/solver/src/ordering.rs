//! Which moves look best, so that the search finds a refutation early.
//!
//! Each colour's board is an electrical circuit (Shannon's machine; Anshelevich 2002): own stones
//! conduct well, empty cells have a resistance, the opponent's stones do not conduct. A voltage
//! lies between the borders, or, for a ring, between each cell and its own next copy. The power
//! that a cell takes, as a share of the whole, says how much the colour depends on it; the move
//! that both depend on most comes first. Bridges count as links.
//!
//! A cell that another move would kill or capture goes behind all others: it is worse than that
//! move. Nothing is left out for it; if the other move loses, its proof set does not contain the
//! dominated cell, and the search drops it then.

use hexring_game::{Axis, Color, Goal};

use crate::bits::Bits;
use crate::grid::{Grid, Shift};
use crate::inferior::Patterns;
use crate::state::State;

const STONE: f32 = 0.05;
const EMPTY: f32 = 1.0;
/// A bridge conducts a little worse than a touch.
const BRIDGE: f32 = 0.7;
const ROUNDS: usize = 24;
const OVERRELAXATION: f32 = 1.5;

/// A wire from a cell to another one in a copy `rise` boards along the axis.
#[derive(Clone, Copy)]
struct Wire {
    to: u8,
    rise: f32,
    conductance: f32,
}

/// The circuit of one colour, with memory that is used again.
pub(crate) struct Ordering {
    wires: Vec<Vec<Wire>>,
    /// Conductance to the borders of a path.
    ends: Vec<[f32; 2]>,
    voltage: Vec<f32>,
    score: Vec<f32>,
}

impl Ordering {
    pub(crate) fn new(cells: usize) -> Self {
        Ordering {
            wires: vec![Vec::new(); cells],
            ends: vec![[0.0; 2]; cells],
            voltage: vec![0.0; cells],
            score: vec![0.0; cells],
        }
    }

    /// The moves, the most promising first.
    pub(crate) fn order<const W: usize>(
        &mut self,
        grid: &Grid<W>,
        state: &State<W>,
        moves: Bits<W>,
        patterns: &Patterns,
    ) -> Vec<u8> {
        self.score.fill(0.0);
        for color in Color::ALL {
            self.wire(grid, state, color);
            self.settle(grid, color);
            self.add_shares();
        }
        let mut sorted: Vec<u8> = moves.iter().collect();
        let score = |cell: &u8| self.score[usize::from(*cell)];
        sorted.sort_by(|x, y| score(y).total_cmp(&score(x)));
        let mut dominated = Bits::EMPTY;
        for &cell in &sorted {
            if !dominated.contains(cell) {
                dominated |= patterns.dominated_by(grid, state, cell, state.to_move);
            }
        }
        sorted.sort_by_key(|cell| dominated.contains(*cell));
        sorted
    }

    fn wire<const W: usize>(&mut self, grid: &Grid<W>, state: &State<W>, color: Color) {
        let (own, empty) = (state.own(color), state.empty(grid));
        let resistance = |cell: u8| if own.contains(cell) { STONE } else { EMPTY };
        let usable = own | empty;
        let rise = |shift: Shift| match grid.goal(color) {
            Goal::Ring(Axis::Horizontal) => f32::from(shift.a),
            Goal::Ring(Axis::Vertical) => f32::from(shift.b),
            Goal::Path { .. } => 0.0,
        };
        self.wires.iter_mut().for_each(Vec::clear);
        for cell in usable.iter() {
            let wires = &mut self.wires[usize::from(cell)];
            let here = resistance(cell);
            for step in grid.steps[usize::from(cell)].iter().filter(|s| usable.contains(s.to)) {
                let conductance = 1.0 / (here + resistance(step.to));
                wires.push(Wire { to: step.to, rise: rise(step.wrap), conductance });
            }
            for bridge in &grid.bridges[usize::from(cell)] {
                if usable.contains(bridge.to) && bridge.carrier.iter().all(|c| empty.contains(*c)) {
                    let conductance = BRIDGE / (here + resistance(bridge.to));
                    wires.push(Wire { to: bridge.to, rise: rise(bridge.wrap), conductance });
                }
            }
            self.ends[usize::from(cell)] = std::array::from_fn(|which| {
                let border = grid.border(color, which);
                let near = grid.steps[usize::from(cell)].iter();
                let open = near.filter(|s| border.contains(s.to) && empty.contains(s.to)).count();
                match (border.contains(cell), open >= 2) {
                    (true, _) => 1.0 / (here + STONE),
                    (false, true) => BRIDGE / (here + STONE),
                    (false, false) => 0.0,
                }
            });
        }
    }

    /// Voltages by successive overrelaxation. They need not be exact.
    fn settle<const W: usize>(&mut self, grid: &Grid<W>, color: Color) {
        let along_rows = color == Color::Red;
        for (cell, place) in grid.board.cells().enumerate() {
            self.voltage[cell] = match along_rows {
                true => (f32::from(place.row) + 0.5) / f32::from(grid.board.rows()),
                false => (f32::from(place.col) + 0.5) / f32::from(grid.board.cols()),
            };
        }
        for _ in 0..ROUNDS {
            for cell in 0..self.voltage.len() {
                let [low, high] = self.ends[cell];
                let (mut current, mut conductance) = (high, low + high);
                for wire in &self.wires[cell] {
                    let there = self.voltage[usize::from(wire.to)] + wire.rise;
                    current += wire.conductance * there;
                    conductance += wire.conductance;
                }
                if !self.wires[cell].is_empty() && conductance > 0.0 {
                    let change = current / conductance - self.voltage[cell];
                    self.voltage[cell] += OVERRELAXATION * change;
                }
            }
        }
    }

    /// Adds the share of the power that goes through each cell.
    fn add_shares(&mut self) {
        let mut total = f32::MIN_POSITIVE;
        let mut through = vec![0.0; self.voltage.len()];
        for (cell, wires) in self.wires.iter().enumerate() {
            let here = self.voltage[cell];
            let [low, high] = self.ends[cell];
            if wires.is_empty() {
                continue;
            }
            let mut current = low * here.abs() + high * (1.0 - here).abs();
            for wire in wires {
                let fall = self.voltage[usize::from(wire.to)] + wire.rise - here;
                current += wire.conductance * fall.abs();
                total += wire.conductance * fall * fall;
            }
            through[cell] = current * current;
        }
        for (score, through) in self.score.iter_mut().zip(through) {
            *score += through / total;
        }
    }
}
