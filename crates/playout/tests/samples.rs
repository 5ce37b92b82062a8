//! What is sampled: exact averages, fair shares, the same on every CPU and number of threads.

mod common;

use std::collections::HashMap;

use common::{boards, empty, random_position, rng, setup, slow_goals};
use hexring_control::Limit;
use hexring_game::{Board, Color, Position, Topology};
use hexring_playout::{Detail, Kind, Request, Sampler, ScalarKernel, Tally, Width};

const KINDS: [Kind; 3] =
    [Kind::Fill, Kind::Alternating { first: Color::Red }, Kind::Alternating { first: Color::Blue }];

fn request(kind: Kind, playouts: u64, detail: Detail) -> Request {
    Request { kind, playouts, seed: 7, detail }
}

/// The probability that Red wins when all moves are random: the average over all of them.
fn exact(position: &Position, kind: Kind, memory: &mut HashMap<u64, f64>) -> f64 {
    if let Some(winner) = position.winner() {
        return f64::from(winner == Color::Red);
    }
    let colors = match kind {
        Kind::Fill => vec![Color::Red, Color::Blue],
        Kind::Alternating { first } => vec![first],
    };
    let next = match kind {
        Kind::Fill => Kind::Fill,
        Kind::Alternating { first } => Kind::Alternating { first: !first },
    };
    let mut sum = 0.0;
    for &color in &colors {
        let mut moved = position.clone();
        moved.set_to_move(color);
        for site in moved.legal_sites().collect::<Vec<_>>() {
            let mut child = moved.clone();
            child.play_site(site);
            child.set_to_move(Color::Red); // stones alone are the key: the kind says who moves
            let key = child.key();
            let value = match memory.get(&key) {
                Some(value) => *value,
                None => exact(&child, next, memory),
            };
            memory.insert(key, value);
            sum += value;
        }
    }
    sum / (colors.len() * position.empty_count()) as f64
}

/// Whether a number of wins is what the probability lets expect, to 4.5 standard deviations.
fn assert_likely(tally: &Tally, probability: f64, what: &str) {
    let n = tally.playouts as f64;
    let deviation = (n * probability * (1.0 - probability)).sqrt();
    let difference = (tally.red_wins as f64 - n * probability).abs();
    assert!(difference <= 4.5 * deviation + 1e-6, "{what}: {tally:?} but expected {probability}");
}

#[test]
fn win_rates_are_the_exact_averages_on_tiny_boards() {
    let mut rng = rng(4);
    for board in boards(4).filter(|board| board.cell_count() <= 9) {
        for stones in [0, 1, 2] {
            let position = random_position(board, stones.min(board.cell_count() - 1), &mut rng);
            for kind in KINDS {
                let truth = exact(&position, kind, &mut HashMap::new());
                let tally = Sampler::new(&position)
                    .sample(&request(kind, 100_000, Detail::Wins), &Limit::none());
                assert_likely(&tally, truth, &format!("{board} {stones} stones {kind:?}"));
            }
        }
    }
}

#[test]
fn scalar_win_rates_are_the_exact_averages_too() {
    for board in ["plane:3x2", "cylinder:2x3", "torus:2x2", "torus:3x2", "torus:3x3"] {
        let position = empty(board);
        for kind in KINDS {
            let truth = exact(&position, kind, &mut HashMap::new());
            let (mut kernel, mut rng) = (ScalarKernel::new(&position), rng(5));
            let wins = |_| u64::from(kernel.playout(kind, &mut rng) == Color::Red);
            let red_wins = (0..20_000).map(wins).sum();
            let tally = Tally { playouts: 20_000, red_wins, cells: Vec::new() };
            assert_likely(&tally, truth, &format!("{board} {kind:?}"));
        }
    }
}

/// Too large for the exact average: both kernels must agree.
#[test]
fn both_kernels_agree_on_larger_boards() {
    for board in ["plane:7x6", "cylinder:6x7", "torus:5x5", "torus:7x4"] {
        let position = empty(board);
        for kind in KINDS {
            let tally = Sampler::new(&position)
                .sample(&request(kind, 400_000, Detail::Wins), &Limit::none());
            let (mut kernel, mut rng) = (ScalarKernel::new(&position), rng(6));
            let n = 40_000;
            let wins = |_| u64::from(kernel.playout(kind, &mut rng) == Color::Red);
            let scalar = (0..n).map(wins).sum::<u64>() as f64 / n as f64;
            let fast = tally.win_rate(Color::Red);
            let deviation = (fast * (1.0 - fast) / n as f64).sqrt();
            assert!((fast - scalar).abs() < 4.5 * deviation, "{board} {kind:?} {fast} {scalar}");
        }
    }
}

/// The split is exact in every playout, so also in the sum; and no cell is preferred.
#[test]
fn alternating_shares_are_exact_and_uniform() {
    for board in ["plane:4x3", "cylinder:3x3", "torus:3x5", "plane:11x11"] {
        let position = empty(board);
        let cells = position.board().cell_count() as u64;
        for first in Color::ALL {
            let kind = Kind::Alternating { first };
            let n = 50_000;
            let tally =
                Sampler::new(&position).sample(&request(kind, n, Detail::Cells), &Limit::none());
            let reds: u64 = tally.cells.iter().map(|cell| cell.red).sum();
            let share = if first == Color::Red { cells.div_ceil(2) } else { cells / 2 };
            assert_eq!(reds, n * share, "{board} {first}");
            let expected = n as f64 * share as f64 / cells as f64;
            let variance = expected * (1.0 - share as f64 / cells as f64);
            let chi_square: f64 =
                tally.cells.iter().map(|c| (c.red as f64 - expected).powi(2) / variance).sum();
            let freedom = cells as f64;
            assert!(chi_square < freedom + 5.0 * (2.0 * freedom).sqrt(), "{board}: {chi_square}");
        }
    }
}

