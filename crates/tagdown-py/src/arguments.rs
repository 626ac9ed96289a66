//! What calls pass: texts, paths and documents, kinds, encodings, configurations.

use std::path::PathBuf;

use pyo3::exceptions::{PyFileNotFoundError, PyIsADirectoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};
use tagdown::document::Kind;
use tagdown_project::config::Configs;
use tagdown_project::files::{self, Input};
use tagdown_read::{ALL, Encoding, kind_named};

use crate::document::Document;
use crate::errors::detached;
use crate::one::One;

/// A text, a path, or a document that is already read.
pub(crate) enum Given {
    Text(String),
    Path(PathBuf),
    Document(One),
}

impl<'py> FromPyObject<'_, 'py> for Given {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = given.cast::<PyString>() {
            return Ok(Self::Text(text.to_str()?.to_owned()));
        }
        if let Ok(document) = given.cast::<Document>() {
            return Ok(Self::Document(document.get().one.clone()));
        }
        match path(given) {
            Some(path) => Ok(Self::Path(path?)),
            None => Err(wrong(given, "a str with the text of a document, a path object or a Document")),
        }
    }
}

/// An object that is a path and not a text.
fn path(given: Borrowed<'_, '_, PyAny>) -> Option<PyResult<PathBuf>> {
    given.hasattr("__fspath__").is_ok_and(|has| has).then(|| given.extract())
}

/// The exception for an argument of another type.
pub(crate) fn wrong(given: Borrowed<'_, '_, PyAny>, expected: &str) -> PyErr {
    let name = given.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("expected {expected}, not {name}"))
}

/// A path, as a str or a path object.
pub(crate) struct PathLike(pub(crate) PathBuf);

impl<'py> FromPyObject<'_, 'py> for PathLike {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if given.is_instance_of::<PyString>() {
            return Ok(Self(given.extract()?));
        }
        path(given).map_or_else(|| Err(wrong(given, "a path")), |path| path.map(Self))
    }
}

/// Which configuration applies.
#[derive(Clone, Default)]
pub(crate) enum Config {
    /// The nearest one above a file; none for a text.
    #[default]
    Nearest,
    None,
    File(PathBuf),
}

impl<'py> FromPyObject<'_, 'py> for Config {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if given.cast::<PyBool>().is_ok_and(|flag| !flag.is_true()) {
            return Ok(Self::None);
        }
        given.extract().map(|PathLike(path)| Self::File(path)).map_err(|problem| {
            if problem.is_instance_of::<PyTypeError>(given.py()) {
                wrong(given, "the path of a configuration, or False for none")
            } else {
                problem
            }
        })
    }
}

impl Config {
    pub(crate) fn configs(&self) -> Result<Configs, String> {
        match self {
            Self::Nearest => Ok(Configs::default()),
            Self::None => Ok(Configs::none()),
            Self::File(path) => Configs::of(path),
        }
    }

    /// The configurations for a text. It comes from anywhere: what lies around on this disk says nothing about it.
    fn of_text(&self) -> Result<Configs, String> {
        if matches!(self, Self::Nearest) { Ok(Configs::none()) } else { self.configs() }
    }
}

impl One {
    /// Reads the document of a call. Files of folders are for functions that take several documents.
    pub(crate) fn load(
        py: Python<'_>,
        given: Given,
        path: Option<String>,
        config: Option<&Config>,
    ) -> PyResult<Self> {
        let config = config.cloned().unwrap_or_default();
        match given {
            Given::Path(file) => {
                exists(&file)?;
                if file.is_dir() {
                    return Err(PyIsADirectoryError::new_err(format!("{} is a folder", file.display())));
                }
                detached(py, || Self::of_file(file, path, &mut config.configs()?))
            }
            Given::Text(text) => {
                detached(py, || Self::of_text(text.into(), path.unwrap_or_default(), &mut config.of_text()?))
            }
            // It keeps the settings that it was read with.
            Given::Document(mut one) if matches!(config, Config::Nearest) => {
                one.path = path.unwrap_or(one.path);
                Ok(one)
            }
            Given::Document(one) => {
                detached(py, || Self::of_text(one.text, path.unwrap_or(one.path), &mut config.of_text()?))
            }
        }
    }
}

/// Fails as Python does for a file that is not there.
pub(crate) fn exists(path: &std::path::Path) -> PyResult<()> {
    match path.symlink_metadata() {
        Err(problem) if problem.kind() == std::io::ErrorKind::NotFound => {
            Err(PyFileNotFoundError::new_err(format!("no such file or folder: {}", path.display())))
        }
        _ => Ok(()),
    }
}

/// Kinds of blocks: one name, `"all"`, names with commas, or several names.
pub(crate) struct Kinds(pub(crate) Vec<Kind>);

impl<'py> FromPyObject<'_, 'py> for Kinds {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let names: Vec<String> = if let Ok(text) = given.cast::<PyString>() {
            text.to_str()?.split(',').map(str::to_owned).collect()
        } else {
            texts(given, "the names of kinds: SPEC, NOTE, BUG, ? or all")?
        };
        let mut kinds = Vec::new();
        for name in names {
            if name.trim().eq_ignore_ascii_case("all") {
                kinds.extend_from_slice(ALL);
            } else {
                let kind = kind_named(&name);
                kinds.push(kind.map_err(|problem| PyValueError::new_err(format!("kinds: {problem}")))?);
            }
        }
        Ok(Self(kinds))
    }
}

/// Several texts. One str is not taken for its characters.
pub(crate) fn texts(given: Borrowed<'_, '_, PyAny>, expected: &str) -> PyResult<Vec<String>> {
    let items = given.try_iter().map_err(|_| wrong(given, expected))?;
    let text = |item: PyResult<Bound<'_, PyAny>>| {
        let item = item?;
        item.cast::<PyString>()
            .map_err(|_| wrong(item.as_borrowed(), expected))
            .and_then(|text| text.to_str().map(str::to_owned))
    };
    items.map(text).collect()
}

/// Names: one, or several.
pub(crate) struct Names(pub(crate) Vec<String>);

impl<'py> FromPyObject<'_, 'py> for Names {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match given.cast::<PyString>() {
            Ok(text) => Ok(Self(vec![text.to_str()?.to_owned()])),
            Err(_) => texts(given, "a str or several").map(Self),
        }
    }
}

/// The encoding with this name.
pub(crate) fn encoding(name: &str) -> PyResult<Encoding> {
    Encoding::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = tagdown_read::ENCODINGS.iter().map(|row| row.name).collect();
        PyValueError::new_err(format!("unknown encoding `{name}`; known: {}", names.join(", ")))
    })
}

/// A value out of a list.
pub(crate) fn one_of<T: Copy>(what: &str, name: &str, known: &[(&str, T)]) -> PyResult<T> {
    known.iter().find(|(known, _)| *known == name).map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        PyValueError::new_err(format!("unknown {what} `{name}`; known: {}", names.join(", ")))
    })
}

/// Finds the documents at paths.
pub(crate) fn find(input: &Input, config: &Config) -> Result<files::Found, String> {
    files::find(input, &mut config.configs()?)
}
