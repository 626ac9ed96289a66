//! Links between documents: definitions, references, renames of headings and files, symbols and findings of a folder.

mod editor;

use std::fs;
use std::path::Path;

use editor::{Editor, HEAD, file_uri, in_folder, with_edits};
use serde_json::{Value, json};
use tagdown::text::{Span, Units};

const A: &str = "## Upload limits\n\n**[SPEC]**\n- Body: 4 KB, see [above](#upload-limits).\n\n## Upload limits\n\n**[SPEC]**\n- c\n";
const B: &str = "## Other\n\n**[NOTE]**\nSee [one](docs/a%20b.md#upload-limits/spec-1), [two](docs/a%20b.md#Upload-limits), \
    [three][t] and <a href=\"docs/a%20b.md#upload-limits-1\">four</a>, [five](docs/a%20b.md).\n\n[t]: docs/a%20b.md#upload-limits \"x\"\n";

/// A folder with two documents, one of which links to the other.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("docs")).expect("a folder");
    fs::write(folder.path().join("docs/a b.md"), format!("{HEAD}{A}")).expect("a file");
    fs::write(folder.path().join("b.md"), format!("{HEAD}{B}")).expect("a file");
    folder
}

fn uri_of(path: &Path) -> String {
    file_uri(path).replace(' ', "%20")
}

fn place(uri: &str, text: &str, mark: &str) -> Value {
    let offset = text.find(mark).unwrap_or_else(|| panic!("{mark}")) + mark.len();
    json!({"textDocument": {"uri": uri}, "position": editor::range(text, Span::at(offset), Units::Utf16)["start"]})
}

#[test]
fn links_lead_to_blocks_and_back() {
    let folder = folder();
    let mut editor = Editor::in_folder(folder.path());
    let (a, b) = (uri_of(&folder.path().join("docs/a b.md")), uri_of(&folder.path().join("b.md")));
    let (text_a, text_b) = (format!("{HEAD}{A}"), format!("{HEAD}{B}"));
    editor.open(&b, &text_b);
    for (mark, line) in [("[one", 9), ("[two", 7), ("[three", 7), ("<a href", 12), ("[five", 0)] {
        let found = editor.ask("textDocument/definition", place(&b, &text_b, mark));
        assert_eq!((&found["uri"], &found["range"]["start"]["line"]), (&json!(a), &json!(line)), "{mark}");
    }
    assert_eq!(editor.ask("textDocument/definition", place(&b, &text_b, "Se")), Value::Null);
    let hover = editor.ask("textDocument/hover", place(&b, &text_b, "[one"));
    let shown = hover["contents"]["value"].as_str().expect("a text");
    assert!(shown.starts_with("```md\n**[SPEC]**\n- Body: 4 KB"), "{shown}");
    editor.open(&a, &text_a);
    let count = |editor: &mut Editor, mark: &str, own: bool| {
        let mut params = place(&a, &text_a, mark);
        params["context"] = json!({"includeDeclaration": own});
        editor.ask("textDocument/references", params).as_array().map_or(0, Vec::len)
    };
    assert_eq!(count(&mut editor, "## Upl", false), 4, "two links, a definition's and the own one");
    assert_eq!(count(&mut editor, "## Upl", true), 5);
    assert_eq!(count(&mut editor, "**[SP", false), 1);
}

