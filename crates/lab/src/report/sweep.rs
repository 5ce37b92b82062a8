//! Two players on many boards: shares over width and height.

use hexring_game::Color;

use super::document::{Block, Cell, Figure, Table};
use super::results::Results;
use crate::experiment::{Experiment, Stones, Sweep};
use crate::plot::heat_map;
use crate::stats::Moments;
use crate::tally::Tally;

pub(super) fn blocks(sweep: &Sweep, part: usize, results: &Results) -> Vec<Block> {
    let tallies = tallies(sweep, part, results);
    let mut figures: Vec<Figure> =
        sweep.firsts.iter().map(|first| shares(sweep, &tallies, *first)).collect();
    figures.push(stones(sweep, &tallies));
    vec![Block::figures(figures), Block::Table(table(sweep, &tallies))]
}

/// The tallies by board and first player, in the order of the groups.
pub(super) fn tallies(sweep: &Sweep, part: usize, results: &Results) -> Vec<Tally> {
    let groups = sweep.boards.len() * sweep.firsts.len();
    (0..groups).map(|group| results.games(part, group).collect()).collect()
}

/// The sizes that occur, in order.
fn sizes(of: impl Iterator<Item = u8>) -> Vec<u8> {
    let mut sizes: Vec<u8> = of.collect();
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

fn names(sizes: &[u8]) -> Vec<String> {
    sizes.iter().map(ToString::to_string).collect()
}

/// A heat map over the boards of a sweep.
fn map(sweep: &Sweep, value: impl Fn(usize) -> Option<(f64, String)>) -> String {
    let widths = sizes(sweep.boards.iter().map(|board| board.cols()));
    let heights = sizes(sweep.boards.iter().map(|board| board.rows()));
    heat_map(("width", &names(&widths)), ("height", &names(&heights)), |column, row| {
        let fits = |board: &hexring_game::Board| {
            board.cols() == widths[column] && board.rows() == heights[row]
        };
        value(sweep.boards.iter().position(fits)?)
    })
}

fn shares(sweep: &Sweep, tallies: &[Tally], first: Color) -> Figure {
    let at = sweep.firsts.iter().position(|color| *color == first).unwrap_or_default();
    let svg = map(sweep, |board| {
        let share = tallies[board * sweep.firsts.len() + at].red_share();
        (share.trials > 0.0).then(|| (share.rate(), format!("{:.0}", 100.0 * share.rate())))
    });
    Figure { caption: format!("Red's share of the games in percent, {first} moves first."), svg }
}

/// The mean number of red stones on a board, over both first players.
fn mean_stones(sweep: &Sweep, tallies: &[Tally], board: usize) -> Option<f64> {
    let own = &tallies[board * sweep.firsts.len()..(board + 1) * sweep.firsts.len()];
    let means = own.iter().filter(|tally| tally.red_stones.count() > 0.0);
    let means: Moments = means.map(|tally| tally.red_stones.mean()).collect();
    (means.count() > 0.0).then(|| means.mean())
}

fn stones(sweep: &Sweep, tallies: &[Tally]) -> Figure {
    let mean = |board: usize| mean_stones(sweep, tallies, board);
    let most = (0..sweep.boards.len()).filter_map(mean).fold(1.0, f64::max);
    let svg = map(sweep, |board| mean(board).map(|m| (0.5 + m / most / 2.0, format!("{m:.1}"))));
    Figure { caption: format!("Mean number of red stones in a game, {}.", sweep.red), svg }
}

/// The red stones of two sweeps, and their difference.
pub(super) fn compare_stones(
    design: &Stones,
    experiment: &Experiment,
    results: &Results,
) -> Vec<Block> {
    let found = design.sweeps.each_ref().map(|name| experiment.sweep(name));
    let [Some((first, one)), Some((second, other))] = found else { return Vec::new() };
    let (here, there) = (tallies(one, first, results), tallies(other, second, results));
    let gap =
        |board: usize| Some(mean_stones(one, &here, board)? - mean_stones(other, &there, board)?);
    let most = (0..one.boards.len()).filter_map(gap).map(f64::abs).fold(1.0, f64::max);
    let svg = map(one, |board| gap(board).map(|g| (0.5 + g / most / 2.0, format!("{g:+.1}"))));
    let caption = format!("Difference: {} minus {}.", one.red, other.red);
    vec![Block::figures(vec![stones(one, &here), stones(other, &there), Figure { caption, svg }])]
}

fn table(sweep: &Sweep, tallies: &[Tally]) -> Table {
    let (red, blue) = (&sweep.red, &sweep.blue);
    let caption = format!("{red} (Red) against {blue} (Blue).");
    let head = ["board", "first", "red won", "games", "share", "95 %", "moves", "red stones"];
    let mut table = Table::new(&caption, &head);
    let settings = sweep.boards.iter().flat_map(|b| sweep.firsts.iter().map(move |f| (b, f)));
    for ((board, first), tally) in settings.zip(tallies) {
        let (share, interval) = (tally.red_share(), tally.red_share().interval());
        table.rows.push(vec![
            Cell::text(board),
            Cell::text(first),
            Cell::number(tally.red),
            Cell::number(tally.games()),
            Cell::number(format!("{:.0} %", 100.0 * share.rate())),
            Cell::number(format!("{:.0} to {:.0}", 100.0 * interval.low, 100.0 * interval.high)),
            Cell::number(format!("{:.1} ± {:.1}", tally.moves.mean(), tally.moves.deviation())),
            Cell::number(format!("{:.1}", tally.red_stones.mean())),
        ]);
    }
    table
}
