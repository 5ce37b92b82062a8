//! Evaluation on one core beside the peak of the matrix product, measured in the same run.
//!
//! The unit is operations: one multiplication or addition in a convolution. Divide by those of a
//! position (printed first) for positions per second.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hexring_game::{Position, Rules};
use hexring_network::{Evaluator, Network, Product};

/// A product of square matrices that fit the caches: as fast as the library can be.
fn product(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("product");
    for (rows, inner, columns) in [(512, 512, 512), (484, 672, 96), (121, 672, 96)] {
        let left = vec![0.5; rows * inner];
        let right = vec![0.25; inner * columns];
        let mut result = vec![0.0; rows * columns];
        let product = Product { left: &left, right: &right, inner, columns };
        group.throughput(Throughput::Elements(2 * (rows * inner * columns) as u64));
        let name = format!("{rows}x{inner}x{columns}");
        group.bench_function(name, |bencher| bencher.iter(|| product.write(&mut result)));
    }
    group.finish();
}

fn evaluation(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("evaluation");
    let network = Network::embedded();
    for board in ["plane:11x11", "torus:11x11", "plane:19x19"] {
        let mut position = Position::new(board.parse::<Rules>().expect("rules")).expect("rules");
        for cell in ["d4", "e6", "g5"] {
            position.play(cell.parse().expect("a move")).expect("legal");
        }
        let operations = network.operations_per_cell() * position.board().cell_count();
        println!("{board}: {operations} operations for a position");
        let mut evaluator = Evaluator::new(network.clone());
        for batch in [1, 4, 16] {
            let positions = vec![&position; batch];
            group.throughput(Throughput::Elements((batch * operations) as u64));
            group.bench_function(format!("{board}/batch {batch}"), |bencher| {
                bencher.iter(|| evaluator.evaluate(&positions));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, product, evaluation);
criterion_main!(benches);
