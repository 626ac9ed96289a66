//! A row of the table: one block, or a document that could not be read.

use std::collections::HashMap;

use tagdown::document::Document;
use tagdown::rules::Finding;
use tagdown_read::{Item, Reading, Selection, read};

use crate::offsets::{Chars, Offsets};

/// A row. Every value but the path may be missing: a block that was deleted has no text, a document that could not be read
/// has no address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The path of the document.
    pub path: String,
    /// `path#section/kind-n`.
    pub address: Option<String>,
    /// `SPEC`, `NOTE`, `BUG` or `?`.
    pub kind: Option<&'static str>,
    /// The name of the tag, if the project declares it.
    pub tag: Option<String>,
    /// The title of a BUG.
    pub title: Option<String>,
    /// The headings above it, the outermost first.
    pub section: Vec<String>,
    /// The text, byte for byte.
    pub text: Option<String>,
    /// First and last line, from 1.
    pub lines: Option<Chars>,
    /// Where the text is, in bytes.
    pub bytes: Option<Chars>,
    /// Where the text is, in characters.
    pub chars: Option<Chars>,
    /// Tokens of the text.
    pub tokens: Option<usize>,
    /// A short hash of title and text.
    pub hash: Option<String>,
    /// Whether it has a tag.
    pub tagged: Option<bool>,
    /// The title of the document.
    pub document_title: Option<String>,
    /// The version of the document.
    pub document_version: Option<String>,
    /// How many findings the block has, if it was checked.
    pub findings: Option<usize>,
    /// `new`, `changed` or `deleted`, if the table is compared with an earlier one.
    pub change: Option<&'static str>,
    /// Why the document could not be read.
    pub error: Option<String>,
}

/// The names of the columns, in order. They never change; more may follow.
pub const COLUMNS: &[&str] = &[
    "path",
    "address",
    "kind",
    "tag",
    "title",
    "section",
    "text",
    "line_start",
    "line_end",
    "byte_start",
    "byte_end",
    "char_start",
    "char_end",
    "tokens",
    "hash",
    "tagged",
    "document_title",
    "document_version",
    "findings",
    "change",
    "error",
];

impl Row {
    /// The row of a block.
    pub fn new(page: &Reading, item: &Item, chars: Chars, findings: Option<usize>) -> Self {
        let section = page.path(item.section);
        Self {
            path: page.path.clone(),
            address: Some(format!("{}#{}", page.path, item.address)),
            kind: Some(item.kind.name()),
            tag: item.tag.clone(),
            title: item.title.clone(),
            section: section.iter().map(|&section| page.headings[section].title.clone()).collect(),
            text: Some(item.text.clone()),
            lines: Some((item.lines[0], item.lines[1])),
            bytes: Some((item.bytes.start, item.bytes.end)),
            chars: Some(chars),
            tokens: Some(item.tokens),
            hash: Some(item.hash.clone()),
            tagged: Some(item.is_tagged),
            document_title: page.title.clone(),
            document_version: page.document_version.clone(),
            findings,
            change: None,
            error: None,
        }
    }

    /// The row of a document that could not be read.
    pub fn failed(path: &str, error: &str) -> Self {
        Self { path: path.to_owned(), error: Some(error.to_owned()), ..Self::default() }
    }
}

/// The rows of a document.
pub fn rows(document: &Document<'_>, path: &str, selection: &Selection, findings: &[Finding]) -> Vec<Row> {
    let page = read(document, path, selection);
    let offsets = Offsets::new(document.source.text());
    let counts = findings_by_address(document, findings);
    let row = |item: &Item| {
        let count = counts.get(&item.address).copied().unwrap_or(0);
        Row::new(&page, item, offsets.span(item.bytes), Some(count))
    };
    page.blocks.iter().map(row).collect()
}

/// How many findings each block has.
pub fn findings_by_address(document: &Document<'_>, findings: &[Finding]) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    for finding in findings {
        *counts.entry(document.address(finding.span.start)).or_default() += 1;
    }
    counts
}
