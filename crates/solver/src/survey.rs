//! Who wins on many boards, whoever moves first.
//!
//! Boards are written as ranges, `cylinder:3..7x1..8`. What is found is a list of rows that may be
//! stored, read again and extended; boards that are in it already are not solved again.

use std::str::FromStr;

use hexring_control::{Control, Instant};
use hexring_game::{Board, BoardError, Cell, Color, Position, Rules, Topology};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::options::{Options, Wanted};
use crate::outcome::SolveError;
use crate::progress::Progress;
use crate::solver::Solver;
use crate::theorems::Theorem;

/// All boards of a topology whose columns and rows are in two ranges, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardRange {
    topology: Topology,
    cols: (u8, u8),
    rows: (u8, u8),
}

/// What is wrong with a range of boards.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RangeError {
    /// The topology or a size is none.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The text has another form.
    #[error("bad boards \"{0}\": expected ranges of columns x rows, such as cylinder:3..7x1..8")]
    Form(String),
}

impl FromStr for BoardRange {
    type Err = RangeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let form = || RangeError::Form(text.to_owned());
        let (topology, sizes) = match text.split_once(':') {
            Some((topology, sizes)) => (topology.parse()?, sizes),
            None => (Topology::Plane, text),
        };
        let (cols, rows) = sizes.split_once('x').ok_or_else(form)?;
        let range = |text: &str| {
            let (least, most) = text.split_once("..").unwrap_or((text, text));
            let (least, most) = (least.parse::<u8>().ok()?, most.parse::<u8>().ok()?);
            (least <= most).then_some((least, most))
        };
        let (cols, rows) = (range(cols).ok_or_else(form)?, range(rows).ok_or_else(form)?);
        Board::new(topology, cols.0, rows.0)?;
        Board::new(topology, cols.1, rows.1)?;
        Ok(BoardRange { topology, cols, rows })
    }
}

impl BoardRange {
    /// The boards, the smallest first.
    pub fn boards(self) -> Vec<Board> {
        let cols = self.cols.0..=self.cols.1;
        let sizes = cols.flat_map(|cols| (self.rows.0..=self.rows.1).map(move |rows| (cols, rows)));
        // Both ends are boards, so all between them are.
        let boards = sizes.filter_map(|(cols, rows)| Board::new(self.topology, cols, rows).ok());
        let mut boards: Vec<Board> = boards.collect();
        boards.sort_by_key(|board| board.cell_count());
        boards
    }
}

/// One solved board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The board.
    pub board: Board,
    /// Who moves first.
    pub first: Color,
    /// Who wins.
    pub winner: Color,
    /// The first player's winning moves: all, or one, as was asked; none if it loses.
    pub winning_moves: Vec<Cell>,
    /// Whether those are all of them.
    pub complete: bool,
    /// Positions judged; none if the row follows from another one or from a theorem.
    pub nodes: u64,
    /// Time taken.
    pub seconds: f64,
}

impl Row {
    /// What is known of whole kinds of boards.
    fn by_theorem(board: Board, first: Color) -> Option<Row> {
        let (_, winner) = Theorem::of_board(board, first)?;
        let winning_moves = if winner == first { board.cells().collect() } else { Vec::new() };
        Some(Row { board, first, winner, winning_moves, complete: true, nodes: 0, seconds: 0.0 })
    }

    /// The same game with rows for columns and the colours exchanged. Cylinders have none.
    fn transposed(&self) -> Option<Row> {
        let (topology, cols, rows) = (self.board.topology(), self.board.cols(), self.board.rows());
        let board = Board::new(topology, rows, cols).ok();
        let mut winning_moves: Vec<Cell> =
            self.winning_moves.iter().map(|cell| cell.transposed()).collect();
        winning_moves.sort();
        board.filter(|_| topology != Topology::Cylinder).map(|board| Row {
            board,
            first: !self.first,
            winner: !self.winner,
            winning_moves,
            complete: self.complete,
            nodes: 0,
            seconds: 0.0,
        })
    }

    /// The same board if the winner, who won as the second player, moves first: then it wins with
    /// any move. One stone more does no harm, and after it the winner plays as before.
    fn with_a_move_more(&self) -> Option<Row> {
        (self.winner != self.first).then(|| Row {
            board: self.board,
            first: self.winner,
            winner: self.winner,
            winning_moves: self.board.cells().collect(),
            complete: true,
            nodes: 0,
            seconds: 0.0,
        })
    }
}

/// The row of a board, as it is or as it follows from another one.
fn find(known: &[Row], board: Board, first: Color) -> Option<Row> {
    let row = |board: Board, first: Color| {
        known.iter().find(|row| (row.board, row.first) == (board, first)).cloned()
    };
    let here = |board: Board, first: Color| {
        let other = || row(board, !first)?.with_a_move_more();
        row(board, first).or_else(other)
    };
    let turned = || {
        let turned = Board::new(board.topology(), board.rows(), board.cols()).ok()?;
        here(turned, !first)?.transposed()
    };
    here(board, first).or_else(turned)
}

/// Many empty boards to solve.
#[derive(Clone, Debug)]
pub struct Survey {
    /// Which boards.
    pub boards: BoardRange,
    /// Who moves first; each of them on every board.
    pub first: Vec<Color>,
    /// What is asked of each.
    pub wanted: Wanted,
    /// How to solve them.
    pub options: Options,
}

