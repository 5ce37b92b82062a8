//! Exact values under random turns, where a coin decides who moves.
//!
//! Peres, Schramm, Sheffield and Wilson (*Random-turn Hex and other selection games*, 2007) show
//! that the value of a position for Red is the share of winning boards among all ways to fill the
//! empty cells with fair coins, and that the best move is the same for both players: the cell most
//! likely to be *pivotal*, to decide between win and loss. So one enumeration of all fillings gives
//! everything. It goes through the cells one by one and through the last nine all at once: the
//! 512 fillings of these are the lanes of a few machine words, and one flood finds Red's paths in
//! all of them.
//!
//! The theorem needs that a full board has one winner, whatever the order of the moves. A full
//! **torus** may have two, so there the value is found by recursion, move by move. Even the best
//! moves of the two players may differ there; a test has an example.

use std::collections::HashMap;

use hexring_control::Limit;
use hexring_game::{Cell, Color, Connectivity, Geometry, Goal, Position, Site, Topology};
use thiserror::Error;

use crate::progress::{Stopped, go_on};

/// The most empty cells of an enumeration.
pub const MAX_FILLED: usize = 30;

/// The most empty cells of a recursion: it remembers up to three to that power positions.
pub const MAX_RECURSION: usize = 13;

/// A win probability as a fraction, exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Share {
    /// In so many cases Red wins.
    pub wins: u64,
    /// Out of so many, a power of two.
    pub of: u64,
}

impl Share {
    /// The fraction as a number from 0 to 1.
    pub fn probability(self) -> f64 {
        self.wins as f64 / self.of as f64
    }
}

/// What random turns make of a position before the coin is flipped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomTurnValue {
    /// Red's probability to win with best play of both.
    pub red: Share,
    /// The best moves for Red if it gets the turn.
    pub best_red: Vec<Cell>,
    /// The best moves for Blue if it gets the turn; the same ones on plane and cylinder.
    pub best_blue: Vec<Cell>,
}

/// Why a value was not computed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RandomTurnError {
    /// The game is over.
    #[error("nothing to compute: the game is over")]
    Over,
    /// Seasons tie moves to cells, so the theorem does not hold.
    #[error("random turns with seasons are not computed: expected rules without seasons")]
    Seasons,
    /// Too many empty cells.
    #[error("{empty} empty cells are too many: expected up to {most} on a {topology}")]
    TooMany {
        /// The empty cells.
        empty: usize,
        /// The most that can be.
        most: usize,
        /// The topology, which decides the method.
        topology: Topology,
    },
    /// Somebody has stopped the count, or its time is over.
    #[error("stopped before the value was known")]
    Stopped,
}

impl From<Stopped> for RandomTurnError {
    fn from(_: Stopped) -> Self {
        RandomTurnError::Stopped
    }
}

/// The exact value and the best moves of a position, before the coin is flipped.
pub fn random_turn_value(
    position: &Position,
    limit: &Limit,
) -> Result<RandomTurnValue, RandomTurnError> {
    if position.is_over() {
        return Err(RandomTurnError::Over);
    }
    if position.rules().seasons.is_some() {
        return Err(RandomTurnError::Seasons);
    }
    let topology = position.board().topology();
    let (most, empty) = match topology {
        Topology::Torus => (MAX_RECURSION, position.empty_count()),
        _ => (MAX_FILLED, position.empty_count()),
    };
    Ok(match topology {
        _ if empty > most => return Err(RandomTurnError::TooMany { empty, most, topology }),
        Topology::Torus => by_recursion(position, limit)?,
        _ => by_counting(position, limit)?,
    })
}

/// The value by its definition: the mean of Red's best and Blue's best move. For all topologies,
/// and the reference that the count is tested against.
#[cfg(feature = "oracles")]
pub fn recursion(position: &Position) -> RandomTurnValue {
    by_recursion(position, &Limit::none()).expect("nobody stops it")
}

fn by_recursion(position: &Position, limit: &Limit) -> Result<RandomTurnValue, Stopped> {
    let board = position.board();
    let mut recursion = Recursion::new(position, limit);
    let cells = recursion.cells.len();
    let start = Situation { stones: position.stones(), code: 0, empty: cells };
    let mut best: [(Option<u64>, Vec<Cell>); 2] = Default::default();
    for color in Color::ALL {
        for i in 0..cells {
            let wins = recursion.after(&start, i, color)?;
            note(&mut best[color.index()], color, wins, board.cell(recursion.cells[i]));
        }
    }
    let [(red, best_red), (blue, best_blue)] = best;
    let wins = red.unwrap_or(0) + blue.unwrap_or(0);
    Ok(RandomTurnValue { red: Share { wins, of: 1 << cells }, best_red, best_blue })
}

