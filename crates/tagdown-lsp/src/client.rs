//! What an editor says about itself when it connects: how it counts columns, its folders, and what it can do. Read from
//! plain JSON, since a part that an editor gets wrong must not keep it from working.

use std::path::PathBuf;

use serde_json::Value;
use tagdown::text::Units;

use crate::options::Options;
use crate::settings::Settings;
use crate::uri;

/// An editor.
#[derive(Clone, Debug, Default)]
pub(crate) struct Client {
    /// How it counts columns.
    pub(crate) units: Units,
    /// Whether it has a server for Markdown of its own.
    pub(crate) is_vscode: bool,
    /// Whether it asks for diagnostics.
    pub(crate) pulls: bool,
    /// Whether it reports changed files if it is told which.
    pub(crate) watches: bool,
    /// Whether it reports changed settings if it is told which.
    pub(crate) reports_settings: bool,
    /// Whether it can be asked for its settings.
    pub(crate) has_settings: bool,
    /// Whether it makes edits that a command asks for.
    pub(crate) applies: bool,
    /// Whether edits can name the version of a document.
    pub(crate) takes_versions: bool,
    /// Whether edits can create a file.
    pub(crate) creates_files: bool,
    /// Whether it asks for the edits of an action when somebody takes it.
    pub(crate) resolves: bool,
    /// Whether completions can have fields to fill in.
    pub(crate) takes_snippets: bool,
    /// Whether hovers can be Markdown.
    pub(crate) takes_markdown: bool,
    /// Whether it opens documents whose text comes from the server.
    pub(crate) opens_content: bool,
    /// Whether it can be told that diagnostics, hints and lenses have changed: the requests that it understands.
    pub(crate) refreshes: Vec<&'static str>,
    /// The folders that are open in it.
    pub(crate) roots: Vec<PathBuf>,
    /// What the command line says.
    pub(crate) options: Options,
    /// Its settings when it connected.
    pub(crate) settings: Settings,
}

/// What can be refreshed: where an editor says that it can, and the request.
const REFRESHES: &[(&str, &str)] = &[
    ("/workspace/diagnostics/refreshSupport", "workspace/diagnostic/refresh"),
    ("/workspace/codeLens/refreshSupport", "workspace/codeLens/refresh"),
    ("/workspace/inlayHint/refreshSupport", "workspace/inlayHint/refresh"),
];

impl Client {
    /// Reads the parameters of `initialize`.
    pub(crate) fn read(params: &Value) -> Self {
        let name = params.pointer("/clientInfo/name").and_then(Value::as_str).unwrap_or_default();
        let can = params.get("capabilities").unwrap_or(&Value::Null);
        let is = |pointer: &str| can.pointer(pointer).and_then(Value::as_bool).unwrap_or(false);
        let lists = |pointer: &str, word: &str| {
            let list = can.pointer(pointer).and_then(Value::as_array);
            list.is_some_and(|list| list.iter().any(|value| value.as_str() == Some(word)))
        };
        let options = params.get("initializationOptions").unwrap_or(&Value::Null);
        let settings = Settings::default().updated(options);
        Self {
            units: units(can),
            is_vscode: ["Visual Studio Code", "VSCodium", "code-server", "Cursor", "Windsurf"]
                .iter()
                .any(|known| name.starts_with(known)),
            pulls: can.pointer("/textDocument/diagnostic").is_some_and(Value::is_object)
                && !settings.push_diagnostics,
            watches: is("/workspace/didChangeWatchedFiles/dynamicRegistration"),
            reports_settings: is("/workspace/didChangeConfiguration/dynamicRegistration"),
            has_settings: is("/workspace/configuration"),
            applies: is("/workspace/applyEdit"),
            takes_versions: is("/workspace/workspaceEdit/documentChanges"),
            creates_files: is("/workspace/workspaceEdit/documentChanges")
                && lists("/workspace/workspaceEdit/resourceOperations", "create"),
            resolves: lists("/textDocument/codeAction/resolveSupport/properties", "edit"),
            takes_snippets: is("/textDocument/completion/completionItem/snippetSupport"),
            takes_markdown: lists("/textDocument/hover/contentFormat", "markdown"),
            opens_content: can.pointer("/workspace/textDocumentContent").is_some_and(Value::is_object),
            refreshes: REFRESHES.iter().filter(|(place, _)| is(place)).map(|(_, request)| *request).collect(),
            roots: roots(params),
            options: Options::default(),
            settings,
        }
    }
}

/// The unit for columns: bytes if the editor can count them, because that costs least; UTF-16 if it says nothing.
fn units(can: &Value) -> Units {
    let offered = can.pointer("/general/positionEncodings").and_then(Value::as_array);
    let has = |name: &str| offered.is_some_and(|list| list.iter().any(|value| value.as_str() == Some(name)));
    match () {
        () if has("utf-8") => Units::Utf8,
        () if has("utf-16") || !has("utf-32") => Units::Utf16,
        () => Units::Utf32,
    }
}

/// The name of a unit in the protocol.
pub(crate) fn units_name(units: Units) -> &'static str {
    match units {
        Units::Utf8 => "utf-8",
        Units::Utf16 => "utf-16",
        Units::Utf32 => "utf-32",
    }
}

/// The folders of a workspace; otherwise the one that older editors pass.
fn roots(params: &Value) -> Vec<PathBuf> {
    let folders = params.get("workspaceFolders").and_then(Value::as_array);
    let named: Vec<&str> = match folders {
        Some(folders) => folders.iter().filter_map(|folder| folder.get("uri")?.as_str()).collect(),
        None => params.get("rootUri").and_then(Value::as_str).into_iter().collect(),
    };
    named.into_iter().filter_map(uri::to_path).filter(|path| is_root(path)).collect()
}

/// Whether a folder is one that a person works in. A whole disk and a home folder are opened by mistake, and to look at
/// every file in them would take minutes.
pub(crate) fn is_root(path: &std::path::Path) -> bool {
    let home = std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE")).map(PathBuf::from);
    path.parent().is_some() && home.is_none_or(|home| !home.starts_with(path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_editor_says_how_it_counts() {
        for (offered, units) in [
            (json!(["utf-8", "utf-16"]), Units::Utf8),
            (json!(["utf-16"]), Units::Utf16),
            (json!(["utf-32"]), Units::Utf32),
            (json!(["utf-32", "utf-16"]), Units::Utf16),
            (json!([]), Units::Utf16),
            (json!("utf-8"), Units::Utf16),
        ] {
            let params = json!({"capabilities": {"general": {"positionEncodings": offered}}});
            assert_eq!(Client::read(&params).units, units, "{offered}");
        }
        assert_eq!(Client::read(&Value::Null).units, Units::Utf16);
    }

    #[test]
    fn folders_come_from_new_and_old_editors() {
        let new =
            json!({"workspaceFolders": [{"uri": "file:///srv/a%20b", "name": "a"}, {"uri": "http://x/y"}]});
        assert_eq!(Client::read(&new).roots, [PathBuf::from("/srv/a b")]);
        let old = json!({"rootUri": "file:///srv/c", "workspaceFolders": null});
        assert_eq!(Client::read(&old).roots, [PathBuf::from("/srv/c")]);
        assert!(Client::read(&json!({"rootUri": "file:///"})).roots.is_empty());
        assert!(Client::read(&json!({"rootUri": null, "clientInfo": 7})).roots.is_empty());
    }
}
