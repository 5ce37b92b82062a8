//! What was measured.

use std::time::Duration;

/// One line of the table.
pub(crate) struct Row {
    /// What was done.
    pub(crate) what: String,
    /// What came of it.
    pub(crate) result: String,
    /// The most memory that the server took meanwhile, in megabytes.
    pub(crate) memory: u64,
}

/// All lines, for a page.
pub(crate) fn table(rows: &[Row]) -> String {
    let mut text = "| what | result | most memory |\n|---|---|---|\n".to_owned();
    for Row { what, result, memory } in rows {
        text += &format!("| {what} | {result} | {memory} MB |\n");
    }
    text
}

/// The spread of some times.
pub(crate) fn spread(mut times: Vec<Duration>) -> String {
    times.sort();
    let at = |part: usize| times[(times.len() - 1) * part / 100].as_secs_f64() * 1000.0;
    format!("median {:.1} ms, 95 % within {:.1} ms, slowest {:.0} ms", at(50), at(95), at(100))
}
