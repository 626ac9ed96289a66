//! What an agent writes: a claim with a record of who wrote it, which nobody else is taken for, and which changes nothing
//! around it. And how a person accepts it.

use tagdown::document::{Block, Document, Kind, TagLine, agent_record, parse, parse_with};
use tagdown::markdown::{InlineKind, NodeKind};
use tagdown::rules::{Edit, Settings, Severity, apply};
use tagdown::text::{Span, hidden, nearest};

use super::add::{NewBlock, insert, made, misshapen, section_named};
use super::guard::{Change, judge, misread, unseen};

/// The longest text of a claim, in bytes.
const LONGEST: usize = 16_000;
/// The longest title of a claim, in characters.
const LONGEST_TITLE: usize = 120;

/// A claim that an agent adds.
#[derive(Clone, Debug)]
pub struct Claim<'c> {
    /// The name of the agent, as it calls itself.
    pub agent: &'c str,
    /// The day, as `2026-11-17`.
    pub date: &'c str,
    /// Words for the first line, in bold.
    pub title: Option<&'c str>,
    /// The claim.
    pub text: &'c str,
}

/// Adds a claim of an agent as a `[?]` block to the section with this heading or anchor. Readers do not see it until a
/// person has looked at it. Returns the reason if the text could change what others have written.
pub fn add_claim(
    text: &str,
    section: &str,
    claim: &Claim<'_>,
    settings: &Settings,
) -> Result<Change, String> {
    let document = parse_with(text, &settings.own_tags);
    let section = section_named(&document, section)?;
    let body = format!("{}\n{}", agent_record(claim.agent, claim.date), words(claim)?);
    let block = NewBlock { kind: Kind::Unverified, title: None, text: &body };
    let inserted = insert(&document, section, &block)?;
    let after = parse_with(&inserted.output, &settings.own_tags);
    if let Some(problem) = reaches_out(&document, &after, inserted.span) {
        return Err(problem);
    }
    let remarks = judge(&document, &after, settings, Severity::Error)?;
    let address = after.address(inserted.span.start);
    drop(after);
    Ok(Change { output: inserted.output, address, remarks })
}

/// The text of a claim, if it can be seen as it is.
fn words(claim: &Claim<'_>) -> Result<String, String> {
    let text = claim.text.trim_matches(['\n', '\r']);
    if text.trim().is_empty() {
        return Err("the block has no text".to_owned());
    }
    if text.len() > LONGEST {
        return Err(format!("the text has {} bytes; a claim has at most {LONGEST}", text.len()));
    }
    let title = claim.title.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    if title.chars().count() > LONGEST_TITLE || title.contains(['*', '[', ']', '`', '\\']) {
        return Err(format!("a title has at most {LONGEST_TITLE} characters, without markup"));
    }
    let alone = parse(text);
    let defines = !alone.markdown.defined.links.is_empty() || !alone.markdown.defined.notes.is_empty();
    let loud = || {
        let found = loud(&alone, Span::new(0, text.len()), Span::default());
        found.or_else(|| defines.then(|| DEFINES.to_owned()))
    };
    if let Some(problem) = [text, &title].into_iter().find_map(obscure).or_else(loud) {
        return Err(problem);
    }
    Ok(if title.is_empty() { text.to_owned() } else { format!("**{title}**\n\n{text}") })
}

/// Whether a text contains characters that a person who looks at it does not see.
fn obscure(text: &str) -> Option<String> {
    let is_hidden = hidden(text) > 0;
    unseen(text).or_else(|| is_hidden.then(|| "the text contains characters that cannot be seen".to_owned()))
}

/// Markdown that does more than say something: HTML and comments can hide or mark the text around them, and definitions
/// can change links elsewhere. `own` is the record of the agent.
fn loud(document: &Document<'_>, span: Span, own: Span) -> Option<String> {
    let is_other = |place: Span| !place.overlaps(own);
    let nodes = document.markdown.nodes_in(span).iter().filter(|node| is_other(node.span));
    let mut kinds = nodes.map(|node| node.kind);
    let is_html = |(kind, place): &(InlineKind, Span)| *kind == InlineKind::Html && is_other(*place);
    let has_inline = document.markdown.inlines_in(span).iter().any(is_html);
    if has_inline || kinds.clone().any(|kind| matches!(kind, NodeKind::Html | NodeKind::Comment)) {
        return Some("the text contains HTML or a comment; write it as code".to_owned());
    }
    let is_definition = |kind| matches!(kind, NodeKind::Definition | NodeKind::Footnote);
    kinds.any(is_definition).then(|| DEFINES.to_owned())
}

const DEFINES: &str = "the text defines a link or a footnote; write the address in place";

