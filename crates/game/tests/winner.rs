//! The incremental winner against the slow definition, game by game and move by move.

use hexring_game::oracles::{CutAndColor, cut_and_color, lifting};
use hexring_game::{
    Board, Certificate, Color, Connectivity, Geometry, Position, Rules, Site, Topology, Winding,
};
use proptest::prelude::*;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

fn board(topology: Topology, cols: u8, rows: u8) -> Board {
    Board::new(topology, cols, rows).expect("a board in range")
}

fn topologies() -> impl Strategy<Value = Topology> {
    prop::sample::select(Topology::ALL.to_vec())
}

/// All cells in a random order.
fn shuffled(board: Board, seed: u64) -> Vec<Site> {
    let mut sites: Vec<Site> = board.sites().collect();
    sites.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
    sites
}

/// Compares what would win with what wins, for every cell and colour.
fn compare_would_win(position: &Position) {
    let (stones, geometry) = (position.stones(), position.geometry());
    for (site, color) in position.board().sites().flat_map(|s| Color::ALL.map(|c| (s, c))) {
        let wins = position.stone_at(site).is_none() && {
            let mut after = stones.clone();
            after.place(geometry, site, color)
        };
        let cell = position.board().cell(site);
        assert_eq!(position.would_win(site, color), wins, "{color} {cell}: {position:?}");
    }
}

/// Plays one random game and compares every step with the flood fill in the unrolled board.
fn compare_one_game(board: Board, first: Color, seed: u64) {
    let mut position = Position::new(Rules { first, ..Rules::new(board) }).expect("plain rules");
    for site in shuffled(board, seed) {
        let color = position.to_move().expect("the game goes on");
        // Every cell of every position is a lot on large boards, and nothing new there.
        if board.cell_count() <= 36 {
            compare_would_win(&position);
        }
        position.play_site(site);
        let stone = |cell| position.stone(cell);
        let slow = lifting::has_won_with(board, stone, color, board.cell(site));
        assert_eq!(position.winner(), slow.then_some(color), "{board}, seed {seed}, {color}");
        if slow {
            let certificate = position.certificate().expect("a won game has a certificate");
            assert_eq!(certificate.color, color);
            assert_eq!(certificate.check(board, stone), Ok(()), "{board}: {certificate:?}");
            let mut cells = certificate.cells.clone();
            cells.sort_unstable();
            cells.dedup();
            assert_eq!(cells.len(), certificate.cells.len(), "{board}: a loop in {certificate:?}");
            assert!(certificate.cells.contains(&board.cell(site)) || color_has_path(board, color));
            return;
        }
    }
    panic!("{board}, seed {seed}: nobody won on a full board");
}

fn color_has_path(board: Board, color: Color) -> bool {
    match color {
        Color::Red => !board.topology().wraps_rows(),
        Color::Blue => !board.topology().wraps_columns(),
    }
}

#[test]
fn every_small_size_and_topology_agrees_with_the_unrolled_board() {
    for topology in Topology::ALL {
        for cols in 1..=8 {
            for rows in 1..=8 {
                for seed in 0..6 {
                    let first = Color::ALL[seed as usize % 2];
                    compare_one_game(board(topology, cols, rows), first, seed);
                }
            }
        }
    }
}

