//! Everything that the server says has the form of the protocol: it can be read with the types that are generated from the
//! official model, and nothing is left over.

mod editor;

use std::fs;

use editor::{Editor, HEAD, file_uri, in_folder};
use gen_lsp_types as lsp;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tagdown::text::{Span, Units};

/// Whether a value is read and written again without loss.
fn is<T: DeserializeOwned + Serialize>(what: &str, value: &Value) {
    let read: T =
        serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{what}: {error}: {value:#}"));
    let again = serde_json::to_value(read).expect("JSON");
    assert_eq!(without_nulls(again), without_nulls(value.clone()), "{what}");
}

/// A value without keys that say nothing.
fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(map) => map
            .into_iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(key, value)| (key, without_nulls(value)))
            .collect(),
        Value::Array(list) => list.into_iter().map(without_nulls).collect(),
        other => other,
    }
}

const BODY: &str = "## Limits\n\n**[SPEC]** Body: 4 KB, see [there](b.md#more/spec-1)\n\n**[NOTE] Old**\nx. y.\n\n\
    **[BUG] It fails**\nSymptom: a\n\n**[?]**\nThe limit is probably 5 KB.\n";

/// A folder with two documents, and an editor that can do everything.
fn started() -> (tempfile::TempDir, Editor, String) {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.md"), format!("{HEAD}{BODY}")).expect("a file");
    let other = format!("{HEAD}## More\n\n**[SPEC]**\n- See [limits](a.md#limits).\n");
    fs::write(folder.path().join("b.md"), other).expect("a file");
    let mut params = in_folder(folder.path(), Units::Utf16, true);
    let can = &mut params["capabilities"];
    can["textDocument"]["codeAction"] = json!({"resolveSupport": {"properties": ["edit"]}});
    can["workspace"]["applyEdit"] = json!(true);
    can["workspace"]["workspaceEdit"]["resourceOperations"] = json!(["create"]);
    can["workspace"]["configuration"] = json!(true);
    can["workspace"]["textDocumentContent"] = json!({});
    for key in ["didChangeWatchedFiles", "didChangeConfiguration"] {
        can["workspace"][key] = json!({"dynamicRegistration": true});
    }
    params["initializationOptions"] = json!({"inlayHints": true});
    let mut editor = Editor::start(&params);
    let uri = file_uri(&folder.path().join("a.md"));
    editor.open(&uri, &format!("{HEAD}{BODY}"));
    (folder, editor, uri)
}

#[test]
fn answers_about_a_document() {
    let (_folder, mut editor, uri) = started();
    is::<lsp::InitializeResult>("initialize", &editor.server_info);
    is::<lsp::RegistrationParams>("registration", &editor.expect("client/registerCapability"));
    is::<lsp::ConfigurationParams>("configuration", &editor.expect("workspace/configuration"));
    let document = json!({"textDocument": {"uri": uri}});
    let mut ask = |method: &str| editor.ask(&format!("textDocument/{method}"), document.clone());
    is::<lsp::DocumentDiagnosticReport>("diagnostic", &ask("diagnostic"));
    is::<Vec<lsp::DocumentSymbol>>("symbols", &ask("documentSymbol"));
    is::<Vec<lsp::FoldingRange>>("folds", &ask("foldingRange"));
    is::<lsp::SemanticTokens>("tokens", &ask("semanticTokens/full"));
    let lenses = ask("codeLens");
    is::<Vec<lsp::CodeLens>>("lenses", &lenses);
    is::<Vec<lsp::DocumentLink>>("links", &ask("documentLink"));
    is::<lsp::CodeLens>("a lens", &editor.ask("codeLens/resolve", lenses[1].clone()));
    let text = editor.text(&uri).to_owned();
    let whole = editor::range(&text, Span::new(0, text.len()), Units::Utf16);
    let params = json!({"textDocument": {"uri": uri}, "range": whole, "context": {"diagnostics": []}, "options": {"tabSize": 2, "insertSpaces": true}});
    is::<Vec<lsp::InlayHint>>("hints", &editor.ask("textDocument/inlayHint", params.clone()));
    is::<Vec<lsp::TextEdit>>("format", &editor.ask("textDocument/formatting", params.clone()));
    let actions = editor.ask("textDocument/codeAction", params);
    is::<Vec<lsp::CodeAction>>("actions", &actions);
    let later = actions
        .as_array()
        .expect("actions")
        .iter()
        .find(|one| !one["data"].is_null())
        .expect("one for later");
    is::<lsp::CodeAction>("resolved", &editor.ask("codeAction/resolve", later.clone()));
    let off = actions.as_array().expect("actions").iter().find(|one| one["data"]["does"] == "off");
    let off = editor.ask("codeAction/resolve", off.expect("a rule to switch off").clone());
    assert_eq!(off["edit"]["documentChanges"][0]["kind"], "create");
    is::<lsp::CodeAction>("switched off", &off);
}

