//! What an editor shows of a document: symbols, folds, hovers, completions, tokens, hints, lenses, the AI view.

mod editor;

use std::fs;
use std::process::Command;

use editor::{Editor, HEAD, capabilities, file_uri, in_folder};
use serde_json::{Value, json};
use tagdown::text::Units;

const URI: &str = "untitled:a";

fn text() -> String {
    format!(
        "{HEAD}## Limits 😀\n\n**[SPEC]**\n- Body: 4 KB, see [that](#limits-/bug-1)\n\n**[NOTE]**\nOld.\nOlder.\n\n**[BUG] It fails**\nSymptom: a\nCause: b\n\n\
         ## Open\n\n<!-- tagdown: allow unverified-without-known, spec-prose: old -->\n**[?]**\nPerhaps 5 KB.\n"
    )
}

fn at(text: &str, mark: &str) -> Value {
    let offset = text.find(mark).unwrap_or_else(|| panic!("{mark}")) + mark.len();
    editor::range(text, tagdown::text::Span::at(offset), Units::Utf16)["start"].clone()
}

fn place(uri: &str, text: &str, mark: &str) -> Value {
    json!({"textDocument": {"uri": uri}, "position": at(text, mark)})
}

fn names(symbols: &Value) -> Vec<String> {
    let mut out = Vec::new();
    for symbol in symbols.as_array().into_iter().flatten() {
        out.push(symbol["name"].as_str().expect("a name").to_owned());
        out.extend(names(&symbol["children"]).into_iter().map(|name| format!("  {name}")));
    }
    out
}

#[test]
fn symbols_are_headings_with_blocks_or_blocks_alone() {
    let params = json!({"textDocument": {"uri": URI}});
    let mut editor = Editor::plain(Units::Utf16);
    editor.open(URI, &text());
    let all = names(&editor.ask("textDocument/documentSymbol", params.clone()));
    let wanted = [
        "T",
        "  AI READING INSTRUCTION",
        "  Limits 😀",
        "    [SPEC] - Body: 4 KB, see [that](#limits-/bug-1)",
        "    [NOTE] Old.",
        "    [BUG] It fails",
        "  Open",
        "    [?] Perhaps 5 KB.",
    ];
    assert_eq!(all, wanted);
    let code = json!({"clientInfo": {"name": "Visual Studio Code"}, "capabilities": capabilities(Units::Utf16, true)});
    let mut editor = Editor::start(&code);
    editor.open(URI, &text());
    let blocks = names(&editor.ask("textDocument/documentSymbol", params.clone()));
    assert_eq!(blocks.len(), 4, "{blocks:?}");
    editor.tell("workspace/didChangeConfiguration", json!({"settings": {"tagdown": {"headings": "on"}}}));
    assert_eq!(names(&editor.ask("textDocument/documentSymbol", params)).len(), 8);
}

#[test]
fn every_note_folds_as_a_comment() {
    let mut editor = Editor::plain(Units::Utf16);
    editor.open(URI, &text());
    let folds = editor.ask("textDocument/foldingRange", json!({"textDocument": {"uri": URI}}));
    let folds = folds.as_array().expect("folds");
    let shown: Vec<(u64, u64, &str)> = folds
        .iter()
        .map(|fold| {
            let line = |key: &str| fold[key].as_u64().expect("a line");
            (line("startLine"), line("endLine"), fold["collapsedText"].as_str().expect("a text"))
        })
        .collect();
    let lines: Vec<(u64, u64)> = shown.iter().map(|(start, end, _)| (*start, *end)).collect();
    assert_eq!(lines, [(9, 10), (12, 14), (16, 18), (23, 24)]);
    assert!(shown[1].2.starts_with("NOTE, ") && shown[1].2.ends_with(" tokens"), "{shown:?}");
    let comments: Vec<&Value> = folds.iter().map(|fold| &fold["kind"]).collect();
    assert_eq!(comments, [&Value::Null, &json!("comment"), &Value::Null, &Value::Null]);
}

#[test]
fn hovers_explain_tags_and_rules() {
    let mut editor = Editor::plain(Units::Utf16);
    let text = text();
    editor.open(URI, &text);
    for (mark, wanted) in [
        ("**[SP", vec!["**SPEC**, read by AI models: always", "`#limits-/spec-1`", " in the AI view"]),
        ("**[?", vec!["**?**, read by both", "unverified, age unknown"]),
        ("allow unverified-with", vec!["**unverified-without-known**", "rules.md#unverified-without-known"]),
    ] {
        let hover = editor.ask("textDocument/hover", place(URI, &text, mark));
        let value = hover["contents"]["value"].as_str().unwrap_or_else(|| panic!("{mark}: {hover}"));
        for words in wanted {
            assert!(value.contains(words), "{mark}: {value}");
        }
    }
    assert_eq!(editor.ask("textDocument/hover", place(URI, &text, "Old")), Value::Null);
    // The same page opens from the name of the rule.
    let links = editor.ask("textDocument/documentLink", json!({"textDocument": {"uri": URI}}));
    let found = links.as_array().expect("links");
    assert_eq!(found.len(), 2, "{links}");
    assert!(found[0]["target"].as_str().expect("an address").ends_with("rules.md#unverified-without-known"));
    let hover = editor.ask("textDocument/hover", place(URI, &text, "allow unverified-with"));
    assert_eq!(found[0]["range"], hover["range"]);
}

