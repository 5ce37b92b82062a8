//! Long work: a line that shows how it stands, and Ctrl-C as a polite request to stop.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Result;
use hexring_control::{Raising, signals};
use hexring_solver::{Control, Progress, SolveError};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};

/// Raised by Ctrl-C, as the solver looks at it.
fn stop_flag() -> &'static AtomicBool {
    static STOP: AtomicBool = AtomicBool::new(false);
    static RAISING: OnceLock<Raising> = OnceLock::new();
    let raise = || signals::stop().on_raise(|| STOP.store(true, Ordering::Relaxed));
    RAISING.get_or_init(raise);
    &STOP
}

/// A line on standard error that turns while something is done; nothing where no terminal is.
pub(crate) fn spinner() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Runs a search of the solver with its progress on the line.
pub(crate) fn of_search<T>(
    search: impl FnOnce(&mut Control<'_>) -> Result<T, SolveError>,
) -> Result<T> {
    let bar = spinner();
    let mut show = |progress: Progress| bar.set_message(describe(progress));
    let mut control = Control { stop: Some(stop_flag()), on_progress: Some(&mut show) };
    let answer = search(&mut control);
    bar.finish_and_clear();
    Ok(answer?)
}

fn describe(progress: Progress) -> String {
    format!(
        "{} positions judged, {} remembered, proof number {}, disproof number {}",
        HumanCount(progress.nodes),
        HumanCount(progress.positions as u64),
        progress.proof_number,
        progress.disproof_number
    )
}
