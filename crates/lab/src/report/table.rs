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
    let caption = "The first player is Red and moves first. Published and our games, won by the first and by the second.";
    let mut table = Table::new(caption, &head);
    for (group, row) in design.rows.iter().enumerate() {
        let tally: Tally = results.games(part, group).collect();
        let published = &row.published;
        let theirs = Share::new(published.wins[0], published.wins.iter().sum::<u32>());
        let verdict = count.add(Verdict::of(theirs, tally.red_share()));
        let interval = tally.red_share().interval();
        let pace = [tally.pace.red.mean(), tally.pace.blue.mean()].map(|s| format!("{s:.3}"));
        table.rows.push(vec![
            Cell::name(row.board),
            Cell::name(&published.players[0]),
            Cell::name(&published.players[1]),
            Cell::number(format!("{} : {}", published.wins[0], published.wins[1])),
            Cell::number(published.moves),
            Cell::number(format!("{} : {}", tally.red, tally.blue)),
            Cell::number(format!("{:.0} to {:.0}", 100.0 * interval.low, 100.0 * interval.high)),
            Cell::number(format!("{:.1} ± {:.1}", tally.moves.mean(), tally.moves.deviation())),
            Cell::number(pace.join(" / ")),
            verdict.cell(),
            Cell::text(&row.note),
        ]);
    }
    vec![Block::Table(table)]
}
