//! `parse`: reads a text with all of its blocks.

use pyo3::prelude::*;
use tagdown_read::{ALL, Selection};

use crate::arguments::{Config, Given};
use crate::block::blocks;
use crate::document::Document;
use crate::errors::detached;
use crate::one::One;
use crate::workers::alone;

/// Reads a document, and returns it with its blocks. Any text is a document.
///
/// source: a str is the text of a document, a path object is its file, or a Document.
/// path: the name of the document in addresses, for a text.
/// config: a configuration file; False for none. The default is the nearest `tagdown.toml` above a file, and none for a text.
#[pyfunction]
#[pyo3(signature = (source, /, *, path=None, config=None))]
pub(crate) fn parse(
    py: Python<'_>,
    source: Given,
    path: Option<String>,
    config: Option<Config>,
) -> PyResult<Document> {
    let one = One::load(py, source, path, config.as_ref())?;
    let (found, is_tagged) = detached(py, || {
        alone(one.text.len(), || {
            let document = one.parse();
            // A block that an agent wrote and nobody has reviewed is a part of the document all the same.
            let unreviewed = document.blocks.iter().filter(|block| document.unreviewed(block).is_some());
            let selection = Selection {
                kinds: Some(ALL.to_vec()),
                addresses: unreviewed.map(|block| document.block_address(block)).collect(),
                keeps_all: true,
                counts_later: true,
                ..Selection::default()
            };
            (blocks(&document, &one.path, &selection), document.is_tagged())
        })
    })?;
    Document::new(py, one, found, is_tagged)
}
