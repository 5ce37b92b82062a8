//! How values may be written: one alone instead of a list.
//!
//! These are visitors and no untagged enums, which would lose the places of faults inside.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::SeqAccessDeserializer;
use serde::de::{
    Deserialize, Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor,
};
use serde::{Serialize, Serializer};

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

    fn visit_bool<E: Error>(self, value: bool) -> Result<Vec<T>, E> {
        T::deserialize(value.into_deserializer()).map(|value| vec![value])
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Vec<T>, E> {
        T::deserialize(number.into_deserializer()).map(|value| vec![value])
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

/// Options with the values that each of them takes, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variation(pub Vec<(String, Vec<String>)>);

impl Variation {
    /// Whether nothing varies.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Variation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(option, values)| (option, values)))
    }
}

impl<'de> Deserialize<'de> for Variation {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(VariationVisitor)
    }
}

struct VariationVisitor;

impl<'de> Visitor<'de> for VariationVisitor {
    type Value = Variation;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("options with lists of values")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Variation, A::Error> {
        let mut options = Vec::new();
        while let Some(option) = map.next_key()? {
            let Values(values) = map.next_value()?;
            options.push((option, values));
        }
        Ok(Variation(options))
    }
}

/// One value or a list of them, as texts.
struct Values(Vec<String>);

impl<'de> Deserialize<'de> for Values {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let values: Vec<Scalar> = list(deserializer)?;
        Ok(Values(values.into_iter().map(|Scalar(text)| text).collect()))
    }
}

/// A text, number or truth value, as it is written after an option's name.
struct Scalar(String);

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ScalarVisitor)
    }
}

struct ScalarVisitor;

impl Visitor<'_> for ScalarVisitor {
    type Value = Scalar;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, a text, true or false")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Scalar, E> {
        Ok(Scalar(text.to_owned()))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Scalar, E> {
        Ok(Scalar(number.to_string()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Scalar, E> {
        Ok(Scalar(number.to_string()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Scalar, E> {
        Ok(Scalar(number.to_string()))
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Scalar, E> {
        Ok(Scalar(value.to_string()))
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
