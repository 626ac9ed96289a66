//! Every output format conforms to its standard: by its schema, or read by an independent parser.

mod reports;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use reports::{HEAD, all, check, documents, findings, folder, validate};

/// The schema of SARIF 2.1.0, from the package that contains it.
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
    // One pattern of the published schema has an extra bracket, which strict regex parsers reject.
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
        Some(schema) => {
            validate(&schema, &value);
            let mut wrong = value.clone();
            wrong["runs"][0]["results"][0]["level"] = json!("info");
            assert!(!jsonschema::is_valid(&schema, &wrong), "the schema refuses what is wrong");
        }
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
    // One more for the unreadable file.
    assert_eq!(value.as_array().expect("a list").len(), findings(folder.path()).len() + 1);
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
    assert_eq!(diagnostics.len(), findings(folder.path()).len() + 1);
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

/// Applies a suggestion as reviewdog does: lines and byte columns from 1, the end exclusive.
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
    // One more for the unreadable file.
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
    // The unreadable file, and the command to run next.
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

#[test]
fn json_has_every_place_of_a_finding() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "# Notes\n\n**[NOTE]**\nThe key must be at most 64 bytes long. We love trees. The value must be a string of \
                at most 900 characters.\n";
    fs::write(folder.path().join("a.md"), text).expect("written");
    let value: Value =
        serde_json::from_str(&check(folder.path(), &["--format", "json", "a.md"])).expect("JSON");
    let found = value["files"][0]["findings"].as_array().expect("findings");
    let fact = found.iter().find(|finding| finding["rule"] == "fact-outside-spec").expect("the finding");
    let place = |of: &Value| {
        let byte = |end: &str| usize::try_from(of[end]["byte"].as_u64().expect("a byte")).expect("a place");
        text[byte("start")..byte("end")].to_owned()
    };
    assert_eq!(place(fact), "The key must be at most 64 bytes long.");
    let related: Vec<String> = fact["related"].as_array().expect("a list").iter().map(place).collect();
    assert_eq!(related, ["The value must be a string of at most 900 characters."]);
}

/// The fingerprints in a format, for each finding.
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
