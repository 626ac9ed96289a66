//! The connection: hello and goodbye, texts in sync, findings pushed and pulled, settings and files that change.

mod editor;

use std::fs;

use editor::{Editor, HEAD, capabilities, file_uri, in_folder};
use lsp_server::Message;
use serde_json::{Value, json};
use tagdown::text::{Span, Units};
use tagdown_lsp::{End, Options};

fn rules(diagnostics: &Value) -> Vec<String> {
    let list = diagnostics.as_array().expect("a list");
    list.iter().map(|one| one["code"].as_str().expect("a code").to_owned()).collect()
}

fn pulled(editor: &mut Editor, uri: &str) -> Vec<String> {
    rules(&editor.ask("textDocument/diagnostic", json!({"textDocument": {"uri": uri}}))["items"])
}

#[test]
fn hello_and_goodbye() {
    for units in [Units::Utf8, Units::Utf16, Units::Utf32] {
        let editor = Editor::start(&json!({"capabilities": capabilities(units, true)}));
        let offered = &editor.server_info["capabilities"];
        let name = &capabilities(units, true)["general"]["positionEncodings"][0];
        assert_eq!(&offered["positionEncoding"], name);
        assert_eq!(offered["textDocumentSync"]["change"], 2);
        assert_eq!(editor.end(), End::Orderly);
    }
    assert_eq!(Editor::plain(Units::Utf16).vanish(), End::Orderly);
    let mut editor = Editor::plain(Units::Utf16);
    editor.ask("shutdown", Value::Null);
    let id = editor.request("textDocument/hover", json!({}));
    assert_eq!(editor.answer(&id).expect_err("it was shut down").0, -32600);
    editor.tell("exit", Value::Null);
}

#[test]
fn what_is_unknown_or_wrong_ends_nothing() {
    let mut editor = Editor::plain(Units::Utf16);
    for (method, params, code) in [
        ("textDocument/unknown", json!({}), -32601),
        ("textDocument/diagnostic", json!({"textDocument": 7}), -32602),
        ("textDocument/diagnostic", Value::Null, -32602),
    ] {
        let id = editor.request(method, params);
        assert_eq!(editor.answer(&id).expect_err(method).0, code, "{method}");
    }
    for (method, params) in [
        (
            "textDocument/didChange",
            json!({"textDocument": {"uri": "file:///no.md", "version": 3}, "contentChanges": []}),
        ),
        ("textDocument/didOpen", json!({})),
        ("textDocument/didClose", json!({"textDocument": {"uri": "file:///no.md"}})),
        ("$/setTrace", json!({"value": "off"})),
        ("$/cancelRequest", json!({"id": 99})),
        ("workspace/didChangeConfiguration", Value::Null),
        ("made/up", json!([1])),
    ] {
        editor.tell(method, params);
    }
    editor.open("untitled:a", &format!("{HEAD}## A\n\n**[SPEC]** one\n"));
    assert!(
        rules(&editor.expect("textDocument/publishDiagnostics")["diagnostics"])
            .contains(&"inline-content".into())
    );
    assert_eq!(editor.end(), End::Orderly);
}

#[test]
fn a_finding_has_its_page_its_places_and_its_fix() {
    let mut editor = Editor::plain(Units::Utf16);
    editor.open("untitled:a", &format!("{HEAD}## A\n\n**[SPEC]** 😀 one\n\n**[SPEC]**\n- two\n"));
    let published = editor.expect("textDocument/publishDiagnostics");
    assert_eq!((&published["uri"], &published["version"]), (&json!("untitled:a"), &json!(1)));
    let list = published["diagnostics"].as_array().expect("a list");
    let one = |rule: &str| {
        list.iter().find(|one| one["code"] == rule).unwrap_or_else(|| panic!("{rule}: {list:?}"))
    };
    let inline = one("inline-content");
    assert_eq!(inline["range"]["start"], json!({"line": 9, "character": 0}));
    assert_eq!((&inline["source"], &inline["severity"]), (&json!("tagdown"), &json!(1)));
    assert!(
        inline["codeDescription"]["href"].as_str().expect("an address").ends_with("rules.md#inline-content")
    );
    let fix = &inline["data"]["fix"];
    assert_eq!(fix["safety"], "safe");
    assert!(fix["edits"][0]["newText"].as_str().expect("a text").starts_with('\n'), "{fix}");
    let several = one("several-specs");
    assert_eq!(several["relatedInformation"][0]["location"]["uri"], "untitled:a");
}

