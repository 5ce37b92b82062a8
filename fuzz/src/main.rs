//! A long run of all targets or of those named: `cargo run --profile fuzz -p hexring-fuzz`. Ctrl-C
//! goes on to the end of the input and says where to go on from.

use std::ops::Range;
use std::process::ExitCode;
use std::time::Duration;

use hexring_control::{Limit, signals};
use hexring_fuzz::{TARGETS, Target, run};

const USAGE: &str =
    "usage: hexring-fuzz [--minutes N | --seconds N] [--from ROUND | --round ROUND] [TARGET…]";

/// What is asked for.
struct Order {
    rounds: Range<u64>,
    time: Duration,
    names: Vec<String>,
}

fn main() -> ExitCode {
    let Some(order) = read(std::env::args().skip(1)) else {
        eprintln!("{USAGE}, targets are: {}", TARGETS.map(|target| target.name).join(" "));
        return ExitCode::from(2);
    };
    let names = &order.names;
    let is_chosen = |target: &&Target| names.is_empty() || names.iter().any(|n| n == target.name);
    let found_something =
        TARGETS.iter().filter(is_chosen).filter(|target| !is_quiet(target, &order));
    // Every target has its turn, whatever the others find.
    if found_something.count() > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Whether nothing is found.
fn is_quiet(target: &Target, order: &Order) -> bool {
    let limit = Limit::of(signals::stop()).within(order.time);
    match run(target, order.rounds.clone(), &limit) {
        Ok(report) => {
            println!(
                "{}: rounds {} to {}, the slowest {:?}, the largest {} bytes",
                target.name, order.rounds.start, report.next, report.slowest, report.largest
            );
            true
        }
        Err(failure) => {
            println!("{}: {failure}", target.name);
            false
        }
    }
}

/// The order that words make, a minute for each target if they say no other time.
fn read(mut words: impl Iterator<Item = String>) -> Option<Order> {
    let mut order = Order { rounds: 0..u64::MAX, time: Duration::from_secs(60), names: Vec::new() };
    while let Some(word) = words.next() {
        if TARGETS.iter().any(|target| target.name == word) {
            order.names.push(word);
            continue;
        }
        let mut number = || words.next()?.parse::<u64>().ok();
        match word.as_str() {
            "--minutes" => order.time = Duration::from_secs(number()?.checked_mul(60)?),
            "--seconds" => order.time = Duration::from_secs(number()?),
            "--from" => order.rounds = number()?..u64::MAX,
            "--round" => {
                let round = number()?;
                order.rounds = round..round.checked_add(1)?;
            }
            _ => return None,
        }
    }
    Some(order)
}