#[test]
fn some_large_boards_agree_with_the_unrolled_board() {
    for topology in Topology::ALL {
        for (cols, rows) in [(11, 11), (19, 13), (53, 2), (2, 53), (1, 53), (53, 1)] {
            compare_one_game(board(topology, cols, rows), Color::Red, 7);
        }
    }
    compare_one_game(board(Topology::Plane, 53, 53), Color::Blue, 8);
    compare_one_game(board(Topology::Cylinder, 30, 30), Color::Blue, 9);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn random_games_agree_with_the_unrolled_board(
        topology in topologies(), cols in 1u8..=8, rows in 1u8..=8, seed: u64, red_first: bool,
    ) {
        let first = if red_first { Color::Red } else { Color::Blue };
        compare_one_game(board(topology, cols, rows), first, seed);
    }

    /// Any number of stones of either colour, without turns: both answers agree, certificates hold,
    /// and the order in which the stones came does not matter.
    #[test]
    fn random_setups_agree_with_the_unrolled_board(
        topology in topologies(), cols in 1u8..=7, rows in 1u8..=7, seed: u64, share in 1u32..=10,
    ) {
        let board = board(topology, cols, rows);
        let geometry = Geometry::new(board);
        let mut stones = Connectivity::new(&geometry);
        let mut word = seed | 1;
        for site in shuffled(board, seed) {
            word = word.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let draw = (word >> 33) as u32;
            if draw % 10 < share {
                stones.place(&geometry, site, Color::ALL[(draw >> 8) as usize % 2]);
            }
        }
        let stone = |cell| stones.stone(board.site(cell).expect("on the board"));
        for color in Color::ALL {
            let slow = lifting::has_won(board, stone, color);
            prop_assert_eq!(stones.has_won(color), slow);
            let certificate = Certificate::find(&geometry, &stones, color);
            prop_assert_eq!(certificate.is_some(), slow);
            if let Some(certificate) = certificate {
                prop_assert_eq!(certificate.check(board, stone), Ok(()));
            }
        }
    }

    #[test]
    fn cut_and_colour_finds_the_same_winner_on_full_cylinders(
        cols in 1u8..=9, rows in 1u8..=9, seed: u64,
    ) {
        let board = board(Topology::Cylinder, cols, rows);
        let colors: Vec<Color> = shuffled(board, seed)
            .iter()
            .map(|site| Color::ALL[site.index() % 2])
            .collect();
        check_cut_and_color(board, &colors);
    }
}

fn check_cut_and_color(board: Board, colors: &[Color]) {
    let geometry = Geometry::new(board);
    let mut stones = Connectivity::new(&geometry);
    for site in board.sites() {
        stones.place(&geometry, site, colors[site.index()]);
    }
    let stone = |cell| stones.stone(board.site(cell).expect("on the board"));
    match cut_and_color(board, stone).expect("a full cylinder") {
        CutAndColor::RedPath => assert!(stones.has_won(Color::Red), "{board} {colors:?}"),
        CutAndColor::BlueRing { border, ring } => {
            assert!(stones.has_won(Color::Blue), "{board} {colors:?}");
            assert_eq!(ring.check(board, stone), Ok(()));
            assert!(ring.cells.iter().all(|cell| border.contains(cell)));
        }
    }
}

/// Every colouring of every board up to nine cells.
#[test]
fn full_boards_have_the_winners_that_the_theorems_promise() {
    let mut both = 0;
    for topology in Topology::ALL {
        for cols in 1..=9u8 {
            for rows in 1..=9 / cols {
                both += winners_of_all_colorings(board(topology, cols, rows));
            }
        }
    }
    assert!(both > 0, "no torus coloring with two winners was found");
}

/// Checks every full colouring and says how many have two winners.
fn winners_of_all_colorings(board: Board) -> u32 {
    let geometry = Geometry::new(board);
    let mut both = 0;
    for coloring in 0..1u32 << board.cell_count() {
        let color = |site: Site| Color::ALL[(coloring >> site.index() & 1) as usize];
        let mut stones = Connectivity::new(&geometry);
        board.sites().for_each(|site| _ = stones.place(&geometry, site, color(site)));
        let won = Color::ALL.map(|color| stones.has_won(color));
        let stone = |cell| stones.stone(board.site(cell).expect("on the board"));
        assert_eq!(won, Color::ALL.map(|color| lifting::has_won(board, stone, color)));
        match board.topology() {
            Topology::Torus => assert!(won[0] || won[1], "{board} {coloring:b}: nobody won"),
            _ => assert!(won[0] != won[1], "{board} {coloring:b}: {won:?}"),
        }
        if board.topology() == Topology::Cylinder {
            check_cut_and_color(board, &board.sites().map(color).collect::<Vec<_>>());
        }
        both += u32::from(won[0] && won[1]);
    }
    both
}

