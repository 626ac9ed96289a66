//! Selects blocks of a document by kind, section, address and affected version.

use tagdown::document::{Block, Document, Kind, kinds};
use tagdown::text::{OFFERED, Span, fold, nearest, unescape, unnumbered};

use super::affects;
use super::versions::Versions;
use crate::labels::id;
use crate::reading::{Heading, Missing};
use crate::tokens::Encoding;

/// Which blocks of a document to read.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Blocks of these kinds; `None` for SPEC, BUG and `?`.
    pub kinds: Option<Vec<Kind>>,
    /// Only sections with one of these headings.
    pub sections: Vec<String>,
    /// Only these sections and blocks: `section-slug`, `section-slug/kind-n`, or `kind-n` if it means one block.
    pub addresses: Vec<String>,
    /// Whether the addresses extend the selection instead of narrowing it.
    pub keeps_all: bool,
    /// Among BUG blocks, only those that may affect these versions.
    pub affects: Option<Versions>,
    /// How tokens are counted.
    pub encoding: Encoding,
    /// Whether to also count the tokens of the complete document.
    pub count_document: bool,
    /// Whether [`crate::rank`] counts the tokens of the blocks that it keeps, so reading counts none.
    pub counts_later: bool,
}

/// The kinds that a model reads by default.
pub const AUTHORITATIVE: &[Kind] = &[Kind::Spec, Kind::Bug, Kind::Unverified];

/// All kinds.
pub const ALL: &[Kind] = &[Kind::Spec, Kind::Note, Kind::Bug, Kind::Unverified];

/// The kind with this name; untagged text is a NOTE.
pub fn kind_named(name: &str) -> Result<Kind, String> {
    match name.trim().trim_matches(['*', '[', ']']).to_lowercase().as_str() {
        "unverified" => Ok(Kind::Unverified),
        "untagged" => Ok(Kind::Note),
        other => Kind::from_name(other).ok_or_else(|| match Kind::nearest(other) {
            (kind, true) => format!("unknown kind; did you mean `{}`?", kind.name()),
            _ => "unknown kind; expected SPEC, NOTE, BUG, ? or all".to_owned(),
        }),
    }
}

/// Whether each block is selected, and the requested names that do not exist.
pub(crate) fn choose(
    document: &Document<'_>,
    headings: &[Heading],
    selection: &Selection,
) -> (Vec<bool>, Vec<Missing>) {
    let kinds = selection.kinds.as_deref().unwrap_or(AUTHORITATIVE);
    let mut missing = Vec::new();
    let mut spans = Vec::new();
    let mut named = Vec::new();
    let span = |section: usize| document.sections[section].span;
    for wanted in &selection.sections {
        let found = sections_named(headings, wanted);
        if found.is_empty() {
            let titles =
                headings.iter().filter(|heading| heading.level > 1).map(|heading| heading.title.clone());
            let nearest = nearest(wanted, titles);
            missing.push(Missing { wanted: wanted.clone(), is_address: false, blocks: 0, nearest });
        }
        spans.extend(found.into_iter().map(span));
    }
    for wanted in &selection.addresses {
        // A label shows hidden characters of an anchor as escapes.
        let address = &*unescape(wanted.trim_start_matches('#'));
        let is_block = |block: &Block| document.block_address(block).eq_ignore_ascii_case(address);
        let found = sections_named(headings, address);
        let has_id = |block: &Block| id(&document.block_address(block)).eq_ignore_ascii_case(address);
        let with_id: Vec<usize> =
            (0..document.blocks.len()).filter(|&index| has_id(&document.blocks[index])).collect();
        if let Some(block) = document.blocks.iter().position(is_block) {
            named.push(block);
        } else if let [only] = with_id[..]
            && !headings.iter().any(|heading| heading.slug == address)
        {
            named.push(only);
        } else if !found.is_empty() {
            spans.extend(found.into_iter().map(span));
        } else {
            let nearest = nearest_addresses(document, address);
            let blocks = with_id.len();
            missing.push(Missing { wanted: format!("#{address}"), is_address: true, blocks, nearest });
        }
    }
    let everything = selection.sections.is_empty() && (selection.addresses.is_empty() || selection.keeps_all);
    // A block without content has an empty span.
    let overlaps = |block: &Block, span: &Span| span.contains(block.span.start) || block.span.overlaps(*span);
    let chosen = document.blocks.iter().enumerate().map(|(index, block)| {
        let in_scope = everything || spans.iter().any(|span| overlaps(block, span));
        // What an agent wrote is shown only to those who name it, until a person has looked at it.
        let wanted = in_scope && kinds.contains(&block.kind) && document.unreviewed(block).is_none();
        named.contains(&index) || wanted && affected(document, block, selection) != Some(false)
    });
    (chosen.collect(), missing)
}

/// Whether a BUG affects the requested versions; `None` if that is unclear or no versions are requested.
fn affected(document: &Document<'_>, block: &Block, selection: &Selection) -> Option<bool> {
    let asked = selection.affects.as_ref()?;
    let stated = block.fields.iter().filter(|field| field.spec.name == kinds::AFFECTED);
    let verdicts: Vec<Option<bool>> =
        stated.map(|field| affects::covers(document.text(field.value), asked)).collect();
    if verdicts.contains(&Some(true)) {
        return Some(true);
    }
    (!verdicts.is_empty() && verdicts.iter().all(|verdict| *verdict == Some(false))).then_some(false)
}

/// Whether it is unclear if a BUG affects the requested versions.
pub(crate) fn is_unclear(document: &Document<'_>, block: &Block, selection: &Selection) -> bool {
    selection.affects.is_some() && block.kind == Kind::Bug && affected(document, block, selection).is_none()
}

/// The sections whose heading has this name. Matches the anchor, the heading as written, or the heading without its
/// number.
fn sections_named(headings: &[Heading], wanted: &str) -> Vec<usize> {
    let as_written = fold(&without_markup(wanted));
    let wanted = as_written.trim_start_matches('#').trim_start();
    let find = |matches: &dyn Fn(&Heading) -> bool| -> Vec<usize> {
        let is_it = |section: &usize| headings[*section].level > 0 && matches(&headings[*section]);
        (0..headings.len()).filter(is_it).collect()
    };
    let title = |heading: &Heading| fold(&without_markup(&heading.title));
    let text = |heading: &Heading| fold(&without_markup(&heading.text));
    let ways: [&dyn Fn(&Heading) -> bool; 3] = [
        &|heading| heading.slug == wanted,
        &|heading| title(heading) == wanted || text(heading) == wanted || text(heading) == as_written,
        &|heading| unnumbered(&title(heading)) == unnumbered(wanted),
    ];
    ways.iter().map(|way| find(way)).find(|found| !found.is_empty()).unwrap_or_default()
}

fn nearest_addresses(document: &Document<'_>, wanted: &str) -> Vec<String> {
    let blocks = document.blocks.iter().map(|block| document.block_address(block));
    let wanted_id = |address: &String| address.rsplit('/').next() == Some(wanted);
    let by_id: Vec<String> = blocks.clone().filter(wanted_id).take(OFFERED).collect();
    let sections = document.sections.iter().filter(|section| section.level > 1);
    let found = if !by_id.is_empty() {
        by_id
    } else if wanted.contains('/') {
        nearest(wanted, blocks)
    } else {
        nearest(wanted, sections.map(|section| section.slug.clone()))
    };
    found.into_iter().map(|name| format!("#{name}")).collect()
}

/// A name without markup, so a heading is found with or without it.
fn without_markup(name: &str) -> String {
    name.replace(['`', '*'], "")
}
