//! Hex convolutions in bytes: a quarter of the memory, and four products in each lane.
//!
//! Both convolutions of a block read numbers that are not negative. They are rounded to bytes, in
//! steps that are the same for all cells of a position: the largest of its numbers is [`MOST`] of
//! them. Weights are rounded to bytes with a sign, in steps of their output. Sums are whole numbers
//! and exact, so that neither the instructions nor the batch change them.
//!
//! [`MOST`] and [`MOST_WEIGHT`] are such that the sum of two products fits sixteen bits, which is what
//! AVX2 has room for.

use std::ops::Range;

use crate::convolution::{Finish, Taps};
use crate::instructions::{ByteLanes, ByteWork, Bytes};
use crate::layer::{Layer, TAPS};

/// The largest byte of a cell.
pub(crate) const MOST: f32 = 127.0;

/// The largest byte of a weight.
const MOST_WEIGHT: f32 = 127.0;

/// Inputs that are multiplied together.
const GROUP: usize = 4;

/// Rows of bytes, as a convolution reads them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rounded {
    /// A row for each cell, then one of zeros.
    bytes: Vec<u8>,
    /// What a byte of a cell stands for.
    steps: Vec<f32>,
}

impl Rounded {
    /// Rounds rows of numbers; each range of cells has steps of its own.
    pub(crate) fn round(
        &mut self,
        instructions: Bytes,
        numbers: &[f32],
        width: usize,
        positions: &[Range<usize>],
    ) {
        let cells = numbers.len() / width;
        self.bytes.resize((cells + 1) * width, 0);
        self.steps.resize(cells, 0.0);
        // Nothing reads what fills up a tile, except the row of zeros.
        self.bytes[cells * width..].fill(0);
        instructions.run(Round { numbers, width, positions, rounded: self });
    }
}

struct Round<'a> {
    numbers: &'a [f32],
    width: usize,
    positions: &'a [Range<usize>],
    rounded: &'a mut Rounded,
}

impl ByteWork for Round<'_> {
    #[inline(always)]
    fn run<L: ByteLanes, const ROWS: usize>(self, lanes: L) {
        let Round { numbers, width, positions, rounded } = self;
        for cells in positions {
            let range = cells.start * width..cells.end * width;
            let most = largest(&numbers[range.clone()]);
            let (step, by) = if most > 0.0 { (most / MOST, MOST / most) } else { (0.0, 0.0) };
            rounded.steps[cells.clone()].fill(step);
            let by = lanes.splat(by);
            let bytes = rounded.bytes[range.clone()].chunks_exact_mut(L::COUNT);
            for (numbers, bytes) in numbers[range].chunks_exact(L::COUNT).zip(bytes) {
                lanes.store_rounded(lanes.product(lanes.load(numbers), by), bytes);
            }
        }
    }
}

/// The largest of some numbers, none of which is negative.
#[inline(always)]
fn largest(numbers: &[f32]) -> f32 {
    let mut most = [0.0f32; 16];
    for numbers in numbers.chunks_exact(16) {
        most.iter_mut().zip(numbers).for_each(|(most, number)| *most = most.max(*number));
    }
    most.into_iter().fold(0.0, f32::max)
}

/// The weights of a convolution in bytes. Rows are filled up with zeros to whole tiles.
#[derive(Clone, Debug)]
pub(crate) struct NarrowConvolution {
    instructions: Bytes,
    inputs: usize,
    columns: usize,
    /// For each tile of outputs: for each tap, for each four inputs, those weights of each output.
    panels: Vec<i8>,
    /// What a byte of a weight stands for, by output.
    steps: Vec<f32>,
    bias: Vec<f32>,
}

