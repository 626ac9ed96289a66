//! What a caller in Python gets instead of a result: an exception, also where the code has a fault.

use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

create_exception!(
    tagdown,
    TagdownError,
    PyException,
    "A document, a configuration or an argument that tagdown cannot use."
);

/// An exception with a message.
pub(crate) fn error(message: impl Into<String>) -> PyErr {
    TagdownError::new_err(message.into())
}

/// Runs code while other threads of Python may run. A panic becomes an exception.
pub(crate) fn detached<T: Send>(
    py: Python<'_>,
    run: impl FnOnce() -> Result<T, String> + Send,
) -> PyResult<T> {
    let caught = py.detach(|| catch_unwind(AssertUnwindSafe(run)));
    caught.unwrap_or_else(|panic| Err(told(&*panic))).map_err(error)
}

/// What a panic says.
pub(crate) fn told(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
    format!("internal error in tagdown; please report it: {text}")
}

/// Panics, so that a test sees the exception.
#[cfg(debug_assertions)]
#[pyfunction]
pub(crate) fn _panic(py: Python<'_>) -> PyResult<()> {
    detached(py, || panic!("on purpose"))
}
