//! The arithmetic, in registers as wide as the processor has: the only unsafe code.
//!
//! A hex convolution is a matrix product whose left rows are gathered from neighbours. Libraries
//! want those rows copied side by side first, and copy the weights into their own order at every
//! call. Here a *tile* of a few cells and a few dozen outputs is summed up in registers, straight
//! from the neighbours, with weights that were put in order once ([`Convolution`]). That is half as
//! fast again as the `gemm` crate without its copies (BENCHMARKS.md). And as each sum is taken in
//! one order, a position has the same numbers in every batch.
//!
//! The operations are spelled out, since compilers find the registers in plain loops on some days
//! only.
//!
//! # Safety
//! A [`Vector`] other than the portable one uses instructions that the processor may lack. Work
//! with it is started in [`Kernel::run`] alone, and a [`Kernel`] is made by asking the processor.
#![allow(unsafe_code)]

use crate::convolution::{Cells, Convolution, Finish, Taps};
use crate::network::Norm;
use crate::norm::norm_relu;

/// How many vectors of outputs a tile may have, the best first: with three, its rows of sums fill
/// the registers.
const VECTORS: [usize; 2] = [3, 2];

/// Which instructions to use. Made by [`Kernel::best`] or checked by [`Kernel::available`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kernel {
    /// Sixteen numbers at a time.
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// Eight.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// Whatever the compiler makes of four.
    Portable,
}

/// Some work that a kernel does.
pub(crate) trait Work {
    /// Does it with vectors of this type and tiles of so many rows.
    fn run<V: Vector, const ROWS: usize>(self);
}

impl Kernel {
    /// All that this processor has, the best first.
    pub(crate) fn available() -> impl Iterator<Item = Kernel> {
        let all = [
            #[cfg(target_arch = "x86_64")]
            (Kernel::Avx512, std::arch::is_x86_feature_detected!("avx512f")),
            #[cfg(target_arch = "x86_64")]
            (
                Kernel::Avx2,
                std::arch::is_x86_feature_detected!("avx2")
                    && std::arch::is_x86_feature_detected!("fma"),
            ),
            (Kernel::Portable, true),
        ];
        all.into_iter().filter(|(_, is_there)| *is_there).map(|(kernel, _)| kernel)
    }

    /// The best that this processor has.
    pub(crate) fn best() -> Kernel {
        Kernel::available().next().expect("the portable one is always there")
    }

    /// Outputs in a tile of a layer with so many: as with them fewest are added to fill up the last
    /// tile.
    pub(crate) fn columns(self, outputs: usize) -> usize {
        let lanes = match self {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => <x86::__m512 as Vector>::LANES,
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => <x86::__m256 as Vector>::LANES,
            Kernel::Portable => <[f32; 4] as Vector>::LANES,
        };
        let tiles = VECTORS.map(|vectors| vectors * lanes);
        let best = tiles.into_iter().min_by_key(|columns| outputs.next_multiple_of(*columns));
        best.expect("there is a choice")
    }

    /// So many outputs, filled up to whole tiles.
    pub(crate) fn width(self, outputs: usize) -> usize {
        outputs.next_multiple_of(self.columns(outputs))
    }

    /// Cells in a tile.
    pub(crate) fn rows(self) -> usize {
        match self {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => 8,
            _ => 4,
        }
    }

    /// Does some work.
    fn run(self, work: impl Work) {
        match self {
            // SAFETY: kernels are made where the processor has their instructions.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => unsafe { with_avx512(work) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => unsafe { with_avx2(work) },
            Kernel::Portable => work.run::<[f32; 4], 4>(),
        }
    }

    /// Does a convolution for all cells. Their number must be a multiple of [`rows`](Self::rows).
    pub(crate) fn convolve(
        self,
        layer: &Convolution,
        cells: &Cells<'_>,
        finish: Finish,
        output: &mut [f32],
    ) {
        self.run(Convolve { layer, cells, finish, output });
    }

    /// `result = relu(x / sqrt(mean(x²) + epsilon) · gain + bias)` for each cell.
    pub(crate) fn norm_relu(self, x: &[f32], norm: &Norm, epsilon: f32, result: &mut [f32]) {
        self.run(Normalize { x, norm, epsilon, result });
    }
}

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64 as x86;

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn with_avx512(work: impl Work) {
    work.run::<x86::__m512, 8>();
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn with_avx2(work: impl Work) {
    work.run::<x86::__m256, 4>();
}

struct Normalize<'a> {
    x: &'a [f32],
    norm: &'a Norm,
    epsilon: f32,
    result: &'a mut [f32],
}

