//! Tables of an experiment file, taken apart field by field, so that every fault has its line.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Display;
use std::str::FromStr;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A fault at a place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) line: usize,
    pub(super) message: String,
}

pub(super) type Outcome<T> = Result<T, Fault>;

/// The line of a place in a text, counted from 1.
pub(super) fn line_of(text: &str, at: usize) -> usize {
    text.as_bytes()[..at.min(text.len())].iter().filter(|byte| **byte == b'\n').count() + 1
}

/// A table whose fields are asked for one by one; what nobody asked for is a fault.
pub(super) struct Fields<'a> {
    text: &'a str,
    /// The line where the table begins.
    line: usize,
    table: &'a DeTable<'a>,
    asked: RefCell<BTreeSet<&'static str>>,
}

/// A value with its line.
pub(super) struct At<T> {
    pub(super) line: usize,
    pub(super) value: T,
}

impl<T> At<T> {
    /// Another value in the same place, or a fault there.
    pub(super) fn map<U, E: Display>(self, read: impl FnOnce(T) -> Result<U, E>) -> Outcome<U> {
        read(self.value).map_err(|error| Fault { line: self.line, message: error.to_string() })
    }
}

impl<'a> Fields<'a> {
    pub(super) fn new(text: &'a str, start: usize, table: &'a DeTable<'a>) -> Self {
        Fields { text, line: line_of(text, start), table, asked: RefCell::default() }
    }

    /// A fault of the table as a whole.
    pub(super) fn fault(&self, message: impl Display) -> Fault {
        Fault { line: self.line, message: message.to_string() }
    }

    fn raw(&self, key: &'static str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.asked.borrow_mut().insert(key);
        self.table.get(key)
    }

    fn wrong(&self, key: &str, value: &Spanned<DeValue>, expected: &str) -> Fault {
        let line = line_of(self.text, value.span().start);
        let kind = value.get_ref().type_str();
        Fault { line, message: format!("{key} is {kind}, expected {expected}") }
    }

    fn at<T>(&self, value: &Spanned<DeValue>, inner: T) -> At<T> {
        At { line: line_of(self.text, value.span().start), value: inner }
    }

