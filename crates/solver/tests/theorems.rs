//! Theorems say what searching says, on all boards that are small enough to search.

#![allow(clippy::unwrap_used)]

use hexring_game::{Board, Color, Move, Position, Rules, Topology};
use hexring_solver::{Options, Outcome, PlainSearch, Solver, Wanted};

/// The largest boards that a search move by move decides at once, in cells.
const MOST_CELLS: usize = 12;

fn boards() -> impl Iterator<Item = Board> {
    let sizes = (1..=6).flat_map(|cols| (1..=6).map(move |rows| (cols, rows)));
    let of = |(cols, rows)| Topology::ALL.map(|topology| Board::new(topology, cols, rows).unwrap());
    sizes.flat_map(of).filter(|board| board.cell_count() <= MOST_CELLS)
}

fn solve(position: &Position, wanted: Wanted, theorems: bool) -> Outcome {
    let options = Options { theorems, ..Options::default() };
    Solver::new(options).unwrap().solve(position, wanted).unwrap()
}

fn empty(board: Board, first: Color) -> Position {
    Position::new(Rules { first, ..Rules::new(board) }).unwrap()
}

/// Compares with two searches: of connections, and of the rules alone.
fn assert_same(position: &Position) -> bool {
    let (said, found) = [true, false].map(|by| solve(position, Wanted::AllMoves, by)).into();
    let at = || format!("{} {:?}", position.rules(), position.to_setup());
    assert_eq!(
        (said.winner, &said.winning_moves),
        (found.winner, &found.winning_moves),
        "{}",
        at()
    );
    assert_eq!(PlainSearch::new().value(position), said.winner, "{}", at());
    let one = solve(position, Wanted::Winner, true);
    assert_eq!(one.winner, said.winner);
    assert!(one.winning_moves.iter().all(|cell| said.winning_moves.contains(cell)));
    assert_eq!(one.winning_moves.is_empty(), said.winning_moves.is_empty());
    said.theorem.is_some()
}

#[test]
fn empty_boards() {
    let is_known = |board: Board| {
        let (cols, rows) = (board.cols(), board.rows());
        match board.topology() {
            Topology::Plane => cols != rows,
            Topology::Cylinder => cols % 2 == 0 || cols == 3,
            Topology::Torus => cols == rows || cols.min(rows) <= 2,
        }
    };
    for board in boards() {
        for first in Color::ALL {
            assert_eq!(assert_same(&empty(board, first)), is_known(board), "{board} {first}");
        }
    }
}

/// One colour has one or two stones, and either is to move.
#[test]
fn positions_with_stones_of_one_colour() {
    let mut known = 0;
    for board in boards().filter(|board| board.cell_count() >= 4) {
        for color in Color::ALL {
            let mut position = empty(board, color);
            for site in board.sites().step_by(3).take(2) {
                position.set_to_move(color);
                position.play(Move::Place(board.cell(site))).unwrap();
                if position.winner().is_some() {
                    break;
                }
                for to_move in Color::ALL {
                    position.set_to_move(to_move);
                    known += usize::from(assert_same(&position));
                }
            }
        }
    }
    assert!(known > 100, "{known}");
}

#[test]
fn long_boards_take_no_search() {
    for (rules, winner, moves) in [
        ("cylinder:2x15", Color::Red, 30),
        ("cylinder:3x10 first=blue", Color::Red, 0),
        ("torus:14x2 first=blue", Color::Blue, 28),
        ("plane:11x10 first=blue", Color::Red, 0),
    ] {
        let position = Position::new(rules.parse().unwrap()).unwrap();
        let outcome = solve(&position, Wanted::AllMoves, true);
        assert_eq!(outcome.winner, Some(winner), "{rules}");
        assert_eq!((outcome.winning_moves.len(), outcome.nodes), (moves, 0), "{rules}");
    }
}

/// Two columns need no theorem: every ring is captured, whoever begins.
#[test]
fn two_columns_take_one_position() {
    for first in Color::ALL {
        let position = empty("cylinder:2x15".parse().unwrap(), first);
        let outcome = solve(&position, Wanted::Winner, false);
        assert_eq!((outcome.winner, outcome.nodes), (Some(Color::Red), 1), "{first}");
    }
}

/// Red wins 5×7 with Blue first, which is found in halves, so any first move wins.
#[test]
fn who_wins_as_second_player_wins_with_any_first_move() {
    let board: Board = "cylinder:5x7".parse().unwrap();
    let (red, blue) = (empty(board, Color::Red), empty(board, Color::Blue));
    let (first, second) =
        (solve(&red, Wanted::AllMoves, false), solve(&blue, Wanted::Winner, false));
    assert_eq!((first.winner, second.winner), (Some(Color::Red), Some(Color::Red)));
    assert_eq!((first.winning_moves.len(), first.nodes), (35, second.nodes));
    let mut after = red.clone();
    after.play(Move::Place("a1".parse().unwrap())).unwrap();
    let after = solve(&after, Wanted::AllMoves, false);
    assert_eq!((after.winner, after.winning_moves.len()), (Some(Color::Red), 0));
}
