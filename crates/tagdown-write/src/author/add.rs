//! Inserts a block into a section: facts first, then context, then failures, then unverified claims.

use std::collections::BTreeMap;

use tagdown::document::{Block, Document, Kind, can_follow_tag, parse_with};
use tagdown::markdown::{Node, NodeKind};
use tagdown::rules::{Edit, Settings, Severity, apply};
use tagdown::text::{Source, Span, nearest};

use super::guard::{Change, judge, misread, spoilt_title, unseen};

/// A block to insert.
#[derive(Clone, Debug)]
pub struct NewBlock<'b> {
    /// Its kind.
    pub kind: Kind,
    /// Its title, for a BUG.
    pub title: Option<&'b str>,
    /// The text below the tag.
    pub text: &'b str,
}

/// A block that was inserted.
pub(crate) struct Inserted {
    pub(crate) output: String,
    /// Its place in the output, from its tag to its end.
    pub(crate) span: Span,
}

/// Inserts a block into the section with this heading or anchor. Returns the reason if that would break something.
pub fn add(text: &str, section: &str, block: &NewBlock<'_>, settings: &Settings) -> Result<Change, String> {
    let document = parse_with(text, &settings.own_tags);
    let section = section_named(&document, section)?;
    if let Some(problem) =
        [block.text, block.title.unwrap_or_default()].iter().find_map(|words| unseen(words))
    {
        return Err(problem);
    }
    let inserted = insert(&document, section, block)?;
    let after = parse_with(&inserted.output, &settings.own_tags);
    let remarks = judge(&document, &after, settings, Severity::Error)?;
    let address = after.address(inserted.span.start);
    drop(after);
    Ok(Change { output: inserted.output, address, remarks })
}

/// The section with this heading or anchor, if a block can be added to it. The error lists the sections that exist.
pub fn section_named(document: &Document<'_>, wanted: &str) -> Result<usize, String> {
    let plain = wanted.trim_start_matches('#').trim();
    let is_open = |index: &usize| {
        let section = &document.sections[*index];
        section.level > 1 && document.manifest.is_none_or(|manifest| manifest.section != *index)
    };
    let all = || (0..document.sections.len()).filter(is_open);
    if let Some(found) = all().find(|&index| document.sections[index].slug == plain) {
        return Ok(found);
    }
    let named: Vec<usize> =
        all().filter(|&index| document.sections[index].title.eq_ignore_ascii_case(plain)).collect();
    match named.as_slice() {
        [one] => Ok(*one),
        [] => {
            let titles = all().map(|index| document.sections[index].title.clone());
            let near = nearest(plain, titles.clone());
            let (lead, offered) =
                if near.is_empty() { ("available", titles.take(12).collect()) } else { ("nearest", near) };
            let offered = offered.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            Err(format!("no section `{plain}`; {lead}: {offered}"))
        }
        several => {
            let slugs = several.iter().map(|&index| format!("#{}", document.sections[index].slug));
            Err(format!("several sections are named `{plain}`: {}", slugs.collect::<Vec<_>>().join(", ")))
        }
    }
}

/// Inserts a block into a section and leaves every other word as it was. Runs no rules.
pub(crate) fn insert(
    document: &Document<'_>,
    section: usize,
    block: &NewBlock<'_>,
) -> Result<Inserted, String> {
    let mut problem = "the block does not fit anywhere in that section".to_owned();
    for at in places(document, section, block.kind) {
        let (output, span) = with(document, at, block);
        let after = parse_with(&output, &document.own_tags);
        match trouble(document, &after, span, block) {
            None => {
                drop(after);
                return Ok(Inserted { output, span });
            }
            Some(found) => problem = found,
        }
    }
    Err(problem)
}

