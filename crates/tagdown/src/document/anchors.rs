//! The places in a document that a link can lead to: headings, anchors in HTML, and identifiers that renderers know.

use std::sync::OnceLock;

use rustc_hash::FxHashSet;

use super::model::Document;
use crate::markdown::{InlineKind, NodeKind, html_spans, html_tags, plain_text};
use crate::text::{Slugs, Span, lower_case, slug};

/// The anchors of a document.
#[derive(Clone, Debug, Default)]
pub struct Anchors {
    /// The anchors that GitHub gives the headings, and those that the author set, in order.
    names: Vec<String>,
    /// All anchors except the addresses of blocks, in lower case.
    known: FxHashSet<String>,
    /// The letters and digits of each anchor, since every renderer joins them in its own way. Only the pages of a site need
    /// them.
    letters: OnceLock<Letters>,
    /// Whether a part of the document is written by a tool, so it may have more anchors.
    is_open: bool,
    has_notes: bool,
    /// The addresses of the tagged blocks, each with the hash of what it says.
    blocks: Vec<(String, String)>,
}

/// The letters and digits of anchors.
#[derive(Clone, Debug, Default)]
struct Letters {
    all: FxHashSet<String>,
    /// Whether some are letters that some renderers write in another way.
    has_marks: bool,
}

impl Letters {
    fn of(anchors: &FxHashSet<String>) -> Self {
        let mut out = Self::default();
        for anchor in anchors {
            let letters = letters(anchor);
            let unnumbered = letters.trim_start_matches(|c: char| c.is_ascii_digit());
            if unnumbered.len() < letters.len() {
                out.all.insert(unnumbered.to_owned());
            }
            out.has_marks |= !letters.is_ascii();
            out.all.insert(letters);
        }
        out
    }
}

/// The length of the longest heading and label.
const LONGEST: usize = 400;

impl Anchors {
    /// The anchors of a document.
    pub fn of(document: &Document<'_>) -> Self {
        let mut anchors = Self::without_blocks(document);
        for block in document.blocks.iter().filter(|block| block.tag.is_some()) {
            anchors.blocks.push((document.block_address(block), document.wording_hash(block)));
        }
        anchors
    }

    /// The same without the addresses of blocks, which cost the most: only an anchor with a `/` can be one.
    pub(crate) fn without_blocks(document: &Document<'_>) -> Self {
        let mut anchors = Self { is_open: is_generated(document), ..Self::default() };
        let mut slugs = Slugs::default();
        for node in &document.markdown.nodes {
            match node.kind {
                NodeKind::Heading { text, .. } => {
                    anchors.add_heading(
                        document,
                        &document.markdown.heading_texts[text],
                        node.span,
                        &mut slugs,
                    );
                }
                NodeKind::Footnote => anchors.has_notes = true,
                _ => {}
            }
        }
        for trap in &document.traps {
            anchors.add_also(&slug(&plain_text(document.text(trap.paragraph))));
        }
        anchors.add_html(document);
        anchors.add_attributes(document);
        anchors
    }

    /// Whether a link to `#name` finds its place; `name` has no percent encoding. A site accepts the anchors of its own
    /// renderer, which may differ from those of GitHub.
    pub fn has(&self, name: &str, is_site: bool) -> bool {
        let name = name.split(":~:").next().unwrap_or_default();
        let name = name.strip_prefix("user-content-").unwrap_or(name).to_lowercase();
        let is_line = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
        self.is_open
            || matches!(name.as_str(), "" | "top")
            || name.starts_with(['/', '!', '^', ':', '?'])
            || name.strip_prefix('l').is_some_and(is_line)
            || (self.has_notes && name.starts_with("fn"))
            || self.known.contains(&name)
            || name.contains('/') && self.blocks.iter().any(|(address, _)| *address == name)
            || (is_site && self.has_letters(&name))
    }

    fn has_letters(&self, name: &str) -> bool {
        // Some generators put a letter before a number at the start.
        let rest = name.strip_prefix('a').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        let name = rest.unwrap_or(name);
        let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let base = base.strip_suffix(['-', '_']).unwrap_or(name);
        let known = self.letters.get_or_init(|| Letters::of(&self.known));
        known.has_marks
            || name.contains(['.', ':'])
            || [name, base].iter().any(|name| known.all.contains(&letters(name)))
    }