#[test]
fn completions_are_made_for_their_place() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("other.md"), format!("{HEAD}## Far\n\n**[SPEC]**\n- a\n")).expect("a file");
    let config = folder.path().join("tagdown.toml");
    fs::write(&config, "[tags]\nADR = \"NOTE\"\n").expect("a file");
    let mut editor = Editor::in_folder(folder.path());
    let uri = file_uri(&folder.path().join("a.md"));
    editor.open(&uri, HEAD);
    let argument = json!({"command": "tagdown.status", "arguments": [{"uri": uri}]});
    assert_eq!(editor.ask("workspace/executeCommand", argument)["tags"], json!({"ADR": "NOTE"}));
    for (body, wanted, after) in [
        ("## A\n\n**[S|", "**[SPEC]**", "## A\n\n**[SPEC]**"),
        ("## A\n\n**[|]**\n", "**[SPEC]**", "## A\n\n**[SPEC]**\n"),
        ("## A\n\n**[|", "**[ADR]**", "## A\n\n**[ADR]**"),
        ("## A\n\n**[B|", "**[BUG]**", "## A\n\n**[BUG] ${1:title}**\nSymptom: ${2}\nCause: ${3}\nFix: ${4}"),
        ("## A\n\n**[BUG] x**\nSymptom: a\nC|\n", "Cause:", "## A\n\n**[BUG] x**\nSymptom: a\nCause: \n"),
        ("## A\n\n**[BUG] x**\nSymptom: a\n|", "Fix:", "## A\n\n**[BUG] x**\nSymptom: a\nFix: "),
        ("## A\n\n**[SPEC]**\n- [x](#a/|)\n", "#a/spec-1", "## A\n\n**[SPEC]**\n- [x](#a/spec-1)\n"),
        ("## A\n\n[x](other.md#|)\n", "#far/spec-1", "## A\n\n[x](other.md#far/spec-1)\n"),
        ("## A\n\n[x](oth|)\n", "other.md", "## A\n\n[x](other.md)\n"),
        ("## A\n\n<!-- tagdown: allow spec-h|", "spec-hedge", "## A\n\n<!-- tagdown: allow spec-hedge"),
    ] {
        let offset = HEAD.len() + body.find('|').expect("a cursor");
        let text = format!("{HEAD}{}", body.replace('|', ""));
        editor.open(&uri, &text);
        let position = editor::range(&text, tagdown::text::Span::at(offset), Units::Utf16)["start"].clone();
        let list = editor
            .ask("textDocument/completion", json!({"textDocument": {"uri": uri}, "position": position}));
        let items = list["items"].as_array().unwrap_or_else(|| panic!("{body}: {list}"));
        let item =
            items.iter().find(|item| item["label"] == wanted).unwrap_or_else(|| panic!("{body}: {items:?}"));
        let made = editor::with_edits(&text, std::slice::from_ref(&item["textEdit"]), Units::Utf16);
        assert_eq!(made, format!("{HEAD}{after}"), "{body}");
    }
    let uri = file_uri(&config);
    for (text, wanted) in
        [("[rules]\ninline|", "inline-content"), ("fail|", "fail-on"), ("[rules]\nspec-prose = |", "\"off\"")]
    {
        let offset = text.find('|').expect("a cursor");
        let text = text.replace('|', "");
        editor.open(&uri, &text);
        let position = editor::range(&text, tagdown::text::Span::at(offset), Units::Utf16)["start"].clone();
        let list = editor
            .ask("textDocument/completion", json!({"textDocument": {"uri": uri}, "position": position}));
        let items = list["items"].as_array().unwrap_or_else(|| panic!("{text}: {list}"));
        assert!(items.iter().any(|item| item["label"] == wanted), "{text}: {items:?}");
    }
}

