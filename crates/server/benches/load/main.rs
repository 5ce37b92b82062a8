//! The server under load: `cargo bench -p hexring-server [-- --minutes 10]`.
//!
//! A server of its own, in a process of its own, gets everything that once was too much for one,
//! five hundred games with their viewers, five thousand idle sockets, and for the rest of the time
//! random requests while it is killed and started again a hundred times. It must answer all that is
//! asked, lose no move that it has answered, never fail, and never take more than 512 MB; if it
//! does, the benchmark fails. Linux only, because memory is read from `/proc`.

mod chaos;
mod crowd;
mod hostile;
mod process;
mod row;

use std::time::{Duration, Instant};

use mimalloc::MiMalloc;
use process::Process;
use row::Row;

/// As in the binary, whose memory this is about.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// The most memory that the server may take, in megabytes.
const MOST_MEMORY: u64 = 512;

/// How long all of it takes, in minutes, unless told otherwise.
const MINUTES: f64 = 10.0;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(data) = after(&arguments, "--serve") {
        return process::serve(data);
    }
    let minutes = after(&arguments, "--minutes").map_or(MINUTES, |text| {
        text.parse().unwrap_or_else(|_| panic!("--minutes {text}: expected a number"))
    });
    process::allow_many_files();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let rows = runtime.block_on(all(Duration::from_secs_f64(minutes * 60.0)));
    println!("\n{}", row::table(&rows));
    let worst = rows.iter().map(|row| row.memory).max().unwrap_or_default();
    assert!(worst <= MOST_MEMORY, "{worst} MB: expected at most {MOST_MEMORY}");
}

/// The word after another one.
fn after<'a>(arguments: &'a [String], name: &str) -> Option<&'a str> {
    let at = arguments.iter().position(|argument| argument == name)?;
    arguments.get(at + 1).map(String::as_str)
}

async fn all(time: Duration) -> Vec<Row> {
    let (started, mut rows) = (Instant::now(), Vec::new());
    rows.extend(hostile::everything_that_was_too_much().await);
    rows.extend(crowd::games_and_viewers().await);
    rows.push(crowd::idle_sockets().await);
    let left = time.saturating_sub(started.elapsed()).max(Duration::from_secs(60));
    rows.push(chaos::killed_a_hundred_times(left).await);
    rows
}

/// A server with a folder that is gone when both are dropped.
async fn fresh() -> (tempfile::TempDir, Process) {
    let data = tempfile::tempdir().expect("a folder");
    let process = Process::start(data.path());
    (data, process)
}
