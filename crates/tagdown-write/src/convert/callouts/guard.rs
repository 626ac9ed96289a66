//! Checks every document whose callouts became blocks: no word is lost, no word outside the callouts is read as another
//! kind, every block is read as intended, and code, links and headings are the same.

use tagdown::document::{Block, Document, Kind};
use tagdown::markdown::{Markdown, NodeKind};
use tagdown::rules::lost_beyond;
use tagdown::text::{Source, Span};

use super::callout::Found;
use super::write::{Made, Written, is_same_inside};

/// What is wrong with a result. `before` is the document without its callouts.
pub(crate) fn problem(
    before: &Document<'_>,
    after: &Document<'_>,
    written: &Written,
    kinds: &[Kind],
) -> Option<String> {
    if before.header.paragraph.is_some() && after.header.paragraph.is_none() {
        return Some("a callout comes before the version line; move that line below the title".to_owned());
    }
    let made: Vec<Span> = written.made.iter().map(|(whole, _)| *whole).collect();
    let (old, new) = (reading(before, &[]), reading(after, &made));
    if let Some(index) = (0..old.len().max(new.len())).find(|&index| old.get(index) != new.get(index)) {
        let word = old.get(index).or(new.get(index)).map_or("", |(_, word)| word);
        return Some(format!("`{word}` would be read as a different kind of block; please report this"));
    }
    if solid(before, &[]) != solid(after, &made) {
        return Some(
            "code, a link or a heading outside callouts would change; please report this".to_owned(),
        );
    }
    for ((whole, body), kind) in written.made.iter().zip(kinds) {
        let block = after.block_at(whole.start).filter(|block| block.span.start == whole.start);
        let end = after.source.trim(*body).end;
        let is_empty = after.text(*body).trim().is_empty();
        let is_all = |block: &Block| block.content.end >= end || (is_empty && block.content.is_empty());
        let is_read = block.is_some_and(|block| block.kind == *kind && is_all(block));
        let text = Source::new(after.text(*body));
        let alone = Markdown::parse(&text);
        if !is_read || !is_same_inside(&alone, Span::new(0, text.text().len()), &after.markdown, *body) {
            let line = written.lines.get(after.source.line_of(whole.start)).map_or(0, |line| line + 1);
            return Some(format!(
                "line {line}: the callout would be read as something else; please report this"
            ));
        }
    }
    None
}

/// Words that a result would lose, except those of callout frames.
pub(crate) fn lost(text: &str, output: &str, found: &[Found]) -> Option<String> {
    let frames: String = found.iter().map(|found| found.frame.clone() + "\n").collect();
    // The placeholder in a callout without text is not a word.
    let lost = lost_beyond(&text.replace("&nbsp;", " "), output, &frames);
    lost.first().map(|word| format!("the word `{word}` would be lost; please report this"))
}

/// Every word outside some spans, with its kind. Footnotes belong to the text that refers to them.
pub(crate) fn reading<'t>(document: &Document<'t>, spans: &[Span]) -> Vec<(Kind, &'t str)> {
    let start = document.source.text().as_ptr().addr();
    let nodes = &document.markdown.nodes;
    let footnotes = nodes.iter().filter(|node| node.kind == NodeKind::Footnote && node.depth == 0);
    let mut silent: Vec<Span> = footnotes.map(|node| node.span).chain(spans.iter().copied()).collect();
    silent.sort_unstable();
    let mut words = document.reading();
    words.retain(|(_, word)| !holds(&silent, word.as_ptr().addr() - start));
    words
}

/// Whether one of some sorted spans contains an offset.
fn holds(spans: &[Span], at: usize) -> bool {
    let after = spans.partition_point(|span| span.start <= at);
    after.checked_sub(1).is_some_and(|last| spans[last].contains(at))
}

/// Code, HTML, links and headings outside some spans, byte for byte.
fn solid<'t>(document: &Document<'t>, spans: &[Span]) -> Vec<&'t str> {
    let is_solid = |kind: NodeKind| {
        matches!(
            kind,
            NodeKind::Code { .. }
                | NodeKind::Html
                | NodeKind::Heading { .. }
                | NodeKind::Definition
                | NodeKind::Footnote
        )
    };
    let nodes = document.markdown.nodes.iter().filter(|node| is_solid(node.kind)).map(|node| node.span);
    let inlines = document.markdown.inlines.iter().map(|(_, span)| *span);
    let outside = |span: &Span| !holds(spans, span.start);
    nodes.filter(outside).chain(inlines.filter(outside)).map(|span| document.text(span)).collect()
}

/// The kinds of the blocks that were made.
pub(crate) fn kinds(made: &[Made]) -> Vec<Kind> {
    made.iter().map(|made| made.kind).collect()
}
