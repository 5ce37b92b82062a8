//! Strategies against every reply.

#![allow(clippy::unwrap_used)]

use hexring_control::Limit;
use hexring_game::{Cell, Color, Position, Rules, Site};
use hexring_solver::{Failure, Trial, TrialError, Trialled, verify};

type Strategy = dyn Fn(&Position, Option<Site>) -> Vec<Site>;

fn trial(rules: &str, is_rotational: bool, candidates: &Strategy) -> Result<Trialled, TrialError> {
    let start = Position::new(rules.parse::<Rules>().unwrap()).unwrap();
    let (color, limit) = (Color::Red, 2_000_000);
    let trial = Trial { start: &start, color, candidates, is_rotational, partner: None, limit };
    verify(&trial, &Limit::none())
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

/// A shift of the columns as a pairing strategy.
fn paired(rules: &str, by: u8) -> Trialled {
    let start = Position::new(rules.parse::<Rules>().unwrap()).unwrap();
    let board = start.board();
    let partner = |site| {
        let cell = board.cell(site);
        board.site(Cell::new((cell.col + by) % board.cols(), cell.row)).unwrap()
    };
    let candidates = mirror(by);
    let trial = Trial {
        start: &start,
        color: Color::Red,
        candidates: &candidates,
        is_rotational: true,
        partner: Some(&partner),
        limit: 2_000_000,
    };
    verify(&trial, &Limit::none()).unwrap()
}

#[test]
fn pairs_agree_with_playing_and_go_further() {
    for rules in ["cylinder:2x4", "cylinder:4x3", "cylinder:4x3 first=blue", "cylinder:6x6"] {
        let cols = rules.parse::<Rules>().unwrap().board.cols();
        let found = paired(rules, cols / 2);
        assert!(matches!(found, Trialled::WinsPairs { .. }), "{rules}: {found:?}");
    }
    // A shift by two is no pairing of five columns, so it is played out, and loses.
    let found = paired("cylinder:5x4 first=blue", 2);
    assert!(matches!(found, Trialled::Fails { how: Failure::Loses, .. }), "{found:?}");
    // On a torus the lemma does not hold, so it is played out too.
    let found = paired("torus:2x2 first=blue", 1);
    assert!(!matches!(found, Trialled::WinsPairs { .. }), "{found:?}");
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

/// Huneke, Hayward and Toft, Algorithm 3.1: the first rule that applies, with all its choices.
fn three_rings(position: &Position, last: Option<Site>) -> Vec<Site> {
    let board = position.board();
    let rows = i16::from(board.rows());
    let legal: Vec<Site> = position.legal_sites().collect();
    let Some(ring) = last.map(|site| i16::from(board.cell(site).row)) else { return legal };
    let is_red = |cell: Cell, new: Cell| cell == new || position.stone(cell) == Some(Color::Red);
    // Whether the cell touches a red cell of a ring; the rings outside are red.
    let touches = |cell: Cell, to: i16, new: Cell| {
        let near = position.geometry().neighbors(board.site(cell).unwrap());
        let mut near = near.map(|site| board.cell(site)).filter(|c| i16::from(c.row) == to);
        to < 0 || to >= rows || near.any(|c| is_red(c, new))
    };
    let joins = |new: Cell, to: &[i16]| {
        let own = (0..board.cols()).map(|col| Cell::new(col, ring as u8));
        own.filter(|c| is_red(*c, new)).any(|c| to.iter().all(|to| touches(c, *to, new)))
    };
    let rules: [(&[i16], &[i16]); 4] = [
        (&[ring - 1, ring, ring + 1], &[ring - 1, ring + 1]),
        (&[ring, ring + 1], &[ring + 1]),
        (&[ring, ring - 1], &[ring - 1]),
        (&[ring], &[]),
    ];
    for (rings, to) in rules {
        let fits = |site: &&Site| {
            let cell = board.cell(**site);
            rings.contains(&i16::from(cell.row)) && (to.is_empty() || joins(cell, to))
        };
        let chosen: Vec<Site> = legal.iter().filter(fits).copied().collect();
        if !chosen.is_empty() {
            return chosen;
        }
    }
    legal
}

#[test]
fn three_rings_wins_on_circumference_three_and_loses_on_five() {
    for rules in ["cylinder:3x3", "cylinder:3x4", "cylinder:3x5 first=blue"] {
        let found = trial(rules, true, &three_rings).unwrap();
        assert!(matches!(found, Trialled::Wins { .. }), "{rules}: {found:?}");
    }
    let found = trial("cylinder:5x3 first=blue", true, &three_rings).unwrap();
    let Trialled::Fails { line, how: Failure::Loses } = found else { panic!("{found:?}") };
    assert_eq!(line.position().winner(), Some(Color::Blue));
}
