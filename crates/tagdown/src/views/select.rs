//! Which blocks of a document are asked for: by kind, section, address and affected version.

use serde::Serialize;

use super::affects;
use super::versions::Versions;
use crate::document::{Block, Document, Section};
use crate::source::Span;
use crate::tags::{Kind, edit_distance};
use crate::tokens::Encoding;

/// What is asked of a document.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Blocks of these kinds; `None` for those that count: SPEC, BUG and `?`.
    pub kinds: Option<Vec<Kind>>,
    /// Only sections with one of these headings.
    pub sections: Vec<String>,
    /// Only these sections and blocks: `section-slug` or `section-slug/kind-n`.
    pub addresses: Vec<String>,
    /// Whether the addresses come to what is asked for anyway, instead of narrowing it.
    pub keeps_all: bool,
    /// Of the BUG blocks only those that may affect these versions.
    pub affects: Option<Versions>,
    /// How tokens are counted.
    pub encoding: Encoding,
    /// Whether the tokens of the whole document are counted too.
    pub count_document: bool,
}

/// The kinds that a model reads unless it is told otherwise.
pub const AUTHORITATIVE: &[Kind] = &[Kind::Spec, Kind::Bug, Kind::Unverified];

/// A section or block that is not there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Missing {
    /// As it was asked for.
    pub wanted: String,
    /// What is there under a name like it, the nearest first.
    pub nearest: Vec<String>,
}

/// How many names are offered in place of one that is not there.
const OFFERED: usize = 3;

/// For every block whether it is asked for; and what was asked for in vain.
pub(super) fn choose(document: &Document<'_>, selection: &Selection) -> (Vec<bool>, Vec<Missing>) {
    let kinds = selection.kinds.as_deref().unwrap_or(AUTHORITATIVE);
    let mut missing = Vec::new();
    let mut spans = Vec::new();
    let mut named = Vec::new();
    for wanted in &selection.sections {
        match sections_named(document, wanted) {
            found if found.is_empty() => missing.push(nearest_sections(document, wanted)),
            found => spans.extend(found),
        }
    }
    for wanted in &selection.addresses {
        let address = wanted.trim_start_matches('#');
        let is_block = |block: &Block| document.block_address(block).eq_ignore_ascii_case(address);
        let by_slug = |section: &&Section| section.level > 0 && section.slug == address.to_lowercase();
        if let Some(block) = document.blocks.iter().position(is_block) {
            named.push(block);
        } else if let Some(section) = document.sections.iter().find(by_slug) {
            spans.push(section.span);
        } else {
            missing.push(nearest_addresses(document, address));
        }
    }
    let everything = selection.sections.is_empty() && (selection.addresses.is_empty() || selection.keeps_all);
    let overlaps = |block: &Block, span: &Span| {
        span.contains(block.span.start) || Span::new(block.span.start, block.span.end).overlaps(*span)
    };
    let chosen = document.blocks.iter().enumerate().map(|(index, block)| {
        let in_scope = everything || spans.iter().any(|span| overlaps(block, span));
        let wanted = in_scope && kinds.contains(&block.kind);
        named.contains(&index)
            || wanted && selection.affects.as_ref().is_none_or(|v| may_affect(document, block, v))
    });
    (chosen.collect(), missing)
}

/// Whether a BUG may affect versions. One that does not say, or not clearly, may.
fn may_affect(document: &Document<'_>, block: &Block, asked: &Versions) -> bool {
    let mut stated = block.fields.iter().filter(|field| field.spec.name == "Affected versions").peekable();
    stated.peek().is_none()
        || stated.any(|field| affects::covers(document.text(field.value), asked).unwrap_or(true))
}

/// The sections with a heading of this name: as written, by its anchor, or without its number.
fn sections_named(document: &Document<'_>, wanted: &str) -> Vec<Span> {
    let wanted = fold(&without_markup(wanted.trim_start_matches('#')));
    let find = |matches: &dyn Fn(&Section) -> bool| -> Vec<Span> {
        let sections = document.sections.iter().filter(|section| section.level > 0);
        sections.filter(|section| matches(section)).map(|section| section.span).collect()
    };
    let ways: [&dyn Fn(&Section) -> bool; 3] = [
        &|section| fold(&without_markup(&section.title)) == wanted,
        &|section| section.slug == wanted,
        &|section| unnumbered(&fold(&section.title)) == unnumbered(&wanted),
    ];
    ways.iter().map(|way| find(way)).find(|found| !found.is_empty()).unwrap_or_default()
}

fn nearest_sections(document: &Document<'_>, wanted: &str) -> Missing {
    let titles = document.sections.iter().filter(|section| section.level > 0).map(|section| &*section.title);
    Missing { wanted: wanted.to_owned(), nearest: nearest(wanted, titles.map(str::to_owned)) }
}

fn nearest_addresses(document: &Document<'_>, wanted: &str) -> Missing {
    let blocks = document.blocks.iter().map(|block| document.block_address(block));
    let wanted_id = |address: &String| address.rsplit('/').next() == Some(wanted);
    let by_id: Vec<String> = blocks.clone().filter(wanted_id).take(OFFERED).collect();
    let slugs = document.sections.iter().map(|section| section.slug.clone());
    let found = if !by_id.is_empty() {
        by_id
    } else if wanted.contains('/') {
        nearest(wanted, blocks)
    } else {
        nearest(wanted, slugs)
    };
    Missing {
        wanted: format!("#{wanted}"),
        nearest: found.into_iter().map(|name| format!("#{name}")).collect(),
    }
}

/// The names most like `wanted`: those that hold it first, then by how much must be changed.
fn nearest(wanted: &str, names: impl Iterator<Item = String>) -> Vec<String> {
    let folded = fold(wanted);
    let distance = |name: &str| {
        let name = fold(name);
        let holds =
            !folded.is_empty() && (name.contains(&folded) || name.len() > 3 && folded.contains(&*name));
        (!holds, edit_distance(unnumbered(&name), unnumbered(&folded)))
    };
    let mut ranked: Vec<_> =
        names.filter(|name| !name.is_empty()).map(|name| (distance(&name), name)).collect();
    ranked.sort();
    ranked.dedup();
    ranked.into_iter().take(OFFERED).map(|(_, name)| name).collect()
}

fn fold(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// A name as it reads, so that a heading is found as it is written too.
fn without_markup(name: &str) -> String {
    name.replace(['`', '*'], "")
}

/// A heading without the number in front of it.
fn unnumbered(name: &str) -> &str {
    let bare = name.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').trim_start_matches(')');
    if bare.starts_with(' ') { bare.trim_start() } else { name }
}