#[test]
fn untagged_texts_and_foreign_addresses_are_left_alone() {
    let mut editor = Editor::start(&json!({"capabilities": capabilities(Units::Utf16, true)}));
    for (uri, text) in [
        ("untitled:a", "# Notes\n\nNothing to see.\n"),
        ("http://example.com/a.md", "**[SPEC]** one\n"),
        ("git:/a.md", "**[SPEC]** one\n"),
    ] {
        editor.open(uri, text);
        assert_eq!(pulled(&mut editor, uri), Vec::<String>::new(), "{uri}");
    }
}

#[test]
fn pulled_findings_have_a_name() {
    let mut editor = Editor::start(&json!({"capabilities": capabilities(Units::Utf16, true)}));
    let head = format!("{HEAD}## A\n\n");
    editor.open("untitled:a", &format!("{head}**[SPEC]** one\n"));
    let params = json!({"textDocument": {"uri": "untitled:a"}});
    let first = editor.ask("textDocument/diagnostic", params.clone());
    assert_eq!(first["kind"], "full");
    let again = json!({"textDocument": {"uri": "untitled:a"}, "previousResultId": first["resultId"]});
    let second = editor.ask("textDocument/diagnostic", again.clone());
    assert_eq!(second, json!({"kind": "unchanged", "resultId": first["resultId"]}));
    assert_eq!(rules(&first["items"]), ["inline-content"]);
    editor.edit("untitled:a", Span::new(head.len() + 10, head.len() + 11), "\n- ");
    let third = editor.ask("textDocument/diagnostic", again);
    assert_eq!(third["kind"], "full");
    assert!(!rules(&third["items"]).contains(&"inline-content".to_owned()));
    assert!(editor.inbox.iter().all(
        |message| !matches!(message, Message::Notification(one) if one.method.ends_with("publishDiagnostics"))
    ));
}

#[test]
fn what_is_gone_disappears_first() {
    let mut editor = Editor::plain(Units::Utf16);
    editor.open("untitled:a", &format!("{HEAD}## A\n\n**[SPEC]** one\n"));
    let first = editor.expect("textDocument/publishDiagnostics");
    assert_eq!(rules(&first["diagnostics"]), ["inline-content"]);
    let at = editor.text("untitled:a").find(" one").expect("there");
    // One finding goes, and another comes.
    editor.edit("untitled:a", Span::new(at, at + 4), "\n\n[BUG]\n");
    let second = editor.expect("textDocument/publishDiagnostics");
    assert_eq!((rules(&second["diagnostics"]).len(), &second["version"]), (0, &json!(2)));
    let third = editor.expect("textDocument/publishDiagnostics");
    assert!(rules(&third["diagnostics"]).contains(&"unbolded-tag".to_owned()));
    editor.tell("textDocument/didClose", json!({"textDocument": {"uri": "untitled:a"}}));
    assert_eq!(editor.expect("textDocument/publishDiagnostics")["diagnostics"], json!([]));
}

#[test]
fn the_nearest_configuration_applies_and_changes_are_seen() {
    let folder = tempfile::tempdir().expect("a folder");
    let outside = tempfile::tempdir().expect("a folder");
    let text = format!("{HEAD}## A\n\n**[SPEC]** one\n");
    for place in [folder.path().join("a b"), folder.path().to_owned(), outside.path().to_owned()] {
        fs::create_dir_all(&place).expect("a folder");
        fs::write(place.join("ä.md"), &text).expect("a file");
        fs::write(place.join("tagdown.toml"), "").expect("a file");
    }
    let mut editor = Editor::in_folder(folder.path());
    let uris = [
        format!("file://{}/a%20b/%C3%A4.md", folder.path().display()),
        file_uri(&folder.path().join("ä.md")),
        file_uri(&outside.path().join("ä.md")),
    ];
    for uri in &uris {
        editor.open(uri, &text);
        assert_eq!(pulled(&mut editor, uri), ["inline-content"], "{uri}");
    }
    let config = folder.path().join("a b/tagdown.toml");
    fs::write(&config, "[rules]\ninline-content = \"off\"\n").expect("a file");
    let event = json!({"uri": file_uri(&config), "type": 2});
    editor.tell("workspace/didChangeWatchedFiles", json!({"changes": [event]}));
    assert_eq!(pulled(&mut editor, &uris[0]), Vec::<String>::new());
    assert_eq!(pulled(&mut editor, &uris[1]), ["inline-content"]);
    fs::write(&config, "[rules]\nno-such-rule = \"off\"\n").expect("a file");
    editor.tell("workspace/didChangeWatchedFiles", json!({"changes": []}));
    assert_eq!(pulled(&mut editor, &uris[0]), ["configuration"]);
    let config_uri = file_uri(&folder.path().join("a b/tagdown.toml")).replace(' ', "%20");
    editor.open(&config_uri, "[rules]\nno-such-rule = \"off\"\n");
    let found = editor.ask("textDocument/diagnostic", json!({"textDocument": {"uri": config_uri}}));
    assert_eq!(found["items"][0]["range"]["start"]["line"], 1, "{found}");
}

