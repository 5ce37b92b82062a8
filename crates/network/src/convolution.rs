//! Hex convolutions: gather the neighbours of some cells, then one matrix product.
//!
//! A tap is the index of a cell in the batch, so a wrap costs nothing and a batch may mix boards.
//! The gathered rows are seven times as long as the input; they are made for a tile of cells at a
//! time, which stays in the cache until the product has read it.

use crate::network::{Layer, TAPS};
use crate::product::Product;

/// Cells that are gathered together. Their neighbours at 96 channels take 1.3 MB, which fits the
/// second cache of current processors beside the weights.
pub(crate) const TILE: usize = 484;

/// For each cell of a batch the rows that its taps read.
pub(crate) type Taps = [u32; TAPS];

/// What a convolution reads: the cells of a batch, each `channels` numbers, and one row of zeros
/// after the last, which is what taps off the board read.
pub(crate) struct Cells<'a> {
    pub(crate) numbers: &'a [f32],
    pub(crate) channels: usize,
    pub(crate) taps: &'a [Taps],
}

/// Memory for a tile of gathered neighbours.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gathered(Vec<f32>);

impl Gathered {
    /// Writes the convolution without its bias.
    pub(crate) fn write(&mut self, cells: &Cells<'_>, layer: &Layer, output: &mut [f32]) {
        self.each_tile(cells, layer, output, false);
    }

    /// Adds the convolution without its bias to what is there.
    pub(crate) fn add(&mut self, cells: &Cells<'_>, layer: &Layer, output: &mut [f32]) {
        self.each_tile(cells, layer, output, true);
    }

    fn each_tile(&mut self, cells: &Cells<'_>, layer: &Layer, output: &mut [f32], adds: bool) {
        let columns = layer.bias.len();
        let tiles = cells.taps.chunks(TILE).zip(output.chunks_mut(TILE * columns));
        for (taps, tile) in tiles {
            let inner = TAPS * cells.channels;
            self.gather(cells, taps);
            let (left, right) = (&self.0[..taps.len() * inner], &layer.weights[..]);
            let product = Product { left, right, inner, columns };
            if adds { product.add(tile) } else { product.write(tile) }
        }
    }

    fn gather(&mut self, cells: &Cells<'_>, taps: &[Taps]) {
        let width = cells.channels;
        self.0.resize(self.0.len().max(taps.len() * TAPS * width), 0.0);
        let rows = self.0.chunks_exact_mut(width);
        for (row, tap) in rows.zip(taps.as_flattened()) {
            row.copy_from_slice(&cells.numbers[*tap as usize * width..][..width]);
        }
    }
}
