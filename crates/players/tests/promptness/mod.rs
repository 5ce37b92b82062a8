//! Work that must not take long.

use std::time::{Duration, Instant};

/// Does some work that must be done within a time, in one of many tries: a busy machine may pause
/// any of them.
pub(crate) fn is_prompt(what: &str, limit: Duration, mut work: impl FnMut()) {
    let mut late = Vec::new();
    for _ in 0..30 {
        let started = Instant::now();
        work();
        match started.elapsed() {
            took if took < limit => return,
            took => late.push(took),
        }
    }
    panic!("{what} took {late:?}, expected less than {limit:?}");
}
