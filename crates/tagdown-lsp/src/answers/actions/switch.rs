//! Switches a rule off for the whole project: one line in its `tagdown.toml`.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tagdown_project::config::Config;
use tagdown_project::opening::{Within, text_within};
use toml_edit::{DocumentMut, Item, Table, TableLike, value};

use crate::edits::{between, of_documents, text_edits};
use crate::uri;
use crate::world::View;

/// The largest configuration that is read.
const MAX_SIZE: u64 = 256_000;

/// The configuration to change: the nearest one of the document, or a new one in its folder of the editor. None if the
/// server must not propose an edit there.
pub(super) fn file(view: &View<'_>) -> Option<PathBuf> {
    let path = view.open.path.as_deref()?;
    let world = view.world;
    let known = view.target.config.file.as_deref();
    // What the command line says is not for an editor to change.
    if world.client.options.no_config || (known.is_none() && !world.client.creates_files) {
        return None;
    }
    let holds = |path: &Path| world.project.roots().iter().filter(|root| path.starts_with(root)).max();
    match known {
        Some(file) => holds(file).map(|_| file.to_owned()),
        None => holds(path).map(|root| root.join("tagdown.toml")),
    }
}

/// The edit that switches a rule off, or why there is none.
pub(super) fn off(view: &View<'_>, rule: &str) -> Result<Value, String> {
    let file = file(view).ok_or("no configuration of this folder applies to the document")?;
    let folder = file.parent().unwrap_or(Path::new("/"));
    let open = view.world.open_at(&file);
    let is_new = view.target.config.file.is_none();
    let text = match open {
        Some(open) => open.text.to_string(),
        None if is_new => String::new(),
        None => text_within(&file, MAX_SIZE, Within::Below(folder)).map_err(|unread| unread.reason)?.0,
    };
    let after = switched_off(&text, rule).ok_or("the configuration cannot be changed")?;
    let config = Config::parse(&after).map_err(|error| error.message)?;
    let relative = view.target.path.strip_prefix(folder).unwrap_or(&view.target.path);
    let settings = config.settings(&relative.to_string_lossy());
    if settings.rules.iter().any(|active| active.rule.name == rule) {
        return Err("`overrides` in the configuration switch the rule on for this document".to_owned());
    }
    let uri = open.map_or_else(|| uri::of_path(&file), |open| open.uri.clone());
    let source = tagdown::text::Source::new(&text);
    let edits = text_edits(&source, &between(&text, &after), view.units());
    let mut edit = of_documents(&view.world.client, &[(uri.clone(), open.map(|open| open.version), edits)]);
    if let Some(changes) = edit["documentChanges"].as_array_mut().filter(|_| is_new && open.is_none()) {
        changes.insert(0, json!({"kind": "create", "uri": uri, "options": {"ignoreIfExists": true}}));
    }
    Ok(edit)
}

/// A configuration with a rule switched off. Everything else stays as it is written.
fn switched_off(text: &str, rule: &str) -> Option<String> {
    let eol = tagdown::text::Source::new(text).eol();
    let mut document: DocumentMut = text.parse().ok()?;
    let rules = document.entry("rules").or_insert_with(|| Item::Table(Table::new())).as_table_like_mut()?;
    let options = rules.get_mut(rule).and_then(Item::as_table_like_mut);
    match options {
        Some(options) => put(options, "severity"),
        None => put(rules, rule),
    }
    let made = document.to_string();
    Some(if eol == "\n" { made } else { made.replace("\r\n", "\n").replace('\n', eol) })
}

/// Writes `key = "off"`, with the comment that the key already has.
fn put(table: &mut dyn TableLike, key: &str) {
    let mut off = value("off");
    let before = table.get(key).and_then(Item::as_value).map(|value| value.decor().clone());
    if let (Some(decor), Some(value)) = (before, off.as_value_mut()) {
        *value.decor_mut() = decor;
    }
    match table.get_mut(key) {
        Some(item) => *item = off,
        None => drop(table.insert(key, off)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_changes() {
        for (before, after) in [
            ("", "[rules]\nspec-prose = \"off\"\n"),
            ("exclude = [\"a\"] # why\n", "exclude = [\"a\"] # why\n\n[rules]\nspec-prose = \"off\"\n"),
            ("[rules]\n# old\nx = \"off\"\n", "[rules]\n# old\nx = \"off\"\nspec-prose = \"off\"\n"),
            ("[rules]\nspec-prose = \"info\" # why\n", "[rules]\nspec-prose = \"off\" # why\n"),
            (
                "[rules]\nspec-prose = { max = 3 }\n[tags]\nREC = \"NOTE\"\n",
                "[rules]\nspec-prose = { max = 3 , severity = \"off\" }\n[tags]\nREC = \"NOTE\"\n",
            ),
            ("rules = { a = \"off\" }\n", "rules = { a = \"off\" , spec-prose = \"off\" }\n"),
            ("[rules]\r\na = \"off\"\r\n", "[rules]\r\na = \"off\"\r\nspec-prose = \"off\"\r\n"),
        ] {
            assert_eq!(switched_off(before, "spec-prose").as_deref(), Some(after), "{before:?}");
        }
        assert_eq!(switched_off("rules = 3\n", "spec-prose"), None);
        assert_eq!(switched_off("[rules", "spec-prose"), None);
    }
}