#[test]
fn a_heading_takes_its_links_along() {
    let folder = folder();
    let mut editor = Editor::in_folder(folder.path());
    let a = uri_of(&folder.path().join("docs/a b.md"));
    let text = format!("{HEAD}{A}");
    editor.open(&a, &text);
    let prepared = editor.ask("textDocument/prepareRename", place(&a, &text, "## Upl"));
    assert_eq!(prepared["placeholder"], "Upload limits");
    assert_eq!(editor.ask("textDocument/prepareRename", place(&a, &text, "**[SP")), Value::Null);
    let mut params = place(&a, &text, "## Upl");
    params["newName"] = json!("Größen");
    let edit = editor.ask("textDocument/rename", params.clone());
    let made = editor.applied(&a, &edit);
    assert!(made.contains("## Größen\n") && made.contains("[above](#größen)"), "{made}");
    assert!(made.contains("## Upload limits\n"), "only one of two headings is renamed");
    let changes = edit["documentChanges"].as_array().expect("changes");
    let other = changes
        .iter()
        .find(|change| change["textDocument"]["uri"].as_str().is_some_and(|uri| uri.ends_with("/b.md")));
    let other = other.expect("links elsewhere");
    assert_eq!(other["textDocument"]["version"], Value::Null);
    let made = with_edits(&format!("{HEAD}{B}"), other["edits"].as_array().expect("edits"), Units::Utf16);
    let wanted = B
        .replace("#upload-limits/spec-1", "#größen/spec-1")
        .replace("#Upload-limits", "#größen")
        .replace("#upload-limits \"x\"", "#größen \"x\"")
        .replace("#upload-limits-1", "#upload-limits");
    assert_eq!(made, format!("{HEAD}{wanted}"));
    for name in ["", " ", "a\nb"] {
        params["newName"] = json!(name);
        let id = editor.request("textDocument/rename", params.clone());
        assert!(editor.answer(&id).is_err(), "{name:?}");
    }
}

#[test]
fn files_take_their_links_along() {
    let folder = folder();
    let mut editor = Editor::in_folder(folder.path());
    let moved = |from: &str, to: &str| {
        let uri = |name: &str| uri_of(&folder.path().join(name));
        json!({"files": [{"oldUri": uri(from), "newUri": uri(to)}]})
    };
    let text = format!("{HEAD}{B}");
    for (from, to, path) in [
        ("docs/a b.md", "c.md", "c.md"),
        ("docs", "more/docs", "more/docs/a%20b.md"),
        ("b.md", "docs/x/b.md", "../a%20b.md"),
    ] {
        let edit = editor.ask("workspace/willRenameFiles", moved(from, to));
        let changes = edit["documentChanges"].as_array().expect("changes");
        assert_eq!(changes.len(), 1, "{edit}");
        let made = with_edits(&text, changes[0]["edits"].as_array().expect("edits"), Units::Utf16);
        assert_eq!(made, text.replace("docs/a%20b.md", path), "{from}");
    }
    assert_eq!(editor.ask("workspace/willRenameFiles", moved("none.md", "other.md")), Value::Null);
    let mut params = in_folder(folder.path(), Units::Utf16, true);
    params["clientInfo"] = json!({"name": "Visual Studio Code"});
    let code = Editor::start(&params);
    assert_eq!(code.server_info["capabilities"]["workspace"]["fileOperations"], Value::Null);
}

