//! Local answers: the search against the rules alone, and what is known of small cylinders.

use hexring_control::{Control, Limit, Stop};
use hexring_game::{Color, Position, Rules, Setup};
use hexring_solver::{
    Claim, LocalError, LocalOutcome, LocalSolver, Node, Proof, check, plain_local_winner,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const MEMORY: usize = 1 << 24;

fn position(rules: &str) -> Position {
    Position::new(rules.parse::<Rules>().expect("valid rules")).expect("valid rules")
}

fn solve(position: &Position, within: u8, memory: usize) -> Result<LocalOutcome, LocalError> {
    LocalSolver::new(position.board(), within, memory)?.solve(position, &mut Control::default())
}

fn winner(position: &Position, within: u8) -> Color {
    solve(position, within, MEMORY).expect("solved").winner
}

/// Random stones that leave so many cells empty and nobody a winner; Blue is to move.
fn random_position(board: &str, empty: usize, rng: &mut Xoshiro256PlusPlus) -> Option<Position> {
    let rules: Rules = format!("{board} first=blue").parse().expect("valid rules");
    let mut cells: Vec<_> = rules.board.cells().collect();
    let mut setup = Setup::new(rules);
    while cells.len() > empty {
        let cell = cells.swap_remove(rng.random_range(0..cells.len()));
        setup.stones[Color::ALL[rng.random_range(0..2)]].push(cell);
    }
    setup.to_move = Some(Color::Blue);
    Position::from_setup(&setup).ok().filter(|position| !position.is_over())
}

#[test]
fn it_agrees_with_the_rules_alone() {
    let boards = [
        ("1x4", 4),
        ("2x4", 8),
        ("3x2", 6),
        ("3x3", 9),
        ("3x4", 10),
        ("3x6", 9),
        ("4x3", 10),
        ("4x4", 9),
        ("5x3", 10),
        ("5x4", 9),
        ("5x6", 8),
        ("7x2", 10),
        ("7x3", 9),
        ("7x4", 8),
    ];
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(25);
    let mut won = [[0; 2]; 3];
    for (size, most) in boards {
        for _ in 0..150 {
            let empty = rng.random_range(1..=most);
            let board = format!("cylinder:{size}");
            let Some(position) = random_position(&board, empty, &mut rng) else { continue };
            for within in 0..3 {
                let expected = plain_local_winner(&position, within);
                assert_eq!(
                    winner(&position, within),
                    expected,
                    "{within} {:?}",
                    position.to_setup()
                );
                won[usize::from(within)][expected.index()] += 1;
            }
        }
    }
    assert!(won.iter().flatten().all(|count| *count > 200), "{won:?}");
}

#[test]
fn empty_boards_agree_with_the_rules_alone() {
    let mut won = [0; 2];
    for (columns, rows) in [(1, 3), (2, 4), (3, 1), (3, 3), (3, 4), (4, 3), (5, 2), (7, 1), (7, 2)]
    {
        for within in 0..3 {
            let position = position(&format!("cylinder:{columns}x{rows} first=blue"));
            let expected = plain_local_winner(&position, within);
            assert_eq!(winner(&position, within), expected, "{columns}x{rows} within {within}");
            won[expected.index()] += 1;
        }
    }
    assert!(won.iter().all(|count| *count > 2), "{won:?}");
}

/// With answers anywhere it is the game itself.
#[test]
fn far_enough_is_the_game_itself() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(26);
    let mut solver =
        hexring_solver::Solver::new(hexring_solver::Options::default()).expect("valid");
    let mut won = [0; 2];
    for _ in 0..150 {
        let Some(position) = random_position("cylinder:5x5", 18, &mut rng) else { continue };
        let outcome = solver.solve(&position, hexring_solver::Wanted::Winner).expect("solved");
        let expected = outcome.winner.expect("somebody wins");
        assert_eq!(winner(&position, 4), expected, "{:?}", position.to_setup());
        won[expected.index()] += 1;
    }
    assert!(won.iter().all(|count| *count > 20), "{won:?}");
}

