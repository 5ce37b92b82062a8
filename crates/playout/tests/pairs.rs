//! Pairs of cells with opposite colours, and kernels that move from position to position.

use hexring_control::Limit;
use hexring_game::{Color, Position, Rules, Site};
use hexring_playout::{Detail, Kind, Request, Sampler, ScalarKernel, Tally};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

const KINDS: [Kind; 3] =
    [Kind::Fill, Kind::Alternating { first: Color::Red }, Kind::Alternating { first: Color::Blue }];

fn position(board: &str, moves: &str) -> Position {
    let mut position = Position::new(board.parse::<Rules>().expect("rules")).expect("rules");
    for mv in moves.split_whitespace() {
        position.play(mv.parse().expect("a move")).expect("legal");
    }
    position
}

fn pairs(position: &Position, cells: &[(&str, &str)]) -> Vec<(Site, Site)> {
    let site = |cell: &str| position.board().site(cell.parse().expect("a cell")).expect("inside");
    cells.iter().map(|(x, y)| (site(x), site(y))).collect()
}

fn sample(sampler: &Sampler, kind: Kind, playouts: u64) -> Tally {
    let request = Request { kind, playouts, seed: 5, detail: Detail::Cells };
    sampler.sample(&request, &Limit::none())
}

#[test]
fn the_cells_of_a_pair_differ_and_shares_stay_exact() {
    for board in ["5x5", "cylinder:5x5", "torus:5x5"] {
        let position = position(board, "c3 a1");
        let pairs = pairs(&position, &[("b3", "c2"), ("e5", "a3")]);
        let mut sampler = Sampler::new(&position);
        sampler.pair(&pairs);
        for kind in KINDS {
            let tally = sample(&sampler, kind, 1000);
            for (x, y) in &pairs {
                let red = |site: &Site| tally.cells[site.index()].red;
                assert_eq!(red(x) + red(y), 1000, "{board} {kind:?}");
                assert!((400..=600).contains(&red(x)), "{board} {kind:?}: {}", red(x));
            }
            if let Kind::Alternating { first } = kind {
                let reds: u64 = tally.cells.iter().map(|cell| cell.red).sum();
                let share = if first == Color::Red { 12 } else { 11 };
                assert_eq!(reds, 1000 * share, "{board}");
            }
        }
    }
}

#[test]
fn both_kernels_agree_about_pairs() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for board in ["4x4", "cylinder:4x4", "torus:4x4"] {
        let position = position(board, "b2 d4");
        let pairs = pairs(&position, &[("a3", "b3"), ("b1", "c1"), ("d1", "d2")]);
        let mut sampler = Sampler::new(&position);
        let mut scalar = ScalarKernel::new(&position);
        sampler.pair(&pairs);
        scalar.pair(&pairs);
        for kind in KINDS {
            let sliced = sample(&sampler, kind, 40_000).win_rate(Color::Red);
            let reds = (0..40_000).filter(|_| scalar.playout(kind, &mut rng) == Color::Red).count();
            let single = reds as f64 / 40_000.0;
            assert!((sliced - single).abs() < 0.015, "{board} {kind:?}: {sliced} {single}");
            let last = scalar.moves().iter();
            let (x, y) = pairs[0];
            let colors: Vec<Color> = last
                .filter(|(site, _)| *site == x || *site == y)
                .map(|(_, color)| *color)
                .collect();
            assert_eq!(colors[0], !colors[1], "{board} {kind:?}");
        }
    }
}

/// A bridge to each border and one in between: with its answers Red cannot lose.
#[test]
fn a_chain_of_bridges_always_wins() {
    let position = position("5x5", "b2 e1 b4 e2");
    let chain = pairs(&position, &[("b1", "c1"), ("b3", "c3"), ("a5", "b5")]);
    // b2 and b4 are not a bridge; b3 alone joins them, so its pair does not hold.
    let mut sampler = Sampler::new(&position);
    sampler.pair(&chain);
    let loose = sample(&sampler, KINDS[2], 2000).win_rate(Color::Red);
    assert!(loose < 1.0);
    let position = self::position("5x5", "c2 e1 b4 e2");
    let chain = pairs(&position, &[("c1", "d1"), ("b3", "c3"), ("a5", "b5")]);
    sampler.reposition(&position);
    sampler.pair(&chain);
    for kind in KINDS {
        assert_eq!(sample(&sampler, kind, 2000).win_rate(Color::Red), 1.0, "{kind:?}");
    }
}

#[test]
fn another_position_leaves_no_trace() {
    for board in ["4x5", "cylinder:4x5", "torus:4x5"] {
        let (one, other) = (position(board, "a1 b2 c3"), position(board, "d5"));
        let mut sampler = Sampler::new(&one);
        sampler.pair(&pairs(&one, &[("a2", "a3")]));
        sampler.reposition(&other);
        let mut scalar = ScalarKernel::new(&one);
        scalar.reposition(&other);
        let mut fresh = ScalarKernel::new(&other);
        for kind in KINDS {
            assert_eq!(sample(&sampler, kind, 700), sample(&Sampler::new(&other), kind, 700));
            let [mut rng, mut again] = [1, 1].map(Xoshiro256PlusPlus::seed_from_u64);
            for _ in 0..50 {
                assert_eq!(scalar.playout(kind, &mut rng), fresh.playout(kind, &mut again));
                assert_eq!(scalar.moves(), fresh.moves());
            }
        }
    }
}
