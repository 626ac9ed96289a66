//! The requests, as a table: what each is called, what the server says about it, and who answers. What an editor learns
//! about the server is computed from the table.

use serde_json::{Map, Value, json};

use crate::answers::pull;
use crate::ask::{Ask, Reply};
use crate::client::{Client, units_name};

/// A request.
pub(crate) struct Request {
    pub(crate) method: &'static str,
    /// Where the capabilities of the server name it, and what they say.
    offer: Option<(&'static str, fn(&Client) -> Option<Value>)>,
    pub(crate) lane: Lane,
    pub(crate) answer: fn(&Ask<'_>) -> Reply,
}

/// Which requests wait for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// About one document, while somebody types.
    Quick,
    /// About all documents of a folder.
    Long,
}

/// All requests.
pub(crate) const REQUESTS: &[Request] = &[Request {
    method: "textDocument/diagnostic",
    offer: Some(("/diagnosticProvider", |client| {
        let has_all = client.settings.workspace_diagnostics && !client.roots.is_empty();
        Some(json!({"identifier": "tagdown", "interFileDependencies": true, "workspaceDiagnostics": has_all}))
    })),
    lane: Lane::Quick,
    answer: pull::answer,
}];

/// The request with this name.
pub(crate) fn find(method: &str) -> Option<&'static Request> {
    REQUESTS.iter().find(|request| request.method == method)
}

/// What the server says about itself.
pub(crate) fn capabilities(client: &Client) -> Value {
    let mut all = json!({
        "positionEncoding": units_name(client.units),
        "textDocumentSync": {"openClose": true, "change": 2, "save": {"includeText": false}},
        "workspace": {"workspaceFolders": {"supported": true, "changeNotifications": true}},
    });
    for (place, offer) in REQUESTS.iter().filter_map(|request| request.offer) {
        if let Some(offer) = offer(client) {
            put(&mut all, place, offer);
        }
    }
    all
}

/// Puts a value at a place such as `/a/b`.
fn put(all: &mut Value, place: &str, value: Value) {
    let mut at = all;
    for part in place.split('/').skip(1) {
        if !at.is_object() {
            *at = Value::Object(Map::new());
        }
        at = &mut at[part];
    }
    *at = value;
}