impl NarrowConvolution {
    /// Rounds the weights of a layer (taps · inputs, outputs). `width` is the length of the rows
    /// that it reads and writes, filled up.
    pub(crate) fn new(instructions: Bytes, layer: &Layer, width: usize, columns: usize) -> Self {
        let outputs = layer.bias.len();
        let given = layer.weights.len() / outputs / TAPS;
        let mut steps = vec![0.0f32; width];
        for weights in layer.weights.chunks_exact(outputs) {
            steps.iter_mut().zip(weights).for_each(|(most, weight)| *most = most.max(weight.abs()));
        }
        steps.iter_mut().for_each(|most| *most /= MOST_WEIGHT);
        let mut panels = vec![0; TAPS * width * width];
        for (row, weights) in layer.weights.chunks_exact(outputs).enumerate() {
            let input = row / given * width + row % given;
            for (output, weight) in weights.iter().enumerate() {
                let (panel, column) = (output / columns, output % columns);
                let group = (panel * TAPS * width + input / GROUP * GROUP) * columns;
                let at = group + column * GROUP + input % GROUP;
                let step = if steps[output] > 0.0 { steps[output] } else { 1.0 };
                panels[at] = (weight / step).round() as i8;
            }
        }
        let mut bias = layer.bias.clone();
        bias.resize(width, 0.0);
        NarrowConvolution { instructions, inputs: width, columns, panels, steps, bias }
    }

    /// What rounds the rows that it reads.
    pub(crate) fn instructions(&self) -> Bytes {
        self.instructions
    }

    /// Works on all cells. Their number must be a multiple of the rows of a tile.
    pub(crate) fn apply(&self, cells: &Rounded, taps: &[Taps], finish: Finish, output: &mut [f32]) {
        self.instructions.run(Convolve { layer: self, cells, taps, finish, output });
    }
}

struct Convolve<'a> {
    layer: &'a NarrowConvolution,
    cells: &'a Rounded,
    taps: &'a [Taps],
    finish: Finish,
    output: &'a mut [f32],
}

impl ByteWork for Convolve<'_> {
    #[inline(always)]
    fn run<L: ByteLanes, const ROWS: usize>(self, lanes: L) {
        if self.layer.columns == 3 * L::COUNT {
            self.tiles::<L, ROWS, 3>(lanes);
        } else {
            self.tiles::<L, ROWS, 2>(lanes);
        }
    }
}

impl Convolve<'_> {
    #[inline(always)]
    fn tiles<L: ByteLanes, const ROWS: usize, const VECTORS: usize>(self, lanes: L) {
        let Convolve { layer, cells, taps, finish, output } = self;
        let (columns, width) = (VECTORS * L::COUNT, layer.inputs);
        let groups = taps.chunks_exact(ROWS).zip(cells.steps.chunks_exact(ROWS));
        for ((taps, steps), rows) in groups.zip(output.chunks_exact_mut(ROWS * width)) {
            for (panel, weights) in layer.panels.chunks_exact(TAPS * width * columns).enumerate() {
                let sums = tile::<L, ROWS, VECTORS>(lanes, width, &cells.bytes, taps, weights);
                let at = panel * columns;
                let scale = &layer.steps[at..at + columns];
                let bias = &layer.bias[at..at + columns];
                for ((row, step), sums) in rows.chunks_exact_mut(width).zip(steps).zip(&sums) {
                    let row = &mut row[at..at + columns];
                    settle::<L, VECTORS>(lanes, row, *step, scale, bias, sums, finish);
                }
            }
        }
    }
}

/// The sums of a tile.
#[inline(always)]
fn tile<L: ByteLanes, const ROWS: usize, const VECTORS: usize>(
    lanes: L,
    inputs: usize,
    bytes: &[u8],
    taps: &[Taps],
    weights: &[i8],
) -> [[L::Sums; VECTORS]; ROWS] {
    let part = GROUP * VECTORS * L::COUNT;
    let mut sums = [[lanes.zero(); VECTORS]; ROWS];
    for (tap, weights) in weights.chunks_exact(inputs / GROUP * part).enumerate() {
        let cells: [&[[u8; GROUP]]; ROWS] = std::array::from_fn(|row| {
            bytes[taps[row][tap] as usize * inputs..][..inputs].as_chunks().0
        });
        for (group, weights) in (0..inputs / GROUP).zip(weights.chunks_exact(part)) {
            let weights: [L::Fours; VECTORS] = std::array::from_fn(|vector| {
                lanes.load_bytes(&weights[vector * GROUP * L::COUNT..])
            });
            for (sums, cell) in sums.iter_mut().zip(&cells) {
                let four = lanes.splat_bytes(cell[group]);
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum = lanes.plus_products(*sum, four, weight);
                }
            }
        }
    }
    sums
}

