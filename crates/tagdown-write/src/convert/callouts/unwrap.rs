//! Takes the callouts of a page out of their frames, so that their sentences can be judged and moved like others. The
//! source can be told from the result, line by line.

use tagdown::document::{Document, containers, opens_body, parse};
use tagdown::markdown::{Markdown, Node, NodeKind};
use tagdown::text::{Source, Span};
use tagdown_render::dialects::dialect;

use super::callout::Found;
use super::names::{TROUBLE, known};
use super::write::is_same_inside;
use super::{find, shortcodes};
use crate::convert::sources::Sources;

/// The dialects whose callouts are looked for; together they have every frame. The text that a page must contain comes
/// first.
const DIALECTS: [(&str, &str); 7] = [
    ("[!", "obsidian"),
    ("!!!", "material"),
    ("???", "material"),
    (":::", "vitepress"),
    (":::", "docusaurus"),
    (":::{", "myst"),
    ("```{", "myst"),
];

/// A callout in a page whose frames are removed.
#[derive(Clone, Debug)]
pub(crate) struct Opened {
    /// Its text, with its title.
    pub(crate) span: Span,
    /// Whether its name warns: what it says must not be missed.
    pub(crate) warns: bool,
}

/// A page whose callouts are text.
pub(crate) struct Unwrapped {
    pub(crate) text: String,
    pub(crate) opened: Vec<Opened>,
    /// Where the text comes from.
    pub(crate) sources: Sources,
}

/// The page without the frames of its callouts; `None` if it has none that can be removed.
pub(crate) fn unwrap(text: &str) -> Option<Unwrapped> {
    let has_frame = DIALECTS.iter().any(|(mark, _)| text.contains(mark));
    if !has_frame && !shortcodes::has_any(text) {
        return None;
    }
    let document = parse(text);
    let mut found = all(&document);
    while !found.is_empty() {
        let unwrapped = write(&document, &found);
        let after = parse(&unwrapped.text);
        let misread = (0..found.len()).find(|&at| !is_read(&after, unwrapped.opened[at].span, &found[at]));
        if let Some(misread) = misread {
            found.remove(misread);
            continue;
        }
        if !is_same_around(&document, &found, &after, &unwrapped.opened) {
            return None;
        }
        drop(after);
        return Some(unwrapped);
    }
    None
}

/// The callouts of every dialect that can be taken out of their frames.
fn all(document: &Document<'_>) -> Vec<Found> {
    let text = document.source.text();
    let mut found = shortcodes::find(document);
    for (mark, name) in DIALECTS {
        if let Some(dialect) = dialect(name).filter(|_| text.contains(mark)) {
            found.extend(find::find(document, dialect, &|name| known(dialect).contains(&name)).0);
        }
    }
    found.sort_by_key(|found| (found.lines.start, found.lines.end));
    let together = containers(document);
    let mut end = 0;
    found.retain(|found| {
        let span = Span::new(
            document.source.line_start(found.lines.start),
            document.source.line(found.lines.end - 1).end,
        );
        let next = together.partition_point(|container| container.end < span.end);
        let is_inside = together
            .get(next)
            .is_some_and(|container| container.start < span.start && span.start < container.end);
        let is_free = found.lines.start >= end
            && !is_inside
            && found.name != "details"
            && document.block_at(span.start).is_none_or(|block| block.tag.is_none())
            && found.body.iter().all(|(line, text)| {
                document.source.slice(document.source.full_line(*line)).ends_with(text.as_str())
            })
            && !frames_another(found)
            && !holds_heading(found);
        if is_free {
            end = found.lines.end;
        }
        is_free
    });
    found
}

/// Whether a callout contains a heading or a thematic break, which would end a section of the document.
fn holds_heading(found: &Found) -> bool {
    let text: String = found.body.iter().map(|(_, line)| line.as_str()).collect();
    let inner = parse(&text);
    let ends = |node: &Node| matches!(node.kind, NodeKind::Heading { .. } | NodeKind::Rule);
    inner.markdown.nodes.iter().any(ends) || !inner.tags.is_empty()
}