#[test]
fn random_full_boards_have_the_winners_that_the_theorems_promise() {
    let mut both = 0;
    for topology in Topology::ALL {
        for seed in 0..300 {
            let (cols, rows) = (3 + (seed % 7) as u8, 3 + (seed / 7 % 7) as u8);
            let board = board(topology, cols, rows);
            let geometry = Geometry::new(board);
            let mut stones = Connectivity::new(&geometry);
            for (index, site) in shuffled(board, seed).into_iter().enumerate() {
                stones.place(&geometry, site, Color::ALL[index % 2]);
            }
            let won = Color::ALL.map(|color| stones.has_won(color));
            both += u32::from(won[0] && won[1]);
            assert!(won[0] || won[1], "{board}");
            assert!(topology == Topology::Torus || won[0] != won[1], "{board}");
        }
    }
    assert!(both > 0, "some random torus has two winners");
}

/// Stones of both colours as a drawing: `r`, `b` and `.`, row by row.
fn drawn(board: Board, drawing: &str) -> Connectivity {
    let geometry = Geometry::new(board);
    let mut stones = Connectivity::new(&geometry);
    let letters = drawing.chars().filter(|c| !c.is_whitespace());
    for (site, letter) in board.sites().zip(letters) {
        match letter {
            'r' => _ = stones.place(&geometry, site, Color::Red),
            'b' => _ = stones.place(&geometry, site, Color::Blue),
            _ => assert_eq!(letter, '.'),
        }
    }
    stones
}

/// Two disjoint diagonal spirals on a torus: each winds vertically and horizontally.
#[test]
fn a_torus_can_be_won_by_both() {
    let board = board(Topology::Torus, 4, 4);
    let stones = drawn(board, "r r b b   r b b r   b b r r   b r r b");
    for color in Color::ALL {
        assert!(stones.has_won(color));
        let ring = Certificate::find(&Geometry::new(board), &stones, color).expect("a ring");
        assert!(ring.winding.a != 0 && ring.winding.b != 0, "{ring:?}");
    }
}

/// A spiral that goes around the rows twice before it closes.
#[test]
fn a_ring_may_go_around_twice() {
    let board = board(Topology::Torus, 4, 3);
    let stones = drawn(board, ". r . r   r . r .   . r . r");
    let ring = Certificate::find(&Geometry::new(board), &stones, Color::Red).expect("a ring");
    assert_eq!((ring.cells.len(), ring.winding), (6, Winding { a: -1, b: 2 }));
    // Without any one of its stones the ring is open.
    for gap in &ring.cells {
        let geometry = Geometry::new(board);
        let mut open = Connectivity::new(&geometry);
        for cell in ring.cells.iter().filter(|cell| *cell != gap) {
            open.place(&geometry, board.site(*cell).expect("on the board"), Color::Red);
        }
        assert!(!open.has_won(Color::Red), "without {gap}");
    }
}

/// The situation of Hees, figure 5: three columns, four rings, Blue begins. Its third stone makes
/// a path from the left to the right column, which would win on the plane; but the ends do not
/// touch through the seam, and Red's fourth stone wins.
#[test]
fn a_path_from_left_to_right_is_no_ring() {
    let moves = ["b2", "a1", "a3", "a2", "c1", "c3", "b4", "c4"];
    let winner_after = |rules: &str, count: usize| {
        let mut position = Position::new(rules.parse::<Rules>().expect("rules")).expect("rules");
        for word in &moves[..count] {
            position.play(word.parse().expect("a move")).expect("legal");
        }
        position.winner()
    };
    assert_eq!(winner_after("plane:3x4 first=blue", 5), Some(Color::Blue));
    for count in 0..8 {
        assert_eq!(winner_after("cylinder:3x4 first=blue", count), None, "after {count} moves");
    }
    assert_eq!(winner_after("cylinder:3x4 first=blue", 8), Some(Color::Red));
}

