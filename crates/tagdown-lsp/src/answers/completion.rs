//! Completion: tags after `**[`, fields of a BUG, addresses in links, names of rules in comments, and keys of the
//! configuration.

use serde_json::{Value, json};
use tagdown::document::{FIELDS, Kind, TAGS};
use tagdown::rules::RULES;
use tagdown::text::Span;
use tagdown_project::schema;

use super::pages::page_at;
use super::rename_files::relative;
use crate::ask::{Ask, Refusal, Reply};
use crate::links::{Goal, goal_from};
use crate::world::View;

/// The signs after which an editor asks by itself.
pub(crate) const TRIGGERS: [&str; 5] = ["[", "(", "#", "/", " "];

/// How many paths of other documents are offered.
const MOST_PATHS: usize = 500;

/// What is known at the cursor.
struct Here<'h> {
    view: &'h View<'h>,
    /// The cursor.
    at: usize,
    /// The line up to the cursor.
    line: &'h str,
}

/// `textDocument/completion`.
pub(crate) fn answer(ask: &Ask<'_>) -> Reply {
    let view = ask.view()?;
    let at = ask.offset()?;
    let before = &view.document.source.text()[..at];
    let line = &before[before.rfind(['\n', '\r']).map_or(0, |end| end + 1)..];
    let here = Here { view, at, line };
    let items = if view.open.is_config() {
        here.config()
    } else {
        here.rules().or_else(|| here.link(ask)).or_else(|| here.tags()).or_else(|| here.fields())
    };
    let items = items.ok_or(Refusal::Nothing)?;
    Ok(json!({"isIncomplete": false, "items": items}))
}

