//! The schemas that `tagdown schema` prints are accurate: real output has every required key and no other, and a
//! configuration is accepted by both or by neither.

mod reports;

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use reports::{all, check, findings, folder, validate};

/// A schema that allows only the keys that it names.
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
    assert!(
        all(folder.path(), "json").len() > findings(folder.path()).len(),
        "there is something to hold against it"
    );
    let schema = closed(&schema("check"));
    for arguments in [&["."][..], &["--max-findings", "2", "."], &["--no-config", "nowhere.md", "good.md"]] {
        let text = check(folder.path(), &[&["--format", "json"], arguments].concat());
        validate(&schema, &serde_json::from_str(&text).expect("JSON"));
        for line in check(folder.path(), &[&["--format", "jsonl"], arguments].concat()).lines() {
            validate(&schema, &serde_json::from_str(line).expect("JSON"));
        }
    }
}

#[test]
fn the_schema_of_convert_is_true() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = "# T\n\nWe believe it works.\n\n## Login fails\n\nThe port is 8080. The host is `a`. To fix it, wait.\n\n- b\n\n\
                | a |\n|---|\n| 1 |\n\n> c\n\n```\nd\n```\n\n<div>e</div>\n";
    let issues = r#"[{"number": 1, "title": "Login fails with E7", "state": "OPEN", "labels": [{"name": "bug"}],
        "body": "Every login fails with E7 on port 8080."}, {"number": 2, "title": "How do I log in?", "state": "OPEN"}]"#;
    std::fs::write(folder.path().join("issues.json"), issues).expect("an export");
    for (name, text) in [("page.md", page), ("trap.md", "# T\n\nIt is so, always.\n---\n"), ("empty.md", "")]
    {
        std::fs::write(folder.path().join(name), text).expect("a page");
    }
    let schema = closed(&schema("convert"));
    let output = Command::new(env!("CARGO_BIN_EXE_tagdown"))
        .args(["convert", "--whole", "--issues", "issues.json", "--report", "json", "."])
        .current_dir(folder.path())
        .output()
        .expect("tagdown runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let reports: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for report in &reports {
        validate(&schema, report);
    }
    let page = reports.iter().find(|report| report["path"] == "page.md").expect("a report");
    assert_eq!(page["blocks"].as_array().map(Vec::len), Some(7));
    for key in ["buried", "proposed", "notices", "issues"] {
        assert_ne!(page[key], json!([]), "{key} in {page}");
    }
    assert_eq!(reports.iter().filter(|report| report["refused"] != Value::Null).count(), 1);

    let page = "# T\n\n> [!NOTE]\n> a\n\n> [!FOO]\n> b\n";
    std::fs::write(folder.path().join("alerts.md"), page).expect("a page");
    let output = Command::new(env!("CARGO_BIN_EXE_tagdown"))
        .args(["convert", "--from", "github", "--report", "json", "alerts.md"])
        .current_dir(folder.path())
        .output()
        .expect("tagdown runs");
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    validate(&schema, &report);
    assert_eq!(report["callouts"]["read"], json!([{"name": "note", "kind": "NOTE", "count": 1}]));
    assert_eq!(report["callouts"]["left"][0]["line"], 6);
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
        "[render]\nmanifest = \"fold\"\nkinds = [\"spec\", \"?\"]\nraw = true",
        "[render]\nmanifest = \"hide\"",
        "[render]\nkinds = [\"fact\"]",
        "[render]\nkinds = \"spec\"",
        "[render]\nraw = 1",
        "[render]\nother = 1",
        "[render.github]\nspec = \"TIP\"\nunverified-title = \"Not sure\"",
        "[render.github]\nspec = \"a b\"",
        "[render.github]\nspec = \"\"",
        "[render.github]\nspec-title = \"a\\nb\"",
        "[render.github]\nspec-title = \" \"",
        "[render.github]\nfact = \"TIP\"",
        "[render.nosuch]\nspec = \"TIP\"",
        "render = 1",
        "other = 1",
    ] {
        let value: Value =
            serde_json::to_value(toml::from_str::<toml::Table>(text).expect("TOML")).expect("a value");
        assert_eq!(
            tagdown_project::config::Config::parse(text).is_ok(),
            validator.is_valid(&value),
            "{text}"
        );
    }
}

#[test]
fn the_schema_of_open_is_true() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "# T\n**Version 1.0.0**\n\n## AI manifest\n\nRead `[SPEC]`.\n\n## S\n\n**[?]**\na, not tested\n\n**[ADR]** b\n";
    std::fs::write(folder.path().join("page.md"), text).expect("a page");
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_tagdown"))
            .args([&["open", "--format", "json"], arguments].concat())
            .current_dir(folder.path())
            .output()
            .expect("tagdown runs");
        serde_json::from_slice::<Value>(&output.stdout).expect("JSON")
    };
    let schema = closed(&schema("open"));
    let all = run(&["."]);
    validate(&schema, &all);
    assert_eq!(all["open"][0]["address"], "page.md#s/?-1");
    assert_eq!((&all["open"][0]["days"], &all["unknown"][0]["tag"]), (&Value::Null, &json!("ADR")));
    let none = run(&["--older-than", "1y", "."]);
    validate(&schema, &none);
    assert_eq!(none["summary"], json!({"open": 1, "listed": 0, "unknown": 1}));
}

#[test]
fn the_skill_is_one() {
    let output = Command::new(env!("CARGO_BIN_EXE_tagdown")).arg("skill").output().expect("tagdown runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let matter =
        text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")).expect("front matter").0;
    let value = |key: &str| {
        matter.lines().find_map(|line| line.strip_prefix(&format!("{key}: "))).unwrap_or_default()
    };
    assert_eq!(value("name"), "tagdown");
    assert!((100..=1024).contains(&value("description").len()));
    assert!(tagdown_read::Encoding::default().count(&text) < 5000);
    let document = tagdown::document::parse(&text);
    assert!(tagdown::rules::check(&document, &tagdown::rules::Settings::default()).is_empty());
    // Every option that it names exists.
    for (command, option) in
        [("read", "--query"), ("add", "--section"), ("promote", "--remove-doubt"), ("convert", "--issues")]
    {
        let help =
            Command::new(env!("CARGO_BIN_EXE_tagdown")).args([command, "--help"]).output().expect("help");
        assert!(String::from_utf8_lossy(&help.stdout).contains(option), "{command} {option}");
        assert!(text.contains(option), "{option}");
    }
}
