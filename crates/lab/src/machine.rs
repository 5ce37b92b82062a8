//! What a report has to say about where and when it was made.

/// The time now, as `2026-01-31T12:00:00Z`.
pub fn now() -> String {
    written(chrono::Utc::now())
}

/// A time in whole seconds.
pub(crate) fn written(time: chrono::DateTime<chrono::Utc>) -> String {
    time.to_rfc3339_opts(chrono::SecondsFormat::Secs, true)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_is_a_date_in_whole_seconds_and_the_machine_has_threads() {
        let time = now();
        assert_eq!(time.len(), "2026-01-31T12:00:00Z".len(), "{time}");
        let read: chrono::DateTime<chrono::Utc> = time.parse().expect("a time");
        assert!((chrono::Utc::now() - read).num_seconds() < 60, "{time}");
        assert!(threads() >= 1 && describe().contains("threads"));
    }
}
