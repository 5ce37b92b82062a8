//! The solver agrees with plain search.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use hexring_control::{Control, Limit};
use hexring_game::{Board, Cell, Color, Move, Position, Rules, Setup, Topology};
use hexring_solver::{
    Advice, Adviser, Advisers, Glance, Guide, Node, Options, Outcome, PlainSearch, Sight, Solver,
    Wanted, check,
};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn boards(cells: std::ops::RangeInclusive<usize>) -> impl Iterator<Item = Board> {
    let sizes = (1..=20u8).flat_map(|cols| (1..=20u8).map(move |rows| (cols, rows)));
    let boards = sizes.flat_map(|(cols, rows)| {
        Topology::ALL.map(|topology| Board::new(topology, cols, rows).unwrap())
    });
    boards.filter(move |board| cells.contains(&board.cell_count()))
}

const GUIDES: [Guide; 2] = [Guide::Circuit, Guide::Adviser];

/// Advice of the worst kind: it changes with every stone, and means nothing.
#[derive(Debug)]
struct Whims;

impl Advisers for Whims {
    fn adviser(&self, _: Board) -> Option<Box<dyn Adviser>> {
        Some(Box::new(Whims))
    }
}

impl Adviser for Whims {
    fn advise(&mut self, position: &Position) -> Advice {
        let board = position.board();
        let stones = board.sites().map(|site| position.stone_at(site).map_or(0, |c| 1 + c.index()));
        let seed = stones.fold(7, |seed, stone| 31 * (seed % 0xffff_ffff) + stone as u64);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let policy_logits = board.sites().map(|_| rng.random_range(-4.0..4.0)).collect();
        Advice { policy_logits, value: rng.random_range(0.0..=1.0) }
    }
}

fn solver(guide: Guide) -> Solver {
    Solver::new(Options { guide, advisers: Some(Arc::new(Whims)), ..Options::default() }).unwrap()
}

fn plain_moves(search: &mut PlainSearch, position: &Position) -> Vec<Cell> {
    if search.value(position) != position.to_move() {
        return Vec::new();
    }
    let place = |mv| match mv {
        Move::Place(cell) => cell,
        other => panic!("{other} on a board without swap"),
    };
    search.best_moves(position).into_iter().map(place).collect()
}

/// The stones row by row, and who is to move.
fn drawn(position: &Position) -> String {
    let stone = |cell| match position.stone(cell) {
        Some(Color::Red) => 'R',
        Some(Color::Blue) => 'B',
        None => '.',
    };
    let stones: String = position.board().cells().map(stone).collect();
    format!("{} {stones}, {:?} to move", position.board(), position.to_move())
}

fn compare(solver: &mut Solver, search: &mut PlainSearch, position: &Position) {
    let Outcome { winner, winning_moves, .. } = solver.solve(position, Wanted::Winner).unwrap();
    assert_eq!(winner, search.value(position), "{}", drawn(position));
    let expected = plain_moves(search, position);
    assert!(winning_moves.iter().all(|mv| expected.contains(mv)), "{}", drawn(position));
    assert_eq!(winning_moves.is_empty(), expected.is_empty(), "{}", drawn(position));
    let all = solver.solve(position, Wanted::AllMoves).unwrap();
    assert_eq!(all.winner, winner);
    assert_eq!(all.winning_moves, expected, "{}", drawn(position));
    check_glance(position, winner, &expected);
}

/// What can be seen without a search is true.
fn check_glance(position: &Position, winner: Option<Color>, winning: &[Cell]) {
    let cell = |site| position.board().cell(site);
    match Glance::new(position.board()).unwrap().look(position, &Limit::none()).unwrap() {
        Sight::Won { winner: seen, best } => {
            assert_eq!(Some(seen), winner, "{}", drawn(position));
            assert_eq!(best.is_some(), winner == position.to_move(), "{}", drawn(position));
            assert!(best.is_none_or(|site| winning.contains(&cell(site))), "{}", drawn(position));
        }
        Sight::Open(sites) => {
            let kept = sites.iter().any(|site| winning.contains(&cell(*site)));
            assert!(kept || winning.is_empty(), "{}", drawn(position));
            assert!(sites.is_sorted(), "row by row");
        }
    }
}

#[test]
fn all_boards_up_to_twelve_cells_with_all_their_winning_moves() {
    for board in boards(1..=12) {
        let mut solvers = GUIDES.map(solver);
        for first in Color::ALL {
            let position = Position::new(Rules { first, ..Rules::new(board) }).unwrap();
            for solver in &mut solvers {
                compare(solver, &mut PlainSearch::new(), &position);
            }
        }
    }
}

/// Every arrangement of stones, whoever is to move, that nobody has won.
#[test]
fn all_positions_of_boards_up_to_seven_cells() {
    for board in boards(1..=7) {
        let (mut solver, mut search) = (solver(Guide::Circuit), PlainSearch::new());
        for number in 0..3u32.pow(board.cell_count() as u32) {
            let mut setup = Setup::new(Rules::new(board));
            for (i, cell) in board.cells().enumerate() {
                match number / 3u32.pow(i as u32) % 3 {
                    0 => {}
                    1 => setup.stones.red.push(cell),
                    _ => setup.stones.blue.push(cell),
                }
            }
            for to_move in Color::ALL {
                setup.to_move = Some(to_move);
                let Ok(position) = Position::from_setup(&setup) else { continue };
                if !position.is_over() {
                    compare(&mut solver, &mut search, &position);
                }
            }
        }
    }
}

fn random_position(board: Board, empty: usize, rng: &mut impl Rng) -> Option<Position> {
    let first = Color::ALL[rng.random_range(0..2)];
    let mut position = Position::new(Rules { first, ..Rules::new(board) }).unwrap();
    while position.empty_count() > empty && !position.is_over() {
        let sites: Vec<_> = position.legal_sites().collect();
        position.play_site(sites[rng.random_range(0..sites.len())]);
    }
    (!position.is_over()).then_some(position)
}

#[test]
fn random_positions_up_to_twenty_cells() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    for board in boards(13..=20) {
        let mut solvers = GUIDES.map(solver);
        for i in 0..60 {
            let empty = rng.random_range(4..=10);
            if let Some(position) = random_position(board, empty, &mut rng) {
                compare(&mut solvers[i % 2], &mut PlainSearch::new(), &position);
            }
        }
    }
}

/// What is filled in before a proof goes on changes no winner, on any board.
#[test]
fn proofs_of_random_positions_hold() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(19);
    let mut captured = 0;
    for board in boards(4..=30) {
        let mut solver = solver(Guide::Circuit);
        for _ in 0..12 {
            let empty = rng.random_range(3..=12);
            let Some(position) = random_position(board, empty, &mut rng) else { continue };
            let proof = solver.prove(&position, &mut Control::default()).unwrap();
            let checked = check(&proof, &Limit::none());
            let winner = checked.map(|checked| checked.winner).map_err(|fault| fault.to_string());
            let expected = PlainSearch::new().value(&position).unwrap();
            assert_eq!(winner, Ok(expected), "{}", drawn(&position));
            captured += usize::from(proof.nodes.iter().any(|n| matches!(n, Node::Captured(..))));
        }
    }
    assert!(captured > 100, "{captured}");
}