#[test]
fn tokens_hints_and_lenses_carry_figures() {
    let mut params = json!({"capabilities": capabilities(Units::Utf16, true)});
    params["initializationOptions"] = json!({"inlayHints": true});
    let mut editor = Editor::start(&params);
    let text = text();
    editor.open(URI, &text);
    let tokens = editor.ask("textDocument/semanticTokens/full", json!({"textDocument": {"uri": URI}}));
    let data: Vec<u64> = tokens["data"].as_array().expect("data").iter().filter_map(Value::as_u64).collect();
    let kinds: Vec<(u64, u64)> = data.chunks(5).map(|one| (one[3], one[4])).collect();
    assert_eq!(kinds, [(0, 0), (1, 0), (2, 0), (4, 0), (4, 0), (5, 0), (3, 1)]);
    assert_eq!(data[..5], [9, 0, 10, 0, 0]);
    let all = editor::range(&text, tagdown::text::Span::new(0, text.len()), Units::Utf16);
    let hints = editor.ask("textDocument/inlayHint", json!({"textDocument": {"uri": URI}, "range": all}));
    assert_eq!(hints.as_array().expect("hints").len(), 4);
    let lenses = editor.ask("textDocument/codeLens", json!({"textDocument": {"uri": URI}}));
    let titles: Vec<&str> = lenses
        .as_array()
        .expect("lenses")
        .iter()
        .filter_map(|lens| lens["command"]["title"].as_str())
        .collect();
    assert!(titles[0].starts_with("AI view ") && titles[0].ends_with(" tokens, 1 open claim"), "{titles:?}");
    assert_eq!(titles[1], "unverified, confirm");
    let document = tagdown::parse(&text);
    let claim = document.blocks_of(tagdown::Kind::Unverified).next().expect("a claim").0;
    assert_eq!(lenses[1]["command"]["arguments"][0]["hash"], document.content_hash(claim));
    let argument = &lenses[0]["command"]["arguments"][0];
    let view =
        editor.ask("workspace/executeCommand", json!({"command": "tagdown.aiView", "arguments": [argument]}));
    let shown = view["text"].as_str().expect("a text");
    assert!(shown.contains("[spec-1]\n- Body: 4 KB") && !shown.contains("Old."), "{shown}");
    let content = editor.ask("workspace/textDocumentContent", json!({"uri": view["uri"]}));
    assert_eq!(content["text"], view["text"]);
    let status =
        editor.ask("workspace/executeCommand", json!({"command": "tagdown.status", "arguments": [argument]}));
    assert_eq!((&status["open"], &status["tagged"]), (&json!(1), &json!(true)));
    let selection = tagdown_read::Selection { count_document: true, ..Default::default() };
    let reading = tagdown_read::read(&tagdown::document::parse(&text), "a", &selection);
    let shown: usize = reading.blocks.iter().map(|item| item.tokens).sum();
    let tokens = (&status["tokens"]["shown"], &status["tokens"]["document"]);
    assert_eq!(tokens, (&json!(shown), &json!(reading.document_tokens)), "those of `read`");
}

#[test]
fn tokens_are_on_one_line() {
    let mut editor = Editor::plain(Units::Utf16);
    let comments = "<!-- tagdown: allow\nspec-prose: x -->\n\n<!-- tagdown: allow spec-prose:\nx -->\n";
    editor.open(URI, &format!("{HEAD}## A\n\n{comments}\n**[SPEC]**\n- a\n"));
    let tokens = editor.ask("textDocument/semanticTokens/full", json!({"textDocument": {"uri": URI}}));
    let data: Vec<u64> = tokens["data"].as_array().expect("data").iter().filter_map(Value::as_u64).collect();
    let shown: Vec<&[u64]> = data.chunks(5).collect();
    assert_eq!(shown, [&[10, 0, 13, 5, 0][..], &[2, 20, 11, 5, 0], &[3, 0, 10, 0, 0]]);
}

#[test]
fn claims_have_an_age_where_git_knows_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.md");
    let text = text();
    fs::write(&file, &text).expect("a file");
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        command
            .current_dir(folder.path())
            .args(["-c", "user.name=A", "-c", "user.email=a@b.c"])
            .args(arguments);
        command
            .env("GIT_COMMITTER_DATE", "2020-01-01T00:00:00Z")
            .env("GIT_AUTHOR_DATE", "2020-01-01T00:00:00Z");
        assert!(command.output().expect("git").status.success());
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-qm", "x"]);
    let mut editor = Editor::start(&in_folder(folder.path(), Units::Utf16, true));
    let uri = file_uri(&file);
    editor.open(&uri, &text);
    let lenses = editor.ask("textDocument/codeLens", json!({"textDocument": {"uri": uri}}));
    assert!(
        lenses[0]["command"].is_object() && lenses[1]["command"].is_null(),
        "git may take long: {lenses}"
    );
    let lens = editor.ask("codeLens/resolve", lenses[1].clone());
    let title = lens["command"]["title"].as_str().expect("a title");
    assert_eq!(lens["command"]["arguments"][0]["address"], "open/?-1");
    let again = editor.ask("textDocument/codeLens", json!({"textDocument": {"uri": uri}}));
    assert_eq!(again[1]["command"], lens["command"], "by now it is known");
    assert!(title.starts_with("unverified for ") && title.ends_with(" days, confirm"), "{title}");
    let hover = editor.ask("textDocument/hover", place(&uri, &text, "**[?"));
    let shown = hover["contents"]["value"].as_str().expect("a text");
    let head = Command::new("git").current_dir(folder.path()).args(["rev-parse", "HEAD"]).output();
    let commit = String::from_utf8(head.expect("git").stdout).expect("a commit");
    assert!(shown.contains(&format!("days, since `{}`", &commit[..7])), "{shown}");
    let claims = editor.ask("tagdown/openClaims", json!({}));
    assert_eq!(
        (&claims["open"][0]["since"], &claims["open"][0]["address"]),
        (&json!("2020-01-01"), &json!("open/?-1"))
    );
}
