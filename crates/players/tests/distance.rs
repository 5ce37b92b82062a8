//! Distances against a plain search in the unrolled board, outlooks against playing every move, and
//! the contract of the players that evaluate positions.

mod positions;

use std::collections::{BTreeSet, HashMap};

use hexring_game::{Board, ByColor, Cell, Color, Game, Move, Position, Rules, Setup, Topology};
use hexring_players::distance::{Surveyor, distance};
use positions::{any_board, any_rules, board, choose, random_game, settle_coin};
use proptest::prelude::*;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// A cell of the unrolled board: column and row may lie in any copy.
type Unrolled = (i32, i32);

/// Stones for the cheapest way to each unrolled cell (Dijkstra); cells outside the window of
/// copies are left out.
fn dijkstra(
    board: Board,
    cost: impl Fn(Cell) -> Option<u32>,
    starts: &[(Unrolled, u32)],
    window: (i32, i32),
) -> HashMap<Unrolled, u32> {
    let (cols, rows) = (i32::from(board.cols()), i32::from(board.rows()));
    let inside = |(x, y): Unrolled| {
        (-window.0 * cols..(window.0 + 1) * cols).contains(&x)
            && (-window.1 * rows..(window.1 + 1) * rows).contains(&y)
    };
    let cell = |(x, y): Unrolled| Cell::new(x.rem_euclid(cols) as u8, y.rem_euclid(rows) as u8);
    let mut known: HashMap<Unrolled, u32> = starts.iter().copied().collect();
    let mut open: BTreeSet<(u32, Unrolled)> =
        starts.iter().map(|(at, cost)| (*cost, *at)).collect();
    while let Some((so_far, (x, y))) = open.pop_first() {
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)] {
            let next = (x + dx, y + dy);
            let Some(step) = inside(next).then(|| cost(cell(next))).flatten() else { continue };
            if known.get(&next).is_none_or(|old| *old > so_far + step) {
                known.insert(next, so_far + step);
                open.insert((so_far + step, next));
            }
        }
    }
    known
}

/// The definition, taken literally: from the border, or from every cell to its copies.
fn slow_distance(position: &Position, color: Color) -> Option<u16> {
    let board = position.board();
    let (cols, rows) = (i32::from(board.cols()), i32::from(board.rows()));
    let cost = |cell: Cell| match position.stone(cell) {
        None => Some(1),
        Some(stone) => (stone == color).then_some(0),
    };
    let (around, down) = (board.topology().wraps_columns(), board.topology().wraps_rows());
    // A walk without loops crosses a seam at most once for each cell along it.
    let window = (if around { rows + 1 } else { 0 }, if down { cols + 1 } else { 0 });
    let is_red = color == Color::Red;
    let along = |(x, y): Unrolled| if is_red { y } else { x };
    let unrolled = |cell: Cell| (i32::from(cell.col), i32::from(cell.row));
    let open = board.cells().filter_map(|cell| Some((unrolled(cell), cost(cell)?)));
    let best = if if is_red { down } else { around } {
        let rings = open.filter_map(|(start, _)| {
            let known = dijkstra(board, cost, &[(start, 0)], window);
            let is_copy = |(x, y): Unrolled| (x - start.0) % cols == 0 && (y - start.1) % rows == 0;
            let copies = known.into_iter().filter(|(to, _)| is_copy(*to));
            copies.filter(|(to, _)| along(*to) != along(start)).map(|(_, cost)| cost).min()
        });
        rings.min()
    } else {
        let last = if is_red { rows } else { cols } - 1;
        let starts: Vec<_> = open.filter(|(start, _)| along(*start) == 0).collect();
        let known = dijkstra(board, cost, &starts, window);
        known.into_iter().filter(|(to, _)| along(*to) == last).map(|(_, cost)| cost).min()
    };
    best.map(|cost| cost as u16)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn distances_agree_with_the_unrolled_board(
        board in any_board(6), seed: u64, share in 0.0..1.0,
    ) {
        let Some(game) = random_game(Rules::new(board), seed, share) else { return Ok(()) };
        for color in Color::ALL {
            let slow = slow_distance(game.position(), color);
            prop_assert_eq!(distance(game.position(), color), slow, "{} {}", board, color);
        }
    }

    #[test]
    fn outlooks_agree_with_playing_every_move(rules in any_rules(7), seed: u64, share in 0.0..1.0) {
        let Some(game) = random_game(rules, seed, share) else { return Ok(()) };
        let position = game.position();
        let color = position.to_move().expect("ongoing");
        let mut surveyor = Surveyor::new(position);
        let outlook = surveyor.outlook(position, color).expect("ongoing");
        for site in position.legal_sites() {
            let mut after = position.clone();
            after.play_site(site);
            let context = format!("{} {}", position.rules(), position.board().cell(site));
            prop_assert_eq!(Some(outlook.own(site)), distance(&after, color), "{}", context);
            prop_assert_eq!(outlook.opponent(site), distance(&after, !color), "{}", context);
            prop_assert_eq!(outlook.own(site) == 0, after.winner() == Some(color));
            prop_assert_eq!(outlook.score(site).is_none(), after.winner() == Some(color));
        }
    }
}

