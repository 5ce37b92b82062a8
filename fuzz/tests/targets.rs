//! A few seconds for every target, as part of the tests.

use std::time::Duration;

use hexring_control::Limit;
use hexring_fuzz::{TARGETS, run};

/// One after the other: the memory that is counted is that of the whole program.
#[test]
fn bent_inputs_break_nothing() {
    for target in TARGETS {
        let limit = Limit::none().within(Duration::from_secs(2));
        let report = run(&target, 0..u64::MAX, &limit);
        let report = report.unwrap_or_else(|failure| panic!("target {}, {failure}", target.name));
        assert!(report.next > 0, "{} had no time for a single input", target.name);
    }
}

/// What is bent is good to begin with: every reader takes its seeds.
#[test]
fn seeds_are_fine() {
    for target in TARGETS {
        for seed in (target.seeds)() {
            target.run(&seed);
        }
    }
}
