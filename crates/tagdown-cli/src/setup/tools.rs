//! The Markdown tools that people run beside tagdown, and what each needs so that none undoes what another did.
//! What they do was measured, not read about: each tool alone and all of them in random orders.

use serde_json::{Value, json};
use tagdown::Config;
use tagdown::config::TagSpacing;

use super::edit::Change;
use super::project::Project;

const REMARK_PLUGIN: &str = include_str!("../../templates/remark-tagdown.mjs");
const CONFIGURATION: &str = include_str!("../../templates/tagdown.toml");

/// Looks for a tool, plans what it needs, and says whether it was there.
type Look = fn(&mut Project) -> bool;

const TOOLS: &[(&str, Look)] = &[
    ("markdownlint", markdownlint),
    ("rumdl", rumdl),
    ("prettier", prettier),
    ("mdformat", mdformat),
    ("remark", remark),
    ("dprint", dprint),
    ("biome", biome),
];

/// Looks for each tool; returns those that are there, which all put a blank line between a tag and its list.
pub(super) fn look(project: &mut Project) -> Vec<&'static str> {
    let mut found = Vec::new();
    for &(name, look) in TOOLS {
        if look(project) {
            project.found(name);
            found.push(name);
        }
    }
    found
}

/// The configuration of tagdown itself, with the spacing that the tools found make.
pub(super) fn configuration(project: &mut Project, tools: &[&'static str]) {
    let Some(name) = project.first(&["tagdown.toml", ".tagdown.toml"]) else {
        let text = if tools.is_empty() {
            CONFIGURATION.replace(
                "SPACING",
                "# A blank line between a tag and its content:\n# tag-spacing = \"either\"",
            )
        } else {
            let who = tools.join(", ");
            CONFIGURATION.replace(
                "SPACING",
                &format!(
                    "# {who}: a blank line between a tag and its content may stay.\ntag-spacing = \"either\""
                ),
            )
        };
        return project.create("tagdown.toml", &text, "the configuration of tagdown");
    };
    let Some(text) = project.text_or_say(name) else { return };
    let why = format!("{} put a blank line between a tag and its content", tools.join(", "));
    match Config::parse(&text) {
        Ok(config) if config.tag_spacing == TagSpacing::Either || tools.is_empty() => {}
        Ok(_) if project.read(name).is_some_and(|value| value["tag-spacing"].is_null()) => {
            // A key above all tables belongs to none of them; what opens the file stays above it.
            let lead: usize =
                text.split_inclusive('\n').take_while(|line| line.starts_with('#')).map(str::len).sum();
            let (head, rest) = text.split_at(lead);
            project.rewrite(name, &format!("{head}tag-spacing = \"either\"\n{rest}"), &why);
        }
        Ok(_) => project.by_hand(format!("{name}: set `tag-spacing` to \"either\": {why}")),
        Err(error) => project.by_hand(format!("{name}: {}", error.message)),
    }
}

/// Gives a key a value where it has none.
fn set_if_missing(project: &mut Project, name: &str, path: &[&str], value: Value, why: &str) {
    let now = project.read(name).unwrap_or_default();
    let at = path.iter().fold(&now, |value, key| &value[*key]);
    if at.is_null() {
        project.change(name, path, &Change::Set(value), why);
    }
}

/// A value that breaks tags, and the one that does not.
struct Swap<'s> {
    path: &'s [&'s str],
    is_bad: fn(&Value) -> bool,
    good: Value,
    why: &'s str,
}

fn swap(project: &mut Project, name: &str, swap: Swap<'_>) {
    let now = project.read(name).unwrap_or_default();
    if (swap.is_bad)(swap.path.iter().fold(&now, |value, key| &value[*key])) {
        project.change(name, swap.path, &Change::Set(swap.good), swap.why);
    }
}

/// Whether text is wrapped anew, which puts a tag and its text on one line.
fn wraps(value: &Value) -> bool {
    matches!(value.as_str(), Some("always" | "never"))
}

const WRAPS: &str = "text that is wrapped anew joins the tag above it; this holds for all Markdown here";

/// A rule of markdownlint that a tagged document cannot keep: all its names, whether a project's own setting breaks tags,
/// the setting that lets them be, and why.
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
        why: "a tagged document has an H1 beside the title in its front matter",
    },
    Lint {
        names: &["MD029", "ol-prefix"],
        is_bad: |value| value != &json!(false),
        good: || json!(false),
        why: "a list that starts at 3 keeps its numbers",
    },
    Lint {
        names: &["MD036", "no-emphasis-as-heading"],
        is_bad: |value| value != &json!(false),
        good: || json!(false),
        why: "a version or a tag on a line of its own is no heading",
    },
    Lint {
        names: &["MD050", "strong-style"],
        is_bad: |value| value != &json!(false) && value["style"] != json!("asterisk"),
        good: || json!({"style": "asterisk"}),
        why: BOLD,
    },
];

