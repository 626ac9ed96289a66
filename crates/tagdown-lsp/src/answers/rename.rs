//! Renames a heading: its words, and every link to its anchor or to a block below it, in all documents of the folders.

use std::collections::HashMap;

use gen_lsp_types::TextEdit;
use serde_json::{Value, json};
use tagdown::document::{Document, Section};
use tagdown::rules::{Edit, apply};
use tagdown::text::{Span, percent_decoded};

use super::pages::{address, pages, text_at};
use crate::ask::{Ask, Refusal, Reply};
use crate::edits::{of_documents, text_edits};
use crate::links;
use crate::world::View;

/// `textDocument/prepareRename`: the words of the heading at the cursor.
pub(crate) fn prepare(ask: &Ask<'_>) -> Reply {
    let view = ask.view()?;
    let (_, words) = heading(view, ask.offset()?).ok_or(Refusal::Nothing)?;
    Ok(json!({"range": view.range(words), "placeholder": view.document.text(words)}))
}

/// `textDocument/rename`.
pub(crate) fn answer(ask: &Ask<'_>) -> Reply {
    let view = ask.view()?;
    let at = ask.offset()?;
    let (index, words) =
        heading(view, at).ok_or_else(|| Refusal::Failed("only a heading can be renamed".to_owned()))?;
    let name = ask.params.get("newName").and_then(Value::as_str).unwrap_or_default().trim();
    if name.is_empty() || name.contains(['\n', '\r']) {
        return Err(Refusal::Failed("a heading is one line of text".to_owned()));
    }
    let edit = Edit::replace(words, name);
    let text = apply(&view.open.text, std::slice::from_ref(&edit));
    let after = view.target.parse(&text);
    let anchors = moved(view.document, &after).filter(|_| !after.sections[index].title.is_empty());
    let anchors = anchors.ok_or_else(|| {
        Refusal::Failed("with this name, the document would have other sections".to_owned())
    })?;
    let own = view.open.path.as_deref();
    let mut all: Vec<(String, Option<i32>, Vec<TextEdit>)> = Vec::new();
    let mut edits = relinked(view.document, &anchors, |link| match own {
        Some(path) => links::goal_from(path, &link.target).is_some_and(|goal| goal.path == path),
        None => link.target.starts_with('#'),
    });
    edits.retain(|other| !other.span.overlaps(words));
    edits.push(edit);
    edits.sort_by_key(|edit| edit.span);
    all.push((
        view.open.uri.clone(),
        Some(view.open.version),
        text_edits(&view.document.source, &edits, view.units()),
    ));
    if let Some(path) = own {
        for page in pages(ask)? {
            ask.go_on()?;
            let leads_here = page.path != path && page.links.iter().any(|(goal, _)| goal.path == path);
            let Some(text) = leads_here.then(|| text_at(ask.world, &page.path)).flatten() else { continue };
            let other = view.target.parse(&text);
            let edits = relinked(&other, &anchors, |link| {
                links::goal_from(&page.path, &link.target).is_some_and(|goal| goal.path == path)
            });
            if !edits.is_empty() {
                let (uri, version) = address(ask.world, &page.path);
                all.push((uri, version, text_edits(&other.source, &edits, view.units())));
            }
        }
    }
    Ok(of_documents(&ask.world.client, &all))
}

/// The section whose heading is at an offset, and the words of the heading.
fn heading(view: &View<'_>, at: usize) -> Option<(usize, Span)> {
    let document = view.document;
    let is_here =
        |section: &Section| section.level > 0 && section.heading.start <= at && at <= section.heading.end;
    let index = document.sections.iter().position(is_here)?;
    let heading = document.sections[index].heading;
    // A tag in a heading is not a part of its name.
    if document.tags.iter().any(|tag| tag.span.overlaps(heading)) {
        return None;
    }
    let line = document.source.line(document.source.line_of(heading.start)).clip(heading);
    let text = document.text(line);
    let start = line.start + (text.len() - text.trim_start_matches(['#', ' ', '\t']).len());
    let rest = &document.source.text()[start..line.end];
    let bare = rest.trim_end().trim_end_matches('#');
    let is_closed = bare.len() < rest.trim_end().len() && bare.ends_with([' ', '\t']);
    let kept = if is_closed { bare.trim_end() } else { rest.trim_end() };
    (!kept.is_empty()).then(|| (index, Span::new(start, start + kept.len())))
}

/// The anchors and addresses that are different after a change, in lower case. `None` if there are other sections or
/// blocks than before.
fn moved(before: &Document<'_>, after: &Document<'_>) -> Option<HashMap<String, String>> {
    let is_same = before.sections.len() == after.sections.len() && before.blocks.len() == after.blocks.len();
    is_same.then_some(())?;
    let sections = before
        .sections
        .iter()
        .zip(&after.sections)
        .map(|(one, other)| (one.slug.clone(), other.slug.clone()));
    let blocks = before.blocks.iter().zip(&after.blocks);
    let blocks = blocks.map(|(one, other)| (before.block_address(one), after.block_address(other)));
    let changed = sections.chain(blocks).filter(|(old, new)| old != new);
    Some(changed.map(|(old, new)| (old.to_lowercase(), new)).collect())
}

/// The edits that give links their new anchors.
fn relinked(
    document: &Document<'_>,
    anchors: &HashMap<String, String>,
    is_meant: impl Fn(&tagdown::markdown::Link) -> bool,
) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    for link in links::all(document).iter().filter(|link| link.target.contains('#') && is_meant(link)) {
        let Some(span) = links::written(document, link).and_then(|written| written.anchor) else { continue };
        let old = percent_decoded(document.text(span)).map(|anchor| anchor.to_lowercase());
        if let Some(new) = old.and_then(|old| anchors.get(&old)) {
            edits.push(Edit::replace(span, new.clone()));
        }
    }
    edits.sort_by_key(|edit| edit.span);
    // Several links may share a definition.
    edits.dedup_by(|one, other| one.span == other.span);
    edits
}
