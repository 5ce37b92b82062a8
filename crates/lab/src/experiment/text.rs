//! Experiments as TOML: every fault has its line and column.
//!
//! In a file, the keys of a design stand beside those of its part. They are put into a table of
//! their own before they are read, and back after they are written; what [`serde`] finds wrong, and
//! what the [builder](super::build) does, keep their places in the text.

use std::io;
use std::path::{Path, PathBuf};

use hexring_players::Registry;
use serde::Deserialize;
use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use super::Experiment;
use super::build::Context;
use super::file::{ExperimentFile, PartFile};
use super::place::{Fault, Place, Step};
use crate::contender::Contender;

/// Why a file is no experiment.
#[derive(Debug, Error)]
pub enum FileError {
    /// It cannot be read.
    #[error("{path}")]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It says something wrong.
    #[error("{path} {fault}")]
    Bad {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        fault: TextFault,
    },
}

/// A fault at a place in a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {message}")]
pub struct TextFault {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1.
    pub column: usize,
    /// The bad value and what was expected.
    pub message: String,
}

/// Reads an experiment and the published tables that it names. Players are those of the registry.
pub fn read(path: &Path, registry: &Registry) -> Result<Experiment, FileError> {
    let text = std::fs::read_to_string(path)
        .map_err(|source| FileError::Io { path: path.to_owned(), source })?;
    read_from(&text, path, registry, &beside(path.parent().unwrap_or(Path::new(""))))
}

/// Reads an experiment from the text of a file, and what it names through `load`.
pub(crate) fn read_from(
    text: &str,
    path: &Path,
    registry: &Registry,
    load: &dyn Fn(&str) -> io::Result<String>,
) -> Result<Experiment, FileError> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let file = ExperimentFile::parse(text);
    let resolve = |text: &str| Contender::parse(registry, text);
    let experiment = file.and_then(|file| {
        file.experiment(&name, &Context { resolve: &resolve, load })
            .map_err(|fault| locate(text, &fault))
    });
    experiment.map_err(|fault| FileError::Bad { path: path.to_owned(), fault })
}

/// Files of a folder.
fn beside(folder: &Path) -> impl Fn(&str) -> io::Result<String> {
    move |other| std::fs::read_to_string(folder.join(other))
}

/// The experiment of a file in a folder, which may name other files there.
#[cfg(feature = "store")]
pub(crate) fn lay_out(
    file: &ExperimentFile,
    name: &str,
    folder: &Path,
    registry: &Registry,
) -> Result<Experiment, Fault> {
    let resolve = |text: &str| Contender::parse(registry, text);
    file.experiment(name, &Context { resolve: &resolve, load: &beside(folder) })
}

impl ExperimentFile {
    /// The experiment, if it names no other file.
    pub fn alone(&self, name: &str, registry: &Registry) -> Result<Experiment, Fault> {
        let resolve = |text: &str| Contender::parse(registry, text);
        let load = |_: &str| Err(io::ErrorKind::NotFound.into());
        self.experiment(name, &Context { resolve: &resolve, load: &load })
    }

    /// Reads the text of a file.
    pub fn parse(text: &str) -> Result<Self, TextFault> {
        let mut table = DeTable::parse(text).map_err(|error| TextFault::of(text, &error))?;
        let mut own_keys = Vec::new();
        if let Some(parts) = table.get_mut().get_mut("part")
            && let DeValue::Array(parts) = parts.get_mut()
        {
            for part in parts.iter_mut() {
                own_keys.extend(nest(part).map_err(|(at, why)| TextFault::at(text, at, &why))?);
            }
        }
        let table = Spanned::new(table.span(), DeValue::Table(table.into_inner()));
        ExperimentFile::deserialize(ValueDeserializer::from(table)).map_err(|error| {
            let mut fault = TextFault::of(text, &error);
            // Only keys that are unknown have their faults where they begin.
            if error.span().is_some_and(|span| own_keys.contains(&span.start)) {
                let keys = PartFile::KEYS.join("`, `");
                fault.message.push_str(&format!("; every part may have `kind`, `{keys}` too"));
            }
            fault
        })
    }

    /// The text of a file.
    pub fn to_toml(&self) -> Result<String, toml::ser::Error> {
        let mut table = toml::Table::try_from(self)?;
        if let Some(toml::Value::Array(parts)) = table.get_mut("part") {
            parts.iter_mut().filter_map(toml::Value::as_table_mut).for_each(flatten);
        }
        toml::to_string_pretty(&table)
    }
}

/// Puts the keys of a design into a table named by its kind, and says where they begin.
fn nest(part: &mut Spanned<DeValue>) -> Result<Vec<usize>, (usize, String)> {
    let whole = part.span();
    // What is no table is left to serde, which says so.
    let DeValue::Table(table) = part.get_mut() else { return Ok(Vec::new()) };
    let missing = (whole.start, "missing field `kind`".to_owned());
    let kind = table.remove("kind").ok_or(missing)?;
    let place = kind.span();
    let name = match kind.into_inner() {
        DeValue::String(name) => name,
        other => {
            let found = other.type_str();
            return Err((place.start, format!("kind is {found}, expected the name of a design")));
        }
    };
    let is_common =
        |key: &Spanned<_>| PartFile::KEYS.contains(&AsRef::<str>::as_ref(key.get_ref()));
    let (common, own): (DeTable, DeTable) =
        std::mem::take(table).into_iter().partition(|(key, _)| is_common(key));
    let begin = own.keys().map(|key| key.span().start).collect();
    let own = Spanned::new(whole.clone(), DeValue::Table(own));
    let design = DeTable::from_iter([(Spanned::new(place, name), own)]);
    *table = common;
    let design = Spanned::new(whole.clone(), DeValue::Table(design));
    table.insert(Spanned::new(whole, "design".into()), design);
    Ok(begin)
}

/// Puts the keys of a design beside those of its part.
fn flatten(part: &mut toml::Table) {
    let Some(toml::Value::Table(design)) = part.remove("design") else { return };
    for (kind, keys) in design {
        part.insert("kind".to_owned(), kind.into());
        part.extend(keys.as_table().cloned().unwrap_or_default());
    }
}

/// Where in its text a fault of an experiment is: at the value, or at the table that should have it.
fn locate(text: &str, fault: &Fault) -> TextFault {
    let at = DeTable::parse(text).map_or(0, |table| find(table.get_ref(), &fault.place));
    TextFault::at(text, at, &fault.message)
}

fn find(table: &DeTable, place: &Place) -> usize {
    let (mut found, mut within) = (0, None::<&Spanned<DeValue>>);
    for step in place.steps() {
        let next = match (step, within.map(Spanned::get_ref)) {
            (Step::Key(key), None) => table.get(*key),
            (Step::Key(key), Some(DeValue::Table(table))) => table.get(*key),
            (Step::Item(index), Some(DeValue::Array(items))) => items.get(*index),
            // One value alone may stand for a list.
            _ => within,
        };
        let Some(value) = next else { break };
        (found, within) = (value.span().start, next);
    }
    found
}

impl TextFault {
    fn at(text: &str, offset: usize, message: &str) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let begin = before.rfind('\n').map_or(0, |end| end + 1);
        TextFault {
            line: before.matches('\n').count() + 1,
            column: before[begin..].chars().count() + 1,
            message: message.trim_end().replace('\n', ", "),
        }
    }

    fn of(text: &str, error: &toml::de::Error) -> Self {
        TextFault::at(text, error.span().map_or(0, |span| span.start), error.message())
    }
}

#[cfg(test)]
mod tests;
