//! The requests, as a table: what each is called, what the server says about it, and who answers. What an editor learns
//! about the server is computed from the table.

use serde_json::{Map, Value, json};

use crate::answers::{
    actions, commands, completion, document_links, folding, format, hints, hover, navigate, pull, rename,
    rename_files, symbols, tokens, view, workspace,
};
use crate::ask::{Ask, Reply};
use crate::client::{Client, units_name};
use crate::uri::AI;

/// A request.
pub(crate) struct Request {
    pub(crate) method: &'static str,
    /// Where the capabilities of the server name it, and what they say.
    offer: Option<Offer>,
    lane: Lane,
    pub(crate) answer: fn(&Ask<'_>) -> Reply,
}

#[cfg(test)]
impl Request {
    pub(crate) const fn for_tests(answer: fn(&Ask<'_>) -> Reply) -> Self {
        Self { method: "test", offer: None, lane: Lane::Quick, answer }
    }
}

/// A place in the capabilities, and what is said there; null if nothing.
type Offer = (&'static str, fn(&Client) -> Value);

/// Which requests wait for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// About one document, while somebody types.
    Quick,
    /// About all documents of a folder, or with the help of git.
    Long,
    /// One of these, as the command says.
    OfCommand,
}

impl Request {
    /// Whether the answer may take long.
    pub(crate) fn is_long(&self, params: &Value) -> bool {
        match self.lane {
            Lane::Quick => false,
            Lane::Long => true,
            Lane::OfCommand => commands::is_long(params),
        }
    }
}

fn yes(_: &Client) -> Value {
    json!(true)
}

/// All requests.
pub(crate) const REQUESTS: &[Request] = &[
    Request {
        method: "textDocument/diagnostic",
        offer: Some(("/diagnosticProvider", |client| {
            let has_all = client.settings.workspace_diagnostics && !client.roots.is_empty();
            let offer = json!({"identifier": "tagdown", "interFileDependencies": true, "workspaceDiagnostics": has_all});
            // An editor that is told asks, and would show everything twice.
            if client.settings.push_diagnostics { Value::Null } else { offer }
        })),
        lane: Lane::Quick,
        answer: pull::answer,
    },
    Request { method: "workspace/diagnostic", offer: None, lane: Lane::Long, answer: workspace::diagnose },
    Request {
        method: "textDocument/codeAction",
        offer: Some((
            "/codeActionProvider",
            |_| json!({"codeActionKinds": actions::KINDS, "resolveProvider": true}),
        )),
        lane: Lane::Quick,
        answer: actions::answer,
    },
    Request { method: "codeAction/resolve", offer: None, lane: Lane::Quick, answer: actions::resolve },
    Request {
        method: "workspace/executeCommand",
        offer: Some((
            "/executeCommandProvider",
            |_| json!({"commands": commands::COMMANDS.iter().map(|(name, ..)| *name).collect::<Vec<_>>()}),
        )),
        lane: Lane::OfCommand,
        answer: commands::answer,
    },
    Request {
        method: "textDocument/formatting",
        offer: Some(("/documentFormattingProvider", yes)),
        lane: Lane::Quick,
        answer: format::whole,
    },
    Request {
        method: "textDocument/rangeFormatting",
        offer: Some(("/documentRangeFormattingProvider", yes)),
        lane: Lane::Quick,
        answer: format::range,
    },
    Request {
        method: "textDocument/documentSymbol",
        offer: Some(("/documentSymbolProvider", yes)),
        lane: Lane::Quick,
        answer: symbols::answer,
    },
    Request {
        method: "textDocument/foldingRange",
        offer: Some(("/foldingRangeProvider", yes)),
        lane: Lane::Quick,
        answer: folding::answer,
    },
    Request {
        method: "textDocument/hover",
        offer: Some(("/hoverProvider", yes)),
        lane: Lane::Quick,
        answer: hover::answer,
    },
    Request {
        method: "textDocument/completion",
        offer: Some(("/completionProvider", |_| json!({"triggerCharacters": completion::TRIGGERS}))),
        lane: Lane::Quick,
        answer: completion::answer,
    },
    Request {
        method: "textDocument/semanticTokens/full",
        offer: Some(("/semanticTokensProvider", |_| tokens::offer())),
        lane: Lane::Quick,
        answer: tokens::answer,
    },
    Request {
        method: "textDocument/semanticTokens/range",
        offer: None,
        lane: Lane::Quick,
        answer: tokens::answer,
    },
    Request {
        method: "textDocument/inlayHint",
        offer: Some(("/inlayHintProvider", yes)),
        lane: Lane::Quick,
        answer: hints::inlay,
    },
    Request {
        method: "textDocument/codeLens",
        offer: Some(("/codeLensProvider", |_| json!({"resolveProvider": true}))),
        lane: Lane::Quick,
        answer: hints::lenses,
    },
    Request { method: "codeLens/resolve", offer: None, lane: Lane::Long, answer: hints::resolve },
    Request {
        method: "textDocument/definition",
        offer: Some(("/definitionProvider", yes)),
        lane: Lane::Quick,
        answer: navigate::definition,
    },
    Request {
        method: "textDocument/documentLink",
        offer: Some(("/documentLinkProvider", |_| json!({}))),
        lane: Lane::Quick,
        answer: document_links::answer,
    },
    Request {
        method: "textDocument/references",
        offer: Some(("/referencesProvider", yes)),
        lane: Lane::Long,
        answer: navigate::references,
    },
    Request {
        method: "textDocument/prepareRename",
        offer: Some(("/renameProvider", |_| json!({"prepareProvider": true}))),
        lane: Lane::Quick,
        answer: rename::prepare,
    },
    Request { method: "textDocument/rename", offer: None, lane: Lane::Long, answer: rename::answer },
    Request {
        method: "workspace/willRenameFiles",
        offer: Some(("/workspace/fileOperations/willRename", |client| {
            // The editor's own server for Markdown does the same.
            let is_ours = client.settings.links.is_on(!client.is_vscode);
            let glob = |kind: &str, glob: &str| json!({"scheme": "file", "pattern": {"glob": glob, "matches": kind}});
            if is_ours {
                json!({"filters": [glob("file", "**/*"), glob("folder", "**")]})
            } else {
                Value::Null
            }
        })),
        lane: Lane::Long,
        answer: rename_files::answer,
    },
    Request {
        method: "workspace/symbol",
        offer: Some(("/workspaceSymbolProvider", yes)),
        lane: Lane::Long,
        answer: workspace::symbols,
    },
    Request {
        method: "workspace/textDocumentContent",
        offer: Some(("/workspace/textDocumentContent", |client| {
            if client.opens_content { json!({"schemes": [AI]}) } else { Value::Null }
        })),
        lane: Lane::Quick,
        answer: view::content,
    },
    Request {
        method: "tagdown/openClaims",
        offer: Some(("/experimental/openClaims", yes)),
        lane: Lane::Long,
        answer: workspace::open_claims,
    },
];

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
        let offer = offer(client);
        if !offer.is_null() {
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
