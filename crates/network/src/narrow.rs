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
#[cfg(target_arch = "x86_64")]
use crate::instructions::Vnni;
#[cfg(target_arch = "x86_64")]
use crate::instructions::tiles::{Configured, SIDE, TileWork};
use crate::instructions::{ByteLanes, ByteWork, Bytes, DEPTH, Lines};
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
    /// A row for each cell, then one of zeros; each number in as many bytes as the instructions
    /// want.
    bytes: Vec<u8>,
    /// What a byte of a cell stands for.
    steps: Vec<f32>,
    /// The rows that all taps of some cells read, side by side.
    #[cfg(target_arch = "x86_64")]
    gathered: Lines,
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
        self.steps.resize(cells, 0.0);
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
        rounded.bytes.resize((numbers.len() + width) * L::SIZE, 0);
        // Nothing reads what fills up a tile, except the row of zeros.
        rounded.bytes[numbers.len() * L::SIZE..].fill(0);
        for cells in positions {
            let range = cells.start * width..cells.end * width;
            let most = largest(lanes, &numbers[range.clone()]);
            let (step, by) = if most > 0.0 { (most / MOST, MOST / most) } else { (0.0, 0.0) };
            rounded.steps[cells.clone()].fill(step);
            let by = lanes.splat(by);
            let bytes = &mut rounded.bytes[range.start * L::SIZE..range.end * L::SIZE];
            let bytes = bytes.chunks_exact_mut(L::COUNT * L::SIZE);
            for (numbers, bytes) in numbers[range].chunks_exact(L::COUNT).zip(bytes) {
                lanes.store_rounded(lanes.product(lanes.load(numbers), by), bytes);
            }
        }
    }
}

/// The largest of some numbers, none of which is negative; their count is a multiple of the lanes.
#[inline(always)]
fn largest<L: ByteLanes>(lanes: L, numbers: &[f32]) -> f32 {
    // Four at a time, since each waits for the one before.
    let mut most = [lanes.splat(0.0); 4];
    let mut groups = numbers.chunks_exact(4 * L::COUNT);
    for numbers in &mut groups {
        for (most, numbers) in most.iter_mut().zip(numbers.chunks_exact(L::COUNT)) {
            *most = lanes.max(*most, lanes.load(numbers));
        }
    }
    for numbers in groups.remainder().chunks_exact(L::COUNT) {
        most[0] = lanes.max(most[0], lanes.load(numbers));
    }
    let mut all = [0.0; 16];
    let [a, b, c, d] = most;
    lanes.store(lanes.max(lanes.max(a, b), lanes.max(c, d)), &mut all);
    all.into_iter().fold(0.0, f32::max)
}

/// The weights of a convolution in bytes. Rows are filled up with zeros to whole tiles.
#[derive(Clone, Debug)]
pub(crate) struct NarrowConvolution {
    instructions: Bytes,
    inputs: usize,
    columns: usize,
    /// For each tile of outputs: for each tap, for each four inputs, those weights of each output,
    /// in the order that the instructions want.
    panels: Lines,
    /// What a byte of a weight stands for, by output.
    steps: Vec<f32>,
    bias: Vec<f32>,
}

impl NarrowConvolution {
    /// Rounds the weights of a layer (taps · inputs, outputs). `width` is the length of the rows
    /// that it reads and writes, filled up.
    pub(crate) fn new(instructions: Bytes, layer: &Layer, width: usize, columns: usize) -> Self {
        let mut steps = vec![0.0f32; width];
        for weights in layer.weights.chunks_exact(layer.bias.len()) {
            steps.iter_mut().zip(weights).for_each(|(most, weight)| *most = most.max(weight.abs()));
        }
        steps.iter_mut().for_each(|most| *most /= MOST_WEIGHT);
        let (instructions, columns) = instructions.fitting(width, columns);
        // Tiles read whole steps of inputs, and multiply what is beyond the last one by zeros.
        let beyond = (TAPS * width).next_multiple_of(DEPTH) - TAPS * width;
        let mut panels = Lines::default();
        panels.resize(TAPS * width * width + beyond * columns);
        let packed = panels.bytes_mut();
        instructions.run(Pack { layer, width, columns, steps: &steps, panels: packed });
        let mut bias = layer.bias.clone();
        bias.resize(width, 0.0);
        NarrowConvolution { instructions, inputs: width, columns, panels, steps, bias }
    }

    /// What rounds the rows that it reads.
    pub(crate) fn instructions(&self) -> Bytes {
        self.instructions
    }

    /// Works on all cells. Their number must be a multiple of the rows of a tile.
    pub(crate) fn apply(
        &self,
        cells: &mut Rounded,
        taps: &[Taps],
        finish: Finish,
        output: &mut [f32],
    ) {
        let work = Convolve { layer: self, cells, taps, finish, output };
        match self.instructions {
            #[cfg(target_arch = "x86_64")]
            Bytes::Tiles(tiles) => tiles.run(InTiles(work)),
            others => others.run(work),
        }
    }
}

/// Puts rounded weights where the instructions want them.
struct Pack<'a> {
    layer: &'a Layer,
    width: usize,
    columns: usize,
    steps: &'a [f32],
    panels: &'a mut [u8],
}

