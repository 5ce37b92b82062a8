//! The sub-boards of Hees (2022, section 5.4) on five columns, exactly as `docs/solved` has them.

#![allow(clippy::unwrap_used)]

use hexring_game::{Board, ByColor, Cell, Color, Position, Rules, Setup, Topology};
use hexring_solver::{Options, PlainSearch, Solver, Wanted};

const PAGE: &str = include_str!("../../../docs/solved/strategies.md");

const COLS: u8 = 5;

/// Where Red is in the first ring; Blue is in column 2. The source counts columns from 1.
const RED: u8 = 4;

/// The largest distance that a search move by move decides at once.
const PLAIN: u8 = 2;

fn cell(col: u8, row: u8) -> Cell {
    Cell::new(col - 1, row)
}

/// The sub-board after Blue's stone in the other ring and Red's answer there, Blue to move. The
/// rings outside are closed: they lead on from Red's two stones alone.
fn sub_board(distance: u8, blue: u8, red: u8) -> Position {
    let last = distance + 2;
    let outside =
        |col: u8, row: u8| (1..=COLS).filter(move |at| *at != col).map(move |at| cell(at, row));
    let stones = ByColor {
        red: vec![cell(RED, 0), cell(RED, 1), cell(red, last - 1), cell(red, last)],
        blue: [cell(2, 1), cell(blue, last - 1)]
            .into_iter()
            .chain(outside(RED, 0))
            .chain(outside(red, last))
            .collect(),
    };
    let rules = Rules::new(Board::new(Topology::Cylinder, COLS, last + 1).unwrap());
    let to_move = Some(Color::Blue);
    Position::from_setup(&Setup { stones, to_move, ..Setup::new(rules) }).unwrap()
}

fn winner(position: &Position, plain: bool) -> Color {
    position.winner().unwrap_or_else(|| match plain {
        true => PlainSearch::new().value(position).unwrap(),
        false => {
            let solver = Solver::new(Options { theorems: false, ..Options::default() });
            solver.unwrap().solve(position, Wanted::Winner).unwrap().winner.unwrap()
        }
    })
}

/// Red's answers that win, as searched.
fn answers(distance: u8, blue: u8, plain: bool) -> Vec<u8> {
    let wins = |red: &u8| winner(&sub_board(distance, blue, *red), plain) == Color::Red;
    (1..=COLS).filter(|red| *red != blue).filter(wins).collect()
}

/// The rows of the page: a distance, and for each column of Blue the answers that win.
fn rows() -> Vec<(u8, Vec<Vec<u8>>)> {
    let (_, section) = PAGE.split_once("## Her sub-boards").unwrap();
    let row = |line: &str| {
        let mut fields = line.trim_matches('|').split('|').map(str::trim);
        let distance = fields.next()?.parse().ok()?;
        let list = |field: &str| field.split(", ").map(|number| number.parse().unwrap()).collect();
        Some((distance, fields.map(list).collect()))
    };
    section.lines().take_while(|line| !line.starts_with("## ")).filter_map(row).collect()
}

#[test]
fn the_page_says_what_two_searches_say() {
    let rows = rows();
    assert_eq!(rows.iter().map(|(distance, _)| *distance).collect::<Vec<_>>(), [1, 2, 3, 4]);
    for (distance, columns) in rows {
        for (blue, said) in (1..=COLS).zip(&columns) {
            let at = format!("distance {distance}, Blue in column {blue}");
            assert_eq!(answers(distance, blue, false), *said, "{at}");
            if distance <= PLAIN {
                assert_eq!(answers(distance, blue, true), *said, "{at}, move by move");
            }
        }
    }
}

/// What is printed for distance 3: an answer for each column, and column 5 besides.
#[test]
fn the_printed_answers_win_and_the_remarks_are_too_bold() {
    for (blue, red) in [(1, 3), (5, 3), (4, 2), (2, 4), (3, 1)] {
        assert_eq!(winner(&sub_board(3, blue, red), false), Color::Red, "{blue} {red}");
    }
    let also = |blue| winner(&sub_board(3, blue, 5), false);
    assert_eq!([1, 2, 3, 4].map(also), [Color::Blue, Color::Red, Color::Red, Color::Blue]);
    // At distance 4 it is said not to matter where in the ring Red answers.
    assert_eq!(winner(&sub_board(4, 1, 2), false), Color::Blue);
}
