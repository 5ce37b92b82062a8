//! How fast the kernels are on this machine.

use std::time::{Duration, Instant};

use hexring_control::Limit;
use hexring_game::Position;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::request::{Detail, Kind, Request};
use crate::sampler::Sampler;
use crate::scalar::ScalarKernel;
use crate::width::Width;

/// Playouts a second, on one thread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speed {
    /// The scalar kernel: one playout at a time.
    pub scalar: f64,
    /// The bit-sliced kernel.
    pub sliced: f64,
    /// The registers it used.
    pub width: Width,
}

impl Speed {
    /// How many times faster the bit-sliced kernel is.
    pub fn gain(&self) -> f64 {
        self.sliced / self.scalar
    }
}

/// Measures both kernels on a position, each for about the given time, counting wins only.
/// What counts is the fastest turn.
pub fn measure(position: &Position, kind: Kind, width: Width, time: Duration) -> Speed {
    let mut scalar = ScalarKernel::new(position);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let sampler = Sampler::new(position).with_width(width);
    Speed {
        scalar: rate(time, 500, |_| {
            for _ in 0..500 {
                scalar.playout(kind, &mut rng);
            }
        }),
        sliced: rate(time, 1 << 15, |seed| {
            let request = Request { kind, playouts: 1 << 15, seed, detail: Detail::Wins };
            sampler.sample(&request, &Limit::none());
        }),
        width,
    }
}

/// Repeats some work until the time is over, and says how many playouts a second that were in the
/// fastest turn: other programs on the machine can only make it slower.
fn rate(time: Duration, playouts: u64, mut work: impl FnMut(u64)) -> f64 {
    let start = Instant::now();
    let mut fastest = Duration::MAX;
    for seed in 0.. {
        let turn = Instant::now();
        work(seed);
        fastest = fastest.min(turn.elapsed());
        if start.elapsed() >= time {
            break;
        }
    }
    playouts as f64 / fastest.as_secs_f64()
}
