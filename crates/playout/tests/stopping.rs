//! Playouts end soon after they are asked to, and what was done until then counts.

mod common;

use std::sync::Barrier;
use std::time::{Duration, Instant};

use common::empty;
use hexring_control::{Limit, Stop};
use hexring_game::Color;
use hexring_playout::{Detail, Kind, Request, Sampler, Tally, Width};

/// What may pass after the flag is raised. The kernels look at it far more often; a busy machine
/// may let a thread wait.
const SOON: Duration = Duration::from_secs(5);

const KINDS: [Kind; 2] = [Kind::Fill, Kind::Alternating { first: Color::Blue }];
const DETAILS: [Detail; 3] = [Detail::Wins, Detail::Cells, Detail::Pivotal];

/// How many milliseconds playouts go on before the flag is raised, try by try: a machine that does
/// something else meanwhile makes a try slower, never quicker.
const PATIENCE: [u64; 6] = [30, 100, 300, 1000, 3000, 9000];

/// Raises a flag in the midst of endless playouts, once with the least patience that is enough for
/// some of them.
fn stopped(what: &str, work: impl Fn(&Limit) -> Tally + Sync) -> Tally {
    let mut late = Vec::new();
    for patience in PATIENCE.map(Duration::from_millis) {
        let (tally, passed) = stop_once(patience, &work);
        if passed < SOON && tally.playouts > 0 {
            return tally;
        }
        late.push((tally.playouts, passed));
    }
    panic!("{what}: {late:?}");
}

/// Raises a flag in the midst of endless playouts, which may be the first ones still: on the
/// largest boards those with all their details take seconds.
fn stops_soon(what: &str, work: impl Fn(&Limit) -> Tally + Sync) {
    let mut late = Vec::new();
    for patience in PATIENCE.map(Duration::from_millis) {
        let (_, passed) = stop_once(patience, &work);
        if passed < SOON {
            return;
        }
        late.push(passed);
    }
    panic!("{what}: {late:?}");
}

fn stop_once(patience: Duration, work: &(impl Fn(&Limit) -> Tally + Sync)) -> (Tally, Duration) {
    let stop = Stop::new();
    let limit = Limit::of(&stop);
    let begun = Barrier::new(2);
    std::thread::scope(|scope| {
        let work = scope.spawn(|| {
            begun.wait();
            work(&limit)
        });
        begun.wait();
        std::thread::sleep(patience);
        let raised = Instant::now();
        stop.raise();
        let tally = work.join().expect("no panic");
        (tally, raised.elapsed())
    })
}

fn endless(kind: Kind, detail: Detail) -> Request {
    Request { kind, playouts: 1 << 50, seed: 7, detail }
}

#[test]
fn the_largest_boards_of_every_topology() {
    for board in ["plane:53x53", "cylinder:53x53", "torus:53x53"] {
        let sampler = Sampler::new(&empty(board));
        for (kind, detail) in KINDS.into_iter().flat_map(|kind| DETAILS.map(|d| (kind, d))) {
            let what = format!("{board} {kind:?} {detail:?}");
            stops_soon(&what, |limit| sampler.sample(&endless(kind, detail), limit));
            let narrow = sampler.clone().with_width(Width::W64);
            stops_soon(&what, |limit| narrow.sample(&endless(kind, detail), limit));
        }
    }
}

/// Playouts that have begun are counted, easy or not: a tally is that of a shorter request.
#[test]
fn what_was_done_is_the_beginning_of_what_was_asked() {
    for board in ["plane:5x5", "cylinder:5x4", "torus:5x5"] {
        let sampler = Sampler::new(&empty(board));
        for (kind, detail) in KINDS.into_iter().flat_map(|kind| DETAILS.map(|d| (kind, d))) {
            let request = endless(kind, detail);
            let tally = stopped(board, |limit| sampler.sample(&request, limit));
            let shorter = Request { playouts: tally.playouts, ..request };
            assert_eq!(sampler.sample(&shorter, &Limit::none()), tally, "{board} {kind:?}");
        }
    }
}

#[test]
fn several_threads_and_times() {
    let sampler = Sampler::new(&empty("plane:11x11"));
    let request = endless(Kind::Fill, Detail::Cells);
    stopped("threads", |limit| sampler.sample_on(3, &request, limit));
    let within = |time: Duration| {
        let limit = Limit::none().within(time);
        let started = Instant::now();
        let tally = sampler.sample(&request, &limit);
        let passed = started.elapsed();
        assert_eq!(sampler.sample(&request, &limit).playouts, 0, "it is over");
        tally.playouts > 0 && passed < time + SOON
    };
    assert!(PATIENCE.map(Duration::from_millis).into_iter().any(within), "no time limit was kept");
}
