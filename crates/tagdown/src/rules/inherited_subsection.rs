//! A subsection without a tag, which inherits the tag of the section above it.
//!
//! ```md bad
//! ## Limits
//!
//! **[SPEC]**
//! - Body: 4 KB
//!
//! ### Uploads
//!
//! - File: 2 GB
//! ```
//!
//! ```md fixed
//! ## Limits
//!
//! **[SPEC]**
//! - Body: 4 KB
//!
//! ### Uploads
//!
//! **[SPEC]**
//! - File: 2 GB
//! ```
//!
//! In tagdown, a SPEC or NOTE continues past deeper headings, as writers intend. The fix repeats the tag under all
//! subsections at once, because a tag under only one of them would cut off the subsections after it. A tag directly
//! above a heading moves below it.
//!
//! ```md bad
//! ## Limits
//!
//! **[SPEC]**
//! ### Uploads
//! - File: 2 GB
//! ```
//!
//! ```md fixed
//! ## Limits
//!
//! ### Uploads
//!
//! **[SPEC]**
//! - File: 2 GB
//! ```
//!
//! `check` reports more than three such subsections of a document as one finding with all places.

use super::engine::{Context, Edit, Fix, FixKind, Group, Rule, Safety, Severity, page_of};
use crate::document::{Block, Document, Kind, is_own_name};
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "inherited-subsection",
    group: Group::Tags,
    severity: Severity::Warning,
    fix: FixKind::Safe,
    why: "other tools end a block at any heading and treat this text as untagged",
    todo: "repeat the tag below the subsection's heading",
    gathered: Some(|count| format!("{count} subsections have no tag of their own")),
    source: page_of!("inherited_subsection.rs"),
    check,
    ..Rule::PLAIN
};

/// Up to this many findings of a block each carry the fix for the whole block. Beyond that, only the first
/// finding does, which keeps the output in proportion to the document.
const FIXES_PER_BLOCK: usize = 8;

fn check(cx: &mut Context<'_, '_>) {
    for (block, tag) in cx.document.blocks_of_format() {
        let bare = bare_subsections(cx.document, block);
        if bare.is_empty() {
            continue;
        }
        let title = format!("repeat `{}` under the heading", block.kind.tag_line());
        let fix = Fix::new(Safety::Safe, title, edits(cx, block, &bare));
        // A heading that names a tag may be meant as one; only a person knows.
        let is_unclear = bare.iter().any(|(section, _)| names_tag(cx.document, *section));
        for (index, (section, _)) in bare.iter().enumerate() {
            let section = &cx.document.sections[*section];
            let finding = cx.report(section.heading, format!("`{}` has no tag of its own", section.title));
            finding.related(tag.span, format!("it inherits this {}", block.kind.name()));
            finding.fix = (!is_unclear && (index == 0 || bare.len() <= FIXES_PER_BLOCK)).then(|| fix.clone());
        }
    }
}

/// Whether a heading contains a tag in brackets, in any form.
fn names_tag(document: &Document<'_>, section: usize) -> bool {
    let heading = document.text(document.sections[section].heading);
    heading.split('[').skip(1).filter_map(|rest| rest.split_once(']')).any(|(label, _)| {
        let name = label.trim_end_matches('\\').split_whitespace().next().unwrap_or_default();
        Kind::from_name(name).is_some() || is_own_name(name)
    })
}

/// The subsections of a block that directly contain text, with the span of that text.
fn bare_subsections(document: &Document<'_>, block: &Block) -> Vec<(usize, Span)> {
    let start_of = |section: usize| document.sections[section].heading.start;
    let ends = block.inherited.iter().skip(1).map(|&next| start_of(next)).chain([block.content.end]);
    let texts = block.inherited.iter().zip(ends).map(|(&section, end)| {
        let after = document.source.next_line(document.sections[section].heading.end.saturating_sub(1));
        (section, document.source.trim(Span::new(after.min(end), end)))
    });
    texts.filter(|(_, text)| document.markdown.has_content(&document.source, *text)).collect()
}

fn edits(cx: &Context<'_, '_>, block: &Block, bare: &[(usize, Span)]) -> Vec<Edit> {
    let document = cx.document;
    let source = &document.source;
    let eol = source.eol();
    let mut edits: Vec<Edit> = bare
        .iter()
        .map(|(_, text)| {
            let line = source.line_of(text.start);
            let above = if source.is_blank(line.saturating_sub(1)) { "" } else { eol };
            let below = cx.gap_below_tag(document.markdown.top_in(*text).next());
            Edit::insert(source.line_start(line), format!("{above}{}{eol}{below}", block.kind.tag_line()))
        })
        .collect();
    let first =
        block.inherited.first().map_or(block.span.end, |&section| document.sections[section].heading.start);
    let own_text = source.trim(Span::new(block.content.start.min(first), first));
    let tag_end = block.tag.map_or(block.span.start, |tag| document.tags[tag].span.end);
    let titled = block.tag.is_some_and(|tag| document.tags[tag].title.is_some());
    if own_text.is_empty() && !titled && tag_end <= first {
        edits.push(Edit::delete(Span::new(block.span.start, source.this_line(first))));
    }
    edits
}
