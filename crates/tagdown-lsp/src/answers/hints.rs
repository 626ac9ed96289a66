//! Figures in the text: tokens behind each tag, if the user wants them, and lines above the title and above claims.

use gen_lsp_types::{CodeLens, Command, InlayHint, Label};
use serde_json::{Value, json};
use tagdown::document::{Block, Kind, TagLine};
use tagdown::text::{Span, plural};

use super::view::{argument, figures, grouped, tokens};
use crate::ask::{Ask, Refusal, Reply, reply};
use crate::project::Ages;

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
        .zip(tokens(view, &texts))
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

/// `textDocument/codeLens`. Lines about claims whose age is not known yet are completed when the editor shows them, because
/// git may take long.
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
    let places = view.places();
    let mut lenses = vec![CodeLens {
        range: places.range(title),
        command: Some(command(words, "tagdown.aiView", argument(view))),
        data: None,
    }];
    let ages = view.world.project.known_ages(view.open);
    for (block, tag) in view.document.blocks_of(Kind::Unverified).filter(|(_, tag)| tag.own_name().is_none())
    {
        let mut argument = argument(view);
        // An editor may keep the command of a line while the text above it changes.
        argument["hash"] = json!(view.document.content_hash(block));
        argument["address"] = json!(view.document.block_address(block));
        argument["to"] = json!("spec");
        let made = ages.as_ref().map(|ages| confirmation(ages, argument.clone()));
        let data = made.is_none().then(|| json!({ "claim": argument }));
        lenses.push(CodeLens { range: places.range(tag.span), command: made, data });
    }
    reply(lenses)
}

/// `codeLens/resolve`.
pub(crate) fn resolve(ask: &Ask<'_>) -> Reply {
    let mut lens: CodeLens = ask.params()?;
    let claim = lens.data.take().and_then(|mut data| Some(data.get_mut("claim")?.take()));
    if let Some(claim) = claim {
        let uri = claim.get("uri").and_then(Value::as_str).unwrap_or_default();
        let open = ask.world.documents.get(uri).ok_or(Refusal::Nothing)?;
        let target = ask.world.target(open).map_err(Refusal::Failed)?;
        lens.command = Some(confirmation(&ask.world.project.ages(open, &target), claim));
    }
    reply(lens)
}

/// The command that confirms a claim.
fn confirmation(ages: &Ages, argument: Value) -> Command {
    let age = argument["hash"].as_str().and_then(|hash| ages.get(hash));
    let age = age.map_or(String::new(), |age| format!(" {}", age.words));
    command(format!("unverified{age}, confirm"), "tagdown.promote", argument)
}

fn command(title: String, command: &str, argument: Value) -> Command {
    Command { title, tooltip: None, command: command.to_owned(), arguments: Some(vec![argument]) }
}
