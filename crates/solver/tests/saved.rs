//! Saved searches: whole ones are taken up, damaged ones are refused with a sentence.

#![allow(clippy::unwrap_used)]

use std::time::Duration;

use hexring_control::{Control, Limit};
use hexring_game::{Position, Rules};
use hexring_solver::{Options, Progress, Solver, Wanted};

fn position(rules: &str) -> Position {
    Position::new(rules.parse::<Rules>().unwrap()).unwrap()
}

fn solver() -> Solver {
    Solver::new(Options::default()).unwrap()
}

fn saved(rules: &str) -> Vec<u8> {
    let (mut solver, mut bytes) = (solver(), Vec::new());
    solver.solve(&position(rules), Wanted::AllMoves).unwrap();
    solver.save(&mut bytes).unwrap();
    bytes
}

/// Every bit of the beginning and of the end, and 400 between them.
#[test]
fn files_with_one_bit_flipped_are_refused() {
    let rules = "plane:5x5";
    let good = saved(rules);
    let bits = 8 * good.len();
    assert!(bits > 10_000, "{bits}");
    let between = (1..=400).map(|i| i * bits / 401);
    for bit in (0..400).chain(between).chain(bits - 200..bits) {
        let mut bad = good.clone();
        bad[bit / 8] ^= 1 << (bit % 8);
        let mut solver = solver();
        let refused = solver.load(position(rules).board(), &mut bad.as_slice());
        let sentence = refused.expect_err("a damaged file").to_string();
        assert!(sentence.contains("saved position"), "bit {bit}: {sentence}");
        assert!(!solver.remembers(), "bit {bit}: something of the file is still remembered");
    }
}

#[test]
fn files_that_are_cut_off_or_continued_are_refused() {
    let rules = "plane:3x3";
    let good = saved(rules);
    let load = |bytes: &[u8]| solver().load(position(rules).board(), &mut &*bytes);
    assert!(load(&good).is_ok());
    for end in 0..good.len() {
        assert!(load(&good[..end]).is_err(), "cut off at {end} of {}", good.len());
    }
    assert!(load(&[&good[..], b"\0"].concat()).is_err());
}

#[test]
fn what_is_saved_during_a_search_is_a_file_like_any_other() {
    let rules = "plane:5x5";
    let mut snapshots: Vec<Vec<u8>> = Vec::new();
    let mut keep = |progress: &Progress| {
        let mut bytes = Vec::new();
        progress.memory.save(&mut bytes).unwrap();
        snapshots.push(bytes);
    };
    let mut control = Control::new(Limit::none(), &mut keep).every(Duration::ZERO);
    let mut first = solver();
    let whole = first.solve_with(&position(rules), Wanted::AllMoves, &mut control).unwrap();
    let late = &snapshots[snapshots.len() * 3 / 4];
    let mut second = solver();
    second.load(position(rules).board(), &mut late.as_slice()).unwrap();
    let rest = second.solve(&position(rules), Wanted::AllMoves).unwrap();
    assert_eq!(rest.winner, whole.winner);
    assert!(rest.nodes < whole.nodes / 2, "{} of {}", rest.nodes, whole.nodes);
}
