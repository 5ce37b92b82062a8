//! The reference: one playout at a time, stone by stone, as the game is played.
//!
//! Simple on purpose. The bit-sliced kernels are compared with it, and it answers what they do
//! not: pivotal cells on a torus.

use hexring_control::Limit;
use hexring_game::{Color, Connectivity, Geometry, Site, Topology};
use rand::{Rng, RngExt};

use crate::request::Kind;
use crate::start::Start;
use crate::tally::Tally;

/// Plays single playouts of a position.
#[derive(Clone, Debug)]
pub struct ScalarKernel {
    pub(crate) start: Start,
    stones: Connectivity,
    board: Connectivity,
    moves: Vec<(Site, Color)>,
    decided: usize,
}

impl ScalarKernel {
    /// For a position.
    pub fn new(position: &hexring_game::Position) -> Self {
        Self::of_start(Start::new(position))
    }

    pub(crate) fn of_start(start: Start) -> Self {
        let mut stones = Connectivity::new(&start.geometry);
        for &(site, color) in &start.stones {
            stones.place(&start.geometry, site, color);
        }
        ScalarKernel { board: stones.clone(), stones, moves: Vec::new(), decided: 0, start }
    }

    /// Takes another position on the same board.
    ///
    /// # Panics
    /// If the position is on another board.
    pub fn reposition(&mut self, position: &hexring_game::Position) {
        self.start.reposition(position);
        self.stones.clone_from(position.stones());
    }

    /// Makes pairs of empty cells, as [`Sampler::pair`](crate::Sampler::pair) does.
    ///
    /// # Panics
    /// If a cell is not empty or in two pairs.
    pub fn pair(&mut self, pairs: &[(Site, Site)]) {
        self.start.pair(pairs);
    }

    /// One playout: draws all moves and says who wins.
    pub fn playout(&mut self, kind: Kind, rng: &mut impl Rng) -> Color {
        self.draw(kind, rng);
        let (winner, decided) = self.outcome();
        self.decided = decided;
        winner
    }

    /// The moves of the last playout in their order, those after the decision included.
    pub fn moves(&self) -> &[(Site, Color)] {
        &self.moves
    }

    /// How many moves of the last playout were made until it was decided.
    pub fn decided(&self) -> usize {
        self.decided
    }

    /// One playout with all statistics per cell, pivotal ones included: there a stone changes its
    /// colour and keeps its place in the order. Counts nothing and says no if the limit comes
    /// first, as on a large board this is as much work as thousands of playouts.
    pub(crate) fn playout_into(
        &mut self,
        kind: Kind,
        rng: &mut impl Rng,
        limit: &Limit,
        tally: &mut Tally,
    ) -> bool {
        let winner = self.playout(kind, rng);
        let Some(pivotal) = self.pivotal_moves(winner, limit) else { return false };
        tally.playouts += 1;
        tally.red_wins += u64::from(winner == Color::Red);
        for (&(site, color), is_pivotal) in self.moves.iter().zip(pivotal) {
            let cell = &mut tally.cells[site.index()];
            cell.red += u64::from(color == Color::Red);
            cell.red_and_red_wins += u64::from((color, winner) == (Color::Red, Color::Red));
            cell.pivotal += u64::from(is_pivotal);
        }
        true
    }

    /// For each move of the last playout, whether another winner would follow from its other
    /// colour.
    fn pivotal_moves(&mut self, winner: Color, limit: &Limit) -> Option<Vec<bool>> {
        let moves = 0..self.moves.len();
        let is_pivotal = |index: usize| {
            let color = self.moves[index].1;
            self.moves[index].1 = !color;
            let is_pivotal = self.outcome().0 != winner;
            self.moves[index].1 = color;
            (!limit.is_over()).then_some(is_pivotal)
        };
        moves.map(is_pivotal).collect()
    }

    /// Draws the remaining moves in order. On a full plane or cylinder the colours decide, so
    /// fills need no order there.
    fn draw(&mut self, kind: Kind, rng: &mut impl Rng) {
        self.moves.clear();
        self.moves.extend(self.start.spots.iter().map(|spot| (spot.site, Color::Red)));
        let in_order = kind != Kind::Fill || self.start.topology() == Topology::Torus;
        let (free, paired) = self.moves.split_at_mut(self.start.free());
        if in_order {
            shuffle(free, rng);
        }
        match kind {
            Kind::Fill => toss(free, rng),
            Kind::Alternating { first } => alternate(free, first),
        }
        for pair in paired.chunks_exact_mut(2) {
            toss(&mut pair[..1], rng);
            pair[1].1 = !pair[0].1;
        }
        if in_order && self.start.pairs > 0 {
            shuffle(&mut self.moves, rng);
            if let Kind::Alternating { first } = kind {
                interleave(&mut self.moves, first);
            }
        }
    }

    /// Plays the drawn moves until somebody wins: who, and after how many.
    fn outcome(&mut self) -> (Color, usize) {
        if let Some(winner) = self.start.winner {
            return (winner, 0);
        }
        self.board.clone_from(&self.stones);
        let last = first_to_win(&self.start.geometry, &mut self.board, &self.moves);
        (self.moves[last].1, last + 1)
    }
}

/// The number of the move that wins.
fn first_to_win(geometry: &Geometry, board: &mut Connectivity, moves: &[(Site, Color)]) -> usize {
    let wins = |(site, color): &(Site, Color)| board.place(geometry, *site, *color);
    moves.iter().position(wins).expect("a full board has a winner")
}

/// Every other move to each colour.
fn alternate(moves: &mut [(Site, Color)], first: Color) {
    for (index, (_, color)) in moves.iter_mut().enumerate() {
        *color = if index % 2 == 0 { first } else { !first };
    }
}

/// Puts the moves of the two colours in turn and keeps the order of each.
fn interleave(moves: &mut [(Site, Color)], first: Color) {
    let of = |wanted| moves.iter().copied().filter(move |(_, color)| *color == wanted);
    let (mut ones, mut others) = (of(first), of(!first));
    let turns =
        (0..moves.len()).map(|turn| if turn % 2 == 0 { ones.next() } else { others.next() });
    let ordered: Vec<_> = turns.flatten().collect();
    moves.copy_from_slice(&ordered);
}

/// A fair coin for every move, 64 from each random word.
fn toss(moves: &mut [(Site, Color)], rng: &mut impl Rng) {
    for group in moves.chunks_mut(64) {
        let mut coins = rng.next_u64();
        for (_, color) in group {
            *color = if coins & 1 == 1 { Color::Red } else { Color::Blue };
            coins >>= 1;
        }
    }
}

fn shuffle(moves: &mut [(Site, Color)], rng: &mut impl Rng) {
    for last in (1..moves.len()).rev() {
        moves.swap(last, rng.random_range(0..=last));
    }
}
