//! The Markdown tools that people run alongside tagdown, and the settings that keep them from undoing each
//! other's work. Their behaviour was measured: each tool on its own, and all of them in random order.

use tagdown::document::TagSpacing;
use tagdown_project::config::Config;

use super::formatters::{biome, dprint, mdformat, prettier, remark};
use super::linters::{markdownlint, rumdl};
use super::project::Project;

const CONFIGURATION: &str = include_str!("../../templates/tagdown.toml");

/// The baseline that `init` writes.
pub(crate) const BASELINE: &str = "tagdown-baseline.json";

/// Looks for a tool, plans its settings, and returns whether it was found.
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

/// Looks for each tool; returns those found, which all insert a blank line between a tag and its list.
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

/// The configuration of tagdown itself, with the spacing that the tools found produce.
pub(super) fn configuration(project: &mut Project, tools: &[&'static str]) {
    let Some(name) = project.first(&["tagdown.toml", ".tagdown.toml"]) else {
        let text = if tools.is_empty() {
            CONFIGURATION.replace(
                "SPACING",
                "# Allow a blank line between a tag and its content:\n# tag-spacing = \"either\"",
            )
        } else {
            let who = tools.join(", ");
            CONFIGURATION.replace(
                "SPACING",
                &format!(
                    "# Allow a blank line between a tag and its content (inserted by {who}).\ntag-spacing = \"either\""
                ),
            )
        };
        return project.create("tagdown.toml", &text, "tagdown settings");
    };
    let Some(text) = project.text_or_say(name) else { return };
    let why = format!("accept a blank line between a tag and its content (inserted by {})", tools.join(", "));
    match Config::parse(&text) {
        Ok(config) if config.tag_spacing == TagSpacing::Either || tools.is_empty() => {}
        Ok(_) if project.read(name).is_some_and(|value| value["tag-spacing"].is_null()) => {
            project.rewrite(name, &with_key(&text, "tag-spacing = \"either\""), &why);
        }
        Ok(_) => project.by_hand(format!("{name}: set `tag-spacing` to \"either\": {why}")),
        Err(error) => project.by_hand(format!("{name}: {}", error.message)),
    }
}

/// The configuration with a baseline.
pub(super) fn baseline(project: &mut Project) {
    let line = format!("baseline = \"{BASELINE}\"");
    let why = "accept the current findings, so that `check` reports only new ones";
    let Some(name) = project.first(&["tagdown.toml", ".tagdown.toml"]) else {
        return project.create("tagdown.toml", &format!("{line}\n"), why);
    };
    let Some(text) = project.text_or_say(name) else { return };
    match Config::parse(&text) {
        Ok(config) if config.baseline.is_some() => {}
        Ok(_) => project.rewrite(name, &with_key(&text, &line), why),
        Err(error) => project.by_hand(format!("{name}: {}", error.message)),
    }
}

/// A configuration with one more key. A key above all tables belongs to none of them; opening comments stay above it.
fn with_key(text: &str, line: &str) -> String {
    let lead: usize = text.split_inclusive('\n').take_while(|line| line.starts_with('#')).map(str::len).sum();
    let (head, rest) = text.split_at(lead);
    let end = if head.is_empty() || head.ends_with('\n') { "" } else { "\n" };
    format!("{head}{end}{line}\n{rest}")
}
