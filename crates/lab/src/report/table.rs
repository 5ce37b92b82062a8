//! Matches of a published table beside ours.

use super::document::{Block, Cell, Table};
use super::results::Results;
use super::verdict::{Count, Verdict};
use crate::experiment;
use crate::stats::Share;
use crate::tally::Tally;

pub(super) fn blocks(
    design: &experiment::Table,
    part: usize,
    results: &Results,
    count: &mut Count,
) -> Vec<Block> {
    let head = [
        "board",
        "first player",
        "second player",
        "published",
        "moves",
        "ours",
        "95 %, first",
        "moves",
        "s a move",
        "verdict",
        "remark",
    ];
    let first = design.first;
    let caption = format!(
        "The first player is {first} and moves first. Published and our games, won by the first and \
         by the second. A row agrees if its wins and its mean number of moves do."
    );
    let mut table = Table::new(&caption, &head);
    for (group, row) in design.rows.iter().enumerate() {
        let tally: Tally = results.games(part, group).collect();
        let published = &row.published;
        let theirs = Share::new(published.wins[0], published.wins.iter().sum::<u32>());
        let ours = tally.share(first);
        let verdict = count.add(Verdict::of_match(theirs, published.moves, ours, tally.moves));
        let interval = ours.interval();
        let pace = [first, !first].map(|color| format!("{:.3}", tally.pace[color].mean()));
        table.rows.push(vec![
            Cell::name(row.board),
            Cell::name(&published.players[0]),
            Cell::name(&published.players[1]),
            Cell::number(format!("{} : {}", published.wins[0], published.wins[1])),
            Cell::number(published.moves),
            Cell::number(format!("{} : {}", ours.wins, ours.trials - ours.wins)),
            Cell::number(format!("{:.0} to {:.0}", 100.0 * interval.low, 100.0 * interval.high)),
            Cell::number(format!("{:.1} ± {:.1}", tally.moves.mean(), tally.moves.deviation())),
            Cell::number(pace.join(" / ")),
            verdict.cell(),
            Cell::text(&row.note),
        ]);
    }
    vec![Block::Table(table)]
}
