//! Code actions and formatting: what the command line does, byte for byte, in the columns of the editor.

mod editor;

use std::fs;

use editor::{Editor, HEAD, capabilities, file_uri, in_folder, range, with_edits};
use serde_json::{Value, json};
use tagdown::document::parse;
use tagdown::rules::{Safety, Settings, fix};
use tagdown::text::{Span, Units};

const URI: &str = "untitled:a";

fn started(resolves: bool, prompts: bool) -> Editor {
    let mut all = capabilities(Units::Utf16, true);
    if resolves {
        all["textDocument"]["codeAction"] = json!({"resolveSupport": {"properties": ["edit"]}});
    }
    all["workspace"]["applyEdit"] = json!(true);
    Editor::start(&json!({"capabilities": all, "initializationOptions": {"prompts": prompts}}))
}

fn actions(editor: &mut Editor, offset: usize, only: Option<&str>) -> Vec<Value> {
    let range = range(editor.text(URI), Span::at(offset), Units::Utf16);
    let mut context = json!({"diagnostics": []});
    if let Some(only) = only {
        context["only"] = json!([only]);
    }
    let params = json!({"textDocument": {"uri": URI}, "range": range, "context": context});
    editor.ask("textDocument/codeAction", params).as_array().expect("actions").clone()
}

fn titled<'a>(actions: &'a [Value], start: &str) -> &'a Value {
    let found =
        actions.iter().find(|action| action["title"].as_str().is_some_and(|title| title.starts_with(start)));
    found.unwrap_or_else(|| panic!("{start}: {actions:#?}"))
}

/// The text after an action, which may have to be resolved first.
fn taken(editor: &mut Editor, action: &Value) -> String {
    // Neovim asks about actions that are complete as well.
    let action = editor.ask("codeAction/resolve", action.clone());
    editor.applied(URI, &action["edit"])
}

fn fixed(text: &str, rule: Option<&str>) -> String {
    let settings = Settings::default().only(|one| rule.is_none_or(|rule| rule == one.name));
    fix(text, &settings, Safety::Safe).text
}

#[test]
fn fixes_are_those_of_the_command_line() {
    let text = format!("{HEAD}## Ä😀\n\n**[SPEC]** one 😀\n\n[NOTE]\n\nb\n\n## B\n\n**[SPEC]** two\n")
        .replace('\n', "\r\n");
    for resolves in [true, false] {
        let mut editor = started(resolves, false);
        editor.open(URI, &text);
        let at = text.find("**[SPEC]**").expect("there");
        let found = actions(&mut editor, at, None);
        let one = titled(&found, "Move the content to the next line").clone();
        assert_eq!(
            (&one["isPreferred"], &one["diagnostics"][0]["code"]),
            (&json!(true), &json!("inline-content"))
        );
        assert_eq!(taken(&mut editor, &one), text.replacen("**[SPEC]** one", "**[SPEC]**\r\none", 1));
        let of_rule = titled(&found, "Fix all `inline-content`").clone();
        assert_eq!(taken(&mut editor, &of_rule), fixed(&text, Some("inline-content")));
        for only in ["source.fixAll.tagdown", "source.fixAll", "source"] {
            let all = actions(&mut editor, 0, Some(only));
            assert_eq!(all.len(), 1, "{all:?}");
            assert_eq!(taken(&mut editor, &all[0]), fixed(&text, None));
        }
        assert!(actions(&mut editor, at, Some("source.organizeImports")).is_empty());
        assert!(actions(&mut editor, at, Some("quickfix")).iter().all(|action| action["kind"] == "quickfix"));
    }
}

#[test]
fn unsafe_fixes_are_shown_and_nothing_more() {
    let text = format!("{HEAD}## A\n\n**[SPEC]**\n- a\n\n**[NOTE] Old words**\nb\n");
    let mut editor = started(false, false);
    editor.open(URI, &text);
    let found = actions(&mut editor, text.find("**[NOTE]").expect("there"), None);
    let one = titled(&found, "Move the title below the tag (unsafe");
    assert!(one["isPreferred"].is_null());
    assert!(one["edit"].is_object());
    assert!(found.iter().all(|action| action["kind"] != "source.fixAll.tagdown"));
}

