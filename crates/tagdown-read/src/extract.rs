//! Reads a document: extracts the selected blocks with the definitions that they use.

use tagdown::document::{Block, Document, Kind, TagLine, keeps_heading, kinds};
use tagdown::markdown::{Node, NodeKind};
use tagdown::prose::{has_own_mark, placeholders};
use tagdown::text::{Span, slug};

use crate::labels::id;
use crate::manifest;
use crate::reading::{Heading, Item, Lean, Reading, Standing, Tally, Unreviewed};
use crate::select::{Selection, selection};

/// Reads the selected blocks of a document. [`Reading::missing`] lists requested names that do not exist.
///
/// ```
/// use tagdown_read::Selection;
/// let text = "# T\n**Version 1.0.0**\n\n## Limits\n\n**[SPEC]**\n- Body: 4 KB\n\n**[NOTE]**\nOld.\n";
/// let reading = tagdown_read::read(&tagdown::document::parse(text), "api.md", &Selection::default());
/// assert_eq!(reading.blocks.len(), 1);
/// assert_eq!(reading.blocks[0].address, "limits/spec-1");
/// assert_eq!(reading.blocks[0].text, &text[reading.blocks[0].bytes.range()]);
/// assert_eq!(reading.left_out.blocks(), 1);
/// ```
pub fn read(document: &Document<'_>, path: &str, selection: &Selection) -> Reading {
    let bodies: Vec<Span> = document.blocks.iter().map(|block| body(document, block)).collect();
    let texts: Vec<&str> = bodies.iter().map(|&span| document.text(span)).collect();
    let tokens =
        if selection.counts_later { vec![0; texts.len()] } else { selection.encoding.count_all(&texts) };
    let mut headings = headings(document);
    let (chosen, missing) = selection::choose(document, &headings, selection);
    let placeholders = placeholders(document);
    let mut blocks = Vec::new();
    let (mut left_out, mut all, mut unreviewed) = (Tally::default(), Tally::default(), 0);
    for (index, block) in document.blocks.iter().enumerate() {
        all.add(block.kind, tokens[index]);
        headings[block.section].tally.add(block.kind, tokens[index]);
        if chosen[index] {
            let mut item = item(document, block, bodies[index], tokens[index]);
            item.is_unclear = selection::is_unclear(document, block, selection);
            let next = placeholders.partition_point(|span| span.start < block.span.start);
            let is_inside = placeholders.get(next).is_some_and(|span| span.start < block.span.end);
            item.has_placeholder = is_inside || has_own_mark(&item.text);
            blocks.push(item);
        } else if document.unreviewed(block).is_some() {
            unreviewed += 1;
        } else {
            left_out.add(block.kind, tokens[index]);
        }
    }
    let header = &document.header;
    let owned = |span: Span| document.text(span).to_owned();
    let recovered = document.tagged_blocks().filter(|(_, tag)| !tag.is_well_formed()).count();
    Reading {
        path: path.to_owned(),
        title: headings.iter().find(|heading| heading.is_title).map(|heading| heading.title.clone()),
        document_version: header
            .version
            .as_ref()
            .map(|version| document.text(version.value).trim_start_matches(['v', 'V']).to_owned()),
        format_version: header.format_version.map(owned),
        status: header.status.map(owned),
        date: header.date.map(owned),
        manifest: manifest::find(document),
        headings,
        addresses: document.blocks.iter().map(|block| document.block_address(block)).collect(),
        blocks,
        left_out,
        unreviewed,
        document_tokens: selection.count_document.then(|| selection.encoding.count(document.source.text())),
        all,
        recovered,
        missing,
    }
}

/// The text of a block, including the indent of its first line. Without it, a nested list or an indented code block
/// would be read differently.
fn body(document: &Document<'_>, block: &Block) -> Span {
    let start = document.source.this_line(block.content.start);
    let indent = Span::new(start, block.content.start);
    let is_indent = !block.content.is_empty() && document.text(indent).bytes().all(|b| b" \t".contains(&b));
    if is_indent { Span::new(start, block.content.end) } else { block.content }
}

fn headings(document: &Document<'_>) -> Vec<Heading> {
    let source = &document.source;
    let first = document.sections.iter().find(|section| section.level == 1);
    let title = document.header.title.or(first.map(|section| section.heading));
    let lines = |span: Span| [source.line_of(span.start) + 1, last_line(document, span)];
    let mut headings: Vec<Heading> = document
        .sections
        .iter()
        .map(|section| Heading {
            level: section.level,
            text: heading_text(document.text(section.heading)),
            title: section.title.clone(),
            slug: section.slug.clone(),
            is_plain: slug(&section.title) == section.slug,
            parent: section.parent,
            is_title: title == Some(section.heading),
            lines: lines(section.span),
            tally: Tally::default(),
        })
        .collect();
    for tag in document.tags.iter().filter(|tag| keeps_heading(tag)) {
        if let Some(title) = tag.title {
            let section = document.section_at(tag.span.start);
            let (text, heading) = (document.text(title), &mut headings[section]);
            text.clone_into(&mut heading.text);
            text.clone_into(&mut heading.title);
            heading.is_plain = slug(text) == heading.slug;
        }
    }
    headings
}

