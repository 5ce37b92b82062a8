//! The weights of a network, checked and in the order in which they are used.

use std::path::Path;
#[cfg(feature = "embedded")]
use std::sync::Arc;

use hexring_game::Board;

use crate::error::LoadError;
use crate::file::Tensors;

/// What the metadata of a network call its format.
const FORMAT: &str = "hexring-network-1";

/// Cells that a convolution reads: six neighbours and the cell itself.
pub(crate) const TAPS: usize = 7;

/// Numbers for each cell that the first layer reads.
pub(crate) const PLANES: usize = 7;

/// Channels of each head, and the width of the layer after pooling.
pub(crate) const HEAD: usize = 32;
pub(crate) const POOLED: usize = 2 * HEAD;

/// The weights of a network.
///
/// Matrices are stored row by row, inputs as rows: a tensor (taps, in, out) is the matrix
/// (taps · in, out) of a convolution.
#[derive(Clone, Debug)]
pub struct Network {
    pub(crate) channels: usize,
    pub(crate) epsilon: f32,
    pub(crate) stem: Layer,
    pub(crate) blocks: Vec<Block>,
    pub(crate) norm: Norm,
    pub(crate) heads: Heads,
    trained_on: Vec<Board>,
}

/// A matrix and what is added to its products.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    pub(crate) weights: Vec<f32>,
    pub(crate) bias: Vec<f32>,
}

/// Gain and bias of a normalization.
#[derive(Clone, Debug)]
pub(crate) struct Norm {
    pub(crate) gain: Vec<f32>,
    pub(crate) bias: Vec<f32>,
}

/// A residual block.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) norm: Norm,
    pub(crate) first: Layer,
    pub(crate) second: Layer,
}

/// Policy and value. Their first layers read the same cells, so they are one matrix: the columns
/// of the policy, then those of the value.
#[derive(Clone, Debug)]
pub(crate) struct Heads {
    pub(crate) shared: Layer,
    pub(crate) policy: Layer,
    pub(crate) pooled: Layer,
    pub(crate) value: Layer,
}

impl Network {
    /// Reads a network from a file.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, LoadError> {
        let path = path.as_ref();
        let name = || path.to_owned();
        let bytes = std::fs::read(path).map_err(|source| LoadError::Io { path: name(), source })?;
        let in_file = |fault| LoadError::InFile { path: name(), source: Box::new(fault) };
        Network::from_bytes(&bytes).map_err(in_file)
    }

    /// Reads a network from the contents of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, LoadError> {
        let tensors = Tensors::new(bytes)?;
        let found = tensors.metadata("format");
        if found != FORMAT {
            return Err(LoadError::Format { found: found.to_owned(), expected: FORMAT });
        }
        let channels = number(&tensors, "channels", 1..=4096)?;
        let blocks = number(&tensors, "blocks", 1..=1024)?;
        let blocks: Result<Vec<Block>, LoadError> =
            (0..blocks).map(|index| Block::read(&tensors, index, channels)).collect();
        Ok(Network {
            channels,
            epsilon: epsilon(&tensors)?,
            stem: Layer::read(&tensors, "stem.w", "stem.b", &[TAPS, PLANES, channels])?,
            blocks: blocks?,
            norm: Norm::read(&tensors, "h", channels)?,
            heads: Heads::read(&tensors, channels)?,
            trained_on: boards(&tensors)?,
        })
    }

    /// The network that comes with the program, read once.
    #[cfg(feature = "embedded")]
    pub fn embedded() -> Arc<Network> {
        static WEIGHTS: &[u8] = include_bytes!("../../../networks/hexring-1.safetensors");
        static NETWORK: std::sync::OnceLock<Arc<Network>> = std::sync::OnceLock::new();
        let read = || Arc::new(Network::from_bytes(WEIGHTS).expect("the shipped file is tested"));
        Arc::clone(NETWORK.get_or_init(read))
    }

    /// The boards on which it was trained.
    pub fn trained_on(&self) -> &[Board] {
        &self.trained_on
    }

    /// Whether a board has more columns or rows than any on which the network was trained. It is
    /// evaluated all the same; users should be warned that nobody knows how well.
    pub fn is_beyond_training(&self, board: Board) -> bool {
        let longest = |board: &Board| board.cols().max(board.rows());
        self.trained_on.iter().map(longest).max().is_none_or(|largest| longest(&board) > largest)
    }

    /// Multiplications and additions that one cell costs in the convolutions.
    pub fn operations_per_cell(&self) -> usize {
        2 * TAPS * self.channels * (PLANES + 2 * self.blocks.len() * self.channels)
    }
}