#[test]
fn empty_boards_are_as_wide_as_they_are() {
    for cols in 1..=5 {
        for rows in 1..=5 {
            for topology in Topology::ALL {
                let rules = Rules::new(board(topology, cols, rows));
                let position = Position::new(rules).expect("plain rules");
                assert_eq!(distance(&position, Color::Red), Some(rows.into()));
                assert_eq!(distance(&position, Color::Blue), Some(cols.into()));
            }
        }
    }
}

/// Every position of tiny tori and cylinders, where boards wrap onto themselves and rings go
/// around twice before they close.
#[test]
fn every_position_of_tiny_boards_agrees_with_the_unrolled_board() {
    for text in ["torus:2x3", "torus:3x2", "torus:1x4", "torus:7x1", "cylinder:1x5", "cylinder:2x3"]
    {
        let board: Board = text.parse().expect("a board");
        for number in 0..3_u32.pow(board.cell_count() as u32) {
            let digit = |index: usize| number / 3_u32.pow(index as u32) % 3;
            let of = |wanted| board.cells().zip(0..).filter(move |(_, i)| digit(*i) == wanted);
            let stones = ByColor { red: of(1), blue: of(2) };
            let stones = stones.map(|cells| cells.map(|(cell, _)| cell).collect());
            let setup = Setup { stones, ..Setup::new(Rules::new(board)) };
            let Ok(position) = Position::from_setup(&setup) else { continue };
            for color in Color::ALL {
                let slow = slow_distance(&position, color);
                assert_eq!(distance(&position, color), slow, "{board} {number} {color}");
                assert_eq!(slow == Some(0), position.winner() == Some(color));
                assert!(slow.is_some() || position.winner() == Some(!color));
            }
        }
    }
}

const PLAYERS: [&str; 6] = [
    "heuristic",
    "minimax",
    "minimax:depth=3",
    "adjacency:aggression=0.25",
    "seasonal-adjacency:links=same",
    "seasonal-adjacency:links=directed,aggression=1",
];

/// A whole game of one player against itself, where every move is legal and can be repeated.
fn play(spec: &str, rules: Rules, seed: u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = Game::new(rules).expect("rules that fit");
    loop {
        settle_coin(&mut game, &mut rng);
        if game.ending().is_some() {
            return;
        }
        let (mut one, mut again) = (choose(spec, seed, &game), choose(spec, seed, &game));
        (one.time, again.time) = Default::default();
        assert_eq!(one, again, "{spec} under {}", game.rules());
        let cells = game.position().legal_cells().count();
        for map in one.maps.iter().filter(|_| matches!(one.mv, Move::Place(_))) {
            assert!(map.scores.len() <= cells, "{spec}: {} of {cells}", map.name);
        }
        game.play(one.mv).expect("legal");
    }
}

#[test]
fn games_on_small_boards_end_with_legal_moves() {
    let sizes = [(1, 1), (1, 4), (4, 1), (2, 3), (3, 2), (3, 3), (4, 3)];
    let turns = ["", "first=blue swap=sides", "turns=random", "SEASONS", "turns=random SEASONS"];
    for (index, (cols, rows)) in sizes.into_iter().enumerate() {
        let row = |row: u8| (0..cols).map(|col| char::from(b'1' + (col + row) % 3)).collect();
        let layout: Vec<String> = (0..rows).map(row).collect();
        let seasons = format!("seasons={} years=123/231", layout.join("/"));
        for topology in Topology::ALL {
            for rule in turns.map(|rule| rule.replace("SEASONS", &seasons)) {
                let text = format!("{} {rule}", board(topology, cols, rows));
                let rules: Rules = text.parse().expect("rules");
                PLAYERS.iter().for_each(|spec| play(spec, rules.clone(), index as u64));
            }
        }
    }
}

#[test]
fn heuristic_wins_when_it_can() {
    let mut game = Game::new("torus:3x3".parse().expect("rules")).expect("rules");
    for cell in ["a1", "b1", "a2", "b2"] {
        game.play(cell.parse().expect("a cell")).expect("legal");
    }
    for seed in 0..20 {
        let choice = choose("heuristic", seed, &game);
        let mut after = game.clone();
        after.play(choice.mv).expect("legal");
        assert_eq!(after.position().winner(), Some(Color::Red), "{}", choice.mv);
    }
}