#[test]
fn a_rule_is_allowed_with_a_reason() {
    let text = format!("{HEAD}## A\n\n**[SPEC]** one\n");
    let at = text.find("**[SPEC]**").expect("there");
    let mut editor = started(true, false);
    editor.open(URI, &text);
    let found = actions(&mut editor, at, None);
    let allow = titled(&found, "Allow `inline-content` here").clone();
    let comment = |reason: &str| {
        text.replace("**[SPEC]**", &format!("<!-- tagdown: allow inline-content: {reason} -->\n**[SPEC]**"))
    };
    assert_eq!(taken(&mut editor, &allow), comment("say why"));
    let mut editor = started(true, true);
    editor.open(URI, &text);
    let found = actions(&mut editor, at, None);
    let command = titled(&found, "Allow `inline-content` here")["command"].clone();
    let mut run = json!({"command": command["command"], "arguments": command["arguments"]});
    assert_eq!(editor.ask("workspace/executeCommand", run.clone())["needs"], json!({"reason": true}));
    run["arguments"][0]["reason"] = json!("from the old wiki");
    editor.ask("workspace/executeCommand", run.clone());
    let asked = editor.expect("workspace/applyEdit");
    assert_eq!(editor.applied(URI, &asked["edit"]), comment("from the old wiki"));
    run["arguments"][0]["reason"] = json!("a --> b");
    let id = editor.request("workspace/executeCommand", run);
    assert!(editor.answer(&id).expect_err("no reason").1.contains("reason"));
}

/// The text of `tagdown.toml` after the action that switches a rule off; none if there is no such action.
fn switched_off(editor: &mut Editor, uri: &str, config: &str, text: &str) -> Option<String> {
    let range = range(editor.text(uri), Span::at(HEAD.len() + 8), Units::Utf16);
    let params = json!({"textDocument": {"uri": uri}, "range": range, "context": {"diagnostics": []}});
    let found = editor.ask("textDocument/codeAction", params);
    let is_it = |one: &&Value| one["title"] == "Switch off `inline-content` in tagdown.toml";
    let action = found.as_array().expect("actions").iter().find(is_it)?;
    let changes = action["edit"]["documentChanges"].as_array().expect("changes");
    let change = changes.iter().find(|one| one["textDocument"]["uri"] == config).expect("the configuration");
    Some(with_edits(text, change["edits"].as_array().expect("edits"), Units::Utf16))
}

#[test]
fn a_rule_is_switched_off_in_the_configuration() {
    let folder = tempfile::tempdir().expect("a folder");
    let uri = file_uri(&folder.path().join("a.md"));
    let config = folder.path().join("tagdown.toml");
    let text = format!("{HEAD}## A\n\n**[SPEC]** one\n");
    let start = |creates: bool| {
        let mut params = in_folder(folder.path(), Units::Utf16, true);
        if creates {
            params["capabilities"]["workspace"]["workspaceEdit"]["resourceOperations"] = json!(["create"]);
        }
        let mut editor = Editor::start(&params);
        editor.open(&uri, &text);
        editor
    };
    let after = |editor: &mut Editor, before: &str| switched_off(editor, &uri, &file_uri(&config), before);
    assert_eq!(after(&mut start(false), ""), None, "it cannot create a file");
    let wanted = "[rules]\ninline-content = \"off\"\n";
    assert_eq!(after(&mut start(true), "").as_deref(), Some(wanted));
    let before = "# Ours\nexclude = [\"x\"]\n\n[rules]\nspec-prose = \"off\" # why\n";
    fs::write(&config, before).expect("a file");
    let mut editor = start(false);
    let made = after(&mut editor, before).expect("an action");
    assert_eq!(made, format!("{before}inline-content = \"off\"\n"));
    fs::write(&config, made).expect("a file");
    editor.tell("workspace/didChangeWatchedFiles", json!({"changes": []}));
    let found = editor.ask("textDocument/diagnostic", json!({"textDocument": {"uri": uri}}));
    assert_eq!(found["items"], json!([]), "the rule is off");
    // A configuration that is open and not saved yet is changed as it is in the editor.
    fs::write(&config, "").expect("a file");
    editor.open(&file_uri(&config), "[tags]\nADR = \"NOTE\"\n");
    editor.tell("workspace/didChangeWatchedFiles", json!({"changes": []}));
    let made = after(&mut editor, "[tags]\nADR = \"NOTE\"\n");
    assert_eq!(made.as_deref(), Some("[tags]\nADR = \"NOTE\"\n\n[rules]\ninline-content = \"off\"\n"));
    // An override would keep it on.
    let text = "[[overrides]]\npaths = [\"*.md\"]\nrules = { inline-content = \"error\" }\n";
    fs::write(&config, text).expect("a file");
    assert_eq!(after(&mut start(false), text), None);
}

