//! Exceptions with the program's own texts.

use std::error::Error as StdError;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

pyo3::create_exception!(
    hexring,
    Error,
    PyValueError,
    "What hexring refuses: one line that names the bad value and what was expected."
);

/// A refusal in words.
pub(crate) fn refuse(words: impl Into<String>) -> PyErr {
    Error::new_err(words.into())
}

/// Turns faults of the crates below into exceptions.
pub(crate) trait Raise<T> {
    /// The value, or the fault as an exception.
    fn raise(self) -> PyResult<T>;
}

impl<T, E: StdError> Raise<T> for Result<T, E> {
    fn raise(self) -> PyResult<T> {
        self.map_err(|error| refuse(one_line(&error)))
    }
}

/// A fault with all its causes.
fn one_line(error: &dyn StdError) -> String {
    let (mut text, mut cause) = (error.to_string(), error.source());
    while let Some(error) = cause {
        text.push_str(&format!(": {error}"));
        cause = error.source();
    }
    text
}