/// Writes the sums of one cell.
#[inline(always)]
fn settle<L: ByteLanes, const VECTORS: usize>(
    lanes: L,
    row: &mut [f32],
    step: f32,
    scale: &[f32],
    bias: &[f32],
    sums: &[L::Sums; VECTORS],
    finish: Finish,
) {
    let step = lanes.splat(step);
    let given = scale.chunks_exact(L::COUNT).zip(bias.chunks_exact(L::COUNT));
    for ((row, (scale, bias)), sum) in row.chunks_exact_mut(L::COUNT).zip(given).zip(sums) {
        let scale = lanes.product(lanes.load(scale), step);
        let sum = lanes.sum(lanes.product(lanes.to_numbers(*sum), scale), lanes.load(bias));
        finish.write(lanes, sum, row);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instructions::Instructions;

    /// Numbers from 0 to 1, or from −1 to 1.
    fn numbers(count: usize, least: f32) -> Vec<f32> {
        let unit = |i: usize| ((i * 37 + 11) % 101) as f32 / 100.0;
        (0..count).map(|i| least + (1.0 - least) * unit(i)).collect()
    }

    #[test]
    fn all_instructions_agree_with_the_definition() {
        for instructions in Instructions::available() {
            let Some(bytes) = Bytes::beside(instructions) else { continue };
            for (cells, channels) in [(8, 96), (16, 50), (24, 128), (8, 7)] {
                let width = instructions.width(channels);
                let layer = Layer {
                    weights: numbers(TAPS * channels * channels, -1.0),
                    bias: numbers(channels, -1.0),
                };
                let columns = instructions.columns(channels);
                let narrow = NarrowConvolution::new(bytes, &layer, width, columns);
                let mut input = numbers(cells * width, 0.0);
                for row in input.chunks_exact_mut(width) {
                    row[channels..].fill(0.0);
                }
                // Two positions, the second with numbers of another size.
                let half = cells / 2;
                input[half * width..].iter_mut().for_each(|number| *number *= 3.0);
                let positions = [0..half, half..cells];
                let tap = |cell: usize, tap: usize| {
                    let position = &positions[cell / half];
                    let at = (cell * 5 + tap * 3) % (half + 1);
                    if at == half { cells } else { position.start + at }
                };
                let taps: Vec<Taps> = (0..cells)
                    .map(|cell| std::array::from_fn(|index| tap(cell, index) as u32))
                    .collect();
                let mut rounded = Rounded::default();
                rounded.round(bytes, &input, width, &positions);
                let mut result = vec![1.0; cells * width];
                narrow.apply(&rounded, &taps, Finish::Add, &mut result);
                for (at, found) in result.iter().enumerate() {
                    let (cell, output) = (at / width, at % width);
                    if output >= channels {
                        continue;
                    }
                    let terms = (0..TAPS).flat_map(|index| {
                        let (layer, input) = (&layer, &input);
                        let read = tap(cell, index);
                        (0..channels).map(move |k| {
                            let weight = layer.weights[(index * channels + k) * channels + output];
                            let number = if read == cells { 0.0 } else { input[read * width + k] };
                            (weight * number, weight.abs() + number.abs())
                        })
                    });
                    let (sum, bound) = terms.fold((0.0, 0.0), |(s, b), (t, u)| (s + t, b + u));
                    let expected = sum + layer.bias[output] + 1.0;
                    // Every factor is off by half a step at most.
                    let off = bound * 3.0 * 0.5 / 127.0 * 1.01 + 1e-3;
                    assert!((found - expected).abs() <= off, "{found} {expected} ± {off}");
                }
            }
        }
    }

    #[test]
    fn bytes_are_exact_where_the_numbers_are() {
        for instructions in Instructions::available() {
            let Some(bytes) = Bytes::beside(instructions) else { continue };
            let width = instructions.width(32);
            let mut input = vec![0.0; 8 * width];
            input.iter_mut().enumerate().for_each(|(i, number)| *number = (i % 128) as f32 / 127.0);
            let mut rounded = Rounded::default();
            let all = std::iter::once(0..8).collect::<Vec<_>>();
            rounded.round(bytes, &input, width, &all);
            let expected: Vec<u8> = (0..8 * width).map(|i| (i % 128) as u8).collect();
            assert_eq!(rounded.bytes[..8 * width], expected);
            assert!(rounded.bytes[8 * width..].iter().all(|byte| *byte == 0));
            assert!(rounded.steps.iter().all(|step| (step * 127.0 - 1.0).abs() < 1e-6));
        }
    }
}
