//! The solver's front: known results, bad input, stopping and going on.

#![allow(clippy::unwrap_used)]

use std::time::Duration;

use hexring_control::{Control, Limit, Stop};
use hexring_game::{Cell, Color, Move, Position, Rules};
use hexring_solver::{Options, Outcome, Progress, SolveError, Solver, Wanted};

fn position(rules: &str) -> Position {
    Position::new(rules.parse::<Rules>().unwrap()).unwrap()
}

fn solve(rules: &str, wanted: Wanted) -> Outcome {
    Solver::new(Options::default()).unwrap().solve(&position(rules), wanted).unwrap()
}

fn winner(rules: &str) -> Color {
    solve(rules, Wanted::Winner).winner.unwrap()
}

#[test]
fn nash_and_unequal_sides() {
    for n in 1..=6 {
        for first in Color::ALL {
            assert_eq!(winner(&format!("plane:{n}x{n} first={first}")), first);
            assert_eq!(winner(&format!("plane:{n}x{} first={first}", n + 1)), Color::Blue);
            assert_eq!(winner(&format!("plane:{}x{n} first={first}", n + 1)), Color::Red);
        }
    }
}

/// Alpern and Beck; Huneke, Hayward and Toft.
#[test]
fn red_wins_cylinders_of_even_circumference_and_of_three() {
    for (cols, rows) in [(2, 9), (3, 3), (3, 6), (4, 4), (4, 5), (6, 6), (8, 5)] {
        for first in Color::ALL {
            assert_eq!(winner(&format!("cylinder:{cols}x{rows} first={first}")), Color::Red);
        }
    }
}

#[test]
fn red_wins_small_cylinders_of_odd_circumference() {
    for (cols, rows) in [(5, 3), (5, 5), (5, 7), (5, 10), (7, 5), (7, 7), (7, 9), (9, 5)] {
        assert_eq!(winner(&format!("cylinder:{cols}x{rows} first=blue")), Color::Red);
    }
}

fn drawn(moves: &[Cell], size: u8) -> String {
    let stone = |cell| if moves.contains(&cell) { '#' } else { '.' };
    let row = |row| (0..size).map(|col| stone(Cell::new(col, row))).collect::<String>();
    (0..size).map(row).collect::<Vec<_>>().join("/")
}

/// The winning openings of Red, as HexWiki and the literature have them.
#[test]
fn known_winning_openings() {
    for (size, expected) in [
        (1, "#"),
        (2, ".#/#."),
        (3, "..#/###/#.."),
        (4, "...#/..#./.#../#..."),
        (5, "....#/.####/.###./####./#...."),
        (6, ".....#/.#####/######/######/#####./#....."),
    ] {
        let outcome = solve(&format!("plane:{size}x{size}"), Wanted::AllMoves);
        assert_eq!(drawn(&outcome.winning_moves, size), expected);
    }
}

#[test]
fn bad_input_gets_a_clear_message() {
    let refused = |rules: &str| {
        let error =
            Solver::new(Options::default()).unwrap().solve(&position(rules), Wanted::Winner);
        error.unwrap_err().to_string()
    };
    assert!(refused("plane:3x3 turns=random").contains("turns=random"));
    assert!(refused("plane:3x3 swap=pieces").contains("swap=pieces"));
    assert!(refused("plane:20x20").contains("400 cells: the solver takes up to 250"));
    let layout = ["123123123"; 9].join("/");
    assert!(refused(&format!("9x9 seasons={layout} years=123/231")).contains("81 cells with"));
    let tiny = Solver::new(Options { memory: 1000, ..Options::default() }).err().unwrap();
    assert_eq!(tiny, SolveError::Memory(1000));
    let mut won = position("plane:1x1");
    won.play(Move::Place(Cell::new(0, 0))).unwrap();
    let error = Solver::new(Options::default()).unwrap().solve(&won, Wanted::Winner).unwrap_err();
    assert_eq!(error.to_string(), "nothing to solve: the game is over, red has won");
}

#[test]
fn a_stopped_search_goes_on_from_its_saved_table() {
    let rules = "torus:4x3 first=blue";
    let stop = Stop::new();
    let mut solver = Solver::new(Options::default()).unwrap();
    stop.raise();
    let mut control = Control::of(&stop);
    let stopped = solver.solve_with(&position(rules), Wanted::Winner, &mut control);
    assert_eq!(stopped, Err(SolveError::Stopped { nodes: 0 }));
    let full = solver.solve(&position(rules), Wanted::Winner).unwrap();
    let mut saved = Vec::new();
    solver.save(&mut saved).unwrap();
    let mut second = Solver::new(Options::default()).unwrap();
    let board = position(rules).board();
    second.load(board, &mut saved.as_slice()).unwrap();
    let again = second.solve(&position(rules), Wanted::Winner).unwrap();
    assert_eq!((again.winner, again.nodes), (full.winner, 0));
    let other = second.load("torus:3x4".parse().unwrap(), &mut saved.as_slice()).unwrap_err();
    assert!(other.to_string().contains("torus:4x3, expected torus:3x4"), "{other}");
    let cut = second.load(board, &mut &saved[..saved.len() / 2]).unwrap_err();
    assert!(cut.to_string().contains("are cut off after"), "{cut}");
}

