//! The committed table of winners: it says nothing that a theorem or the solver contradicts.

#![allow(clippy::unwrap_used)]

use hexring_game::{Color, Position, Rules, Topology};
use hexring_solver::{Options, Row, Solver, Wanted};

fn rows() -> Vec<Row> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/tables/rows.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn find(rows: &[Row], board: &str, first: Color) -> Option<Row> {
    let board = board.parse().unwrap();
    rows.iter().find(|row| (row.board, row.first) == (board, first)).cloned()
}

#[test]
fn every_board_is_there_once() {
    let mut keys: Vec<String> =
        rows().iter().map(|row| format!("{} {}", row.board, row.first)).collect();
    let count = keys.len();
    assert!(count > 200, "{count}");
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), count);
}

/// Nash and unequal sides on the plane; Alpern and Beck, Huneke, Hayward and Toft on the cylinder;
/// strategy stealing on the square torus, and pairs of cells on the torus of two rows or columns.
#[test]
fn the_theorems_hold() {
    for row in rows() {
        let (cols, rows) = (row.board.cols(), row.board.rows());
        let expected = match row.board.topology() {
            Topology::Plane if cols < rows => Some(Color::Blue),
            Topology::Plane if cols > rows => Some(Color::Red),
            Topology::Cylinder if cols == 3 || cols % 2 == 0 => Some(Color::Red),
            Topology::Cylinder => None,
            _ => (cols == rows || cols.min(rows) == 2).then_some(row.first),
        };
        assert!(expected.is_none_or(|winner| winner == row.winner), "{row:?}");
    }
}

/// A red path through a higher cylinder contains one through a lower cylinder.
#[test]
fn what_red_wins_it_wins_with_fewer_rows() {
    let rows = rows();
    let is_high = |row: &&Row| row.board.topology() == Topology::Cylinder && row.board.rows() > 1;
    for row in rows.iter().filter(is_high) {
        let lower = format!("cylinder:{}x{}", row.board.cols(), row.board.rows() - 1);
        if let Some(lower) = find(&rows, &lower, row.first) {
            assert!(row.winner == Color::Blue || lower.winner == Color::Red, "{row:?} {lower:?}");
        }
    }
}

/// Transposing a torus exchanges the colours, and translations make all openings alike.
#[test]
fn tori_are_symmetric() {
    let rows = rows();
    for row in rows.iter().filter(|row| row.board.topology() == Topology::Torus) {
        let transposed = format!("torus:{}x{}", row.board.rows(), row.board.cols());
        if let Some(other) = find(&rows, &transposed, !row.first) {
            assert_eq!(other.winner, !row.winner, "{row:?}");
        }
        let winning = row.winning_moves.len();
        assert!(!row.complete || winning == 0 || winning == row.board.cell_count(), "{row:?}");
    }
}

#[test]
fn small_boards_are_solved_to_the_same_end() {
    for row in rows().iter().filter(|row| row.board.cell_count() <= 15) {
        let rules = Rules { first: row.first, ..Rules::new(row.board) };
        let wanted = if row.complete { Wanted::AllMoves } else { Wanted::Winner };
        let mut solver = Solver::new(Options::default()).unwrap();
        let outcome = solver.solve(&Position::new(rules).unwrap(), wanted).unwrap();
        assert_eq!(outcome.winner, Some(row.winner), "{row:?}");
        assert!(!row.complete || outcome.winning_moves == row.winning_moves, "{row:?}");
    }
}