#[test]
fn a_folder_has_symbols_and_findings() {
    let folder = folder();
    fs::write(folder.path().join("c.md"), format!("{HEAD}## C\n\n**[BUG] It hangs**\nSymptom: x\n"))
        .expect("a file");
    let mut editor = Editor::in_folder(folder.path());
    let names = |editor: &mut Editor, query: &str| {
        let found = editor.ask("workspace/symbol", json!({"query": query}));
        let list = found.as_array().expect("symbols").iter();
        list.filter_map(|one| one["name"].as_str().map(str::to_owned)).collect::<Vec<_>>()
    };
    assert_eq!(names(&mut editor, "hangs"), ["[BUG] It hangs"]);
    assert_eq!(names(&mut editor, "limits upload").len(), 4);
    assert_eq!(names(&mut editor, "limit uploads").len(), 4, "other forms of the words");
    assert_eq!(names(&mut editor, "it hangs")[0], "[BUG] It hangs");
    assert_eq!(names(&mut editor, "no such words"), Vec::<String>::new());
    let params = json!({"previousResultIds": [], "partialResultToken": "p", "workDoneToken": "w"});
    let all = editor.ask("workspace/diagnostic", params);
    let items = all["items"].as_array().expect("items");
    let of =
        |name: &str| items.iter().find(|item| item["uri"].as_str().is_some_and(|uri| uri.ends_with(name)));
    assert_eq!(of("c.md").expect("findings")["items"][0]["code"], "bug-missing-field");
    assert!(editor.inbox.iter().any(
        |message| matches!(message, lsp_server::Message::Notification(one) if one.method == "$/progress")
    ));
    // With nothing new, the answer waits for a change.
    let known: Vec<Value> =
        items.iter().map(|item| json!({"uri": item["uri"], "value": item["resultId"]})).collect();
    let id = editor.request("workspace/diagnostic", json!({"previousResultIds": known}));
    let c = uri_of(&folder.path().join("c.md"));
    assert_eq!(names(&mut editor, "hangs").len(), 1, "the request was looked at");
    editor.open(&c, &format!("{HEAD}## C\n\n**[BUG] It hangs**\nSymptom: x\nCause: y\nFix: z\n"));
    editor.tell("textDocument/didSave", json!({"textDocument": {"uri": c}}));
    let after = editor.answer(&id).expect("an answer");
    assert_eq!(after["items"][0]["uri"], json!(c), "{after}");
    assert_eq!((after["items"].as_array().map(Vec::len), &after["items"][0]["items"]), (Some(1), &json!([])));
}

#[test]
fn symbols_are_ranked_as_a_search_ranks() {
    let folder = tempfile::tempdir().expect("a folder");
    let bug = |title: &str| format!("**[BUG] {title}**\nSymptom: x\nCause: y\nFix: z\n\n");
    let bugs = ["The queue of uploads stops", "A folder is deleted too early", "Upload", "It stops"].map(bug);
    fs::write(folder.path().join("a.md"), format!("{HEAD}## Known\n\n{}", bugs.concat())).expect("a file");
    let mut editor = Editor::in_folder(folder.path());
    let mut titles = |query: &str| {
        let found = editor.ask("workspace/symbol", json!({"query": query}));
        let name = |one: &Value| one["name"].as_str().expect("a name").replace("[BUG] ", "");
        found.as_array().expect("symbols").iter().map(name).collect::<Vec<_>>()
    };
    // Other forms and related words are found, and a rare word counts more than a common one.
    assert_eq!(titles("remove directory"), ["A folder is deleted too early"]);
    assert_eq!(titles("uploading"), ["Upload", "The queue of uploads stops"]);
    assert_eq!(titles("queues stop")[0], "The queue of uploads stops");
    // What is typed so far may be a part of a word, or the start of a title.
    assert_eq!(titles("uplo"), ["Upload", "The queue of uploads stops"]);
    assert_eq!(titles("it st"), ["It stops"]);
    assert_eq!(titles("stops")[0], "It stops");
}

#[test]
fn folders_come_and_go() {
    let (one, two) = (folder(), folder());
    let mut editor = Editor::in_folder(one.path());
    let count = |editor: &mut Editor| {
        editor.ask("workspace/symbol", json!({"query": "other"})).as_array().expect("symbols").len()
    };
    assert_eq!(count(&mut editor), 1);
    let named = |folder: &tempfile::TempDir| json!([{"uri": file_uri(folder.path()), "name": "x"}]);
    let event = |added: Value, removed: Value| json!({"event": {"added": added, "removed": removed}});
    editor.tell("workspace/didChangeWorkspaceFolders", event(named(&two), json!([])));
    assert_eq!(count(&mut editor), 2);
    editor.tell("workspace/didChangeWorkspaceFolders", event(json!([]), named(&one)));
    assert_eq!(count(&mut editor), 1);
    editor.tell("workspace/didChangeWorkspaceFolders", event(json!([]), named(&two)));
    assert_eq!(count(&mut editor), 0);
}