/// A tall cylinder is searched in its halves, whose table is what there is to save.
#[test]
fn the_table_of_a_tall_cylinder_is_that_of_its_halves() {
    let tall = position("cylinder:5x9 first=blue");
    let mut solver = Solver::new(Options::default()).unwrap();
    let first = solver.solve(&tall, Wanted::Winner).unwrap();
    assert_eq!(first.winner, Some(Color::Red));
    let mut saved = Vec::new();
    solver.save(&mut saved).unwrap();
    let mut second = Solver::new(Options::default()).unwrap();
    second.load(tall.board(), &mut saved.as_slice()).unwrap();
    let again = second.solve(&tall, Wanted::Winner).unwrap();
    assert_eq!((again.winner, again.nodes), (first.winner, 0));
    let other = second.load("cylinder:5x12".parse().unwrap(), &mut saved.as_slice()).unwrap_err();
    assert!(other.to_string().contains("cylinder:5x6, expected cylinder:5x12"), "{other}");
    // A low cylinder is solved whole, but proven in halves.
    let low = position("cylinder:5x4 first=blue");
    second.prove(&low, &mut Control::default()).unwrap();
    let mut saved = Vec::new();
    second.save(&mut saved).unwrap();
    second.load(low.board(), &mut saved.as_slice()).unwrap();
}

/// What Red answers by the halves wins on the whole board too, which is searched without them once
/// there are two stones on it.
#[test]
fn red_answers_the_first_stone_on_a_tall_cylinder() {
    for opening in ["a1", "c2", "b5", "d7"] {
        let mut game = position("cylinder:5x8 first=blue");
        game.play(Move::Place(opening.parse().unwrap())).unwrap();
        let mut solver = Solver::new(Options::default()).unwrap();
        let answer = solver.solve(&game, Wanted::Winner).unwrap();
        assert_eq!(answer.winner, Some(Color::Red));
        assert!([3, 4].contains(&answer.winning_moves[0].row), "{:?}", answer.winning_moves);
        game.play(Move::Place(answer.winning_moves[0])).unwrap();
        assert_eq!(solver.solve(&game, Wanted::Winner).unwrap().winner, Some(Color::Red));
    }
}

#[test]
fn a_small_table_forgets_but_the_answer_stays() {
    // There is room for some 4,700 positions, and more have to be judged.
    let mut solver = Solver::new(Options { memory: 1 << 20, ..Options::default() }).unwrap();
    let outcome = solver.solve(&position("plane:6x6"), Wanted::AllMoves).unwrap();
    assert!(outcome.nodes > 5_000, "{}", outcome.nodes);
    assert_eq!(outcome.winning_moves.len(), 24);
}

#[test]
fn the_number_of_threads_changes_no_answer() {
    let solver = |threads: usize| {
        let threads = threads.try_into().unwrap();
        Solver::new(Options { threads, ..Options::default() }).unwrap()
    };
    for rules in ["plane:5x5", "cylinder:5x5 first=blue", "torus:4x3", "torus:3x4 first=blue"] {
        let one = solver(1).solve(&position(rules), Wanted::AllMoves).unwrap();
        let four = solver(4).solve(&position(rules), Wanted::AllMoves).unwrap();
        assert_eq!((four.winner, four.winning_moves), (one.winner, one.winning_moves.clone()));
        let single = solver(3).solve(&position(rules), Wanted::Winner).unwrap();
        assert_eq!(single.winner, one.winner, "{rules}");
        assert!(single.winning_moves.iter().all(|cell| one.winning_moves.contains(cell)));
    }
}

#[test]
fn progress_is_reported() {
    let mut heard = 0;
    let mut hear = |progress: &Progress| {
        heard += 1;
        assert!(progress.nodes > 0 && progress.proof_number > 0 && progress.disproof_number > 0);
    };
    let mut control = Control::new(Limit::none(), &mut hear).every(Duration::ZERO);
    let mut solver = Solver::new(Options::default()).unwrap();
    let found = solver.solve_with(&position("plane:5x5"), Wanted::Winner, &mut control).unwrap();
    assert_eq!(heard, found.nodes);
}

#[test]
fn seasons_are_solved_by_plain_search() {
    let rules = "plane:3x3 seasons=123/231/312 years=123/231";
    let outcome = solve(rules, Wanted::AllMoves);
    assert!(outcome.winner.is_some());
    assert!(outcome.winning_moves.iter().all(|cell| position(rules).is_legal(Move::Place(*cell))));
}