    /// Whether a part of the document is written by a tool, so it may have anchors and definitions that are not in it.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// The anchors for a message, in the order of the document.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The addresses of the tagged blocks, each with the hash of what it says.
    pub fn blocks(&self) -> &[(String, String)] {
        &self.blocks
    }

    fn add_heading(&mut self, document: &Document<'_>, text: &str, span: Span, slugs: &mut Slugs) {
        let anchor = slugs.next(text);
        self.add_also(&anchor);
        self.names.push(anchor);
        // `## Limits {#limits}` and `## Limits {/* #limits */}` set an anchor, and their words are not in the other.
        if let Some((bare, _)) = text.split_once('{') {
            self.add_also(&slug(bare));
        }
        // GitHub makes no words of an image, but keeps the spaces around it.
        let is_image = |(kind, span): &&(InlineKind, Span)| {
            *kind == InlineKind::Link && document.text(*span).starts_with('!')
        };
        let images = document.markdown.inlines_in(span).iter().filter(is_image).map(|(_, span)| *span);
        let (mut words, mut at) = (String::new(), span.start);
        for image in images.filter(|image| image.end <= span.end) {
            words.push_str(document.text(Span::new(at.min(image.start), image.start)));
            words.push('\u{1}');
            at = image.end;
        }
        if !words.is_empty() {
            words.push_str(document.text(Span::new(at, span.end)));
            self.add_also(&slug(&plain_text(words.trim_start_matches('#'))));
        }
    }

    /// Adds an anchor that messages do not offer.
    fn add_also(&mut self, anchor: &str) {
        self.known.insert(lower_case(anchor).into_owned());
    }

    /// Adds an anchor that the author set.
    fn add(&mut self, anchor: &str) {
        if !anchor.is_empty() {
            self.add_also(anchor);
            self.names.push(anchor.to_owned());
        }
    }

    /// Adds `<a name="…">`, `<div id="…">` and the headings of HTML.
    fn add_html(&mut self, document: &Document<'_>) {
        for span in html_spans(&document.markdown) {
            let html = document.text(span);
            for tag in html_tags(html) {
                for attribute in ["id", "name"] {
                    if let Some(value) = tag.attribute(attribute) {
                        self.add(&value);
                    }
                }
                let is_heading = tag.name.len() == 2
                    && tag.name.starts_with(['h', 'H'])
                    && tag.name.ends_with(|c: char| ('1'..='6').contains(&c));
                if is_heading {
                    // The heading may end in another piece, after Markdown.
                    let rest = &document.source.text()[span.start + tag.span.end..];
                    let text = &rest[..rest.floor_char_boundary(LONGEST)];
                    let text = text.split("</h").next().unwrap_or_default();
                    self.add(&slug(plain_text(&without_tags(text)).trim()));
                }
            }
        }
    }

    /// Adds `{#name}` of Hugo, Docusaurus, kramdown and Pandoc, and `(name)=` of MyST.
    fn add_attributes(&mut self, document: &Document<'_>) {
        let text = document.source.text();
        for at in memchr::memchr_iter(b'{', text.as_bytes()) {
            let inner = &text[at + 1..];
            let inner = inner.trim_start_matches([':', ' ', '/', '*']);
            if let Some(name) = inner.strip_prefix('#') {
                let name =
                    name.split(|c: char| c.is_whitespace() || "}*".contains(c)).next().unwrap_or_default();
                self.add(&name.replace('\\', ""));
            }
        }
        let signs = memchr::memmem::find_iter(text.as_bytes(), ")=");
        for at in signs.filter(|at| text[at + 2..].starts_with(['\r', '\n'])) {
            let near = &text[text.floor_char_boundary(at.saturating_sub(LONGEST))..at];
            let line = near.rsplit('\n').next().unwrap_or_default();
            if let Some(name) = line.trim_start().strip_prefix('(') {
                self.add(name);
            }
        }
    }
}

/// The letters and digits of an anchor.
fn letters(anchor: &str) -> String {
    anchor.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// A piece of HTML without its tags.
fn without_tags(html: &str) -> String {
    let mut out = String::new();
    let mut parts = html.split('<');
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        out.push_str(part.split_once('>').map_or("", |(_, text)| text));
    }
    out
}

/// What includes other text, outside code: templates, snippets and generated reference pages.
const INCLUDES: [&str; 6] = ["{{", "{%", "{!", "[!INCLUDE", "[!include", "@include"];

/// What includes a snippet.
const SCISSORS: &str = "--8<--";

