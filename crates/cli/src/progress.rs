//! Long work: a line that shows how it stands, and Ctrl-C as a polite request to stop.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use hexring_solver::{Control, Progress, SolveError};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};

/// Signals that come together are one: a terminal that is closed sends several.
const ONE_SIGNAL: Duration = Duration::from_secs(1);

/// Raised by Ctrl-C. Another Ctrl-C, later, ends the program as usual.
pub(crate) fn stop_flag() -> &'static AtomicBool {
    static STOP: AtomicBool = AtomicBool::new(false);
    static FIRST: OnceLock<Instant> = OnceLock::new();
    static HANDLER: OnceLock<()> = OnceLock::new();
    HANDLER.get_or_init(|| {
        // Where no handler can be set, Ctrl-C ends the program at once, which is fine too.
        let _ = ctrlc::set_handler(|| {
            STOP.store(true, Ordering::Relaxed);
            if FIRST.get_or_init(Instant::now).elapsed() > ONE_SIGNAL {
                std::process::exit(130);
            }
        });
    });
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
