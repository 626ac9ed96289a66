//! The way from a document to its text in a dialect: what is read, what is written differently, what must hold.

use super::change::{Change, Changes};
use super::{
    Dialect, Layout, Options, Rendered, Shape, apart, callout, code, colons, escape, fields, footnotes,
    headings, hoist, layout, nested, raw_html, tags_apart,
};
use crate::document::{Document, parse};
use crate::markdown::{Node, NodeKind};
use crate::source::Source;
use crate::tag_line::{Name, Place, Slips, TagLine, Wrap};

/// Renders a document. For `html` the page is made by [`super::html`].
pub fn render(document: &Document<'_>, dialect: &Dialect, options: &Options) -> Rendered {
    let mut rendered = write(document, dialect, options);
    // A tag that stands oddly, or what looks like a definition, may stand in the way of the white space around it.
    let is_odd = || {
        let is_deep =
            |node: &Node| node.depth > 6 || matches!(node.kind, NodeKind::Heading { setext: true, .. });
        document.tags.iter().any(|tag| stands_oddly(&document.source, tag))
            || !document.traps.is_empty()
            || document.markdown.nodes.iter().any(is_deep)
            || memchr::memmem::find(document.source.text().as_bytes(), b"]:").is_some()
    };
    if dialect.shape != Shape::Tags || !options.kinds.is_empty() || !is_odd() {
        return rendered;
    }
    let plain = Dialect { layout: Layout::Common, ..*dialect };
    let settled = settle(document, rendered.text, dialect, options).or_else(|| {
        // With less of it changed, all of it may settle.
        let less = settle(document, write(document, &plain, options).text, &plain, options)?;
        Some(settle(document, less.clone(), dialect, options).unwrap_or(less))
    });
    rendered.text = settled.unwrap_or_else(|| document.source.text().to_owned());
    rendered
}

/// Whether a tag is one that Markdown may take for something else, or that opens no block.
fn stands_oddly(source: &Source<'_>, tag: &TagLine) -> bool {
    let is_known =
        matches!(tag.name, Name::Known(_)) && tag.wrap == Wrap::Bold && tag.slips == Slips::default();
    !is_known || tag.place != Place::Line || source.this_line(tag.span.start) != tag.span.start
}

/// What was written of a document, once more until nothing is left to change, if it still says the same.
fn settle(document: &Document<'_>, mut text: String, dialect: &Dialect, options: &Options) -> Option<String> {
    for _ in 0..MOST_PASSES {
        let written = parse(&text);
        let next = write(&written, dialect, options).text;
        if next == text {
            return (written.reading() == document.reading()).then_some(text);
        }
        text = next;
    }
    None
}

/// White space that moves more often than this does not settle.
const MOST_PASSES: usize = 5;

fn write(document: &Document<'_>, dialect: &Dialect, options: &Options) -> Rendered {
    let apart = apart::read(document);
    let Some(read) = &apart else {
        let changes = Changes::new(changes(document, dialect, options));
        return callout::render(document, dialect, options, changes);
    };
    // The titles are gone from what was read apart.
    let titles = apart::titles(document);
    let is_title = |change: &Change| {
        let next = titles.partition_point(|title| title.end < change.span.end);
        titles.get(next).is_some_and(|title| title.start <= change.span.start)
    };
    let mut found = changes(read, dialect, options);
    found.retain(|change| !is_title(change));
    found.extend(changes(document, dialect, options).into_iter().filter(is_title));
    callout::render(read, dialect, options, Changes::new(found))
}

/// All that is written differently in a document.
fn changes(document: &Document<'_>, dialect: &Dialect, options: &Options) -> Vec<Change> {
    let mut found = Vec::new();
    layout::part(document, dialect, &mut found);
    headings::part(document, dialect, &mut found);
    let mends = dialect.shape != Shape::Tags;
    document.blocks.iter().for_each(|block| fields::part(document, block, mends, &mut found));
    nested::part(document, dialect, &mut found);
    // A line of dashes makes no heading of what is no heading to the document.
    let underlines = document.traps.iter().map(|trap| document.source.this_line(trap.underline.start));
    found.extend(underlines.map(|at| Change::insert(at, document.source.eol())));
    if dialect.shape == Shape::Tags {
        tags_apart::part(document, &mut found);
    }
    if !options.raw {
        code::part(document, dialect, &mut found);
        colons::part(document, dialect, &mut found);
        footnotes::part(document, dialect, &mut found);
        escape::part(document, dialect.escapes, &mut found);
        raw_html::part(document, dialect, &mut found);
    }
    hoist::drop_duplicates(document, dialect, &mut found);
    found
}
