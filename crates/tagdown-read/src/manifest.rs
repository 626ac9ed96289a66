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
    if is_markup(document.text(span)) {
        return None;
    }
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

/// Whether a text is nothing but HTML tags, such as the anchor of the next section.
fn is_markup(text: &str) -> bool {
    let mut is_inside = false;
    let is_text = |c: char| {
        is_inside = (is_inside || c == '<') && c != '>';
        !is_inside && c != '>' && !c.is_whitespace()
    };
    text.starts_with('<') && !text.contains(is_text)
}

/// Words that make a short sentence one about reading, even if it names no tag.
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

/// The longest such sentence, in words.
const SHORT: usize = 12;

/// Words that open an instruction on what to read.
const READING: &[&str] = &[
    "always", "consult", "do", "first", "ignore", "never", "only", "please", "prefer", "read", "report",
    "skip", "start", "then", "treat", "use",
];

/// Words that continue the sentence before.
const CONTINUING: &[&str] = &["it", "these", "they", "those"];

/// Whether a sentence says more than which tags to read: it names no tag, or it also names a section, a file or, unless
/// it is an instruction to read something, code or a number.
fn says_more(document: &Document<'_>, sentence: Span) -> bool {
    let text = document.text(sentence);
    let codes = document.markdown.inlines_in(sentence).iter().filter(|(kind, span)| {
        let is_own = document.text(*span).contains("HADS") || is_tag(document.text(*span));
        *kind != InlineKind::Html && !is_own
    });
    let names_file =
        codes.clone().any(|(kind, span)| *kind == InlineKind::Link || is_file(document.text(*span)));
    if names_file || text.contains(['§', '→']) {
        return true;
    }
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric() && c != '?').filter(|word| !word.is_empty()).collect();
    let opens_with = |list: &[&str]| words.first().is_some_and(|word| list.contains(&&*word.to_lowercase()));
    let names_tag = words.iter().any(|word| {
        let bare = word.strip_suffix('s').unwrap_or(word);
        ["SPEC", "NOTE", "BUG", "HADS", "?"].contains(&bare)
    });
    if names_tag && opens_with(READING) {
        return false;
    }
    let has_number =
        words.iter().any(|word| word.bytes().any(|b| b.is_ascii_digit())) && !text.contains("HADS");
    let about_reading =
        words.len() <= SHORT && words.iter().any(|word| ABOUT_READING.contains(&&*word.to_lowercase()));
    let is_plain = codes.count() == 0 && !has_number;
    !(is_plain && (names_tag || about_reading || opens_with(CONTINUING)))
}

/// Whether a piece of code is the name of a tag.
fn is_tag(code: &str) -> bool {
    let name = code.trim_matches(|c: char| "`*[]_ ".contains(c)).to_uppercase();
    ["SPEC", "NOTE", "BUG", "?", "UNTAGGED"].contains(&&*name)
}

/// Whether a piece of code looks like the name of a file or folder.
fn is_file(code: &str) -> bool {
    let code = code.trim_matches('`');
    let is_extension =
        |end: &str| (1..=5).contains(&end.len()) && end.bytes().all(|b| b.is_ascii_alphanumeric());
    !code.contains(' ')
        && (code.contains('/') || code.rsplit_once('.').is_some_and(|(_, end)| is_extension(end)))
}
