//! Tables for other libraries: a stream of Arrow batches, which pyarrow, pandas, polars and DuckDB take without a copy.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use tagdown_tables::{Row, batch, schema};

use crate::errors::told;

/// How many rows and bytes of text a batch has at least, unless it is the last. A column of texts holds at most 2 GB.
const ROWS: usize = 4096;
const BYTES: usize = 1 << 25;

/// Batches of rows, each made when somebody asks for it.
struct Batches<N> {
    /// The next rows; none at the end.
    next: N,
    is_done: bool,
    waiting: VecDeque<Row>,
}

impl<N: FnMut() -> Result<Option<Vec<Row>>, String>> Batches<N> {
    /// The rows of the next batch; none at the end.
    fn rows(&mut self) -> Result<Vec<Row>, String> {
        let (mut rows, mut bytes) = (Vec::new(), 0);
        while rows.len() < ROWS && bytes < BYTES {
            if let Some(row) = self.waiting.pop_front() {
                bytes += row.text.as_ref().map_or(0, String::len);
                rows.push(row);
            } else if self.is_done {
                break;
            } else if let Some(more) = (self.next)()? {
                self.waiting = more.into();
            } else {
                self.is_done = true;
            }
        }
        Ok(rows)
    }

    fn batch(&mut self) -> Result<Option<RecordBatch>, String> {
        let rows = self.rows()?;
        if rows.is_empty() { Ok(None) } else { batch(&rows).map(Some) }
    }
}

impl<N: FnMut() -> Result<Option<Vec<Row>>, String>> Iterator for Batches<N> {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        // Whoever calls is not written in Rust, and a panic would end the process.
        let made = catch_unwind(AssertUnwindSafe(|| self.batch())).unwrap_or_else(|panic| Err(told(&*panic)));
        if made.is_err() {
            self.is_done = true;
            self.waiting.clear();
        }
        made.map_err(failed).transpose()
    }
}

impl<N: FnMut() -> Result<Option<Vec<Row>>, String>> RecordBatchReader for Batches<N> {
    fn schema(&self) -> SchemaRef {
        schema()
    }
}

fn failed(problem: String) -> ArrowError {
    ArrowError::ExternalError(problem.into())
}

/// The stream in the form that libraries exchange.
pub(crate) fn capsule(
    py: Python<'_>,
    next: impl FnMut() -> Result<Option<Vec<Row>>, String> + Send + 'static,
) -> PyResult<Bound<'_, PyCapsule>> {
    let stream =
        FFI_ArrowArrayStream::new(Box::new(Batches { next, is_done: false, waiting: VecDeque::new() }));
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}
