//! The bit-sliced kernels against the union-find of the game, lane by lane.

mod common;

use common::{boards, compare_goals, empty, random_position, rng, slow_goals};
use hexring_game::{Board, Color, Connectivity, Geometry, Topology};
use hexring_playout::{Census, Sampler};
use proptest::prelude::*;
use rand::{Rng, RngExt};

/// Random boards with about the given share of red.
fn colorings(board: Board, groups: usize, share: f64, rng: &mut impl Rng) -> Vec<Vec<u64>> {
    let mut word = || (0..64).fold(0, |word, bit| word | u64::from(rng.random_bool(share)) << bit);
    (0..groups).map(|_| (0..board.cell_count()).map(|_| word()).collect()).collect()
}

/// Stripes of a random direction with some noise: rings of all classes, spirals included.
fn stripes(board: Board, rng: &mut impl Rng) -> Vec<u64> {
    let (cols, rows) = (i32::from(board.cols()), i32::from(board.rows()));
    let mut words = vec![0; board.cell_count()];
    for lane in 0..64 {
        let (a, b) = (rng.random_range(-3..=3), rng.random_range(-3..=3));
        let (shift, noise) = (rng.random_range(0..cols * rows), rng.random_range(0.0..0.2));
        for site in board.sites() {
            let cell = board.cell(site);
            let phase = a * i32::from(cell.col) * rows + b * i32::from(cell.row) * cols + shift;
            let red = phase.rem_euclid(cols * rows) * 2 < cols * rows;
            words[site.index()] |= u64::from(red ^ rng.random_bool(noise)) << lane;
        }
    }
    words
}

#[test]
fn small_boards_of_all_shapes() {
    let mut rng = rng(1);
    for board in boards(8) {
        let position = random_position(board, 0, &mut rng);
        compare_goals(&position, &colorings(board, 3, 0.5, &mut rng));
    }
}

#[test]
fn larger_boards_and_other_shares_of_red() {
    let mut rng = rng(2);
    for size in [(11, 11), (13, 9), (9, 13), (19, 19), (3, 20), (20, 3), (2, 30), (30, 1), (1, 30)]
    {
        for topology in Topology::ALL {
            let board = Board::new(topology, size.0, size.1).expect("in range");
            let position = random_position(board, 0, &mut rng);
            for share in [0.35, 0.45, 0.5, 0.55, 0.65] {
                compare_goals(&position, &colorings(board, 1, share, &mut rng));
            }
        }
    }
}

#[test]
fn the_largest_boards() {
    let mut rng = rng(3);
    for topology in Topology::ALL {
        let board = Board::new(topology, 53, 53).expect("in range");
        let position = random_position(board, 100, &mut rng);
        compare_goals(&position, &colorings(board, 1, 0.5, &mut rng));
        compare_goals(&position, &[stripes(board, &mut rng)]);
    }
}

#[test]
fn all_colourings_of_tiny_boards() {
    for board in boards(4).filter(|board| board.cell_count() <= 12) {
        let position = random_position(board, 0, &mut rng(0));
        let mut truth = Census::default();
        for coloring in 0..1u64 << board.cell_count() {
            let goals = slow_goals(&position, |site| coloring >> site & 1 == 1);
            match (goals.red, goals.blue) {
                (true, true) => truth.both += 1,
                (true, false) => truth.red += 1,
                (false, true) => truth.blue += 1,
                (false, false) => panic!("a full board has a winner"),
            }
        }
        assert_eq!(Sampler::new(&position).census(), truth, "{board}");
    }
}

/// Red's rings on a 4×4 torus counted by the fast kernel: the symmetry that exchanges colours and
/// axes leaves the count as it is.
#[test]
fn a_square_torus_favours_nobody() {
    let census = Sampler::new(&empty("torus:4x4")).census();
    assert_eq!(census.red, census.blue);
    assert_eq!(census.red + census.blue + census.both, 1 << 16);
    assert!(census.both > 0);
}

#[test]
fn a_spiral_that_goes_round_twice() {
    let board: Board = "torus:6x6".parse().expect("a board");
    let geometry = Geometry::new(board);
    let mut both = 0;
    for seed in 0..20 {
        let words = stripes(board, &mut rng(seed));
        for lane in 0..64 {
            let mut stones = Connectivity::new(&geometry);
            for site in board.sites() {
                let red = words[site.index()] >> lane & 1 == 1;
                stones.place(&geometry, site, if red { Color::Red } else { Color::Blue });
            }
            both += u32::from(Color::ALL.iter().all(|color| stones.has_won(*color)));
        }
        compare_goals(&empty("torus:6x6"), &[words]);
    }
    assert!(both > 200, "stripes make diagonal rings, found {both}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn stones_noise_and_stripes(
        topology in 0..3usize, cols in 1..=12u8, rows in 1..=12u8, stones in 0..30usize,
        seed: u64,
    ) {
        let board = Board::new(Topology::ALL[topology], cols, rows).expect("in range");
        let mut rng = rng(seed);
        let position = random_position(board, stones.min(board.cell_count() - 1), &mut rng);
        let mut words = colorings(board, 1, 0.5, &mut rng);
        words.push(stripes(board, &mut rng));
        compare_goals(&position, &words);
    }
}