impl Here<'_> {
    /// An item that replaces the last bytes before the cursor, and some after it.
    fn item(&self, label: &str, before: usize, text: &str) -> Value {
        let rest = &self.view.document.source.text()[self.at..];
        // What the editor has already closed is written again.
        let after = ["]**", "]", "**"].iter().find(|end| text.contains("]**") && rest.starts_with(**end));
        let span = Span::new(self.at - before, self.at + after.map_or(0, |end| end.len()));
        let is_open = text.contains("${");
        let format = if is_open && self.view.world.client.takes_snippets { 2 } else { 1 };
        let text = if format == 2 { text.to_owned() } else { plain(text) };
        json!({
            "label": label, "filterText": &self.line[self.line.len() - before..], "insertTextFormat": format,
            "textEdit": {"range": self.view.range(span), "newText": text},
        })
    }

    /// Tags, where a line begins with `**[`.
    fn tags(&self) -> Option<Vec<Value>> {
        let typed = self.line.trim_start();
        let name = typed.strip_prefix("**[")?;
        if !name.chars().all(|c| c.is_alphanumeric() || c == '?')
            || self.view.document.markdown.is_opaque_at(self.at)
        {
            return None;
        }
        let own = self.view.target.config.config.tags.iter().map(|(name, kind)| (name, kind, false));
        let all = TAGS.iter().map(|tag| (tag.name, tag.kind, true)).chain(own);
        let items = all.map(|(name, kind, is_format)| {
            let text = if kind == Kind::Bug && is_format { self.bug() } else { format!("**[{name}]**") };
            let mut item = self.item(&format!("**[{name}]**"), typed.len(), &text);
            item["filterText"] = json!(format!("**[{name}"));
            item["detail"] = json!(format!("read by {}: {}", kind.tag().reader, kind.tag().priority));
            item["kind"] = json!(14);
            item
        });
        Some(items.collect())
    }

    /// A BUG with its title and required fields.
    fn bug(&self) -> String {
        let eol = self.view.document.source.eol();
        let required = FIELDS.iter().filter(|field| field.required).enumerate();
        let fields = required
            .map(|(at, field)| format!("{eol}{}: ${{{}}}", field.name, at + 2))
            .collect::<Vec<_>>()
            .concat();
        format!("**[BUG] ${{1:title}}**{fields}")
    }

    /// The fields that the BUG at the cursor does not have, where a line begins.
    fn fields(&self) -> Option<Vec<Value>> {
        let typed = self.line.trim_start();
        typed.chars().all(|c| c.is_alphabetic() || c == ' ').then_some(())?;
        let document = self.view.document;
        let before = document.blocks.iter().rev().find(|block| block.span.start < self.at)?;
        let block = Some(before).filter(|block| block.kind == Kind::Bug && block.tag.is_some())?;
        let gap = &document.source.text()[block.span.end.min(self.at)..self.at];
        if gap.trim() != typed.trim() && block.span.end < self.at || gap.matches('\n').count() > 1 {
            return None;
        }
        let has = |name: &str| block.fields.iter().any(|field| field.spec.name == name);
        let missing = FIELDS.iter().filter(|field| !has(field.name));
        let items = missing.map(|field| {
            let mut item = self.item(&format!("{}:", field.name), typed.len(), &format!("{}: ", field.name));
            item["filterText"] = json!(field.name);
            item["kind"] = json!(5);
            item
        });
        Some(items.collect::<Vec<_>>()).filter(|items| !items.is_empty())
    }

    /// Names of rules, in a comment that allows one.
    fn rules(&self) -> Option<Vec<Value>> {
        let (_, comment) = self.line.rsplit_once("<!--")?;
        let names = comment.trim_start().strip_prefix("tagdown:")?.trim_start();
        let names = names.strip_prefix("allow-file").or_else(|| names.strip_prefix("allow"))?;
        let typed = names.rsplit([' ', ',']).next().unwrap_or_default();
        // After the first word that is no rule, the reason begins.
        let is_rule = |name: &str| RULES.iter().any(|rule| rule.name == name);
        let mut earlier =
            names[..names.len() - typed.len()].split([' ', ',']).filter(|word| !word.is_empty());
        if names.is_empty() || names.contains(':') || !earlier.all(is_rule) {
            return None;
        }
        let item = |rule: &&tagdown::rules::Rule| {
            let mut item = self.item(rule.name, typed.len(), rule.name);
            item["filterText"] = json!(rule.name);
            item["detail"] = json!(rule.summary());
            item
        };
        Some(RULES.iter().map(item).collect())
    }

    /// Addresses and paths, in the target of a link.
    fn link(&self, ask: &Ask<'_>) -> Option<Vec<Value>> {
        let (before, target) = self.line.rsplit_once("](")?;
        let is_open = before.contains('[') && !target.contains([')', ' ']);
        is_open.then_some(())?;
        let path = self.view.open.path.as_deref()?;
        let Some((file, typed)) = target.split_once('#') else { return self.paths(ask, target) };
        let Goal { path: goal, .. } = goal_from(path, file)?;
        let page = page_at(ask.world, &goal)?;
        let headings = page.headings.iter().filter(|_| ask.world.follows_links());
        let items = headings.chain(&page.blocks).map(|place| {
            let mut item = self.item(&format!("#{}", place.anchor), typed.len(), &place.anchor);
            item["filterText"] = json!(place.anchor);
            item["detail"] = json!(place.title.clone().or_else(|| Some(place.kind?.name().to_owned())));
            item["kind"] = json!(18);
            item
        });
        Some(items.collect())
    }

    /// Paths of other documents.
    fn paths(&self, ask: &Ask<'_>, typed: &str) -> Option<Vec<Value>> {
        ask.world.follows_links().then_some(())?;
        let folder = self.view.open.path.as_deref()?.parent()?;
        let found = ask.world.project.documents(false).ok()?;
        let paths = found.targets.iter().filter_map(|target| relative(folder, &target.path));
        let items = paths.filter(|path| path.starts_with(typed)).take(MOST_PATHS).map(|path| {
            let mut item = self.item(&path, typed.len(), &path);
            item["filterText"] = json!(path);
            item["kind"] = json!(17);
            item
        });
        Some(items.collect())
    }

    /// Keys and values of `tagdown.toml`, from its schema.
    fn config(&self) -> Option<Vec<Value>> {
        let schema = (schema::find("config")?.make)();
        let text = self.view.document.source.text();
        let table = text[..self.at].lines().rev().skip(1).find(|line| line.trim_start().starts_with('['));
        let table = table.map(|line| line.trim().trim_matches(['[', ']']).to_owned()).unwrap_or_default();
        let known = table
            .split('.')
            .filter(|part| !part.is_empty())
            .try_fold(&schema, |at, part| property(&schema, at, part));
        let known = known?;
        if let Some((key, typed)) = self.line.split_once('=') {
            let typed = typed.trim_start();
            let one = property(&schema, known, key.trim())?;
            let values = values(&schema, one);
            return Some(values.iter().map(|value| self.item(value, typed.len(), value)).collect());
        }
        let typed = self.line.trim_start();
        let keys = resolved(&schema, known).get("properties")?.as_object()?;
        let items = keys.iter().map(|(key, about)| {
            let mut item = self.item(key, typed.len(), &format!("{key} = "));
            item["filterText"] = json!(key);
            item["detail"] = about.get("description").cloned().unwrap_or_default();
            item
        });
        Some(items.collect())
    }
}

/// A schema, or the one that it refers to.
fn resolved<'s>(root: &'s Value, schema: &'s Value) -> &'s Value {
    let reference = schema.get("$ref").and_then(Value::as_str).and_then(|name| name.strip_prefix('#'));
    let schema = reference.and_then(|name| root.pointer(name)).unwrap_or(schema);
    // A list of tables has the keys of one of them.
    schema
        .get("items")
        .filter(|_| schema.get("properties").is_none())
        .map_or(schema, |items| resolved(root, items))
}

/// The schema of a key.
fn property<'s>(root: &'s Value, schema: &'s Value, key: &str) -> Option<&'s Value> {
    resolved(root, schema).get("properties")?.get(key)
}

/// The values that a key can have, as they are written.
fn values(root: &Value, schema: &Value) -> Vec<String> {
    let schema = resolved(root, schema);
    let own = schema.get("enum").and_then(Value::as_array).into_iter().flatten().map(Value::to_string);
    let alternatives = ["anyOf", "oneOf"].iter().filter_map(|key| schema.get(key)?.as_array()).flatten();
    own.chain(alternatives.flat_map(|one| values(root, one))).collect()
}

/// A text without the places to fill in.
fn plain(snippet: &str) -> String {
    let mut out = String::new();
    let mut rest = snippet;
    while let Some((before, after)) = rest.split_once("${") {
        let (field, after) = after.split_once('}').unwrap_or((after, ""));
        out.push_str(before);
        out.push_str(field.split_once(':').map_or("", |(_, word)| word));
        rest = after;
    }
    out + rest
}
