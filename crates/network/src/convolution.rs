//! Hex convolutions: what they read, and their weights in the order in which they are read.
//!
//! A tap is the index of a cell in the batch, so a wrap costs nothing and a batch may mix boards.
//!
//! A hex convolution is a matrix product whose left rows are gathered from neighbours. Libraries
//! want those rows copied side by side first, and copy the weights into their own order at every
//! call. Here a *tile* of a few cells and a few dozen outputs is summed up in registers, straight
//! from the neighbours, with weights that were put in order once. That is half as fast again as the
//! `gemm` crate without its copies (BENCHMARKS.md). And as each sum is taken in one order, a
//! position has the same numbers in every batch.

use std::ops::Range;

use crate::instructions::{Instructions, Lanes, Work};
use crate::layer::{Layer, TAPS};

/// For each cell of a batch the rows that its taps read.
pub(crate) type Taps = [u32; TAPS];

/// What a convolution reads: the cells of a batch, a row of numbers each, and somewhere a row of
/// zeros, which is what taps off the board read.
pub(crate) struct Cells<'a> {
    pub(crate) numbers: &'a [f32],
    pub(crate) taps: &'a [Taps],
}

/// What becomes of the sums, with the bias added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finish {
    /// They are written.
    Write,
    /// Those above zero are written.
    Relu,
    /// They are added to what is there.
    Add,
}

impl Finish {
    /// Writes the sums of a few outputs to the front of a row.
    #[inline(always)]
    pub(crate) fn write<L: Lanes>(self, lanes: L, sums: L::Vector, row: &mut [f32]) {
        let result = match self {
            Finish::Write => sums,
            Finish::Relu => lanes.max(sums, lanes.splat(0.0)),
            Finish::Add => lanes.sum(sums, lanes.load(row)),
        };
        lanes.store(result, row);
    }
}

/// How often a product and its sum are rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rounding {
    /// Once, where the processor can do that: it is faster.
    Fused,
    /// Twice: it is the same on all processors.
    Apart,
}

/// The weights of a convolution. Rows are filled up with zeros to whole tiles.
#[derive(Clone, Debug)]
pub(crate) struct Convolution {
    /// What the weights are in order for.
    instructions: Instructions,
    rounding: Rounding,
    /// The taps that it uses.
    pub(crate) taps: Range<usize>,
    /// The length of the rows that it reads.
    pub(crate) inputs: usize,
    /// Outputs in a tile.
    pub(crate) columns: usize,
    /// For each tile of outputs: for each tap, for each input, the weights of those outputs.
    pub(crate) panels: Vec<f32>,
    /// What is added; as long as the rows that are written.
    pub(crate) bias: Vec<f32>,
}

impl Convolution {
    /// Puts the weights of a layer (taps · inputs, outputs) in order for some instructions. `inputs`
    /// is the length of the rows that it will read, filled up.
    pub(crate) fn new(
        instructions: Instructions,
        rounding: Rounding,
        layer: &Layer,
        taps: Range<usize>,
        inputs: usize,
    ) -> Self {
        let outputs = layer.bias.len();
        let (columns, width) = (instructions.columns(outputs), instructions.width(outputs));
        let given = layer.weights.len() / outputs / taps.len();
        let mut panels = vec![0.0; taps.len() * inputs * width];
        for (row, weights) in layer.weights.chunks_exact(outputs).enumerate() {
            let row = row / given * inputs + row % given;
            for (panel, weights) in weights.chunks(columns).enumerate() {
                let at = (panel * taps.len() * inputs + row) * columns;
                panels[at..at + weights.len()].copy_from_slice(weights);
            }
        }
        let mut bias = layer.bias.clone();
        bias.resize(width, 0.0);
        Convolution { instructions, rounding, taps, inputs, columns, panels, bias }
    }