#[test]
fn every_width_and_number_of_threads_gives_the_same() {
    let mut rng = rng(8);
    for board in ["plane:6x5", "cylinder:5x6", "torus:6x6", "torus:5x7", "torus:2x9"] {
        let position = random_position(board.parse().expect("a board"), 3, &mut rng);
        let sampler = Sampler::new(&position);
        for (kind, playouts) in KINDS.into_iter().zip([20_000, 4_096, 1_000]) {
            for detail in [Detail::Wins, Detail::Cells, Detail::Pivotal] {
                let playouts = if detail == Detail::Pivotal { playouts / 10 } else { playouts };
                let request = request(kind, playouts, detail);
                let reference =
                    sampler.clone().with_width(Width::W64).sample(&request, &Limit::none());
                assert_eq!(reference.playouts, playouts);
                for width in Width::ALL {
                    let other = sampler.clone().with_width(width);
                    assert_eq!(
                        other.sample(&request, &Limit::none()),
                        reference,
                        "{board} {width} {kind:?}"
                    );
                    assert_eq!(
                        other.sample_on(3, &request, &Limit::none()),
                        reference,
                        "{board} {width}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_won_torus_stays_won() {
    let red = setup("torus:3x3", "a1 a2 a3", "b1");
    let blue = setup("torus:3x3", "b2", "a1 b1 c1");
    for kind in KINDS {
        let wins = |p: &Position| {
            Sampler::new(p).sample(&request(kind, 999, Detail::Wins), &Limit::none()).red_wins
        };
        assert_eq!((wins(&red), wins(&blue)), (999, 0));
    }
}

/// As the game itself says, move by move.
#[test]
fn a_playout_knows_when_it_was_decided() {
    let mut rng = rng(5);
    for board in boards(4) {
        for stones in 0..4 {
            let start = random_position(board, stones, &mut rng);
            let Some(first) = start.to_move() else { continue };
            let mut kernel = ScalarKernel::new(&start);
            let winner = kernel.playout(Kind::Alternating { first }, &mut rng);
            let mut position = start.clone();
            for &(site, _) in &kernel.moves()[..kernel.decided()] {
                assert!(!position.is_over(), "{board}: decided sooner");
                position.play_site(site);
            }
            assert_eq!(position.winner(), Some(winner), "{board}");
        }
    }
    let won = setup("torus:3x3", "a1 a2 a3", "b1");
    let mut kernel = ScalarKernel::new(&won);
    assert_eq!(kernel.playout(Kind::Fill, &mut rng), Color::Red);
    assert_eq!(kernel.decided(), 0);
}

/// Counts per cell against the slow truth: with one empty cell each playout is known.
#[test]
fn one_empty_cell() {
    let position = setup("plane:2x2", "a1", "b2 b1");
    let tally = Sampler::new(&position)
        .sample(&request(Kind::Fill, 5_000, Detail::Pivotal), &Limit::none());
    let cell = tally.cells[2];
    assert_eq!((cell.red, cell.pivotal), (cell.red_and_red_wins, 5_000));
    assert_eq!(tally.red_wins, cell.red);
    let site = position.board().sites().nth(2).expect("four cells");
    assert_eq!(tally.with_cell(site, Color::Blue).0, 5_000 - cell.red);
    assert_eq!(tally.win_rates_with(site).blue, 1.0);
}

/// Pivotal counts are sums over playouts, so their average is compared with the exact
/// probability that a cell is pivotal: over all colourings, by flipping.
#[test]
fn pivotal_shares_are_those_of_all_colourings() {
    let mut rng = rng(9);
    for board in boards(4).filter(|b| b.cell_count() <= 9 && b.topology() != Topology::Torus) {
        let position = random_position(board, board.cell_count() / 4, &mut rng);
        check_pivotal(board, &position);
    }
}

fn check_pivotal(board: Board, position: &Position) {
    let n = 20_000;
    let tally =
        Sampler::new(position).sample(&request(Kind::Fill, n, Detail::Pivotal), &Limit::none());
    for site in board.sites() {
        let colorings = 0..1u64 << board.cell_count();
        let pivotal = colorings.clone().filter(|coloring| {
            let red_wins = |c: u64| slow_goals(position, |s| c >> s & 1 == 1).red;
            red_wins(*coloring) != red_wins(coloring ^ 1 << site.index())
        });
        let share = pivotal.count() as f64 / colorings.end as f64;
        let deviation = (n as f64 * share * (1.0 - share)).sqrt();
        let difference = (tally.cells[site.index()].pivotal as f64 - n as f64 * share).abs();
        assert!(difference <= 4.5 * deviation + 1e-6, "{board} {site:?} {share} {tally:?}");
    }
}
