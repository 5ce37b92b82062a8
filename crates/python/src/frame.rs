//! `Frame`: results as a table of Arrow, which pandas, polars and pyarrow take without copies.

use std::sync::Arc;

use arrow_array::builder::{ListBuilder, StringBuilder};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    Array, ArrayRef, Float64Array, Int64Array, ListArray, RecordBatch, RecordBatchIterator,
    StringArray, TimestampMillisecondArray,
};
use hexring_lab::export::{Filled, Value, columns};
use hexring_lab::rows::GameRow;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList};

use crate::errors::Raise;

/// A table with named columns: `pandas.DataFrame.from_arrow`, `polars.DataFrame` and
/// `pyarrow.table` take it as it is.
#[pyclass(module = "hexring", frozen)]
pub(crate) struct Frame {
    batch: RecordBatch,
}

impl Frame {
    /// A table of these columns, which are of one length.
    pub(crate) fn new(columns: Vec<(&str, ArrayRef)>) -> PyResult<Self> {
        Ok(Frame { batch: RecordBatch::try_from_iter_with_nullable(nullable(columns)).raise()? })
    }

    /// One row a game.
    pub(crate) fn of_games(games: &[GameRow]) -> PyResult<Self> {
        let filled = columns(games);
        let names: Vec<String> = filled.iter().map(|column| column.name.clone()).collect();
        let names = names.iter().map(String::as_str);
        Frame::new(names.zip(filled.into_iter().map(array)).collect())
    }
}

fn nullable(columns: Vec<(&str, ArrayRef)>) -> impl Iterator<Item = (&str, ArrayRef, bool)> {
    columns.into_iter().map(|(name, array)| (name, array, true))
}

fn array(column: Filled) -> ArrayRef {
    let values = column.values.into_iter();
    let whole = |value| match value {
        Value::Whole(number) | Value::Time(number) => Some(number),
        _ => None,
    };
    match column.kind {
        Value::Whole(_) => Arc::new(values.map(whole).collect::<Int64Array>()),
        Value::Time(_) => {
            let times: TimestampMillisecondArray = values.map(whole).collect();
            Arc::new(times.with_timezone("UTC"))
        }
        Value::Real(_) => Arc::new(
            values
                .map(|value| match value {
                    Value::Real(number) => Some(number),
                    _ => None,
                })
                .collect::<Float64Array>(),
        ),
        Value::List(_) => Arc::new(lists(values)),
        Value::Text(_) | Value::Nothing => Arc::new(
            values
                .map(|value| match value {
                    Value::Text(text) => Some(text),
                    _ => None,
                })
                .collect::<StringArray>(),
        ),
    }
}

fn lists(values: impl Iterator<Item = Value>) -> ListArray {
    let mut lists = ListBuilder::new(StringBuilder::new());
    for value in values {
        let items = if let Value::List(items) = value { items } else { Vec::new() };
        lists.append_value(items.into_iter().map(Some));
    }
    lists.finish()
}

#[pymethods]
impl Frame {
    /// The table as a stream of Arrow's C interface.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface lets a producer leave a wish for another schema to the consumer.
        let _ = requested_schema;
        let batches = RecordBatchIterator::new([Ok(self.batch.clone())], self.batch.schema());
        let stream = FFI_ArrowArrayStream::new(Box::new(batches));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.batch.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    /// The values of a column; times are milliseconds since 1970.
    fn __getitem__<'py>(&self, py: Python<'py>, column: &str) -> PyResult<Bound<'py, PyList>> {
        let unknown = || PyKeyError::new_err(format!("no column \"{column}\""));
        values(py, self.batch.column_by_name(column).ok_or_else(unknown)?)
    }

    /// All columns by their names.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for name in self.columns() {
            dict.set_item(&name, self.__getitem__(py, &name)?)?;
        }
        Ok(dict)
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    fn __repr__(&self) -> String {
        format!("Frame({} rows: {})", self.batch.num_rows(), self.columns().join(", "))
    }
}

fn values<'py>(py: Python<'py>, array: &ArrayRef) -> PyResult<Bound<'py, PyList>> {
    let any = array.as_any();
    if let Some(texts) = any.downcast_ref::<StringArray>() {
        return PyList::new(py, texts.iter());
    }
    if let Some(lists) = any.downcast_ref::<ListArray>() {
        let items = lists.iter().map(|items| items.map(|items| values(py, &items)).transpose());
        return PyList::new(py, items.collect::<PyResult<Vec<_>>>()?);
    }
    if let Some(numbers) = any.downcast_ref::<Float64Array>() {
        return PyList::new(py, numbers.iter());
    }
    if let Some(times) = any.downcast_ref::<TimestampMillisecondArray>() {
        return PyList::new(py, times.iter());
    }
    let numbers = any.downcast_ref::<Int64Array>();
    PyList::new(py, numbers.into_iter().flatten().collect::<Vec<_>>())
}
