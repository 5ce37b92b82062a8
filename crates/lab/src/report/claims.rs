//! Claims of a source, each decided by comparisons of our results.

use hexring_game::Color;

use super::document::{Block, Cell, Section, Table, Tone};
use super::results::Results;
use super::sweep::tallies;
use super::verdict::{Count, Verdict};
use crate::experiment::{
    Check, Claim, Experiment, Measure, Relation, Selection, Side, Sweep, Varied,
};
use crate::stats::{Interval, Moments, Share, Z95, difference};
use crate::tally::Tally;

/// What results say about a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Finding {
    Holds,
    Fails,
    Unsure,
    Nothing,
}

pub(super) fn section(experiment: &Experiment, results: &Results, count: &mut Count) -> Section {
    let blocks = match &experiment.varied {
        Some(varied) => vec![
            Block::Table(overview(experiment, varied, results, count)),
            Block::Table(details(experiment, results, &mut Count::default())),
        ],
        None => vec![Block::Table(details(experiment, results, count))],
    };
    Section { title: "Claims".to_owned(), blocks }
}

/// For which values of what varies the claims hold. A claim counts as agreeing if it holds for one
/// of them: the source does not say which it used.
fn overview(
    experiment: &Experiment,
    varied: &Varied,
    results: &Results,
    count: &mut Count,
) -> Table {
    let caption = format!(
        "For which {} each claim holds, beyond what chance explains at 95 %. A claim is counted by \
         the value that suits it best.",
        varied.option
    );
    let head: Vec<&str> =
        ["place", "claim"].into_iter().chain(varied.values.iter().map(String::as_str)).collect();
    let mut table = Table::new(&caption, &head);
    for claim in &experiment.claims {
        let verdicts: Vec<(Verdict, &str, Tone)> = experiment
            .values_of(claim)
            .into_iter()
            .map(|value| sum_up(&judge_all(claim, value, experiment, results)))
            .collect();
        count.add(best(&verdicts));
        let mut row = vec![Cell::name(&claim.place), Cell::text(&claim.text)];
        row.extend(
            verdicts.iter().map(|(_, text, tone)| Cell { text: (*text).into(), tone: *tone }),
        );
        row.resize(head.len(), Cell::text(""));
        table.rows.push(row);
    }
    table
}

fn best(verdicts: &[(Verdict, &str, Tone)]) -> Verdict {
    let rank = |verdict: &Verdict| match verdict {
        Verdict::Agrees => 0,
        Verdict::NotComparable(_) => 1,
        Verdict::Open => 2,
        Verdict::Differs | Verdict::DiffersIn(_) => 3,
    };
    let all = verdicts.iter().map(|(verdict, ..)| verdict);
    all.min_by_key(|verdict| rank(verdict)).cloned().unwrap_or(Verdict::Open)
}

/// Every claim with the figures that decide it.
fn details(experiment: &Experiment, results: &Results, count: &mut Count) -> Table {
    let caption = "A claim holds if all its comparisons do, beyond what chance explains at 95 %.";
    let mut table = Table::new(caption, &["place", "claim", "verdict", "figures that show it"]);
    for claim in &experiment.claims {
        for value in experiment.values_of(claim) {
            let judged = judge_all(claim, value, experiment, results);
            let (verdict, text, tone) = sum_up(&judged);
            count.add(verdict);
            let place = match (value, &experiment.varied) {
                (Some(value), Some(varied)) => {
                    format!("{}, {} {value}", claim.place, varied.option)
                }
                _ => claim.place.clone(),
            };
            let shown: Vec<&str> = judged.iter().map(|(_, shown)| shown.as_str()).collect();
            table.rows.push(vec![
                Cell::name(place),
                Cell::text(&claim.text),
                Cell { text: text.to_owned(), tone },
                Cell::text(shown.join("; ")),
            ]);
        }
    }
    table
}

fn judge_all(
    claim: &Claim,
    value: Option<&str>,
    experiment: &Experiment,
    results: &Results,
) -> Vec<(Finding, String)> {
    let measure = |selection: &Selection| measure(selection, value, experiment, results);
    claim.checks.iter().map(|check| judge(check, &measure)).collect()
}

fn sum_up(judged: &[(Finding, String)]) -> (Verdict, &'static str, Tone) {
    let any = |finding| judged.iter().any(|(found, _)| *found == finding);
    if any(Finding::Nothing) {
        (Verdict::Open, "not played yet", Tone::Open)
    } else if any(Finding::Fails) {
        (Verdict::Differs, "does not hold", Tone::Bad)
    } else if any(Finding::Unsure) {
        (Verdict::NotComparable("undecided".to_owned()), "undecided", Tone::Open)
    } else {
        (Verdict::Agrees, "holds", Tone::Good)
    }
}

/// The measured value of a selection.
enum Measured {
    Share(Share),
    Mean(Moments),
}

impl Measured {
    fn value(&self) -> f64 {
        match self {
            Measured::Share(share) => share.rate(),
            Measured::Mean(moments) => moments.mean(),
        }
    }

    fn is_empty(&self) -> bool {
        match self {
            Measured::Share(share) => share.trials == 0.0,
            Measured::Mean(moments) => moments.count() == 0.0,
        }
    }

    /// A number of the same kind.
    fn show_bound(&self, number: f64) -> String {
        match self {
            Measured::Share(_) => format!("{:.1} %", 100.0 * number),
            Measured::Mean(_) => number.to_string(),
        }
    }

