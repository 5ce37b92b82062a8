//! The server's own time, in milliseconds: it stands while the server is down, and goes on from
//! where it was.
//!
//! Clocks of games are kept in it, so that nobody loses time by a restart. It is written down while
//! a clock runs, twice a second; a process that is killed has lost no more.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::files;

/// The file of the data folder.
const FILE: &str = "uptime";

/// How often it is written down while a clock runs.
pub(crate) const KEEP_EVERY: Duration = Duration::from_millis(500);

/// The time of a data folder.
pub(crate) struct Uptime {
    path: PathBuf,
    /// How much of it had passed when the server started.
    before: u64,
    started: Instant,
    /// What was written down last.
    kept: Mutex<u64>,
}

impl Uptime {
    /// The time of a folder, which goes on from here.
    pub(crate) fn open(data: &Path) -> io::Result<Self> {
        let path = data.join(FILE);
        let before = match std::fs::read_to_string(&path) {
            Ok(text) => text.trim().parse().map_err(io::Error::other)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => 0,
            Err(error) => return Err(error),
        };
        Ok(Uptime { path, before, started: Instant::now(), kept: Mutex::new(before) })
    }

    /// The time now.
    pub(crate) fn now(&self) -> u64 {
        let since = self.started.elapsed().as_millis();
        self.before.saturating_add(u64::try_from(since).unwrap_or(u64::MAX))
    }

    /// Writes the time down, unless that was done a moment ago.
    pub(crate) fn keep(&self) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let now = self.now();
        // A disk that refuses this refuses moves too, and they say so.
        if now - *kept >= KEEP_EVERY.as_millis() as u64 / 2
            && files::replace(&self.path, now.to_string().as_bytes()).is_ok()
        {
            *kept = now;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_stands_while_nobody_keeps_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let first = Uptime::open(folder.path()).expect("opened");
        std::thread::sleep(KEEP_EVERY);
        first.keep();
        let kept = first.now();
        std::thread::sleep(KEEP_EVERY);
        let second = Uptime::open(folder.path()).expect("opened again");
        assert!(second.now() >= KEEP_EVERY.as_millis() as u64);
        assert!(second.before <= kept, "{} after {kept}", second.before);
    }
}