#[test]
fn blue_wins_with_the_move_that_is_named() {
    for (board, within) in [("5x5", 0), ("3x5", 0), ("7x4", 0), ("1x2", 1)] {
        let mut position = position(&format!("cylinder:{board} first=blue"));
        let found = solve(&position, within, MEMORY).expect("solved");
        let Some(cell) = found.winning_move else {
            assert_eq!(found.winner, Color::Red, "{board}");
            continue;
        };
        let ring = cell.row;
        position.play(hexring_game::Move::Place(cell)).expect("a legal move");
        if position.is_over() {
            continue;
        }
        let near = |cell: &hexring_game::Cell| cell.row.abs_diff(ring) <= within;
        let answers: Vec<_> = position.board().cells().filter(near).collect();
        for answer in answers {
            let mut after = position.clone();
            if after.play(hexring_game::Move::Place(answer)).is_ok() {
                assert_eq!(winner(&after, within), Color::Blue, "{board} {cell} {answer}");
            }
        }
    }
}

#[test]
fn little_memory_gives_the_same_answer() {
    let position = position("cylinder:5x6 first=blue");
    for within in [1, 2] {
        assert_eq!(solve(&position, within, 1 << 20).expect("solved").winner, Color::Red);
    }
}

#[test]
fn it_can_be_stopped() {
    let stop = Stop::new();
    stop.raise();
    let position = position("cylinder:5x9 first=blue");
    let mut solver = LocalSolver::new(position.board(), 1, MEMORY).expect("a cylinder");
    let found = solver.solve(&position, &mut Control::quiet(Limit::of(&stop)));
    assert_eq!(found, Err(LocalError::Stopped { nodes: 0 }));
}

#[test]
fn other_games_are_refused() {
    let refused = |rules: &str, memory| {
        solve(&position(rules), 1, memory).expect_err("not this game").to_string()
    };
    assert!(refused("plane:5x5 first=blue", MEMORY).contains("plane:5x5"));
    assert!(refused("torus:5x5 first=blue", MEMORY).contains("torus:5x5"));
    assert!(refused("cylinder:5x5 first=red", MEMORY).contains("red is to move"));
    assert!(refused("cylinder:5x5 first=blue turns=random", MEMORY).contains("alternate"));
    assert!(refused("cylinder:5x5 first=blue swap=sides", MEMORY).contains("swap"));
    assert!(refused("cylinder:53x53 first=blue", MEMORY).contains("53x53"));
    assert!(refused("cylinder:5x5 first=blue", 1).contains("memory of 1 bytes"));
}

fn prove(position: &Position, within: u8) -> Proof {
    let mut solver = LocalSolver::new(position.board(), within, MEMORY).expect("a cylinder");
    let proof = solver.prove(position, &mut Control::default()).expect("red wins");
    let text = proof.to_string();
    assert_eq!(text.parse::<Proof>().expect("a proof file"), proof);
    proof
}

fn holds(proof: &Proof, answers_within: Option<u8>) -> bool {
    let claim = Claim { answers_within, ..proof.claim.clone() };
    check(&Proof { claim, ..proof.clone() }, &Limit::none()).is_ok()
}

#[test]
fn proofs_hold_for_the_claimed_distance_and_any_larger_one() {
    for (board, within) in [("5x4", 0), ("5x4", 1), ("5x5", 1), ("5x5", 2), ("3x5", 1), ("4x4", 1)]
    {
        let proof = prove(&position(&format!("cylinder:{board} first=blue")), within);
        let near = ["in the ring", "within 1 ring", "within 2 rings"][usize::from(within)];
        let said = format!(
            "red wins cylinder:{board} first=blue with no stones, blue to move, with answers \
             {near} of blue's last stone"
        );
        assert_eq!(proof.claim.to_string(), said);
        for claimed in [Some(within), Some(within + 1), Some(52), None] {
            assert!(holds(&proof, claimed), "{board} {within} as {claimed:?}");
        }
    }
}

