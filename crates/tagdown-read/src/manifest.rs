//! Finds out whether a manifest says more than which tags to read, and what.

use tagdown::document::Document;
use tagdown::markdown::{InlineKind, Node, NodeKind};
use tagdown::prose::sentence;
use tagdown::text::Span;

use crate::reading::Manifest;

/// The manifest of a document, if it says more than which tags to read.
pub(crate) fn find(document: &Document<'_>) -> Option<Manifest> {
    let manifest = document.manifest?;
    let heading = document.sections[manifest.section].heading;
    let body = document.source.trim(Span::new(heading.end.min(manifest.span.end), manifest.span.end));
    let pieces: Vec<String> =
        document.markdown.top_in(body).filter_map(|node| piece(document, node, body)).collect();
    let more = pieces.join("\n\n");
    (!more.is_empty()).then(|| Manifest { text: document.text(body).to_owned(), more })
}

/// What a part of the manifest says beyond which tags to read: the sentences of a paragraph, otherwise the whole part.
fn piece(document: &Document<'_>, node: &Node, body: Span) -> Option<String> {
    let span = document.source.trim(node.span.clip(body));
    match node.kind {
        NodeKind::Comment | NodeKind::Definition | NodeKind::Rule => None,
        NodeKind::Paragraph => {
            let mut sentences = Vec::new();
            sentence::split(
                document.text(span),
                span.start,
                document.markdown.inlines_in(span),
                &mut sentences,
            );
            if sentences.is_empty() {
                sentences.push(span);
            }
            let further: Vec<&str> = sentences
                .into_iter()
                .filter(|sentence| says_more(document, *sentence))
                .map(|sentence| document.text(sentence).trim())
                .collect();
            (!further.is_empty()).then(|| further.join(" "))
        }
        NodeKind::List { .. } | NodeKind::Quote => {
            let inside = document.markdown.nodes_in(span);
            let is_leaf = |node: &&Node| !matches!(node.kind, NodeKind::List { .. } | NodeKind::Quote);
            let says = inside.iter().filter(is_leaf).any(|node| says_more(document, node.span));
            says.then(|| document.text(span).to_owned())
        }
        _ => Some(document.text(span).to_owned()),
    }
}

/// Words that a sentence about reading may consist of without naming a tag.
const ABOUT_READING: &[&str] = &[
    "skip",
    "skipped",
    "ignore",
    "ignored",
    "skippable",
    "optional",
    "tag",
    "tags",
    "tagged",
    "untagged",
    "hads",
];

/// The longest sentence, in words, that is about reading because of one such word alone.
const SHORT: usize = 12;

/// Whether a sentence says more than which tags to read: it names no tag, or also a section, a place or a number.
fn says_more(document: &Document<'_>, sentence: Span) -> bool {
    let text = document.text(sentence);
    let is_tag = |code: &str| {
        let name = code.trim_matches(|c: char| "`*[]_ ".contains(c));
        ["SPEC", "NOTE", "BUG", "?", "UNTAGGED", "HADS"].contains(&&*name.to_uppercase())
    };
    let inlines = document.markdown.inlines_in(sentence);
    let names_place = inlines.iter().any(|(kind, span)| match kind {
        InlineKind::Code => !is_tag(document.text(*span)),
        InlineKind::Link => !document.text(*span).contains("HADS") && !is_tag(document.text(*span)),
        InlineKind::Html => false,
    });
    if names_place || text.contains(['§', '→']) {
        return true;
    }
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric() && c != '?').filter(|w| !w.is_empty()).collect();
    let names_tag = words.iter().any(|word| {
        let bare = word.strip_suffix('s').unwrap_or(word);
        ["SPEC", "NOTE", "BUG", "HADS", "?"].contains(&bare)
    });
    let about_reading =
        words.len() <= SHORT && words.iter().any(|word| ABOUT_READING.contains(&&*word.to_lowercase()));
    let has_number =
        words.iter().any(|word| word.bytes().any(|b| b.is_ascii_digit())) && !text.contains("HADS");
    has_number || !(names_tag || about_reading)
}
