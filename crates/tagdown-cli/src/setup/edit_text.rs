//! Changes one setting in a user's configuration and keeps everything else: comments, order and spacing. Each
//! change is made twice, in the text and in its parsed value; if the two disagree, nothing is changed.

use std::collections::HashMap;

use jsonc_parser::cst::{CstInputValue, CstNode, CstRootNode};
use serde_json::{Map, Value};

use super::yaml;
use crate::setup::setting::Change;

/// The syntax of a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Syntax {
    /// JSON, with comments and trailing commas allowed.
    Json,
    Toml,
    Yaml,
}

/// The parsed value of a configuration; `None` if it cannot be parsed.
pub(super) fn read(syntax: Syntax, text: &str) -> Option<Value> {
    match syntax {
        Syntax::Json if text.trim().is_empty() => Some(Value::Object(Map::new())),
        Syntax::Json => {
            CstRootNode::parse(text, &jsonc_parser::ParseOptions::default()).ok()?.to_serde_value()
        }
        Syntax::Toml => serde_json::to_value(toml::from_str::<toml::Table>(text).ok()?).ok(),
        Syntax::Yaml => yaml::read(text),
    }
}

/// The text with the change, or `None` if it cannot be made safely.
pub(super) fn change(syntax: Syntax, text: &str, path: &[&str], change: &Change) -> Option<String> {
    let mut wanted = read(syntax, text)?;
    apply(&mut wanted, path, change)?;
    let made = match syntax {
        Syntax::Json => json(text, path, change),
        Syntax::Toml => toml_text(text, path, change),
        Syntax::Yaml => yaml::change(text, path, change),
    }?;
    (read(syntax, &made)? == wanted && keeps_lines(text, &made)).then_some(made)
}

/// Whether all lines are kept, except the one that changes or the brackets around it.
fn keeps_lines(before: &str, after: &str) -> bool {
    let mut left: HashMap<&str, usize> = HashMap::new();
    for line in after.lines() {
        *left.entry(line.trim().trim_end_matches(',')).or_default() += 1;
    }
    let is_gone = |line: &&str| match left.get_mut(line.trim().trim_end_matches(',')) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    };
    before.lines().filter(is_gone).count() <= 1
}

/// The text with every `bad` value of a key replaced by `good`, wherever the key appears.
pub(super) fn exchange(syntax: Syntax, text: &str, key: &str, bad: &[&str], good: &str) -> Option<String> {
    let mut wanted = read(syntax, text)?;
    exchange_in(&mut wanted, key, bad, good);
    let mut made = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(key) {
        let (head, tail) = rest.split_at(at + key.len());
        made.push_str(head);
        let gap = tail.len() - tail.trim_start_matches(['"', '\'', ':', '=', ' ', '\t']).len();
        let word = bad.iter().find(|word| tail[gap..].starts_with(**word) && gap > 0);
        made.push_str(&tail[..gap]);
        made.push_str(if word.is_some() { good } else { "" });
        rest = &tail[gap + word.map_or(0, |word| word.len())..];
    }
    made.push_str(rest);
    (read(syntax, &made)? == wanted).then_some(made)
}

fn exchange_in(value: &mut Value, key: &str, bad: &[&str], good: &str) {
    match value {
        Value::Object(map) => {
            for (name, value) in map {
                if name == key && value.as_str().is_some_and(|text| bad.contains(&text)) {
                    *value = Value::String(good.to_owned());
                }
                exchange_in(value, key, bad, good);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| exchange_in(item, key, bad, good)),
        _ => {}
    }
}

fn apply(value: &mut Value, path: &[&str], change: &Change) -> Option<()> {
    let (last, above) = path.split_last()?;
    let mut at = value;
    for key in above {
        at = at.as_object_mut()?.entry(*key).or_insert_with(|| Value::Object(Map::new()));
    }
    let object = at.as_object_mut()?;
    match change {
        Change::Set(new) => {
            object.insert((*last).to_owned(), new.clone());
        }
        Change::Push(new) => {
            object.entry(*last).or_insert_with(|| Value::Array(Vec::new())).as_array_mut()?.push(new.clone());
        }
    }
    Some(())
}

fn json(text: &str, path: &[&str], change: &Change) -> Option<String> {
    let root = CstRootNode::parse(text, &jsonc_parser::ParseOptions::default()).ok()?;
    let (last, above) = path.split_last()?;
    let mut object = root.object_value_or_create()?;
    for key in above {
        object = object.object_value_or_create(key)?;
    }
    match change {
        Change::Set(value) => match object.get(last) {
            Some(property) => property.set_value(input(value)),
            None => {
                object.append(last, input(value));
            }
        },
        Change::Push(value) => {
            object.array_value_or_create(last)?.append(input(value));
        }
    }
    let node: CstNode = root.into();
    let mut made = node.to_string();
    if !made.ends_with('\n') && (text.is_empty() || text.ends_with('\n')) {
        made.push('\n');
    }
    Some(made)
}

fn input(value: &Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(value) => CstInputValue::Bool(*value),
        Value::Number(number) => CstInputValue::Number(number.to_string()),
        Value::String(text) => CstInputValue::String(text.clone()),
        Value::Array(items) => CstInputValue::Array(items.iter().map(input).collect()),
        Value::Object(map) => {
            CstInputValue::Object(map.iter().map(|(key, value)| (key.clone(), input(value))).collect())
        }
    }
}

