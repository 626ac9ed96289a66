//! The Markdown tools that people run beside tagdown, and what each needs so that none undoes what another did.
//! What they do was measured, not read about: each tool alone and all of them in random orders.

use serde_json::Value;
use tagdown::Config;
use tagdown::config::TagSpacing;

use super::edit::Change;
use super::formatters::{biome, dprint, mdformat, prettier, remark};
use super::linters::{markdownlint, rumdl};
use super::project::Project;

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
pub(super) fn set_if_missing(project: &mut Project, name: &str, path: &[&str], value: Value, why: &str) {
    let now = project.read(name).unwrap_or_default();
    let at = path.iter().fold(&now, |value, key| &value[*key]);
    if at.is_null() {
        project.change(name, path, &Change::Set(value), why);
    }
}

/// A value that breaks tags, and the one that does not.
pub(super) struct Swap<'s> {
    pub(super) path: &'s [&'s str],
    pub(super) is_bad: fn(&Value) -> bool,
    pub(super) good: Value,
    pub(super) why: &'s str,
}

pub(super) fn swap(project: &mut Project, name: &str, swap: Swap<'_>) {
    let now = project.read(name).unwrap_or_default();
    if (swap.is_bad)(swap.path.iter().fold(&now, |value, key| &value[*key])) {
        project.change(name, swap.path, &Change::Set(swap.good), swap.why);
    }
}

/// Why settings are changed that wrap text, and those that write bold text.
pub(super) const WRAPS: &str =
    "text that is wrapped anew joins the tag above it; this holds for all Markdown here";

pub(super) const BOLD: &str = "tags are bold with asterisks";
