//! Positions with seasons, searched move by move.
//!
//! The calendar can cut any connection, so virtual connections and inferior cells do not hold here.
//! What does hold are threats: who can close its path or ring in the season that it is in, does so;
//! and against a cell where the opponent will do so next, one has to play there now, or has lost.
//! The rest is a memory of decided positions and a good order of moves: cells that few more stones
//! of both players lead through come first, and among them those that have refuted most.

use hexring_control::Limit;
use hexring_game::{Cell, Color, Goal, NoMove, Position, Seasons, Site};

use crate::bits::Bits;
use crate::grid::{Grid, Shift, winds};
use crate::groups::{Completion, Groups};
use crate::progress::{Stopped, go_on};

/// The most positions that are remembered.
const REMEMBERED: u32 = 1 << 21;

/// Where no way leads; four of them are still a number.
const FAR: u8 = 25;

/// How a position ends with best play, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Value {
    Lost,
    /// Without result: somebody is left without a move, and the rules end the game there.
    Nothing,
    Won,
}

impl Value {
    /// The same for the other player.
    fn turned(self) -> Self {
        match self {
            Value::Lost => Value::Won,
            Value::Nothing => Value::Nothing,
            Value::Won => Value::Lost,
        }
    }
}

/// All that the rest of a game depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    stones: [u64; 2],
    to_move: Color,
    /// How far each player is in its year.
    days: [u8; 2],
}

impl State {
    fn of(position: &Position, to_move: Color, seasons: &Seasons) -> Self {
        let set = |color| position.stones_of(color).fold(0, |set, site| set | bit(site));
        let day = |color| position.moves_made(color) % u32::from(seasons.years[color].count());
        State {
            stones: Color::ALL.map(set),
            to_move,
            days: Color::ALL.map(|color| day(color) as u8),
        }
    }

    /// A number that tells positions apart as well as chance does.
    fn hash(&self) -> u64 {
        let [red, blue] = self.stones;
        let rest = u64::from(self.days[0]) << 8 | u64::from(self.days[1]) << 1;
        let mixed = red.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ blue.rotate_left(32).wrapping_mul(0xc2b2_ae3d_27d4_eb4f)
            ^ (rest | self.to_move.index() as u64).wrapping_mul(0x1656_67b1_9e37_79f9);
        (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    }
}

/// How many positions are worth remembering: not more than there are.
fn remembered(empty: usize) -> usize {
    3_u32.saturating_pow(empty as u32).min(REMEMBERED) as usize
}

fn bit(site: Site) -> u64 {
    1 << site.index()
}

/// The cells of a set.
fn cells(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(cell)
    })
}

/// A search of positions of one board under one calendar.
pub(crate) struct SeasonSearch {
    grid: Grid<1>,
    /// The cells of each season.
    seasons: Vec<u64>,
    /// The season of each day of a player's year.
    years: [Vec<u8>; 2],
    no_move: NoMove,
    /// The neighbours of each cell.
    beside: Vec<u64>,
    groups: [Groups; 2],
    known: Vec<Option<(State, Value)>>,
    /// How much the moves of each player have refuted.
    merits: [[u64; 64]; 2],
    /// How many positions were looked at.
    pub(crate) nodes: u64,
}

impl SeasonSearch {
    /// A search that knows nothing yet. The board has at most 64 cells.
    pub(crate) fn new(position: &Position, seasons: &Seasons) -> Self {
        let grid = Grid::<1>::new(position.board());
        let count = seasons.years.red.count();
        let mut sets = vec![0; usize::from(count)];
        for site in position.board().sites() {
            sets[usize::from(seasons.layout.season(site))] |= bit(site);
        }
        let year = |color| (0..count).map(|day| seasons.years[color].season(day.into())).collect();
        let steps = grid.steps.iter();
        let beside = steps.map(|steps| steps.iter().fold(0, |set, step| set | 1 << step.to));
        SeasonSearch {
            beside: beside.collect(),
            groups: [Groups::new(grid.cells), Groups::new(grid.cells)],
            grid,
            seasons: sets,
            years: Color::ALL.map(year),
            no_move: seasons.no_move,
            known: vec![None; remembered(position.empty_count())],
            merits: [[0; 64]; 2],
            nodes: 0,
        }
    }

    /// Who wins with best play, and the moves by which the player to move does.
    pub(crate) fn solve(
        &mut self,
        position: &Position,
        to_move: Color,
        seasons: &Seasons,
        is_one_enough: bool,
        limit: &Limit,
    ) -> Result<(Option<Color>, Vec<Cell>), Stopped> {
        let state = State::of(position, to_move, seasons);
        let value = self.value(&state, limit)?;
        let winner = match value {
            Value::Won => Some(to_move),
            Value::Nothing => None,
            Value::Lost => Some(!to_move),
        };
        let mut moves = Vec::new();
        for cell in cells(if value == Value::Won { self.open(&state) } else { 0 }) {
            if self.after(&state, cell, limit)? == Value::Won {
                moves.push(position.board().cell(self.grid.site(cell)));
                if is_one_enough {
                    break;
                }
            }
        }
        Ok((winner, moves))
    }

