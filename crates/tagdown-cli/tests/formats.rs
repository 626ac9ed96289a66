//! Every output format is what its own standard says: by its schema, or read by a parser that is not ours. The documents
//! and their names hold all that could break one: quotes, markup, control characters, line breaks, other scripts.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

const HEAD: &str = "# T\n**Version 1.0.0**\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]`, skip `[NOTE]`.\n\n";

/// Documents with findings of every severity, with safe and unsafe fixes, and one without any.
fn documents() -> Vec<(&'static str, String)> {
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

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in documents() {
        fs::write(folder.path().join(name), text).expect("a document");
    }
    fs::write(folder.path().join("binary.md"), b"# a\n\xff\n").expect("a document");
    folder
}

fn check(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_tagdown"))
        .arg("check")
        .args(arguments)
        .current_dir(folder)
        .env_remove("GITHUB_ACTIONS")
        .output()
        .expect("tagdown runs");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// All documents, the one that cannot be read among them.
fn all(folder: &Path, format: &str) -> String {
    let mut names: Vec<&str> = documents().iter().map(|(name, _)| *name).collect();
    names.push("binary.md");
    check(folder, &[&["--format", format], &names[..]].concat())
}

/// How many findings the documents have, by the format that everything else builds on.
fn findings(folder: &Path) -> Vec<Value> {
    let value: Value = serde_json::from_str(&all(folder, "json")).expect("JSON");
    let files = value["files"].as_array().expect("files");
    files.iter().flat_map(|file| file["findings"].as_array().expect("findings").clone()).collect()
}

fn validate(schema: &Value, value: &Value) {
    let validator =
        jsonschema::options().should_validate_formats(true).build(schema).expect("a valid schema");
    let errors: Vec<String> = validator
        .iter_errors(value)
        .map(|error| format!("{} at {}", error, error.instance_path()))
        .take(5)
        .collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

/// The schema of SARIF 2.1.0, from the package that holds it.
fn sarif_schema() -> Option<Value> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/schemas/Cargo.toml");
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--manifest-path"])
        .arg(manifest)
        .output()
        .ok()?;
    let metadata: Value = serde_json::from_slice(&output.stdout).ok()?;
    let package = metadata["packages"].as_array()?.iter().find(|package| package["name"] == "serde-sarif")?;
    let folder = PathBuf::from(package["manifest_path"].as_str()?);
    let text = fs::read_to_string(folder.parent()?.join("src/schema.json")).ok()?;
    // One pattern of the published schema has a bracket too many, which strict readers of patterns refuse.
    serde_json::from_str(&text.replace("[a-zA-Z]{2}]?$", "[a-zA-Z]{2}?$")).ok()
}

#[test]
fn sarif_is_valid_by_its_schema() {
    let folder = folder();
    let value: Value = serde_json::from_str(&all(folder.path(), "sarif")).expect("JSON");
    let results = value["runs"][0]["results"].as_array().expect("results");
    assert_eq!(results.len(), findings(folder.path()).len());
    let rules = value["runs"][0]["tool"]["driver"]["rules"].as_array().expect("rules");
    for result in results {
        let index = usize::try_from(result["ruleIndex"].as_u64().expect("an index")).expect("small");
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert!(rules[index]["help"]["markdown"].as_str().is_some_and(|help| help.contains("```md")));
    }
    let invocation = &value["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], json!(false));
    assert!(
        invocation["toolExecutionNotifications"][0]["message"]["text"]
            .as_str()
            .expect("text")
            .contains("binary.md")
    );
    match sarif_schema() {
        Some(schema) => validate(&schema, &value),
        None => eprintln!("SKIPPED: the package with the schema of SARIF could not be fetched"),
    }
}

#[test]
fn gitlab_is_what_its_manual_asks() {
    let schema = json!({"type": "array", "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "minLength": 1},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {"type": "object", "required": ["path", "lines"], "properties": {
                "path": {"type": "string", "pattern": "^[^./]"},
                "lines": {"type": "object", "required": ["begin"], "properties": {
                    "begin": {"type": "integer", "minimum": 1}, "end": {"type": "integer", "minimum": 1}}}}}}}});
    let folder = folder();
    let value: Value = serde_json::from_str(&all(folder.path(), "gitlab")).expect("JSON");
    validate(&schema, &value);
    assert_eq!(value.as_array().expect("a list").len(), findings(folder.path()).len());
    let none: Value =
        serde_json::from_str(&check(folder.path(), &["--format", "gitlab", "good.md"])).expect("JSON");
    assert_eq!(none, json!([]));
}

