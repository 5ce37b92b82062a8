//! Strategies against every reply.

#![allow(clippy::unwrap_used)]

use hexring_game::{Cell, Color, Position, Rules, Site};
use hexring_solver::{Failure, Trial, TrialError, Trialled, verify};

type Strategy = dyn Fn(&Position, Option<Site>) -> Vec<Site>;

fn trial(rules: &str, is_rotational: bool, candidates: &Strategy) -> Result<Trialled, TrialError> {
    let start = Position::new(rules.parse::<Rules>().unwrap()).unwrap();
    let limit = 2_000_000;
    verify(&Trial { start: &start, color: Color::Red, candidates, is_rotational, limit })
}

/// Alpern and Beck: answer on the other side of the cylinder, or anywhere if that is taken.
fn mirror(by: u8) -> impl Fn(&Position, Option<Site>) -> Vec<Site> {
    move |position, last| {
        let board = position.board();
        let opposite = last.map(|site| {
            let cell = board.cell(site);
            board.site(Cell::new((cell.col + by) % board.cols(), cell.row)).unwrap()
        });
        let free = opposite.filter(|site| position.stone_at(*site).is_none());
        free.map_or_else(|| position.legal_sites().collect(), |site| vec![site])
    }
}

#[test]
fn the_mirror_strategy_wins_on_even_circumferences() {
    for rules in ["cylinder:2x4", "cylinder:4x3", "cylinder:4x3 first=blue", "cylinder:6x2"] {
        let cols: Rules = rules.parse().unwrap();
        let found = trial(rules, true, &mirror(cols.board.cols() / 2)).unwrap();
        assert!(matches!(found, Trialled::Wins { .. }), "{rules}: {found:?}");
    }
}

#[test]
fn rotation_saves_positions_and_changes_nothing_else() {
    let count = |is_rotational| match trial("cylinder:4x3 first=blue", is_rotational, &mirror(2)) {
        Ok(Trialled::Wins { positions }) => positions,
        other => panic!("{other:?}"),
    };
    let (with, without) = (count(true), count(false));
    assert!(with < without && without <= 4 * with, "{with} {without}");
}

#[test]
fn a_shift_that_is_no_mirror_loses_and_the_line_shows_it() {
    let found = trial("cylinder:5x5 first=blue", true, &mirror(2)).unwrap();
    let Trialled::Fails { line, how: Failure::Loses } = found else { panic!("{found:?}") };
    assert_eq!(line.position().winner(), Some(Color::Blue));
    assert_eq!(line.plies().len(), 11, "{:?}", line.plies());
}

#[test]
fn strategies_without_a_legal_move_fail() {
    let none = |_: &Position, _: Option<Site>| Vec::new();
    let found = trial("plane:3x3", false, &none).unwrap();
    assert!(matches!(found, Trialled::Fails { how: Failure::NoMove, .. }), "{found:?}");
    let same = |_: &Position, last: Option<Site>| last.into_iter().collect();
    let found = trial("plane:3x3 first=blue", false, &same).unwrap();
    let cell = Cell::new(0, 0);
    assert!(matches!(found, Trialled::Fails { how: Failure::Illegal(at), .. } if at == cell));
}
