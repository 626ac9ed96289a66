//! Settings for the linters markdownlint and rumdl.

use serde_json::{Value, json};

use super::project::Project;
use super::setting::{BOLD, Change, WRAPS};
use super::swapped_settings::{Swap, set_if_missing, swap};

/// A markdownlint rule that conflicts with tagged documents: all its names, whether a project's setting
/// breaks tags, the setting that does not, and why.
struct Lint {
    names: &'static [&'static str],
    is_bad: fn(&Value) -> bool,
    good: fn() -> Value,
    why: &'static str,
}

const MARKDOWNLINT: &[Lint] = &[
    Lint {
        names: &["MD013", "line-length"],
        is_bad: |_| false,
        good: || json!(false),
        why: "a BUG title cannot be wrapped",
    },
    Lint {
        names: &["MD025", "single-title", "single-h1"],
        is_bad: |_| false,
        good: || json!({"front_matter_title": ""}),
        why: "a tagged document has an H1 in addition to a front matter title",
    },
    Lint {
        names: &["MD029", "ol-prefix"],
        is_bad: |value| value != &json!(false),
        good: || json!(false),
        why: "a list that starts at 3 must keep its numbers",
    },
    Lint {
        names: &["MD036", "no-emphasis-as-heading"],
        is_bad: |value| value != &json!(false),
        good: || json!(false),
        why: "a version or a tag on its own line is not a heading",
    },
    Lint {
        names: &["MD050", "strong-style"],
        is_bad: |value| value != &json!(false) && value["style"] != json!("asterisk"),
        good: || json!({"style": "asterisk"}),
        why: BOLD,
    },
];

pub(super) fn markdownlint(project: &mut Project) -> bool {
    let own = [".markdownlint.jsonc", ".markdownlint.json", ".markdownlint.yaml", ".markdownlint.yml"];
    let cli2 = [".markdownlint-cli2.jsonc", ".markdownlint-cli2.yaml", ".markdownlint-cli2.yml"];
    let scripts = [
        ".markdownlint.cjs",
        ".markdownlint.mjs",
        ".markdownlint-cli2.cjs",
        ".markdownlint-cli2.mjs",
        ".markdownlintrc",
    ];
    let packages = ["markdownlint-cli2", "markdownlint-cli", "markdownlint"];
    let (name, above): (&str, &[&str]) = match (
        project.first(&own),
        project.first(&cli2),
        project.first(&scripts),
    ) {
        (Some(name), _, _) => (name, &[]),
        (None, _, Some(name)) => {
            if !project.text(name).is_some_and(|text| text.contains("MD036")) {
                project.by_hand(format!(
                    "{name}: set MD013, MD029 and MD036 to false, MD025 to {{\"front_matter_title\": \"\"}} and MD050 \
                     to {{\"style\": \"asterisk\"}}: tags and BUG titles must not be wrapped or changed"
                ));
            }
            return true;
        }
        (None, Some(name), None) => (name, &["config"]),
        (None, None, None) if project.depends_on(&packages) || project.hooks_name("markdownlint") => {
            project.create(".markdownlint.json", "{}\n", "markdownlint settings");
            (".markdownlint.json", &[])
        }
        (None, None, None) => return false,
    };
    let now = project.read(name).unwrap_or_default();
    let rules = above.iter().fold(&now, |value, key| &value[*key]);
    let all_off = rules["default"] == json!(false);
    let rules = rules.as_object().cloned().unwrap_or_default();
    for lint in MARKDOWNLINT {
        let is_named = |key: &&String| lint.names.iter().any(|name| name.eq_ignore_ascii_case(key));
        let key = match rules.keys().find(is_named) {
            Some(key) if (lint.is_bad)(&rules[key]) => key,
            None if !all_off => lint.names[0],
            _ => continue,
        };
        let path: Vec<&str> = above.iter().copied().chain([key]).collect();
        project.change(name, &path, &Change::Set((lint.good)()), lint.why);
    }
    true
}

pub(super) fn rumdl(project: &mut Project) -> bool {
    let own = project.first(&[".rumdl.toml", "rumdl.toml", ".config/rumdl.toml"]);
    let in_python = project.read("pyproject.toml").is_some_and(|value| !value["tool"]["rumdl"].is_null());
    let (name, global, above): (&str, &[&str], &[&str]) = match own {
        Some(name) => (name, &["global"], &[]),
        None if in_python => ("pyproject.toml", &["tool", "rumdl"], &["tool", "rumdl"]),
        None if project.hooks_name("rumdl")
            || project.text("pyproject.toml").is_some_and(|text| text.contains("\"rumdl")) =>
        {
            // Without its own settings, rumdl reads those of markdownlint.
            if project.first(&[".markdownlint.json", ".markdownlint.jsonc", ".markdownlint.yaml"]).is_some() {
                return true;
            }
            project.create(".rumdl.toml", "", "rumdl settings");
            (".rumdl.toml", &["global"], &[])
        }
        None => return false,
    };
    let join =
        |path: &[&'static str]| -> Vec<&str> { above.iter().copied().chain(path.iter().copied()).collect() };
    let disable: Vec<&str> = global.iter().copied().chain(["disable"]).collect();
    let now = project.read(name).unwrap_or_default();
    let disabled = disable.iter().fold(&now, |value, key| &value[*key]);
    if !disabled.as_array().is_some_and(|rules| rules.contains(&json!("MD036"))) {
        let why = "a version or a BUG title on its own line is not a heading";
        project.change(name, &disable, &Change::Push(json!("MD036")), why);
    }
    swap(
        project,
        name,
        Swap {
            path: &join(&["MD013", "reflow"]),
            is_bad: |value| value == &json!(true),
            good: json!(false),
            why: WRAPS,
        },
    );
    set_if_missing(
        project,
        name,
        &join(&["MD013", "line-length"]),
        json!(0),
        "a BUG title cannot be wrapped",
    );
    let why = "a tagged document has an H1 in addition to a front matter title";
    set_if_missing(project, name, &join(&["MD025", "front-matter-title"]), json!(""), why);
    let style = join(&["MD050", "style"]);
    let is_bad = |value: &Value| value == &json!("underscore");
    swap(project, name, Swap { path: &style, is_bad, good: json!("asterisk"), why: BOLD });
    set_if_missing(project, name, &join(&["MD050", "style"]), json!("asterisk"), BOLD);
    true
}
