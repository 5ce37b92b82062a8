//! What must hold on every board: symmetries, wraps as in the unrolled board, odd sizes.

use std::path::Path;
use std::sync::Arc;

use hexring_control::{Limit, Stop};
use hexring_game::{Board, Cell, Color, Position, Rules, Setup, Site, Topology};
use hexring_network::{Crew, Evaluation, Evaluator, Network};
use proptest::prelude::*;

/// Sums are taken in another order when cells change places.
const CLOSE: f32 = 2e-3;

fn evaluate(position: &Position) -> Evaluation {
    Evaluator::new(Network::embedded().expect("the shipped network"))
        .evaluate(&[position])
        .remove(0)
}

/// A position with stones where the words say so: 0 red, 1 blue, others none. None if it is won.
fn position(board: Board, words: &[u8], mover: Color) -> Option<Position> {
    let mut setup = Setup::new(Rules::new(board));
    for (cell, word) in board.cells().zip(words) {
        match word {
            0 => setup.stones[Color::Red].push(cell),
            1 => setup.stones[Color::Blue].push(cell),
            _ => {}
        }
    }
    setup.to_move = Some(mover);
    Position::from_setup(&setup).ok().filter(|position| !position.is_over())
}

/// The same stones with every cell moved; none if that would be another board.
fn moved(position: &Position, board: Board, to: impl Fn(Cell) -> Cell, swaps: bool) -> Position {
    let mut setup = Setup::new(Rules::new(board));
    let color = |color: Color| if swaps { !color } else { color };
    for cell in position.board().cells() {
        if let Some(stone) = position.stone(cell) {
            setup.stones[color(stone)].push(to(cell));
        }
    }
    setup.to_move = position.to_move().map(color);
    Position::from_setup(&setup).expect("as legal as before")
}

/// Both evaluations agree when cells are moved.
fn assert_same(one: &Position, other: &Position, to: impl Fn(Cell) -> Cell) {
    let (a, b) = (evaluate(one), evaluate(other));
    assert!((a.value_logit - b.value_logit).abs() < CLOSE, "{} {}", a.value_logit, b.value_logit);
    for cell in one.board().cells() {
        let at = |position: &Position, cell| position.board().site(cell).expect("on board").index();
        let (a, b) = (a.policy_logits[at(one, cell)], b.policy_logits[at(other, to(cell))]);
        assert!((a - b).abs() < CLOSE, "{cell} on {}: {a} {b}", one.board());
    }
}

fn boards() -> impl Strategy<Value = (Topology, u8, u8, Vec<u8>, bool)> {
    let topology = prop::sample::select(Topology::ALL.to_vec());
    let words = prop::collection::vec(0..6_u8, 64);
    (topology, 2..=8_u8, 2..=8_u8, words, any::<bool>())
}

fn color(is_red: bool) -> Color {
    if is_red { Color::Red } else { Color::Blue }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    /// Turning a cylinder and moving a torus in both directions changes nothing.
    #[test]
    fn wraps_are_symmetries((topology, cols, rows, words, is_red) in boards(), dx in 0..8_u8, dy in 0..8_u8) {
        let board = Board::new(topology, cols, rows).expect("small");
        let Some(start) = position(board, &words, color(is_red)) else { return Ok(()) };
        let dx = if topology.wraps_columns() { dx } else { 0 };
        let dy = if topology.wraps_rows() { dy } else { 0 };
        let to = |cell: Cell| Cell::new((cell.col + dx) % cols, (cell.row + dy) % rows);
        assert_same(&start, &moved(&start, board, to, false), to);
    }

    /// Where both axes are alike, exchanging colours, columns and rows changes nothing.
    #[test]
    fn colours_are_alike((topology, cols, rows, words, is_red) in boards()) {
        prop_assume!(topology != Topology::Cylinder);
        let board = Board::new(topology, cols, rows).expect("small");
        let Some(start) = position(board, &words, color(is_red)) else { return Ok(()) };
        let transposed = Board::new(topology, rows, cols).expect("small");
        assert_same(&start, &moved(&start, transposed, Cell::transposed, true), Cell::transposed);
    }

    /// A board that wraps is the unrolled board: two copies side by side, or on top of each other,
    /// give every cell the logits that it has on the single board. The network must not be able to
    /// tell them apart, since every layer sees the same neighbours and the pools do not count.
    #[test]
    fn wraps_are_tilings((topology, cols, rows, words, is_red) in boards(), down in any::<bool>()) {
        let board = Board::new(topology, cols, rows).expect("small");
        let tiles_rows = topology.wraps_rows() && down;
        prop_assume!(topology.wraps_columns());
        let Some(start) = position(board, &words, color(is_red)) else { return Ok(()) };
        let (wide, high) = if tiles_rows { (cols, 2 * rows) } else { (2 * cols, rows) };
        let tiled = Board::new(topology, wide, high).expect("small");
        let copies: Vec<u8> = tiled.cells().map(|cell| {
            let site = board.site(Cell::new(cell.col % cols, cell.row % rows)).expect("on board");
            words[site.index()]
        }).collect();
        let Some(tiling) = position(tiled, &copies, color(is_red)) else { return Ok(()) };
        assert_same(&start, &tiling, |cell| cell);
    }
}