impl ByteWork for Pack<'_> {
    fn run<L: ByteLanes, const ROWS: usize>(self, _: L) {
        let Pack { layer, width, columns, steps, panels } = self;
        let outputs = layer.bias.len();
        let given = layer.weights.len() / outputs / TAPS;
        for (row, weights) in layer.weights.chunks_exact(outputs).enumerate() {
            let input = row / given * width + row % given;
            for (output, weight) in weights.iter().enumerate() {
                let (panel, column) = (output / columns, output % columns);
                let group = (panel * TAPS * width + input / GROUP * GROUP) * columns;
                let vector = column / L::COUNT * L::COUNT * GROUP;
                let at = group + vector + L::place(column % L::COUNT, input % GROUP);
                let step = if steps[output] > 0.0 { steps[output] } else { 1.0 };
                panels[at] = ((weight / step).round() as i8).cast_unsigned();
            }
        }
    }
}

struct Convolve<'a> {
    layer: &'a NarrowConvolution,
    cells: &'a mut Rounded,
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
            let panels = layer.panels.signed().chunks_exact(TAPS * width * columns);
            for (panel, weights) in panels.take(width / columns).enumerate() {
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

/// A convolution as a product of matrices.
#[cfg(target_arch = "x86_64")]
struct InTiles<'a>(Convolve<'a>);

#[cfg(target_arch = "x86_64")]
impl TileWork for InTiles<'_> {
    #[inline(always)]
    fn run(self, tiles: &Configured, lanes: Vnni) {
        let Convolve { layer, cells, taps, finish, output } = self.0;
        let Rounded { bytes, steps: cell_steps, gathered } = cells;
        let width = layer.inputs;
        let stride = (TAPS * width).next_multiple_of(DEPTH);
        gathered.resize(SIDE * stride);
        let gathered = gathered.bytes_mut();
        let mut sums = [[0; SIDE]; SIDE];
        let groups = taps.chunks(SIDE).zip(cell_steps.chunks(SIDE));
        for ((taps, cell_steps), rows) in groups.zip(output.chunks_mut(SIDE * width)) {
            for (taps, row) in taps.iter().zip(gathered.chunks_exact_mut(stride)) {
                gather(bytes, width, taps, row);
            }
            for panel in 0..width / SIDE {
                let (at, first) = (panel * SIDE, panel * SIDE * TAPS * width);
                let weights = &layer.panels.signed()[first..];
                tiles.product(gathered, stride, weights, stride / DEPTH, &mut sums);
                let (scale, bias) = (&layer.steps[at..at + SIDE], &layer.bias[at..at + SIDE]);
                for ((row, step), sums) in rows.chunks_exact_mut(width).zip(cell_steps).zip(&sums) {
                    let sums = [lanes.load_sums(sums), lanes.load_sums(&sums[SIDE / 2..])];
                    settle(lanes, &mut row[at..at + SIDE], *step, scale, bias, &sums, finish);
                }
            }
        }
    }
}

/// Puts the rows that all taps of a cell read side by side, and zeros after them.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn gather(bytes: &[u8], width: usize, taps: &Taps, row: &mut [u8]) {
    let (rows, rest) = row.split_at_mut(TAPS * width);
    for (tap, row) in taps.iter().zip(rows.chunks_exact_mut(width)) {
        let read = &bytes[*tap as usize * width..][..width];
        // In registers: a row is too short for a call.
        let pieces = row.as_chunks_mut::<SIDE>().0.iter_mut().zip(read.as_chunks::<SIDE>().0);
        pieces.for_each(|(to, from)| *to = *from);
    }
    rest.fill(0);
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
    let (part, groups) = (GROUP * VECTORS * L::COUNT, inputs / GROUP);
    let mut sums = [[lanes.zero(); VECTORS]; ROWS];
    for (tap, weights) in weights.chunks_exact(groups * part).enumerate() {
        let length = inputs * L::SIZE;
        let cells: [&[L::Cell]; ROWS] = std::array::from_fn(|row| {
            // So long exactly: that spares a question for each group.
            &lanes.cells(&bytes[taps[row][tap] as usize * length..][..length])[..groups]
        });
        for (group, weights) in (0..groups).zip(weights.chunks_exact(part)) {
            let weights: [L::Fours; VECTORS] = std::array::from_fn(|vector| {
                lanes.load_bytes(&weights[vector * GROUP * L::COUNT..])
            });
            for (sums, cell) in sums.iter_mut().zip(&cells) {
                let four = lanes.splat_cell(&cell[group]);
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

    /// All instructions for bytes, each with those beside which it works.
    fn all() -> impl Iterator<Item = (Instructions, Bytes)> {
        let beside = |all| Bytes::beside(all).map(move |bytes| (all, bytes));
        Instructions::available().flat_map(beside)
    }

    /// Numbers from 0 to 1, or from −1 to 1.
    fn numbers(count: usize, least: f32) -> Vec<f32> {
        let unit = |i: usize| ((i * 37 + 11) % 101) as f32 / 100.0;
        (0..count).map(|i| least + (1.0 - least) * unit(i)).collect()
    }

    #[test]
    fn all_instructions_agree_with_the_definition() {
        for (instructions, bytes) in all() {
            for (cells, channels) in [(8, 96), (16, 50), (40, 128), (72, 96), (8, 7), (8, 48)] {
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
                narrow.apply(&mut rounded, &taps, Finish::Add, &mut result);
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
        for (instructions, bytes) in all() {
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