#[test]
fn rdjson_is_what_reviewdog_asks() {
    let position = json!({"type": "object", "required": ["line"], "additionalProperties": false, "properties": {
        "line": {"type": "integer", "minimum": 1}, "column": {"type": "integer", "minimum": 1}}});
    let range = json!({"type": "object", "required": ["start"], "additionalProperties": false,
        "properties": {"start": position, "end": position}});
    let schema = json!({"type": "object", "required": ["source", "diagnostics"], "additionalProperties": false,
        "properties": {
            "source": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}, "url": {"format": "uri"}}},
            "diagnostics": {"type": "array", "items": {
                "type": "object", "required": ["message", "location"], "additionalProperties": false, "properties": {
                    "message": {"type": "string", "minLength": 1},
                    "location": {"type": "object", "required": ["path"], "additionalProperties": false,
                        "properties": {"path": {"type": "string"}, "range": range}},
                    "severity": {"enum": ["ERROR", "WARNING", "INFO"]},
                    "code": {"type": "object", "properties": {"value": {"type": "string"}, "url": {"format": "uri"}}},
                    "suggestions": {"type": "array", "items": {"type": "object", "required": ["range", "text"],
                        "additionalProperties": false, "properties": {"range": range, "text": {"type": "string"}}}}}}}}});
    let folder = folder();
    let value: Value = serde_json::from_str(&all(folder.path(), "rdjson")).expect("JSON");
    validate(&schema, &value);
    let diagnostics = value["diagnostics"].as_array().expect("a list");
    assert_eq!(diagnostics.len(), findings(folder.path()).len());
    let mut suggested = 0;
    for diagnostic in diagnostics {
        for suggestion in diagnostic["suggestions"].as_array().into_iter().flatten() {
            let path = folder.path().join(diagnostic["location"]["path"].as_str().expect("a path"));
            apply(&fs::read_to_string(path).expect("the document"), suggestion);
            suggested += 1;
        }
    }
    assert!(suggested > 5, "only {suggested} suggestions");
}

/// Takes a suggestion as reviewdog does: lines and byte columns from 1, the end exclusive.
fn apply(text: &str, suggestion: &Value) -> String {
    let offset = |place: &Value| {
        let number = |key: &str| usize::try_from(place[key].as_u64().expect("a number")).expect("small");
        let start: usize = text.split_inclusive('\n').take(number("line") - 1).map(str::len).sum();
        start + number("column") - 1
    };
    let (start, end) = (offset(&suggestion["range"]["start"]), offset(&suggestion["range"]["end"]));
    format!("{}{}{}", &text[..start], suggestion["text"].as_str().expect("text"), &text[end..])
}

#[test]
fn a_suggestion_makes_what_the_fix_makes() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = format!("{HEAD}## Ä\n\n**[SPEC]** öne\n");
    fs::write(folder.path().join("a.md"), &text).expect("a document");
    let value: Value =
        serde_json::from_str(&check(folder.path(), &["--format", "rdjson", "a.md"])).expect("JSON");
    let made = apply(&text, &value["diagnostics"][0]["suggestions"][0]);
    check(folder.path(), &["--fix", "a.md"]);
    assert_eq!(made, fs::read_to_string(folder.path().join("a.md")).expect("the document"));
}

#[test]
fn junit_is_read_by_a_parser() {
    let folder = folder();
    let text = all(folder.path(), "junit");
    let xml = roxmltree::Document::parse(&text).expect("XML");
    assert!(xml.root_element().has_tag_name("testsuites"));
    let mut failures = 0;
    for suite in xml.root_element().children().filter(roxmltree::Node::is_element) {
        assert!(suite.has_tag_name("testsuite"));
        let number =
            |name: &str| suite.attribute(name).and_then(|text| text.parse::<usize>().ok()).expect(name);
        let cases: Vec<_> = suite.children().filter(|node| node.has_tag_name("testcase")).collect();
        let count = |tag: &str| {
            cases.iter().filter(|case| case.children().any(|node| node.has_tag_name(tag))).count()
        };
        assert_eq!(
            (number("tests"), number("failures"), number("errors")),
            (cases.len(), count("failure"), count("error"))
        );
        assert!(
            cases.iter().all(|case| case.attribute("name").is_some()
                && case.attribute("classname") == suite.attribute("name"))
        );
        failures += count("failure");
    }
    assert_eq!(failures, findings(folder.path()).len());
    let names: HashSet<_> =
        xml.root_element().children().filter_map(|suite| suite.attribute("name")).collect();
    for (name, _) in documents() {
        assert!(names.contains(name), "{name} is no suite");
    }
}