const BOLD: &str = "tags are bold with asterisks";

fn markdownlint(project: &mut Project) -> bool {
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
                     to {{\"style\": \"asterisk\"}}: tags and BUG titles cannot be wrapped, renumbered or underscored"
                ));
            }
            return true;
        }
        (None, Some(name), None) => (name, &["config"]),
        (None, None, None) if project.depends_on(&packages) || project.hooks_name("markdownlint") => {
            project.create(".markdownlint.json", "{}\n", "settings of markdownlint");
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

fn rumdl(project: &mut Project) -> bool {
    let own = project.first(&[".rumdl.toml", "rumdl.toml", ".config/rumdl.toml"]);
    let in_python = project.read("pyproject.toml").is_some_and(|value| !value["tool"]["rumdl"].is_null());
    let (name, global, above): (&str, &[&str], &[&str]) = match own {
        Some(name) => (name, &["global"], &[]),
        None if in_python => ("pyproject.toml", &["tool", "rumdl"], &["tool", "rumdl"]),
        None if project.hooks_name("rumdl")
            || project.text("pyproject.toml").is_some_and(|text| text.contains("\"rumdl")) =>
        {
            // It reads the settings of markdownlint where it has none of its own.
            if project.first(&[".markdownlint.json", ".markdownlint.jsonc", ".markdownlint.yaml"]).is_some() {
                return true;
            }
            project.create(".rumdl.toml", "", "settings of rumdl");
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
        let why = "a version or a BUG title on a line of its own is no heading";
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
    let why = "a tagged document has an H1 beside the title in its front matter";
    set_if_missing(project, name, &join(&["MD025", "front-matter-title"]), json!(""), why);
    let style = join(&["MD050", "style"]);
    let is_bad = |value: &Value| value == &json!("underscore");
    swap(project, name, Swap { path: &style, is_bad, good: json!("asterisk"), why: BOLD });
    set_if_missing(project, name, &join(&["MD050", "style"]), json!("asterisk"), BOLD);
    true
}

fn prettier(project: &mut Project) -> bool {
    let files = [
        ".prettierrc",
        ".prettierrc.json",
        ".prettierrc.yml",
        ".prettierrc.yaml",
        ".prettierrc.json5",
        ".prettierrc.toml",
    ];
    let scripts = [
        ".prettierrc.js",
        "prettier.config.js",
        ".prettierrc.mjs",
        "prettier.config.mjs",
        ".prettierrc.cjs",
        "prettier.config.cjs",
        ".prettierrc.ts",
        "prettier.config.ts",
        ".prettierrc.mts",
        "prettier.config.mts",
        ".prettierrc.cts",
        "prettier.config.cts",
    ];
    let in_package = project.read("package.json").is_some_and(|value| value["prettier"].is_object());
    for (name, text) in [
        (super::ci::PRE_COMMIT, project.text(super::ci::PRE_COMMIT)),
        ("package.json", project.text("package.json")),
    ] {
        let text = text.unwrap_or_default();
        if ["always", "never"].iter().any(|how| {
            text.contains(&format!("--prose-wrap {how}")) || text.contains(&format!("--prose-wrap={how}"))
        }) {
            project.by_hand(format!("{name}: let prettier run with `--prose-wrap preserve`: {WRAPS}"));
        }
    }
    let name = match (project.first(&files), project.first(&scripts)) {
        _ if in_package => "package.json",
        (Some(name), _) => name,
        (None, Some(name)) => {
            let text = project.text(name).unwrap_or_default();
            if text.contains("proseWrap") && (text.contains("always") || text.contains("never")) {
                project.by_hand(format!("{name}: keep `proseWrap` at \"preserve\": {WRAPS}"));
            }
            return true;
        }
        (None, None) => {
            let is_shared = project.read("package.json").is_some_and(|value| value["prettier"].is_string());
            return is_shared || project.depends_on(&["prettier"]) || project.hooks_name("prettier");
        }
    };
    project.exchange(name, "proseWrap", [&["always", "never"], &["preserve"]], WRAPS);
    true
}

fn mdformat(project: &mut Project) -> bool {
    let is_there = project.first(&[".mdformat.toml"]).is_some()
        || project.hooks_name("mdformat")
        || project
            .text("pyproject.toml")
            .is_some_and(|text| text.contains("\"mdformat") || text.contains("[tool.mdformat"));
    if is_there {
        let is_bad = |value: &Value| value.is_number() || value == &json!("no");
        if project.first(&["pyproject.toml"]).is_some() {
            let path = &["tool", "mdformat", "wrap"];
            swap(project, "pyproject.toml", Swap { path, is_bad, good: json!("keep"), why: WRAPS });
        }
        if project.first(&[".mdformat.toml"]).is_some() {
            swap(
                project,
                ".mdformat.toml",
                Swap { path: &["wrap"], is_bad, good: json!("keep"), why: WRAPS },
            );
        }
        let keeps = ["--wrap=keep", "--wrap keep", "--wrap, keep", "--wrap', 'keep", "--wrap\", \"keep"];
        if project.hooks_name("--wrap") && !keeps.iter().any(|words| project.hooks_name(words)) {
            project.by_hand(format!(".pre-commit-config.yaml: let mdformat run with `--wrap keep`: {WRAPS}"));
        }
    }
    is_there
}

fn dprint(project: &mut Project) -> bool {
    let Some(name) = project.first(&["dprint.json", "dprint.jsonc", ".dprint.json", ".dprint.jsonc"]) else {
        return false;
    };
    swap(
        project,
        name,
        Swap { path: &["markdown", "textWrap"], is_bad: wraps, good: json!("maintain"), why: WRAPS },
    );
    let is_bad = |value: &Value| value == &json!("underscores");
    let why = BOLD;
    swap(project, name, Swap { path: &["markdown", "strongKind"], is_bad, good: json!("asterisks"), why });
    true
}

fn biome(project: &mut Project) -> bool {
    let Some(name) = project.first(&["biome.json", "biome.jsonc", ".biome.json", ".biome.jsonc"]) else {
        return false;
    };
    swap(
        project,
        name,
        Swap {
            path: &["markdown", "formatter", "proseWrap"],
            is_bad: wraps,
            good: json!("preserve"),
            why: WRAPS,
        },
    );
    true
}

fn remark(project: &mut Project) -> bool {
    let files = [".remarkrc", ".remarkrc.json", ".remarkrc.yaml", ".remarkrc.yml"];
    let scripts = [".remarkrc.mjs", ".remarkrc.cjs", ".remarkrc.js"];
    let in_package = project.read("package.json").is_some_and(|value| value["remarkConfig"].is_object());
    let plugin = "./remark-tagdown.mjs";
    let why = "remark writes `**\\[SPEC]**`, which other readers do not take for a tag";
    let (name, above): (&str, &[&str]) = match (project.first(&files), project.first(&scripts)) {
        (Some(name), _) => (name, &[]),
        (None, Some(name)) => {
            project.create("remark-tagdown.mjs", REMARK_PLUGIN, why);
            if !project.text(name).is_some_and(|text| text.contains("remark-tagdown")) {
                project.by_hand(format!("{name}: add '{plugin}' as the last of `plugins`: {why}"));
            }
            return true;
        }
        (None, None) if in_package => ("package.json", &["remarkConfig"]),
        (None, None) if project.depends_on(&["remark-cli", "remark"]) => {
            project.create(".remarkrc.json", "{\n  \"plugins\": []\n}\n", "settings of remark");
            (".remarkrc.json", &[])
        }
        (None, None) => return false,
    };
    project.create("remark-tagdown.mjs", REMARK_PLUGIN, why);
    let path: Vec<&str> = above.iter().copied().chain(["plugins"]).collect();
    let text = project.text(name).unwrap_or_default();
    let value = project.read(name).unwrap_or_default();
    let options = above.iter().fold(&value, |value, key| &value[*key]);
    let lints = text.contains("lint-recommended") || text.contains("no-undefined-references");
    if lints && !text.contains("\"BUG\"") && !text.contains("BUG,") {
        let rule = json!(["remark-lint-no-undefined-references", {"allow": ["SPEC", "NOTE", "BUG", "?"]}]);
        project.change(name, &path, &Change::Push(rule), "a tag is no reference to a link");
    }
    if !text.contains("remark-tagdown") {
        project.change(name, &path, &Change::Push(json!(plugin)), why);
    }
    let strong: Vec<&str> = above.iter().copied().chain(["settings", "strong"]).collect();
    if options["settings"]["strong"] == json!("_") {
        project.change(name, &strong, &Change::Set(json!("*")), BOLD);
    }
    true
}
