//! A long run: `cargo run -p hexring-fuzz -- --minutes 60`, of all targets or of those named; with
//! `--round N` one round again.

use std::process::ExitCode;
use std::time::Duration;

use hexring_fuzz::{TARGETS, Target, Until, run};

const USAGE: &str = "usage: hexring-fuzz [--minutes N | --seconds N | --round N] [TARGET…]";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some((until, names)) = read(&words) else {
        eprintln!("{USAGE}, targets are: {}", TARGETS.map(|target| target.name).join(" "));
        return ExitCode::from(2);
    };
    let is_chosen = |target: &&Target| names.is_empty() || names.iter().any(|n| n == target.name);
    let found_something =
        TARGETS.iter().filter(is_chosen).filter(|target| !is_quiet(target, until));
    // Every target has its turn, whatever the others find.
    if found_something.count() > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Whether nothing is found.
fn is_quiet(target: &Target, until: Until) -> bool {
    match run(target, until) {
        Ok(report) => {
            println!(
                "{}: {} inputs, the slowest {:?}, the largest {} bytes",
                target.name, report.rounds, report.slowest, report.largest
            );
            true
        }
        Err(failure) => {
            println!("{}: {failure}", target.name);
            false
        }
    }
}

/// When to end, and the targets.
fn read(words: &[String]) -> Option<(Until, &[String])> {
    let (until, names) = match words {
        [option, number, names @ ..] if option.starts_with("--") => {
            let number: u64 = number.parse().ok()?;
            let until = match option.as_str() {
                "--minutes" => Until::Time(Duration::from_secs(number.checked_mul(60)?)),
                "--seconds" => Until::Time(Duration::from_secs(number)),
                "--round" => Until::Only(number),
                _ => return None,
            };
            (until, names)
        }
        names => (Until::Time(Duration::from_secs(60)), names),
    };
    let is_known = |name: &String| TARGETS.iter().any(|target| target.name == name);
    names.iter().all(is_known).then_some((until, names))
}
