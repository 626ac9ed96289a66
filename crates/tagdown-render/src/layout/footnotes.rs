//! Footnotes for a renderer without footnotes: a superscript link, and the paragraph that it leads to.

use tagdown::document::Document;
use tagdown::markdown::NodeKind;
use tagdown::text::{Span, slug};

use crate::change::Change;
use crate::dialects::Dialect;

/// Rewrites references and definitions.
pub(crate) fn part(document: &Document<'_>, dialect: &Dialect, out: &mut Vec<Change>) {
    if dialect.footnotes {
        return;
    }
    for &span in &document.markdown.targets {
        if let Some(label) = document.text(span).strip_prefix("[^").and_then(|rest| rest.strip_suffix(']')) {
            out.push(Change::new(span, format!("<sup>[{label}](#fn-{})</sup>", slug(label))));
        }
    }
    for node in document.markdown.nodes.iter().filter(|node| node.kind == NodeKind::Footnote) {
        let text = document.text(node.span);
        let Some((label, _)) = text.strip_prefix("[^").and_then(|rest| rest.split_once("]:")) else {
            continue;
        };
        let opener = Span::new(node.span.start, node.span.start + label.len() + 4);
        out.push(Change::new(opener, format!("<sup id=\"fn-{}\">{label}</sup>", slug(label))));
        let source = &document.source;
        let last = source.line_of(node.span.end.saturating_sub(1));
        for line in source.line_of(node.span.start) + 1..=last {
            let span = source.line(line);
            let indent = source.slice(span).bytes().take(4).take_while(|byte| *byte == b' ').count();
            out.push(Change::new(Span::new(span.start, span.start + indent), ""));
        }
    }
}