#[test]
fn blocks_are_reworked_where_the_cursor_is() {
    for (body, title, after) in [
        ("**[SPEC]**\n- a\n\nb|.\n", "Tag this as `[NOTE]`", "**[SPEC]**\n- a\n\n**[NOTE]**\nb.\n"),
        ("**[SP|EC]**\n- a\n", "Make it unverified", "**[?]**\n- a\n"),
        (
            "**[SPEC]**\nOne is |a. Two is b.\n",
            "Cut this paragraph",
            "**[SPEC]**\n- One is a.\n- Two is b.\n",
        ),
        ("**[BUG] x**\nSymptom: |a\n", "Add the missing fields", "**[BUG] x**\nSymptom: a\nCause: \nFix: \n"),
    ] {
        let head = format!("{HEAD}## A\n\n");
        let at = head.len() + body.find('|').expect("a cursor");
        let text = format!("{head}{}", body.replace('|', ""));
        let mut editor = started(true, false);
        editor.open(URI, &text);
        let action = titled(&actions(&mut editor, at, None), title).clone();
        assert_eq!(taken(&mut editor, &action), format!("{head}{after}"), "{title}");
    }
}

#[test]
fn a_claim_is_confirmed_with_evidence() {
    let text = format!("{HEAD}## A\n\n**[?]**\nThe limit is probably 5 KB.\n");
    let at = text.find("**[?]**").expect("there");
    let mut editor = started(true, true);
    editor.open(URI, &text);
    let found = actions(&mut editor, at, None);
    let command = titled(&found, "Confirm this claim as a SPEC")["command"].clone();
    let mut run = json!({"command": command["command"], "arguments": command["arguments"]});
    let needs = editor.ask("workspace/executeCommand", run.clone())["needs"].clone();
    assert_eq!((&needs["evidence"], &needs["removes"][0]["text"]), (&json!(true), &json!("probably")));
    for (key, value) in [("evidence", "measured on 2026-11-01"), ("by", "Ada"), ("doubts", "remove")] {
        run["arguments"][0][key] = json!(value);
    }
    let result = editor.ask("workspace/executeCommand", run.clone());
    assert_eq!(result["address"], "a/spec-1");
    let asked = editor.expect("workspace/applyEdit");
    let after = editor.applied(URI, &asked["edit"]);
    assert!(
        after.contains("**[SPEC]**\nThe limit is 5 KB.") && after.contains("measured on 2026-11-01"),
        "{after}"
    );
    assert!(parse(&after).is_tagged());
    editor.edit(URI, Span::at(0), "\n");
    let id = editor.request("workspace/executeCommand", run);
    assert!(editor.answer(&id).expect_err("an old version").1.contains("has changed"));
    let mut editor = started(true, false);
    editor.open(URI, &text);
    let id = editor.request(
        "workspace/executeCommand",
        json!({"command": "tagdown.promote", "arguments": [{"uri": URI, "address": "a/?-1"}]}),
    );
    assert!(editor.answer(&id).expect_err("no evidence").1.contains("--evidence"));
}