    /// Where the player to move may play.
    fn open(&self, state: &State) -> u64 {
        self.season(state, state.to_move) & self.empty(state)
    }

    /// The cells of a player's season.
    fn season(&self, state: &State, color: Color) -> u64 {
        let day = usize::from(state.days[color.index()]);
        self.seasons[usize::from(self.years[color.index()][day])]
    }

    fn empty(&self, state: &State) -> u64 {
        self.grid.all.0[0] & !(state.stones[0] | state.stones[1])
    }

    fn next_day(&self, state: &State) -> State {
        let mut next = *state;
        let own = state.to_move.index();
        next.days[own] = (state.days[own] + 1) % self.years[own].len() as u8;
        next.to_move = !state.to_move;
        next
    }

    /// What a move is worth to who makes it.
    fn after(&mut self, state: &State, cell: u8, limit: &Limit) -> Result<Value, Stopped> {
        let mut next = self.next_day(state);
        let own = state.to_move.index();
        next.stones[own] |= 1 << cell;
        let stones = Bits([next.stones[own]]);
        self.groups[own].build(&self.grid, state.to_move, stones);
        if self.groups[own].completion != Completion::Open {
            return Ok(Value::Won);
        }
        Ok(self.value(&next, limit)?.turned())
    }

    fn value(&mut self, state: &State, limit: &Limit) -> Result<Value, Stopped> {
        let open = self.open(state);
        if open == 0 {
            return match self.no_move {
                NoMove::Discard => Ok(Value::Nothing),
                NoMove::Pass => Ok(self.value(&self.next_day(state), limit)?.turned()),
            };
        }
        let place = (state.hash() >> 20) as usize % self.known.len();
        if let Some((known, value)) = &self.known[place]
            && known == state
        {
            return Ok(*value);
        }
        go_on(limit)?;
        self.nodes += 1;
        let value = self.look(state, open, limit)?;
        self.known[place] = Some((*state, value));
        Ok(value)
    }

    fn look(&mut self, state: &State, open: u64, limit: &Limit) -> Result<Value, Stopped> {
        let (own, other) = (state.to_move, !state.to_move);
        for color in Color::ALL {
            let stones = Bits([state.stones[color.index()]]);
            self.groups[color.index()].build(&self.grid, color, stones);
        }
        if self.closing(state, own, open) != 0 {
            return Ok(Value::Won);
        }
        let threats = self.closing(state, other, self.season(state, other) & self.empty(state));
        let tries = match threats.count_ones() {
            0 => open,
            1 => open & threats,
            _ => 0,
        };
        let mut best = Value::Lost;
        let (moves, count) = self.ordered(state, tries);
        for cell in &moves[..count] {
            let value = self.after(state, *cell, limit)?;
            if value == Value::Won {
                self.praise(own, *cell, self.empty(state).count_ones());
                return Ok(value);
            }
            best = best.max(value);
        }
        Ok(best)
    }

    /// The cells among some where a colour closes its path or ring. Its groups are those of the
    /// position.
    fn closing(&self, state: &State, color: Color, among: u64) -> u64 {
        cells(among).filter(|cell| self.closes(state, color, *cell)).fold(0, |set, c| set | 1 << c)
    }

    fn closes(&self, state: &State, color: Color, cell: u8) -> bool {
        let (stones, goal) = (state.stones[color.index()], self.grid.goal(color));
        let mut met: [(u8, Shift); 8] = [(u8::MAX, Shift::ZERO); 8];
        let mut count = 0;
        if let Goal::Path { .. } = goal {
            for which in 0..2 {
                if self.grid.border(color, which).contains(cell) {
                    met[count] = ((self.grid.cells + which) as u8, Shift::ZERO);
                    count += 1;
                }
            }
        }
        for step in &self.grid.steps[usize::from(cell)] {
            if step.to == cell && winds(goal, step.wrap) {
                return true;
            }
            if stones >> step.to & 1 == 1 {
                let (root, shift) = self.groups[color.index()].anchor(step.to);
                // Where the cell is, seen from the root.
                met[count] = (root, shift.minus(step.wrap));
                count += 1;
            }
        }
        let met = &met[..count];
        match goal {
            Goal::Path { .. } => {
                let meets = |which| {
                    let root = (self.grid.cells + which) as u8;
                    met.iter().any(|(own, _)| *own == root)
                };
                meets(0) && meets(1)
            }
            Goal::Ring(_) => met.iter().enumerate().any(|(at, (root, shift))| {
                let is_loop =
                    |(own, other): &(u8, Shift)| own == root && winds(goal, shift.minus(*other));
                met[..at].iter().any(is_loop)
            }),
        }
    }

