//! Reads values of JSON exports, whose fields have different names in each tracker.

use serde_json::Value;

/// The text of the first of these fields that has any.
pub(crate) fn text_of<'v>(value: &'v Value, keys: &[&str]) -> &'v str {
    keys.iter().find_map(|key| value[*key].as_str()).unwrap_or_default()
}

/// The entries of a list, which GraphQL wraps in `nodes` or `edges`.
pub(crate) fn list_of<'v>(value: &'v Value, key: &str) -> Vec<&'v Value> {
    let list = &value[key];
    let inner = [list, &list["nodes"], &list["edges"], &list["comments"], &list["data"]];
    let found = inner.into_iter().find_map(Value::as_array);
    found
        .into_iter()
        .flatten()
        .map(|entry| if entry["node"].is_object() { &entry["node"] } else { entry })
        .collect()
}

/// The names in a list of labels, which are strings or objects, in lower case.
pub(crate) fn names_of(value: &Value, key: &str) -> Vec<String> {
    let name = |label: &Value| {
        let name = label.as_str().unwrap_or_else(|| text_of(label, &["name", "title"]));
        Some(name.trim().to_lowercase()).filter(|name| !name.is_empty())
    };
    list_of(value, key).into_iter().filter_map(name).collect()
}

/// The first of these fields that is a web address.
pub(crate) fn url_of(value: &Value, keys: &[&str]) -> Option<String> {
    let all = keys.iter().filter_map(|key| value[*key].as_str());
    all.map(str::trim).find(|url| url.starts_with("http")).map(str::to_owned)
}
