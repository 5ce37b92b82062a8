//! Everything that may take long ends soon after it is asked to.

#![allow(clippy::unwrap_used)]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use hexring_control::{Control, Limit, Stop};
use hexring_game::{Color, Position, Rules, Site};
use hexring_solver::{
    CheckError, Glance, Options, Progress, RandomTurnError, SolveError, Solver, Trial, TrialError,
    Wanted, check, random_turn_value, verify,
};

/// What may pass after the flag is raised. The work looks at it far more often; a busy machine may
/// let a thread wait.
const SOON: Duration = Duration::from_secs(30);

/// How long the work may go on before it is stopped: a small part of what the shortest of them
/// would need on a quick machine.
const WHILE: Duration = Duration::from_millis(10);

fn position(rules: &str) -> Position {
    Position::new(rules.parse::<Rules>().unwrap()).unwrap()
}

/// Raises a flag in the midst of some work, and says what came of it.
fn stopped<T: Send>(what: &str, work: impl FnOnce(Limit) -> T + Send) -> T {
    let stop = Stop::new();
    let limit = Limit::of(&stop);
    std::thread::scope(|scope| {
        let work = scope.spawn(|| work(limit));
        std::thread::sleep(WHILE);
        let raised = Instant::now();
        stop.raise();
        let result = work.join().unwrap();
        assert!(raised.elapsed() < SOON, "{what}: {:?}", raised.elapsed());
        result
    })
}

/// On the largest boards it takes seconds to judge a single position.
#[test]
fn searches_of_the_largest_boards() {
    for rules in
        ["plane:15x16", "cylinder:15x16", "torus:15x15", "torus:4x53", "torus:53x4", "torus:6x6"]
    {
        for threads in [1, 3] {
            let options = Options { threads: threads.try_into().unwrap(), ..Options::default() };
            let mut solver = Solver::new(options).unwrap();
            let found = stopped(rules, |limit| {
                solver.solve_with(&position(rules), Wanted::AllMoves, &mut Control::quiet(limit))
            });
            assert!(matches!(found, Err(SolveError::Stopped { .. })), "{rules}: {found:?}");
        }
    }
}

#[test]
fn searches_whose_time_is_over() {
    let mut solver = Solver::new(Options::default()).unwrap();
    let started = Instant::now();
    let mut control = Control::quiet(Limit::none().within(10 * WHILE));
    let found = solver.solve_with(&position("plane:9x9"), Wanted::Winner, &mut control);
    assert!(matches!(found, Err(SolveError::Stopped { nodes: 1.. })), "{found:?}");
    assert!(started.elapsed() < 10 * WHILE + SOON, "{:?}", started.elapsed());
}

#[test]
fn searches_of_several_threads_from_within() {
    let stop = Stop::new();
    // The report comes while all threads are at work.
    let mut raise = |_: &Progress| stop.raise();
    let mut control = Control::new(Limit::of(&stop), &mut raise).every(Duration::ZERO);
    let options = Options { threads: 3.try_into().unwrap(), ..Options::default() };
    let mut solver = Solver::new(options).unwrap();
    let found = solver.solve_with(&position("torus:6x6"), Wanted::AllMoves, &mut control);
    assert!(matches!(found, Err(SolveError::Stopped { .. })), "{found:?}");
}

/// The other threads end with the one that panics, and the solver can still be used.
#[test]
fn a_panic_of_the_calling_thread_ends_all_of_them() {
    let mut fail = |_: &Progress| panic!("who listens may fail");
    let mut control = Control::new(Limit::none(), &mut fail).every(Duration::ZERO);
    let options = Options { threads: 3.try_into().unwrap(), ..Options::default() };
    let mut solver = Solver::new(options).unwrap();
    let started = Instant::now();
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        solver.solve_with(&position("torus:6x6"), Wanted::AllMoves, &mut control)
    }));
    // Not for ever; to write down where a thread has panicked takes a while.
    assert!(panicked.is_err() && started.elapsed() < 10 * SOON, "{:?}", started.elapsed());
    let small = solver.solve(&position("plane:4x4"), Wanted::AllMoves).unwrap();
    assert_eq!(small.winner, Some(Color::Red));
}

#[test]
fn searches_with_seasons() {
    // One season leaves all moves, and there is no end to them.
    let row = "11111111";
    let rules = &format!("plane:8x8 seasons={} years=1/1", [row; 8].join("/"));
    let mut solver = Solver::new(Options::default()).unwrap();
    let found = stopped(rules, |limit| {
        solver.solve_with(&position(rules), Wanted::AllMoves, &mut Control::quiet(limit))
    });
    assert!(matches!(found, Err(SolveError::Stopped { .. })), "{found:?}");
}

#[test]
fn proofs_and_their_check() {
    let (mut solver, start) = (Solver::new(Options::default()).unwrap(), position("plane:7x7"));
    let proof = stopped("proof", |limit| solver.prove(&start, &mut Control::quiet(limit)));
    assert!(matches!(proof, Err(SolveError::Stopped { .. })));
    let proof = solver.prove(&position("plane:5x5"), &mut Control::default()).unwrap();
    let stop = Stop::new();
    stop.raise();
    let found = check(&proof, &Limit::of(&stop));
    assert!(matches!(found, Err(CheckError::Stopped { judged: 0 })), "{found:?}");
    // Not too often: a step that is not looked at could not be stopped.
    let checked = check(&proof, &Limit::none().within(Duration::from_secs(3600))).unwrap();
    assert!(checked.steps > 100);
}

#[test]
fn values_under_random_turns() {
    for rules in ["plane:5x6 turns=random", "torus:3x4 turns=random"] {
        let start = position(rules);
        let value = stopped(rules, |limit| random_turn_value(&start, &limit));
        assert_eq!(value, Err(RandomTurnError::Stopped), "{rules}");
    }
}

#[test]
fn trials_of_strategies() {
    let start = position("cylinder:8x8 first=blue");
    let any = |position: &Position, _: Option<Site>| position.legal_sites().collect();
    let other = |site: Site| {
        let (board, cell) = (start.board(), start.board().cell(site));
        board.site(hexring_game::Cell::new((cell.col + 4) % 8, cell.row)).unwrap()
    };
    for partner in [None, Some(&other as &(dyn Fn(Site) -> Site + Sync))] {
        let found = stopped("trial", |limit| {
            let partner = partner.map(|partner| partner as &dyn Fn(Site) -> Site);
            let trial = Trial {
                start: &start,
                color: Color::Red,
                candidates: &any,
                is_rotational: false,
                partner,
                limit: usize::MAX,
            };
            verify(&trial, &limit)
        });
        assert!(matches!(found, Err(TrialError::Stopped(_))), "{found:?}");
    }
}

#[test]
fn looks_at_the_largest_boards() {
    for rules in ["plane:15x16", "torus:15x15"] {
        let start = position(rules);
        let mut glance = Glance::new(start.board()).unwrap();
        let started = Instant::now();
        let sight = glance.look(&start, &Limit::none().within(Duration::from_millis(1)));
        assert_eq!(sight, None, "{rules}");
        assert!(started.elapsed() < SOON, "{rules}: {:?}", started.elapsed());
    }
}