#[test]
fn checkstyle_is_read_by_a_parser() {
    let folder = folder();
    let text = all(folder.path(), "checkstyle");
    let xml = roxmltree::Document::parse(&text).expect("XML");
    assert!(xml.root_element().has_tag_name("checkstyle"));
    let errors: Vec<_> = xml.descendants().filter(|node| node.has_tag_name("error")).collect();
    // One more for the file that cannot be read.
    assert_eq!(errors.len(), findings(folder.path()).len() + 1);
    for error in errors {
        assert!(
            error.attribute("line").and_then(|line| line.parse::<usize>().ok()).is_some_and(|line| line > 0)
        );
        assert!(["error", "warning", "info"].contains(&error.attribute("severity").expect("a severity")));
        assert!(error.attribute("message").is_some_and(|message| !message.is_empty()));
        assert!(error.parent().is_some_and(|file| file.attribute("name").is_some()));
    }
}

#[test]
fn github_commands_are_escaped_and_repeated_as_text() {
    let folder = folder();
    let text = all(folder.path(), "github");
    let (commands, plain): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with("::"));
    let found = findings(folder.path());
    assert_eq!(commands.len(), found.len() + 1, "{text}");
    assert!(plain.len() > found.len(), "each finding is text as well");
    for command in commands {
        let (head, message) = command[2..].split_once("::").expect("a message");
        let (kind, properties) = head.split_once(' ').expect("properties");
        assert!(["error", "warning", "notice"].contains(&kind), "{command}");
        assert!(!message.is_empty());
        for property in properties.split(',') {
            let (key, value) = property.split_once('=').expect("key=value");
            assert!(["file", "line", "endLine", "col", "endColumn", "title"].contains(&key), "{command}");
            assert!(!value.is_empty() && !value.contains([':', '\r']), "{command}");
        }
    }
}

#[test]
fn jsonl_and_agent_have_a_line_a_finding() {
    let folder = folder();
    let found = findings(folder.path());
    let text = all(folder.path(), "jsonl");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let with_rule = lines.iter().filter(|line| line["rule"].is_string() && line["path"].is_string()).count();
    assert_eq!(with_rule, found.len());
    assert_eq!(lines.last().expect("a summary")["summary"]["failed"], json!(1));
    let text = all(folder.path(), "agent");
    // The file that could not be read, and what to run next.
    assert_eq!(text.lines().count(), found.len() + 2, "{text}");
    assert!(
        text.lines()
            .last()
            .expect("a line")
            .contains("next: run `tagdown check --fix --format agent plain.md"),
        "{text}"
    );
    assert!(!text.contains('\u{1b}') && !text.contains('\u{1}'), "nothing drives a terminal");
}

/// What a format calls its fingerprints, for each finding.
fn fingerprints(folder: &Path, format: &str) -> Vec<String> {
    let value: Value = serde_json::from_str(&all(folder, format)).expect("JSON");
    let list = if format == "gitlab" { &value } else { &value["runs"][0]["results"] };
    let one = |entry: &Value| {
        let mark = if format == "gitlab" {
            &entry["fingerprint"]
        } else {
            &entry["partialFingerprints"]["addressAndRule/v1"]
        };
        mark.as_str().expect("a fingerprint").to_owned()
    };
    list.as_array().expect("a list").iter().map(one).collect()
}

#[test]
fn fingerprints_are_unique_and_know_no_lines() {
    for format in ["gitlab", "sarif"] {
        let folder = folder();
        let before = fingerprints(folder.path(), format);
        assert_eq!(
            before.iter().collect::<HashSet<_>>().len(),
            before.len(),
            "{format}: two findings share one"
        );
        for (name, text) in documents().iter().filter(|(_, text)| text.starts_with(HEAD)) {
            let moved = text.replacen("\n\n## A <", "\n\n\n\n## New\n\n**[NOTE]**\nWords.\n\n## A <", 1);
            fs::write(folder.path().join(name), moved).expect("a document");
        }
        assert_eq!(fingerprints(folder.path(), format), before, "{format}: lines matter");
    }
}

#[test]
fn several_reports_are_written_at_once() {
    let folder = folder();
    let printed = check(
        folder.path(),
        &["--format", "concise", "--format", "sarif=out.sarif", "--format", "junit=out.xml", "plain.md"],
    );
    assert!(printed.contains("plain.md:10:1: error[inline-content]"), "{printed}");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a report");
    assert_eq!(read("out.sarif"), check(folder.path(), &["--format", "sarif", "plain.md"]));
    assert_eq!(read("out.xml"), check(folder.path(), &["--format", "junit", "plain.md"]));
    assert_eq!(check(folder.path(), &["--format", "gitlab", "--output", "out.json", "plain.md"]), "");
    assert_eq!(read("out.json"), check(folder.path(), &["--format", "gitlab", "plain.md"]));
    let before = read("plain.md");
    assert_eq!(check(folder.path(), &["--output", "plain.md", "good.md"]), "");
    assert_eq!(read("plain.md"), before, "a document is never written over");
}