impl Work for Normalize<'_> {
    #[inline(always)]
    fn run<V: Vector, const ROWS: usize>(self) {
        norm_relu(self.x, self.norm, self.epsilon, self.result);
    }
}

struct Convolve<'a> {
    layer: &'a Convolution,
    cells: &'a Cells<'a>,
    finish: Finish,
    output: &'a mut [f32],
}

impl Work for Convolve<'_> {
    #[inline(always)]
    fn run<V: Vector, const ROWS: usize>(self) {
        if self.layer.columns == 3 * V::LANES {
            self.tiles::<V, ROWS, 3>();
        } else {
            self.tiles::<V, ROWS, 2>();
        }
    }
}

impl Convolve<'_> {
    #[inline(always)]
    fn tiles<V: Vector, const ROWS: usize, const VECTORS: usize>(self) {
        let Convolve { layer, cells, finish, output } = self;
        let (columns, width) = (VECTORS * V::LANES, layer.bias.len());
        let groups = cells.taps.chunks_exact(ROWS).zip(output.chunks_exact_mut(ROWS * width));
        for (taps, rows) in groups {
            let panels = layer.panels.chunks_exact(layer.taps.len() * layer.inputs * columns);
            for (panel, weights) in panels.enumerate() {
                let sums = tile::<V, ROWS, VECTORS>(layer, cells.numbers, taps, weights);
                for (row, sums) in rows.chunks_exact_mut(width).zip(&sums) {
                    let at = panel * columns;
                    let (row, bias) = (&mut row[at..at + columns], &layer.bias[at..at + columns]);
                    settle::<V, VECTORS>(row, bias, sums, finish);
                }
            }
        }
    }
}

/// The sums of a tile.
#[inline(always)]
fn tile<V: Vector, const ROWS: usize, const VECTORS: usize>(
    layer: &Convolution,
    numbers: &[f32],
    taps: &[Taps],
    weights: &[f32],
) -> [[V; VECTORS]; ROWS] {
    let (inputs, columns) = (layer.inputs, VECTORS * V::LANES);
    let mut sums = [[V::splat(0.0); VECTORS]; ROWS];
    for (tap, weights) in layer.taps.clone().zip(weights.chunks_exact(inputs * columns)) {
        let cells: [&[f32]; ROWS] =
            std::array::from_fn(|row| &numbers[taps[row][tap] as usize * inputs..][..inputs]);
        for (input, weights) in (0..inputs).zip(weights.chunks_exact(columns)) {
            let weights: [V; VECTORS] =
                std::array::from_fn(|vector| V::load(&weights[vector * V::LANES..]));
            for (sums, cell) in sums.iter_mut().zip(&cells) {
                let number = V::splat(cell[input]);
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum = sum.plus_product(number, weight);
                }
            }
        }
    }
    sums
}

/// Writes the sums of one cell.
#[inline(always)]
fn settle<V: Vector, const VECTORS: usize>(
    row: &mut [f32],
    bias: &[f32],
    sums: &[V; VECTORS],
    finish: Finish,
) {
    let parts = row.chunks_exact_mut(V::LANES).zip(bias.chunks_exact(V::LANES));
    for ((row, bias), sum) in parts.zip(sums) {
        let sum = sum.plus(V::load(bias));
        let result = match finish {
            Finish::Write => sum,
            Finish::Relu => sum.max(V::splat(0.0)),
            Finish::Add => sum.plus(V::load(row)),
        };
        result.store(row);
    }
}

/// Numbers that are handled together.
pub(crate) trait Vector: Copy {
    /// How many.
    const LANES: usize;
    /// One number in all lanes.
    fn splat(number: f32) -> Self;
    /// The first numbers of a slice.
    fn load(numbers: &[f32]) -> Self;
    /// To the front of a slice.
    fn store(self, numbers: &mut [f32]);
    /// The sums.
    fn plus(self, other: Self) -> Self;
    /// The larger ones.
    fn max(self, other: Self) -> Self;
    /// `self + a · b`.
    fn plus_product(self, a: Self, b: Self) -> Self;
}

