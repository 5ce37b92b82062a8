//! Runs a target on bent inputs, on any toolchain. Every round has its number and its own
//! generator, so a failure repeats.

use std::fmt;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use hexring_control::Limit;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::memory;
use crate::mutation::{below, bend};
use crate::targets::Target;

/// The most bytes that one input may take.
const MOST_MEMORY: usize = 1 << 30;

/// The longest that one input may take; generous, because machines are busy.
const MOST_TIME: Duration = Duration::from_secs(30);

/// After this long an input is taken to hang, and the program ends.
const HANGS: Duration = Duration::from_secs(120);

/// How a run went that found nothing.
#[derive(Clone, Copy, Debug)]
pub struct Report {
    /// The first round that was not tried.
    pub next: u64,
    /// The longest that one took.
    pub slowest: Duration,
    /// The most bytes that one took.
    pub largest: usize,
}

/// An input for which something does not hold.
#[derive(Debug)]
pub struct Failure {
    /// The number of the round.
    pub round: u64,
    /// What does not hold.
    pub why: String,
    /// The input.
    pub input: Vec<u8>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = String::from_utf8_lossy(&self.input);
        write!(
            f,
            "round {}: {}: {:?}",
            self.round,
            self.why,
            text.chars().take(500).collect::<String>()
        )
    }
}

/// Tries bent inputs on a target: those of the rounds, or as many as the limit allows.
pub fn run(target: &Target, rounds: Range<u64>, limit: &Limit) -> Result<Report, Failure> {
    let seeds = (target.seeds)();
    assert!(!seeds.is_empty(), "{} has no seeds", target.name);
    let watch = Watch::new(target.name);
    let mut report = Report { next: rounds.start, slowest: Duration::ZERO, largest: 0 };
    for round in rounds {
        if limit.is_over() {
            break;
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(round);
        let [seed, other] = [0; 2].map(|_| &seeds[below(&mut rng, seeds.len())]);
        let input = bend(seed, other, target.words, &mut rng);
        watch.begins(round);
        let (time, bytes) =
            try_one(target, &input).map_err(|why| Failure { round, why, input: input.clone() })?;
        report.next = round + 1;
        report.slowest = report.slowest.max(time);
        report.largest = report.largest.max(bytes);
    }
    Ok(report)
}

/// The time and the memory that an input took, or what is wrong.
fn try_one(target: &Target, input: &[u8]) -> Result<(Duration, usize), String> {
    let (before, started) = (memory::mark(), Instant::now());
    let outcome = catch_unwind(AssertUnwindSafe(|| target.run(input)));
    let (time, bytes) = (started.elapsed(), memory::peak().saturating_sub(before));
    if outcome.is_err() {
        return Err("it panicked".to_owned());
    }
    if bytes > MOST_MEMORY {
        return Err(format!("it took {bytes} bytes, expected at most {MOST_MEMORY}"));
    }
    match time > MOST_TIME {
        true => Err(format!("it took {time:?}, expected at most {MOST_TIME:?}")),
        false => Ok((time, bytes)),
    }
}

/// A thread that ends the program when an input hangs: nobody else could say which one it was.
struct Watch(Sender<u64>);

impl Watch {
    fn new(name: &'static str) -> Self {
        let (begun, rounds) = channel();
        std::thread::spawn(move || {
            let mut current = 0;
            loop {
                match rounds.recv_timeout(HANGS) {
                    Ok(round) => current = round,
                    Err(RecvTimeoutError::Disconnected) => return,
                    Err(RecvTimeoutError::Timeout) => {
                        eprintln!("target {name}, round {current}: no answer after {HANGS:?}");
                        std::process::abort();
                    }
                }
            }
        });
        Watch(begun)
    }

    fn begins(&self, round: u64) {
        // The watch ends only when this value goes.
        let _ = self.0.send(round);
    }
}