/// The names of containers, which are no modules to document.
const CONTAINERS: [&str; 12] = [
    "note",
    "tip",
    "info",
    "warning",
    "danger",
    "caution",
    "important",
    "details",
    "code-group",
    "tabs",
    "raw",
    "tab",
];

/// Whether a part of a document is written by a tool when the document is rendered.
pub(crate) fn is_generated(document: &Document<'_>) -> bool {
    let source = &document.source;
    let text = source.text();
    let bytes = text.as_bytes();
    let is_open = |at: &usize| !document.markdown.is_opaque_at(*at);
    let starts = memchr::memchr3_iter(b'{', b'[', b'@', bytes);
    let mut starts =
        starts.filter(|&at| INCLUDES.iter().any(|sign| bytes[at..].starts_with(sign.as_bytes())));
    let mut snippets = memchr::memmem::find_iter(bytes, SCISSORS);
    let is_code = |line: &str| {
        let directive = line.strip_prefix("```{").or_else(|| line.strip_prefix(":::{"));
        directive.is_some_and(|name| {
            name.starts_with("include") || name.starts_with("auto") || name.starts_with("eval")
        })
    };
    // `::: package.module` is replaced by the documentation of that module.
    let is_module = |line: &str| {
        let name =
            line.strip_prefix("::: ").unwrap_or_default().split_whitespace().next().unwrap_or_default();
        let is_name = |c: char| c.is_alphanumeric() || "._-".contains(c);
        !name.is_empty() && name.chars().all(is_name) && !CONTAINERS.contains(&name)
    };
    let is_import =
        |line: &str| line.starts_with("import ") && (line.contains(" from ") || line.ends_with(';'));
    let line = |line: usize| source.slice(source.line(line));
    starts.any(|at| is_open(&at))
        || snippets.any(|at| is_open(&at))
        || (0..source.line_count()).any(|index| match bytes.get(source.line_start(index)) {
            Some(b'`') => is_code(line(index)),
            Some(b':') => is_code(line(index)) || is_module(line(index)),
            Some(b'i') => is_import(line(index)),
            _ => false,
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::parse;

    #[test]
    fn every_kind_of_anchor_is_found() {
        let text = "# Upload service\n\n## Limits & quotas\n\n## Limits & quotas\n\n### `PUT /files/{id}`\n\n\
            ## Retry {#retry-policy}\n\n<a name=\"Old\"></a>\n\n> ## In a quote\n\n<h2 align=\"center\">Set\nup</h2>\n\n\
            (label)=\n## 1. Über uns\n\n## ![icon](i.png) Logo [![state](s.svg)](x.md)\n\n{#escaped\\_1}\n\nText[^1] <span id='here'>x</span>.\n\n[^1]: Note.\n\n\
            ## AI READING INSTRUCTION\n\nRead.\n\n## Facts\n\n**[SPEC]**\n- a\n";
        let anchors = Anchors::of(&parse(text));
        for name in [
            "upload-service",
            "limits--quotas",
            "limits--quotas-1",
            "put-filesid",
            "retry-policy",
            "retry",
            "old",
            "Old",
            "in-a-quote",
            "set-up",
            "label",
            "1-über-uns",
            "-logo-",
            "escaped_1",
            "here",
            "fn1",
            "user-content-facts",
            "top",
            "",
            "L10",
            "facts:~:text=a",
            ":~:text=a",
            "facts/spec-1",
            "Facts",
            "/route",
        ] {
            assert!(anchors.has(name, false), "{name}");
        }
        for name in ["limits-quotas", "limits--quotas-2", "facts/spec-2", "gone", "_1-über-uns", "limit"] {
            assert!(!anchors.has(name, false), "{name}");
        }
        for name in ["limits-quotas", "limits-quotas_1", "_1-über-uns", "a1-über-uns"] {
            assert!(anchors.has(name, true), "{name}");
        }
        assert!(!Anchors::of(&parse("# Limits & quotas\n")).has("limit", true));
    }

    #[test]
    fn a_page_with_generated_text_may_have_any_anchor() {
        for text in
            ["{{#include a.md}}\n", "::: shop.orders\n", "```{include} a.md\n```\n", "--8<-- \"a.md\"\n"]
        {
            assert!(Anchors::of(&parse(text)).has("gone", false), "{text}");
        }
        for text in ["`{{ a }}`\n", "```\n{{ a }}\n```\n", "::: warning\nHot.\n:::\n"] {
            assert!(!Anchors::of(&parse(text)).has("gone", false), "{text}");
        }
    }
}