#[test]
fn narrow_cylinders_wrap_onto_themselves() {
    for rows in 1..=5 {
        let one = board(Topology::Cylinder, 1, rows);
        for row in 0..rows {
            let mut position =
                Position::new(Rules { first: Color::Blue, ..Rules::new(one) }).unwrap();
            position.play_site(one.site(hexring_game::Cell::new(0, row)).unwrap());
            assert_eq!(position.winner(), Some(Color::Blue), "one stone is a ring");
            let ring = position.certificate().expect("a ring");
            assert_eq!((ring.cells.len(), ring.winding.a), (1, 1));
        }
        let two = board(Topology::Cylinder, 2, rows);
        let ring = "bb".to_owned() + &"..".repeat(usize::from(rows) - 1);
        assert!(drawn(two, &ring).has_won(Color::Blue));
        let single = "b.".to_owned() + &"..".repeat(usize::from(rows) - 1);
        assert!(!drawn(two, &single).has_won(Color::Blue));
    }
}

#[test]
fn single_rows_and_columns_on_every_topology() {
    use Color::{Blue, Red};
    use Topology::{Cylinder, Plane, Torus};
    for n in 2..=6u8 {
        let lone = |b: Board, letter: &str| {
            drawn(b, &(letter.to_owned() + &".".repeat(b.cell_count() - 1)))
        };
        let row = |t| board(t, n, 1);
        let column = |t| board(t, 1, n);
        // One row: a red stone touches both ends, or both copies of itself.
        for topology in [Plane, Cylinder, Torus] {
            assert!(lone(row(topology), "r").has_won(Red), "{topology}");
            assert!(!lone(row(topology), "b").has_won(Blue), "{topology}");
            assert!(drawn(row(topology), &"b".repeat(n.into())).has_won(Blue), "{topology}");
        }
        // One column: a blue stone does.
        for topology in [Plane, Cylinder, Torus] {
            assert!(lone(column(topology), "b").has_won(Blue), "{topology}");
            assert!(!lone(column(topology), "r").has_won(Red), "{topology}");
            assert!(drawn(column(topology), &"r".repeat(n.into())).has_won(Red), "{topology}");
        }
    }
    for topology in [Plane, Cylinder, Torus] {
        assert!(drawn(board(topology, 1, 1), "r").has_won(Red));
        assert!(drawn(board(topology, 1, 1), "b").has_won(Blue));
    }
}

/// C. Huneke, R. Hayward and B. Toft, *A winning strategy for 3×n Cylindrical Hex*, section 3.
#[test]
fn on_three_columns_blue_wins_by_a_ring_or_by_one_pattern_of_four_cells() {
    for rows in 1..=4 {
        let board = board(Topology::Cylinder, 3, rows);
        let geometry = Geometry::new(board);
        let sites: Vec<Site> = board.sites().collect();
        let wins = |set: u32| {
            let mut stones = Connectivity::new(&geometry);
            let blue = sites.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
            blue.for_each(|(_, site)| {
                stones.place(&geometry, *site, Color::Blue);
            });
            stones.has_won(Color::Blue)
        };
        let is_minimal =
            |set: &u32| wins(*set) && (0..32).all(|i| set >> i & 1 == 0 || !wins(set & !(1 << i)));
        let found: Vec<u32> = (0..1u32 << sites.len()).filter(is_minimal).collect();

        let set = |cells: &[(u8, u8)]| {
            cells.iter().map(|(col, row)| 1u32 << (3 * row + col % 3)).sum::<u32>()
        };
        let ring = |i| set(&[(0, i), (1, i), (2, i)]);
        let pattern = |i: u8, j: u8| set(&[(j + 1, i + 1), (j + 2, i), (j + 3, i), (j + 3, i + 1)]);
        let mut expected: Vec<u32> = (0..rows).map(ring).collect();
        expected.extend((0..rows - 1).flat_map(|i| (0..3).map(move |j| pattern(i, j))));
        expected.sort_unstable();
        assert_eq!(found, expected, "{board}");
    }
}