    /// A text, if it is there.
    pub(super) fn text(&self, key: &'static str) -> Outcome<Option<At<&'a str>>> {
        let Some(value) = self.raw(key) else { return Ok(None) };
        let text = value.get_ref().as_str().ok_or_else(|| self.wrong(key, value, "text"))?;
        Ok(Some(self.at(value, text)))
    }

    /// A text, empty if it is not there.
    pub(super) fn text_or_empty(&self, key: &'static str) -> Outcome<String> {
        Ok(self.text(key)?.map(|at| at.value.trim().to_owned()).unwrap_or_default())
    }

    /// A value that reads from text, if it is there.
    pub(super) fn parsed<T>(&self, key: &'static str) -> Outcome<Option<T>>
    where
        T: FromStr,
        T::Err: Display,
    {
        self.text(key)?.map(|at| at.map(str::parse)).transpose()
    }

    /// A value that must be there.
    pub(super) fn needed<T>(&self, key: &'static str, found: Option<T>) -> Outcome<T> {
        found.ok_or_else(|| self.fault(format!("{key} is missing")))
    }

    /// One text or a list of them.
    pub(super) fn texts(&self, key: &'static str) -> Outcome<Vec<At<&'a str>>> {
        let Some(value) = self.raw(key) else { return Ok(Vec::new()) };
        let expected = "text or a list of texts";
        let read = |item: &'a Spanned<DeValue<'a>>| {
            let text = item.get_ref().as_str().ok_or_else(|| self.wrong(key, item, expected))?;
            Ok(self.at(item, text))
        };
        match value.get_ref() {
            DeValue::Array(items) => items.iter().map(read).collect(),
            _ => Ok(vec![read(value)?]),
        }
    }

    /// Values that read from text.
    pub(super) fn parsed_list<T>(&self, key: &'static str) -> Outcome<Vec<T>>
    where
        T: FromStr,
        T::Err: Display,
    {
        self.texts(key)?.into_iter().map(|at| at.map(str::parse)).collect()
    }

    /// A whole number in a range, if it is there.
    pub(super) fn whole(&self, key: &'static str, min: u64, max: u64) -> Outcome<Option<u64>> {
        let Some(value) = self.raw(key) else { return Ok(None) };
        self.read_whole(key, value, min, max).map(Some)
    }

    fn read_whole(&self, key: &str, value: &Spanned<DeValue>, min: u64, max: u64) -> Outcome<u64> {
        let expected = format!("a whole number from {min} to {max}");
        let Some(number) = value.get_ref().as_integer() else {
            return Err(self.wrong(key, value, &expected));
        };
        let read = u64::from_str_radix(number.as_str(), number.radix()).ok();
        let message = format!("{key} is {}, expected {expected}", number.as_str());
        let fault = Fault { line: line_of(self.text, value.span().start), message };
        read.filter(|number| (min..=max).contains(number)).ok_or(fault)
    }

    /// A list of whole numbers in a range.
    pub(super) fn wholes(&self, key: &'static str, min: u64, max: u64) -> Outcome<Vec<u64>> {
        let Some(value) = self.raw(key) else { return Ok(Vec::new()) };
        match value.get_ref() {
            DeValue::Array(items) => {
                items.iter().map(|item| self.read_whole(key, item, min, max)).collect()
            }
            _ => Ok(vec![self.read_whole(key, value, min, max)?]),
        }
    }

    /// A number, whole or not, if it is there.
    pub(super) fn number(&self, key: &'static str) -> Outcome<Option<f64>> {
        let Some(value) = self.raw(key) else { return Ok(None) };
        let text = match value.get_ref() {
            DeValue::Integer(number) => number.as_str(),
            DeValue::Float(number) => number.as_str(),
            _ => return Err(self.wrong(key, value, "a number")),
        };
        let finite = text.parse::<f64>().ok().filter(|number| number.is_finite());
        finite.map(Some).ok_or_else(|| self.wrong(key, value, "a finite number"))
    }

    /// Yes or no; no if it is not there.
    pub(super) fn flag(&self, key: &'static str) -> Outcome<bool> {
        let Some(value) = self.raw(key) else { return Ok(false) };
        value.get_ref().as_bool().ok_or_else(|| self.wrong(key, value, "true or false"))
    }

    /// A table, if it is there.
    pub(super) fn table(&self, key: &'static str) -> Outcome<Option<Fields<'a>>> {
        let Some(value) = self.raw(key) else { return Ok(None) };
        let table = value.get_ref().as_table().ok_or_else(|| self.wrong(key, value, "a table"))?;
        Ok(Some(Fields::new(self.text, value.span().start, table)))
    }

    /// A list of tables.
    pub(super) fn tables(&self, key: &'static str) -> Outcome<Vec<Fields<'a>>> {
        let Some(value) = self.raw(key) else { return Ok(Vec::new()) };
        let DeValue::Array(items) = value.get_ref() else {
            return Err(self.wrong(key, value, "a list of tables"));
        };
        let read = |item: &'a Spanned<DeValue<'a>>| {
            let table = item.get_ref().as_table();
            let table = table.ok_or_else(|| self.wrong(key, item, "a table"))?;
            Ok(Fields::new(self.text, item.span().start, table))
        };
        items.iter().map(read).collect()
    }

    /// Ends the reading: fields that nobody asked for are faults.
    pub(super) fn finish(&self, what: &str) -> Outcome<()> {
        let asked = self.asked.borrow();
        let unknown = self.table.iter().find(|(key, _)| !asked.contains(key.get_ref().as_ref()));
        let Some((key, _)) = unknown else { return Ok(()) };
        let known: Vec<&str> = asked.iter().copied().collect();
        let message =
            format!("{what} has no \"{}\": expected one of {}", key.get_ref(), known.join(", "));
        Err(Fault { line: line_of(self.text, key.span().start), message })
    }
}