    /// Moves, the most promising first.
    fn ordered(&self, state: &State, tries: u64) -> ([u8; 64], usize) {
        let mut moves = [(0, 0); 64];
        let count = tries.count_ones() as usize;
        if count > 1 {
            let ways = self.ways(state);
            for (place, cell) in moves.iter_mut().zip(cells(tries)) {
                let merit = self.merits[state.to_move.index()][usize::from(cell)];
                let way = u64::from(ways[usize::from(cell)]);
                *place = (way << 32 | (u64::from(u32::MAX) - merit.min(u32::MAX.into())), cell);
            }
            moves[..count].sort_unstable();
        } else {
            moves[0].1 = tries.trailing_zeros() as u8;
        }
        (moves.map(|(_, cell)| cell), count)
    }

    /// By cell, how many more stones the players need for their ways through it, both together.
    fn ways(&self, state: &State) -> [u8; 64] {
        let mut ways = [0; 64];
        for color in Color::ALL {
            if let Goal::Path { .. } = self.grid.goal(color) {
                for which in 0..2 {
                    let border = self.grid.border(color, which).0[0];
                    let distances = self.distances(state, color, border);
                    ways.iter_mut().zip(distances).for_each(|(way, distance)| *way += distance);
                }
            }
        }
        ways
    }

    /// By cell, how many stones a colour has to place from a border to it, itself included.
    fn distances(&self, state: &State, color: Color, border: u64) -> [u8; 64] {
        let (own, empty) = (state.stones[color.index()], self.empty(state));
        let mut distances = [FAR; 64];
        let (mut reached, mut frontier) = (0, border);
        for distance in 1.. {
            // Own stones cost nothing.
            let mut stones = frontier & own & !reached;
            while stones != 0 {
                reached |= stones;
                let next = cells(stones).fold(0, |set, c| set | self.beside[usize::from(c)]);
                frontier |= next;
                stones = next & own & !reached;
            }
            let placed = frontier & empty & !reached;
            if placed == 0 {
                break;
            }
            reached |= placed;
            frontier = 0;
            for cell in cells(placed) {
                distances[usize::from(cell)] = distance;
                frontier |= self.beside[usize::from(cell)];
            }
        }
        distances
    }

    /// A move that refutes is tried sooner elsewhere, the more so the larger what it refutes is.
    fn praise(&mut self, color: Color, cell: u8, empty: u32) {
        let merits = &mut self.merits[color.index()];
        merits[usize::from(cell)] += u64::from(empty * empty);
        if merits[usize::from(cell)] > 1 << 30 {
            merits.iter_mut().for_each(|merit| *merit /= 2);
        }
    }
}

#[cfg(test)]
mod tests {
    use hexring_game::Rules;

    use super::*;
    use crate::plain::PlainSearch;

    /// Plain search, which looks at every move of the game's own positions, says the same of all
    /// boards, calendars and both rules for who has no move.
    #[test]
    fn the_same_as_plain_search() {
        let boards = ["1x1", "1x4", "4x1", "2x2", "2x5", "3x3", "4x3"];
        let years = [(1, "1/1"), (2, "12/21"), (2, "12/12"), (3, "123/231"), (3, "132/213")];
        for (topology, board) in ["plane", "cylinder", "torus"]
            .iter()
            .flat_map(|topology| boards.iter().map(move |board| (topology, board)))
        {
            let (cols, rows) = board.split_once('x').expect("a size");
            let (cols, rows): (usize, usize) = (cols.parse().unwrap(), rows.parse().unwrap());
            for (count, years) in years {
                for (mix, no_move) in [(1, "pass"), (2, "discard"), (5, "pass")] {
                    let season = |at: usize| (at * mix / 2 + at / 3) % count + 1;
                    let row = |row: usize| {
                        (0..cols).map(|col| season(row * cols + col).to_string()).collect()
                    };
                    let layout: Vec<String> = (0..rows).map(row).collect();
                    let text = format!(
                        "{topology}:{board} seasons={} years={years} no-move={no_move}",
                        layout.join("/")
                    );
                    let Ok(rules) = text.parse::<Rules>() else { continue };
                    compare(&text, &rules);
                }
            }
        }
    }

    fn compare(text: &str, rules: &Rules) {
        let position = Position::new(rules.clone()).expect("valid rules");
        let (seasons, mut plain) = (rules.seasons.as_ref().expect("seasons"), PlainSearch::new());
        let mut search = SeasonSearch::new(&position, seasons);
        let found = search.solve(&position, Color::Red, seasons, false, &Limit::none());
        let (winner, moves) = found.expect("nobody stops it");
        assert_eq!(winner, plain.value(&position), "{text}");
        if winner == Some(Color::Red) {
            let best = plain.best_moves(&position);
            let moves: Vec<_> = moves.into_iter().map(hexring_game::Move::Place).collect();
            assert_eq!(moves, best, "{text}");
        }
    }
}
