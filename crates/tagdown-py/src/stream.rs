//! Tables for other libraries: a stream of Arrow batches, which pyarrow, pandas, polars and DuckDB take without a copy.

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use tagdown_tables::{Row, batch, schema};

/// How many rows a batch has at least, unless it is the last.
const ROWS: usize = 4096;

/// Batches of rows, each made when somebody asks for it.
pub(crate) struct Batches<N> {
    /// The next rows; none at the end.
    pub(crate) next: N,
    pub(crate) is_done: bool,
}

impl<N: FnMut() -> Result<Option<Vec<Row>>, String>> Iterator for Batches<N> {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut rows = Vec::new();
        while rows.len() < ROWS && !self.is_done {
            match (self.next)() {
                Ok(Some(more)) => rows.extend(more),
                Ok(None) => self.is_done = true,
                Err(problem) => {
                    self.is_done = true;
                    return Some(Err(failed(problem)));
                }
            }
        }
        (!rows.is_empty()).then(|| batch(&rows).map_err(failed))
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
    let stream = FFI_ArrowArrayStream::new(Box::new(Batches { next, is_done: false }));
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}
