//! JSON of the other interfaces, as objects of Python.

use pyo3::prelude::*;

use crate::errors::error;

/// A value as objects of Python.
pub(crate) fn from_json<'py>(py: Python<'py>, json: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (json,)).map_err(|problem| error(problem.to_string()))
}
