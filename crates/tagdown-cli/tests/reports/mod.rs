//! Documents whose text and names contain everything that could break a format, checked and validated against a schema.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

pub(crate) const HEAD: &str =
    "# T\n**Version 1.0.0**\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]`, skip `[NOTE]`.\n\n";

/// Documents with findings of every severity, with safe and unsafe fixes, and one without any.
pub(crate) fn documents() -> Vec<(&'static str, String)> {
    let body = "## A <b>\"&'%: ,\n\n**[SPEC]** one `a\u{1}b` <x> & \"y\" %0A ::error::\n\n**[SPEC]** two\n\n\
                **[SPEC]**\n\n- three, which should be 5 \u{1f600} ünï\n\n**[NOTE] titled**\ntext ]]> --> é\n\n\
                **[BUG] b**\n- Symptom: it ends with 7\n\n```note\ncode\n```\n\n:::note\ninner\n:::\n\n## A\n\n- untagged\n";
    vec![
        ("plain.md", format!("{HEAD}{body}")),
        ("with space, comma & <tag> 100%.md", format!("{HEAD}{body}").replace('\n', "\r\n")),
        ("ünïcode 文.md", format!("{HEAD}## B\n\n**[SPEC]**文 字\n\n[BUG] x\nFix: perhaps\n")),
        ("good.md", format!("{HEAD}## B\n\n**[SPEC]**\n- four\n")),
        ("empty.md", String::new()),
    ]
}

pub(crate) fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in documents() {
        fs::write(folder.path().join(name), text).expect("a document");
    }
    fs::write(folder.path().join("binary.md"), b"# a\n\xff\n").expect("a document");
    folder
}

pub(crate) fn check(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_tagdown"))
        .arg("check")
        .args(arguments)
        .current_dir(folder)
        .env_remove("GITHUB_ACTIONS")
        .output()
        .expect("tagdown runs");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// All documents, including the unreadable one.
pub(crate) fn all(folder: &Path, format: &str) -> String {
    let mut names: Vec<&str> = documents().iter().map(|(name, _)| *name).collect();
    names.push("binary.md");
    check(folder, &[&["--format", format], &names[..]].concat())
}

/// The number of findings in the documents, according to the format that all others build on.
pub(crate) fn findings(folder: &Path) -> Vec<Value> {
    let value: Value = serde_json::from_str(&all(folder, "json")).expect("JSON");
    let files = value["files"].as_array().expect("files");
    files.iter().flat_map(|file| file["findings"].as_array().expect("findings").clone()).collect()
}

pub(crate) fn validate(schema: &Value, value: &Value) {
    let validator =
        jsonschema::options().should_validate_formats(true).build(schema).expect("a valid schema");
    let errors: Vec<String> = validator
        .iter_errors(value)
        .map(|error| format!("{} at {}", error, error.instance_path()))
        .take(5)
        .collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}
