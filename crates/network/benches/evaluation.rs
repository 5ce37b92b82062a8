//! Evaluation on one core beside the peak of a plain matrix product, measured in the same run.
//!
//! The unit is operations: one multiplication or addition in a convolution. Divide by those of a
//! position (printed first) for positions per second. Times are processor times, so that figures
//! from a busy machine mean something.

use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hexring_control::Limit;
use hexring_game::{Position, Rules};
use hexring_network::{Crew, Evaluator, Network};

/// Nanoseconds that this thread has run.
struct ProcessorTime;

impl Measurement for ProcessorTime {
    type Intermediate = u64;
    type Value = u64;

    fn start(&self) -> u64 {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux");
        let first = text.split(' ').next().expect("a number");
        first.parse().expect("nanoseconds")
    }

    fn end(&self, start: u64) -> u64 {
        self.start() - start
    }

    fn add(&self, one: &u64, other: &u64) -> u64 {
        one + other
    }

    fn zero(&self) -> u64 {
        0
    }

    fn to_f64(&self, value: &u64) -> f64 {
        *value as f64
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        WallTime.formatter()
    }
}

/// Writes the product of matrices that are stored row by row, by the `gemm` crate.
#[allow(unsafe_code)]
fn multiply(left: &[f32], right: &[f32], [rows, inner, columns]: [usize; 3], result: &mut [f32]) {
    assert_eq!(left.len(), rows * inner, "the left matrix");
    assert_eq!(right.len(), inner * columns, "the right matrix");
    assert_eq!(result.len(), rows * columns, "the result");
    let (across, along) = (1, columns as isize);
    // SAFETY: every pointer is that of a slice whose length was compared with the size of its
    // matrix above; rows are contiguous, so the strides stay inside. `result` is borrowed mutably
    // and overlaps neither factor.
    unsafe {
        gemm_f32::gemm::f32::get_gemm_fn()(
            rows,
            columns,
            inner,
            result.as_mut_ptr(),
            across,
            along,
            false,
            left.as_ptr(),
            across,
            inner as isize,
            right.as_ptr(),
            across,
            along,
            0.0,
            1.0,
            false,
            false,
            false,
            gemm_common::Parallelism::None,
        );
    }
}

/// Products: of square matrices that fit the caches, and in the shapes of convolutions.
fn product(criterion: &mut Criterion<ProcessorTime>) {
    let mut group = criterion.benchmark_group("product");
    for (rows, inner, columns) in [(512, 512, 512), (484, 672, 96), (121, 672, 96)] {
        let left = vec![0.5; rows * inner];
        let right = vec![0.25; inner * columns];
        let mut result = vec![0.0; rows * columns];
        group.throughput(Throughput::Elements(2 * (rows * inner * columns) as u64));
        let name = format!("{rows}x{inner}x{columns}");
        let shape = [rows, inner, columns];
        group.bench_function(name, |bencher| {
            bencher.iter(|| multiply(&left, &right, shape, &mut result));
        });
    }
    group.finish();
}

fn evaluation(criterion: &mut Criterion<ProcessorTime>) {
    let mut group = criterion.benchmark_group("evaluation");
    let network = Network::embedded().expect("the shipped network");
    for board in ["plane:11x11", "torus:11x11", "plane:19x19"] {
        let mut position = Position::new(board.parse::<Rules>().expect("rules")).expect("rules");
        for cell in ["d4", "e6", "g5"] {
            position.play(cell.parse().expect("a move")).expect("legal");
        }
        let operations = network.operations_per_cell() * position.board().cell_count();
        println!("{board}: {operations} operations for a position");
        let mut evaluator = Evaluator::new(network.clone());
        for batch in [1, 2, 4, 16] {
            let positions = vec![&position; batch];
            group.throughput(Throughput::Elements((batch * operations) as u64));
            group.bench_function(format!("{board}/batch {batch}"), |bencher| {
                bencher.iter(|| evaluator.evaluate(&positions));
            });
        }
    }
    group.finish();
}

/// Every way of computing that this processor has, side by side.
fn ways(criterion: &mut Criterion<ProcessorTime>) {
    let mut group = criterion.benchmark_group("ways");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/networks/hexring-3.safetensors");
    let bytes = std::fs::read(file).expect("the shipped network");
    let position = Position::new("plane:11x11".parse::<Rules>().expect("rules")).expect("rules");
    for (name, network) in Network::ways(&bytes).expect("the shipped network") {
        let mut evaluator = Evaluator::new(network.into());
        for batch in [1, 16] {
            let positions = vec![&position; batch];
            group.throughput(Throughput::Elements(batch as u64));
            group.bench_function(format!("{name}/batch {batch}"), |bencher| {
                bencher.iter(|| evaluator.evaluate(&positions));
            });
        }
    }
    group.finish();
}

/// A batch of 16 shared out to threads, in the time of the clock on the wall.
fn threads(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("threads");
    let position = Position::new("plane:11x11".parse::<Rules>().expect("rules")).expect("rules");
    let positions = vec![position; 16];
    let network = Network::embedded().expect("the shipped network");
    for count in [1, 2] {
        let mut crew = Crew::new(&network, count);
        group.throughput(Throughput::Elements(16));
        group.bench_function(format!("{count}"), |bencher| {
            bencher.iter(|| crew.evaluate(positions.clone(), &Limit::none()));
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(ProcessorTime);
    targets = product, evaluation, ways
}
criterion_group!(on_the_wall, threads);
criterion_main!(benches, on_the_wall);