    /// The value in the words of its kind.
    fn show(&self) -> String {
        match self {
            Measured::Share(share) => {
                format!("{:.1} % of {:.0} games", 100.0 * share.rate(), share.trials)
            }
            Measured::Mean(moments) => {
                format!("{:.2} in {:.0} games", moments.mean(), moments.count())
            }
        }
    }
}

fn judge(check: &Check, measure: &dyn Fn(&Selection) -> Measured) -> (Finding, String) {
    let left = measure(&check.left);
    let (relation, right) = check.relation().expect("checks were checked");
    let (gap, against, empty) = match right {
        Side::Number(number) => (against_number(&left, *number), left.show_bound(*number), false),
        Side::Results(selection) => {
            let right = measure(selection);
            let shown = format!("{} ({})", right.show(), describe(selection));
            (between(&left, &right), shown, right.is_empty())
        }
    };
    let shown = format!("{} ({}) against {against}", left.show(), describe(&check.left));
    if left.is_empty() || empty {
        return (Finding::Nothing, shown);
    }
    let finding = match relation {
        Relation::Above => side(gap.low > 0.0, gap.high < 0.0),
        Relation::Below => side(gap.high < 0.0, gap.low > 0.0),
        Relation::Within(most) => {
            side(gap.low >= -most && gap.high <= most, gap.low > most || gap.high < -most)
        }
    };
    (finding, shown)
}

fn side(holds: bool, fails: bool) -> Finding {
    match (holds, fails) {
        (true, _) => Finding::Holds,
        (_, true) => Finding::Fails,
        _ => Finding::Unsure,
    }
}

fn against_number(left: &Measured, number: f64) -> Interval {
    let interval = match left {
        Measured::Share(share) => share.interval(),
        Measured::Mean(moments) => moments.interval(),
    };
    Interval { low: interval.low - number, high: interval.high - number }
}

fn between(left: &Measured, right: &Measured) -> Interval {
    match (left, right) {
        (Measured::Share(left), Measured::Share(right)) => difference(*left, *right),
        (Measured::Mean(one), Measured::Mean(other)) => {
            let half = Z95 * one.error().hypot(other.error());
            let gap = one.mean() - other.mean();
            Interval { low: gap - half, high: gap + half }
        }
        _ => Interval { low: left.value() - right.value(), high: left.value() - right.value() },
    }
}

/// Everything that a selection selects, added up.
fn measure(
    selection: &Selection,
    value: Option<&str>,
    experiment: &Experiment,
    results: &Results,
) -> Measured {
    let Some((index, sweep)) = experiment.sweep_at(&selection.part, value) else {
        return Measured::Share(Share::default());
    };
    let tallies = tallies(sweep, index, results);
    let chosen: Vec<(Color, &Tally)> = settings(sweep)
        .zip(&tallies)
        .filter(|((board, first), _)| selects(selection, *board, *first))
        .map(|((_, first), tally)| (first, tally))
        .collect();
    match selection.measure {
        Measure::RedShare => Measured::Share(chosen.iter().map(|(_, t)| t.red_share()).sum()),
        Measure::FirstShare => {
            Measured::Share(chosen.iter().map(|(first, tally)| tally.share(*first)).sum())
        }
        Measure::RedStones => {
            let games = (0..tallies.len())
                .zip(settings(sweep))
                .filter(|(_, (board, first))| selects(selection, *board, *first))
                .flat_map(|(group, _)| results.games(index, group))
                .filter(|game| game.result.winner.is_some());
            Measured::Mean(games.map(|game| game.stones(Color::Red) as f64).collect())
        }
    }
}

fn settings(sweep: &Sweep) -> impl Iterator<Item = (hexring_game::Board, Color)> + '_ {
    sweep.boards.iter().flat_map(|b| sweep.firsts.iter().map(move |f| (*b, *f)))
}

fn selects(selection: &Selection, board: hexring_game::Board, first: Color) -> bool {
    let (cols, rows) = (board.cols(), board.rows());
    let taller = i16::from(rows) - i16::from(cols);
    selection.width.is_none_or(|(from, to)| (from..=to).contains(&cols))
        && selection.height.is_none_or(|(from, to)| (from..=to).contains(&rows))
        && selection.taller_by.is_none_or(|least| least <= taller)
        && selection.taller_by_at_most.is_none_or(|most| taller <= most)
        && selection.first.is_none_or(|color| color == first)
}

/// The boards of a selection in words.
fn describe(selection: &Selection) -> String {
    let mut words = vec![selection.part.clone()];
    for (name, range) in [("width", selection.width), ("height", selection.height)] {
        words.extend(range.map(|(from, to)| match to == from {
            true => format!("{name} {from}"),
            false => format!("{name} {from} to {to}"),
        }));
    }
    words.extend(match (selection.taller_by, selection.taller_by_at_most) {
        (None, None) => None,
        (Some(0), Some(0)) => Some("square".to_owned()),
        (Some(least), None) => Some(format!("taller by {least} or more")),
        (None, Some(most)) => Some(format!("taller by {most} or less")),
        (Some(least), Some(most)) => Some(format!("taller by {least} to {most}")),
    });
    words.extend(selection.first.map(|color| format!("{color} first")));
    words.join(", ")
}
