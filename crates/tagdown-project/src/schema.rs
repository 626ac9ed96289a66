//! JSON Schemas of the output and of the configuration. Names of rules, formats and keys come from their tables; a test
//! validates real output against the rest.

use serde_json::{Map, Value, json};
use tagdown::document::{TAGS, TagSpacing};
use tagdown::rules::{RULES, Rule, Severity};
use tagdown_read::ENCODINGS;
use tagdown_write::author::Record;
use tagdown_write::convert::callouts::{VALUES, readable};

use crate::config::{FailOn, KEYS, OVERRIDE_KEYS};

/// A schema that can be printed.
pub struct Schema {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it describes.
    pub help: &'static str,
    /// Builds the schema.
    pub make: fn() -> Value,
}

/// All schemas.
pub const SCHEMAS: &[&Schema] = &[
    &Schema {
        name: "check",
        help: "the output of `check --format json`, and each line of `jsonl`",
        make: check,
    },
    &Schema { name: "read", help: "each line of `read --format json` and `jsonl`", make: read },
    &Schema { name: "convert", help: "each line of `convert --report json`", make: convert },
    &Schema { name: "open", help: "the output of `open --format json`", make: open },
    &Schema { name: "config", help: "tagdown.toml", make: config },
];

/// The schema with this name.
pub fn find(name: &str) -> Option<&'static Schema> {
    SCHEMAS.iter().find(|schema| schema.name == name).copied()
}

const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

fn count() -> Value {
    json!({"type": "integer", "minimum": 0})
}

fn from_one() -> Value {
    json!({"type": "integer", "minimum": 1})
}

/// An object; keys that end in `?` may be missing.
fn object(keys: &[(&str, Value)]) -> Value {
    let name = |key: &str| key.trim_end_matches('?').to_owned();
    let properties: Map<String, Value> = keys.iter().map(|(key, value)| (name(key), value.clone())).collect();
    let required: Vec<String> =
        keys.iter().filter(|(key, _)| !key.ends_with('?')).map(|(key, _)| name(key)).collect();
    json!({"type": "object", "properties": properties, "required": required})
}

fn array(items: &Value) -> Value {
    json!({"type": "array", "items": items})
}

fn string() -> Value {
    json!({"type": "string"})
}

fn text_or_null() -> Value {
    json!({"type": ["string", "null"]})
}

fn rule_names() -> Value {
    json!({"enum": RULES.iter().map(|rule| rule.name).collect::<Vec<_>>()})
}

fn kind() -> Value {
    json!({"enum": TAGS.iter().map(|tag| tag.name).collect::<Vec<_>>()})
}

fn severity_names() -> Vec<&'static str> {
    [Severity::Error, Severity::Warning, Severity::Info].map(Severity::name).to_vec()
}

fn check() -> Value {
    let place = object(&[("line", from_one()), ("column", from_one()), ("byte", count())]);
    let edit = object(&[("start", count()), ("end", count()), ("text", string())]);
    let fix = object(&[
        ("title", string()),
        ("safety", json!({"enum": ["safe", "unsafe"]})),
        ("edits", array(&edit)),
    ]);
    let related = object(&[("message", string()), ("start", place.clone()), ("end", place.clone())]);
    let keys = [
        ("rule", rule_names()),
        ("severity", json!({"enum": severity_names()})),
        ("message", string()),
        ("address", string()),
        ("start", place.clone()),
        ("end", place),
        ("related?", array(&related)),
        ("fix", json!({"anyOf": [{"type": "null"}, fix]})),
    ];
    let finding = object(&keys);
    let line = object(&[("path", string())].into_iter().chain(keys).collect::<Vec<_>>());
    let file = object(&[
        ("path", string()),
        ("status", json!({"enum": ["checked", "skipped", "failed"]})),
        ("error?", string()),
        ("notices?", array(&string())),
        ("findings", array(&finding)),
    ]);
    let rules = json!({"type": "object", "propertyNames": rule_names(), "additionalProperties": from_one()});
    let summary = object(&[
        ("files", count()),
        ("checked", count()),
        ("skipped", count()),
        ("failed", count()),
        ("errors", count()),
        ("warnings", count()),
        ("infos", count()),
        ("fixable", count()),
        ("known?", count()),
        ("unchanged?", count()),
        ("hidden?", count()),
        ("rules", rules),
    ]);
    let version = ("version", json!({"const": 1}));
    let whole = object(&[version.clone(), ("files", array(&file)), ("summary", summary.clone())]);
    let end = object(&[version, ("summary", summary)]);
    titled("tagdown check --format json, or one line of jsonl", json!({"anyOf": [whole, line, file, end]}))
}