fn toml_text(text: &str, path: &[&str], change: &Change) -> Option<String> {
    let mut document: toml_edit::DocumentMut = text.parse().ok()?;
    let (last, above) = path.split_last()?;
    let mut table: &mut dyn toml_edit::TableLike = document.as_table_mut();
    for key in above {
        let entry = table.entry(key).or_insert_with(|| toml_edit::Item::Table(toml_edit::Table::new()));
        table = entry.as_table_like_mut()?;
    }
    match change {
        Change::Set(value) => {
            let mut new = toml_value(value)?;
            // Keep the spacing, and the comments above the key and after the value.
            if let Some(item) = table.get_mut(last) {
                if let Some(old) = item.as_value() {
                    *new.decor_mut() = old.decor().clone();
                }
                *item = toml_edit::Item::Value(new);
            } else {
                table.insert(last, toml_edit::Item::Value(new));
            }
        }
        Change::Push(value) => {
            let empty = || toml_edit::Item::Value(toml_edit::Array::new().into());
            table.entry(last).or_insert_with(empty).as_array_mut()?.push(toml_value(value)?);
        }
    }
    Some(document.to_string())
}

fn toml_value(value: &Value) -> Option<toml_edit::Value> {
    match value {
        Value::Bool(value) => Some((*value).into()),
        Value::Number(number) => number.as_i64().map(Into::into),
        Value::String(text) => Some(text.as_str().into()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn set(value: Value) -> Change {
        Change::Set(value)
    }

    #[test]
    fn one_setting_changes_and_the_rest_stays() {
        for (syntax, text, path, new, wanted) in [
            (
                Syntax::Json,
                "{\n  // why\n  \"a\": 1\n}\n",
                &["b"][..],
                set(json!(false)),
                "{\n  // why\n  \"a\": 1,\n  \"b\": false\n}\n",
            ),
            (
                Syntax::Json,
                "{\"x\": {\"a\": \"always\"}}",
                &["x", "a"],
                set(json!("preserve")),
                "{\"x\": {\"a\": \"preserve\"}}",
            ),
            (
                Syntax::Toml,
                "# c\n[a]\nb = 1 # d\n",
                &["a", "c"],
                set(json!("x")),
                "# c\n[a]\nb = 1 # d\nc = \"x\"\n",
            ),
            (Syntax::Toml, "[a]\nb = true # why\n", &["a", "b"], set(json!(false)), "[a]\nb = false # why\n"),
            (
                Syntax::Toml,
                "[g]\nl = [\"a\"]\n",
                &["g", "l"],
                Change::Push(json!("b")),
                "[g]\nl = [\"a\", \"b\"]\n",
            ),
            (Syntax::Yaml, "# c\na: 1\n", &["b"], set(json!(false)), "# c\na: 1\nb: false\n"),
            (
                Syntax::Yaml,
                "a: always # why\nb: 2\n",
                &["a"],
                set(json!("preserve")),
                "a: preserve # why\nb: 2\n",
            ),
            (
                Syntax::Yaml,
                "config:\n    a: 1\nglobs: x\n",
                &["config", "b"],
                set(json!({"c": "d"})),
                "config:\n    b: {\"c\": \"d\"}\n    a: 1\nglobs: x\n",
            ),
            (
                Syntax::Yaml,
                "l:\n  - a\n  - b\nz: 1\n",
                &["l"],
                Change::Push(json!("./c.mjs")),
                "l:\n  - a\n  - b\n  - ./c.mjs\nz: 1\n",
            ),
            (
                Syntax::Yaml,
                "l:\n- a: 1\n  b: 2\n\n# end\n",
                &["l"],
                Change::Push(json!("c")),
                "l:\n- a: 1\n  b: 2\n- c\n\n# end\n",
            ),
        ] {
            assert_eq!(change(syntax, text, path, &new).as_deref(), Some(wanted), "{text}");
        }
    }

    #[test]
    fn a_value_is_exchanged_wherever_its_key_stands() {
        let swap = |syntax, text: &str| exchange(syntax, text, "proseWrap", &["always", "never"], "preserve");
        let json = "{\"proseWrap\": \"always\", \"overrides\": [{\"options\": {\"proseWrap\":\"never\"}}]} // always";
        assert_eq!(
            swap(Syntax::Json, json),
            Some(json.replacen("always", "preserve", 1).replace("never", "preserve"))
        );
        let yaml = "# proseWrap: always\nproseWrap: 'always' # x\n";
        assert_eq!(
            swap(Syntax::Yaml, yaml).as_deref(),
            Some("# proseWrap: preserve\nproseWrap: 'preserve' # x\n")
        );
        assert_eq!(swap(Syntax::Toml, "a = 1\n").as_deref(), Some("a = 1\n"));
    }

    #[test]
    fn what_is_not_understood_is_left_alone() {
        for (syntax, text, path) in [
            (Syntax::Json, "{", &["a"][..]),
            (Syntax::Json, "[1]", &["a"]),
            (Syntax::Toml, "a = ", &["a"]),
            (Syntax::Yaml, "a: [1", &["a"]),
            (Syntax::Yaml, "{a: {b: 1}}", &["a", "c"]),
            (Syntax::Yaml, "- a\n", &["a"]),
            (Syntax::Yaml, "a: |\n  b: 1\nb: 2\n", &["a", "c"]),
        ] {
            assert_eq!(change(syntax, text, path, &set(json!(true))), None, "{text}");
        }
    }
}
