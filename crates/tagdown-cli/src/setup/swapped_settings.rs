//! Settings of other tools that are swapped, or set where they are missing.

use serde_json::Value;

use crate::setup::project::Project;
use crate::setup::setting::Change;

/// Sets a key that has no value.
pub(crate) fn set_if_missing(project: &mut Project, name: &str, path: &[&str], value: Value, why: &str) {
    let now = project.read(name).unwrap_or_default();
    let at = path.iter().fold(&now, |value, key| &value[*key]);
    if at.is_null() {
        project.change(name, path, &Change::Set(value), why);
    }
}

/// A value that breaks tags, and the one that does not.
pub(crate) struct Swap<'s> {
    pub(crate) path: &'s [&'s str],
    pub(crate) is_bad: fn(&Value) -> bool,
    pub(crate) good: Value,
    pub(crate) why: &'s str,
}

pub(crate) fn swap(project: &mut Project, name: &str, swap: Swap<'_>) {
    let now = project.read(name).unwrap_or_default();
    if (swap.is_bad)(swap.path.iter().fold(&now, |value, key| &value[*key])) {
        project.change(name, swap.path, &Change::Set(swap.good), swap.why);
    }
}
