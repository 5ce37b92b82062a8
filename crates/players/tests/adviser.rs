//! The solver with a network beside it: another way to the same answer.

use std::path::Path;
use std::sync::Arc;

use hexring_game::{Color, Position, Rules};
use hexring_players::adviser;
use hexring_solver::{Advisers, Guide, Options, Outcome, Solver, Wanted};

fn small() -> Arc<dyn Advisers> {
    let networks = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../networks");
    adviser::from_file(networks.join("narrow-tori-1.safetensors")).expect("a network")
}

fn solve(rules: &Rules, advisers: Option<Arc<dyn Advisers>>) -> Outcome {
    let guide = if advisers.is_some() { Guide::Adviser } else { Guide::Circuit };
    let options = Options { guide, advisers, ..Options::default() };
    let position = Position::new(rules.clone()).expect("rules");
    let mut solver = Solver::new(options).expect("enough memory");
    solver.solve(&position, Wanted::AllMoves).expect("small")
}

#[test]
fn networks_change_the_work_and_not_the_answer() {
    for board in ["plane:4x4", "plane:5x3", "cylinder:5x3", "torus:4x3", "torus:3x5", "plane:1x4"] {
        for first in Color::ALL {
            let rules = Rules { first, ..Rules::new(board.parse().expect("a board")) };
            let alone = solve(&rules, None);
            for advisers in [adviser::shipped().expect("a shipped network"), small()] {
                let advised = solve(&rules, Some(advisers));
                assert_eq!(advised.winner, alone.winner, "{rules}");
                assert_eq!(advised.winning_moves, alone.winning_moves, "{rules}");
            }
        }
    }
}

/// What the network is there for.
#[test]
fn the_network_saves_work_on_a_plane() {
    let rules: Rules = "plane:6x5 first=blue".parse().expect("rules");
    let (alone, advised) = (solve(&rules, None), solve(&rules, adviser::shipped()));
    assert!(advised.nodes < alone.nodes, "{} of {}", advised.nodes, alone.nodes);
}

#[test]
fn boards_of_one_row_are_unknown_to_networks() {
    let advisers = adviser::shipped().expect("a shipped network");
    let knows = |board: &str| advisers.adviser(board.parse().expect("a board")).is_some();
    assert!(knows("torus:2x2") && !knows("torus:1x5") && !knows("plane:5x1"));
}

#[test]
fn a_file_that_is_no_network_is_refused() {
    let missing = adviser::from_file("no-such-file").expect_err("no file").to_string();
    assert!(missing.contains("cannot read network no-such-file"), "{missing}");
}
