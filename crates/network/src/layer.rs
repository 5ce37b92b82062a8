//! Layers as they are in a file, and the numbers that all networks have in common.

use crate::error::LoadError;
use crate::file::Tensors;

/// Cells that a convolution reads: six neighbours and the cell itself.
pub(crate) const TAPS: usize = 7;

/// Numbers for each cell that the first layer of any network reads at most.
pub(crate) const PLANES: usize = 13;

/// A matrix and what is added to its products. It is stored row by row, inputs as rows: a tensor
/// (taps, in, out) is the matrix (taps · in, out).
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    pub(crate) weights: Vec<f32>,
    pub(crate) bias: Vec<f32>,
}

impl Layer {
    pub(crate) fn read(
        tensors: &Tensors<'_>,
        weights: &str,
        bias: &str,
        shape: &[usize],
    ) -> Result<Self, LoadError> {
        let outputs = shape.last().copied().unwrap_or_default();
        Ok(Layer { weights: tensors.read(weights, shape)?, bias: tensors.read(bias, &[outputs])? })
    }

    /// Two layers of the same inputs, their outputs side by side.
    pub(crate) fn beside(self, other: &Layer) -> Layer {
        let (left, right) = (self.bias.len(), other.bias.len());
        let rows = self.weights.chunks(left).zip(other.weights.chunks(right));
        let weights = rows.flat_map(|(a, b)| a.iter().chain(b)).copied().collect();
        let bias = self.bias.iter().chain(&other.bias).copied().collect();
        Layer { weights, bias }
    }
}
