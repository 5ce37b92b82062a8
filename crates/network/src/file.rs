//! Safetensors files: a length, a JSON header with names, shapes and places, then the numbers.
//!
//! The format is small enough to be read here, which lets every fault be named. The numbers of a
//! network are in half precision, or in bytes, and are widened as they are read. A byte stands for
//! a share of the largest number of its output, which a second tensor has: `name.most`.

use std::collections::HashMap;

use half::f16;
use serde::Deserialize;

use crate::error::LoadError;

/// Bytes of the number that says how long the header is.
const PREFIX: usize = 8;

/// What the format calls numbers in half precision, and bytes with a sign.
const IN_HALVES: &str = "F16";
const IN_BYTES: &str = "I8";

/// The byte of the largest number of an output.
const MOST_BYTE: f32 = 127.0;

/// A file whose header has been read.
pub(crate) struct Tensors<'a> {
    metadata: HashMap<String, String>,
    entries: HashMap<String, Entry>,
    data: &'a [u8],
}

#[derive(Deserialize)]
struct Header {
    #[serde(rename = "__metadata__", default)]
    metadata: HashMap<String, String>,
    #[serde(flatten)]
    entries: HashMap<String, Entry>,
}

#[derive(Deserialize)]
struct Entry {
    dtype: String,
    shape: Vec<usize>,
    data_offsets: [usize; 2],
}

impl<'a> Tensors<'a> {
    /// Reads the header.
    pub(crate) fn new(bytes: &'a [u8]) -> Result<Self, LoadError> {
        let truncated =
            |expected: u64| LoadError::Truncated { found: bytes.len() as u64, expected };
        let (prefix, rest) =
            bytes.split_first_chunk::<PREFIX>().ok_or_else(|| truncated(PREFIX as u64))?;
        // JSON begins with a brace; without one the length before it means nothing.
        if rest.first().is_some_and(|byte| *byte != b'{') {
            return Err(LoadError::Header("expected { at byte 8".to_owned()));
        }
        let length = u64::from_le_bytes(*prefix);
        let header = usize::try_from(length).ok().and_then(|length| rest.get(..length));
        let header = header.ok_or_else(|| truncated(length.saturating_add(PREFIX as u64)))?;
        let Header { metadata, entries } =
            serde_json::from_slice(header).map_err(|fault| LoadError::Header(fault.to_string()))?;
        let tensors = Tensors { metadata, entries, data: &rest[header.len()..] };
        tensors.check_places()?;
        Ok(tensors)
    }

    /// Whether the tensors share the numbers out, each number to one of them, as the format asks
    /// for. So what is read is never more than the file has.
    fn check_places(&self) -> Result<(), LoadError> {
        let mut places: Vec<_> =
            self.entries.iter().map(|(name, entry)| (entry.data_offsets, name)).collect();
        places.sort_unstable();
        let mut end = 0;
        for ([from, to], name) in places {
            if from != end || to < from {
                return Err(LoadError::Place { name: name.clone(), from, to, expected: end });
            }
            end = to;
        }
        let (found, expected) = (self.data.len() as u64, end as u64);
        match found == expected {
            true => Ok(()),
            false if found < expected => Err(LoadError::Truncated { found, expected }),
            false => Err(LoadError::TooLong { found, expected }),
        }
    }

    /// An entry of the metadata; empty if there is none.
    pub(crate) fn metadata(&self, key: &str) -> &str {
        self.metadata.get(key).map_or("", String::as_str)
    }

    /// All numbers of a tensor that must have this shape.
    pub(crate) fn read(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, LoadError> {
        match self.entries.get(name) {
            Some(entry) if entry.dtype == IN_BYTES => self.read_bytes(name, shape),
            _ => self.read_halves(name, shape),
        }
    }

    /// Numbers in bytes.
    fn read_bytes(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, LoadError> {
        let bytes = self.place(name, IN_BYTES, shape, size_of::<i8>())?;
        let outputs = shape.last().copied().unwrap_or_default();
        let most = self.read_halves(&format!("{name}.most"), &[outputs])?;
        let numbers = bytes.iter().zip(most.iter().cycle());
        Ok(numbers.map(|(byte, most)| share(byte.cast_signed(), *most)).collect())
    }

    /// Numbers in half precision.
    fn read_halves(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, LoadError> {
        let (pairs, _) = self.place(name, IN_HALVES, shape, size_of::<f16>())?.as_chunks::<2>();
        let numbers: Vec<f32> =
            pairs.iter().map(|pair| f16::from_le_bytes(*pair).to_f32()).collect();
        match numbers.iter().find(|number| !number.is_finite()) {
            Some(&found) => Err(LoadError::NotFinite { name: name.to_owned(), found }),
            None => Ok(numbers),
        }
    }

    /// The bytes of a tensor that must be of this type and shape.
    fn place(
        &self,
        name: &str,
        dtype: &'static str,
        shape: &[usize],
        size: usize,
    ) -> Result<&'a [u8], LoadError> {
        let expected = format!("{dtype} {shape:?}");
        let Some(entry) = self.entries.get(name) else {
            return Err(LoadError::Missing { name: name.to_owned(), expected });
        };
        let [from, to] = entry.data_offsets;
        let bytes = shape.iter().product::<usize>() * size;
        if entry.dtype != dtype || entry.shape != shape || to.checked_sub(from) != Some(bytes) {
            let found = format!("{} {:?} at bytes {from} to {to}", entry.dtype, entry.shape);
            return Err(LoadError::Tensor { name: name.to_owned(), found, expected });
        }
        let (found, expected) = (self.data.len() as u64, to as u64);
        self.data.get(from..to).ok_or(LoadError::Truncated { found, expected })
    }
}

/// What a byte stands for. A byte of 127 is the largest number exactly, so that rounding what was
/// read to bytes once more gives the same bytes.
fn share(byte: i8, most: f32) -> f32 {
    f32::from(byte) * most / MOST_BYTE
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is computed in bytes is computed as if the file held the numbers that were rounded.
    #[test]
    fn bytes_survive_being_read_and_rounded() {
        for bits in (1..f16::INFINITY.to_bits()).step_by(5) {
            let most = f16::from_bits(bits).to_f32();
            assert_eq!(share(127, most), most);
            let step = most / MOST_BYTE;
            for byte in -127..=127 {
                assert_eq!((share(byte, most) / step).round(), f32::from(byte), "of {most}");
            }
        }
    }
}
