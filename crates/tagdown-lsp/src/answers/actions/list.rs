//! The list of actions at a place, and the edits of one that somebody takes.

use serde_json::{Value, json};
use tagdown::rules::Edit;
use tagdown::text::Span;

use super::action::{Action, Does, FIX_ALL};
use super::{blocks, fixes, switch};
use crate::ask::{Ask, Refusal, Reply};
use crate::edits::of_document;
use crate::world::View;

/// The kinds of actions that the server has.
pub(crate) const KINDS: [&str; 3] = ["quickfix", "refactor.rewrite", FIX_ALL];

/// `textDocument/codeAction`.
pub(crate) fn answer(ask: &Ask<'_>) -> Reply {
    let view = ask.view()?;
    if view.open.is_config() {
        return Err(Refusal::Nothing);
    }
    let only = ask.params.pointer("/context/only").and_then(Value::as_array);
    let is_wanted = |kind: &str| {
        only.is_none_or(|only| {
            let names = |wanted: &str| {
                kind == wanted || kind.strip_prefix(wanted).is_some_and(|rest| rest.starts_with('.'))
            };
            only.iter().filter_map(Value::as_str).any(|wanted| wanted.is_empty() || names(wanted))
        })
    };
    let span = ask.span()?;
    let mut actions = Vec::new();
    if is_wanted("quickfix") {
        fixes::add(view, lines(view, span), &mut actions);
    }
    if is_wanted("refactor.rewrite") {
        blocks::add(view, span.start, &mut actions);
    }
    if is_wanted(FIX_ALL) {
        actions.extend(fixes::all(view));
    }
    let shown: Vec<Value> = actions.into_iter().filter_map(|action| shown(action, view)).collect();
    Ok(json!(shown))
}

/// The lines that a selection touches.
fn lines(view: &View<'_>, span: Span) -> Span {
    let source = &view.document.source;
    Span::new(source.this_line(span.start), source.next_line(span.end).max(span.end))
}

/// `codeAction/resolve`: finds the edits of an action that somebody takes. Some editors ask about every action.
pub(crate) fn resolve(ask: &Ask<'_>) -> Reply {
    if ask.params.get("data").is_none_or(Value::is_null) {
        return Ok(ask.params.clone());
    }
    let view = ask.view.as_ref().ok_or_else(|| Refusal::Failed("the document is not open".to_owned()))?;
    if ask.params["data"]["version"] != json!(view.open.version) {
        return Err(Refusal::Outdated);
    }
    let mut action = ask.params.clone();
    let found = found(view, &ask.params["data"]).map_err(Refusal::Failed)?;
    action["edit"] = found.unwrap_or_else(|| of_document(view, &[]));
    Ok(action)
}

/// The edit of an action that was left for later; none if nothing changes.
fn found(view: &View<'_>, data: &Value) -> Result<Option<Value>, String> {
    let own = |edits: Vec<Edit>| (!edits.is_empty()).then(|| of_document(view, &edits));
    match data["does"].as_str() {
        Some("fix") => fixes::fixed(view, data).map(own),
        // The reason is for the writer to replace.
        Some("allow") => fixes::allowed(view, data, "say why").map(own),
        Some("fixAll") => fixes::all_fixed(view, data).map(own),
        Some("rework") => blocks::reworked(view, data).map(own),
        Some("off") => switch::off(view, data["rule"].as_str().unwrap_or_default()).map(Some),
        _ => Err("unknown action".to_owned()),
    }
}

/// An action in the words of the protocol; none if it turns out that nothing can be done.
fn shown(action: Action, view: &View<'_>) -> Option<Value> {
    let mut made = json!({"title": action.title, "kind": action.kind});
    if action.is_preferred {
        made["isPreferred"] = json!(true);
    }
    if let Some(diagnostic) = action.diagnostic {
        made["diagnostics"] = json!([diagnostic]);
    }
    match action.does {
        Does::Edits(edits) => made["edit"] = of_document(view, &edits),
        Does::Later(data) if view.world.client.resolves => made["data"] = data,
        Does::Later(data) => {
            made["edit"] = found(view, &data).ok().flatten()?;
        }
        Does::Command(command, argument) => {
            made["command"] = json!({"title": made["title"], "command": command, "arguments": [argument]});
        }
    }
    Some(made)
}
