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
    let nodes = &document.markdown.nodes;
    for (index, node) in nodes.iter().enumerate().filter(|(_, node)| node.kind == NodeKind::Footnote) {
        let text = document.text(node.span);
        let Some((label, _)) = text.strip_prefix("[^").and_then(|rest| rest.split_once("]:")) else {
            continue;
        };
        let source = &document.source;
        let opener = Span::new(node.span.start, node.span.start + label.len() + 4);
        let mark = format!("<sup id=\"fn-{}\">{label}</sup>", slug(label));
        let first = nodes.get(index + 1).filter(|first| first.span.start < node.span.end);
        let is_text = first.is_none_or(|first| {
            let is_below = source.line_of(first.span.start) > source.line_of(opener.start);
            first.kind == NodeKind::Paragraph || is_below
        });
        if is_text {
            out.push(Change::new(opener, mark));
        } else {
            // Behind other text, a list or an element would not be one.
            let gap = document.text(Span::new(opener.end, node.span.end));
            let end = opener.end + gap.len() - gap.trim_start_matches([' ', '\t']).len();
            out.push(Change::new(Span::new(opener.start, end), format!("{mark}{0}{0}", source.eol())));
        }
        let last = source.line_of(node.span.end.saturating_sub(1));
        for line in source.line_of(node.span.start) + 1..=last {
            let span = source.line(line);
            let indent = source.slice(span).bytes().take(4).take_while(|byte| *byte == b' ').count();
            out.push(Change::new(Span::new(span.start, span.start + indent), ""));
        }
    }
}
