//! Small changes to YAML text. They are guesses based on lines; `edit` compares each with the parsed result.

use saphyr::{LoadableYamlNode, Scalar, Yaml};
use serde_json::{Map, Value, json};

use super::setting::Change;

/// The parsed value of a text with one document.
pub(super) fn read(text: &str) -> Option<Value> {
    let documents = Yaml::load_from_str(text).ok()?;
    match documents.as_slice() {
        [] => Some(Value::Object(Map::new())),
        [only] => value(only),
        _ => None,
    }
}

fn value(node: &Yaml<'_>) -> Option<Value> {
    Some(match node {
        Yaml::Value(Scalar::Null) => Value::Null,
        Yaml::Value(Scalar::Boolean(value)) => json!(value),
        Yaml::Value(Scalar::Integer(value)) => json!(value),
        Yaml::Value(Scalar::FloatingPoint(value)) => json!(value.into_inner()),
        Yaml::Value(Scalar::String(text)) => json!(text),
        Yaml::Sequence(items) => Value::Array(items.iter().map(value).collect::<Option<_>>()?),
        Yaml::Mapping(map) => {
            let entry = |(key, entry): (&Yaml<'_>, &Yaml<'_>)| {
                let key = match value(key)? {
                    Value::String(text) => text,
                    other => other.to_string(),
                };
                Some((key, value(entry)?))
            };
            Value::Object(map.iter().map(entry).collect::<Option<_>>()?)
        }
        Yaml::Tagged(_, inner) => value(inner)?,
        _ => return None,
    })
}

pub(super) fn change(text: &str, path: &[&str], change: &Change) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let (last, above) = path.split_last()?;
    let mut scope = (0, lines.len(), 0);
    for (depth, key) in above.iter().enumerate() {
        let Some(line) = find(&lines, scope, key) else {
            // Missing keys go at the end, or below the last one that exists.
            let made = nested(&path[depth..], scope.2, change);
            return Some(insert(&lines, place(&lines, scope, depth), &made));
        };
        scope = below(&lines, line);
    }
    match (change, find(&lines, scope, last)) {
        (Change::Set(value), Some(line)) => replace(&lines, line, &shown(value)),
        (Change::Set(_), None) => {
            Some(insert(&lines, place(&lines, scope, above.len()), &nested(&[last], scope.2, change)))
        }
        (Change::Push(value), Some(line)) => {
            let (start, end, _) = below_list(&lines, line);
            let first = lines[start..end].iter().find(|line| line.trim_start().starts_with('-'))?;
            let indent = " ".repeat(first.len() - first.trim_start().len());
            let used = lines[start..end].iter().rposition(|line| !is_blank(line))?;
            let item = match value {
                Value::String(text) if text.contains('\n') => text.clone(),
                other => format!("- {}", shown(other)),
            };
            let item: Vec<String> = item.lines().map(|line| format!("{indent}{line}")).collect();
            Some(insert(&lines, start + used + 1, &item.join("\n")))
        }
        (Change::Push(_), None) => None,
    }
}

/// A new key goes directly below its parent, or at the end of the file.
fn place(lines: &[&str], scope: (usize, usize, usize), depth: usize) -> usize {
    if depth > 0 { scope.0 } else { lines.len() }
}

fn nested(path: &[&str], indent: usize, change: &Change) -> String {
    let Change::Set(value) = change else { return String::new() };
    let mut out = String::new();
    for (depth, key) in path.iter().enumerate() {
        let spaces = " ".repeat(indent + 2 * depth);
        let is_last = depth + 1 == path.len();
        out.push_str(&if is_last {
            format!("{spaces}{key}: {}", shown(value))
        } else {
            format!("{spaces}{key}:\n")
        });
    }
    out
}

fn is_blank(line: &str) -> bool {
    line.trim().is_empty() || line.trim_start().starts_with('#')
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The line of a key in a scope, which is its first line, the line after its last, and its indent.
fn find(lines: &[&str], (start, end, indented): (usize, usize, usize), key: &str) -> Option<usize> {
    let is_key = |line: &&str| {
        let name = line.trim_start().split(':').next().unwrap_or_default().trim_matches(['"', '\'']);
        indent(line) == indented && name == key && line.contains(':')
    };
    lines[start..end].iter().position(is_key).map(|at| start + at)
}

/// The lines of a mapping under a key, with their indent.
fn below(lines: &[&str], line: usize) -> (usize, usize, usize) {
    let own = indent(lines[line]);
    let more = |text: &&&str| is_blank(text) || indent(text) > own;
    let end = line + 1 + lines[line + 1..].iter().take_while(more).count();
    let first = lines[line + 1..end].iter().find(|line| !is_blank(line));
    (line + 1, end, first.map_or(own + 2, |line| indent(line)))
}

/// The lines of a list under a key, whose items may have the same indent as the key.
fn below_list(lines: &[&str], line: usize) -> (usize, usize, usize) {
    let own = indent(lines[line]);
    let more = |text: &&&str| {
        is_blank(text) || indent(text) > own || indent(text) == own && text.trim_start().starts_with('-')
    };
    let end = line + 1 + lines[line + 1..].iter().take_while(more).count();
    (line + 1, end, own)
}

/// Replaces the value of a key on one line; a comment after it stays.
fn replace(lines: &[&str], line: usize, value: &str) -> Option<String> {
    let text = lines[line];
    let colon = text.find(':')? + 1;
    let comment = text[colon..].find(" #").map_or("", |at| &text[colon + at..]);
    let made = format!("{} {value}{comment}", &text[..colon]);
    let mut all: Vec<&str> = lines.to_vec();
    all[line] = &made;
    Some(all.join("\n") + "\n")
}

fn insert(lines: &[&str], at: usize, text: &str) -> String {
    let mut all: Vec<&str> = lines.to_vec();
    all.insert(at, text);
    all.join("\n") + "\n"
}

/// A value on one line: a plain word, or JSON, which is also YAML.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) if is_plain(text) => text.clone(),
        Value::Object(map) => {
            let entries: Vec<String> =
                map.iter().map(|(key, value)| format!("\"{key}\": {}", flow(value))).collect();
            format!("{{{}}}", entries.join(", "))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(flow).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}

fn flow(value: &Value) -> String {
    match value {
        Value::Object(_) | Value::Array(_) => shown(value),
        other => other.to_string(),
    }
}

fn is_plain(text: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '.')
        && text.chars().all(is_word)
        && !["true", "false", "null", "yes", "no", "on", "off"].contains(&text.to_ascii_lowercase().as_str())
}
