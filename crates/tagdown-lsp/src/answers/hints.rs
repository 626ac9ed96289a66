//! Figures in the text: tokens behind each tag, if the user wants them, and lines above the title and above claims.

use gen_lsp_types::{CodeLens, Command, InlayHint, Label};
use serde_json::json;
use tagdown::document::{Block, Kind, TagLine};
use tagdown::text::{Span, plural};

use super::view::{argument, figures, grouped, tokens};
use crate::ask::{Ask, Refusal, Reply, reply};
use crate::world::View;

/// `textDocument/inlayHint`.
pub(crate) fn inlay(ask: &Ask<'_>) -> Reply {
    let view = ask.view()?;
    if !view.world.settings.inlay_hints {
        return Err(Refusal::Nothing);
    }
    let within = ask.span()?;
    let blocks: Vec<(&Block, &TagLine)> =
        view.document.tagged_blocks().filter(|(_, tag)| tag.span.overlaps(within)).collect();
    let texts: Vec<&str> = blocks.iter().map(|(block, _)| view.document.text(block.content)).collect();
    let hints: Vec<InlayHint> = blocks
        .iter()
        .zip(tokens(&texts))
        .map(|((_, tag), count)| InlayHint {
            position: view.range(Span::at(tag.span.end)).start,
            label: Label::String(count),
            kind: None,
            text_edits: None,
            tooltip: None,
            padding_left: Some(true),
            padding_right: None,
            data: None,
        })
        .collect();
    reply(hints)
}

/// `textDocument/codeLens`.
pub(crate) fn lenses(ask: &Ask<'_>) -> Reply {
    let view = ask.view()?;
    if !view.world.settings.code_lens || !view.document.is_tagged() {
        return Err(Refusal::Nothing);
    }
    let figures = figures(view);
    let title = view.document.header.title.unwrap_or_default();
    let mut words = format!("AI view {} of {} tokens", grouped(figures.shown), grouped(figures.document));
    if figures.open > 0 {
        words.push_str(&format!(", {}", plural(figures.open, "open claim")));
    }
    let mut lenses = vec![lens(view, title, words, "tagdown.aiView", argument(view))];
    let ages = view.world.project.ages(view.open, view.target);
    for (block, tag) in view.document.blocks_of(Kind::Unverified).filter(|(_, tag)| tag.own_name().is_none())
    {
        let hash = view.document.content_hash(block);
        let age = ages.get(&hash).map_or(String::new(), |age| format!(" {age}"));
        let mut argument = argument(view);
        // An editor may keep the command of a line while the text above it changes.
        argument["hash"] = json!(hash);
        argument["address"] = json!(view.document.block_address(block));
        argument["to"] = json!("spec");
        lenses.push(lens(view, tag.span, format!("unverified{age}, confirm"), "tagdown.promote", argument));
    }
    reply(lenses)
}

fn lens(view: &View<'_>, span: Span, title: String, command: &str, argument: serde_json::Value) -> CodeLens {
    let command =
        Command { title, tooltip: None, command: command.to_owned(), arguments: Some(vec![argument]) };
    CodeLens { range: view.range(span), command: Some(command), data: None }
}
