//! The path from a document to its text in a dialect: collects the changes, writes them, and checks that the result
//! keeps its meaning.

use tagdown::document::{Document, parse_with};
use tagdown::text::Span;

use super::{alerts, callout, title, without_tags};
use crate::change::{Change, Changes};
use crate::dialects::{Dialect, Layout, Shape};
use crate::folder_links;
use crate::layout::{blank_lines, bug_fields, definitions, footnotes, tables, tag_spacing};
use crate::options::{Options, Rendered};
use crate::protect::{code, colons, divider, headings, raw_html, running_text};

/// Renders a document. For `html`, [`crate::html`] writes the page.
pub fn render(document: &Document<'_>, dialect: &Dialect, options: &Options) -> Rendered {
    let mut rendered = write(document, dialect, options);
    if !options.raw {
        rendered.text = divider::before_code(document, dialect, rendered.text);
    }
    // White space may change how Markdown reads what is next to it, and then more must change: a blank line in a list
    // turns the text of an item into a paragraph.
    let is_settled = rendered.text == document.source.text();
    if dialect.shape != Shape::Tags || !options.kinds.is_empty() || is_settled {
        return rendered;
    }
    let plain = Dialect { layout: Layout::Common, ..*dialect };
    let settled = settle(document, rendered.text, dialect, options).or_else(|| {
        // After a first round with fewer changes, all changes may settle.
        let less = settle(document, write(document, &plain, options).text, &plain, options)?;
        Some(settle(document, less.clone(), dialect, options).unwrap_or(less))
    });
    rendered.text = settled.unwrap_or_else(|| document.source.text().to_owned());
    rendered
}

/// Renders the text again until nothing changes; `None` if it does not settle or its meaning changes.
fn settle(document: &Document<'_>, mut text: String, dialect: &Dialect, options: &Options) -> Option<String> {
    for _ in 0..MOST_PASSES {
        let written = parse_with(&text, &document.own_tags);
        let next = write(&written, dialect, options).text;
        if next == text {
            return (written.reading() == document.reading()).then_some(text);
        }
        text = next;
    }
    None
}

/// The maximum number of passes; text that still changes after that does not settle.
const MOST_PASSES: usize = 5;

fn write(document: &Document<'_>, dialect: &Dialect, options: &Options) -> Rendered {
    let apart = without_tags::read(document);
    let Some(read) = &apart else {
        let changes = Changes::new(changes(document, dialect, options));
        return callout::render(document, dialect, options, changes);
    };
    // The document without tags has no titles, so changes to titles come from the original.
    let titles = without_tags::titles(document);
    let is_title = |change: &Change| {
        let next = titles.partition_point(|title| title.end < change.span.end);
        titles.get(next).is_some_and(|title| title.start <= change.span.start)
    };
    let mut found = changes(read, dialect, options);
    found.retain(|change| !is_title(change));
    found.extend(changes(document, dialect, options).into_iter().filter(is_title));
    if !options.raw {
        for title in titles.iter().filter(|title| without_tags::is_cut(document, **title)) {
            found.retain(|change| !title.contains(change.span.start));
            found.extend(title::changes(document.text(*title), dialect).into_iter().map(|change| {
                let span = Span::new(title.start + change.span.start, title.start + change.span.end);
                Change::new(span, change.text)
            }));
        }
    }
    callout::render(read, dialect, options, Changes::new(found))
}

/// All changes to a document.
fn changes(document: &Document<'_>, dialect: &Dialect, options: &Options) -> Vec<Change> {
    let mut found = Vec::new();
    blank_lines::part(document, dialect, &mut found);
    tables::part(document, dialect, &mut found);
    headings::part(document, dialect, &mut found);
    let mends = dialect.shape != Shape::Tags;
    document.blocks.iter().for_each(|block| bug_fields::part(document, block, mends, &mut found));
    // A line of dashes must not turn text into a heading that the document does not have.
    let underlines = document.traps.iter().map(|trap| document.source.this_line(trap.underline.start));
    found.extend(underlines.map(|at| Change::insert(at, document.source.eol())));
    if dialect.shape == Shape::Tags {
        tag_spacing::part(document, &mut found);
    }
    if !options.raw {
        code::part(document, dialect, &mut found);
        colons::part(document, dialect, &mut found);
        divider::part(document, dialect, &mut found);
        tables::escape_verses(document, dialect, &mut found);
        footnotes::part(document, dialect, &mut found);
        running_text::part(document, dialect, &mut found);
        let indexes = if options.is_index { &[] } else { dialect.indexes };
        let placed = Dialect { indexes, ..*dialect };
        raw_html::part(document, &placed, &mut found);
    }
    headings::add_anchors(document, dialect, options.raw, &mut found);
    // What ends an alert is written behind what ends its text.
    alerts::part(document, dialect, &mut found);
    alerts::unquote(document, dialect, &mut found);
    if !dialect.serves_folders {
        folder_links::part(document, &options.links, &mut found);
    }
    for (_, lines) in definitions::nested(document, dialect) {
        found.retain(|change| !lines.contains(change.span.start));
        found.push(Change::new(lines, ""));
    }
    definitions::encode(document, dialect, &mut found);
    definitions::resolve_code(document, dialect, &mut found);
    definitions::drop_duplicates(document, dialect, &mut found);
    found
}
