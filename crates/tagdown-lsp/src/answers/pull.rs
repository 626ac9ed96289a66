//! `textDocument/diagnostic`: the findings of one document, when the editor asks.

use gen_lsp_types::DocumentDiagnosticParams;
use serde_json::json;

use crate::ask::{Ask, Reply};
use crate::diagnostics::{diagnostics, result_id};

/// The findings, or that they are still those of the last answer.
pub(crate) fn answer(ask: &Ask<'_>) -> Reply {
    let params: DocumentDiagnosticParams = ask.params()?;
    // An editor may ask about a document that the server does not work with.
    let Ok(view) = ask.view() else { return Ok(json!({"kind": "full", "items": []})) };
    let items = diagnostics(&view.open.uri, &view.places(), &view.checked());
    let id = result_id(&items);
    if params.previous_result_id.as_ref() == Some(&id) {
        return Ok(json!({"kind": "unchanged", "resultId": id}));
    }
    Ok(json!({"kind": "full", "resultId": id, "items": items}))
}
