//! The player: deepening, limits, and what it says about its search.

use std::time::Duration;

use hexring_game::{Board, Game, Move, Position, Rules, Site, Turns};
use rand::Rng;

use super::known::{Known, Window};
use super::search::{MAX_DEPTH, Search, UNIT, WIN, order};
use crate::dice::{dice, pick};
use crate::entry::Entry;
use crate::heuristic;
use crate::option::{Handle, Word};
use crate::player::{Better, Choice, ChooseError, Control, Player, ScoreMap, Work};

const DEPTH: Handle<Option<u64>> = Handle::maybe_whole(
    "depth",
    1,
    MAX_DEPTH as u64,
    "plies to look ahead; 2 unless there is a time",
);
const TIME: Handle<Option<Duration>> = Handle::maybe_time("time", "deepen until this time is over");

/// Which of several best moves is made. The source does not say; on an empty board most of them are
/// equal, so that it decides who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ties {
    /// Any, each equally likely.
    Random,
    /// The first one, row by row.
    First,
    /// The one nearest to the middle of the board.
    Centre,
    /// The middle one of them, row by row.
    Median,
    /// On an empty board the one nearest to its middle, afterwards any.
    Opening,
}

impl Word for Ties {
    const WORDS: &'static [&'static str] = &["random", "first", "centre", "median", "opening"];
    const MEANINGS: &'static [Self] =
        &[Ties::Random, Ties::First, Ties::Centre, Ties::Median, Ties::Opening];
}

const TIES: Handle<Ties> = Handle::word(
    "ties",
    "which of the best moves is made: any, the first, the one nearest to the middle of the board, \
     the middle one of them; opening: nearest to the middle on an empty board, then any",
);

/// The player as lists know it.
pub(crate) fn entry() -> Entry {
    let summary = "alpha-beta search on the evaluation of heuristic";
    Entry::new("minimax", summary, |settings, seed| {
        let time = settings.get(&TIME);
        let unlimited = if time.is_some() { MAX_DEPTH } else { 2 };
        let depth = settings.get(&DEPTH).map_or(unlimited, |depth| depth as u8);
        Ok(Box::new(Minimax { depth, time, ties: settings.get(&TIES), seed }))
    })
    .with_options([DEPTH.info(), TIME.info(), TIES.info()])
}

struct Minimax {
    depth: u8,
    time: Option<Duration>,
    ties: Ties,
    seed: u64,
}

impl Ties {
    /// One of the sites, which are in order.
    fn decide(self, rng: &mut impl Rng, position: &Position, sites: &[Site]) -> Option<Site> {
        let board = position.board();
        let is_empty = || board.sites().all(|site| position.stone_at(site).is_none());
        match self {
            Ties::First => sites.first().copied(),
            Ties::Median => sites.get(sites.len() / 2).copied(),
            Ties::Opening if !is_empty() => pick(rng, sites),
            Ties::Centre | Ties::Opening => {
                sites.iter().copied().min_by_key(|site| from_middle(board, *site))
            }
            Ties::Random => pick(rng, sites),
        }
    }
}

/// The square of the distance from the middle of a board drawn as a rhombus of hexagons, times four.
fn from_middle(board: Board, site: Site) -> i64 {
    let cell = board.cell(site);
    let off = |at: u8, size: u8| 2 * i64::from(at) + 1 - i64::from(size);
    let (x, y) = (off(cell.col, board.cols()), off(cell.row, board.rows()));
    x * x + x * y + y * y
}

/// What one depth has found: the moves in the order in which they were searched. Those that are
/// not best may carry an upper bound instead of their value.
struct Ranking {
    depth: u8,
    moves: Vec<(Site, i64)>,
}

impl Ranking {
    fn best(&self) -> i64 {
        self.moves.iter().map(|(_, value)| *value).max().expect("there is a legal cell")
    }

    /// Whether the result of the game is known.
    fn is_decided(&self, rules: &Rules) -> bool {
        rules.turns == Turns::Alternate && self.best().abs() >= WIN * UNIT
    }
}

impl Player for Minimax {
    fn choose(&mut self, game: &Game, control: &mut Control) -> Result<Choice, ChooseError> {
        let position = game.position();
        let limit = control.limit();
        let limit = self.time.map_or_else(|| limit.clone(), |time| limit.within(time));
        let mut search = Search::new(position, limit);
        let mut ranking = Ranking { depth: 1, moves: search.moves(position) };
        while ranking.depth < self.depth && !ranking.is_decided(game.rules()) {
            let (next, is_finished) = deepen(&mut search, position, &ranking);
            ranking = next.unwrap_or(ranking);
            if !is_finished {
                break;
            }
            control.report(|| self.choice(game, &search, &ranking));
        }
        Ok(self.choice(game, &search, &ranking))
    }
}

/// Searches one ply deeper, the best moves first. Says whether all moves were searched; if the
/// search was stopped before the first of them, there is no ranking.
fn deepen(search: &mut Search, position: &Position, last: &Ranking) -> (Option<Ranking>, bool) {
    let mut moves = last.moves.clone();
    order(&mut moves, None);
    let mut after = position.clone();
    let mut next = Ranking { depth: last.depth + 1, moves: Vec::new() };
    // One below the best value, so that moves which are as good get their exact value.
    let mut alpha = Window::FULL.alpha;
    for &(site, _) in &moves {
        let window = Window { alpha, ..Window::FULL };
        match search.child(position, &mut after, site, next.depth, window) {
            Ok(value) => next.moves.push((site, value)),
            Err(_) => break,
        }
        alpha = next.best() - 1;
    }
    let is_finished = next.moves.len() == moves.len();
    ((!next.moves.is_empty()).then_some(next), is_finished)
}

impl Minimax {
    fn choice(&self, game: &Game, search: &Search, ranking: &Ranking) -> Choice {
        let position = game.position();
        let mut moves = ranking.moves.clone();
        moves.sort_unstable_by_key(|(site, _)| *site);
        let best = ranking.best();
        let equal: Vec<Site> =
            moves.iter().filter(|(_, value)| *value == best).map(|(site, _)| *site).collect();
        let site = self.ties.decide(&mut dice(self.seed, game), position, &equal);
        let site = site.expect("there is a legal cell");
        let mut choice = Choice::new(Move::Place(position.board().cell(site)));
        choice.line = line(position, site, ranking.depth, &search.known);
        choice.value = ranking.is_decided(game.rules()).then(|| f64::from(ranking.best() > 0));
        choice.maps = heuristic::maps(position, &heuristic::outlook(position));
        choice.maps[0] = score_map(position, &moves);
        choice.work = Work { count: search.positions, unit: "positions" };
        choice
    }
}

/// The values of the moves in stones, a win as large as in `heuristic`.
fn score_map(position: &Position, moves: &[(Site, i64)]) -> ScoreMap {
    let most = position.board().cell_count() as f64;
    ScoreMap::new("score", Better::Higher, position, |site| {
        let at = moves.binary_search_by_key(&site, |(site, _)| *site).ok()?;
        Some((moves[at].1 as f64 / UNIT as f64).clamp(-most, most))
    })
}

/// The move and the answers that are known, as far as no coin comes in between.
fn line(position: &Position, site: Site, depth: u8, known: &Known) -> Vec<Move> {
    let board = position.board();
    let mut after = position.clone();
    let mut line = Vec::new();
    let mut next = Some(site);
    while let Some(site) = next.filter(|_| line.len() < usize::from(depth)) {
        after.play_site(site);
        line.push(Move::Place(board.cell(site)));
        next = after.to_move().and_then(|_| known.best(after.key()));
    }
    line
}
