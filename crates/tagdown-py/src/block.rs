//! `Block`: one block of a document, with everything that a citation needs.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use tagdown::document::Document as Parsed;
use tagdown_read::{Encoding, Item, Reading as Pages, Request, Selection, read, views};
use tagdown_tables::{Chars, Offsets, Row};

use crate::json::from_json;

/// One block of a document.
#[pyclass(frozen, module = "tagdown")]
pub(crate) struct Block {
    /// The document, without its blocks.
    page: Arc<Pages>,
    item: Item,
    span: Chars,
    encoding: Encoding,
    /// Counted when somebody asks, unless it was counted with the document.
    tokens: OnceLock<usize>,
}

/// Blocks of a document that was read. The selection says whether their tokens are counted at once.
pub(crate) fn blocks(document: &Parsed<'_>, path: &str, selection: &Selection) -> (Arc<Pages>, Vec<Block>) {
    with_page(document.source.text(), read(document, path, selection), selection)
}

/// The blocks of a reading, with their places in the text.
pub(crate) fn with_page(text: &str, mut page: Pages, selection: &Selection) -> (Arc<Pages>, Vec<Block>) {
    let offsets = Offsets::new(text);
    let items = std::mem::take(&mut page.blocks);
    let page = Arc::new(page);
    let block = |item: Item| Block {
        page: Arc::clone(&page),
        span: offsets.span(item.bytes),
        encoding: selection.encoding,
        tokens: if selection.counts_later { OnceLock::new() } else { item.tokens.into() },
        item,
    };
    let blocks = items.into_iter().map(block).collect();
    (page, blocks)
}

impl Block {
    fn count(&self) -> usize {
        *self.tokens.get_or_init(|| self.encoding.count(&self.item.text))
    }

    pub(crate) fn full_address(&self) -> String {
        format!("{}#{}", self.page.path, self.item.address)
    }

    /// The block as a row of a table.
    pub(crate) fn row(&self, findings: Option<&HashMap<String, usize>>) -> Row {
        let count = findings.map(|counts| counts.get(&self.item.address).copied().unwrap_or(0));
        Row { tokens: Some(self.count()), ..Row::new(&self.page, &self.item, self.span, count) }
    }

    /// The block in the JSON that every interface shares.
    fn json(&self) -> String {
        let item = Item { tokens: self.count(), ..self.item.clone() };
        let page = Pages { blocks: vec![item], ..(*self.page).clone() };
        let view = views::find("jsonl").unwrap_or(views::VIEWS[0]);
        tagdown_read::document(&page, &Request { view, encoding: self.encoding, ..Request::default() })
    }
}

#[pymethods]
impl Block {
    /// The path of the document, as it was given.
    #[getter]
    fn path(&self) -> &str {
        &self.page.path
    }

    /// `path#section/kind-n`: the same as long as the section and the order of its blocks stay the same.
    #[getter]
    fn address(&self) -> String {
        self.full_address()
    }

    /// `SPEC`, `NOTE`, `BUG` or `?`.
    #[getter]
    fn kind(&self) -> &'static str {
        self.item.kind.name()
    }

    /// The name of the tag, if it is one that the project declares.
    #[getter]
    fn tag(&self) -> Option<&str> {
        self.item.tag.as_deref()
    }

    /// The title of a BUG.
    #[getter]
    fn title(&self) -> Option<&str> {
        self.item.title.as_deref()
    }

    /// The headings above it, the outermost first, without the title of the document.
    #[getter]
    fn section(&self) -> Vec<&str> {
        let path = self.page.path(self.item.section);
        path.iter().map(|&section| &*self.page.headings[section].title).collect()
    }

    /// The text, byte for byte.
    #[getter]
    fn text(&self) -> &str {
        &self.item.text
    }

    /// Where the text is in the document, in characters: `document[start:end] == block.text`.
    #[getter]
    fn span(&self) -> Chars {
        self.span
    }

    /// The same in bytes of UTF-8.
    #[getter]
    fn bytes(&self) -> Chars {
        (self.item.bytes.start, self.item.bytes.end)
    }

    /// The first and last line, from 1.
    #[getter]
    fn lines(&self) -> Chars {
        (self.item.lines[0], self.item.lines[1])
    }

    /// The tokens of the text.
    #[getter]
    fn tokens(&self, py: Python<'_>) -> usize {
        py.detach(|| self.count())
    }

    /// A short hash of title and text.
    #[getter]
    fn hash(&self) -> &str {
        &self.item.hash
    }

    /// Whether it has a tag; text without one is a NOTE.
    #[getter]
    fn tagged(&self) -> bool {
        self.item.is_tagged
    }

    /// Whether its tag follows the format.
    #[getter]
    fn well_formed(&self) -> bool {
        self.item.is_well_formed
    }

    /// The fields of a BUG by name.
    #[getter]
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let fields = PyDict::new(py);
        self.item.fields.iter().try_for_each(|(name, value)| fields.set_item(name, value))?;
        Ok(fields)
    }

    /// How well it matches the query, if there was one.
    #[getter]
    fn score(&self) -> Option<f64> {
        self.item.score
    }

    /// The title of the document.
    #[getter]
    fn document_title(&self) -> Option<&str> {
        self.page.title.as_deref()
    }

    /// The version of the document.
    #[getter]
    fn document_version(&self) -> Option<&str> {
        self.page.document_version.as_deref()
    }

    /// The block as `tagdown read --format jsonl` prints it.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let json = py.detach(|| self.json());
        from_json(py, json.lines().next().unwrap_or("{}"))
    }

    fn _repr_markdown_(&self) -> String {
        let title = self.item.title.as_deref().map(|title| format!(" {title}")).unwrap_or_default();
        format!("**[{}]{title}** `{}`\n\n{}\n", self.item.kind.name(), self.full_address(), self.item.text)
    }

    fn __repr__(&self) -> String {
        format!("<Block {} {}>", self.item.kind.name(), self.full_address())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Block>().is_ok_and(|other| self.identity() == other.get().identity())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.identity().hash(&mut hasher);
        hasher.finish()
    }
}

impl Block {
    /// Two blocks are equal if they are the same place with the same content.
    fn identity(&self) -> (&str, &str, &str, &str) {
        (&self.page.path, &self.item.address, &self.item.hash, &self.item.text)
    }
}
