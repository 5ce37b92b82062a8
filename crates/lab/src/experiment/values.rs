//! How values may be written: one alone instead of a list.
//!
//! These are visitors and no untagged enums, which would lose the places of faults inside.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::SeqAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, IntoDeserializer, SeqAccess, Visitor};

/// One text or number, or a list of them.
pub(super) fn list<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    deserializer.deserialize_any(List(PhantomData))
}

struct List<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for List<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("one value or a list of them")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Vec<T>, E> {
        T::deserialize(text.into_deserializer()).map(|value| vec![value])
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Vec<T>, E> {
        T::deserialize(number.into_deserializer()).map(|value| vec![value])
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Vec<T>, E> {
        T::deserialize(number.into_deserializer()).map(|value| vec![value])
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Vec<T>, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(items))
    }
}

/// One size, or from and to.
pub(super) fn range<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<(u8, u8)>, D::Error> {
    match list(deserializer)?.as_slice() {
        [only] => Ok(Some((*only, *only))),
        [from, to] => Ok(Some((*from, *to))),
        other => Err(Error::invalid_length(other.len(), &"one size, or from and to")),
    }
}
