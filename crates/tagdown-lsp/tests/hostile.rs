//! A workspace that was made to harm whoever opens it: nothing is run, nothing outside is read, nothing hangs.

#![cfg(unix)]

mod editor;

use std::fs;
#[cfg(target_os = "linux")]
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use editor::{Editor, HEAD, capabilities, file_uri, in_folder};
use serde_json::{Value, json};
use tagdown::text::{Span, Units};
use tagdown_lsp::End;

const SECRET: &str = "correct horse battery staple";

/// Everything that the server has said so far, after it has answered a last question.
fn said(editor: &mut Editor) -> String {
    editor.ask("workspace/symbol", json!({"query": ""}));
    editor.inbox.iter().map(|message| serde_json::to_string(message).expect("JSON")).collect()
}

/// Asks everything that leads to other files.
fn ask_all(editor: &mut Editor, uri: &str) -> String {
    let text = editor.text(uri).to_owned();
    let mut all = String::new();
    let mut keep = |value: Value| all.push_str(&value.to_string());
    for (at, _) in text.match_indices("](") {
        let position = editor::range(&text, Span::at(at), Units::Utf16)["start"].clone();
        let place = json!({"textDocument": {"uri": uri}, "position": position, "context": {"includeDeclaration": true}});
        for method in ["textDocument/definition", "textDocument/hover", "textDocument/references"] {
            keep(editor.ask(method, place.clone()));
        }
        let end = text[at..].find(')').map_or(at + 2, |end| at + end);
        let position = editor::range(&text, Span::at(end), Units::Utf16)["start"].clone();
        keep(
            editor
                .ask("textDocument/completion", json!({"textDocument": {"uri": uri}, "position": position})),
        );
    }
    keep(editor.ask("workspace/symbol", json!({"query": ""})));
    keep(editor.ask("textDocument/diagnostic", json!({"textDocument": {"uri": uri}})));
    keep(editor.ask("tagdown/openClaims", json!({})));
    keep(editor.ask("workspace/diagnostic", json!({"previousResultIds": []})));
    all
}

#[test]
fn links_and_names_lead_nowhere_else() {
    let outside = tempfile::tempdir().expect("a folder");
    let secret = format!("{HEAD}## {SECRET}\n\n**[?]**\n{SECRET}\n");
    fs::write(outside.path().join("secret.md"), &secret).expect("a file");
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("w");
    fs::create_dir(&root).expect("a folder");
    fs::write(folder.path().join("above.md"), &secret).expect("a file");
    symlink(outside.path(), root.join("link")).expect("a link");
    symlink(outside.path().join("secret.md"), root.join("link.md")).expect("a link");
    let target = outside.path().join("secret.md");
    let body = format!(
        "## A\n\n**[SPEC]**\n- [a](../above.md#x), [b](link/secret.md#x), [c](link.md#x), [d]({}), [e](../../../../../../etc/passwd), \
         [f](file://{}), [g](%2e%2e/above.md#y), [h](link.md)\n",
        target.display(),
        target.display()
    );
    let file = root.join("a.md");
    fs::write(&file, format!("{HEAD}{body}")).expect("a file");
    let mut editor = Editor::in_folder(&root);
    let uri = file_uri(&file);
    editor.open(&uri, &format!("{HEAD}{body}"));
    let all = ask_all(&mut editor, &uri) + &said(&mut editor);
    assert!(!all.contains(SECRET) && !all.contains("root:"), "{all}");
    let at = editor.text(&uri).find("## A\n").expect("a heading") + 3;
    let position = editor::range(editor.text(&uri), Span::at(at), Units::Utf16)["start"].clone();
    let edit = editor.ask(
        "textDocument/rename",
        json!({"textDocument": {"uri": uri}, "position": position, "newName": "B"}),
    );
    assert_eq!(edit["documentChanges"].as_array().map(Vec::len), Some(1), "{edit}");
    let moved = json!({"files": [{"oldUri": file_uri(&folder.path().join("above.md")), "newUri": "file:///etc/x.md"}]});
    let edit = editor.ask("workspace/willRenameFiles", moved);
    assert!(!edit.to_string().contains(&file_uri(&folder.path().join("above.md"))), "{edit}");
}