impl Layer {
    fn read(
        tensors: &Tensors<'_>,
        weights: &str,
        bias: &str,
        shape: &[usize],
    ) -> Result<Self, LoadError> {
        let outputs = shape.last().copied().unwrap_or_default();
        Ok(Layer { weights: tensors.read(weights, shape)?, bias: tensors.read(bias, &[outputs])? })
    }

    /// Two layers of the same inputs, their outputs side by side.
    fn beside(self, other: &Layer) -> Layer {
        let (left, right) = (self.bias.len(), other.bias.len());
        let rows = self.weights.chunks(left).zip(other.weights.chunks(right));
        let weights = rows.flat_map(|(a, b)| a.iter().chain(b)).copied().collect();
        let bias = self.bias.iter().chain(&other.bias).copied().collect();
        Layer { weights, bias }
    }
}

impl Norm {
    fn read(tensors: &Tensors<'_>, prefix: &str, channels: usize) -> Result<Self, LoadError> {
        Ok(Norm {
            gain: tensors.read(&format!("{prefix}.g"), &[channels])?,
            bias: tensors.read(&format!("{prefix}.b"), &[channels])?,
        })
    }
}

impl Block {
    fn read(tensors: &Tensors<'_>, index: usize, channels: usize) -> Result<Self, LoadError> {
        let name = |part: &str| format!("b{index}.{part}");
        let shape = [TAPS, channels, channels];
        Ok(Block {
            norm: Norm::read(tensors, &format!("b{index}"), channels)?,
            first: Layer::read(tensors, &name("w1"), &name("b1"), &shape)?,
            second: Layer::read(tensors, &name("w2"), &name("b2"), &shape)?,
        })
    }
}

impl Heads {
    fn read(tensors: &Tensors<'_>, channels: usize) -> Result<Self, LoadError> {
        let policy = Layer::read(tensors, "p.w1", "p.b1", &[channels, HEAD])?;
        let value = Layer::read(tensors, "v.w1", "v.b1", &[channels, HEAD])?;
        Ok(Heads {
            shared: policy.beside(&value),
            policy: Layer::read(tensors, "p.w2", "p.b2", &[HEAD, 1])?,
            pooled: Layer::read(tensors, "v.w2", "v.b2", &[POOLED, POOLED])?,
            value: Layer::read(tensors, "v.w3", "v.b3", &[POOLED, 1])?,
        })
    }
}

fn number(
    tensors: &Tensors<'_>,
    key: &'static str,
    range: std::ops::RangeInclusive<usize>,
) -> Result<usize, LoadError> {
    let found = tensors.metadata(key);
    let number = found.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| LoadError::Metadata {
        key,
        found: found.to_owned(),
        expected: format!("a whole number from {} to {}", range.start(), range.end()),
    })
}

fn epsilon(tensors: &Tensors<'_>) -> Result<f32, LoadError> {
    let found = tensors.metadata("norm_epsilon");
    let number = found.parse().ok().filter(|number| (1e-12..=1.0).contains(number));
    number.ok_or_else(|| LoadError::Metadata {
        key: "norm_epsilon",
        found: found.to_owned(),
        expected: "a number from 1e-12 to 1".to_owned(),
    })
}

fn boards(tensors: &Tensors<'_>) -> Result<Vec<Board>, LoadError> {
    let board = |word: &str| {
        word.parse::<Board>().map_err(|fault| LoadError::Metadata {
            key: "trained_on",
            found: word.to_owned(),
            expected: format!("boards separated by spaces ({fault})"),
        })
    };
    tensors.metadata("trained_on").split_whitespace().map(board).collect()
}
