//! Random games to the end, with the winner known after every move: the incremental way, and in
//! the same run the plain flood fill after every move that it replaces.
//!
//! `cargo bench -p hexring-game`; figures are kept in `docs/notes`.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hexring_game::oracles::lifting;
use hexring_game::{Board, Color, Position, Rules, Site};
use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

const BOARDS: [&str; 3] = ["plane:11x11", "cylinder:11x11", "torus:11x11"];

/// The next cell of a random order, drawn when it is needed.
fn draw(order: &mut [Site], next: usize, rng: &mut impl Rng) -> Site {
    let left = (order.len() - next) as u64;
    let pick = next + ((u64::from(rng.next_u32()) * left) >> 32) as usize;
    order.swap(next, pick);
    order[next]
}

fn incremental(
    start: &Position,
    position: &mut Position,
    order: &mut [Site],
    rng: &mut impl Rng,
) -> Color {
    position.clone_from(start);
    for next in 0.. {
        if let Some(winner) = position.winner() {
            return winner;
        }
        position.play_site(draw(order, next, rng));
    }
    unreachable!("a full board has a winner")
}

fn flood_after_every_move(
    board: Board,
    stones: &mut [Option<Color>],
    order: &mut [Site],
    rng: &mut impl Rng,
) -> Color {
    stones.fill(None);
    for next in 0.. {
        let color = Color::ALL[next % 2];
        let site = draw(order, next, rng);
        stones[site.index()] = Some(color);
        let stone = |cell| stones[board.site(cell).expect("on the board").index()];
        if lifting::has_won_with(board, stone, color, board.cell(site)) {
            return color;
        }
    }
    unreachable!("a full board has a winner")
}

fn random_games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random games");
    group.throughput(Throughput::Elements(1));
    for text in BOARDS {
        let board: Board = text.parse().expect("a board");
        let start = Position::new(Rules::new(board)).expect("plain rules");
        let mut order: Vec<Site> = board.sites().collect();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut position = start.clone();
        group.bench_function(BenchmarkId::new("incremental", text), |bencher| {
            bencher.iter(|| incremental(&start, &mut position, &mut order, &mut rng));
        });
        let mut stones = vec![None; board.cell_count()];
        group.bench_function(BenchmarkId::new("flood fill", text), |bencher| {
            bencher.iter(|| flood_after_every_move(board, &mut stones, &mut order, &mut rng));
        });
    }
    group.finish();
}

criterion_group!(benches, random_games);
criterion_main!(benches);
