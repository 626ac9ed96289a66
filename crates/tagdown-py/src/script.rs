//! `main`: the command line, as the script and `python -m tagdown` run it.

use std::ffi::OsString;
use std::path::PathBuf;

use pyo3::prelude::*;

use crate::errors::detached;

/// Runs the command line. `program` is what a person starts to run it. Returns the exit status.
#[pyfunction]
#[pyo3(signature = (program, arguments, /))]
pub(crate) fn main(py: Python<'_>, program: PathBuf, arguments: Vec<OsString>) -> PyResult<u8> {
    detached(py, || Ok(tagdown_cli::run_as(program, &arguments)))
}