#[test]
fn github_gets_a_summary_of_the_step() {
    let folder = folder();
    let summary = folder.path().join("summary.txt");
    fs::write(&summary, "before\n").expect("a summary");
    let status = Command::new(env!("CARGO_BIN_EXE_tagdown"))
        .args(["check", "--quiet", "plain.md"])
        .current_dir(folder.path())
        .env("GITHUB_ACTIONS", "true")
        .env("GITHUB_STEP_SUMMARY", &summary)
        .output()
        .expect("tagdown runs")
        .status;
    assert_eq!(status.code(), Some(1));
    let text = fs::read_to_string(&summary).expect("the summary");
    assert!(
        text.starts_with("before\n### tagdown check\n\n- **error** `plain.md:10` `inline-content`"),
        "{text}"
    );
}

/// A schema that allows no key that it does not name.
fn closed(schema: &Value) -> Value {
    match schema {
        Value::Object(map) => {
            let mut out: serde_json::Map<String, Value> =
                map.iter().map(|(key, value)| (key.clone(), closed(value))).collect();
            if out.contains_key("properties") && !out.contains_key("additionalProperties") {
                out.insert("additionalProperties".to_owned(), json!(false));
            }
            Value::Object(out)
        }
        Value::Array(items) => Value::Array(items.iter().map(closed).collect()),
        other => other.clone(),
    }
}

fn schema(name: &str) -> Value {
    let output =
        Command::new(env!("CARGO_BIN_EXE_tagdown")).args(["schema", name]).output().expect("tagdown runs");
    let schema: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert!(jsonschema::meta::is_valid(&schema), "{name} is no schema");
    schema
}

#[test]
fn the_schema_of_check_is_true() {
    let folder = folder();
    let schema = closed(&schema("check"));
    for arguments in [&["."][..], &["--max-findings", "2", "."], &["--no-config", "nowhere.md", "good.md"]] {
        let text = check(folder.path(), &[&["--format", "json"], arguments].concat());
        validate(&schema, &serde_json::from_str(&text).expect("JSON"));
    }
}

#[test]
fn the_schema_of_read_is_true() {
    let folder = folder();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let examples = examples.to_str().expect("UTF-8");
    let schema = closed(&schema("read"));
    let mut lines = 0;
    for arguments in [
        &["plain.md"][..],
        &["."],
        &[examples, "--budget", "900"],
        &[examples, "--query", "signature header nonsenseword", "--budget", "500"],
        &[examples, "--bugs", "--affects", "2.1"],
        &[examples, "--kinds", "all", "--budget", "700", "--cursor", "0"],
    ] {
        for format in ["json", "jsonl"] {
            let output = Command::new(env!("CARGO_BIN_EXE_tagdown"))
                .args([&["read", "--format", format], arguments].concat())
                .current_dir(folder.path())
                .output()
                .expect("tagdown runs");
            for line in String::from_utf8(output.stdout).expect("UTF-8").lines() {
                validate(&schema, &serde_json::from_str(line).expect("JSON"));
                lines += 1;
            }
        }
    }
    assert!(lines > 50, "only {lines} lines");
}

#[test]
fn the_schema_of_the_configuration_agrees_with_what_is_read() {
    let schema = schema("config");
    let validator = jsonschema::validator_for(&schema).expect("a valid schema");
    for text in [
        "",
        "tag-spacing = \"either\"",
        "tag-spacing = \"loose\"",
        "language = \"pt-BR\"",
        "language = \"english\"",
        "include = [\"a\"]\nexclude = []\nrequire-tagged = [\"docs\"]",
        "include = \"a\"",
        "max-file-size = 5",
        "max-file-size = \"64 MiB\"",
        "max-file-size = \"ten\"",
        "max-file-size = -1",
        "budget = 1",
        "budget = 0",
        "[rules]\nspec-prose = \"off\"",
        "[rules]\nspec-prose = { severity = \"info\", max = 3 }",
        "[rules]\nspec-prose = { severity = \"fatal\" }",
        "[rules]\nspec-prose = { maximum = 3 }",
        "[rules]\nspec-filler = { max = 3 }",
        "[rules]\nnosuch = \"off\"",
        "[[overrides]]\npaths = [\"a\"]\ntag-spacing = \"strict\"\nrules = { spec-prose = \"off\" }",
        "[[overrides]]\nrules = {}",
        "[[overrides]]\npaths = [\"a\"]\nbudget = 1",
        "other = 1",
    ] {
        let value: Value =
            serde_json::to_value(toml::from_str::<toml::Table>(text).expect("TOML")).expect("a value");
        assert_eq!(tagdown::Config::parse(text).is_ok(), validator.is_valid(&value), "{text}");
    }
}
