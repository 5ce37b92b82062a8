//! Long work: a line that shows how it stands, and Ctrl-C as a polite request to stop.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use hexring_control::{Control, Limit};
use hexring_players::relay;
use hexring_solver::Progress;
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
pub(crate) fn of_search<T, E: Into<anyhow::Error>>(
    search: impl FnOnce(&mut Control<'_, Progress>) -> Result<T, E>,
) -> Result<T> {
    let bar = spinner();
    let mut show = |progress: &Progress| bar.set_message(describe(progress));
    let answer = relay(stop_flag(), |limit| search(&mut Control::new(limit.clone(), &mut show)));
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
