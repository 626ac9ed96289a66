//! Changes of the block at the cursor: confirm a claim, doubt a fact, tag a paragraph, cut it into facts, complete a BUG;
//! and the conversion of a page without tags.

use serde_json::{Value, json};
use tagdown::document::{Document, Kind};
use tagdown::rules::{Edit, Settings};
use tagdown_write::author;

use super::action::{Action, Does, about, is_large};
use crate::answers::view::argument;
use crate::edits::between;
use crate::findings::settings;
use crate::world::View;

/// A change of the block at an offset.
struct Rework {
    name: &'static str,
    title: &'static str,
    /// Whether the cursor must be on the line of the tag. Otherwise it must be elsewhere, or anywhere.
    is_on_tag: Option<bool>,
    /// Whether blocks of this kind can be changed at all.
    fits: fn(Kind) -> bool,
    change: fn(&Document<'_>, usize, &Settings) -> Result<String, String>,
}

/// All changes.
const REWORKS: &[Rework] = &[
    Rework {
        name: "doubt",
        title: "Make it unverified: `[?]`",
        is_on_tag: Some(true),
        fits: |kind| kind != Kind::Unverified,
        change: author::doubt,
    },
    Rework {
        name: "spec",
        title: "Tag this as `[SPEC]`",
        is_on_tag: Some(false),
        fits: |kind| matches!(kind, Kind::Note | Kind::Unverified),
        change: |document, at, settings| author::tag(document, at, Kind::Spec, settings),
    },
    Rework {
        name: "note",
        title: "Tag this as `[NOTE]`",
        is_on_tag: Some(false),
        fits: |kind| kind != Kind::Bug,
        change: |document, at, settings| author::tag(document, at, Kind::Note, settings),
    },
    Rework {
        name: "claim",
        title: "Tag this as `[?]`",
        is_on_tag: Some(false),
        fits: |kind| matches!(kind, Kind::Spec | Kind::Note),
        change: |document, at, settings| author::tag(document, at, Kind::Unverified, settings),
    },
    Rework {
        name: "cut",
        title: "Cut this paragraph into facts",
        is_on_tag: Some(false),
        fits: |kind| kind != Kind::Bug,
        change: author::cut,
    },
    Rework {
        name: "fields",
        title: "Add the missing fields of this BUG",
        is_on_tag: None,
        fits: |kind| kind == Kind::Bug,
        change: author::add_fields,
    },
];

/// The actions for the block at an offset.
pub(super) fn add(view: &View<'_>, at: usize, actions: &mut Vec<Action>) {
    let document = view.document;
    let argument = argument(view);
    if !document.is_tagged() {
        if document.is_plain() && !document.source.text().trim().is_empty() {
            let title = "Convert this page to tagged blocks";
            actions.push(rewrite(title, Does::Command("tagdown.convert", argument)));
        }
        return;
    }
    let before = document.blocks.iter().rev().find(|block| block.span.start <= at);
    let Some(block) = before.filter(|block| at <= block.span.end) else { return };
    let tag = document.tag_of(block);
    let is_on_tag =
        tag.is_some_and(|tag| document.source.line_of(tag.span.start) == document.source.line_of(at));
    let settings = settings(view.target);
    let fitting = REWORKS.iter().filter(|rework| {
        rework.is_on_tag.is_none_or(|wanted| wanted == is_on_tag) && (rework.fits)(block.kind)
    });
    for rework in fitting {
        if is_large(view) {
            let position = view.range(tagdown::text::Span::at(at)).start;
            let mut data = about(view, "rework");
            data["name"] = json!(rework.name);
            data["position"] = json!(position);
            actions.push(rewrite(rework.title, Does::Later(data)));
        } else if let Ok(after) = (rework.change)(document, at, &settings) {
            actions.push(rewrite(rework.title, Does::Edits(between(&view.open.text, &after))));
        }
    }
    let is_claim = block.kind == Kind::Unverified && tag.is_some_and(|tag| tag.own_name().is_none());
    let titles = [("spec", "Confirm this claim as a SPEC"), ("bug", "Confirm this claim as a BUG")];
    for (to, title) in titles.iter().filter(|_| is_claim) {
        let mut argument = argument.clone();
        argument["address"] = json!(document.block_address(block));
        argument["to"] = json!(to);
        actions.push(rewrite(title, Does::Command("tagdown.promote", argument)));
    }
}

fn rewrite(title: &str, does: Does) -> Action {
    Action { title: title.to_owned(), kind: "refactor.rewrite", is_preferred: false, diagnostic: None, does }
}

/// The edits of a change that was offered without trying it.
pub(super) fn reworked(view: &View<'_>, data: &Value) -> Result<Vec<Edit>, String> {
    let rework = REWORKS.iter().find(|rework| data["name"] == rework.name).ok_or("unknown change")?;
    let position = serde_json::from_value(data["position"].clone()).map_err(|error| error.to_string())?;
    let after = (rework.change)(view.document, view.offset(position), &settings(view.target))?;
    Ok(between(&view.open.text, &after))
}