fn read() -> Value {
    let version = ("version", json!({"const": 1}));
    let pair = json!({"type": "array", "items": count(), "minItems": 2, "maxItems": 2});
    let encoding = json!({"enum": ENCODINGS.iter().map(|row| row.name).collect::<Vec<_>>()});
    let by_kind =
        |value: Value| json!({"type": "object", "propertyNames": kind(), "additionalProperties": value});
    let tally = by_kind(object(&[("blocks", count()), ("tokens", count())]));
    let part = object(&[("shown", count()), ("all", count())]);
    let block = [
        ("address", string()),
        ("kind", kind()),
        ("tag?", string()),
        ("title", text_or_null()),
        ("section", array(&string())),
        ("lines", pair.clone()),
        ("bytes", pair.clone()),
        ("tokens", count()),
        ("hash", string()),
        ("tagged", json!({"type": "boolean"})),
        ("well_formed", json!({"type": "boolean"})),
        ("fields", json!({"type": "object", "additionalProperties": string()})),
        ("score?", json!({"type": "number"})),
        ("passages?", array(&pair)),
        ("also?", array(&string())),
        ("detail?", json!({"enum": ["brief", "part"]})),
        ("whole?", pair.clone()),
        ("hidden?", count()),
        ("unclear?", json!({"const": true})),
        ("placeholder?", json!({"const": true})),
        ("unreviewed?", unreviewed()),
        ("references?", array(&string())),
        ("text", string()),
    ];
    let omitted = object(&[("address", string()), ("kind", kind()), ("tokens", count())]);
    let tokens = object(&[
        ("encoding", encoding.clone()),
        ("document", json!({"type": ["integer", "null"]})),
        ("shown", count()),
        ("by_kind", by_kind(count())),
    ]);
    let document = object(&[
        version.clone(),
        ("path", string()),
        ("title", text_or_null()),
        ("document_version", text_or_null()),
        ("format_version", text_or_null()),
        ("status?", string()),
        ("date?", string()),
        ("manifest?", string()),
        ("recovered", count()),
        ("blocks", array(&object(&block))),
        ("omitted", array(&omitted)),
        ("omitted_blocks", count()),
        ("tokens", tokens),
        ("complete", json!({"type": "boolean"})),
        ("left_out", tally.clone()),
        ("unreviewed?", count()),
        ("next?", string()),
        ("cursor?", string()),
    ]);
    let summary = object(&[
        ("documents", count()),
        ("skipped", count()),
        ("failed", count()),
        ("recovered", count()),
        ("encoding", encoding),
        ("complete", json!({"type": "boolean"})),
        ("blocks", part.clone()),
        ("tokens", part),
        ("left_out", tally),
        ("page?", pair),
        ("unreviewed?", count()),
        ("unmatched?", array(&string())),
        ("others?", object(&[("blocks", count()), ("documents", count())])),
        ("answered?", json!({"const": false})),
        ("nearest?", array(&string())),
        ("next?", string()),
        ("cursor?", string()),
    ]);
    let mut line = vec![
        version.clone(),
        ("path", string()),
        ("document", text_or_null()),
        ("document_version", text_or_null()),
    ];
    line.extend(block);
    let left = object(&[version.clone(), ("omitted", string()), ("kind", kind()), ("tokens", count())]);
    titled(
        "one line of tagdown read --format json or jsonl",
        json!({"anyOf": [document, object(&line), left, object(&[version, ("summary", summary)])]}),
    )
}

