//! Changes of the block at the cursor: confirm a claim, doubt a fact, tag a paragraph, cut it into facts, complete a BUG;
//! and the conversion of a page without tags.

use serde_json::json;
use tagdown::document::{Kind, Name, TAGS};
use tagdown_write::author;

use super::action::{Action, Does};
use crate::edits::between;
use crate::findings::settings;
use crate::world::View;

/// The actions for the block at an offset.
pub(super) fn add(view: &View<'_>, at: usize, actions: &mut Vec<Action>) {
    let document = view.document;
    if !document.is_tagged() {
        if document.is_plain() && !document.source.text().trim().is_empty() {
            let argument = json!({"uri": view.open.uri, "version": view.open.version});
            let title = "Convert this page to tagged blocks".to_owned();
            actions.push(rewrite(title, Does::Command("tagdown.convert", argument)));
        }
        return;
    }
    let settings = settings(view.target);
    let mut offer = |title: String, made: Result<String, String>| {
        if let Ok(after) = made {
            actions.push(rewrite(title, Does::Edits(between(&view.open.text, &after))));
        }
    };
    let block = document.block_at(at);
    let is_on_tag = block
        .and_then(|block| document.tag_of(block))
        .is_some_and(|tag| document.source.line_of(tag.span.start) == document.source.line_of(at));
    if is_on_tag {
        offer("Make it unverified: `[?]`".to_owned(), author::doubt(document, at, &settings));
    } else {
        for tag in TAGS.iter().filter(|tag| tag.kind != Kind::Bug) {
            let title = format!("Tag this as `[{}]`", tag.name);
            offer(title, author::tag(document, at, tag.kind, &settings));
        }
        offer("Cut this paragraph into facts".to_owned(), author::cut(document, at, &settings));
    }
    offer("Add the missing fields of this BUG".to_owned(), author::add_fields(document, at, &settings));
    let is_claim = block.is_some_and(|block| {
        let is_unknown = |name: &Name| matches!(name, Name::Unknown(_));
        block.kind == Kind::Unverified && document.tag_of(block).is_some_and(|tag| !is_unknown(&tag.name))
    });
    if let Some(block) = block.filter(|_| is_claim) {
        for (to, title) in [("spec", "Confirm this claim as a SPEC"), ("bug", "Confirm this claim as a BUG")]
        {
            let address = document.block_address(block);
            let argument =
                json!({"uri": view.open.uri, "version": view.open.version, "address": address, "to": to});
            actions.push(rewrite(title.to_owned(), Does::Command("tagdown.promote", argument)));
        }
    }
}

fn rewrite(title: String, does: Does) -> Action {
    Action { title, kind: "refactor.rewrite", is_preferred: false, diagnostic: None, does }
}