#[test]
fn the_command_line_can_name_the_configuration() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = format!("{HEAD}## A\n\n**[SPEC]** one\n");
    fs::write(folder.path().join("a.md"), &text).expect("a file");
    fs::write(folder.path().join("tagdown.toml"), "[rules]\ninline-content = \"off\"\n").expect("a file");
    let other = folder.path().join("other.toml");
    fs::write(&other, "[rules]\ninline-content = \"warning\"\n").expect("a file");
    let uri = file_uri(&folder.path().join("a.md"));
    for (config, no_config, severity) in
        [(None, false, None), (Some(other), false, Some(2)), (None, true, Some(1))]
    {
        let params = in_folder(folder.path(), Units::Utf16, true);
        let mut editor = Editor::start_with(&params, Options { config, no_config });
        editor.open(&uri, &text);
        let found = editor.ask("textDocument/diagnostic", json!({"textDocument": {"uri": uri}}));
        assert_eq!(found["items"][0]["severity"].as_i64(), severity, "{found}");
        let all = editor.ask("workspace/diagnostic", json!({"previousResultIds": []}));
        assert_eq!(all["items"][0]["items"][0]["severity"].as_i64(), severity, "{all}");
    }
}

#[test]
fn a_text_above_the_limit_is_not_parsed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.md");
    let text = format!("{HEAD}## A\n\n**[SPEC]** one\n");
    fs::write(&file, &text).expect("a file");
    fs::write(folder.path().join("tagdown.toml"), "max-file-size = 50\n").expect("a file");
    let uri = file_uri(&file);
    for pulls in [true, false] {
        let mut editor = Editor::start(&in_folder(folder.path(), Units::Utf16, pulls));
        editor.open(&uri, &text);
        let found = if pulls {
            editor.ask("textDocument/diagnostic", json!({"textDocument": {"uri": uri}}))["items"].clone()
        } else {
            editor.expect("textDocument/publishDiagnostics")["diagnostics"].clone()
        };
        assert_eq!(rules(&found), ["configuration"], "{found}");
        let symbols = editor.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": uri}}));
        assert_eq!(symbols, Value::Null);
    }
}

#[test]
fn links_lead_to_the_texts_that_are_open() {
    let folder = tempfile::tempdir().expect("a folder");
    let (a, b) = (folder.path().join("a.md"), folder.path().join("b.md"));
    fs::write(&a, "# A\n").expect("a file");
    let text = format!("{HEAD}## A\n\n**[SPEC]**\n- See [there](a.md#limits).\n");
    fs::write(&b, &text).expect("a file");
    let mut editor = Editor::in_folder(folder.path());
    let (a, b) = (file_uri(&a), file_uri(&b));
    editor.open(&b, &text);
    assert_eq!(pulled(&mut editor, &b), ["broken-link"]);
    editor.open(&a, "# A\n");
    editor.edit(&a, Span::at(4), "\n## Limits\n");
    assert_eq!(pulled(&mut editor, &b), Vec::<String>::new());
    editor.tell("textDocument/didClose", json!({"textDocument": {"uri": a}}));
    assert_eq!(pulled(&mut editor, &b), ["broken-link"]);
}

#[test]
fn a_link_to_the_own_file_sees_what_is_typed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.md");
    let text = format!("{HEAD}## A\n\n**[SPEC]**\n- See [there](a.md#b).\n");
    fs::write(&file, &text).expect("a file");
    let mut editor = Editor::in_folder(folder.path());
    let uri = file_uri(&file);
    editor.open(&uri, &text);
    assert_eq!(pulled(&mut editor, &uri), ["broken-link"]);
    editor.edit(&uri, Span::at(text.len()), "\n## B\n\n**[SPEC]**\n- b\n");
    assert_eq!(pulled(&mut editor, &uri), Vec::<String>::new());
}

#[test]
fn settings_come_from_the_editor() {
    let mut params = in_folder(std::path::Path::new("/nowhere"), Units::Utf16, false);
    params["initializationOptions"] = json!({"run": "onSave"});
    let mut editor = Editor::start(&params);
    editor.open("untitled:a", &format!("{HEAD}## A\n\n**[SPEC]** one\n"));
    assert_eq!(rules(&editor.expect("textDocument/publishDiagnostics")["diagnostics"]), ["inline-content"]);
    let at = editor.text("untitled:a").len() - 4;
    editor.edit("untitled:a", Span::new(at - 1, at), "\n- ");
    editor.tell("textDocument/didSave", json!({"textDocument": {"uri": "untitled:a"}}));
    let saved = editor.expect("textDocument/publishDiagnostics");
    assert_eq!((saved["version"].as_i64(), rules(&saved["diagnostics"]).len()), (Some(2), 0));
}

