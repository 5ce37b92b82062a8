//! Playouts a second: the scalar kernel and the bit-sliced ones in the same run.
//!
//! `cargo bench -p hexring-playout` prints elements a second, which are playouts.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hexring_control::Limit;
use hexring_game::{Color, Position, Rules};
use hexring_playout::{Detail, Kind, Request, Sampler, ScalarKernel, Width};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

const SCALAR: u64 = 1_000;
const SLICED: u64 = 1 << 16;

fn kernels(criterion: &mut Criterion) {
    for board in ["plane:11x11", "cylinder:11x11", "torus:11x11"] {
        let position = Position::new(board.parse::<Rules>().expect("a board")).expect("legal");
        for (name, kind) in
            [("fill", Kind::Fill), ("alternating", Kind::Alternating { first: Color::Red })]
        {
            let mut group = criterion.benchmark_group(format!("{board} {name}"));
            group.sample_size(10);
            group.throughput(Throughput::Elements(SCALAR));
            group.bench_function("scalar", |bencher| {
                let mut kernel = ScalarKernel::new(&position);
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
                bencher.iter(|| {
                    (0..SCALAR).filter(|_| kernel.playout(kind, &mut rng) == Color::Red).count()
                });
            });
            group.throughput(Throughput::Elements(SLICED));
            for width in Width::ALL.into_iter().filter(|width| width.is_available()) {
                let sampler = Sampler::new(&position).with_width(width);
                for detail in [Detail::Wins, Detail::Cells] {
                    let request = Request { kind, playouts: SLICED, seed: 1, detail };
                    group.bench_function(format!("{width}, {detail:?}"), |bencher| {
                        bencher.iter(|| {
                            black_box(sampler.sample(black_box(&request), &Limit::none()))
                        });
                    });
                }
            }
            group.finish();
        }
    }
}

criterion_group!(benches, kernels);
criterion_main!(benches);