impl Survey {
    /// Solves the boards that are not among the known rows, or not as completely as is wanted, and
    /// hands out each new row. Ends early when stopped; the rows handed out so far stay true.
    pub fn fill(
        &self,
        known: &[Row],
        control: &mut Control<'_, Progress>,
        mut on_row: impl FnMut(Row),
    ) -> Result<(), SolveError> {
        let is_enough = |row: &Row| row.complete || self.wanted == Wanted::Winner;
        let mut known: Vec<Row> = known.iter().filter(|row| is_enough(row)).cloned().collect();
        for board in self.boards.boards() {
            let mut solver = Solver::new(self.options.clone())?;
            for &first in &self.first {
                if known.iter().any(|row| (row.board, row.first) == (board, first)) {
                    continue;
                }
                let derived = find(&known, board, first).or_else(|| Row::by_theorem(board, first));
                if let Some(row) = derived {
                    on_row(row);
                } else if let Some(row) = self.solve(&mut solver, board, first, control)? {
                    known.push(row.clone());
                    on_row(row);
                }
            }
        }
        Ok(())
    }

    /// The row of one board.
    fn solve(
        &self,
        solver: &mut Solver,
        board: Board,
        first: Color,
        control: &mut Control<'_, Progress>,
    ) -> Result<Option<Row>, SolveError> {
        let position = Position::new(Rules { first, ..Rules::new(board) })
            .map_err(|_| SolveError::TooLarge { board })?;
        let start = Instant::now();
        let outcome = solver.solve_with(&position, self.wanted, control)?;
        let Some(winner) = outcome.winner else { return Ok(None) };
        // All cells of a torus are alike: one that wins is enough.
        let all_alike = board.topology() == Topology::Torus && winner == first;
        Ok(Some(Row {
            board,
            first,
            winner,
            complete: self.wanted == Wanted::AllMoves || winner != first || all_alike,
            winning_moves: if all_alike { board.cells().collect() } else { outcome.winning_moves },
            nodes: outcome.nodes,
            seconds: start.elapsed().as_secs_f64(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_and_refused() {
        let boards = |text: &str| text.parse::<BoardRange>().map(|range| range.boards().len());
        assert_eq!(boards("cylinder:3..7x1..8"), Ok(40));
        assert_eq!(boards("5x5"), Ok(1));
        for (text, expected) in [
            ("cylinder:7..3x1", "bad boards \"cylinder:7..3x1\""),
            ("klein:3x3", "unknown topology \"klein\""),
            ("3..60x3", "60x3 is out of range"),
            ("3x", "bad boards \"3x\""),
        ] {
            let error = text.parse::<BoardRange>().unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    fn survey(boards: &str, first: Color, wanted: Wanted) -> Survey {
        let (boards, options) = (boards.parse().unwrap(), Options::default());
        Survey { boards, first: vec![first], wanted, options }
    }

    /// All rows of some boards that are not known.
    fn fill(boards: &str, first: Color, known: &[Row]) -> Vec<Row> {
        let mut new = Vec::new();
        let survey = survey(boards, first, Wanted::AllMoves);
        survey.fill(known, &mut Control::default(), |row| new.push(row)).unwrap();
        new
    }

    /// Says that a row of a board follows from what is known, or does not, and that it says what
    /// solving the board says.
    fn assert_derived(boards: &str, first: Color, known: &[Row], is_derived: bool) {
        let (derived, solved) = (fill(boards, first, known), fill(boards, first, &[]));
        assert_eq!(derived[0].nodes == 0, is_derived, "{boards} {first}");
        let answer = |row: &Row| (row.board, row.first, row.winner, row.winning_moves.clone());
        assert_eq!(answer(&derived[0]), answer(&solved[0]), "{boards} {first}");
    }

    #[test]
    fn transposed_rows_are_right() {
        for (boards, turned, is_transposed) in [
            ("plane:3x3", "plane:3x3", true),
            ("torus:4x3", "torus:3x4", true),
            ("cylinder:5x1", "cylinder:1x5", false),
        ] {
            let known = fill(boards, Color::Red, &[]);
            assert_derived(turned, Color::Blue, &known, is_transposed);
        }
    }

    /// Who wins as the second player wins as the first one too; who wins as the first one does not
    /// say.
    #[test]
    fn a_move_more_does_no_harm() {
        for (boards, wins_as_second) in [
            ("cylinder:5x2", true),
            ("cylinder:5x3", true),
            ("torus:5x3", true),
            ("torus:4x3", false),
        ] {
            let known = fill(boards, Color::Blue, &[]);
            assert_derived(boards, Color::Red, &known, wins_as_second);
        }
        // Both reasons together.
        let known = fill("torus:5x3", Color::Blue, &[]);
        assert_derived("torus:3x5", Color::Blue, &known, true);
    }

    #[test]
    fn one_winning_move_on_a_torus_stands_for_all() {
        let mut rows = Vec::new();
        let survey = survey("torus:4x3", Color::Red, Wanted::Winner);
        survey.fill(&[], &mut Control::default(), |row| rows.push(row)).unwrap();
        assert!(rows[0].complete);
        let position = Position::new("torus:4x3".parse().unwrap()).unwrap();
        let solved =
            Solver::new(survey.options).unwrap().solve(&position, Wanted::AllMoves).unwrap();
        assert_eq!(rows[0].winning_moves, solved.winning_moves);
    }

    #[test]
    fn boards_are_solved_once() {
        let boards = "plane:2..3x2..3";
        let rows = fill(boards, Color::Red, &[]);
        assert_eq!(rows.len(), 4);
        let derived = rows.iter().filter(|row| row.nodes == 0).map(|row| row.board.to_string());
        assert_eq!(derived.collect::<Vec<_>>(), ["plane:2x3", "plane:3x2"], "by a theorem");
        assert_eq!(fill(boards, Color::Red, &rows), []);
        let json = serde_json::to_string(&rows).unwrap();
        assert_eq!(serde_json::from_str::<Vec<Row>>(&json).unwrap(), rows);
    }
}
