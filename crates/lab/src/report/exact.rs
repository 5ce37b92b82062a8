//! Who wins with best play: how often who begins does, over many draws of the seasons.

use super::document::{Block, Cell, Figure, Table};
use super::results::Results;
use crate::experiment::{Exact, GridPlace};
use crate::perform::ExactAnswer;
use crate::plot::{Bar, Scale, bars};
use crate::stats::{Moments, Share};

/// What came out at one place.
#[derive(Default)]
struct Count {
    /// Boards that who begins wins, that it loses, and that end without result.
    ends: [u32; 3],
    faults: u32,
    positions: Moments,
}

impl Count {
    fn of(exact: &Exact, part: usize, group: usize, results: &Results) -> Self {
        let mut count = Count::default();
        for row in results.answers(part, group) {
            let Ok(answer) = serde_json::from_str::<ExactAnswer>(&row.answer) else { continue };
            if answer.fault.is_some() {
                count.faults += 1;
                continue;
            }
            count.positions.add(answer.positions as f64);
            count.ends[match answer.winner {
                Some(winner) if winner == exact.first => 0,
                Some(_) => 1,
                None => 2,
            }] += 1;
        }
        count
    }

    /// The boards with a winner that who begins wins.
    fn share(&self) -> Option<Share> {
        let [won, lost, _] = self.ends;
        (won + lost > 0).then(|| Share::new(won, won + lost))
    }
}

pub(super) fn blocks(exact: &Exact, part: usize, results: &Results) -> Vec<Block> {
    let counts: Vec<(&GridPlace, Count)> = exact
        .places
        .iter()
        .enumerate()
        .map(|(group, place)| (place, Count::of(exact, part, group, results)))
        .collect();
    vec![Block::figures(vec![figure(&counts)]), Block::Table(table(exact, &counts))]
}

fn table(exact: &Exact, counts: &[(&GridPlace, Count)]) -> Table {
    let draws = match exact.samples {
        1 => "once".to_owned(),
        samples => format!("{samples} times"),
    };
    let caption = format!(
        "Boards whose seasons were drawn {draws}, the same draws for all calendars, solved \
         exactly: how often {}, who begins, wins, with 95 % intervals over all draws.",
        exact.first
    );
    let head = ["board and calendar", "wins", "loses", "neither", "share", "95 %", "positions"];
    let mut table = Table::new(&caption, &head);
    for (place, count) in counts {
        let share = count.share();
        let interval = share.map(Share::interval);
        table.rows.push(vec![
            Cell::text(place),
            Cell::number(count.ends[0]),
            Cell::number(count.ends[1]),
            Cell::number(count.ends[2]),
            Cell::number(share.map_or("–".to_owned(), |s| format!("{:.1} %", 100.0 * s.rate()))),
            Cell::number(interval.map_or("–".to_owned(), |i| {
                format!("{:.1} to {:.1} %", 100.0 * i.low, 100.0 * i.high)
            })),
            Cell::number(format!("{:.0}", count.positions.mean())),
        ]);
    }
    table
}

fn figure(counts: &[(&GridPlace, Count)]) -> Figure {
    let bar = |(place, count): &(&GridPlace, Count)| {
        Some(Bar::of_share(place.to_string(), count.share()?))
    };
    let items: Vec<Bar> = counts.iter().filter_map(bar).collect();
    let caption = "How often who begins wins with best play, with 95 % intervals.".to_owned();
    Figure { caption, svg: bars(&items, Scale::SHARES) }
}
