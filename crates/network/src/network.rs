//! The weights of a network, checked and in the order in which they are used.

use std::ops::Range;
use std::path::Path;

use hexring_game::{Board, Rules, Turns};

use crate::convolution::{Convolution, Rounding};
use crate::error::LoadError;
use crate::file::Tensors;
use crate::instructions::{Bytes, Instructions};
use crate::layer::{Layer, PLANES, TAPS};
use crate::narrow::NarrowConvolution;
use crate::norm::Norm;

/// What the metadata of a network call its format, and the planes that its first layer reads: all
/// of them, or those that classic rules need.
const FORMATS: [(&str, usize); 2] =
    [("hexring-network-1", CLASSIC_PLANES), ("hexring-network-2", PLANES)];

/// The planes without seasons and random turns.
const CLASSIC_PLANES: usize = 7;

/// The tap that reads the cell itself.
const MIDDLE: usize = 3;

/// Channels of each head, and the width of the layer after pooling.
pub(crate) const HEAD: usize = 32;
pub(crate) const POOLED: usize = 2 * HEAD;

/// The weights of a network.
///
/// In the order in which the best instructions of this processor read them.
#[derive(Clone, Debug)]
pub struct Network {
    pub(crate) instructions: Instructions,
    /// How many of the planes it reads.
    pub(crate) planes: usize,
    channels: usize,
    pub(crate) epsilon: f32,
    pub(crate) stem: Convolution,
    pub(crate) blocks: Vec<Block>,
    pub(crate) norm: Norm,
    pub(crate) heads: Heads,
    trained_on: Vec<Board>,
}

/// A residual block.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) norm: Norm,
    pub(crate) first: Weights,
    pub(crate) second: Weights,
}

/// The weights of a convolution in a block.
#[derive(Clone, Debug)]
pub(crate) enum Weights {
    /// As they are.
    Full(Convolution),
    /// Rounded to bytes.
    Narrow(NarrowConvolution),
}

/// How exactly a network computes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Precision {
    /// In bytes where the processor has instructions for them, else in full.
    #[default]
    Narrow,
    /// In numbers of 32 bits throughout.
    Full,
}

/// Policy and value. Their first layers read the same cells, so they are one matrix: the columns
/// of the policy, then those of the value.
#[derive(Clone, Debug)]
pub(crate) struct Heads {
    pub(crate) shared: Convolution,
    pub(crate) policy: Layer,
    pub(crate) pooled: Layer,
    pub(crate) value: Layer,
}

impl Network {
    /// Reads a network from a file.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, LoadError> {
        Network::load_with(path, Precision::default())
    }

    /// Reads a network from a file that computes as exactly as this.
    pub fn load_with(path: impl AsRef<Path>, precision: Precision) -> Result<Self, LoadError> {
        let path = path.as_ref();
        let name = || path.to_owned();
        let bytes = std::fs::read(path).map_err(|source| LoadError::Io { path: name(), source })?;
        let in_file = |fault| LoadError::InFile { path: name(), source: Box::new(fault) };
        Network::with_precision(&bytes, precision).map_err(in_file)
    }

    /// Reads a network from the contents of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, LoadError> {
        Network::with_precision(bytes, Precision::default())
    }

    /// Reads a network that computes as exactly as this.
    pub fn with_precision(bytes: &[u8], precision: Precision) -> Result<Self, LoadError> {
        let instructions = Instructions::best();
        let narrow = match precision {
            Precision::Narrow => Bytes::beside(instructions).next(),
            Precision::Full => None,
        };
        Network::with_instructions(bytes, instructions, narrow)
    }

    /// Every way of computing that this processor has, the best first, by their names.
    pub fn ways(bytes: &[u8]) -> Result<Vec<(String, Network)>, LoadError> {
        let mut ways = Vec::new();
        for instructions in Instructions::available() {
            for narrow in Bytes::beside(instructions).map(Some).chain([None]) {
                let name = narrow.map_or(instructions.name(), Bytes::name).to_owned();
                ways.push((name, Network::with_instructions(bytes, instructions, narrow)?));
            }
        }
        Ok(ways)
    }

    fn with_instructions(
        bytes: &[u8],
        instructions: Instructions,
        narrow: Option<Bytes>,
    ) -> Result<Self, LoadError> {
        let tensors = Tensors::new(bytes)?;
        let planes = planes(&tensors)?;
        let channels = number(&tensors, "channels", 1..=4096)?;
        let blocks = number(&tensors, "blocks", 1..=1024)?;
        // What is computed in bytes shall be the same everywhere, and the rest with it.
        let rounding = if narrow.is_some() { Rounding::Apart } else { Rounding::Fused };
        let reader = Reader { tensors: &tensors, instructions, rounding, narrow, channels };
        let blocks: Result<Vec<Block>, LoadError> =
            (0..blocks).map(|index| reader.block(index)).collect();
        let stem = Layer::read(&tensors, "stem.w", "stem.b", &[TAPS, planes, channels])?;
        Ok(Network {
            instructions,
            planes,
            channels,
            epsilon: epsilon(&tensors)?,
            stem: Convolution::new(instructions, rounding, &stem, 0..TAPS, planes),
            blocks: blocks?,
            norm: reader.norm("h")?,
            heads: reader.heads()?,
            trained_on: boards(&tensors)?,
        })
    }

    /// Whether it can tell these rules from others. All networks know the boards; seasons and
    /// random turns only those whose format has planes for them. Others judge positions as if
    /// players alternated and all cells were open.
    pub fn knows(&self, rules: &Rules) -> bool {
        let is_classic = rules.turns == Turns::Alternate && rules.seasons.is_none();
        is_classic || self.planes > CLASSIC_PLANES
    }

    /// The boards on which it was trained.
    pub fn trained_on(&self) -> &[Board] {
        &self.trained_on
    }

    /// Whether a board has more columns or rows than any on which the network was trained. It is
    /// evaluated all the same; users should be warned that nobody knows how well.
    pub fn is_beyond_training(&self, board: Board) -> bool {
        self.longest_side().is_none_or(|longest| board.cols().max(board.rows()) > longest)
    }

    /// The most columns or rows of a board on which it was trained, if it says so.
    pub fn longest_side(&self) -> Option<u8> {
        self.trained_on.iter().map(|board| board.cols().max(board.rows())).max()
    }

    /// Multiplications and additions that one cell costs in the convolutions.
    pub fn operations_per_cell(&self) -> usize {
        2 * TAPS * self.channels * (self.planes + 2 * self.blocks.len() * self.channels)
    }
}

