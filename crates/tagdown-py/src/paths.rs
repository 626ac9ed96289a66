//! Paths that a call passes: one, or any number of them.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::arguments::{PathLike, wrong};

/// One path or several.
pub(crate) struct Paths(pub(crate) Vec<PathBuf>);

impl<'py> FromPyObject<'_, 'py> for Paths {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if is_path(&given) {
            return Ok(Self(vec![given.extract::<PathLike>()?.0]));
        }
        let items = given.try_iter().map_err(|_| wrong(given, "a path, or several"))?;
        let path = |item: PyResult<Bound<'py, PyAny>>| Ok(item?.extract::<PathLike>()?.0);
        Ok(Self(items.map(path).collect::<PyResult<_>>()?))
    }
}

/// Whether an object is one path.
pub(crate) fn is_path(given: &Bound<'_, PyAny>) -> bool {
    given.is_instance_of::<PyString>() || given.hasattr("__fspath__").is_ok_and(|has| has)
}