fn convert() -> Value {
    let lines = json!({"type": "array", "items": from_one(), "minItems": 2, "maxItems": 2});
    let forms = ["paragraph", "list", "table", "code", "quote", "html"];
    let block = object(&[
        ("lines", lines.clone()),
        ("kind", json!({"enum": forms})),
        ("label", kind()),
        ("confidence", json!({"type": "number", "minimum": 0.5, "maximum": 1})),
        ("decided", json!({"type": "boolean"})),
        ("written", json!({"anyOf": [{"type": "null"}, kind()]})),
        ("reasons", array(&string())),
        ("by", json!({"enum": ["labeller", "person", "model"]})),
    ]);
    let doubt = object(&[
        ("lines", lines.clone()),
        ("text", string()),
        ("written", kind()),
        ("fact", json!({"type": "number", "minimum": 0, "maximum": 1})),
        ("buried", json!({"type": "boolean"})),
    ]);
    let buried = object(&[("lines", lines.clone()), ("sentences", array(&string()))]);
    let suggestion = object(&[
        ("lines", lines.clone()),
        ("text", string()),
        ("wording", string()),
        ("refused", text_or_null()),
    ]);
    let proposed = object(&[("lines", lines), ("label", kind()), ("sentences", array(&string()))]);
    let issue = object(&[
        ("id", string()),
        ("title", string()),
        ("kind", json!({"anyOf": [{"type": "null"}, kind()]})),
        ("address", text_or_null()),
        ("updated", json!({"type": "boolean"})),
        ("reason", text_or_null()),
    ]);
    let read = object(&[("name", string()), ("kind", kind()), ("count", from_one())]);
    let left = object(&[("line", from_one()), ("name", string()), ("reason", string())]);
    let callouts = object(&[("from", string()), ("read", array(&read)), ("left", array(&left))]);
    let document = object(&[
        ("version", json!({"const": 1})),
        ("path", string()),
        ("output", string()),
        ("blocks", array(&block)),
        ("doubts", array(&doubt)),
        ("buried", array(&buried)),
        ("proposed", array(&proposed)),
        ("suggestions", array(&suggestion)),
        ("notices", array(&string())),
        ("left", array(&object(&[("rule", rule_names()), ("count", from_one())]))),
        ("issues", array(&issue)),
        ("callouts", json!({"anyOf": [{"type": "null"}, callouts]})),
        ("refused", text_or_null()),
    ]);
    titled("one line of tagdown convert --report json", document)
}

/// The agent that wrote a block that nobody has looked at.
fn unreviewed() -> Value {
    object(&[("agent", text_or_null()), ("date", text_or_null())])
}

fn open() -> Value {
    let lines = json!({"type": "array", "items": from_one(), "minItems": 2, "maxItems": 2});
    let place = [("address", string()), ("path", string()), ("lines", lines), ("hash", string())];
    let claim = [
        ("since", json!({"type": ["string", "null"], "format": "date"})),
        ("days", json!({"type": ["integer", "null"], "minimum": 0})),
        ("author", text_or_null()),
        ("commit", text_or_null()),
        ("source", json!({"enum": ["git", "uncommitted", "unknown"]})),
        ("text", string()),
        ("unreviewed", json!({"anyOf": [{"type": "null"}, unreviewed()]})),
    ];
    let claim = object(&[&place[..], &claim].concat());
    let unknown = object(&[&place[..], &[("tag", string()), ("text", string())]].concat());
    let summary = object(&[("open", count()), ("listed", count()), ("unknown", count())]);
    let version = ("version", json!({"const": 1}));
    let whole =
        object(&[version, ("open", array(&claim)), ("unknown", array(&unknown)), ("summary", summary)]);
    titled("tagdown open --format json", whole)
}