/// What a position is worth does not depend on its company, to the last digit.
#[test]
fn batches_change_nothing() {
    let rules = ["plane:3x3", "torus:4x5", "cylinder:11x11", "plane:19x19", "plane:2x7"];
    let positions: Vec<Position> = rules
        .iter()
        .map(|rules| Position::new(rules.parse().expect("rules")).expect("rules"))
        .collect();
    let network = Network::embedded().expect("the shipped network");
    let together = Evaluator::new(network).evaluate(&positions.iter().collect::<Vec<_>>());
    let alone: Vec<Evaluation> = positions.iter().map(evaluate).collect();
    assert_eq!(together, alone);
}

/// Whatever part of a batch a thread happens to take, answers come in the order of the positions.
#[test]
fn threads_change_nothing() {
    let network = Network::embedded().expect("the shipped network");
    for (board, count) in [("torus:3x3", 40), ("cylinder:7x7", 9), ("plane:11x11", 7)] {
        let start = Position::new(board.parse().expect("rules")).expect("rules");
        let after = |site: &Site| {
            let mut after = start.clone();
            after.play_site(*site);
            after
        };
        let first_moves: Vec<Site> = start.legal_sites().collect();
        let positions: Vec<Position> = first_moves.iter().cycle().take(count).map(after).collect();
        let expected: Vec<Evaluation> = positions.iter().map(evaluate).collect();
        for threads in [1, 2, 3, 64] {
            let mut crew = Crew::new(&network, threads);
            assert_eq!(
                crew.evaluate(positions.clone(), &Limit::none()),
                expected,
                "{board}, {threads} threads"
            );
            assert_eq!(
                crew.evaluate(positions[..1].to_vec(), &Limit::none()),
                expected[..1],
                "{board}, {threads} threads"
            );
            assert_eq!(crew.evaluate(Vec::new(), &Limit::none()), [], "{threads} threads");
        }
    }
}

/// Boards of a single column or row wrap onto themselves and were never seen in training.
#[test]
fn the_smallest_and_largest_boards_are_evaluated() {
    let network = Network::embedded().expect("the shipped network");
    for topology in Topology::ALL {
        for (cols, rows) in [(1, 1), (1, 2), (2, 1), (1, 7), (7, 1), (2, 2), (53, 53)] {
            let board = Board::new(topology, cols, rows).expect("in range");
            for first in Color::ALL {
                let rules = Rules { first, ..Rules::new(board) };
                let evaluation = evaluate(&Position::new(rules).expect("rules"));
                assert_eq!(evaluation.policy_logits.len(), board.cell_count());
                assert!(evaluation.policy_logits.iter().all(|logit| logit.is_finite()), "{board}");
                assert!((0.0..=1.0).contains(&evaluation.value()), "{board}");
            }
            assert_eq!(network.is_beyond_training(board), cols > 19, "{board}");
        }
    }
}

/// Once it is over no batch begins but the first; a position of the largest board is one.
#[test]
fn evaluation_ends_one_batch_late() {
    let network = Network::embedded().expect("the shipped network");
    let position = Position::new("plane:53x53".parse::<Rules>().expect("rules")).expect("legal");
    let stop = Stop::new();
    stop.raise();
    for threads in [1, 2] {
        let mut crew = Crew::new(&network, threads);
        let evaluations = crew.evaluate(vec![position.clone(); 1000], &Limit::of(&stop));
        assert_eq!(evaluations.len(), 1, "{threads} threads");
    }
    let small = Position::new("plane:3x3".parse::<Rules>().expect("rules")).expect("legal");
    let mut crew = Crew::new(&network, 2);
    let limit = Limit::none().within(std::time::Duration::from_millis(20));
    let evaluations = crew.evaluate(vec![small; 1_000_000], &limit);
    assert!((1..1_000_000).contains(&evaluations.len()), "{}", evaluations.len());
}

#[test]
fn an_empty_batch_is_evaluated() {
    assert_eq!(Evaluator::new(Network::embedded().expect("the shipped network")).evaluate(&[]), []);
}

/// A network of `networks/` beside the one that comes with the program.
fn from_file(name: &str) -> Arc<Network> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../networks");
    Arc::new(Network::load(folder.join(name)).expect(name))
}

/// The small networks see where a ring is to be closed, on both sides of the tori that they know.
#[test]
fn small_networks_know_their_tori() {
    for (name, boards) in [
        ("narrow-tori-1.safetensors", ["torus:8x4", "torus:4x8", "torus:3x5"].as_slice()),
        ("torus-7x5-1.safetensors", ["torus:7x5", "torus:5x7"].as_slice()),
    ] {
        let mut small = Evaluator::new(from_file(name));
        for board in boards {
            let board: Board = board.parse().expect("a board");
            let mut setup = Setup::new(Rules::new(board));
            let (last, column) = (board.rows() - 1, |row| Cell::new(0, row));
            setup.stones[Color::Red] = (0..last).map(column).collect();
            setup.to_move = Some(Color::Red);
            let position = Position::from_setup(&setup).expect("red stones only");
            let evaluation = small.evaluate(&[&position]).remove(0);
            let logit = |cell: Cell| {
                evaluation.policy_logits[board.site(cell).expect("on the board").index()]
            };
            let best = board.cells().max_by(|x, y| logit(*x).total_cmp(&logit(*y)));
            assert_eq!(best, Some(column(last)), "{board}");
            assert!(evaluation.value() > 0.9, "{board} {}", evaluation.value());
        }
    }
}