fn write(document: &Document<'_>, found: &[Found]) -> Unwrapped {
    let source = &document.source;
    let eol = source.eol();
    let mut out = Unwrapped { text: String::new(), opened: Vec::new(), sources: Sources::new(source.text()) };
    let mut at = 0;
    for found in found {
        let start = source.line_start(found.lines.start);
        out.keep(source.text(), Span::new(at, start));
        if found.lines.start > 0 && !source.is_blank(found.lines.start - 1) {
            out.text.push_str(eol);
        }
        let span_start = out.text.len();
        let warns = TROUBLE.contains(&found.name.as_str()) || found.name == "important";
        let name = spelt(found);
        let title = found.title.as_deref().filter(|title| !title.eq_ignore_ascii_case(name));
        match title {
            Some(title) => out.text.push_str(&format!("**{name}**: {title}{eol}{eol}")),
            None if starts_with_words(found) => out.text.push_str(&format!("**{name}**: ")),
            None => out.text.push_str(&format!("**{name}**:{eol}{eol}")),
        }
        for (line, text) in &found.body {
            let full = source.full_line(*line);
            let is_last = found.body.last().is_some_and(|(last, _)| last == line);
            // The text ends with the line ending of the frame, so that what closes the frame belongs to the text.
            let end = if is_last { source.line(*line).end } else { full.end };
            out.keep(source.text(), Span::new(full.end - text.len(), end));
        }
        out.opened.push(Opened { span: Span::new(span_start, out.text.trim_end().len()), warns });
        let last = found.lines.end - 1;
        at = source.full_line(last).end;
        out.keep(source.text(), Span::new(source.line(last).end, at));
        if found.lines.end < source.line_count() && !source.is_blank(found.lines.end) {
            out.text.push_str(eol);
        }
    }
    out.keep(source.text(), Span::new(at, source.text().len()));
    out
}

impl Unwrapped {
    fn keep(&mut self, source: &str, span: Span) {
        if !span.is_empty() {
            let start = self.text.len();
            self.text.push_str(&source[span.range()]);
            self.sources.add(Span::new(start, self.text.len()), span.start);
        }
    }
}

/// Whether the text of a callout starts with a paragraph, before which a word can be written.
fn starts_with_words(found: &Found) -> bool {
    let text: String = found.body.iter().map(|(_, line)| line.as_str()).collect();
    let source = Source::new(&text);
    let markdown = Markdown::parse(&source);
    let first = markdown.top.first().map(|&index| markdown.nodes[index]);
    first.is_some_and(|node| node.kind == NodeKind::Paragraph) && !text.starts_with(' ')
}

/// Whether a callout is only a frame around another callout, a tab or a directive, whose marker would become text.
fn frames_another(found: &Found) -> bool {
    found.body.first().is_some_and(|(_, line)| opens_body(line) || line.starts_with(":::"))
}

/// The name of a callout as the author spelt it.
fn spelt(found: &Found) -> &str {
    let frame = &found.frame;
    let at = frame.to_ascii_lowercase().find(&found.name).filter(|_| found.name.is_ascii());
    at.map_or(found.name.as_str(), |at| &frame[at..at + found.name.len()])
}

/// Whether the text of a callout is the same Markdown in the page as on its own.
fn is_read(after: &Document<'_>, span: Span, found: &Found) -> bool {
    let text = after.text(span).to_owned();
    let source = Source::new(&text);
    let alone = Markdown::parse(&source);
    !found.body.is_empty() && is_same_inside(&alone, Span::new(0, text.len()), &after.markdown, span)
}

/// Whether the blocks outside the callouts are the same.
fn is_same_around(before: &Document<'_>, found: &[Found], after: &Document<'_>, opened: &[Opened]) -> bool {
    let source = &before.source;
    let own: Vec<Span> = found
        .iter()
        .map(|found| Span::new(source.line_start(found.lines.start), source.line(found.lines.end - 1).end))
        .collect();
    let now: Vec<Span> = opened.iter().map(|opened| opened.span).collect();
    outside(before, &own) == outside(after, &now)
}

fn outside<'d>(document: &'d Document<'_>, spans: &[Span]) -> Vec<&'d str> {
    let top = document.markdown.top.iter().map(|&index| document.markdown.nodes[index].span);
    let is_outside = |span: &Span| {
        let next = spans.partition_point(|other| other.end <= span.start);
        spans.get(next).is_none_or(|other| span.end <= other.start)
    };
    top.filter(is_outside).map(|span| document.text(span).trim_end()).collect()
}