/// Rows that take longer are solved again by the example `prove_local`.
#[test]
fn the_table_of_local_answers_is_true() {
    let table = include_str!("../../../docs/tables/local.csv");
    let mut count = [0; 2];
    for row in table.lines().skip(1) {
        let [board, within, told, positions, steps] = row.split(',').collect::<Vec<_>>()[..] else {
            panic!("five columns are expected: {row}");
        };
        if positions.parse::<u64>().expect("a number") > 5_000 {
            continue;
        }
        let position = position(&format!("{board} first=blue"));
        let within = within.parse().expect("a number of rings");
        assert_eq!(winner(&position, within).to_string(), told, "{row}");
        match told {
            "red" => {
                let proof = prove(&position, within);
                assert!(holds(&proof, Some(within)), "{row}");
                assert_eq!(proof.nodes.len().to_string(), steps, "{row}");
            }
            _ if position.board().cell_count() < 25 => {
                assert_eq!(plain_local_winner(&position, within), Color::Blue, "{row}");
            }
            _ => {}
        }
        count[usize::from(told == "blue")] += 1;
    }
    assert_eq!(count, [13, 3], "rows that are quick enough, Red's and Blue's");
}

/// Blue wins 5×5 if Red has to answer in the same ring, so no proof may say otherwise.
#[test]
fn a_proof_does_not_hold_for_a_shorter_distance() {
    let proof = prove(&position("cylinder:5x5 first=blue"), 1);
    assert_eq!(winner(&position("cylinder:5x5 first=blue"), 0), Color::Blue);
    assert!(!holds(&proof, Some(0)));
}

/// Wherever the rules alone say that Red wins there is a proof, and where they say that it does not
/// with answers that are nearer, that proof is none.
#[test]
fn proofs_agree_with_the_rules_alone() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(27);
    let (mut proven, mut refused) = (0, 0);
    for (size, most) in [("3x4", 10), ("3x6", 9), ("5x3", 10), ("5x4", 9), ("5x6", 8), ("7x3", 9)] {
        for _ in 0..150 {
            let board = format!("cylinder:{size}");
            let empty = rng.random_range(4..=most);
            let Some(position) = random_position(&board, empty, &mut rng) else { continue };
            let winners = [0, 1].map(|within| plain_local_winner(&position, within));
            if winners[1] == Color::Red {
                let proof = prove(&position, 1);
                assert!(holds(&proof, Some(1)), "{proof}");
                let is_false = winners[0] == Color::Blue;
                assert!(!(is_false && holds(&proof, Some(0))), "{proof}");
                proven += 1;
                refused += u32::from(is_false);
            }
        }
    }
    assert!(proven > 200 && refused > 20, "{proven} {refused}");
}

#[test]
fn claims_about_other_games_are_refused() {
    let proof = prove(&position("cylinder:5x4 first=blue"), 1);
    assert!(!holds(&proof, Some(53)), "no board has so many rings");
    let change = |change: fn(&mut Claim)| {
        let mut changed = proof.clone();
        change(&mut changed.claim);
        check(&changed, &Limit::none()).expect_err("another game").to_string()
    };
    assert!(change(|claim| claim.winner = Color::Blue).contains("answers_within 1"));
    let plane =
        |claim: &mut Claim| claim.position.rules.board = "plane:5x4".parse().expect("valid");
    assert!(change(plane).contains("answers_within 1"));
    assert!(change(|claim| claim.position.to_move = Some(Color::Red)).contains("answers_within 1"));
}

/// Two cells that Red has not captured, and stones that an answer does not make dead.
#[test]
fn what_is_not_dead_is_refused() {
    let cell = |name: &str| name.parse().expect("a cell");
    let (a1, a2, b1) = (cell("a1"), cell("a2"), cell("b1"));
    let claim = prove(&position("cylinder:3x2 first=blue"), 1).claim;
    let fault = |nodes: Vec<Node>| {
        let proof = Proof { program: None, claim: claim.clone(), nodes };
        check(&proof, &Limit::none()).expect_err("no proof").to_string()
    };
    assert!(fault(vec![Node::Won, Node::Captured(a1, a2, 0)]).contains("not dead"));
    assert!(fault(vec![Node::Won, Node::Captured(a1, a1, 0)]).contains("two empty"));
    let answers = vec![(a2, 1)];
    let nodes = |kills| {
        vec![
            Node::Won,
            Node::Answers(vec![(a1, 0), (b1, 0)]),
            Node::Guarded(answers.clone(), kills),
        ]
    };
    assert!(fault(nodes(vec![(a2, b1)])).contains("not dead"));
    assert!(fault(nodes(vec![(a2, a2)])).contains("two empty"));
    assert!(fault(nodes(vec![])).contains("meets all answers"));
}
