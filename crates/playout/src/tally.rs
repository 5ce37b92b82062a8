//! What playouts add up to.

use hexring_game::{ByColor, Color, Site};

use crate::start::Start;
use crate::wide::Registers;
use crate::word::Word;

/// The results of some playouts. Tallies of the same position can be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// How many playouts there were.
    pub playouts: u64,
    /// How many Red has won; Blue has won the others.
    pub red_wins: u64,
    /// By site; empty where no statistics per cell were asked for, and zero for cells that held a
    /// stone before.
    pub cells: Vec<CellTally>,
}

/// What playouts say about one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellTally {
    /// Playouts in which Red got the cell; Blue got it in the others.
    pub red: u64,
    /// Playouts in which Red got the cell and has won.
    pub red_and_red_wins: u64,
    /// Playouts in which the winner would be another if the cell had the other colour. Zero
    /// unless asked for.
    pub pivotal: u64,
}

impl Tally {
    /// No playouts yet, for a board with so many cells (zero if they are not wanted).
    pub(crate) fn new(cells: usize) -> Self {
        Tally { playouts: 0, red_wins: 0, cells: vec![CellTally::default(); cells] }
    }

    /// How many playouts a colour has won.
    pub fn wins(&self, color: Color) -> u64 {
        match color {
            Color::Red => self.red_wins,
            Color::Blue => self.playouts - self.red_wins,
        }
    }

    /// The share of playouts that a colour has won; one half without playouts.
    pub fn win_rate(&self, color: Color) -> f64 {
        rate(self.wins(color), self.playouts)
    }

    /// In how many playouts a colour got the cell, and how many of those it has won: what
    /// *all moves as first* asks for.
    ///
    /// # Panics
    /// If no statistics per cell were asked for.
    pub fn with_cell(&self, site: Site, color: Color) -> (u64, u64) {
        let cell = self.cells[site.index()];
        match color {
            Color::Red => (cell.red, cell.red_and_red_wins),
            Color::Blue => {
                let red_wins = self.red_wins - cell.red_and_red_wins;
                (self.playouts - cell.red, self.playouts - cell.red - red_wins)
            }
        }
    }

    /// Win rates of both colours in the playouts in which they got the cell.
    ///
    /// # Panics
    /// If no statistics per cell were asked for.
    pub fn win_rates_with(&self, site: Site) -> ByColor<f64> {
        ByColor::from_fn(|color| {
            let (got, won) = self.with_cell(site, color);
            rate(won, got)
        })
    }

    /// Adds the results of other playouts of the same position with the same detail.
    pub fn add(&mut self, other: &Tally) {
        self.playouts += other.playouts;
        self.red_wins += other.red_wins;
        for (cell, more) in self.cells.iter_mut().zip(&other.cells) {
            cell.red += more.red;
            cell.red_and_red_wins += more.red_and_red_wins;
            cell.pivotal += more.pivotal;
        }
    }
}

fn rate(won: u64, of: u64) -> f64 {
    if of == 0 { 0.5 } else { won as f64 / of as f64 }
}

/// A tally in the making: one counter for each word of a register, so that counting needs no
/// step across it.
#[derive(Clone, Debug)]
pub(crate) struct Counters<const W: usize> {
    playouts: u64,
    red_wins: u64,
    /// By empty cell: red, red and red wins, pivotal. Empty if not wanted.
    cells: Vec<[Word<W>; 3]>,
}

impl<const W: usize> Counters<W> {
    /// Counters for so many empty cells (zero if they are not wanted).
    pub(crate) fn new(registers: Registers<W>, cells: usize) -> Self {
        Counters { playouts: 0, red_wins: 0, cells: vec![[Word::none(registers); 3]; cells] }
    }

    /// Counts the given lanes.
    #[inline(always)]
    pub(crate) fn add(&mut self, red: &[Word<W>], red_wins: Word<W>, lanes: Word<W>) {
        self.playouts += lanes.count();
        self.red_wins += (red_wins & lanes).count();
        for ([reds, wins, _], red) in self.cells.iter_mut().zip(red) {
            add_ones(reds, *red & lanes);
            add_ones(wins, *red & lanes & red_wins);
        }
    }

    /// Counts the lanes in which each empty cell is pivotal.
    #[inline(always)]
    pub(crate) fn add_pivotal(&mut self, lanes: &[Word<W>]) {
        for ([_, _, pivotal], lanes) in self.cells.iter_mut().zip(lanes) {
            add_ones(pivotal, *lanes);
        }
    }

    /// Adds all counts to a tally.
    pub(crate) fn flush(&self, start: &Start, tally: &mut Tally) {
        tally.playouts += self.playouts;
        tally.red_wins += self.red_wins;
        let sum = |word: &Word<W>| word.words.iter().sum::<u64>();
        for (spot, [reds, wins, pivotal]) in start.spots.iter().zip(&self.cells) {
            let cell = &mut tally.cells[spot.site.index()];
            cell.red += sum(reds);
            cell.red_and_red_wins += sum(wins);
            cell.pivotal += sum(pivotal);
        }
    }
}

#[inline(always)]
fn add_ones<const W: usize>(counter: &mut Word<W>, lanes: Word<W>) {
    *counter = counter.plus(lanes.counts());
}