/// What a claim does to the document that it is in, besides saying something.
fn reaches_out(before: &Document<'_>, after: &Document<'_>, span: Span) -> Option<String> {
    let block = after.block_at(span.start)?;
    let Some(record) = after.unreviewed(block).filter(|record| record.said.is_some()) else {
        return Some("the record of the agent would not be read".to_owned());
    };
    let labels = |document: &Document<'_>| {
        let defined = &document.markdown.defined;
        (defined.links.len(), defined.notes.len())
    };
    let is_used = || after.markdown.references.iter().any(|(_, target)| target.overlaps(span));
    let defines = labels(before) != labels(after) || is_used();
    loud(after, span, record.span).or_else(|| defines.then(|| DEFINES.to_owned()))
}

/// The text without the record of a block, once a person has looked at it. Nothing else changes.
pub fn reviewed(document: &Document<'_>, block: &Block) -> Result<String, String> {
    let source = &document.source;
    let records = document.records.iter().map(|record| record.span);
    let own: Vec<Span> = records.filter(|span| block.span.contains(span.start)).collect();
    if document.unreviewed(block).is_none() {
        return Err("nobody has to look at it: it has no record of an agent".to_owned());
    }
    let lines = |span: Span| {
        let line = source.line(source.line_of(span.start));
        let is_alone = source.trim(line) == span;
        if is_alone { Span::new(line.start, source.next_line(line.start)) } else { span }
    };
    // With an empty line instead, if the text would be joined with the tag.
    for gap in ["", source.eol()] {
        let edits: Vec<Edit> = own.iter().map(|span| Edit::replace(lines(*span), gap.to_owned())).collect();
        let output = apply(source.text(), &edits);
        let after = parse_with(&output, &document.own_tags);
        let found = after.block_at(block.span.start);
        let is_same = found.is_some_and(|found| {
            (found.span.start, found.kind) == (block.span.start, block.kind)
                && after.unreviewed(found).is_none()
        });
        let is_kept = is_same && misread(document, &[], &after, &[]).is_none();
        drop(after);
        if is_kept {
            return Ok(output);
        }
    }
    Err("without its record, the block would be read differently; remove it in an editor".to_owned())
}

/// The document with another text, and perhaps another tag, in the place of a block. Returns the reason if that would
/// break something.
pub fn rewrite(text: &str, block: &Block, new: &NewBlock<'_>, settings: &Settings) -> Result<Change, String> {
    let document = parse_with(text, &settings.own_tags);
    let is_odd = |tag: &TagLine| !tag.is_well_formed() || tag.own_name().is_some() || tag.qualifier.is_some();
    if document.tag_of(block).is_none_or(is_odd) || !block.inherited.is_empty() {
        return Err(
            "its tag is not one of the four, on a line of its own; only a person can change it".to_owned()
        );
    }
    if let Some(problem) = [new.text, new.title.unwrap_or_default()].into_iter().find_map(obscure) {
        return Err(problem);
    }
    // What an agent wrote stays marked, whoever words it.
    let record = document.unreviewed(block).filter(|_| new.kind == Kind::Unverified);
    let body = record.map(|record| format!("{}\n{}", document.text(record.span), new.text));
    let new = NewBlock { text: body.as_deref().unwrap_or(new.text), ..new.clone() };
    let old = Span::new(block.span.start, block.content.end.max(block.span.start));
    let made = made(&document, &new);
    let span = Span::new(old.start, old.start + made.len());
    let output = apply(text, &[Edit::replace(old, made)]);
    let after = parse_with(&output, &settings.own_tags);
    if let Some(problem) = misshapen(&after, span, &new) {
        return Err(problem);
    }
    if let Some(word) = misread(&document, &[old], &after, &[span]) {
        return Err(format!("`{word}` after it would be read under a different tag"));
    }
    let remarks = judge(&document, &after, settings, Severity::Error)?;
    let address = after.address(span.start);
    drop(after);
    Ok(Change { output, address, remarks })
}

/// The block with this address. The error names the nearest ones.
pub fn block_named<'d>(document: &'d Document<'_>, address: &str) -> Result<&'d Block, String> {
    let wanted = address.trim().trim_start_matches('#');
    let is_it = |block: &&Block| document.block_address(block).eq_ignore_ascii_case(wanted);
    document.blocks.iter().find(is_it).ok_or_else(|| {
        let near = nearest(wanted, document.blocks.iter().map(|block| document.block_address(block)));
        let offered: Vec<String> = near.iter().map(|name| format!("`{name}`")).collect();
        let offer =
            if offered.is_empty() { String::new() } else { format!("; nearest: {}", offered.join(", ")) };
        format!("no block `{wanted}`{offer}")
    })
}