/// A register of the processor: its type, its lanes and the names of its instructions.
macro_rules! register {
    ($register:ident, $lanes:literal, $splat:ident, $load:ident, $store:ident, $add:ident, $max:ident, $fma:ident) => {
        #[cfg(target_arch = "x86_64")]
        impl Vector for x86::$register {
            const LANES: usize = $lanes;
            #[inline(always)]
            fn splat(number: f32) -> Self {
                // SAFETY: the processor has the instruction (see above).
                unsafe { x86::$splat(number) }
            }
            #[inline(always)]
            fn load(numbers: &[f32]) -> Self {
                // SAFETY: as above, and the slice is at least as long as the register.
                unsafe { x86::$load(numbers[..$lanes].as_ptr()) }
            }
            #[inline(always)]
            fn store(self, numbers: &mut [f32]) {
                // SAFETY: as above, and the slice is at least as long as the register.
                unsafe { x86::$store(numbers[..$lanes].as_mut_ptr(), self) }
            }
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                // SAFETY: the processor has the instruction (see above).
                unsafe { x86::$add(self, other) }
            }
            #[inline(always)]
            fn max(self, other: Self) -> Self {
                // SAFETY: as above.
                unsafe { x86::$max(self, other) }
            }
            #[inline(always)]
            fn plus_product(self, a: Self, b: Self) -> Self {
                // SAFETY: as above.
                unsafe { x86::$fma(a, b, self) }
            }
        }
    };
}

register!(
    __m512,
    16,
    _mm512_set1_ps,
    _mm512_loadu_ps,
    _mm512_storeu_ps,
    _mm512_add_ps,
    _mm512_max_ps,
    _mm512_fmadd_ps
);
register!(
    __m256,
    8,
    _mm256_set1_ps,
    _mm256_loadu_ps,
    _mm256_storeu_ps,
    _mm256_add_ps,
    _mm256_max_ps,
    _mm256_fmadd_ps
);

impl Vector for [f32; 4] {
    const LANES: usize = 4;

    #[inline(always)]
    fn splat(number: f32) -> Self {
        [number; 4]
    }

    #[inline(always)]
    fn load(numbers: &[f32]) -> Self {
        std::array::from_fn(|lane| numbers[lane])
    }

    #[inline(always)]
    fn store(self, numbers: &mut [f32]) {
        numbers[..4].copy_from_slice(&self);
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        std::array::from_fn(|lane| self[lane] + other[lane])
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        std::array::from_fn(|lane| self[lane].max(other[lane]))
    }

    // Not fused: processors without the instruction would call a function for it.
    #[inline(always)]
    fn plus_product(self, a: Self, b: Self) -> Self {
        std::array::from_fn(|lane| self[lane] + a[lane] * b[lane])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::{Layer, TAPS};

    /// Small whole numbers: sums are exact in any order.
    fn numbers(count: usize) -> Vec<f32> {
        (0..count).map(|i| ((i * 37 + 11) % 19) as f32 - 9.0).collect()
    }

    #[test]
    fn all_kernels_agree_with_the_definition() {
        for kernel in Kernel::available() {
            for (cells, inputs, outputs, range) in
                [(8, 7, 5, 0..TAPS), (16, 50, 96, 0..TAPS), (24, 64, 64, 3..4), (8, 1, 1, 0..1)]
            {
                let weights = numbers(range.len() * inputs * outputs);
                let layer = Layer { weights, bias: numbers(outputs) };
                let padded = inputs.next_multiple_of(8);
                let convolution = Convolution::new(kernel, &layer, range.clone(), padded);
                let mut input = numbers(cells * padded);
                input.extend(vec![0.0; padded]);
                let tap = |cell: usize, tap: usize| (cell * 5 + tap * 3) % (cells + 1);
                let taps: Vec<Taps> = (0..cells)
                    .map(|cell| std::array::from_fn(|index| tap(cell, index) as u32))
                    .collect();
                let expected = |cell: usize, output: usize| {
                    let terms = range.clone().enumerate().flat_map(|(order, index)| {
                        let (input, weights) = (&input, &layer.weights);
                        (0..inputs).map(move |k| {
                            let weight = weights[(order * inputs + k) * outputs + output];
                            input[tap(cell, index) * padded + k] * weight
                        })
                    });
                    terms.sum::<f32>() + layer.bias[output]
                };
                let width = convolution.bias.len();
                let cells_read = Cells { numbers: &input, taps: &taps };
                for finish in [Finish::Write, Finish::Relu, Finish::Add] {
                    let mut result = vec![1.0; cells * width];
                    kernel.convolve(&convolution, &cells_read, finish, &mut result);
                    for (at, found) in result.iter().enumerate() {
                        let (cell, output) = (at / width, at % width);
                        let sum = if output < outputs { expected(cell, output) } else { 0.0 };
                        let sum = match finish {
                            Finish::Write => sum,
                            Finish::Relu => sum.max(0.0),
                            Finish::Add => sum + 1.0,
                        };
                        assert_eq!(
                            *found, sum,
                            "{kernel:?} {finish:?} cell {cell} output {output}"
                        );
                    }
                }
            }
        }
    }
}
