//! `tagdown mdbook` speaks the preprocessor protocol of mdBook 0.4 and 0.5, and changes only chapters.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

const CHAPTER: &str = "# Limits\n**Version 1.0.0**\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]`, skip `[NOTE]`.\n\n\
                       ## Size\n\n**[SPEC]**\n- body: 4 KB\n\n**[NOTE]**\nOld.\n";

fn mdbook(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tagdown"))
        .arg("mdbook")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("tagdown runs");
    // A command that reads nothing may have ended already.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

fn chapter(path: &Value, sub_items: &Value) -> Value {
    let content = if path.is_null() { "" } else { CHAPTER };
    json!({"Chapter": {"name": "Limits", "content": content, "number": [1], "sub_items": sub_items, "path": path,
        "source_path": path, "parent_names": [], "more": {"kept": 1.5}}})
}

/// What mdBook sends: a context, and a book with its chapters under `key`.
fn sent(key: &str, root: &Path, own: &Value) -> Value {
    let items = json!([
        {"PartTitle": "Part"},
        chapter(&json!("a.md"), &json!([chapter(&json!("b.md"), &json!([chapter(&json!("c.md"), &json!([]))]))])),
        "Separator",
        chapter(&Value::Null, &json!([chapter(&json!("d.md"), &json!([]))])),
    ]);
    let context = json!({"root": root, "config": {"book": {"src": "src"}, "preprocessor": {"tagdown": own}},
        "renderer": "html", "mdbook_version": "0.5.4"});
    json!([context, {key: items, "__non_exhaustive": null}])
}

fn error(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The texts of all chapters, removed from the book.
fn texts(items: &mut Value, out: &mut Vec<String>) {
    for item in items.as_array_mut().into_iter().flatten() {
        let Some(chapter) = item.get_mut("Chapter") else { continue };
        out.push(chapter["content"].take().as_str().expect("a text").to_owned());
        texts(&mut chapter["sub_items"], out);
    }
}

#[test]
fn chapters_are_rendered_and_nothing_else_is_touched() {
    let folder = tempfile::tempdir().expect("a folder");
    for key in ["items", "sections"] {
        let input = sent(key, folder.path(), &json!({"command": "tagdown mdbook", "kinds": ["spec"]}));
        let output = mdbook(&[], &input.to_string());
        assert_eq!(output.status.code(), Some(0), "{}", error(&output));
        assert_eq!(error(&output), "left out: 4 [NOTE]\n");
        let mut book: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let mut before = input[1].clone();
        let (mut made, mut given) = (Vec::new(), Vec::new());
        texts(&mut book[key], &mut made);
        texts(&mut before[key], &mut given);
        assert_eq!(book, before);
        assert_eq!(made.len(), 5);
        for (made, given) in made.iter().zip(&given) {
            assert_eq!(made.is_empty(), given.is_empty());
            assert!(given.is_empty() || made.contains("[!IMPORTANT]") && !made.contains("Old."), "{made}");
        }
    }
}

#[test]
fn the_configuration_nearest_to_the_book_holds() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("book");
    std::fs::create_dir(&root).expect("a folder");
    let config = "[render]\nmanifest = \"drop\"\n[render.mdbook]\nspec = \"TIP\"\n";
    std::fs::write(folder.path().join("tagdown.toml"), config).expect("a configuration");
    for (own, dropped) in [(json!({}), true), (json!({"manifest": "keep"}), false)] {
        let output = mdbook(&[], &sent("items", &root, &own).to_string());
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains("[!TIP]"), "{text}{}", error(&output));
        assert_eq!(!text.contains("READING INSTRUCTION"), dropped, "{text}");
    }
}

#[test]
fn helpers_in_code_are_kept_before_links_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    for (own, expected) in [(json!({}), "`\\{{#title x}}`"), (json!({"raw": true}), "`{{#title x}}`")] {
        let mut input = sent("items", folder.path(), &own);
        let text = format!("{CHAPTER}\nSet `{{{{#title x}}}}`.\n");
        input[1]["items"][1]["Chapter"]["content"] = json!(text);
        let output = mdbook(&["--code"], &input.to_string());
        assert_eq!(output.status.code(), Some(0), "{}", error(&output));
        let book: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let made = &book["items"][1]["Chapter"]["content"];
        assert_eq!(made, &json!(format!("{CHAPTER}\nSet {expected}.\n")));
    }
    assert_eq!(mdbook(&["--code", "supports", "html"], "").status.code(), Some(0));
}

#[test]
fn what_is_no_book_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let with = |own: &Value| sent("items", folder.path(), own).to_string();
    for (input, hint) in [
        (String::new(), "run `tagdown render --to mdbook`"),
        ("# A page\n".to_owned(), "standard input is not an mdBook book"),
        ("{}".to_owned(), "expected a list with a context and a book"),
        ("[{}]".to_owned(), "expected a list with a context and a book"),
        ("[{}, {}]".to_owned(), "neither `items` nor `sections`"),
        ("[{}, 1]".to_owned(), "neither `items` nor `sections`"),
        ("[".repeat(100_000), "standard input is not an mdBook book"),
        (with(&json!({"manifset": "keep"})), "did you mean `manifest`?"),
        (with(&json!({"manifest": 1})), "`manifest` must be a string"),
        (with(&json!({"manifest": "hide"})), "\"keep\", \"fold\", \"drop\""),
        (with(&json!({"kinds": ["fact"]})), "`fact` is not a block kind"),
        (with(&json!({"kinds": "spec"})), "`kinds` must be a list"),
        (with(&json!({"raw": "yes"})), "`raw` must be true or false"),
    ] {
        let output = mdbook(&[], &input);
        let start: String = input.chars().take(60).collect();
        assert_eq!(output.status.code(), Some(2), "{start}");
        assert!(error(&output).contains(hint), "{start}: {}", error(&output));
        assert!(output.stdout.is_empty(), "{start}");
    }
    for (renderer, status) in [("html", 0), ("epub", 0), ("not-supported", 1)] {
        assert_eq!(mdbook(&["supports", renderer], "").status.code(), Some(status), "{renderer}");
    }
}
