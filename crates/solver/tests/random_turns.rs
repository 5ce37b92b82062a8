//! Random turns: the enumeration agrees with the definition.

#![allow(clippy::unwrap_used)]

use hexring_game::{Board, Color, Position, Rules, Setup, Topology};
use hexring_solver::{random_turn_value, recursion};

fn boards(topology: Topology, most: usize) -> impl Iterator<Item = Board> {
    let sizes = (1..=5u8).flat_map(|cols| (1..=5u8).map(move |rows| (cols, rows)));
    let boards = sizes.map(move |(cols, rows)| Board::new(topology, cols, rows).unwrap());
    boards.filter(move |board| board.cell_count() <= most)
}

#[test]
fn counting_fillings_is_the_value_on_plane_and_cylinder() {
    for topology in [Topology::Plane, Topology::Cylinder] {
        for board in boards(topology, 10) {
            let position = Position::new(Rules::new(board)).unwrap();
            assert_eq!(random_turn_value(&position).unwrap(), recursion(&position), "{board}");
        }
    }
}

#[test]
fn stones_count_too() {
    let rules: Rules = "cylinder:4x4".parse().unwrap();
    let mut setup = Setup::new(rules);
    setup.stones.red = ["a1", "c3"].map(|c| c.parse().unwrap()).into();
    setup.stones.blue = ["b2", "d4", "a3", "d1", "b4", "a2"].map(|c| c.parse().unwrap()).into();
    let position = Position::from_setup(&setup).unwrap();
    assert_eq!(random_turn_value(&position).unwrap(), recursion(&position));
}

/// A square plane is fair, and its middle is the best cell of odd sizes.
#[test]
fn five_by_five_is_fair() {
    let position = Position::new("plane:5x5".parse().unwrap()).unwrap();
    let value = random_turn_value(&position).unwrap();
    assert_eq!(2 * value.red.wins, value.red.of);
    assert_eq!(value.best_red.iter().map(ToString::to_string).collect::<Vec<_>>(), ["c3"]);
}

#[test]
fn too_much_is_refused() {
    let refused = |rules: &str| {
        let position = Position::new(rules.parse().unwrap()).unwrap();
        random_turn_value(&position).unwrap_err().to_string()
    };
    assert!(refused("plane:6x6").contains("36 empty cells are too many: expected up to 30"));
    assert!(refused("torus:4x4").contains("16 empty cells are too many: expected up to 13"));
    assert!(refused("plane:2x2 seasons=12/21 years=12/21").contains("seasons"));
}

/// On a square torus the colours are alike. On others the theorem's share of fillings, counted by
/// who wins alone or with both, is not the value.
#[test]
fn on_a_torus_the_order_matters() {
    for board in boards(Topology::Torus, 10) {
        let position = Position::new(Rules::new(board)).unwrap();
        let value = random_turn_value(&position).unwrap();
        if board.is_square() {
            assert_eq!(2 * value.red.wins, value.red.of, "{board}");
        }
        let fills = 1u32 << board.cell_count();
        let (mut red, mut blue, mut both) = (0, 0, 0);
        for fill in 0..fills {
            let mut stones = hexring_game::Connectivity::new(position.geometry());
            for site in board.sites() {
                let color = Color::ALL[(fill >> site.index() & 1) as usize];
                stones.place(position.geometry(), site, color);
            }
            red += u64::from(stones.has_won(Color::Red));
            blue += u64::from(stones.has_won(Color::Blue));
            both += u64::from(stones.has_won(Color::Red) && stones.has_won(Color::Blue));
        }
        println!("{board}: {value:?} red {red} blue {blue} both {both}");
        assert!(value.red.wins <= red && value.red.of - value.red.wins <= blue, "{board}");
    }
}
