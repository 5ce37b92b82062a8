//! Proofs are accepted, and nothing else is.

#![allow(clippy::unwrap_used)]

use hexring_game::{Board, Color, Position, Rules, Topology};
use hexring_solver::{Control, Node, Options, Proof, Solver, check};

fn proof(rules: &str) -> Proof {
    let position = Position::new(rules.parse::<Rules>().unwrap()).unwrap();
    Solver::new(Options::default()).unwrap().prove(&position, &mut Control::default()).unwrap()
}

#[test]
fn proofs_of_all_small_boards_hold_and_survive_a_file() {
    for topology in Topology::ALL {
        for (cols, rows) in (1..=4).flat_map(|cols| (1..=4).map(move |rows| (cols, rows))) {
            let board = Board::new(topology, cols, rows).unwrap();
            for first in Color::ALL {
                let proof = proof(&format!("{board} first={first}"));
                let checked = check(&proof);
                assert!(checked.is_ok(), "{board} first={first}: {checked:?}");
                assert_eq!(proof.to_string().parse::<Proof>().unwrap(), proof);
            }
        }
    }
}

#[test]
fn a_file_that_was_cut_off_or_altered_is_refused() {
    let text = proof("cylinder:3x3 first=blue").to_string();
    for end in (0..text.len() - 1).step_by(7) {
        assert!(text[..end].parse::<Proof>().is_err(), "cut off at {end}");
    }
    let lines: Vec<&str> = text.lines().collect();
    let cut = lines[..lines.len() - 1].join("\n").parse::<Proof>().unwrap_err().to_string();
    assert!(cut.contains("cut off"), "{cut}");
    let altered = text.replacen("\"a1\"", "\"a2\"", 1);
    let altered = altered.parse::<Proof>().unwrap_err().to_string();
    assert!(altered.contains("altered"), "{altered}");
    let other = "(;GM[11])".parse::<Proof>().unwrap_err().to_string();
    assert!(other.contains("not a proof file"), "{other}");
}

/// Whoever repairs the checksum still has to get past the steps.
#[test]
fn wrong_steps_are_refused() {
    for rules in ["plane:3x3", "cylinder:3x4 first=blue", "plane:4x4 first=blue"] {
        let good = proof(rules);
        let mut refused = 0;
        for i in 0..good.nodes.len() {
            for change in changes(&good.nodes[i]) {
                let mut bad = good.clone();
                bad.nodes[i] = change;
                refused += usize::from(check(&bad).is_err());
            }
        }
        assert!(refused > 0, "{rules}");
        let mut swapped = good.clone();
        swapped.claim.winner = !swapped.claim.winner;
        assert!(check(&swapped).is_err());
        let mut empty = good;
        empty.nodes.clear();
        assert!(check(&empty).is_err());
    }
}

/// Other nodes in the place of one.
fn changes(node: &Node) -> Vec<Node> {
    match node {
        Node::Answers(answers) => {
            let without = |skip: usize| {
                let kept = answers.iter().enumerate().filter(|(i, _)| *i != skip);
                Node::Answers(kept.map(|(_, answer)| *answer).collect())
            };
            (0..answers.len()).map(without).chain([Node::Won]).collect()
        }
        Node::Choice(parts) => vec![Node::Choice(parts[1..].to_vec())],
        Node::Linked(_) => vec![Node::Won],
        _ => vec![Node::Won],
    }
}
