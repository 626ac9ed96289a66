//! Finds the issues in a JSON export, however deep the tracker's programming interface wraps them.

use serde_json::Value;

use super::registry::format_of;

/// Names of fields that contain the issues.
const LISTS: [&str; 14] = [
    "issues",
    "bugs",
    "items",
    "nodes",
    "edges",
    "node",
    "data",
    "repository",
    "project",
    "organization",
    "team",
    "pullRequests",
    "workItems",
    "results",
];

/// How deep to look.
const DEEPEST: usize = 8;

/// The entries of an export, one per issue; `None` if it contains no list.
pub(crate) fn entries(root: Value) -> Option<Vec<Value>> {
    let names = root["names"].as_object().cloned();
    let mut found = Vec::new();
    let is_list = collect(root, 0, &mut found);
    // Jira gives the names of its own fields once, beside the issues.
    if let Some(names) = names {
        for entry in &mut found {
            entry["names"] = Value::Object(names.clone());
        }
    }
    is_list.then_some(found)
}

fn collect(value: Value, depth: usize, found: &mut Vec<Value>) -> bool {
    if depth > DEEPEST {
        return false;
    }
    match value {
        // Pages of a list are lists in a list.
        Value::Array(values) => {
            for value in values {
                if format_of(&value).is_some() || !collect(value.clone(), depth + 1, found) {
                    found.push(value);
                }
            }
            true
        }
        Value::Object(mut object) => {
            if format_of(&Value::Object(object.clone())).is_some() {
                found.push(Value::Object(object));
                return true;
            }
            let lists = LISTS.iter().filter_map(|key| object.remove(*key));
            let lists: Vec<Value> = lists.filter(|list| list.is_array() || list.is_object()).collect();
            let found: Vec<bool> = lists.into_iter().map(|list| collect(list, depth + 1, found)).collect();
            found.contains(&true)
        }
        _ => false,
    }
}