#[test]
fn a_page_is_converted_or_shown() {
    let text = "# Upload\n\nThe maximum size is 20 MB. Uploads are deleted after 30 days.\n\nIt is probably flushed every hour.\n";
    let mut editor = started(true, false);
    editor.open(URI, text);
    let found = actions(&mut editor, 0, None);
    assert_eq!(found.len(), 1, "{found:?}");
    let command = titled(&found, "Convert this page")["command"].clone();
    let mut run = json!({"command": command["command"], "arguments": command["arguments"]});
    run["arguments"][0]["apply"] = json!(false);
    let shown = editor.ask("workspace/executeCommand", run.clone());
    let converted = shown["text"].as_str().expect("a text").to_owned();
    assert!(converted.contains("**[SPEC]**"), "{converted}");
    let doubts = shown["doubts"].as_array().expect("doubts");
    assert!(doubts.contains(&json!({"lines": [5, 5], "kind": "NOTE"})), "{doubts:?}");
    assert_eq!(editor.applied(URI, &shown["edit"]), converted);
    run["arguments"][0]["apply"] = json!(true);
    editor.ask("workspace/executeCommand", run);
    let asked = editor.expect("workspace/applyEdit");
    assert_eq!(editor.applied(URI, &asked["edit"]), converted);
}

#[test]
fn formatting_is_that_of_fmt() {
    let text =
        format!("{HEAD}## A\n\n**[SPEC]**\n\n- one\n**[NOTE]**\ntwo\n\n## B\n\n**[SPEC]**\n\n- three\n");
    let settings = Settings::default().only(|rule| rule.layout);
    let wanted = fix(&text, &settings, Safety::Safe).text;
    assert_ne!(wanted, text);
    let mut editor = started(true, false);
    editor.open(URI, &text);
    let options = json!({"tabSize": 2, "insertSpaces": true});
    let params = json!({"textDocument": {"uri": URI}, "options": options});
    let edits = editor.ask("textDocument/formatting", params);
    assert_eq!(with_edits(&text, edits.as_array().expect("edits"), Units::Utf16), wanted);
    let at = text.find("three").expect("there");
    let lines = range(&text, Span::new(at - 15, at), Units::Utf16);
    let params = json!({"textDocument": {"uri": URI}, "options": options, "range": lines});
    let edits = editor.ask("textDocument/rangeFormatting", params);
    let made = with_edits(&text, edits.as_array().expect("edits"), Units::Utf16);
    assert_eq!(made, text.replace("**[SPEC]**\n\n- three", "**[SPEC]**\n- three"));
}

#[test]
fn a_large_document_gets_the_same_edits_later() {
    let more =
        "## More\n\n**[NOTE]**\nSome words of a long page that nobody reads to its end.\n\n".repeat(1_800);
    let text = format!("{HEAD}## A\n\n**[SPEC]** one\n\n## B\n\n**[SPEC]**\n- two\n\nb.\n\n{more}");
    let at = text.find("**[SPEC]**").expect("there");
    let mut editor = started(true, false);
    editor.open(URI, &text);
    let found = actions(&mut editor, at, None);
    let one = titled(&found, "Move the content to the next line").clone();
    assert!(one["edit"].is_null());
    assert_eq!(taken(&mut editor, &one), text.replacen("**[SPEC]** one", "**[SPEC]**\none", 1));
    let allow = titled(&found, "Allow `inline-content` here").clone();
    assert!(
        taken(&mut editor, &allow)
            .contains("<!-- tagdown: allow inline-content: say why -->\n**[SPEC]** one")
    );
    let found = actions(&mut editor, text.find("b.").expect("there"), None);
    let note = titled(&found, "Tag this as `[NOTE]`").clone();
    assert!(taken(&mut editor, &note).contains("two\n\n**[NOTE]**\nb.\n"));
    let cut = titled(&found, "Cut this paragraph").clone();
    let id = editor.request("codeAction/resolve", cut);
    assert!(editor.answer(&id).expect_err("one sentence").1.contains("one sentence"));
}
