//! Ctrl-C, a closed terminal and a polite request to end, as one stop for the whole program.

use std::sync::OnceLock;
use std::time::Duration;

use web_time::Instant;

use crate::Stop;

/// Signals that come together are one: a terminal that is closed sends several.
const ONE_SIGNAL: Duration = Duration::from_secs(1);

/// The exit status of a program that Ctrl-C has ended.
const INTERRUPTED: i32 = 130;

/// The flag that signals raise. The first call sets the handler; another signal, more than a
/// second after the first, ends the program at once.
pub fn stop() -> &'static Stop {
    static STOP: OnceLock<Stop> = OnceLock::new();
    STOP.get_or_init(|| {
        let (stop, first) = (Stop::new(), OnceLock::new());
        let raised = stop.clone();
        // Where no handler can be set, a signal ends the program at once, which is fine too.
        let _ = ctrlc::set_handler(move || {
            raised.raise();
            if first.get_or_init(Instant::now).elapsed() > ONE_SIGNAL {
                std::process::exit(INTERRUPTED);
            }
        });
        stop
    })
}