#[test]
fn settings_and_configurations_run_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mark = folder.path().join("mark");
    let script = folder.path().join("evil");
    fs::write(&script, format!("#!/bin/sh\ntouch {}\n", mark.display())).expect("a file");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("a program");
    fs::create_dir_all(folder.path().join(".git/hooks")).expect("a folder");
    let evil = script.display();
    fs::write(
        folder.path().join(".git/config"),
        format!("[core]\n\tfsmonitor = {evil}\n\tsshCommand = {evil}\n\tpager = {evil}\n[diff]\n\texternal = {evil}\n[blame]\n\tignoreRevsFile = {evil}\n\
             [diff \"evil\"]\n\ttextconv = {evil}\n\tcommand = {evil}\n[filter \"evil\"]\n\tclean = {evil}\n\tsmudge = {evil}\n"),
    )
    .expect("a file");
    fs::write(folder.path().join(".git/HEAD"), "ref: refs/heads/main\n").expect("a file");
    fs::write(folder.path().join(".gitattributes"), "*.md diff=evil filter=evil\n").expect("a file");
    fs::create_dir_all(folder.path().join(".git/objects")).expect("a folder");
    fs::create_dir_all(folder.path().join(".git/refs")).expect("a folder");
    let text = format!("{HEAD}## A\n\n**[?]**\nPerhaps.\n");
    let file = folder.path().join("a.md");
    fs::write(&file, &text).expect("a file");
    let mut params = in_folder(folder.path(), Units::Utf16, true);
    params["initializationOptions"] =
        json!({"path": evil.to_string(), "run": evil.to_string(), "git": evil.to_string(), "prompts": [1]});
    let mut editor = Editor::start(&params);
    let uri = file_uri(&file);
    editor.open(&uri, &text);
    ask_all(&mut editor, &uri);
    editor.ask("textDocument/codeLens", json!({"textDocument": {"uri": uri}}));
    for command in ["tagdown.aiView", "tagdown.status", "tagdown.promote", "tagdown.convert", "sh"] {
        let id = editor.request(
            "workspace/executeCommand",
            json!({"command": command, "arguments": [{"uri": uri, "evidence": "$(touch x)"}]}),
        );
        let _ = editor.answer(&id);
    }
    assert!(!mark.exists(), "a program of the folder was run");
    for config in [
        "exclude = [\"**\"]",
        "[rules",
        "include = [\"../**\"]\nbaseline = \"../x.json\"",
        "max-file-size = 1",
    ] {
        fs::write(folder.path().join("tagdown.toml"), config).expect("a file");
        editor.tell("workspace/didChangeWatchedFiles", json!({"changes": []}));
        for method in ["textDocument/diagnostic", "textDocument/documentSymbol", "textDocument/codeLens"] {
            let id = editor.request(method, json!({"textDocument": {"uri": uri}}));
            let _ = editor.answer(&id);
        }
    }
    assert_eq!(editor.end(), End::Orderly);
}

/// `O_NONBLOCK`: a pipe without a reader is not opened.
#[cfg(target_os = "linux")]
const NONBLOCK: i32 = 0o4000;

