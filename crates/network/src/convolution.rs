//! Hex convolutions: what they read, and their weights in the order in which they are read.
//!
//! A tap is the index of a cell in the batch, so a wrap costs nothing and a batch may mix boards.

use std::ops::Range;

use crate::kernel::Kernel;
use crate::network::{Layer, TAPS};

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

/// The weights of a convolution. Rows are filled up with zeros to whole tiles.
#[derive(Clone, Debug)]
pub(crate) struct Convolution {
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
    /// Puts the weights of a layer (taps · inputs, outputs) in order for a kernel. `inputs` is the
    /// length of the rows that it will read, filled up.
    pub(crate) fn new(kernel: Kernel, layer: &Layer, taps: Range<usize>, inputs: usize) -> Self {
        let outputs = layer.bias.len();
        let (columns, width) = (kernel.columns(outputs), kernel.width(outputs));
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
        Convolution { taps, inputs, columns, panels, bias }
    }

    /// The length of the rows that it writes.
    pub(crate) fn outputs(&self) -> usize {
        self.bias.len()
    }
}