/// Inserts blocks into sections at once, each as [`insert`] would, and leaves every other word as it was. Returns the text
/// and the place of each block. Runs no rules.
pub(crate) fn insert_all(
    document: &Document<'_>,
    blocks: &[(usize, NewBlock<'_>)],
) -> Result<(String, Vec<Span>), String> {
    let eol = document.source.eol();
    let mut best: BTreeMap<(usize, Kind), usize> = BTreeMap::new();
    let mut order: Vec<(usize, Kind, usize)> = Vec::with_capacity(blocks.len());
    for (index, (section, block)) in blocks.iter().enumerate() {
        let at = *best
            .entry((*section, block.kind))
            .or_insert_with(|| places(document, *section, block.kind).first().copied().unwrap_or_default());
        order.push((at, block.kind, index));
    }
    order.sort_by_key(|(at, kind, index)| (*at, *kind, *index));
    let (mut edits, mut spans, mut added) = (Vec::new(), vec![Span::new(0, 0); blocks.len()], 0);
    for group in order.chunk_by(|one, next| one.0 == next.0) {
        let made: Vec<String> = group.iter().map(|(_, _, index)| made(document, &blocks[*index].1)).collect();
        let (edit, span) = behind(&document.source, group[0].0, &made.join(&format!("{eol}{eol}")));
        let mut start = span.start + added;
        for ((_, _, index), text) in group.iter().zip(&made) {
            spans[*index] = Span::new(start, start + text.len());
            start += text.len() + eol.len() * 2;
        }
        added += edit.text.len();
        edits.push(edit);
    }
    let output = apply(document.source.text(), &edits);
    let after = parse_with(&output, &document.own_tags);
    let own = |(span, (_, block)): (&Span, &(usize, NewBlock<'_>))| misshapen(&after, *span, block);
    let problem = spans.iter().zip(blocks).find_map(own).or_else(|| displaced(document, &after, &spans));
    drop(after);
    problem.map_or(Ok((output, spans)), Err)
}

/// Where a block of this kind may go, best place first: after the last block of its own or an earlier kind, otherwise
/// directly below the heading.
fn places(document: &Document<'_>, section: usize, kind: Kind) -> Vec<usize> {
    let source = &document.source;
    let own: Vec<&Block> = document.blocks.iter().filter(|block| block.section == section).collect();
    let heading = &document.sections[section];
    let heading_line = source.line_of(heading.heading.end.saturating_sub(1));
    let below_heading = source.line(heading_line).end;
    let end_of = |block: &&Block| {
        // Comments at the end of a block, such as suppressions, belong to the block after it.
        let is_said = |node: &&Node| !matches!(node.kind, NodeKind::Comment | NodeKind::Definition);
        let said = document
            .content_nodes(block)
            .filter(is_said)
            .last()
            .map_or(block.content.start, |node| node.span.end);
        let said = document.source.trim(Span::new(block.content.start, said.min(block.content.end))).end;
        let end = said.max(document.tag_of(block).map_or(0, |tag| tag.span.end));
        source.line(source.line_of(end.saturating_sub(1).max(block.span.start))).end
    };
    let is_before = |block: &&&Block| block.kind <= kind && block.inherited.is_empty();
    let mut places: Vec<usize> = own.iter().rfind(is_before).map(end_of).into_iter().collect();
    if places.is_empty() && !own.is_empty() {
        places.push(below_heading);
    }
    places.extend(own.iter().rev().filter(|block| block.inherited.is_empty()).map(end_of));
    if own.is_empty() {
        // Below the comments with questions for the writer.
        let ends_at =
            document.sections.get(section + 1).map_or(source.text().len(), |next| next.heading.start);
        let asides = document.markdown.top_in(Span::new(below_heading, ends_at));
        let is_aside = |kind| matches!(kind, NodeKind::Comment);
        let last = asides.take_while(|node| is_aside(node.kind)).last();
        places.extend(last.map(|node| source.line(source.line_of(node.span.end.saturating_sub(1))).end));
    }
    places.push(below_heading);
    places.dedup();
    places
}

/// The text with the block inserted after the line that ends at `at`, and the span of the block.
fn with(document: &Document<'_>, at: usize, block: &NewBlock<'_>) -> (String, Span) {
    let (edit, span) = behind(&document.source, at, &made(document, block));
    (apply(document.source.text(), &[edit]), span)
}

/// The text of a block.
pub(super) fn made(document: &Document<'_>, block: &NewBlock<'_>) -> String {
    let eol = document.source.eol();
    let tag = tag_line(block.kind, block.title);
    let body: Vec<&str> = block.text.trim_matches(['\n', '\r']).trim_end().lines().collect();
    let body = body.join(eol);
    let probe = format!("{}\n", block.text.trim_matches(['\n', '\r']));
    let probe = parse_with(&probe, &document.own_tags);
    let follows = probe.markdown.top.first().is_none_or(|&first| {
        let node = probe.markdown.nodes[first];
        can_follow_tag(&probe, &node)
    });
    let gap = if follows { "" } else { eol };
    format!("{tag}{eol}{gap}{body}")
}

/// The tag line of a block.
pub(crate) fn tag_line(kind: Kind, title: Option<&str>) -> String {
    match title {
        Some(title) => format!("**[{}] {}**", kind.name(), title.trim()),
        None => kind.tag_line(),
    }
}

/// Inserts text after the line of `at`, separated by blank lines. Also returns the span of the inserted text.
pub(crate) fn behind(source: &Source<'_>, at: usize, made: &str) -> (Edit, Span) {
    let eol = source.eol();
    let line = source.line_of(at.saturating_sub(1));
    let at = source.line(line).end;
    let is_parted = line + 1 >= source.line_count() || source.is_blank(line + 1);
    let tail = if is_parted { "" } else { eol };
    let start = at + eol.len() * 2;
    let edit = Edit::insert(at, format!("{eol}{eol}{made}{tail}"));
    (edit, Span::new(start, start + made.len()))
}

/// What is wrong with a block that was inserted.
fn trouble(
    document: &Document<'_>,
    after: &Document<'_>,
    span: Span,
    block: &NewBlock<'_>,
) -> Option<String> {
    misshapen(after, span, block).or_else(|| displaced(document, after, &[span]))
}

/// What is wrong with the form of a block that was inserted.
pub(super) fn misshapen(after: &Document<'_>, span: Span, block: &NewBlock<'_>) -> Option<String> {
    let found = after.block_at(span.start);
    let is_whole = found.is_some_and(|found| {
        found.span.start == span.start && found.kind == block.kind && found.content.end == span.end
    });
    if block.text.trim().is_empty() {
        return Some("the block has no text".to_owned());
    }
    if !is_whole {
        let why = "it contains a heading, a tag or a thematic break";
        return Some(format!("the text would not be one `[{}]` block: {why}", block.kind.name()));
    }
    found.and_then(|found| spoilt_title(after, found, block.title))
}

/// What inserted blocks do to the text around them.
fn displaced(document: &Document<'_>, after: &Document<'_>, made: &[Span]) -> Option<String> {
    misread(document, &[], after, made).map(|word| {
        format!("`{word}` further down would be read under a different tag; first run `tagdown check --fix`, which repeats the tag in each subsection")
    })
}
