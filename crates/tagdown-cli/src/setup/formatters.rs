//! Settings for the formatters prettier, mdformat, dprint, biome and remark.

use serde_json::{Value, json};

use super::project::PRE_COMMIT;
use super::project::Project;
use super::setting::{BOLD, Change, WRAPS};
use super::swapped_settings::{Swap, swap};

const REMARK_PLUGIN: &str = include_str!("../../templates/remark-tagdown.mjs");

/// Whether the value rewraps text, which puts a tag and its text on one line.
fn wraps(value: &Value) -> bool {
    matches!(value.as_str(), Some("always" | "never"))
}

pub(super) fn prettier(project: &mut Project) -> bool {
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
    for (name, text) in
        [(PRE_COMMIT, project.text(PRE_COMMIT)), ("package.json", project.text("package.json"))]
    {
        let text = text.unwrap_or_default();
        if ["always", "never"].iter().any(|how| {
            text.contains(&format!("--prose-wrap {how}")) || text.contains(&format!("--prose-wrap={how}"))
        }) {
            project.by_hand(format!("{name}: run prettier with `--prose-wrap preserve`: {WRAPS}"));
        }
    }
    let name = match (project.first(&files), project.first(&scripts)) {
        _ if in_package => "package.json",
        (Some(name), _) => name,
        (None, Some(name)) => {
            let text = project.text(name).unwrap_or_default();
            if text.contains("proseWrap") && (text.contains("always") || text.contains("never")) {
                project.by_hand(format!("{name}: set `proseWrap` to \"preserve\": {WRAPS}"));
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

pub(super) fn mdformat(project: &mut Project) -> bool {
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
            project.by_hand(format!(".pre-commit-config.yaml: run mdformat with `--wrap keep`: {WRAPS}"));
        }
    }
    is_there
}

pub(super) fn dprint(project: &mut Project) -> bool {
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

pub(super) fn biome(project: &mut Project) -> bool {
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

pub(super) fn remark(project: &mut Project) -> bool {
    let files = [".remarkrc", ".remarkrc.json", ".remarkrc.yaml", ".remarkrc.yml"];
    let scripts = [".remarkrc.mjs", ".remarkrc.cjs", ".remarkrc.js"];
    let in_package = project.read("package.json").is_some_and(|value| value["remarkConfig"].is_object());
    let plugin = "./remark-tagdown.mjs";
    let why = "remark writes `**\\[SPEC]**`, which other tools do not recognise as a tag";
    let (name, above): (&str, &[&str]) = match (project.first(&files), project.first(&scripts)) {
        (Some(name), _) => (name, &[]),
        (None, Some(name)) => {
            project.create("remark-tagdown.mjs", REMARK_PLUGIN, why);
            if !project.text(name).is_some_and(|text| text.contains("remark-tagdown")) {
                project.by_hand(format!("{name}: add '{plugin}' at the end of `plugins`: {why}"));
            }
            return true;
        }
        (None, None) if in_package => ("package.json", &["remarkConfig"]),
        (None, None) if project.depends_on(&["remark-cli", "remark"]) => {
            project.create(".remarkrc.json", "{\n  \"plugins\": []\n}\n", "remark settings");
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
        project.change(name, &path, &Change::Push(rule), "a tag is not a link reference");
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