/// Keeps the best moves of a colour: Red wants many wins of Red, Blue few.
fn note(best: &mut (Option<u64>, Vec<Cell>), color: Color, wins: u64, cell: Cell) {
    let better = best.0.is_none_or(|so_far| match color {
        Color::Red => wins > so_far,
        Color::Blue => wins < so_far,
    });
    if better {
        *best = (Some(wins), Vec::new());
    }
    if best.0 == Some(wins) {
        best.1.push(cell);
    }
}

/// The values of all positions that a position can lead to.
struct Recursion<'a> {
    geometry: &'a Geometry,
    /// The cells that are empty in the beginning.
    cells: Vec<Site>,
    /// Red's wins by the code of a position: a digit in base three for each cell.
    known: HashMap<u64, u64>,
    limit: &'a Limit,
}

/// A position of the recursion.
struct Situation<'a> {
    stones: &'a Connectivity,
    code: u64,
    empty: usize,
}

impl<'a> Recursion<'a> {
    fn new(position: &'a Position, limit: &'a Limit) -> Self {
        let cells = position.board().sites().filter(|site| position.stone_at(*site).is_none());
        let (geometry, known) = (position.geometry(), HashMap::new());
        Recursion { geometry, cells: cells.collect(), known, limit }
    }

    /// Red's wins after a stone on one of the cells.
    fn after(&mut self, situation: &Situation<'_>, i: usize, color: Color) -> Result<u64, Stopped> {
        let (mut stones, empty) = (situation.stones.clone(), situation.empty - 1);
        match (stones.place(self.geometry, self.cells[i], color), color) {
            (true, Color::Red) => Ok(1 << empty),
            (true, Color::Blue) => Ok(0),
            (false, _) => {
                let code = situation.code + 3u64.pow(i as u32) * (1 + color.index() as u64);
                self.wins(&Situation { stones: &stones, code, empty })
            }
        }
    }

    /// Red's wins out of two to the number of empty cells.
    fn wins(&mut self, situation: &Situation<'_>) -> Result<u64, Stopped> {
        if let Some(wins) = self.known.get(&situation.code) {
            return Ok(*wins);
        }
        go_on(self.limit)?;
        let (mut red, mut blue) = (0, 1 << (situation.empty - 1));
        for i in 0..self.cells.len() {
            if situation.stones.stone(self.cells[i]).is_none() {
                red = self.after(situation, i, Color::Red)?.max(red);
                blue = self.after(situation, i, Color::Blue)?.min(blue);
            }
        }
        self.known.insert(situation.code, red + blue);
        Ok(red + blue)
    }
}

/// The value by counting the fillings of a plane or cylinder that Red wins.
fn by_counting(position: &Position, limit: &Limit) -> Result<RandomTurnValue, Stopped> {
    let mut count = Count::new(position, limit);
    let total = count.cells.len();
    let wins = count.branch(0)?;
    let board = position.board();
    // Fillings that win with the cell red, less those that win with it blue.
    let pivotal = |i: usize| 2 * count.wins_with[i] - wins;
    let most = (0..total).map(pivotal).max();
    let best = (0..total).filter(|i| Some(pivotal(*i)) == most).map(|i| board.cell(count.cells[i]));
    let mut best: Vec<Cell> = best.collect();
    best.sort();
    let red = Share { wins, of: 1 << total };
    Ok(RandomTurnValue { red, best_red: best.clone(), best_blue: best })
}

/// Words of one cell: 512 fillings.
type Lanes = [u64; 8];

/// The last so many cells are enumerated in the lanes.
const LANE_CELLS: usize = 9;

struct Count<'a> {
    geometry: &'a Geometry,
    /// The empty cells in the order of branching; the last ones are in the lanes.
    cells: Vec<Site>,
    /// Where each empty cell is red. One row more than cells, for the rim.
    red: Vec<Lanes>,
    reached: Vec<Lanes>,
    top: Vec<Site>,
    bottom: Vec<Site>,
    /// All cells that may be red, top to bottom.
    usable: Vec<Site>,
    /// Winning fillings with this cell red.
    wins_with: Vec<u64>,
    limit: &'a Limit,
}

