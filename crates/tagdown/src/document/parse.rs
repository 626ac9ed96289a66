//! Parses a document: Markdown, tags, header and suppressions, then assembles them. Parsing never fails.

use super::kinds::OwnTags;
use super::model::Document;
use super::{assemble, find_tags, find_traps, header, suppressions};
use crate::markdown::Markdown;
use crate::text::Source;

/// Parses a document. Never fails: the rules report what is wrong with it.
pub fn parse(text: &str) -> Document<'_> {
    parse_with(text, &OwnTags::default())
}

/// The same for a project that declares tags of its own.
pub fn parse_with<'t>(text: &'t str, own: &OwnTags) -> Document<'t> {
    let source = Source::new(text);
    let mut markdown = Markdown::parse(&source);
    let tags = find_tags::find(&source, &markdown, own);
    let traps = find_traps::find(&source, &markdown, &tags);
    markdown.split_headings(&traps);
    let header = header::read(&source, &markdown, &tags);
    let (suppressions, records) = suppressions::find(&source, &markdown);
    let mut document = Document {
        source,
        markdown,
        tags,
        header,
        manifest: None,
        sections: Vec::new(),
        blocks: Vec::new(),
        parts: Vec::new(),
        traps,
        suppressions,
        records,
        own_tags: own.clone(),
    };
    assemble::assemble(&mut document);
    document
}
