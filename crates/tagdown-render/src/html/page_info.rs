//! What is known about a page before it is written: its options, title and length.

use std::collections::BTreeSet;

use tagdown::document::Document;
use tagdown_read::{Encoding, Request, Selection, read, write};

use crate::options::Options;

/// How a page is written.
#[derive(Clone, Copy, Debug)]
pub struct Page<'p> {
    /// What is shown, as for every dialect.
    pub options: &'p Options,
    /// How tokens are counted.
    pub encoding: Encoding,
    /// The path of the document, shown on the page; links are relative to its folder.
    pub path: &'p str,
    /// The link from this page to the list of all pages, if there is one.
    pub index: Option<&'p str>,
    /// The paths of all documents of the site, in the form of [`Page::path`]. A relative link to one of them leads to
    /// its page, which has the same path with the extension `.html`.
    pub pages: Option<&'p BTreeSet<String>>,
    /// Whether code is highlighted.
    pub highlight: bool,
}

/// A page in the list of pages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The path of the document, separated by `/`; the list is grouped by folder.
    pub path: String,
    /// The link from the list to the page.
    pub link: String,
    /// The title of the document.
    pub title: String,
    /// Its own version.
    pub version: Option<String>,
    /// How many blocks of each kind it has, in the order of [`tagdown::document::TAGS`]; untagged text is not counted.
    pub blocks: [usize; 4],
    /// Tokens of the complete document.
    pub tokens: usize,
    /// Tokens of the part that a model reads.
    pub tokens_read: usize,
}

/// The title and length of a document.
pub(crate) struct Counts {
    pub(crate) title: String,
    pub(crate) version: Option<String>,
    /// Tokens of the complete document.
    pub all: usize,
    /// Tokens of the output of `tagdown read`.
    pub read: usize,
}

impl Counts {
    pub(crate) fn new(document: &Document<'_>, page: &Page<'_>) -> Self {
        let encoding = page.encoding;
        let selection = Selection { encoding, count_document: true, ..Selection::default() };
        let reading = read(document, page.path, &selection);
        let (title, version) = (reading.title.clone(), reading.document_version.clone());
        let file = page.path.rsplit(['/', '\\']).next().unwrap_or(page.path);
        let all = reading.document_tokens.unwrap_or_default();
        let shown = write(&[reading], &Request { encoding, ..Request::default() });
        Self {
            title: title.filter(|title| !title.trim().is_empty()).unwrap_or_else(|| file.to_owned()),
            version,
            all,
            read: shown.map_or(all, |output| encoding.count(&output.text)),
        }
    }

    /// Title and version.
    pub(crate) fn name(&self) -> String {
        match &self.version {
            Some(version) => format!("{} · {version}", self.title),
            None => self.title.clone(),
        }
    }
}
