//! Random turns: the enumeration agrees with the definition.

#![allow(clippy::unwrap_used)]

use hexring_control::Limit;
use hexring_game::{Board, Color, Connectivity, Geometry, Position, Rules, Setup, Topology};
use hexring_solver::{RandomTurnError, RandomTurnValue, Share, recursion};

fn random_turn_value(position: &Position) -> Result<RandomTurnValue, RandomTurnError> {
    hexring_solver::random_turn_value(position, &Limit::none())
}

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

/// On a square torus the colours are alike. Elsewhere the share of fillings that Red wins is not
/// the value, whether boards that both win count for Red (27), for Blue (21) or half (24 of 64).
#[test]
fn on_a_torus_the_order_matters() {
    let value = |rules: &str| {
        let position = Position::new(rules.parse().unwrap()).unwrap();
        random_turn_value(&position).unwrap().red
    };
    for rules in ["torus:1x1", "torus:2x2", "torus:3x3"] {
        assert_eq!(value(rules).probability(), 0.5, "{rules}");
    }
    assert_eq!(value("torus:2x3"), Share { wins: 26, of: 64 });
    let geometry = Geometry::new("torus:2x3".parse().unwrap());
    let mut wins = [0, 0, 0];
    for filling in 0..64u32 {
        let mut stones = Connectivity::new(&geometry);
        for site in geometry.board().sites() {
            stones.place(&geometry, site, Color::ALL[(filling >> site.index() & 1) as usize]);
        }
        let won = Color::ALL.map(|color| stones.has_won(color));
        wins[match won {
            [true, true] => 2,
            [true, false] => 0,
            _ => 1,
        }] += 1;
    }
    assert_eq!(wins, [21, 37, 6]);
}

/// The two players may want different cells on a torus: one red stone is enough.
#[test]
fn on_a_torus_the_best_moves_may_differ() {
    let mut setup = Setup::new("torus:3x3".parse().unwrap());
    setup.stones.red.push("a1".parse().unwrap());
    let value = random_turn_value(&Position::from_setup(&setup).unwrap()).unwrap();
    assert_ne!(value.best_red, value.best_blue);
}