/// The number, counted from 1, of the last line that contains a byte of the span.
fn last_line(document: &Document<'_>, span: Span) -> usize {
    document.source.line_of(document.source.trim(span).end.saturating_sub(1).max(span.start)) + 1
}

/// A heading on one line, without its `#` signs or underline.
fn heading_text(raw: &str) -> String {
    let mut lines: Vec<&str> = raw.lines().map(str::trim).collect();
    if lines.len() > 1 {
        lines.pop();
        return lines.join(" ");
    }
    let text = raw.trim().trim_start_matches('#').trim();
    let bare = text.trim_end_matches('#');
    let is_closed = bare.is_empty() || bare.ends_with([' ', '\t']);
    if is_closed { bare.trim().to_owned() } else { text.to_owned() }
}

fn item(document: &Document<'_>, block: &Block, bytes: Span, tokens: usize) -> Item {
    let tag = document.tag_of(block);
    let address = document.block_address(block);
    let id = id(&address).to_owned();
    let mut fields: Vec<(&'static str, String)> = Vec::new();
    for field in &block.fields {
        let value = document.text(field.value);
        match fields.iter_mut().find(|(name, _)| *name == field.spec.name) {
            Some((_, first)) => first.push_str(&format!("\n{value}")),
            None => fields.push((field.spec.name, value.to_owned())),
        }
    }
    let fix = block.fields.iter().find(|field| field.spec.name == kinds::FIX && !field.value.is_empty());
    Item {
        address,
        id,
        kind: block.kind,
        tag: tag.and_then(TagLine::own_name).map(str::to_owned),
        title: document.block_title(block),
        section: block.section,
        lines: [document.source.line_of(bytes.start) + 1, last_line(document, bytes)],
        bytes,
        tokens,
        hash: document.content_hash(block),
        is_tagged: block.tag.is_some(),
        is_well_formed: tag.is_none_or(TagLine::is_well_formed),
        fields,
        fix: fix.map(|field| Span::new(field.label.start, field.value.end)),
        text: document.text(bytes).to_owned(),
        comments: comments(document, bytes),
        leans: leans(document, bytes),
        score: None,
        hits: Vec::new(),
        standing: Standing::default(),
        also: Vec::new(),
        is_unclear: false,
        has_placeholder: false,
        unreviewed: document.unreviewed(block).map(|record| {
            let said = record.said.map(|(name, date)| (document.text(name), document.text(date)));
            Unreviewed {
                agent: said.map(|(name, _)| name.to_owned()),
                date: said.map(|(_, date)| date.to_owned()),
            }
        }),
    }
}

/// The comments in a text that stand alone, and those for the tool.
fn comments(document: &Document<'_>, body: Span) -> Vec<Span> {
    let is_comment =
        |node: &&Node| node.kind == NodeKind::Comment && document.text(node.span).trim_end().ends_with("-->");
    let alone = document.markdown.nodes_in(body).iter().filter(is_comment).map(|node| node.span);
    let mut spans: Vec<Span> = alone
        .chain(document.tool_comments(body))
        .map(|span| document.source.trim(span))
        .filter(|span| span.start >= body.start && span.end <= body.end)
        .map(|span| Span::new(span.start - body.start, span.end - body.start))
        .collect();
    spans.sort_unstable();
    let mut end = 0;
    spans.retain(|span| {
        let is_new = span.start >= end;
        end = end.max(span.end);
        is_new
    });
    spans
}

/// The definitions that a text uses, including those that the definitions use in turn.
fn leans(document: &Document<'_>, body: Span) -> Vec<Lean> {
    let known = &document.markdown.references;
    let used_in = |span: Span| {
        let first = known.partition_point(|(at, _)| *at < span.start);
        known[first..].iter().take_while(move |(at, _)| *at < span.end).copied()
    };
    let mut leans = Vec::new();
    for (at, target) in used_in(body) {
        let mut targets = vec![target];
        let mut next = 0;
        while let Some(&target) = targets.get(next) {
            next += 1;
            let text = document.text(document.source.trim(target)).to_owned();
            let is_open = document.block_at(target.start).is_some_and(|block| block.kind == Kind::Unverified);
            let is_claim = is_open && text.starts_with("[^");
            leans.push(Lean { at: at - body.start, target, text, is_claim });
            let further: Vec<Span> = used_in(target).map(|(_, span)| span).collect();
            targets.extend(further.into_iter().filter(|span| !targets.contains(span)).collect::<Vec<_>>());
        }
    }
    leans
}
