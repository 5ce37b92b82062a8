//! Safetensors files: a length, a JSON header with names, shapes and places, then the numbers.
//!
//! The format is small enough to be read here, which lets every fault be named. All tensors of a
//! network are in half precision and are widened as they are read.

use std::collections::HashMap;

use half::f16;
use serde::Deserialize;

use crate::error::LoadError;

/// Bytes of the number that says how long the header is.
const PREFIX: usize = 8;

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
        let expected = shape.to_vec();
        let Some(entry) = self.entries.get(name) else {
            return Err(LoadError::Missing { name: name.to_owned(), expected });
        };
        let [from, to] = entry.data_offsets;
        let bytes = shape.iter().product::<usize>() * size_of::<f16>();
        if entry.dtype != "F16" || entry.shape != shape || to.checked_sub(from) != Some(bytes) {
            let found = format!("{} {:?} at bytes {from} to {to}", entry.dtype, entry.shape);
            return Err(LoadError::Tensor { name: name.to_owned(), found, expected });
        }
        let place = self
            .data
            .get(from..to)
            .ok_or(LoadError::Truncated { found: self.data.len() as u64, expected: to as u64 })?;
        let (pairs, _) = place.as_chunks::<2>();
        let numbers: Vec<f32> =
            pairs.iter().map(|pair| f16::from_le_bytes(*pair).to_f32()).collect();
        match numbers.iter().find(|number| !number.is_finite()) {
            Some(&found) => Err(LoadError::NotFinite { name: name.to_owned(), found }),
            None => Ok(numbers),
        }
    }
}
