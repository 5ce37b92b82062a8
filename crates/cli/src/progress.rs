//! Long work: a line that shows how it stands, and Ctrl-C as a polite request to stop.

use std::time::Duration;

use anyhow::Result;
use hexring_control::{Control, Limit, signals};
use hexring_players::book::Growth;
use hexring_solver::{HeightProgress, LocalProgress, Progress, RuleProgress};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};

use crate::output;

/// A bar for so many steps; nothing where no terminal is or nobody wants to see it.
pub(crate) fn bar(steps: u64) -> ProgressBar {
    if output::is_quiet() { ProgressBar::hidden() } else { ProgressBar::new(steps) }
}

/// A line on standard error that turns while something is done; nothing where no terminal is.
pub(crate) fn spinner() -> ProgressBar {
    if output::is_quiet() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Runs a search of the solver with its progress on the line.
pub(crate) fn of_search<T, E: Into<anyhow::Error>>(
    search: impl FnOnce(&mut Control<'_, Progress>) -> Result<T, E>,
) -> Result<T> {
    of_heard_search(|_| {}, search)
}

/// The same, for somebody else who hears of the progress too.
pub(crate) fn of_heard_search<T, E: Into<anyhow::Error>>(
    mut hear: impl FnMut(&Progress),
    search: impl FnOnce(&mut Control<'_, Progress>) -> Result<T, E>,
) -> Result<T> {
    let describe_and_hear = |progress: &Progress| {
        hear(progress);
        describe(progress)
    };
    shown(describe_and_hear, search)
}

/// Runs a search for local answers with its progress on the line.
pub(crate) fn of_local_search<T, E: Into<anyhow::Error>>(
    search: impl FnOnce(&mut Control<'_, LocalProgress>) -> Result<T, E>,
) -> Result<T> {
    let describe = |progress: &LocalProgress| {
        let [nodes, positions] = [progress.nodes, progress.positions as u64].map(HumanCount);
        format!("{nodes} positions judged, {positions} remembered")
    };
    shown(describe, search)
}

/// Runs a search for a rule with its progress on the line.
pub(crate) fn of_rule_search<T, E: Into<anyhow::Error>>(
    search: impl FnOnce(&mut Control<'_, RuleProgress>) -> Result<T, E>,
) -> Result<T> {
    let describe = |progress: &RuleProgress| {
        let RuleProgress { round, positions, views, facts } = *progress;
        let [positions, views, facts] =
            [positions, views, facts].map(|count| HumanCount(count as u64));
        format!("round {round}: {positions} positions, {views} views; {facts} facts")
    };
    shown(describe, search)
}

/// Runs a search for a rule for every height with its progress on the line.
pub(crate) fn of_height_search<T, E: Into<anyhow::Error>>(
    search: impl FnOnce(&mut Control<'_, HeightProgress>) -> Result<T, E>,
) -> Result<T> {
    let describe = |progress: &HeightProgress| {
        let HeightProgress { round, windows, known, clauses } = *progress;
        let [windows, known, clauses] =
            [windows, known, clauses].map(|count| HumanCount(count as u64));
        format!("round {round}: {windows} windows, {known} met in all, {clauses} clauses")
    };
    shown(describe, search)
}

/// Runs the making of a book of so many positions with its progress on the line.
pub(crate) fn of_book<T>(
    wanted: usize,
    work: impl FnOnce(&mut Control<'_, Growth>) -> Result<T>,
) -> Result<T> {
    let describe = |growth: &Growth| {
        let Growth { positions, under_way } = growth;
        format!("{positions} of {wanted} positions, {under_way} under way")
    };
    shown(describe, work)
}

/// Runs work whose progress is described on a line that turns.
fn shown<P, T, E: Into<anyhow::Error>>(
    mut describe: impl FnMut(&P) -> String,
    search: impl FnOnce(&mut Control<'_, P>) -> Result<T, E>,
) -> Result<T> {
    let bar = spinner();
    let mut show = |progress: &P| bar.set_message(describe(progress));
    let answer = search(&mut Control::new(Limit::of(signals::stop()), &mut show));
    bar.finish_and_clear();
    answer.map_err(Into::into)
}

/// Runs work that says nothing before its end, with a line that turns.
pub(crate) fn of_work<T, E: Into<anyhow::Error>>(
    work: impl FnOnce(&Limit) -> Result<T, E>,
) -> Result<T> {
    of_search(|control| work(control.limit()))
}

fn describe(progress: &Progress) -> String {
    format!(
        "{} positions judged, {} remembered, proof number {}, disproof number {}",
        HumanCount(progress.nodes),
        HumanCount(progress.positions as u64),
        progress.proof_number,
        progress.disproof_number
    )
}
