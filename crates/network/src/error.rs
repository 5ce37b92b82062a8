//! Why a file is not a network.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why weights could not be loaded. Each case names what was found and what was expected.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The file cannot be read.
    #[error("cannot read network {path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The program was built without weights.
    #[error("this program was built without the files in networks: expected one")]
    NotEmbedded,
    /// The file was read and is not a network.
    #[error("{path} is no network: {source}")]
    InFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: Box<LoadError>,
    },
    /// Too short for what its first bytes announce.
    #[error("truncated at {found} bytes: expected at least {expected}")]
    Truncated {
        /// The number of bytes.
        found: u64,
        /// The number that would be needed.
        expected: u64,
    },
    /// Numbers that belong to no tensor.
    #[error("the numbers take {found} bytes: expected the {expected} of all tensors")]
    TooLong {
        /// The number of bytes after the header.
        found: u64,
        /// The bytes of all tensors.
        expected: u64,
    },
    /// A tensor that overlaps with another one, or a gap before it.
    #[error("tensor {name} is at bytes {from} to {to}: expected it to begin at {expected}")]
    Place {
        /// The tensor.
        name: String,
        /// Where it begins.
        from: usize,
        /// Where it ends.
        to: usize,
        /// Where the one before it ends.
        expected: usize,
    },
    /// The header is not what safetensors files begin with.
    #[error("not a safetensors file: {0}")]
    Header(String),
    /// A safetensors file of something else.
    #[error("format is \"{found}\": expected {expected}")]
    Format {
        /// What the metadata say.
        found: String,
        /// What they may say.
        expected: String,
    },
    /// The metadata lack an entry or it makes no sense.
    #[error("metadata \"{key}\" is \"{found}\": expected {expected}")]
    Metadata {
        /// The key.
        key: &'static str,
        /// The value; empty if there is none.
        found: String,
        /// What it should be.
        expected: String,
    },
    /// A tensor is not there.
    #[error("tensor {name} is missing: expected {expected}")]
    Missing {
        /// The tensor.
        name: String,
        /// The type and shape that it should have.
        expected: String,
    },
    /// A tensor is of another type, shape or length.
    #[error("tensor {name} is {found}: expected {expected}")]
    Tensor {
        /// The tensor.
        name: String,
        /// What it is.
        found: String,
        /// The type and shape that it should have.
        expected: String,
    },
    /// A tensor holds infinities or no numbers.
    #[error("tensor {name} holds {found}: expected finite numbers")]
    NotFinite {
        /// The tensor.
        name: String,
        /// The first bad value.
        found: f32,
    },
}
