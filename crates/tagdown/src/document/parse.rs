//! Parses a document: Markdown, tags, header and suppressions, then assembles them. Parsing never fails.

use super::kinds::{OwnTags, TAGS};
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
    let suppressions = suppressions::find(&source, &markdown);
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
        own_tags: own.clone(),
    };
    assemble::assemble(&mut document);
    document
}

/// A cheap test of whether [`Document::is_tagged`] could be true. If it returns false, the document is not tagged.
pub fn may_be_tagged(bytes: &[u8]) -> bool {
    let is_tag = |at: usize| {
        let inner = &bytes[at + 3..];
        TAGS.iter()
            .any(|tag| inner.strip_prefix(tag.name.as_bytes()).is_some_and(|rest| rest.starts_with(b"]")))
    };
    let names_manifest = |at: usize| {
        let Some(rest) = bytes.get(at + 1..).filter(|rest| rest.first().is_some_and(|b| b"iI".contains(b)))
        else {
            return false;
        };
        let gap = rest[1..].iter().take(8).take_while(|b| !b.is_ascii_alphanumeric()).count();
        let word = &rest[1 + gap..];
        let opens = |name: &[u8]| word.get(..name.len()).is_some_and(|word| word.eq_ignore_ascii_case(name));
        opens(b"reading") || opens(b"manifest")
    };
    memchr::memmem::find_iter(bytes, b"**[").any(is_tag)
        || memchr::memchr2_iter(b'a', b'A', bytes).any(names_manifest)
}