impl<'a> Count<'a> {
    fn new(position: &'a Position, limit: &'a Limit) -> Self {
        let (geometry, board) = (position.geometry(), position.board());
        let mut cells: Vec<Site> = position.empty_sites().collect();
        // Cells in the middle decide most, so they come first.
        let middle = f64::from(board.rows() - 1) / 2.0;
        let distance = |site: &Site| (f64::from(board.cell(*site).row) - middle).abs();
        cells.sort_by(|x, y| distance(x).total_cmp(&distance(y)));
        let mut red = vec![[0; 8]; board.cell_count() + 1];
        let usable = board.sites().filter(|site| position.stone_at(*site) != Some(Color::Blue));
        let usable: Vec<Site> = usable.collect();
        for site in &usable {
            let is_stone = position.stone_at(*site).is_some();
            red[site.index()] = [if is_stone { u64::MAX } else { 0 }; 8];
        }
        let Goal::Path { from, to } = geometry.goal(Color::Red) else {
            unreachable!("Red's goal on plane and cylinder is a path");
        };
        let at = |edges| -> Vec<Site> {
            let sites = usable.iter().copied();
            sites.filter(|site| geometry.edges(*site).contains(edges)).collect()
        };
        let (top, bottom) = (at(from), at(to));
        let wins_with = vec![0; cells.len()];
        let reached = vec![[0; 8]; board.cell_count() + 1];
        Count { geometry, cells, red, reached, top, bottom, usable, wins_with, limit }
    }

    /// Counts the winning fillings of the cells from number `next` on.
    fn branch(&mut self, next: usize) -> Result<u64, Stopped> {
        let left = self.cells.len() - next;
        if left <= LANE_CELLS {
            go_on(self.limit)?;
            return Ok(self.leaf(next));
        }
        let site = self.cells[next].index();
        self.red[site] = [0; 8];
        let without = self.branch(next + 1)?;
        self.red[site] = [u64::MAX; 8];
        let with = self.branch(next + 1)?;
        self.wins_with[next] += with;
        Ok(without + with)
    }

    fn leaf(&mut self, next: usize) -> u64 {
        let left = self.cells.len() - next;
        for i in 0..left {
            self.red[self.cells[next + i].index()] = lane_pattern(i);
        }
        let mut wins = self.flood();
        // With fewer cells than lanes, only the first lanes are different fillings.
        let used = used_lanes(left);
        wins.iter_mut().zip(used).for_each(|(word, used)| *word &= used);
        for i in 0..left {
            let with = count(and(wins, lane_pattern(i)));
            self.wins_with[next + i] += with;
        }
        count(wins)
    }

    /// The lanes in which red cells lead from the top to the bottom.
    fn flood(&mut self) -> Lanes {
        self.reached.fill([0; 8]);
        for site in &self.top {
            self.reached[site.index()] = self.red[site.index()];
        }
        let mut forwards = true;
        loop {
            let mut changed = 0;
            for i in 0..self.usable.len() {
                let at = if forwards { i } else { self.usable.len() - 1 - i };
                changed |= self.spread(self.usable[at]);
            }
            if changed == 0 {
                break;
            }
            forwards = !forwards;
        }
        self.bottom.iter().fold([0; 8], |set, site| or(set, self.reached[site.index()]))
    }

    /// Extends the flood to one cell, and says whether that changed anything.
    #[inline]
    fn spread(&mut self, site: Site) -> u64 {
        let links = self.geometry.rimmed_links(site);
        let near = links.iter().fold([0; 8], |set, link| or(set, self.reached[link.to.index()]));
        let before = self.reached[site.index()];
        let now = or(before, and(near, self.red[site.index()]));
        self.reached[site.index()] = now;
        (0..8).fold(0, |changed, i| changed | (now[i] ^ before[i]))
    }
}

#[inline]
fn or(x: Lanes, y: Lanes) -> Lanes {
    std::array::from_fn(|i| x[i] | y[i])
}

#[inline]
fn and(x: Lanes, y: Lanes) -> Lanes {
    std::array::from_fn(|i| x[i] & y[i])
}

fn count(lanes: Lanes) -> u64 {
    lanes.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// Lane `n` has the cell red if bit `i` of `n` is set.
fn lane_pattern(i: usize) -> Lanes {
    const PATTERNS: [u64; 6] = [
        0xaaaa_aaaa_aaaa_aaaa,
        0xcccc_cccc_cccc_cccc,
        0xf0f0_f0f0_f0f0_f0f0,
        0xff00_ff00_ff00_ff00,
        0xffff_0000_ffff_0000,
        0xffff_ffff_0000_0000,
    ];
    match PATTERNS.get(i) {
        Some(word) => [*word; 8],
        None => std::array::from_fn(|word| if word >> (i - 6) & 1 == 1 { u64::MAX } else { 0 }),
    }
}

fn used_lanes(cells: usize) -> Lanes {
    std::array::from_fn(|word| match (1usize << cells).saturating_sub(64 * word) {
        0 => 0,
        lanes @ 1..64 => (1 << lanes) - 1,
        _ => u64::MAX,
    })
}
