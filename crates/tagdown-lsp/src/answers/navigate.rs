//! Definitions and references: from a link to its block or heading, and back.

use gen_lsp_types::{Location, Uri};
use serde_json::Value;
use tagdown::document::Document;
use tagdown::text::Span;

use super::pages::{address, page_at, pages};
use crate::ask::{Ask, Refusal, Reply, reply};
use crate::links::{self, Goal};
use crate::page::Page;
use crate::world::View;

/// `textDocument/definition`.
pub(crate) fn definition(ask: &Ask<'_>) -> Reply {
    let view = ask.view()?;
    let at = ask.offset()?;
    let link = links::at(view.document, at).ok_or(Refusal::Nothing)?;
    let goal = view.goal(&link).ok_or(Refusal::Nothing)?;
    // The editor's own server for Markdown follows all other links.
    if !goal.is_block() && !view.world.follows_links() {
        return Err(Refusal::Nothing);
    }
    let page = page_at(ask.world, &goal.path).ok_or(Refusal::Nothing)?;
    reply(place(&page, &goal).map(|range| Location { uri: Uri(address(ask.world, &page.path).0), range }))
}

/// Where a goal is in its document.
fn place(page: &Page, goal: &Goal) -> Option<gen_lsp_types::Range> {
    if goal.anchor.is_empty() {
        return Some(gen_lsp_types::Range::default());
    }
    let places = if goal.is_block() { &page.blocks } else { &page.headings };
    places.iter().find(|place| place.anchor.to_lowercase() == goal.anchor).map(|place| place.range)
}

/// `textDocument/references`.
pub(crate) fn references(ask: &Ask<'_>) -> Reply {
    let view = ask.view()?;
    let at = ask.offset()?;
    let goal = goal_at(view, at).ok_or(Refusal::Nothing)?;
    if !goal.is_block() && !view.world.follows_links() {
        return Err(Refusal::Nothing);
    }
    let includes_own = ask.params.pointer("/context/includeDeclaration") == Some(&Value::Bool(true));
    let mut found = Vec::new();
    for page in pages(ask)? {
        let uri = Uri(address(ask.world, &page.path).0);
        if includes_own && page.path == goal.path {
            found.extend(place(&page, &goal).map(|range| Location { uri: uri.clone(), range }));
        }
        let own = page.links.iter().filter(|(other, _)| is_reference(other, &goal));
        found.extend(own.map(|(_, range)| Location { uri: uri.clone(), range: *range }));
    }
    reply(found)
}

/// Whether a link leads to a goal: exactly, or to a block in the section that the goal is.
fn is_reference(link: &Goal, goal: &Goal) -> bool {
    let is_inside = || {
        let rest = link.anchor.strip_prefix(&goal.anchor);
        !goal.is_block() && !goal.anchor.is_empty() && rest.is_some_and(|rest| rest.starts_with('/'))
    };
    link.path == goal.path && (link.anchor == goal.anchor || is_inside())
}

/// What is at an offset: the goal of a link, a heading, or a block by its tag.
pub(crate) fn goal_at(view: &View<'_>, at: usize) -> Option<Goal> {
    if let Some(link) = links::at(view.document, at) {
        return view.goal(&link);
    }
    let path = view.open.path.clone()?;
    Some(Goal { path, anchor: anchor_at(view.document, at)?.to_lowercase() })
}

/// The anchor of the heading or the address of the block whose tag is at an offset.
fn anchor_at(document: &Document<'_>, at: usize) -> Option<String> {
    let is_at = |span: Span| span.start <= at && at <= span.end;
    if let Some((block, _)) = document.tagged_blocks().find(|(_, tag)| is_at(tag.span)) {
        return Some(document.block_address(block));
    }
    let section = document.sections.iter().find(|section| section.level > 0 && is_at(section.heading))?;
    Some(section.slug.clone())
}
