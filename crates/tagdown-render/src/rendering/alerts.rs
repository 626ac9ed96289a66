//! Rewrites GitHub alerts inside the text as the renderer's own callouts, because it would show them as plain quotes.

use tagdown::document::{Document, Kind};
use tagdown::markdown::{Node, NodeKind};
use tagdown::text::Span;

use super::title::{Heading, fill};
use crate::change::Change;
use crate::dialects::{Callout, Dialect, Shape, Title};
use crate::fence::longest_run;
use crate::rendering::title::inline;

/// The names of GitHub alerts, in the order of [`Dialect::alerts`].
const ALERTS: [&str; 5] = ["note", "tip", "important", "warning", "caution"];

/// The titles of the alerts.
const TITLES: [&str; 5] = ["Note", "Tip", "Important", "Warning", "Caution"];

/// Rewrites the alerts of a document, if the dialect has names for them.
pub(crate) fn part(document: &Document<'_>, dialect: &Dialect, out: &mut Vec<Change>) {
    if dialect.title == Title::Bold && dialect.read_back.is_some() {
        lower(document, out);
    }
    for (span, callout, title) in found(document, dialect) {
        let title = Heading::new(dialect, &callout, Some(&inline(title, dialect))).title;
        let run = longest_run(document.text(span), b':').map_or(3, |run| run + 1);
        let marks = ":".repeat(run);
        let opener = fill(dialect.opener, &[("marks", &marks), ("name", callout.name), ("title", &title)]);
        frame(document, span, dialect, (&opener, &marks), out);
    }
}

/// The alerts that the dialect has names for, with their callouts and titles.
fn found<'t>(document: &Document<'t>, dialect: &Dialect) -> Vec<(Span, Callout<'static>, &'t str)> {
    let Some(names) = dialect.alerts else { return Vec::new() };
    let mut alerts = Vec::new();
    for &index in &document.markdown.top {
        let node = &document.markdown.nodes[index];
        if node.kind == NodeKind::Quote
            && let Some((name, title)) = alert(document, node)
            && let Some(place) = ALERTS.iter().position(|alert| name.eq_ignore_ascii_case(alert))
        {
            // A tag ends the alert, even if Markdown continues it.
            let part = document.parts.partition_point(|part| part.span.end <= node.span.start);
            let end = document.parts.get(part).map_or(node.span.end, |part| part.span.end);
            let span = Span::new(node.span.start, node.span.end.min(end));
            alerts.push((
                span,
                Callout { kind: Kind::Note, name: names[place], title: TITLES[place] },
                title,
            ));
        }
    }
    alerts
}

/// Writes the names of alerts in untagged text in lower case. Blocks are alerts with names in capitals, so `convert --from`
/// can tell them apart.
fn lower(document: &Document<'_>, out: &mut Vec<Change>) {
    for &index in &document.markdown.top {
        let node = &document.markdown.nodes[index];
        let is_tagged =
            || document.block_at(node.span.start).is_some_and(|block| document.tag_of(block).is_some());
        if node.kind == NodeKind::Quote
            && let Some((name, "")) = alert(document, node)
            && ALERTS.iter().any(|alert| name.eq_ignore_ascii_case(alert))
            && !is_tagged()
            && let Some(at) = document.text(node.span).find("[!")
        {
            let start = node.span.start + at + 2;
            out.push(Change::new(Span::new(start, start + name.len()), name.to_ascii_lowercase()));
        }
    }
}

/// The name of an alert, and the text after it.
fn alert<'t>(document: &Document<'t>, node: &Node) -> Option<(&'t str, &'t str)> {
    let line = document.source.line(document.source.line_of(node.span.start));
    let text = document.text(Span::new(node.span.start.max(line.start), line.end));
    let marker = text.trim_start().strip_prefix('>')?.trim_start().strip_prefix("[!")?;
    let (name, title) = marker.split_once(']')?;
    Some((name, title.trim_start_matches(['+', '-']).trim()))
}

/// Removes the quote marks from lines that were inserted into alerts.
pub(crate) fn unquote(document: &Document<'_>, dialect: &Dialect, out: &mut [Change]) {
    let alerts: Vec<Span> = found(document, dialect).into_iter().map(|(span, ..)| span).collect();
    let is_inside = |at: usize| {
        let next = alerts.partition_point(|span| span.end <= at);
        alerts.get(next).is_some_and(|span| span.contains(at))
    };
    for change in out.iter_mut().filter(|change| is_inside(change.span.start)) {
        let at = change.span.start;
        let is_line = change.span.is_empty() && document.source.this_line(at) == at;
        if is_line && change.text.starts_with('>') || change.text.contains("\n>") {
            let lines = change.text.split_inclusive('\n').enumerate();
            let bare = lines.map(|(index, line)| {
                let marked = line.strip_prefix('>').filter(|_| index > 0 || is_line);
                marked.map_or(line, |line| line.strip_prefix(' ').unwrap_or(line))
            });
            change.text = bare.collect::<String>().into();
        }
    }
}

/// Removes the quote marks, and sets the lines off as the dialect does.
fn frame(
    document: &Document<'_>,
    alert: Span,
    dialect: &Dialect,
    (opener, marks): (&str, &str),
    out: &mut Vec<Change>,
) {
    let source = &document.source;
    let eol = source.eol();
    let first = source.line_of(alert.start);
    let last = source.line_of(source.trim(alert).end.saturating_sub(1).max(alert.start));
    let gap = if dialect.shape == Shape::Colons { eol } else { "" };
    out.push(Change::new(source.line(first), format!("{}{gap}", opener.replace('\n', eol))));
    for line in first + 1..=last {
        let span = source.line(line);
        let text = source.slice(span);
        let indent = text.len() - text.trim_start_matches(' ').len();
        let (mark, left) = match text[indent..].strip_prefix('>') {
            Some(rest) if rest.starts_with(' ') => (indent + 2, ""),
            // A tab extends to the next multiple of four columns, and the mark uses one of them.
            Some(rest) if rest.starts_with('\t') => (indent + 2, ["  ", " ", "", "   "][indent.min(3)]),
            Some(_) => (indent + 1, ""),
            None => (0, ""),
        };
        let is_blank = text[mark..].trim().is_empty();
        let prefix = if dialect.shape == Shape::Indent && !is_blank { "    " } else { "" };
        out.push(Change::new(Span::new(span.start, span.start + mark), format!("{prefix}{left}")));
    }
    if dialect.shape == Shape::Colons {
        out.push(Change::insert(source.line(last).end, format!("{eol}{eol}{marks}")));
    }
}