/// Reads the parts of a network whose rows have so many channels.
struct Reader<'a> {
    tensors: &'a Tensors<'a>,
    instructions: Instructions,
    rounding: Rounding,
    narrow: Option<Bytes>,
    channels: usize,
}

impl Reader<'_> {
    /// The length of rows between convolutions.
    fn width(&self) -> usize {
        self.instructions.width(self.channels)
    }

    fn norm(&self, prefix: &str) -> Result<Norm, LoadError> {
        let filled = |part: &str| {
            let mut numbers = self.tensors.read(&format!("{prefix}.{part}"), &[self.channels])?;
            numbers.resize(self.width(), 0.0);
            Ok(numbers)
        };
        Ok(Norm { channels: self.channels, gain: filled("g")?, bias: filled("b")? })
    }

    fn block(&self, index: usize) -> Result<Block, LoadError> {
        let convolution = |part: &str| {
            let (weights, bias) = (format!("b{index}.w{part}"), format!("b{index}.b{part}"));
            let shape = [TAPS, self.channels, self.channels];
            let layer = Layer::read(self.tensors, &weights, &bias, &shape)?;
            Ok(self.weights(&layer))
        };
        let norm = self.norm(&format!("b{index}"))?;
        Ok(Block { norm, first: convolution("1")?, second: convolution("2")? })
    }

    fn convolution(&self, layer: &Layer, taps: Range<usize>) -> Convolution {
        Convolution::new(self.instructions, self.rounding, layer, taps, self.width())
    }

    fn weights(&self, layer: &Layer) -> Weights {
        let (width, columns) = (self.width(), self.instructions.columns(self.channels));
        match self.narrow {
            Some(bytes) => Weights::Narrow(NarrowConvolution::new(bytes, layer, width, columns)),
            None => Weights::Full(self.convolution(layer, 0..TAPS)),
        }
    }

    fn heads(&self) -> Result<Heads, LoadError> {
        let layer =
            |weights, bias, shape: &[usize]| Layer::read(self.tensors, weights, bias, shape);
        let first = layer("p.w1", "p.b1", &[self.channels, HEAD])?;
        let shared = first.beside(&layer("v.w1", "v.b1", &[self.channels, HEAD])?);
        Ok(Heads {
            shared: self.convolution(&shared, MIDDLE..MIDDLE + 1),
            policy: layer("p.w2", "p.b2", &[HEAD, 1])?,
            pooled: layer("v.w2", "v.b2", &[POOLED, POOLED])?,
            value: layer("v.w3", "v.b3", &[POOLED, 1])?,
        })
    }
}

/// How many of the planes a network of this format reads.
fn planes(tensors: &Tensors<'_>) -> Result<usize, LoadError> {
    let found = tensors.metadata("format");
    let known = FORMATS.iter().find(|(name, _)| *name == found);
    known.map(|(_, planes)| *planes).ok_or_else(|| LoadError::Format {
        found: found.to_owned(),
        expected: FORMATS.map(|(name, _)| format!("\"{name}\"")).join(" or "),
    })
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
