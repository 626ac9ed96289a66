//! mdBook helpers such as `{{#title x}}`, which mdBook expands even where code only names them.

use tagdown::document::parse;
use tagdown::markdown::{InlineKind, NodeKind};
use tagdown::text::Span;

use crate::change::{Change, Changes};

/// The helpers that insert a file, which code blocks are made for.
const INSERTS: [&str; 3] = ["include", "rustdoc_include", "template"];

/// A chapter with a backslash before each helper that code only names, so that mdBook shows it: every helper in inline
/// code, and those in code blocks that insert no file.
pub fn keep_helpers(text: &str) -> String {
    let document = parse(text);
    let nodes = document.markdown.nodes.iter().filter(|node| matches!(node.kind, NodeKind::Code { .. }));
    let inlines = document.markdown.inlines.iter().filter(|(kind, _)| *kind == InlineKind::Code);
    let blocks = nodes.map(|node| (node.span, true));
    let mut code: Vec<(Span, bool)> = blocks.chain(inlines.map(|(_, span)| (*span, false))).collect();
    code.sort_unstable();
    let mut found = Vec::new();
    // A backslash covers everything up to the last `}}` on its line.
    let mut decided = 0;
    for (span, is_block) in code {
        for (place, _) in document.text(span).match_indices("{{#") {
            let at = span.start + place;
            let is_word = |c: &char| c.is_alphanumeric() || *c == '_';
            let name: String = text[at + 3..].chars().take_while(is_word).take(20).collect();
            if at < decided || is_block && INSERTS.contains(&name.as_str()) {
                continue;
            }
            let above = document.text(Span::new(document.source.this_line(at), at));
            decided = text[at..].find(['\n', '\r']).map_or(text.len(), |end| at + end);
            let is_covered = above.ends_with('\\') || above.contains("\\{{#");
            if !is_covered && text[at..decided].contains("}}") {
                found.push(Change::insert(at, "\\"));
            }
        }
    }
    let mut out = String::with_capacity(text.len());
    Changes::new(found).write(&document.source, Span::new(0, text.len()), &mut out);
    out
}
