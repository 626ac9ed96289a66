//! `textDocument/diagnostic`: the findings of one document, when the editor asks.

use serde_json::{Value, json};

use crate::ask::{Ask, Refusal, Reply};
use crate::diagnostics::{diagnostics, result_id};
use crate::settings::Run;

/// The findings, or that they are still those of the last answer.
pub(crate) fn answer(ask: &Ask<'_>) -> Reply {
    if ask.params.pointer("/textDocument/uri").is_none() {
        return Err(Refusal::Params("`textDocument` is missing".to_owned()));
    }
    // An editor may ask about a document that the server does not work with.
    let Ok(view) = ask.view() else { return Ok(json!({"kind": "full", "items": []})) };
    let known = ask.params.get("previousResultId").and_then(Value::as_str);
    if let Some(known) = known.filter(|_| view.world.settings.run == Run::OnSave && !view.open.is_saved) {
        return Ok(json!({"kind": "unchanged", "resultId": known}));
    }
    let items = diagnostics(&view.open.uri, &view.places(), &view.checked());
    let id = result_id(&items);
    if known == Some(id.as_str()) {
        return Ok(json!({"kind": "unchanged", "resultId": id}));
    }
    Ok(json!({"kind": "full", "resultId": id, "items": items}))
}
