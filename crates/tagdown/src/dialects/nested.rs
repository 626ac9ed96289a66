//! Alerts inside the text, which are plain quotes to a renderer with callouts of its own: they become such callouts.

use super::change::Change;
use super::title::fill;
use super::{Dialect, Shape, Title};
use crate::document::Document;
use crate::markdown::{Node, NodeKind};
use crate::source::Span;

/// What GitHub calls its alerts, in the order of [`Dialect::alerts`].
const ALERTS: [&str; 5] = ["note", "tip", "important", "warning", "caution"];

/// Writes the alerts of a document, where the dialect has names for them.
pub(super) fn part(document: &Document<'_>, dialect: &Dialect, out: &mut Vec<Change>) {
    let Some(names) = dialect.alerts else { return };
    for &index in &document.markdown.top {
        let node = &document.markdown.nodes[index];
        if node.kind == NodeKind::Quote
            && let Some((name, title)) = alert(document, node)
            && let Some(place) = ALERTS.iter().position(|alert| name.eq_ignore_ascii_case(alert))
        {
            unquote(node, out);
            frame(document, node, dialect, &opener(dialect, names[place], name, title), out);
        }
    }
}

/// The name of an alert, and the words behind it.
fn alert<'t>(document: &Document<'t>, node: &Node) -> Option<(&'t str, &'t str)> {
    let line = document.source.line(document.source.line_of(node.span.start));
    let text = document.text(Span::new(node.span.start.max(line.start), line.end));
    let marker = text.trim_start().strip_prefix('>')?.trim_start().strip_prefix("[!")?;
    let (name, title) = marker.split_once(']')?;
    Some((name, title.trim_start_matches(['+', '-']).trim()))
}

fn opener(dialect: &Dialect, name: &str, alert: &str, title: &str) -> String {
    let mut default = alert.to_lowercase();
    if let Some(first) = default.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let title = if title.is_empty() { default.as_str() } else { title };
    let plain = matches!(dialect.title, Title::Bracketed | Title::Attribute);
    let title =
        if plain { title.replace(['[', ']', '"', '\\', '`', '{', '<'], "") } else { title.to_owned() };
    fill(dialect.opener, &[("marks", ":::"), ("name", name), ("title", &title)])
}

/// Blank lines that were put into a quote lose its mark too.
fn unquote(node: &Node, out: &mut [Change]) {
    for change in
        out.iter_mut().filter(|change| node.span.contains(change.span.start) && change.span.is_empty())
    {
        if change.text.starts_with('>') {
            let lines = change.text.split_inclusive('\n');
            let bare = lines.map(|line| {
                let line = line.strip_prefix('>').unwrap_or(line);
                line.strip_prefix(' ').unwrap_or(line)
            });
            change.text = bare.collect::<String>().into();
        }
    }
}

/// Takes the quote marks away, and sets the lines off as the dialect does.
fn frame(document: &Document<'_>, node: &Node, dialect: &Dialect, opener: &str, out: &mut Vec<Change>) {
    let source = &document.source;
    let eol = source.eol();
    let first = source.line_of(node.span.start);
    let last = source.line_of(node.span.end.saturating_sub(1).max(node.span.start));
    let gap = if dialect.shape == Shape::Colons { eol } else { "" };
    out.push(Change::new(source.line(first), format!("{}{gap}", opener.replace('\n', eol))));
    for line in first + 1..=last {
        let span = source.line(line);
        let text = source.slice(span);
        let indent = text.len() - text.trim_start_matches(' ').len();
        let mark = match text[indent..].strip_prefix('>') {
            Some(rest) if rest.starts_with(' ') => indent + 2,
            Some(_) => indent + 1,
            None => 0,
        };
        let is_blank = text[mark..].trim().is_empty();
        let prefix = if dialect.shape == Shape::Indent && !is_blank { "    " } else { "" };
        out.push(Change::new(Span::new(span.start, span.start + mark), prefix));
    }
    if dialect.shape == Shape::Colons {
        out.push(Change::insert(source.line(last).end, format!("{eol}{eol}:::")));
    }
}