#[test]
fn answers_about_a_place() {
    let (_folder, mut editor, uri) = started();
    let text = editor.text(&uri).to_owned();
    let mut ask = |method: &str, mark: &str, more: Value| {
        let offset = text.find(mark).expect("there") + mark.len();
        let mut params = more;
        params["textDocument"] = json!({"uri": uri});
        params["position"] = editor::range(&text, Span::at(offset), Units::Utf16)["start"].clone();
        let answer = editor.ask(&format!("textDocument/{method}"), params);
        assert!(!answer.is_null(), "{method}");
        answer
    };
    for mark in ["**[SP", "[the"] {
        is::<lsp::Hover>("hover", &ask("hover", mark, json!({})));
    }
    for mark in ["**[", "b.md#", "](b"] {
        is::<lsp::CompletionList>("completion", &ask("completion", mark, json!({})));
    }
    is::<lsp::Location>("definition", &ask("definition", "[the", json!({})));
    is::<Vec<lsp::Location>>(
        "references",
        &ask("references", "## Lim", json!({"context": {"includeDeclaration": true}})),
    );
    is::<lsp::PrepareRenameResult>("prepare", &ask("prepareRename", "## Lim", json!({})));
    is::<lsp::WorkspaceEdit>("rename", &ask("rename", "## Lim", json!({"newName": "Bounds"})));
}

#[test]
fn answers_about_a_folder() {
    let (folder, mut editor, uri) = started();
    is::<Vec<lsp::WorkspaceSymbol>>("symbols", &editor.ask("workspace/symbol", json!({"query": ""})));
    let params = json!({"previousResultIds": [], "workDoneToken": 1, "partialResultToken": "x"});
    is::<lsp::WorkspaceDiagnosticReport>("diagnostics", &editor.ask("workspace/diagnostic", params));
    is::<lsp::ProgressParams>("progress", &editor.expect("$/progress"));
    let moved = json!({"files": [{"oldUri": file_uri(&folder.path().join("b.md")), "newUri": file_uri(&folder.path().join("c.md"))}]});
    is::<lsp::WorkspaceEdit>("files", &editor.ask("workspace/willRenameFiles", moved));
    let view = format!("tagdown-ai:{}", &uri["file:".len()..]);
    is::<lsp::TextDocumentContentResult>(
        "view",
        &editor.ask("workspace/textDocumentContent", json!({"uri": view})),
    );
    editor.edit(&uri, Span::at(0), "\n");
    is::<lsp::TextDocumentContentRefreshParams>(
        "refresh",
        &editor.expect("workspace/textDocumentContent/refresh"),
    );
    let argument =
        json!({"uri": uri, "address": "limits/?-1", "evidence": "measured", "by": "Ada", "doubts": "remove"});
    editor.ask("workspace/executeCommand", json!({"command": "tagdown.promote", "arguments": [argument]}));
    is::<lsp::ApplyWorkspaceEditParams>("apply", &editor.expect("workspace/applyEdit"));
    let mut editor = Editor::plain(Units::Utf32);
    editor.open("untitled:a", &format!("{HEAD}{BODY}"));
    is::<lsp::PublishDiagnosticsParams>("published", &editor.expect("textDocument/publishDiagnostics"));
}