#[test]
fn an_editor_that_could_ask_can_wait() {
    let mut params = json!({"capabilities": capabilities(Units::Utf16, true)});
    params["initializationOptions"] = json!({"pushDiagnostics": true});
    let mut editor = Editor::start(&params);
    assert_eq!(editor.server_info["capabilities"]["diagnosticProvider"], Value::Null);
    editor.open("untitled:a", &format!("{HEAD}## A\n\n**[SPEC]** one\n"));
    assert_eq!(rules(&editor.expect("textDocument/publishDiagnostics")["diagnostics"]), ["inline-content"]);
}

#[test]
fn an_editor_that_asks_gets_findings_when_it_saves() {
    let mut params = json!({"capabilities": capabilities(Units::Utf16, true)});
    params["initializationOptions"] = json!({"run": "onSave"});
    let mut editor = Editor::start(&params);
    let text = format!("{HEAD}## A\n\n**[SPEC]**\n- one\n");
    editor.open("untitled:a", &text);
    let mut ask = json!({"textDocument": {"uri": "untitled:a"}});
    let first = editor.ask("textDocument/diagnostic", ask.clone());
    ask["previousResultId"] = first["resultId"].clone();
    editor.edit("untitled:a", Span::at(text.len()), "\n[NOTE]\nx\n");
    assert_eq!(editor.ask("textDocument/diagnostic", ask.clone())["kind"], "unchanged");
    editor.tell("textDocument/didSave", json!({"textDocument": {"uri": "untitled:a"}}));
    assert_eq!(rules(&editor.ask("textDocument/diagnostic", ask)["items"]), ["unbolded-tag"]);
}

#[test]
fn a_request_for_an_old_version_or_that_nobody_waits_for_is_dropped() {
    let mut editor = Editor::start(&json!({"capabilities": capabilities(Units::Utf16, true)}));
    editor.open("untitled:a", &format!("{HEAD}{}", "## A\n\n**[SPEC]**\n- one\n\n".repeat(20_000)));
    let params = json!({"textDocument": {"uri": "untitled:a"}});
    let first = editor.request("textDocument/diagnostic", params.clone());
    let second = editor.request("textDocument/diagnostic", params.clone());
    editor.tell("$/cancelRequest", json!({"id": second}));
    editor.edit("untitled:a", Span::at(0), "x");
    let third = editor.request("textDocument/diagnostic", params);
    assert_eq!(editor.answer(&first).expect_err("the text has changed").0, -32801);
    let code = editor.answer(&second).expect_err("it was cancelled").0;
    assert!([-32800, -32801].contains(&code), "{code}");
    assert!(editor.answer(&third).is_ok());
}

#[test]
fn a_change_that_cannot_be_read_ends_the_work_on_a_document() {
    let mut editor = Editor::start(&json!({"capabilities": capabilities(Units::Utf16, true)}));
    editor.open("untitled:a", &format!("{HEAD}## A\n\n**[SPEC]** one\n"));
    assert_eq!(pulled(&mut editor, "untitled:a"), ["inline-content"]);
    let document = json!({"uri": "untitled:a", "version": 2});
    editor
        .tell("textDocument/didChange", json!({"textDocument": document, "contentChanges": [{"range": 7}]}));
    assert_eq!(pulled(&mut editor, "untitled:a"), Vec::<String>::new(), "its text is not known any more");
}

#[test]
fn an_open_view_follows_its_document() {
    let mut all = capabilities(Units::Utf16, true);
    all["workspace"]["textDocumentContent"] = json!({});
    let mut editor = Editor::start(&json!({"capabilities": all}));
    assert_eq!(
        editor.server_info["capabilities"]["workspace"]["textDocumentContent"]["schemes"],
        json!(["tagdown-ai"])
    );
    editor.open("untitled:a", &format!("{HEAD}## A\n\n**[SPEC]**\n- one\n"));
    let view = json!({"uri": "tagdown-ai:?untitled:a"});
    let first = editor.ask("workspace/textDocumentContent", view.clone());
    let end = editor.text("untitled:a").len();
    editor.edit("untitled:a", Span::at(end), "- two\n");
    assert_eq!(editor.expect("workspace/textDocumentContent/refresh"), view);
    assert_ne!(editor.ask("workspace/textDocumentContent", view), first);
}
