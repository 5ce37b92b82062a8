//! What happens to each cell between two convolutions, in loops that compilers turn into vector
//! code.

use crate::instructions::{Instructions, Lanes, Work};

/// Sums are kept in so many parts, since the order of additions is the programmer's.
const LANES: usize = 16;

/// Gain and bias of a normalization, filled up with zeros to the length of rows.
#[derive(Clone, Debug)]
pub(crate) struct Norm {
    pub(crate) channels: usize,
    pub(crate) gain: Vec<f32>,
    pub(crate) bias: Vec<f32>,
}

impl Norm {
    /// `result = relu(x / sqrt(mean(x²) + epsilon) · gain + bias)`, the mean over the channels of
    /// one cell, for each cell.
    pub(crate) fn relu(
        &self,
        instructions: Instructions,
        x: &[f32],
        epsilon: f32,
        result: &mut [f32],
    ) {
        instructions.run(Normalize { x, norm: self, epsilon, result });
    }
}

struct Normalize<'a> {
    x: &'a [f32],
    norm: &'a Norm,
    epsilon: f32,
    result: &'a mut [f32],
}

impl Work for Normalize<'_> {
    #[inline(always)]
    fn run<L: Lanes, const ROWS: usize>(self, lanes: L) {
        let Normalize { x, norm, epsilon, result } = self;
        let width = norm.gain.len();
        let zero = lanes.splat(0.0);
        for (x, result) in x.chunks_exact(width).zip(result.chunks_exact_mut(width)) {
            // Rows are filled up with zeros, which add nothing.
            let scale = 1.0 / (sum_of_squares(x) / norm.channels as f32 + epsilon).sqrt();
            let scale = lanes.splat(scale);
            let affine = norm.gain.chunks_exact(L::COUNT).zip(norm.bias.chunks_exact(L::COUNT));
            let numbers = result.chunks_exact_mut(L::COUNT).zip(x.chunks_exact(L::COUNT));
            for ((result, x), (gain, bias)) in numbers.zip(affine) {
                let scaled = lanes.product(lanes.product(lanes.load(x), scale), lanes.load(gain));
                let number = lanes.sum(scaled, lanes.load(bias));
                lanes.store(lanes.max(number, zero), result);
            }
        }
    }
}

/// The scalar product of two vectors.
pub(crate) fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[inline(always)]
fn sum_of_squares(x: &[f32]) -> f32 {
    let (lanes, rest) = x.as_chunks::<LANES>();
    let mut sums = [0.0; LANES];
    for lane in lanes {
        sums.iter_mut().zip(lane).for_each(|(sum, x)| *sum += x * x);
    }
    sums.iter().sum::<f32>() + rest.iter().map(|x| x * x).sum::<f32>()
}
