//! A project as `init` sees it: its files, with the changes planned so far.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tagdown_project::opening::{Within, text_within};

use super::edit_text::{self, Syntax};
use super::plan::{Plan, Step};
use crate::setup::setting::Change;

/// The maximum size of a configuration, in bytes.
const MAX_SIZE: u64 = 1_000_000;

pub(super) struct Project {
    folder: PathBuf,
    /// The text of each file, before and after.
    files: BTreeMap<String, (Option<String>, String)>,
    reasons: BTreeMap<String, Vec<String>>,
    plan: Plan,
}

impl Project {
    pub(super) fn new(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            files: BTreeMap::new(),
            reasons: BTreeMap::new(),
            plan: Plan::default(),
        }
    }

    /// Whether this file or folder exists.
    pub(super) fn has(&self, name: &str) -> bool {
        self.folder.join(name).exists()
    }

    /// The first of these files that exists.
    pub(super) fn first(&self, names: &[&'static str]) -> Option<&'static str> {
        names.iter().find(|name| self.folder.join(name).symlink_metadata().is_ok()).copied()
    }

    /// A file's text, with the planned changes.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        if let Some((_, after)) = self.files.get(name) {
            return Some(after.clone());
        }
        self.read_text(name).ok()
    }

    /// The text of a file in the project, or why it cannot be read.
    fn read_text(&self, name: &str) -> Result<String, String> {
        let read = text_within(&self.folder.join(name), MAX_SIZE, Within::Below(&self.folder));
        read.map(|(text, _)| text).map_err(|unread| unread.reason)
    }

    /// The names in a folder, sorted.
    pub(super) fn list(&self, folder: &str) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder.join(folder)).into_iter().flatten().flatten();
        let mut names: Vec<String> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// The parsed value of a configuration, by its file extension.
    pub(super) fn read(&self, name: &str) -> Option<Value> {
        edit_text::read(syntax(name, &self.text(name)?)?, &self.text(name)?)
    }

    /// Whether package.json names one of these packages.
    pub(super) fn depends_on(&self, packages: &[&str]) -> bool {
        let Some(value) = self.read("package.json") else { return false };
        let lists = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
        lists.iter().any(|list| packages.iter().any(|package| !value[list][package].is_null()))
    }

    /// Whether the pre-commit configuration contains these words.
    pub(super) fn hooks_name(&self, words: &str) -> bool {
        self.text(PRE_COMMIT).is_some_and(|text| text.contains(words))
    }

    pub(super) fn found(&mut self, tool: &'static str) {
        self.plan.found.push(tool);
    }

    pub(super) fn by_hand(&mut self, advice: impl Into<String>) {
        let advice = advice.into();
        if !self.plan.by_hand.contains(&advice) {
            self.plan.by_hand.push(advice);
        }
    }

    /// A file's text; if it cannot be read, adds a manual step.
    pub(super) fn text_or_say(&mut self, name: &str) -> Option<String> {
        let text = self.text(name);
        if text.is_none() {
            let why = self.read_text(name).err().map(|why| format!(": {why}")).unwrap_or_default();
            self.by_hand(format!("{name}: cannot be read, so it was not checked{why}"));
        }
        text
    }

    /// Creates a file, unless it exists.
    pub(super) fn create(&mut self, name: &str, text: &str, why: &str) {
        if !self.has(name) {
            self.files.insert(name.to_owned(), (None, text.to_owned()));
            self.reason(name, why);
        }
    }

    /// Replaces the text of a file.
    pub(super) fn rewrite(&mut self, name: &str, text: &str, why: &str) {
        let Some(now) = self.text(name) else { return };
        let before = self.files.get(name).map_or(Some(now), |(before, _)| before.clone());
        let Some(text) = with_line_ends_of(before.as_deref().unwrap_or_default(), text) else {
            return self
                .by_hand(format!("{name}: mixed line endings; use one kind, then run `tagdown init` again"));
        };
        self.files.insert(name.to_owned(), (before, text));
        self.reason(name, why);
    }

    /// Changes one setting of a configuration; if that cannot be done safely, adds a manual step.
    pub(super) fn change(&mut self, name: &str, path: &[&str], change: &Change, why: &str) {
        let Some(text) = self.text_or_say(name) else { return };
        let made = syntax(name, &text).and_then(|syntax| edit_text::change(syntax, &text, path, change));
        match made {
            Some(made) if made == text => {}
            Some(made) => self.rewrite(name, &made, &format!("{}: {why}", path.join("."))),
            None => {
                let what = match change {
                    Change::Set(value) => format!("set `{}` to {value}", path.join(".")),
                    Change::Push(value) => format!("add {value} to `{}`", path.join(".")),
                };
                self.by_hand(format!("{name}: {what}: {why}"));
            }
        }
    }

    /// Replaces a value of a key wherever the key appears in a file.
    pub(super) fn exchange(&mut self, name: &str, key: &str, [bad, good]: [&[&str]; 2], why: &str) {
        let Some(text) = self.text_or_say(name) else { return };
        let good = good.first().copied().unwrap_or_default();
        match syntax(name, &text).and_then(|syntax| edit_text::exchange(syntax, &text, key, bad, good)) {
            Some(made) if made == text => {}
            Some(made) => self.rewrite(name, &made, &format!("{key}: {why}")),
            None => self.by_hand(format!("{name}: set `{key}` to \"{good}\": {why}")),
        }
    }

    fn reason(&mut self, name: &str, why: &str) {
        let reasons = self.reasons.entry(name.to_owned()).or_default();
        if !reasons.iter().any(|reason| reason == why) {
            reasons.push(why.to_owned());
        }
    }

    pub(super) fn into_plan(mut self) -> Plan {
        for (name, (before, after)) in self.files {
            if before.as_ref() != Some(&after) {
                let why = self.reasons.remove(&name).unwrap_or_default();
                self.plan.steps.push(Step { path: PathBuf::from(name), before, after, why });
            }
        }
        // The file that all others relate to comes first.
        self.plan.steps.sort_by_key(|step| step.path.as_os_str() != "tagdown.toml");
        self.plan
    }
}

/// A text with the line endings of another; `None` if those are mixed.
fn with_line_ends_of(other: &str, text: &str) -> Option<String> {
    let text = text.replace("\r\n", "\n");
    match (other.matches("\r\n").count(), other.matches('\n').count()) {
        (0, _) => Some(text),
        (some, all) if some == all => Some(text.replace('\n', "\r\n")),
        _ => None,
    }
}

/// The syntax of a file, by its extension; a file without one is JSON if it looks like it.
fn syntax(name: &str, text: &str) -> Option<Syntax> {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("json" | "jsonc" | "json5") => Some(Syntax::Json),
        Some("yaml" | "yml") => Some(Syntax::Yaml),
        Some("toml") => Some(Syntax::Toml),
        Some("js" | "cjs" | "mjs" | "ts" | "cts" | "mts") => None,
        _ if text.trim_start().starts_with(['{', '/']) => Some(Syntax::Json),
        _ => Some(Syntax::Yaml),
    }
}

pub(crate) const PRE_COMMIT: &str = ".pre-commit-config.yaml";
