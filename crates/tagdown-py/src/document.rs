//! `Document`: a text with its blocks.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyList;
use tagdown::text::plural;
use tagdown_read::{Encoding, Reading as Pages};
use tagdown_render::dialect;
use tagdown_render::html::{Page, page};

use crate::block::Block;
use crate::errors::detached;
use crate::one::One;
use crate::workers::alone;

/// A document: its text and its blocks.
#[pyclass(frozen, module = "tagdown")]
pub(crate) struct Document {
    pub(crate) one: One,
    page: Arc<Pages>,
    blocks: Py<PyList>,
    is_tagged: bool,
}

impl Document {
    pub(crate) fn new(
        py: Python<'_>,
        one: One,
        (page, blocks): (Arc<Pages>, Vec<Block>),
        is_tagged: bool,
    ) -> PyResult<Self> {
        let blocks =
            blocks.into_iter().map(|block| Py::new(py, block)).collect::<PyResult<Vec<Py<Block>>>>()?;
        Ok(Self { one, page, blocks: PyList::new(py, blocks)?.unbind(), is_tagged })
    }
}

#[pymethods]
impl Document {
    /// The text.
    #[getter]
    fn text(&self) -> &str {
        &self.one.text
    }

    /// The path, as it was given; empty for a text without one.
    #[getter]
    fn path(&self) -> &str {
        &self.page.path
    }

    /// The title.
    #[getter]
    fn title(&self) -> Option<&str> {
        self.page.title.as_deref()
    }

    /// The version in the header.
    #[getter]
    fn version(&self) -> Option<&str> {
        self.page.document_version.as_deref()
    }

    /// The version of the format that the document declares.
    #[getter]
    fn format_version(&self) -> Option<&str> {
        self.page.format_version.as_deref()
    }

    /// Whether it is a tagged document.
    #[getter]
    fn tagged(&self) -> bool {
        self.is_tagged
    }

    /// All blocks, in order. Text without a tag is a NOTE with `tagged` false.
    #[getter]
    fn blocks<'py>(&self, py: Python<'py>) -> Bound<'py, PyList> {
        // A list of its own, which the caller may change.
        let blocks = self.blocks.bind(py);
        blocks.get_slice(0, blocks.len())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.blocks(py).try_iter()?.into_any())
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.blocks.bind(py).len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.blocks.bind(py).as_any().get_item(index)
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let blocks = plural(self.blocks.bind(py).len(), "block");
        format!("<Document {:?}, {blocks}>", self.page.title.as_deref().unwrap_or(&self.page.path))
    }

    /// A page in a frame, so that neither changes the look of the other. The HTML of the document is sanitized.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        detached(py, || {
            alone(self.one.text.len(), || {
                let options =
                    dialect("html").map(|to| self.one.config.config.render.options(to)).unwrap_or_default();
                let settings = Page {
                    options: &options,
                    encoding: Encoding::default(),
                    path: &self.page.path,
                    index: None,
                    pages: None,
                    highlight: true,
                };
                let made = page(&self.one.parse(), &settings).text;
                let escaped = made.replace('&', "&amp;").replace('"', "&quot;");
                format!(
                    "<iframe sandbox=\"allow-scripts\" style=\"width:100%;height:32em;border:0\" \
                     srcdoc=\"{escaped}\"></iframe>"
                )
            })
        })
    }

    fn _repr_markdown_(&self, py: Python<'_>) -> PyResult<String> {
        detached(py, || {
            let document = self.one.parse();
            let made = dialect("portable")
                .map(|to| tagdown_render::render(&document, to, &self.one.config.config.render.options(to)));
            Ok(made.map_or_else(|| self.one.text.to_string(), |made| made.text))
        })
    }
}
