//! Proofs are accepted, and nothing else is.

#![allow(clippy::unwrap_used)]

use hexring_control::{Control, Limit};
use hexring_game::{Board, Cell, Color, Move, Position, Rules, Setup, Topology};
use hexring_solver::{
    CheckError, Checked, Claim, Node, Options, PlainSearch, Point, Proof, Solver, Wanted,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn proof(rules: &str) -> Proof {
    let position = Position::new(rules.parse::<Rules>().unwrap()).unwrap();
    Solver::new(Options::default()).unwrap().prove(&position, &mut Control::default()).unwrap()
}

fn check(proof: &Proof) -> Result<Checked, CheckError> {
    hexring_solver::check(proof, &Limit::none())
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

#[test]
fn a_claim_about_random_turns_is_refused() {
    let claimed: Proof = include_str!("data/random-turns.proof").parse().unwrap();
    assert!(matches!(check(&claimed), Err(CheckError::Rules)));
}

/// It is true and not what a hasty reader takes it for: Red is to move, though Blue moved first.
#[test]
fn a_claim_says_who_is_to_move() {
    let proof: Proof = include_str!("data/blue-moved-first.proof").parse().unwrap();
    let checked = check(&proof).unwrap();
    assert_eq!((checked.winner, checked.steps), (Color::Red, 49));
    let claim = "red wins plane:3x3 first=blue with no stones, red to move, by b2";
    assert_eq!(proof.claim.to_string(), claim);
    let mut later = proof.claim;
    later.position.stones.red.push("a1".parse().unwrap());
    later.position.stones.blue = vec!["b2".parse().unwrap(), "c3".parse().unwrap()];
    let claim = "red wins plane:3x3 first=blue with red on a1, blue on b2 c3, red to move, by b2";
    assert_eq!(later.to_string(), claim);
}

/// A change of a proof in front of its claim.
type Change = fn(&mut Claim);

/// No field of the claim may be anything.
#[test]
fn every_field_of_the_claim_counts() {
    let cases: [(Change, &str); 8] = [
        (|claim| claim.position.to_move = None, "to_move null"),
        (|claim| claim.position.to_move = Some(Color::Blue), "first move"),
        (|claim| claim.position.moves_made = Some(Default::default()), "moves_made {"),
        (|claim| claim.position.rules.swap = hexring_game::Swap::Pieces, "plain rules"),
        (|claim| claim.winner = Color::Blue, "first move"),
        (|claim| claim.first_move = None, "first move"),
        (|claim| claim.first_move = Some("d4".parse().unwrap()), "first move"),
        (|claim| claim.position.stones.red = vec!["b2".parse().unwrap(); 2], "given twice"),
    ];
    for (change, expected) in cases {
        let mut changed = proof("plane:3x3");
        change(&mut changed.claim);
        let fault = check(&changed).unwrap_err().to_string();
        assert!(fault.contains(expected), "{fault}, not {expected}");
    }
}

/// Whatever else a line says, nobody looks at it: so it may say nothing else.
#[test]
fn lines_have_one_spelling() {
    let good = proof("plane:3x2 first=blue").to_string();
    let cases = [
        ("\"winner\":\"red\"", "\"winner\":\"red\",\"sure\":true"),
        ("\"winner\":\"red\"", "\"winner\": \"red\""),
        ("plane:3x2", "3x2"),
        ("[0,0]", "[0,0.0]"),
        ("{\"chain\"", " {\"chain\""),
        ("[\"to\"", "[\"t\\u006f\""),
        ("\"a2\"", "\"A2\""),
        ("}\n{\"nodes\"", "}\n\n{\"nodes\""),
    ];
    for (from, to) in cases {
        assert!(good.contains(from), "{from}");
        let changed = signed(&good.replacen(from, to, 1));
        assert!(changed.parse::<Proof>().is_err(), "{to}");
    }
    assert!(signed(&good).parse::<Proof>().is_ok());
    assert!(format!("{good}\n").parse::<Proof>().is_err());
}

/// The text with a footer that fits, as docs/solved/proofs.md has it.
fn signed(text: &str) -> String {
    let body = &text[..text.trim_end().rfind('\n').unwrap() + 1];
    let sum = body.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let nodes = body.lines().count() - 1;
    format!("{body}{{\"nodes\":{nodes},\"checksum\":\"{sum:016x}\"}}\n")
}

/// Red stones at the bottom that touch each other, and a bridge to the top.
fn with_bridge() -> Claim {
    let cells = |names: &str| names.split(' ').map(|name| name.parse().unwrap()).collect();
    let mut position = Setup::new("plane:3x3".parse().unwrap());
    position.stones.red = cells("b2 a3 b3");
    position.stones.blue = cells("a1 a2 c3");
    position.to_move = Some(Color::Blue);
    Claim { position, winner: Color::Red, first_move: None, answers_within: None }
}

/// A chain from stone to stone and back, nested as deep as is asked for, and at last to both
/// borders.
fn nested(depth: usize) -> Proof {
    let point = |name: &str| match name {
        "from" => Point::From,
        "to" => Point::To,
        cell => Point::Cell(cell.parse().unwrap()),
    };
    let cell = |name: &str| name.parse::<Cell>().unwrap();
    let touch = |x: &str, y: &str| Node::Touch(point(x), point(y), [0, 0]);
    let mut nodes = vec![touch("b2", "a3"), touch("a3", "b3"), touch("a3", "to")];
    nodes.extend([touch("from", "b1"), touch("b1", "b2"), touch("from", "c1"), touch("c1", "b2")]);
    nodes.extend([Node::Chain(3, cell("b1"), 4), Node::Chain(5, cell("c1"), 6)]);
    nodes.push(Node::Choice(vec![7, 8]));
    nodes.push(Node::Chain(0, cell("a3"), 1));
    for i in 0..2 * (depth / 2) + 1 {
        let end = if i % 2 == 0 { "b3" } else { "a3" };
        nodes.push(Node::Chain(nodes.len() - 1, cell(end), 1));
    }
    nodes.push(Node::Chain(nodes.len() - 1, cell("a3"), 2));
    nodes.push(Node::Chain(9, cell("b2"), nodes.len() - 1));
    nodes.push(Node::Linked(nodes.len() - 1));
    Proof { program: None, claim: with_bridge(), nodes }
}

#[test]
fn a_million_nested_steps_are_judged_once_each() {
    for depth in [0, 1_000_000] {
        let proof = nested(depth);
        let checked = check(&proof).unwrap();
        assert_eq!(checked.judged, proof.nodes.len() as u64);
    }
}

#[test]
fn cells_outside_and_later_steps_are_refused_even_where_nobody_uses_them() {
    for (unused, expected) in [
        (Node::Touch(Point::From, Point::Cell(Cell::new(3, 0)), [0, 0]), "not on the board"),
        (Node::Linked(7), "does not come before it"),
    ] {
        let mut changed = nested(0);
        changed.nodes.insert(0, Node::Won);
        changed.nodes[0] = unused;
        let fault = check(&changed).unwrap_err().to_string();
        assert!(fault.contains(expected) && fault.contains("step 0"), "{fault}");
    }
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

/// The proof of a tall cylinder is made of proofs of its halves, before and after Blue's first stone,
/// and shows every opening by that of its ring.
#[test]
fn tall_cylinders_are_proven_in_halves() {
    let empty = proof("cylinder:5x9 first=blue");
    assert_eq!(check(&empty).unwrap().winner, Color::Red);
    let Some(Node::Each(replies)) = empty.nodes.last() else { panic!("one opening of each ring") };
    assert_eq!(replies.len(), 5);
    for opening in ["c2", "b5", "e8"] {
        let mut position = Position::new("cylinder:5x9 first=blue".parse().unwrap()).unwrap();
        position.play(Move::Place(opening.parse().unwrap())).unwrap();
        let mut solver = Solver::new(Options::default()).unwrap();
        let proof = solver.prove(&position, &mut Control::default()).unwrap();
        assert_eq!(check(&proof).unwrap().winner, Color::Red);
        assert!(matches!(proof.nodes.last(), Some(Node::Both(..))), "{opening}");
    }
}

#[test]
fn wrong_halves_are_refused() {
    let good = proof("cylinder:5x7 first=blue");
    let refused = |i: usize, node: Node, expected: &str| {
        let mut bad = good.clone();
        bad.nodes[i] = node;
        let error = check(&bad).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}, not {expected}");
    };
    let last = good.nodes.len() - 1;
    let Node::Each(replies) = &good.nodes[last] else { panic!("one opening of each ring") };
    for skip in 0..replies.len() {
        let mut fewer = replies.clone();
        fewer.remove(skip);
        refused(last, Node::Each(fewer), "a move of the opponent has no answer");
    }
    for (i, node) in good.nodes.iter().enumerate() {
        let Node::Both(stone, up, down) = *node else { continue };
        let beside = Cell::new((stone.col + 1) % 5, stone.row);
        refused(i, Node::Both(beside, up, down), "has no stone there");
        refused(i, Node::Both(stone, up, i), "does not come before it");
        for (up, down) in [(down, up), (up, up), (down, down)] {
            refused(i, Node::Both(stone, up, down), "does not hold");
        }
    }
}

/// A stone in the middle of a small cylinder, with links upwards and downwards made by hand.
#[test]
fn halves_have_no_cell_in_common_and_stay_on_their_side() {
    let cell = |name: &str| name.parse::<Cell>().unwrap();
    let answers = |list: &[(&str, usize)]| {
        Node::Answers(list.iter().map(|(name, next)| (cell(name), *next)).collect())
    };
    let nodes = vec![
        Node::Won,
        answers(&[("b1", 0), ("c1", 0)]),            // 1: up
        answers(&[("c1", 0), ("a1", 0)]),            // 2: up from c2
        answers(&[("b1", 0), ("c2", 2)]),            // 3: up, with a cell of the row
        answers(&[("b1", 0), ("c1", 0), ("c3", 1)]), // 4: up, with a cell below
        answers(&[("a3", 0), ("b3", 0)]),            // 5: down
        answers(&[("c3", 0), ("b3", 0)]),            // 6: down from c2
        answers(&[("a3", 0), ("c2", 6)]),            // 7: down, with a cell of the row
    ];
    let mut position = Setup::new("cylinder:3x3 first=blue".parse().unwrap());
    position.stones.red.push(cell("b2"));
    position.to_move = Some(Color::Blue);
    let checked = |up: usize, down: usize| {
        let mut nodes = nodes.clone();
        nodes.push(Node::Both(cell("b2"), up, down));
        let claim = Claim {
            position: position.clone(),
            winner: Color::Red,
            first_move: None,
            answers_within: None,
        };
        check(&Proof { program: None, claim, nodes })
            .map(|checked| checked.winner)
            .map_err(|e| e.to_string())
    };
    for (up, down) in [(1, 5), (3, 5), (1, 7)] {
        assert_eq!(checked(up, down), Ok(Color::Red), "{up} {down}");
    }
    assert!(checked(3, 7).unwrap_err().contains("a cell in common"));
    assert!(checked(4, 5).unwrap_err().contains("beyond the stone"));
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

/// Chains of chains double their winding with every step: beyond the numbers that can be told they
/// are no rings, whatever the sum would wrap around to.
#[test]
fn chains_that_wind_too_far_are_refused() {
    let proof: Proof = include_str!("data/winds-too-far.proof").parse().expect("a file");
    let fault = check(&proof).expect_err("a false claim").to_string();
    assert!(fault.contains("a chain winds too far"), "{fault}");
}

/// Two cells are put to a proof of the position in which they are the winner's, whichever they are:
/// what is accepted is true.
#[test]
fn captured_cells_are_accepted_only_where_that_changes_no_winner() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut solver = Solver::new(Options::default()).unwrap();
    let boards =
        ["plane:3x3", "plane:2x5", "plane:4x3", "plane:1x5", "cylinder:4x3", "cylinder:3x3"];
    let (mut accepted, mut true_ones) = ([0; 2], 0);
    for board in boards.map(|text| text.parse::<Board>().unwrap()) {
        for _ in 0..60 {
            let winner = Color::ALL[rng.random_range(0..2)];
            let mut setup = Setup::new(Rules::new(board));
            setup.to_move = Some(!winner);
            let empty = rng.random_range(0.2..0.9);
            for cell in board.cells() {
                if !rng.random_bool(empty) {
                    setup.stones[Color::ALL[rng.random_range(0..2)]].push(cell);
                }
            }
            let Ok(position) = Position::from_setup(&setup) else { continue };
            if position.is_over() {
                continue;
            }
            let is_true = PlainSearch::new().value(&position) == Some(winner);
            let free: Vec<Cell> =
                board.cells().filter(|cell| position.stone(*cell).is_none()).collect();
            for (i, x) in free.iter().enumerate() {
                for y in &free[..i] {
                    let Some(proof) = with_captured(&setup, [*x, *y], &mut solver) else {
                        continue;
                    };
                    let holds = check(&proof).is_ok();
                    assert!(is_true || !holds, "{setup:?} {x} {y}");
                    accepted[winner.index()] += usize::from(holds);
                    true_ones += usize::from(is_true);
                }
            }
        }
    }
    assert!(accepted.iter().all(|count| *count > 50), "{accepted:?} of {true_ones}");
}

/// That the opponent of who is to move wins because it has captured two cells.
fn with_captured(setup: &Setup, [x, y]: [Cell; 2], solver: &mut Solver) -> Option<Proof> {
    let winner = !setup.to_move?;
    let mut filled = setup.clone();
    filled.stones[winner].extend([x, y]);
    let position = Position::from_setup(&filled).ok()?;
    let mut nodes = match position.winner() {
        Some(_) => vec![Node::Won],
        None if solver.solve(&position, Wanted::Winner).unwrap().winner != Some(winner) => {
            return None;
        }
        None => solver.prove(&position, &mut Control::default()).unwrap().nodes,
    };
    nodes.push(Node::Captured(x, y, nodes.len() - 1));
    let claim = Claim { position: setup.clone(), winner, first_move: None, answers_within: None };
    Some(Proof { program: None, claim, nodes })
}