fn config() -> Value {
    let keys = |names: &[&str]| -> Map<String, Value> {
        names.iter().map(|name| ((*name).to_owned(), config_key(name))).collect()
    };
    let closed = |properties: Map<String, Value>, required: &[&str]| json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false});
    let mut properties = keys(KEYS);
    properties.insert(
        "overrides".to_owned(),
        json!({"type": "array", "items": closed(keys(OVERRIDE_KEYS), &["paths"])}),
    );
    titled("tagdown.toml", closed(properties, &[]))
}

fn config_key(name: &str) -> Value {
    let globs = |what: &str| json!({"type": "array", "items": string(), "description": what});
    match name {
        "tag-spacing" => {
            json!({"enum": TagSpacing::ALL.map(TagSpacing::name), "default": "strict", "description": "either: a blank line may follow a tag"})
        }
        "language" => json!({
            "type": "string", "pattern": "^([Aa][Uu][Tt][Oo]|[A-Za-z]{2,3})([-_].*)?$", "default": "auto",
            "description": "auto, or a language code such as en or de",
        }),
        "include" => globs("files to include when walking a folder"),
        "exclude" => globs("files to skip when walking a folder"),
        "require-tagged" => globs("files that must be tagged documents"),
        "paths" => globs("files that the override applies to"),
        "max-file-size" => json!({
            "anyOf": [count(), {"type": "string", "pattern": "^ *[0-9]+ *([BbKkMmGg]|[KkMmGg][Ii]?[Bb])? *$"}],
            "description": "a number of bytes, or a size such as 64 MB",
        }),
        "fail-on" => {
            json!({"enum": FailOn::ALL.map(FailOn::name), "default": FailOn::default().name(), "description": "the lowest severity that makes `tagdown check` exit with 1"})
        }
        "baseline" => {
            json!({"type": "string", "minLength": 1, "description": "the file with known findings, below the configuration's folder"})
        }
        "budget" => {
            json!({"type": "integer", "minimum": 1, "description": "the maximum number of tokens that `tagdown read` prints"})
        }
        "templates" => {
            json!({"type": "string", "default": ".tagdown/templates", "description": "the folder with your own templates for `tagdown new`"})
        }
        "promote-record" => {
            json!({"enum": Record::ALL.map(Record::name), "default": "note", "description": "where `tagdown promote` records a confirmation"})
        }
        "tags" => {
            json!({"type": "object", "propertyNames": {"pattern": "^[A-Z][A-Z0-9_-]{1,15}$"}, "additionalProperties": kind(), "description": "the tags of the project, each with the kind that it reads as"})
        }
        "convert" => {
            let values: Vec<&str> = VALUES.iter().map(|(word, _)| *word).collect();
            let callouts = json!({"type": "object", "additionalProperties": {"enum": values}, "description": "the kind that a callout with this name becomes"});
            let dialects: Map<String, Value> =
                readable().map(|dialect| (dialect.to_owned(), callouts.clone())).collect();
            json!({"type": "object", "properties": dialects, "additionalProperties": false})
        }
        "rules" => {
            let rules: Map<String, Value> =
                RULES.iter().map(|rule| (rule.name.to_owned(), rule_config(rule))).collect();
            json!({"type": "object", "properties": rules, "additionalProperties": false})
        }
        "render" => crate::config::schema(),
        _ => json!({}),
    }
}

fn rule_config(rule: &Rule) -> Value {
    let mut names = severity_names();
    names.push("off");
    let severity = json!({"enum": names});
    let mut properties = Map::from_iter([("severity".to_owned(), severity.clone())]);
    for option in rule.options {
        let value =
            json!({"type": "integer", "minimum": 0, "default": option.default, "description": option.help});
        properties.insert(option.name.to_owned(), value);
    }
    json!({
        "description": rule.summary(),
        "anyOf": [severity, {"type": "object", "properties": properties, "additionalProperties": false}],
    })
}

fn titled(title: &str, mut schema: Value) -> Value {
    schema["$schema"] = json!(DIALECT);
    schema["title"] = json!(title);
    schema
}
