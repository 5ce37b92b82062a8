//! What a report has to say about where and when it was made.

use std::time::{SystemTime, UNIX_EPOCH};

/// The time now, as `2026-01-31T12:00:00Z`.
pub fn now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    timestamp(since.as_secs())
}

/// The processor, how many threads it runs, and the system.
pub fn describe() -> String {
    let threads = threads();
    let (system, kind) = (std::env::consts::OS, std::env::consts::ARCH);
    let information = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = information.lines().find_map(|line| line.strip_prefix("model name"));
    let model = model.map_or(kind, |rest| rest.trim_start_matches([' ', '\t', ':']));
    format!("{model}, {threads} threads, {system}")
}

/// How many threads run at once here.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Seconds since 1970 as a date, by the method of H. Hinnant, *chrono-compatible low-level date
/// algorithms* (2013): years begin in March, so that leap days come last.
fn timestamp(seconds: u64) -> String {
    let days = seconds / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_dates() {
        assert_eq!(timestamp(0), "1970-01-01T00:00:00Z");
        assert_eq!(timestamp(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(timestamp(1_234_567_890), "2009-02-13T23:31:30Z");
        assert!(threads() >= 1 && describe().contains("threads"));
    }
}