#[test]
#[cfg(target_os = "linux")]
fn a_repository_that_never_answers_keeps_nobody_waiting() {
    let folder = tempfile::tempdir().expect("a folder");
    let git = |arguments: &[&str]| {
        let done = std::process::Command::new("git").arg("-C").arg(folder.path()).args(arguments).output();
        assert!(done.expect("git").status.success());
    };
    git(&["init", "-q"]);
    let pipe = folder.path().join(".git/pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    git(&["config", "include.path", "pipe"]);
    let text = format!("{HEAD}## A\n\n**[?]**\nIt takes 4 s.\n");
    let file = folder.path().join("a.md");
    fs::write(&file, &text).expect("a file");
    let mut editor = Editor::in_folder(folder.path());
    let uri = file_uri(&file);
    editor.open(&uri, &text);
    let start = std::time::Instant::now();
    let promote = json!({"command": "tagdown.promote", "arguments": [{"uri": uri, "evidence": "a test"}]});
    let promoted = editor.request("workspace/executeCommand", promote);
    for _ in 0..3 {
        let at =
            editor::range(&text, Span::at(text.find("[?]").expect("a tag")), Units::Utf16)["start"].clone();
        let hover = editor.ask("textDocument/hover", json!({"textDocument": {"uri": uri}, "position": at}));
        assert!(hover.to_string().contains("age unknown"), "{hover}");
    }
    let document = json!({"textDocument": {"uri": uri}});
    editor.ask("textDocument/diagnostic", document.clone());
    editor.ask("textDocument/codeLens", document.clone());
    assert!(start.elapsed() < std::time::Duration::from_secs(30), "{:?}", start.elapsed());
    // With a writer, git goes on. It reads the file several times.
    let mut is_promoted = false;
    while !is_promoted || editor.ask("textDocument/codeLens", document.clone())[1]["command"].is_null() {
        is_promoted |= editor.try_answer(&promoted).is_some();
        drop(fs::OpenOptions::new().write(true).custom_flags(NONBLOCK).open(&pipe));
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert_eq!(editor.end(), End::Orderly);
}

#[test]
fn strange_files_are_not_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe.md");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    symlink("/dev/zero", folder.path().join("zero.md")).expect("a link");
    symlink("loop.md", folder.path().join("loop.md")).expect("a link");
    symlink(".", folder.path().join("here")).expect("a link");
    fs::write(folder.path().join("bad.md"), b"# \xff\n\n**[SPEC]**\n- a\n").expect("a file");
    fs::write(folder.path().join("nul.md"), format!("{HEAD}## A\0\n\n**[SPEC]**\n- a\n")).expect("a file");
    fs::write(folder.path().join("a\nb\u{202e}.md"), format!("{HEAD}## A\n\n**[SPEC]** a\n"))
        .expect("a file");
    let body = "## A\n\n[a](pipe.md#x) [b](zero.md#x) [c](loop.md#x) [d](bad.md#x) [e](nul.md#a)\n";
    let file = folder.path().join("a.md");
    fs::write(&file, format!("{HEAD}{body}")).expect("a file");
    let mut editor = Editor::in_folder(folder.path());
    let uri = file_uri(&file);
    editor.open(&uri, &format!("{HEAD}{body}"));
    let all = ask_all(&mut editor, &uri);
    assert!(all.contains("a%0Ab%E2%80%AE.md"), "{all}");
    assert_eq!(editor.end(), End::Orderly);
}

#[test]
fn huge_and_twisted_texts_get_answers() {
    let deep = format!("{HEAD}{}", ">".repeat(20_000));
    let long = format!("{HEAD}## A\n\n**[SPEC]**\n- {}\n", "é😀 basically [x](#n) ".repeat(20_000));
    let many = format!("{HEAD}{}", "**[SPEC]** x\n\n".repeat(5_000));
    let tags = "**[".repeat(50_000);
    let comments = format!("{HEAD}## é\n\n{}\n", "é <!-- tagdown: allow spec-prose: x -->".repeat(20_000));
    let mut editor = Editor::start(&json!({"capabilities": capabilities(Units::Utf16, true)}));
    for (name, text) in
        [("deep", deep), ("long", long), ("many", many), ("tags", tags), ("comments", comments)]
    {
        let uri = format!("untitled:{name}");
        editor.open(&uri, &text);
        let document = json!({"textDocument": {"uri": uri}});
        for method in [
            "diagnostic",
            "documentSymbol",
            "foldingRange",
            "semanticTokens/full",
            "codeLens",
            "documentLink",
        ] {
            editor.ask(&format!("textDocument/{method}"), document.clone());
        }
        let all = editor::range(&text, Span::new(0, text.len()), Units::Utf16);
        let params = json!({"textDocument": {"uri": uri}, "range": all, "context": {"diagnostics": [], "only": ["quickfix"]}});
        let id = editor.request("textDocument/codeAction", params);
        editor.tell("$/cancelRequest", json!({"id": id}));
        let _ = editor.answer(&id);
    }
    assert_eq!(editor.end(), End::Orderly);
}

#[test]
fn a_configuration_does_not_make_files_small() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("tagdown.toml"), "max-file-size = \"100 GB\"\nrequire-tagged = [\"**\"]\n")
        .expect("a file");
    // It takes no room on the disk.
    let huge = fs::File::create(folder.path().join("huge.md")).expect("a file");
    huge.set_len(90_000_000_000).expect("a sparse file");
    let text = format!("{HEAD}## A\n\n**[SPEC]**\n- See [it](huge.md#a), [this](huge.md).\n");
    fs::write(folder.path().join("a.md"), &text).expect("a file");
    let mut editor = Editor::in_folder(folder.path());
    let uri = file_uri(&folder.path().join("a.md"));
    editor.open(&uri, &text);
    ask_all(&mut editor, &uri);
    assert_eq!(editor.end(), End::Orderly);
}

#[test]
fn thousands_of_findings_do_not_stall_an_editor() {
    let links: Vec<String> = (0..6_000).map(|link| format!("- [x](#no-{link})\n")).collect();
    let text = format!("{HEAD}## A\n\n**[NOTE]**\n{}\n**[SPEC]** last\n", links.concat());
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("tagdown.toml"), "[rules]\nbroken-link = \"info\"\n").expect("a file");
    let mut editor = Editor::in_folder(folder.path());
    let uri = file_uri(&folder.path().join("a.md"));
    editor.open(&uri, &text);
    let found = editor.ask("textDocument/diagnostic", json!({"textDocument": {"uri": uri}}));
    let items = found["items"].as_array().expect("findings");
    assert!(items.len() <= 5_001, "{}", items.len());
    let message = |code: &str| {
        let one = items.iter().find(|one| one["code"] == code);
        one.map(|one| one["message"].as_str().unwrap_or_default().to_owned())
    };
    let more = message("more-findings").unwrap_or_else(|| panic!("{} findings", items.len()));
    assert!(more.starts_with("5000 of ") && more.contains("`tagdown check`"), "{more}");
    // An error at the end is shown before advice at the start.
    let last = text.lines().count() as u64 - 1;
    assert!(items.iter().any(|one| one["severity"] == 1 && one["range"]["start"]["line"] == last));
}

#[test]
fn a_home_or_a_disk_is_not_walked() {
    for root in [Path::new("/").to_owned(), std::env::home_dir().expect("a home")] {
        let mut editor = Editor::in_folder(&root);
        assert_eq!(editor.ask("workspace/symbol", json!({"query": ""})), json!([]));
        let all = editor.ask("workspace/diagnostic", json!({"previousResultIds": []}));
        assert_eq!(all["items"], json!([]));
    }
}
