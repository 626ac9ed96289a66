//! Rewrites headings that a renderer would read only in part: over two lines, or with a `#` at the end.

use tagdown::document::Document;
use tagdown::markdown::{InlineKind, Node, NodeKind};
use tagdown::text::Span;

use crate::change::Change;
use crate::dialects::{Dialect, Layout, Shape, conditions};
use crate::folder_links::title_anchor;

/// Writes every heading on one line, and links to the title of the page with the anchor that it has.
pub(crate) fn part(document: &Document<'_>, dialect: &Dialect, out: &mut Vec<Change>) {
    let source = &document.source;
    if dialect.layout != Layout::Common {
        let is_underlined = |node: &&Node| matches!(node.kind, NodeKind::Heading { setext: true, .. });
        for node in document.markdown.nodes.iter().filter(is_underlined) {
            let last = source.line_of(node.span.end.saturating_sub(1).max(node.span.start));
            let first = source.line_of(node.span.start);
            if node.depth == 0 && last > first + 1 {
                for line in first..last - 1 {
                    // A hard break in a heading becomes a space, but its backslash is more than white space.
                    let text = source.slice(source.line(line)).trim_end();
                    let broken = text.strip_suffix('\\').filter(|kept| !kept.ends_with('\\'));
                    if broken.is_some() && dialect.shape == Shape::Tags {
                        continue;
                    }
                    let kept = broken.unwrap_or(text);
                    let end = source.line_start(line) + kept.len();
                    let next = source.line_start(line + 1);
                    let indent = source.slice(source.line(line + 1)).len()
                        - source.slice(source.line(line + 1)).trim_start().len();
                    out.push(Change::new(Span::new(end, next + indent), " "));
                }
            }
        }
    }
    if dialect.layout != Layout::Common && dialect.shape != Shape::Tags {
        keep_signs(document, out);
    }
    if let Some(anchor) = dialect.title_anchor {
        link_to_title(document, anchor, out);
    }
}

/// Adds an anchor to the headings that lose theirs, given the other changes. With `is_raw`, the anchors that the renderer
/// makes, and those that the author sets, stay beside it.
pub(crate) fn add_anchors(document: &Document<'_>, dialect: &Dialect, is_raw: bool, out: &mut Vec<Change>) {
    let shown = shown_tags(document, dialect, out);
    for section in document.sections.iter().filter(|section| section.level > 0 && !section.slug.is_empty()) {
        let is_set = is_raw && sets_anchor(&section.title);
        let next = shown.partition_point(|at| *at < section.heading.start);
        let has_shown = shown.get(next).is_some_and(|at| section.heading.contains(*at));
        if (has_shown || (dialect.moves_anchor)(&section.title, &section.slug)) && !is_set {
            let at = end_of_title(document, section.heading);
            // Two underscores in the title and two in attributes would be emphasis for a renderer of its own kind.
            let is_bold = dialect.layout == Layout::Parted && section.slug.contains("__");
            let is_name = conditions::is_identifier(&section.slug) && !is_raw && !is_bold;
            let form = if is_name { dialect.anchor } else { Dialect::ELEMENT };
            out.push(Change::insert(at, form.replace("{anchor}", &section.slug)));
        }
    }
}

/// Where HTML is shown as text, in order. GitHub leaves it out of an anchor, but not every renderer can tell.
pub(super) fn shown_tags(document: &Document<'_>, dialect: &Dialect, changes: &[Change]) -> Vec<usize> {
    // Python-Markdown takes escaped tags for tags there.
    if dialect.layout == Layout::Indented {
        return Vec::new();
    }
    let is_tag = |span: Span| {
        let inlines = &document.markdown.inlines;
        let next = inlines.partition_point(|(_, inline)| inline.start < span.start);
        inlines
            .get(next)
            .is_some_and(|(kind, inline)| *kind == InlineKind::Html && inline.start == span.start)
    };
    let escaped = changes.iter().filter(|change| change.text == "&lt;" && is_tag(change.span));
    let mut found: Vec<usize> = escaped.map(|change| change.span.start).collect();
    found.sort_unstable();
    found
}

/// Whether a title ends with attributes that set its anchor: `Title {#anchor}`.
fn sets_anchor(title: &str) -> bool {
    let attributes = title.trim_end().strip_suffix('}').and_then(|title| title.rsplit_once('{'));
    attributes.is_some_and(|(_, inner)| inner.trim_start_matches(':').trim_start().starts_with('#'))
}

/// Writes links to the title of the page with the anchor that it has.
fn link_to_title(document: &Document<'_>, anchor: &str, out: &mut Vec<Change>) {
    let Some(title) = title_anchor(document) else { return };
    let link = format!("](#{title})");
    let links = document.markdown.targets.iter().filter(|span| document.text(**span) == link);
    out.extend(links.map(|span| Change::new(*span, format!("](#{anchor})"))));
}

/// Where the text of a heading ends: before an underline, and before the signs that may close it.
fn end_of_title(document: &Document<'_>, heading: Span) -> usize {
    let text = document.text(heading).trim_end();
    if !text.trim_start().starts_with('#') {
        let lines = text.rsplit_once(['\n', '\r']).map_or(text, |(lines, _)| lines);
        return heading.start + lines.trim_end().len();
    }
    let open = text.trim_end_matches('#');
    let kept = if open.ends_with([' ', '\t']) { open.trim_end() } else { text };
    heading.start + kept.len()
}

/// Escapes `#` signs at the end of a heading. Without a space before them they are part of the heading, but not every
/// renderer agrees.
fn keep_signs(document: &Document<'_>, out: &mut Vec<Change>) {
    let headings = document.markdown.nodes.iter();
    for node in headings.filter(|node| matches!(node.kind, NodeKind::Heading { setext: false, .. })) {
        let text = document.text(node.span).trim_end();
        let kept = text.trim_end_matches('#');
        if !kept.is_empty() && !kept.ends_with([' ', '\t', '\\']) {
            let signs = node.span.start + kept.len()..node.span.start + text.len();
            out.extend(signs.map(|at| Change::insert(at, "\\")));
        }
    }
}