    /// The length of the rows that it writes.
    pub(crate) fn outputs(&self) -> usize {
        self.bias.len()
    }
    /// Works on all cells. Their number must be a multiple of the [rows](Instructions::rows) of a
    /// tile.
    pub(crate) fn apply(&self, cells: &Cells<'_>, finish: Finish, output: &mut [f32]) {
        self.instructions.run(Convolve { layer: self, cells, finish, output });
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
    fn run<L: Lanes, const ROWS: usize>(self, lanes: L) {
        match (self.layer.columns == 3 * L::COUNT, self.layer.rounding) {
            (true, Rounding::Fused) => self.tiles::<L, ROWS, 3, true>(lanes),
            (true, Rounding::Apart) => self.tiles::<L, ROWS, 3, false>(lanes),
            (false, Rounding::Fused) => self.tiles::<L, ROWS, 2, true>(lanes),
            (false, Rounding::Apart) => self.tiles::<L, ROWS, 2, false>(lanes),
        }
    }
}

impl Convolve<'_> {
    #[inline(always)]
    fn tiles<L: Lanes, const ROWS: usize, const VECTORS: usize, const FUSED: bool>(self, lanes: L) {
        let Convolve { layer, cells, finish, output } = self;
        let (columns, width) = (VECTORS * L::COUNT, layer.bias.len());
        let groups = cells.taps.chunks_exact(ROWS).zip(output.chunks_exact_mut(ROWS * width));
        for (taps, rows) in groups {
            let panels = layer.panels.chunks_exact(layer.taps.len() * layer.inputs * columns);
            for (panel, weights) in panels.enumerate() {
                let sums =
                    tile::<L, ROWS, VECTORS, FUSED>(lanes, layer, cells.numbers, taps, weights);
                for (row, sums) in rows.chunks_exact_mut(width).zip(&sums) {
                    let at = panel * columns;
                    let (row, bias) = (&mut row[at..at + columns], &layer.bias[at..at + columns]);
                    settle::<L, VECTORS>(lanes, row, bias, sums, finish);
                }
            }
        }
    }
}

/// The sums of a tile.
#[inline(always)]
fn tile<L: Lanes, const ROWS: usize, const VECTORS: usize, const FUSED: bool>(
    lanes: L,
    layer: &Convolution,
    numbers: &[f32],
    taps: &[Taps],
    weights: &[f32],
) -> [[L::Vector; VECTORS]; ROWS] {
    let (inputs, columns) = (layer.inputs, VECTORS * L::COUNT);
    let mut sums = [[lanes.splat(0.0); VECTORS]; ROWS];
    for (tap, weights) in layer.taps.clone().zip(weights.chunks_exact(inputs * columns)) {
        let cells: [&[f32]; ROWS] =
            std::array::from_fn(|row| &numbers[taps[row][tap] as usize * inputs..][..inputs]);
        for (input, weights) in (0..inputs).zip(weights.chunks_exact(columns)) {
            let weights: [L::Vector; VECTORS] =
                std::array::from_fn(|vector| lanes.load(&weights[vector * L::COUNT..]));
            for (sums, cell) in sums.iter_mut().zip(&cells) {
                let number = lanes.splat(cell[input]);
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum = match FUSED {
                        true => lanes.plus_product(*sum, number, weight),
                        false => lanes.sum(*sum, lanes.product(number, weight)),
                    };
                }
            }
        }
    }
    sums
}

/// Writes the sums of one cell.
#[inline(always)]
fn settle<L: Lanes, const VECTORS: usize>(
    lanes: L,
    row: &mut [f32],
    bias: &[f32],
    sums: &[L::Vector; VECTORS],
    finish: Finish,
) {
    let parts = row.chunks_exact_mut(L::COUNT).zip(bias.chunks_exact(L::COUNT));
    for ((row, bias), sum) in parts.zip(sums) {
        finish.write(lanes, lanes.sum(*sum, lanes.load(bias)), row);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Small whole numbers: sums are exact in any order.
    fn numbers(count: usize) -> Vec<f32> {
        (0..count).map(|i| ((i * 37 + 11) % 19) as f32 - 9.0).collect()
    }

    #[test]
    fn all_instructions_agree_with_the_definition() {
        let both = [Rounding::Fused, Rounding::Apart];
        let ways = Instructions::available().flat_map(|i| both.map(|rounding| (i, rounding)));
        for (instructions, rounding) in ways {
            for (cells, inputs, outputs, range) in
                [(8, 7, 5, 0..TAPS), (16, 50, 96, 0..TAPS), (24, 64, 64, 3..4), (8, 1, 1, 0..1)]
            {
                let weights = numbers(range.len() * inputs * outputs);
                let layer = Layer { weights, bias: numbers(outputs) };
                let padded = inputs.next_multiple_of(8);
                let convolution =
                    Convolution::new(instructions, rounding, &layer, range.clone(), padded);
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
                    convolution.apply(&cells_read, finish, &mut result);
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
                            "{instructions:?} {finish:?} cell {cell} output {output}"
                        );
                    }
                }
            }
        }
    }
}
